/**
 * Culling with reliable coverage never loses a triangle that collides, whatever the scene, the views, the resolution and
 * the rest of the options; nor one that is nearer to another than a distance that was given; and `collide` gives the same answer
 * after it.
 *
 * COLLIDESCOPE_FUZZ_SCENES sets how many scenes, COLLIDESCOPE_FUZZ_SEED where the seeds begin. A failure prints generator,
 * seed, options and the scene shrunk.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oracle } from '../../oracle/oracle.ts';
import { oracleWithin } from '../../oracle/within.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import type { MeshInput } from '../../src/mesh/mesh-input.ts';
import type { CullOptions } from '../../src/papers/index.ts';
import * as papers from '../../src/papers/index.ts';
import { asRows } from '../support/engine-answer.ts';
import { freeMatrix } from '../support/free-matrix.ts';
import { latticeMesh } from '../support/lattice-shapes.ts';
import { Random } from '../support/random.ts';
import { randomCrowd, randomScene, sceneNames } from '../support/random-scenes.ts';
import { shrinkScene, toCase } from '../support/scene-case.ts';
import { isLong, seedsOf } from '../support/thoroughness.ts';

const sceneCount = Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? seedsOf(4000));
const firstSeed = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);
const seedsPerName = Math.ceil(sceneCount / sceneNames.length);

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

/** Small triangles fill large images: the largest only when there is time. */
const resolutions = [1, 2, 16, 16, 33, 64, 128, ...(isLong ? [500, 1400, 4096] : [])];

/** Options that promise to miss nothing. */
function reliableOptions(random: Random): CullOptions {
  const views = random.pick(['x', 'y', 'z', 'xy', 'zx', 'yz', 'xyz', 'zyx', 'auto']);
  return {
    coverage: random.pick(['conservative', 'conservative', 'uobb']),
    passes: random.pick(['quick', 'quick', 'cullide']),
    self: random.chance(0.6),
    views,
    resolution: random.pick(resolutions),
    depthBits: random.pick([16, 24, 32]),
    order: random.pick(['given', 'given', 'back-to-front', 'front-to-back']),
    level: random.pick(['object', 'cluster', 'triangle', 'triangle', 'triangle']),
    hierarchy: random.chance(0.3),
    clusterSize: random.pick([2, 3, 8, 64]),
    boxes: random.chance(0.5),
    iterations: random.pick([1, 2, Number.POSITIVE_INFINITY]),
    rounds: random.pick([1, 2, 4]),
  };
}

/** The same, with sweep and prune where it may be asked for. */
function withSweep(options: CullOptions, random: Random): CullOptions {
  return options.self ? options : { ...options, sweep: random.chance(0.4) };
}

/** Triangles of true pairs that are not among the survivors, as `object:triangle`. */
async function lost(meshes: readonly MeshInput[], options: CullOptions): Promise<string[]> {
  const scene = engine.createScene();
  try {
    for (const mesh of meshes) scene.add(mesh);
    const { survivorTriangles, survivors } = await papers.cull(scene, options);
    const left = new Set<string>();
    for (let at = 0; at < survivorTriangles.length; at += 2) {
      left.add(`${survivorTriangles[at]}:${survivorTriangles[at + 1]}`);
    }
    const objects = new Set(survivors);
    const { trianglePairs: pairs } = oracle.collide(meshes, { self: options.self, between: true });
    const missing = pairs.flatMap(([a, i, b, j]) => [`${a}:${i}`, `${b}:${j}`]).filter((name) => !left.has(name));
    const gone = pairs.flatMap(([a, , b]) => [a, b]).filter((object) => !objects.has(object));
    return [...new Set([...missing, ...gone.map((object) => `object ${object}`)])];
  } finally {
    scene.dispose();
  }
}

async function checkNothingLost(about: string, meshes: readonly MeshInput[], options: CullOptions): Promise<void> {
  if ((await lost(meshes, options)).length === 0) return;
  const shrunk = await shrinkScene(meshes, async (smaller) => (await lost(smaller, options)).length > 0);
  const message = `${about}; ${JSON.stringify(options)}; shrunk: ${JSON.stringify(toCase(about, shrunk, { self: options.self }))}`;
  expect(await lost(shrunk, options), message).toEqual([]);
}

