/**
 * Triangles that are many pixels tall, of which the rasterizers leave out the rows of each column that show nothing: none too many,
 * whatever their slopes. Long slivers, and large triangles, over several panes of the image.
 */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { cullByDepthBuffer } from '../../../oracle/depth-buffer.ts';
import { oracle } from '../../../oracle/oracle.ts';
import { createEngine, type Engine } from '../../../src/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { Random } from '../../support/random.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

interface Soup {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

/** Objects of a few triangles each: slivers from one side of the scene to another, some along an axis, and large triangles. */
function randomSlivers(random: Random): Soup[] {
  const point = () => random.times(3, () => random.real(-1, 1));
  return random.times(random.integer(2, 5), () => {
    const count = random.integer(1, 6);
    const positions: number[] = [];
    for (let i = 0; i < count; i++) {
      const from = point();
      const to = point();
      const axis = random.integer(0, 2);
      if (random.chance(0.3)) to[axis] = from[axis];
      const width = random.pick([1e-6, 1e-3, 0.02, 0.3, 1]);
      positions.push(...from, ...to, ...from.map((value) => value + width * random.real(-1, 1)));
    }
    return { positions: Float32Array.from(positions), indices: Uint32Array.from({ length: 3 * count }, (_, i) => i) };
  });
}

const names = (list: Uint32Array) =>
  Array.from({ length: list.length / 2 }, (_, i) => `${list[2 * i]}:${list[2 * i + 1]}`);

it.each(['cullide', 'quick'] as const)(
  'sampled, is what a plain depth buffer says, with passes of %s',
  async (passes) => {
    let pruned = 0;
    for (let seed = 0; seed < 40; seed++) {
      const random = new Random(seed);
      const meshes = randomSlivers(random);
      const options = {
        passes,
        self: random.chance(0.5),
        views: random.pick(['x', 'y', 'z', 'xz']),
        resolution: random.pick([40, 130, 300]),
        depthBits: random.pick([16, 24, 32]),
        level: 'triangle',
        hierarchy: false,
        order: 'given',
        iterations: 1,
        rounds: 1,
      } as const;
      using scene = engine.createScene();
      for (const mesh of meshes) scene.add({ ...mesh, weld: false });
      const { survivorTriangles } = await papers.cull(scene, { ...options, coverage: 'sampled' });
      const expected = cullByDepthBuffer(meshes, options).survivors;
      expect(names(survivorTriangles), `seed ${seed}, ${JSON.stringify(options)}`).toHaveLength(expected.length);
      expect(new Set(names(survivorTriangles)), `seed ${seed}`).toEqual(new Set(expected));
      pruned += meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0) - expected.length;
    }
    expect(pruned).toBeGreaterThan(20);
  },
);

/**
 * A surface of large triangles that runs back over itself, in front of itself or behind, with corners at the centres and the corners of
 * pixels: neighbours share edges and vertices that pixels are sampled at. `side` is that of the image, whose box it fills.
 */
