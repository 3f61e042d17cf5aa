/** Voxels that two objects share, and the triangles that collide in them. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { touchedVoxels, type Voxel } from '../../../oracle/voxel-oracle.ts';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import type { VoxelCollision } from '../../../src/papers/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { ballMesh, boxMesh } from '../../support/closed-meshes.ts';
import { Random } from '../../support/random.ts';
import { randomScene, sceneNames } from '../../support/random-scenes.ts';
import { triangle } from '../../support/shapes.ts';
import { commonOf } from '../../support/voxel-lists.ts';

const SEEDS = Number(process.env.COLLIDESCOPE_VOXEL_SEEDS ?? 2);

let engines: Engine[] = [];
beforeAll(async () => {
  engines = [await createEngine({ backend: 'wasm', threads: 0 }), await createEngine({ backend: 'wasm', threads: 2 })];
});
afterAll(() => {
  for (const engine of engines) engine.dispose();
});

function listOf({ voxels = new Uint32Array() }: VoxelCollision): Voxel[] {
  return Array.from(
    { length: voxels.length / 3 },
    (_, i) => [...voxels.subarray(3 * i, 3 * i + 3)] as unknown as Voxel,
  );
}

/** Voxels of a mesh that touch the region. */
function within(voxels: readonly Voxel[], { region, origin, voxelSize }: VoxelCollision): Voxel[] {
  if (!region) return [];
  return voxels.filter((voxel) => voxel.every((i, k) => origin[k] + i * voxelSize <= region.max[k]));
}

describe('common voxels = those that the oracle gives both objects', () => {
  describe.each(sceneNames)('%s', (name) => {
    it.each(Array.from({ length: SEEDS }, (_, seed) => seed))('seed %i', async (seed) => {
      const random = new Random(seed);
      const meshes = randomScene(name, seed);
      const engine = random.pick(engines);
      using scene = engine.createScene();
      const ids = meshes.map((mesh) => scene.add(mesh));
      const { trianglePairs, kinds } = await scene.collide();
      for (let b = 1; b < Math.min(ids.length, 4); b++) {
        const options = { resolution: random.pick([1, 5, 16]), list: true };
        const both = await papers.voxelCollide(scene, ids[0], ids[b], options);
        const expected = [meshes[0], meshes[b]].map((mesh) => within(touchedVoxels(mesh, both), both));
        expect(listOf(both)).toEqual(commonOf(expected[0], expected[1]));
        expect(both.counts).toEqual(both.region ? expected.map(({ length }) => length) : [0, 0]);
        expect(both.common).toBe(listOf(both).length);
        expect(both.collides).toBe(both.common > 0);
        const exact = await papers.voxelCollide(scene, ids[b], ids[0], { ...options, identify: true });
        const rows = pairsBetween(trianglePairs, kinds, ids[0], ids[b]);
        expect(rowsOf(exact)).toEqual(rows);
        expect(exact.collides).toBe(rows.length > 0);
        expect((await papers.voxelCollide(scene, ids[0], ids[b], { resolution: 16, early: true })).collides).toBe(
          (await papers.voxelCollide(scene, ids[0], ids[b], { resolution: 16 })).collides,
        );
        const first = await papers.voxelCollide(scene, ids[0], ids[b], { identify: true, early: true, resolution: 16 });
        expect(first.collides).toBe(rows.length > 0);
      }
    });
  });
});

function pairsBetween(pairs: Uint32Array, kinds: Uint8Array, a: number, b: number): number[][] {
  return Array.from(kinds, (kind, i) => [...pairs.subarray(4 * i, 4 * i + 4), kind]).filter(
    ([first, , second]) => first === a && second === b,
  );
}

function rowsOf({ trianglePairs = new Uint32Array(), kinds = new Uint8Array() }: VoxelCollision): number[][] {
  return Array.from(kinds, (kind, i) => [...trianglePairs.subarray(4 * i, 4 * i + 4), kind]);
}

