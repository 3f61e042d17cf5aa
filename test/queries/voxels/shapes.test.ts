/** Shapes that voxelize themselves: meshes, points and implicit surfaces, each against a plain reference. */
import { describe, expect, it } from 'vitest';
import { insideVoxels, touchedVoxels } from '../../../oracle/voxel-oracle.ts';
import { type Bounds, boxOfBounds } from '../../../src/mesh/bounds.ts';
import { implicitShape, meshShape, pointCloudShape, rangeBySteepness, shapeVoxels } from '../../../src/papers/index.ts';
import { ballMesh, boxMesh } from '../../support/closed-meshes.ts';
import { Random } from '../../support/random.ts';
import { randomScene } from '../../support/random-scenes.ts';
import { triangle } from '../../support/shapes.ts';
import { setVoxels, unionOf } from '../../support/voxel-lists.ts';
import { type Box, ballShape, distances, sideOf, voxelsWhere } from '../../support/voxel-shapes.ts';

describe('meshShape', () => {
  it.each(['lattice', 'realNumbers', 'slivers', 'degenerates', 'huge', 'fans'].filter((name) => name !== 'huge'))(
    'touches what the oracle says, %s',
    async (name) => {
      for (const mesh of randomScene(name, 4)) {
        const voxels = await shapeVoxels(meshShape(mesh), { resolution: 13 });
        expect(setVoxels(voxels)).toEqual(touchedVoxels(mesh, voxels));
      }
    },
  );

  it('divides the grid for large triangles', async () => {
    const mesh = triangle(0, 0, 0, 3, 1, 0.5, 1, 3, 2.5);
    const voxels = await shapeVoxels(meshShape(mesh), { resolution: 40 });
    expect(setVoxels(voxels)).toEqual(touchedVoxels(mesh, voxels));
  });

  it('is filled, and knows what is wholly inside', async () => {
    for (const mesh of [boxMesh([0, 0, 0], [3, 2, 1]), ballMesh(1), boxMesh([0.5, 0.5, 0.5], [7.5, 6.5, 5.5])]) {
      const shape = meshShape(mesh, { solid: true });
      const filled = await shapeVoxels(shape, { resolution: 11 });
      const touched = touchedVoxels(mesh, filled);
      const inside = insideVoxels(mesh, filled);
      expect(setVoxels(filled)).toEqual(unionOf(touched, inside));
      const surface = new Set(touched.map((voxel) => voxel.join(' ')));
      const box = [...filled.origin, ...filled.origin.map((low) => low + 11 * filled.voxelSize)];
      expect(await sideOf(shape, 'inside', box, 11)).toEqual(inside.filter((voxel) => !surface.has(voxel.join(' '))));
    }
  });

  it('refuses an open mesh when it is to be filled', () => {
    expect(() => meshShape(triangle(0, 0, 0, 1, 0, 0, 0, 1, 0), { solid: true })).toThrow(
      /3 edges of one triangle only/,
    );
  });
});

describe('pointCloudShape', () => {
  it.each([1, 2, 3])('touches every voxel within its radius, and is inside where it should, seed %i', async (seed) => {
    const random = new Random(seed);
    const positions = Float64Array.from({ length: 60 }, () => random.real(0, 1));
    const radius = Float64Array.from({ length: 20 }, () => random.real(0, 0.2));
    const shape = pointCloudShape({ positions, radius });
    const box = [0, 0, 0, 1, 1, 1];
    const wanted = (far: boolean) =>
      voxelsWhere(box, 17, (voxel) =>
        radius.some((r, i) => {
          const moved = voxel.map((value, k) => value - positions[3 * i + (k % 3)]);
          return distances(moved)[Number(far)] <= r;
        }),
      );
    expect(await sideOf(shape, 'touched', box, 17)).toEqual(wanted(false));
    expect(await sideOf(shape, 'inside', box, 17)).toEqual(wanted(true));
  });

  it('of radius 0 is in the voxels that hold the point', async () => {
    const shape = pointCloudShape({ positions: Float32Array.of(0.5, 0.5, 0.5, 0.1, 0.9, 0.3), radius: 0 });
    expect(await sideOf(shape, 'touched', [0, 0, 0, 1, 1, 1], 2)).toHaveLength(8);
    expect(await sideOf(shape, 'touched', [0, 0, 0, 1, 1, 1], 3)).toHaveLength(2);
    expect((await shapeVoxels(pointCloudShape({ positions: new Float32Array(0), radius: 1 }))).count).toBe(0);
  });
});