function foldedSurface(random: Random, side: number): Soup {
  const across = random.integer(3, 7);
  const step = Math.floor((side - 2) / across);
  const positions: number[] = [];
  for (let row = 0; row <= across; row++) {
    for (let column = 0; column <= across; column++) {
      const place = (at: number) => step * at + 1 + random.integer(-step, step) * Number(random.chance(0.3));
      const inside = (value: number) => Math.min(side - 1, Math.max(1, value)) + random.pick([0, 0.5, -0.5]);
      positions.push(inside(place(column)), inside(place(row)), random.pick([0.1, 0.2, 0.5, 0.9]) * side);
    }
  }
  const indices: number[] = [];
  for (let row = 0; row < across; row++) {
    for (let column = 0; column < across; column++) {
      const a = row * (across + 1) + column;
      indices.push(a, a + 1, a + across + 1, a + 1, a + across + 2, a + across + 1);
    }
  }
  // Two that keep the box as it is.
  const first = positions.length / 3;
  positions.push(0, 0, 0, 1, 0, 0, 0, 1, 0, side, side, side, side - 1, side, side, side, side - 1, side);
  indices.push(first, first + 1, first + 2, first + 3, first + 4, first + 5);
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

it.each(['cullide', 'quick'] as const)(
  'within a surface of large neighbours, is what a plain depth buffer says, with passes of %s',
  async (passes) => {
    let pruned = 0;
    let left = 0;
    for (let seed = 0; seed < 60; seed++) {
      const random = new Random(seed);
      const resolution = random.pick([100, 128, 256]);
      const mesh = foldedSurface(random, resolution);
      const options = {
        passes,
        self: true,
        views: random.pick(['z', 'zx', 'zxy']),
        resolution,
        depthBits: random.pick([16, 24, 32]),
        level: 'triangle',
        hierarchy: false,
        order: 'given',
        iterations: random.pick([1, 2]),
        rounds: 1,
      } as const;
      using scene = engine.createScene();
      scene.add({ ...mesh, weld: false });
      const { survivorTriangles } = await papers.cull(scene, { ...options, coverage: 'sampled' });
      const expected = cullByDepthBuffer([mesh], options).survivors;
      expect(names(survivorTriangles).toSorted(), `seed ${seed}, ${JSON.stringify(options)}`).toEqual(
        [...expected].toSorted(),
      );
      left += expected.length;
      pruned += mesh.indices.length / 3 - expected.length;
    }
    expect(pruned).toBeGreaterThan(200);
    expect(left).toBeGreaterThan(100);
  },
);

it('tells of two large triangles whether they share a centre, be it one on an edge or in a corner', async () => {
  const side = 128;
  let hidden = 0;
  for (let seed = 0; seed < 300; seed++) {
    const random = new Random(seed);
    // Corners at centres, few enough that triangles often touch each other in them.
    const corners = (depth: number) =>
      random.times(3, () => [...random.times(2, () => 32 * random.integer(0, 3) + 16.5), depth]);
    const positions = [...corners(20), ...corners(90), [0, 0, 0], [1, 0, 0], [0, 1, 0], [side, side, side]].flat();
    const mesh = {
      positions: Float32Array.from(positions),
      indices: Uint32Array.from(random.chance(0.5) ? [0, 1, 2, 3, 4, 5] : [3, 4, 5, 0, 1, 2]),
    };
    const frame = {
      positions: Float32Array.of(0, 0, 0, side, side, side, side, side, side),
      indices: Uint32Array.of(0, 1, 2),
    };
    const options = {
      passes: 'cullide',
      self: true,
      views: 'z',
      resolution: side,
      depthBits: 24,
      level: 'triangle',
      hierarchy: false,
      order: 'given',
      iterations: 1,
      rounds: 1,
    } as const;
    using scene = engine.createScene();
    for (const each of [mesh, frame]) scene.add({ ...each, weld: false });
    const { survivorTriangles } = await papers.cull(scene, { ...options, coverage: 'sampled' });
    const expected = cullByDepthBuffer([mesh, frame], options).survivors;
    expect(names(survivorTriangles).toSorted(), `seed ${seed}`).toEqual([...expected].toSorted());
    hidden += Number(expected.length > 0);
  }
  expect(hidden).toBeGreaterThan(60);
  expect(hidden).toBeLessThan(240);
});

it.each([16, 24, 32] as const)(
  'tells of two large triangles which is in front by less than their bounds of depth tell, with %i bits',
  async (depthBits) => {
    const side = 128;
    // Bounds have 16 bits of the depth, so equal ones say nothing of which is in front, unless depths have no more; corners have 24
    // bits, which single precision holds.
    const step = side / 2 ** 24;
    const counts = [0, 0, 0];
    for (let seed = 0; seed < 150; seed++) {
      const random = new Random(seed);
      const kept = random.integer(1, 2 ** 16 - 3) * 256;
      const flat = random.chance(0.5);
      const corners = () => {
        const depth = kept + random.integer(0, 300);
        const depths = random.times(3, () => step * (flat ? depth : kept + random.integer(0, 300)));
        return [10, 10, depths[0], 120, 15, depths[1], 20, 110, depths[2]];
      };
      const first = corners();
      // Equal depths hide in neither order.
      const second = random.chance(0.2) ? first : corners();
      const mesh = { positions: Float32Array.from([...first, ...second]), indices: Uint32Array.of(0, 1, 2, 3, 4, 5) };
      const frame = {
        positions: Float32Array.of(0, 0, 0, side, side, side, side, side, side),
        indices: Uint32Array.of(0, 1, 2),
      };
      const options = {
        passes: random.pick(['cullide', 'quick'] as const),
        self: true,
        views: 'z',
        resolution: side,
        depthBits,
        level: 'triangle',
        hierarchy: false,
        order: 'given',
        iterations: 1,
        rounds: 1,
      } as const;
      using scene = engine.createScene();
      for (const each of [mesh, frame]) scene.add({ ...each, weld: false });
      const { survivorTriangles } = await papers.cull(scene, { ...options, coverage: 'sampled' });
      const expected = cullByDepthBuffer([mesh, frame], options).survivors;
      expect(names(survivorTriangles).toSorted(), `seed ${seed}`).toEqual([...expected].toSorted());
      counts[expected.length === 1 ? Number(expected[0].at(-1)) : 2]++;
    }
    // Hidden is the one, or the other, or none or both.
    expect(Math.min(...counts)).toBeGreaterThan(3);
  },
);

it.each(['uobb', 'conservative'] as const)('by %s coverage, loses nothing that collides', async (coverage) => {
  let colliding = 0;
  let pruned = 0;
  for (let seed = 0; seed < 100; seed++) {
    const random = new Random(seed);
    const meshes = randomSlivers(random);
    using scene = engine.createScene();
    for (const mesh of meshes) scene.add({ ...mesh, weld: false });
    const options = {
      coverage,
      passes: random.pick(['cullide', 'quick'] as const),
      boxes: false,
      views: random.pick(['x', '-y', 'xyz', '1,2,3']),
      resolution: random.pick([40, 130, 300, 700, 1400]),
      depthBits: random.pick([16, 24, 32] as const),
      rounds: random.pick([1, 2]),
    };
    const { survivorTriangles, stats } = await papers.cull(scene, options);
    const left = new Set(names(survivorTriangles));
    const { trianglePairs } = oracle.collide(meshes, { self: false, between: true });
    const involved = trianglePairs.flatMap(([a, i, b, j]) => [`${a}:${i}`, `${b}:${j}`]);
    expect(
      involved.filter((name) => !left.has(name)),
      `seed ${seed}, ${JSON.stringify(options)}`,
    ).toEqual([]);
    colliding += involved.length;
    pruned += stats.triangles - left.size;
  }
  expect(colliding).toBeGreaterThan(50);
  expect(pruned).toBeGreaterThan(100);
});