describe('cull loses nothing that collides', () => {
  it.each(sceneNames)(`on scenes of %s, seeds ${firstSeed} on`, async (name) => {
    for (let seed = firstSeed; seed < firstSeed + seedsPerName; seed++) {
      const random = new Random(seed * 7919 + sceneNames.indexOf(name));
      await checkNothingLost(
        `${name}, seed ${seed}`,
        randomScene(name, seed),
        withSweep(reliableOptions(random), random),
      );
    }
  });

  const crowdSeeds = Array.from({ length: Math.ceil(sceneCount / 750) }, (_, index) => firstSeed + index);
  it.each(crowdSeeds)('on a crowd of scenes in one, seed %i', async (seed) => {
    const random = new Random(seed);
    const options = withSweep(reliableOptions(random), random);
    await checkNothingLost(`crowd, seed ${seed}`, randomCrowd(seed), options);
  });
});

describe('cull loses nothing that collides within placed objects', () => {
  it('as they were given, whatever rounding makes of them where they are', async () => {
    for (let seed = firstSeed; seed < firstSeed + Math.ceil(sceneCount / 5); seed++) {
      const random = new Random(seed * 32452843 + 1);
      const shift = random.pick([0, 1024, 1e7]);
      using scene = engine.createScene();
      const meshes = Array.from({ length: random.integer(1, 2) }, () => latticeMesh(random, 2)).map((mesh) => ({
        ...mesh,
        positions: Float64Array.from(mesh.positions, (x) => x + shift),
      }));
      for (const mesh of meshes) scene.place(scene.add(mesh), freeMatrix(random));
      const options = { ...reliableOptions(random), self: true };
      const left = new Set(namesOf((await papers.cull(scene, options)).survivorTriangles));
      const pairs = meshes.flatMap((mesh, object) =>
        oracle.collide([mesh], { self: true, between: false }).trianglePairs.map(([, i, , j]) => [object, i, j]),
      );
      const missing = pairs
        .flatMap(([object, i, j]) => [`${object}:${i}`, `${object}:${j}`])
        .filter((key) => !left.has(key));
      expect([...new Set(missing)], `seed ${seed}, ${JSON.stringify(options)}`).toEqual([]);
    }
  });
});

describe('cull keeps what is nearer than a distance', () => {
  it.each(sceneNames)('between objects, on scenes of %s', async (name) => {
    for (let seed = firstSeed; seed < firstSeed + Math.ceil(seedsPerName / 3); seed++) {
      const random = new Random(seed * 15485863 + sceneNames.indexOf(name));
      const meshes = randomScene(name, seed);
      using scene = engine.createScene();
      for (const mesh of meshes) scene.add(mesh);
      const distance = random.pick([1e-9, 1e-7, 1e-6, 0.01, 0.1, 1]) * largestOf(meshes);
      const options = withSweep({ ...reliableOptions(random), self: false, distance }, random);
      const left = new Set(namesOf((await papers.cull(scene, options)).survivorTriangles));
      const { pairs } = oracleWithin(meshes, distance);
      const near = pairs.flatMap(({ pair: [a, i, b, j] }) => [`${a}:${i}`, `${b}:${j}`]);
      const about = `${name}, seed ${seed}, ${JSON.stringify(options)}`;
      expect([...new Set(near.filter((key) => !left.has(key)))], about).toEqual([]);
    }
  });
});

function namesOf(list: Uint32Array): string[] {
  return Array.from({ length: list.length / 2 }, (_, i) => `${list[2 * i]}:${list[2 * i + 1]}`);
}

function largestOf(meshes: readonly MeshInput[]): number {
  let largest = 0;
  for (const { positions } of meshes)
    for (const value of positions as Float32Array) largest = Math.max(largest, Math.abs(value));
  return largest;
}

describe('collide after reliable culling', () => {
  it.each(sceneNames)('gives the same answer on scenes of %s', async (name) => {
    for (let seed = firstSeed; seed < firstSeed + Math.ceil(seedsPerName / 3); seed++) {
      const random = new Random(seed * 104729 + sceneNames.indexOf(name));
      const { self, ...cull } = withSweep(reliableOptions(random), random);
      const scene = engine.createScene();
      for (const mesh of randomScene(name, seed)) scene.add(mesh);
      const plain = asRows(await scene.collide({ self }));
      const culled = asRows(await papers.cullCollide(scene, { self, ...cull }));
      scene.dispose();
      expect(culled, `${name}, seed ${seed}, ${JSON.stringify({ self, ...cull })}`).toEqual(plain);
    }
  });
});
