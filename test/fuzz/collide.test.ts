/**
 * The engine equals the oracle on thousands of small scenes built to be nasty: pairs, kinds, order, degenerate list.
 *
 * COLLIDESCOPE_FUZZ_SCENES sets how many scenes (100000 takes a few minutes), COLLIDESCOPE_FUZZ_SEED where the seeds
 * begin. A failure prints generator, seed and the scene shrunk to the form in which it goes into test/repro.
 */

import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OracleOptions, oracle } from '../../oracle/oracle.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import type { MeshInput } from '../../src/mesh/mesh-input.ts';
import { asRows, engineAnswer } from '../support/engine-answer.ts';
import { Random } from '../support/random.ts';
import { randomCrowd, randomScene, sceneNames } from '../support/random-scenes.ts';
import { shrinkScene, toCase } from '../support/scene-case.ts';
import { seedsOf } from '../support/thoroughness.ts';

const sceneCount = Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? seedsOf(20_000));
const firstSeed = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);
const seedsPerName = Math.ceil(sceneCount / sceneNames.length);
const endSeed = firstSeed + seedsPerName;

/** What is asked of a scene; mostly everything. */
const QUESTIONS: readonly OracleOptions[] = [
  { self: true, between: true },
  { self: true, between: true },
  { self: true, between: true, contacts: 'penetrating' },
  { self: true, between: false },
  {},
];

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

/** Throws with everything needed to reproduce it when the engine's answer is not the oracle's. */
async function checkScene(about: string, meshes: readonly MeshInput[], options: OracleOptions): Promise<void> {
  const differs = async (scene: readonly MeshInput[]) => {
    const answer = await engineAnswer(engine, scene, options).catch(String);
    return !isDeepStrictEqual(answer, oracle.collide(scene, options));
  };
  if (!(await differs(meshes))) return;
  const shrunk = await shrinkScene(meshes, differs);
  const shrunkCase = JSON.stringify(toCase(about, shrunk, options));
  const answer = await engineAnswer(engine, shrunk, options).catch(String);
  expect(answer, `${about}; shrunk: ${shrunkCase}`).toEqual(oracle.collide(shrunk, options));
  throw new Error(`${about}: the engine's answer changes from call to call; shrunk: ${shrunkCase}`);
}

describe('collide = oracle', () => {
  it.each(sceneNames)(`on scenes of %s, seeds ${firstSeed} to ${endSeed - 1}`, async (name) => {
    for (let seed = firstSeed; seed < endSeed; seed++) {
      await checkScene(`${name}, seed ${seed}`, randomScene(name, seed), QUESTIONS[seed % QUESTIONS.length]);
    }
  });

  const crowdSeeds = Array.from({ length: Math.ceil(sceneCount / 500) }, (_, index) => firstSeed + index);
  it.each(crowdSeeds)('on a crowd of scenes in one, seed %i', async (seed) => {
    await checkScene(`crowd, seed ${seed}`, randomCrowd(seed), { self: true });
  });
});

describe('collide after move = oracle', () => {
  it.each(sceneNames)(`on scenes of %s, seeds ${firstSeed} on`, async (name) => {
    for (let seed = firstSeed; seed < firstSeed + Math.ceil(seedsPerName / 20); seed++) {
      const meshes = randomScene(name, seed).map(withWeldSpelledOut);
      const scene = engine.createScene();
      for (const { added } of meshes) scene.add(added);
      await scene.collide();
      const moved = meshes.map(({ welded }) => ({ ...welded, positions: strewn(welded.positions, seed) }));
      meshes.forEach(({ added }, object) => {
        scene.move(object, strewn(added.positions, seed));
      });
      const answer = asRows(await scene.collide({ self: true }));
      scene.dispose();
      expect(answer, `${name}, seed ${seed}`).toEqual(oracle.collide(moved, { self: true }));
    }
  });
});

/** A mesh as it is added, and the same with its welding done beforehand: where it goes, equal vertices stay equal. */
function withWeldSpelledOut(added: MeshInput): { added: MeshInput; welded: MeshInput } {
  const corners = added.indices ?? Uint32Array.from({ length: added.positions.length / 3 }, (_, vertex) => vertex);
  if (!(added.weld ?? added.indices === undefined)) return { added, welded: { ...added, indices: corners } };
  const first = new Map<string, number>();
  const indices = Uint32Array.from(corners, (vertex) => {
    const key = added.positions.subarray(3 * vertex, 3 * vertex + 3).join();
    if (!first.has(key)) first.set(key, vertex);
    return first.get(key)!;
  });
  return { added, welded: { ...added, indices, weld: false } };
}

/** New places for all vertices, the same for vertices that were in the same place. */
function strewn<T extends MeshInput['positions']>(positions: T, seed: number): T {
  const moved = positions.slice() as T;
  const places = new Map<string, number[]>();
  const random = new Random(seed);
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    const key = positions.subarray(3 * vertex, 3 * vertex + 3).join();
    if (!places.has(key)) places.set(key, [random.integer(0, 4), random.integer(0, 4), random.integer(0, 4)]);
    moved.set(places.get(key)!, 3 * vertex);
  }
  return moved;
}