describe('voxelCollide', () => {
  const ball = (x: number, radius: number, steps = 3): MeshInput =>
    ballMesh(steps, (a, b, c) => [x + radius * a, radius * b, radius * c]);

  it('works within the overlap of the boxes only', async () => {
    using scene = engines[1].createScene();
    const a = scene.add(ball(0, 1));
    const b = scene.add(ball(1.5, 1));
    const { region, origin, voxelSize, resolution, counts, common } = await papers.voxelCollide(scene, a, b, {
      resolution: 64,
    });
    expect(region).toEqual({ min: [0.5, -1, -1], max: [1, 1, 1] });
    expect(origin).toEqual([0.5, -1, -1]);
    expect(voxelSize).toBe(2 / 64);
    expect(resolution).toEqual([64, 64, 64]);
    expect(common).toBeGreaterThan(0);
    const alone = await papers.voxels(scene, a, { box: { min: [-1, -1, -1], max: [1, 1, 1] }, resolution: 64 });
    expect(counts[0]).toBeLessThan(alone.count / 2);
  });

  it('gives a defined answer when the boxes are apart', async () => {
    using scene = engines[0].createScene();
    const a = scene.add(ball(0, 1));
    const b = scene.add(ball(9, 1));
    const apart = await papers.voxelCollide(scene, a, b, { list: true, identify: true });
    expect(apart).toMatchObject({ collides: false, common: 0, counts: [0, 0], region: undefined });
    expect(apart.voxels).toEqual(new Uint32Array(0));
    expect(apart.trianglePairs).toEqual(new Uint32Array(0));
    const none = scene.add({ positions: new Float32Array(0), indices: new Uint32Array(0) });
    expect(await papers.voxelCollide(scene, a, none)).toMatchObject({ collides: false, common: 0, region: undefined });
  });

  it('finds boxes that only touch, whose overlap is flat', async () => {
    using scene = engines[0].createScene();
    const a = scene.add(boxMesh([0, 0, 0], [1, 1, 1]));
    const b = scene.add(boxMesh([1, 0, 0], [2, 1, 1]));
    const { collides, region, trianglePairs } = await papers.voxelCollide(scene, a, b, {
      resolution: 16,
      identify: true,
    });
    expect(collides).toBe(true);
    expect(region).toEqual({ min: [1, 0, 0], max: [1, 1, 1] });
    expect(trianglePairs).toEqual((await scene.collide()).trianglePairs);
  });

  it('finds an object wholly inside another when that is filled', async () => {
    using scene = engines[1].createScene();
    const outer = scene.add(ball(0, 4));
    const inner = scene.add(ball(0.5, 1));
    const options = { resolution: 32 };
    expect((await scene.collide()).kinds.length).toBe(0);
    expect((await papers.voxelCollide(scene, outer, inner, options)).collides).toBe(false);
    expect((await papers.voxelCollide(scene, outer, inner, { ...options, solid: [false, true] })).collides).toBe(false);
    const filled = await papers.voxelCollide(scene, outer, inner, { ...options, solid: [true, false] });
    expect(filled.collides).toBe(true);
    expect(filled.common).toBe(filled.counts[1]);
    const swapped = await papers.voxelCollide(scene, inner, outer, { ...options, solid: [false, true] });
    expect(swapped.common).toBe(filled.common);
    expect(swapped.counts).toEqual([filled.counts[1], filled.counts[0]]);
    expect((await papers.voxelCollide(scene, outer, inner, { ...options, solid: true, early: true })).collides).toBe(
      true,
    );
  });

  it('gives the same in slabs, with fewer bytes', async () => {
    using scene = engines[1].createScene();
    const a = scene.add(ball(0, 1, 4));
    const b = scene.add(ball(0.9, 1, 4));
    const options = { resolution: 48, list: true, identify: true };
    const whole = await papers.voxelCollide(scene, a, b, options);
    const sliced = await papers.voxelCollide(scene, a, b, { ...options, slabBytes: 4 * 2 * 48 * 5 });
    expect(sliced.stats.slabs).toBe(10);
    expect(sliced.voxels).toEqual(whole.voxels);
    expect(rowsOf(sliced)).toEqual(rowsOf(whole));
    expect(rowsOf(whole).length).toBeGreaterThan(50);
    expect(sliced.counts).toEqual(whole.counts);
  });

  it('places and bounds moved objects by their vertices', async () => {
    using scene = engines[1].createScene();
    const a = scene.add(boxMesh([-1, -1, -1], [1, 1, 1]));
    const b = scene.add(triangle(0, 0, 0, 3, 0, 0, 0, 3, 0));
    const half = Math.SQRT1_2;
    scene.place(a, [half, half, 0, 0, -half, half, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]);
    const { region, collides } = await papers.voxelCollide(scene, a, b, { resolution: 32 });
    expect(collides).toBe(false);
    expect(region).toBeUndefined();
    scene.place(a, [half, half, 0, 0, -half, half, 0, 0, 0, 0, 1, 0, 4, 0, 0, 1]);
    const near = await papers.voxelCollide(scene, a, b, { resolution: 32, identify: true });
    expect(near.region?.min[0]).toBeCloseTo(4 - Math.SQRT2, 12);
    expect(rowsOf(near).length).toBe((await scene.collide()).kinds.length);
  });
});
