/** Reliable culling of scenes that are nothing but long, and of more objects than can be numbered in 16 bits. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/index.ts';
import * as papers from '../../../src/papers/index.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

const names = (list: Uint32Array) =>
  Array.from({ length: list.length / 2 }, (_, i) => `${list[2 * i]}:${list[2 * i + 1]}`);

const FAR = 2 ** 127;
/** As long as single precision goes along y and z, and two wide. */
const LONG = [
  {
    positions: [0.5, 0.5, -FAR, 0.5, 3.5, -1.5, 0.5, 0.5, 0.5, 1.5, 0.5, FAR, -0.5, 0.5, -FAR, 0.5, 0.5, -FAR],
    indices: [2, 5, 1, 4, 0, 3],
  },
  { positions: [-0.5, -0.5, -FAR, 0.5, 0.5, -FAR, 0.5, 3.5, -1.5], indices: [0, 1, 2] },
  { positions: [-0.5, FAR, -0.5, 1.5, 1.5, -0.5, 1.5, 0.5, FAR], indices: [0, 1, 2] },
];

it.each(['x', 'y', 'z', '1,1,1'])(
  'loses nothing of a scene as long as single precision goes, along %s',
  async (views) => {
    using scene = engine.createScene();
    for (const { positions, indices } of LONG)
      scene.add({ positions: Float32Array.from(positions), indices: Uint32Array.from(indices) });
    const colliding = new Set(names((await scene.collide()).trianglePairs));
    expect(colliding.size).toBe(4);
    for (const coverage of ['uobb', 'conservative'] as const) {
      for (const resolution of [1, 2, 16, 300]) {
        for (const depthBits of [16, 24, 32] as const) {
          const { survivorTriangles } = await papers.cull(scene, {
            coverage,
            resolution,
            depthBits,
            views,
            boxes: false,
          });
          const left = new Set(names(survivorTriangles));
          expect([...colliding].filter((name) => !left.has(name))).toEqual([]);
        }
      }
    }
  },
);

it('tells more objects apart than 16 bits can number', async () => {
  using scene = engine.createScene();
  const across = 257;
  const indices = Uint32Array.of(0, 1, 2);
  const triangle = (x: number, y: number, z: number) => Float32Array.of(x, y, z, x + 0.5, y, z, x, y + 0.5, z);
  const ids: number[] = [];
  for (let i = 0; i < across * across; i++) {
    ids.push(scene.add({ positions: triangle(i % across, Math.floor(i / across), 0), indices }));
  }
  // The last one, which 16 bits would take for an earlier one, is crossed by another; so is one among the first.
  const upright = (x: number, y: number) =>
    Float32Array.of(x + 0.1, y + 0.1, -1, x + 0.2, y + 0.1, 1, x + 0.1, y + 0.2, 1);
  ids.push(scene.add({ positions: upright(across - 1, across - 1), indices }));
  ids.push(scene.add({ positions: upright(3, 0), indices }));
  const { survivors } = await papers.cull(scene, { boxes: false, views: 'z', resolution: 1028 });
  expect([...survivors]).toEqual([3, across * across - 1, across * across, across * across + 1].map((i) => ids[i]));
});
