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
  60_000,
);

it.each(['uobb', 'conservative'] as const)(
  'by %s coverage, loses nothing that collides',
  async (coverage) => {
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
  },
  60_000,
);
