/** The paper's own software image beside one that looks at every triangle for every pixel, and the same with threads and without. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SampledLayer, sampledLayers } from '../../../oracle/sampled-layers.ts';
import { createEngine, type Engine } from '../../../src/index.ts';
import type { LayeredImage } from '../../../src/papers/index.ts';
import * as papers from '../../../src/papers/index.ts';
import { ballMesh } from '../../support/closed-meshes.ts';
import { Random } from '../../support/random.ts';
import { seedsOf } from '../../support/thoroughness.ts';

let alone: Engine;
let threaded: Engine;
beforeAll(async () => {
  alone = await createEngine({ backend: 'wasm', threads: 0 });
  threaded = await createEngine({ backend: 'wasm', threads: 2 });
});
afterAll(() => {
  alone?.dispose();
  threaded?.dispose();
});

const AXES = ['x', 'y', 'z'] as const;

/** Triangles of all sizes, corners often on a grid, so that centres lie on edges; some without area. */
function randomTriangles(random: Random) {
  const isWhole = random.chance(0.4);
  const coordinate = (reach: number) => {
    const value = random.real(-reach, reach);
    return isWhole ? Math.round(4 * value) / 4 : value;
  };
  const reach = random.pick([0.6, 2, 2, 300]);
  const positions = Float64Array.from({ length: 3 * 24 }, () => coordinate(reach));
  const indices = Uint32Array.from({ length: 3 * random.integer(1, 16) }, () => random.integer(0, 23));
  if (!random.chance(0.5)) return { positions, indices };
  // Small ones, near each other.
  for (let i = 3; i < positions.length; i++) positions[i] = positions[i % 3] + positions[i] / 8;
  return { positions, indices };
}

function layersOf({ starts, depths, enters, triangles }: LayeredImage, pixel: number): SampledLayer[] {
  return Array.from(depths.subarray(starts[pixel], starts[pixel + 1]), (depth, i) => {
    const at = starts[pixel] + i;
    return { depth, enters: enters[at] === 1, triangle: triangles![at] };
  });
}

const byTriangle = (layers: readonly SampledLayer[]) =>
  layers.map(({ triangle, enters }) => 2 * triangle + Number(enters)).sort((a, b) => a - b);

it('has exactly the layers that whole numbers tell of, in the order of depth', async () => {
  let compared = 0;
  let before = 0;
  for (let seed = 0; seed < seedsOf(1200); seed++) {
    const random = new Random(seed);
    const mesh = randomTriangles(random);
    const axis = random.integer(0, 2);
    const resolution = random.pick([1, 2, 3, 5, 8, 9, 17, 24, 33]);
    const box = { min: [-1, -1.25, -1.5], max: [1, 1.5, random.pick([1, 0, -1])] } as const;
    const engine = random.chance(0.8) ? alone : threaded;
    using scene = engine.createScene();
    const id = scene.add({ ...mesh, weld: false });
    const image = await papers.layers(scene, id, { generator: 'sampled', axis: AXES[axis], resolution, box });
    const expected = sampledLayers(mesh, { axis, resolution, ...box });
    const [near, far] = [box.min[axis], box.max[axis]];
    for (const [pixel, all] of expected.entries()) {
      const about = `seed ${seed}, pixel ${pixel}`;
      // Depths this near a side of the box may come to lie on the other side of it.
      if (all.some(({ depth }) => Math.min(Math.abs(depth - near), Math.abs(depth - far)) < 1e-9)) continue;
      const layers = layersOf(image, pixel);
      const within = all.filter(({ depth }) => depth > near && depth < far);
      expect(byTriangle(layers), about).toEqual(byTriangle(within));
      for (const [i, { depth }] of layers.entries()) {
        expect(Math.abs(depth - within[i].depth), about).toBeLessThan(1e-10 * (1 + Math.abs(depth)));
        if (i > 0) expect(depth, about).toBeGreaterThanOrEqual(layers[i - 1].depth);
      }
      const winding = all.reduce((sum, { depth, enters }) => sum + (depth < near ? (enters ? 1 : -1) : 0), 0);
      expect(image.windings[pixel], about).toBe(winding);
      compared += layers.length;
      before += Math.abs(winding);
    }
  }
  expect(compared).toBeGreaterThan(5 * seedsOf(1200));
  expect(before).toBeGreaterThan(seedsOf(1200));
});

it('is the same whatever works on it', async () => {
  // More triangles than one thread does alone, and an image that is larger than it does alone.
  for (const [level, resolution] of [
    [6, 100],
    [7, 64],
    [3, 400],
  ]) {
    const images: LayeredImage[] = [];
    for (const engine of [alone, threaded]) {
      using scene = engine.createScene();
      const id = scene.add(ballMesh(level, (x, y, z) => [x + 0.2 * Math.sin(9 * y), y + 0.3 * z * z, z]));
      scene.place(id, [0.8, 0.6, 0, 0, -0.6, 0.8, 0, 0, 0, 0, 1, 0, 3, 4, 5, 1]);
      const box = { min: [2.2, 3.4, 4.8], max: [3.7, 4.9, 5.6] } as const;
      images.push(await papers.layers(scene, id, { generator: 'sampled', resolution, box }));
    }
    const [{ starts, depths, enters, triangles, windings }, other] = images;
    const bytes = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => Buffer.from(buffer, byteOffset, byteLength);
    for (const [mine, its] of [
      [starts, other.starts],
      [depths, other.depths],
      [enters, other.enters],
      [triangles!, other.triangles!],
      [windings, other.windings],
    ] as const) {
      expect(bytes(mine).equals(bytes(its))).toBe(true);
    }
    expect(depths.length).toBeGreaterThan(500);
    expect(windings.some((winding) => winding !== 0)).toBe(true);
  }
});
