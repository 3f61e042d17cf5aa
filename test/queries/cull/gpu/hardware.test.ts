/** Culling by depth buffers and occlusion queries equals the layered image, where no fragment hangs by a thread. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../../src/index.ts';
import type { CullOptions } from '../../../../src/papers/index.ts';
import * as papers from '../../../../src/papers/index.ts';
import { isDelicate } from '../../../support/delicate-scenes.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { Random } from '../../../support/random.ts';
import { lying, standing } from '../../../support/shapes.ts';
import { isLong } from '../../../support/thoroughness.ts';

/** Scenes of each preset that are compared. */
const COMPARED = isLong ? 9 : 3;

interface Soup {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

function randomSoups(random: Random, most: number): Soup[] {
  return random.times(random.integer(2, most), () => {
    const middle = random.times(3, () => random.real(-1, 1));
    const vertexCount = random.integer(3, 6);
    const positions = Float32Array.from({ length: 3 * vertexCount }, (_, i) => middle[i % 3] + random.real(-0.7, 0.7));
    const indices = Uint32Array.from({ length: 3 * (vertexCount - 2) }, (_, i) => Math.floor(i / 3) + (i % 3));
    return { positions, indices };
  });
}

/** Hardware places corners on a grid of 1/256 pixel, and rounds depth to its own format. */
const HARDWARE_TOLERANCE = { pixels: 1 / 100, depth: 2 ** -11 };

describeGpu('the hardware generator', () => {
  let wasm: Engine;
  let webgpu: Engine;
  beforeAll(async () => {
    wasm = await createEngine({ backend: 'wasm', threads: 0 });
    webgpu = await createEngine({ backend: 'webgpu', threads: 0 });
  });
  afterAll(() => {
    wasm?.dispose();
    webgpu?.dispose();
  });

  async function answer(engine: Engine, meshes: readonly Soup[], options: CullOptions) {
    using scene = engine.createScene();
    for (const mesh of meshes) scene.add({ ...mesh, weld: false });
    const { survivorTriangles, sets, passes, stats } = await papers.cull(scene, options);
    const counts = passes.map(({ milliseconds: _milliseconds, ...pass }) => pass);
    return { backend: stats.backend, answer: { survivorTriangles, sets, counts } };
  }

  it.each(['cullide', 'quick-cullide', 'self-cullide'] as const)(
    'equals the layered image by %s',
    async (preset) => {
      let compared = 0;
      for (let seed = 0; seed < 60 && compared < COMPARED; seed++) {
        const random = new Random(seed);
        const meshes = randomSoups(random, 4);
        const views = random.pick(['x', 'yz', 'zxy']);
        const resolution = random.pick([5, 9]);
        if (isDelicate(meshes, views, resolution, HARDWARE_TOLERANCE)) continue;
        const options: CullOptions = { preset, views, resolution, depthBits: random.pick([16, 24, 32]) };
        const layered = await answer(wasm, meshes, options);
        const hardware = await answer(webgpu, meshes, { ...options, generator: 'hardware' });
        expect(hardware.backend).toBe('webgpu');
        expect(hardware.answer, `seed ${seed}, ${JSON.stringify(options)}`).toEqual(layered.answer);
        compared++;
      }
      expect(compared).toBe(COMPARED);
    },
    60_000,
  );

  it('draws FAR’s boxes, and loses nothing that collides', async () => {
    for (let seed = 0; seed < (isLong ? 12 : 3); seed++) {
      const random = new Random(seed + 1000);
      const meshes = randomSoups(random, 6);
      const options: CullOptions = {
        preset: 'far',
        views: random.pick(['x', 'y', 'xyz']),
        resolution: random.pick([4, 16, 33]),
        generator: 'hardware',
      };
      using scene = webgpu.createScene();
      for (const mesh of meshes) scene.add({ ...mesh, weld: false });
      const { survivorTriangles } = await papers.cull(scene, options);
      const { trianglePairs } = await scene.collide();
      const left = new Set(names(survivorTriangles));
      expect(
        names(trianglePairs).filter((name) => !left.has(name)),
        `seed ${seed}`,
      ).toEqual([]);
    }
  }, 60_000);

  it('asks in several render passes when there are more than 1024 elements', async () => {
    const count = 1500;
    const meshes = Array.from({ length: count }, (_, i) => ({
      positions: Float32Array.of(
        i % 40,
        Math.floor(i / 40),
        i / count,
        (i % 40) + 1.2,
        Math.floor(i / 40),
        i / count,
        i % 40,
        Math.floor(i / 40) + 1.2,
        i / count,
      ),
      indices: Uint32Array.of(0, 1, 2),
    }));
    const options: CullOptions = { preset: 'cullide', views: 'z', level: 'object', resolution: 101, rounds: 1 };
    const hardware = await answer(webgpu, meshes, { ...options, generator: 'hardware' });
    const layered = await answer(wasm, meshes, options);
    expect(hardware.answer.counts.map(({ queries }) => queries)).toEqual([count, count]);
    const shared = names(hardware.answer.survivorTriangles).filter((name) =>
      names(layered.answer.survivorTriangles).includes(name),
    );
    expect(shared.length).toBeGreaterThan(0.95 * layered.answer.sets.length);
  }, 60_000);

  describe('refuses', () => {
    it.each([
      ['conservative coverage', {}, /expected coverage "sampled" or "uobb"/],
      ['boxes within objects', { preset: 'far', self: true }, /boxes of neighbours overlap/],
      [
        'images larger than the device draws',
        { preset: 'cullide', resolution: 16384 },
        /draws images of at most \d+ pixels/,
      ],
    ] as const)('%s', async (_name, options, message) => {
      using scene = webgpu.createScene();
      scene.add(lying());
      scene.add(standing());
      await expect(papers.cull(scene, { ...options, generator: 'hardware' })).rejects.toThrow(message);
    });
  });
});

function names(list: Uint32Array): string[] {
  return Array.from({ length: list.length / 2 }, (_, i) => `${list[2 * i]}:${list[2 * i + 1]}`);
}