describe('implicitShape', () => {
  it('of exact bounds sets exactly what it touches', async () => {
    const box = [-1, -1, -1, 1, 1, 1];
    const touches = (voxel: Box) => distances(voxel)[0] <= 0.8 && distances(voxel)[1] >= 0.8;
    expect(await sideOf(ballShape(0.8, 0, false), 'touched', box, 15)).toEqual(voxelsWhere(box, 15, touches));
    expect(await sideOf(ballShape(0.8, 0, false), 'inside', box, 15)).toEqual([]);
    expect(await sideOf(ballShape(0.8), 'touched', box, 15)).toEqual(
      voxelsWhere(box, 15, (v) => distances(v)[0] <= 0.8),
    );
    expect(await sideOf(ballShape(0.8), 'inside', box, 15)).toEqual(
      voxelsWhere(box, 15, (v) => distances(v)[1] <= 0.8),
    );
  });

  it('of bounds by steepness misses nothing', async () => {
    const torus = (x: number, y: number, z: number) => Math.hypot(Math.hypot(x, y) - 0.7, z) - 0.2;
    const shape = implicitShape({
      box: { min: [-1, -1, -0.3], max: [1, 1, 0.3] },
      range: rangeBySteepness(torus, 1),
      value: torus,
    });
    const voxels = await shapeVoxels(shape, { resolution: 40 });
    for (let i = 0; i < 5000; i++) {
      const [u, v] = [(i * 0.618034) % 1, i / 5000].map((part) => 2 * Math.PI * part);
      const out = 0.7 + 0.2 * Math.cos(v);
      const point = [out * Math.cos(u), out * Math.sin(u), 0.2 * Math.sin(v)];
      const [x, y, z] = point.map((value, k) => Math.floor((value - voxels.origin[k]) / voxels.voxelSize));
      expect(voxels.has(x, y, z)).toBe(true);
    }
    for (const [x, y, z] of setVoxels(voxels)) {
      const centre = [x, y, z].map((i, k) => voxels.origin[k] + (i + 0.5) * voxels.voxelSize);
      expect(Math.abs(torus(centre[0], centre[1], centre[2]))).toBeLessThan(voxels.voxelSize);
    }
  });

  it.each([
    ['NaN', () => [Number.NaN, 1], 'bad-range', /range gave \[NaN, 1\]; expected two numbers/],
    ['nothing', () => undefined, 'bad-range', /range gave missing/],
    ['one number', () => 3, 'bad-range', /range gave number 3/],
    ['bounds the wrong way round', () => [1, -1], 'bad-range', /\[1, -1\]/],
    [
      'bounds that contradict those of a larger box',
      ({ min, max }: Bounds) => (max[0] - min[0] > 1 ? [-1, 1] : [5, 6]),
      'false-range',
      /both cannot be true/,
    ],
  ])('refuses a function that gives %s', async (_name, range, code, message) => {
    const shape = implicitShape({ box: { min: [-1, -1, -1], max: [1, 1, 1] }, range: range as never });
    await expect(shapeVoxels(shape, { resolution: 8 })).rejects.toMatchObject({ name: 'OptionError', code });
    await expect(shapeVoxels(shape, { resolution: 8 })).rejects.toThrow(message);
  });

  it('refuses bounds that its own values break', async () => {
    const narrow = (box: Bounds) => [distances(boxOfBounds(box))[0], distances(boxOfBounds(box))[0] + 0.01] as const;
    const shape = implicitShape({
      box: { min: [-1, -1, -1], max: [1, 1, 1] },
      range: narrow,
      value: (x, y, z) => Math.hypot(x, y, z) - 0.5,
    });
    await expect(shapeVoxels(shape, { resolution: 8 })).rejects.toThrow(/false-range.*value is -0.5 in its middle/);
    const nan = implicitShape({
      box: { min: [-1, -1, -1], max: [1, 1, 1] },
      range: () => [-1, 1],
      value: () => Number.NaN,
    });
    await expect(shapeVoxels(nan, { resolution: 8 })).rejects.toThrow(/not-finite.*value is NaN at \[0, 0, 0\]/);
  });

  it('takes bounds that say nothing, and then sets all there is', async () => {
    const shape = implicitShape({ box: { min: [0, 0, 0], max: [1, 1, 1] }, range: () => [-Infinity, Infinity] });
    expect((await shapeVoxels(shape, { resolution: 4 })).count).toBe(64);
  });
});
