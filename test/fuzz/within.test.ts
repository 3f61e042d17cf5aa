/**
 * `within` equals the oracle on thousands of small scenes built to be nasty: pairs, distances and points to the bit.
 *
 * COLLIDESCOPE_FUZZ_SCENES sets how many scenes, COLLIDESCOPE_FUZZ_SEED where the seeds begin. A failure prints
 * generator, seed, distance and the scene shrunk to the form in which it goes into test/repro.
 */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NearOptions, oracleWithin } from '../../oracle/within.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import type { MeshInput } from '../../src/mesh/mesh-input.ts';
import { engineNearPairs } from '../support/near-answer.ts';
import { Random } from '../support/random.ts';
import { randomCrowd, randomScene, sceneNames } from '../support/random-scenes.ts';
import { shrinkScene, toCase } from '../support/scene-case.ts';
import { seedsOf } from '../support/thoroughness.ts';

const sceneCount = Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? seedsOf(6000));
const firstSeed = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);
const seedsPerName = Math.ceil(sceneCount / sceneNames.length);
const endSeed = firstSeed + seedsPerName;

const QUESTIONS: readonly NearOptions[] = [{ self: true }, { self: true }, { self: true, between: false }, {}];

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

/** The largest extent of a scene, or 1 when it has none. */
function extentOf(meshes: readonly MeshInput[]): number {
  const extents = [0, 1, 2].map((axis) => {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const { positions } of meshes) {
      for (let at = axis; at < positions.length; at += 3) {
        low = Math.min(low, positions[at]);
        high = Math.max(high, positions[at]);
      }
    }
    return high - low;
  });
  return Math.max(...extents) || 1;
}

/** The median length of the first edges of triangles: a few of a crowd are far away or huge. */
function typicalSize(meshes: readonly MeshInput[]): number {
  const lengths = meshes.flatMap(({ positions, indices }) => {
    const corners = indices ?? Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => vertex);
    return Array.from({ length: corners.length / 3 }, (_, triangle) => {
      const [p, q] = [3 * corners[3 * triangle], 3 * corners[3 * triangle + 1]];
      return Math.max(...[0, 1, 2].map((k) => Math.abs(positions[q + k] - positions[p + k])));
    });
  });
  return lengths.sort((p, q) => p - q)[lengths.length >> 1] || 1;
}

/** From next to nothing to more than the scene; often one of the distances that occur, or the next number. */
function chooseDistance(random: Random, meshes: readonly MeshInput[]): number {
  const extent = extentOf(meshes);
  const kind = random.integer(0, 5);
  if (kind === 0) return extent * 2 ** -random.integer(20, 60);
  if (kind === 1) return extent * 2 ** random.integer(0, 40);
  if (kind > 3) return extent * random.real(0, 1) ** 2 + Number.MIN_VALUE;
  const { pairs } = oracleWithin(meshes, extent * 0.3, { self: true });
  const occurring = pairs.map(({ distance }) => distance).filter((distance) => distance > 0);
  return occurring.length > 0 ? random.pick(occurring) : extent * 0.1;
}

async function checkScene(about: string, meshes: readonly MeshInput[], distance: number, options: NearOptions) {
  const differs = async (scene: readonly MeshInput[]) => {
    const answer = await engineNearPairs(engine, scene, distance, options).catch(String);
    return !isDeepStrictEqual(answer, oracleWithin(scene, distance, options));
  };
  if (!(await differs(meshes))) return;
  const shrunk = await shrinkScene(meshes, differs);
  const shrunkCase = JSON.stringify(toCase(about, shrunk, options));
  const answer = await engineNearPairs(engine, shrunk, distance, options).catch(String);
  expect(answer, `${about}, distance ${distance}; shrunk: ${shrunkCase}`).toEqual(
    oracleWithin(shrunk, distance, options),
  );
  throw new Error(`${about}: the engine's answer changes from call to call; shrunk: ${shrunkCase}`);
}

describe('within = oracle', () => {
  it.each(sceneNames)(`on scenes of %s, seeds ${firstSeed} to ${endSeed - 1}`, async (name) => {
    for (let seed = firstSeed; seed < endSeed; seed++) {
      const meshes = randomScene(name, seed);
      const random = new Random(seed);
      const distance = chooseDistance(random, meshes);
      await checkScene(`${name}, seed ${seed}`, meshes, distance, QUESTIONS[seed % QUESTIONS.length]);
    }
  });

  const crowdSeeds = Array.from({ length: Math.ceil(sceneCount / 1000) }, (_, index) => firstSeed + index + 1);
  it.each(crowdSeeds)('on a crowd of scenes in one, seed %i', async (seed) => {
    const meshes = randomCrowd(seed);
    const distance = typicalSize(meshes) * 2 ** -new Random(seed).integer(4, 10);
    await checkScene(`crowd, seed ${seed}`, meshes, distance, { self: true });
  });
});
