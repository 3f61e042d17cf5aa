/** The conservative rule against exact arithmetic, bit for bit. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { touchedVoxels } from '../../../oracle/voxel-oracle.ts';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { readModel } from '../../../src/io/index.ts';
import type { VoxelsOptions } from '../../../src/papers/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { Random } from '../../support/random.ts';
import { randomScene, sceneNames } from '../../support/random-scenes.ts';
import { triangle } from '../../support/shapes.ts';
import { readShared, sharedFolder } from '../../support/shared.ts';
import { isLong } from '../../support/thoroughness.ts';
import { setVoxels } from '../../support/voxel-lists.ts';

const SEEDS = Number(process.env.COLLIDESCOPE_VOXEL_SEEDS ?? 3);
const REAL_RESOLUTION = isLong ? 96 : 24;

let engines: Engine[] = [];
beforeAll(async () => {
  engines = [await createEngine({ backend: 'wasm', threads: 0 }), await createEngine({ backend: 'wasm', threads: 2 })];
});
afterAll(() => {
  for (const engine of engines) engine.dispose();
});

async function compare(mesh: MeshInput, options: VoxelsOptions, engine: Engine): Promise<void> {
  using scene = engine.createScene();
  const voxels = await papers.voxels(scene, scene.add(mesh), options);
  const expected = touchedVoxels(mesh, voxels);
  expect(setVoxels(voxels)).toEqual(expected);
  expect(voxels.count).toBe(expected.length);
}

describe('conservative voxels = exact triangle–box tests', () => {
  describe.each(sceneNames)('%s', (name) => {
    it.each(Array.from({ length: SEEDS }, (_, seed) => seed))('seed %i', async (seed) => {
      const random = new Random(seed);
      for (const mesh of randomScene(name, seed)) {
        await compare(mesh, { resolution: random.pick([1, 2, 7, 16, 33]) }, random.pick(engines));
      }
    });
  });

  it('large triangles across a fine grid, in a part of their box', async () => {
    const random = new Random(5);
    for (let i = 0; i < 6; i++) {
      const corner = () => [random.real(-3, 4), random.real(-3, 4), random.real(-3, 4)];
      const mesh = triangle(...corner(), ...corner(), ...corner());
      await compare(mesh, { box: { min: [0, 0, 0], max: [1, 1, 1] }, resolution: [40, 20, 31] }, engines[i % 2]);
      await compare(mesh, { resolution: 40 }, engines[i % 2]);
    }
  });

  it('an object that reaches 1e15 beyond the grid, in double precision', async () => {
    const positions = Float64Array.of(-1e15, -1e15, 0.1, 1e15, -1e15, 0.3, 0, 1e15, 0.7);
    await compare({ positions }, { box: { min: [-1, -1, -1], max: [1, 1, 1] }, resolution: 20 }, engines[0]);
  });

  it('triangles a million times larger than the grid', async () => {
    const random = new Random(6);
    for (let i = 0; i < 6; i++) {
      const far = () => random.real(-1e6, 1e6);
      const mesh = triangle(
        far(),
        far(),
        random.real(-1, 2),
        far(),
        far(),
        random.real(-1, 2),
        far(),
        far(),
        random.real(-1, 2),
      );
      await compare(mesh, { box: { min: [0, 0, 0], max: [1, 1, 1] }, resolution: 12 }, engines[i % 2]);
    }
  });

  it('far from the origin, where voxels are near the precision of doubles', async () => {
    const random = new Random(7);
    const positions = Float64Array.from({ length: 90 }, () => 2 ** 40 + random.integer(0, 64) * 2 ** -12);
    await compare({ positions }, { resolution: 64 }, engines[0]);
    await compare({ positions }, { resolution: 100 }, engines[1]);
  });

  it('tiny numbers, whose products underflow', async () => {
    const random = new Random(8);
    const positions = Float64Array.from({ length: 90 }, () => random.integer(-40, 40) * 2 ** -260);
    await compare({ positions }, { resolution: 8 }, engines[0]);
  });

  it('on the boundaries of voxels, which belong to both', async () => {
    const random = new Random(9);
    const positions = Float64Array.from({ length: 180 }, () => random.integer(0, 16) / 2);
    await compare({ positions }, { box: { min: [0, 0, 0], max: [8, 8, 8] }, resolution: 8 }, engines[0]);
    await compare({ positions }, { box: { min: [0, 0, 0], max: [8, 8, 8] }, resolution: 16 }, engines[1]);
  });

  it('of triangles that are segments or points', async () => {
    const positions = Float64Array.of(0, 0, 0, 5, 3, 2, 10, 6, 4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 7, 7, 7, 9, 9, 9, 7, 7, 7);
    await compare({ positions }, { resolution: 20 }, engines[0]);
  });
});

describe.skipIf(sharedFolder === undefined)('conservative voxels of real meshes = exact triangle–box tests', () => {
  it.each([
    'cgal-data/blobby.off',
    'cgal-data/anchor.off',
    'cgal-data/elk.off',
    'cgal-data/fandisk.off',
    'arrangements/two_spheres.stl',
  ])('%s', async (file) => {
    const model = await readModel(readShared(`meshes/${file}`), { name: file });
    for (const part of model.parts) await compare(part, { resolution: REAL_RESOLUTION }, engines[1]);
  });
});
