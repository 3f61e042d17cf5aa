/** Culling by depth buffers and occlusion queries equals the layered image, where no fragment hangs by a thread. */

import { describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../../src/index.ts';
import type { CullOptions } from '../../../../src/papers/index.ts';
import * as papers from '../../../../src/papers/index.ts';
import { ballMesh } from '../../../support/closed-meshes.ts';
import { cullEngines, cullOn, triangleNames } from '../../../support/cull-engines.ts';
import { isDelicate } from '../../../support/delicate-scenes.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { watchTraffic } from '../../../support/gpu-traffic.ts';
import { Random } from '../../../support/random.ts';
import { lying, standing } from '../../../support/shapes.ts';
import { isLong } from '../../../support/thoroughness.ts';
import { withWatchedGpu } from '../../../support/watched-gpu.ts';

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
  const engines = cullEngines();

  async function answer(engine: Engine, meshes: readonly Soup[], options: CullOptions) {
    const unwelded = meshes.map((mesh) => ({ ...mesh, weld: false }));
    const { survivorTriangles, sets, passes, stats } = await cullOn(engine, unwelded, options);
    const counts = passes.map(({ milliseconds: _milliseconds, ...pass }) => pass);
    return { backend: stats.backend, answer: { survivorTriangles, sets, counts } };
  }

  it.each(['cullide', 'quick-cullide', 'self-cullide'] as const)('equals the layered image by %s', async (preset) => {
    let compared = 0;
    for (let seed = 0; seed < 60 && compared < COMPARED; seed++) {
      const random = new Random(seed);
      const meshes = randomSoups(random, 4);
      const views = random.pick(['x', 'yz', 'zxy']);
      const resolution = random.pick([5, 9]);
      if (isDelicate(meshes, views, resolution, HARDWARE_TOLERANCE)) continue;
      const options: CullOptions = { preset, views, resolution, depthBits: random.pick([16, 24, 32]) };
      const layered = await answer(engines.wasm(), meshes, options);
      const hardware = await answer(engines.webgpu(), meshes, { ...options, generator: 'hardware' });
      expect(hardware.backend).toBe('webgpu');
      expect(hardware.answer, `seed ${seed}, ${JSON.stringify(options)}`).toEqual(layered.answer);
      compared++;
    }
    expect(compared).toBe(COMPARED);
  });

  it('equals the layered image over many iterations, and in a trace', async () => {
    let longest = 0;
    for (let seed = 0; seed < 400 && longest < 6; seed++) {
      const meshes = randomSoups(new Random(seed), 8);
      if (isDelicate(meshes, 'zx', 7, HARDWARE_TOLERANCE)) continue;
      const options: CullOptions = { coverage: 'sampled', views: 'zx', resolution: 7, iterations: 9, rounds: 3 };
      const layered = await answer(engines.wasm(), meshes, options);
      const hardware = await answer(engines.webgpu(), meshes, { ...options, generator: 'hardware' });
      expect(hardware.answer, `seed ${seed}`).toEqual(layered.answer);
      const traced = await answer(engines.webgpu(), meshes, { ...options, generator: 'hardware', trace: true });
      expect(traced.answer, `seed ${seed}, traced`).toEqual(layered.answer);
      longest = Math.max(longest, layered.answer.counts.length);
    }
    expect(longest).toBeGreaterThan(5);
  });

  const ways: readonly CullOptions[] = [
    { preset: 'quick-cullide' },
    { preset: 'far' },
    { preset: 'far', coverage: 'conservative', self: true },
  ];
  it.each(ways)('is one submission and one read-back, and uploads what has moved: %j', async (way) => {
    await withWatchedGpu(async ({ devices }) => {
      const engine = await createEngine({ backend: 'webgpu', threads: 0 });
      using scene = engine.createScene();
      const meshes = [0, 1, 2].map((i) => ballMesh(3, (x, y, z) => [x + 0.9 * i, y, z + 0.1 * i]));
      const ids = meshes.map((mesh) => scene.add(mesh));
      const options: CullOptions = { ...way, resolution: 60, generator: 'hardware' };
      const first = await papers.cull(scene, options);
      const traffic = watchTraffic(devices[0]);
      const second = await papers.cull(scene, options);
      expect(second.survivorTriangles).toEqual(first.survivorTriangles);
      expect(second.passes.length).toBe(6);
      expect(traffic).toMatchObject({ submits: 1, maps: 1 });
      // Neither positions nor triangles go up again; state, log and two bits for each triangle come down.
      const vertexBytes = 16 * (meshes[0].positions.length / 3);
      expect(traffic.bytesUp).toBeLessThan(vertexBytes);
      expect(traffic.bytesDown).toBeLessThan(second.stats.triangles / 4 + 8192);
      const unmoved = traffic.bytesUp;
      scene.move(
        ids[1],
        (meshes[1].positions as Float32Array).map((x) => x * 0.99),
      );
      const moved = await traffic.of(() => papers.cull(scene, options));
      expect(moved).toMatchObject({ submits: 1, maps: 1 });
      expect(moved.bytesUp - unmoved).toBeGreaterThanOrEqual(vertexBytes);
      expect(moved.bytesUp - unmoved).toBeLessThan(vertexBytes + 1024);
      engine.dispose();
    });
  });

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
    const hardware = await answer(engines.webgpu(), meshes, { ...options, generator: 'hardware' });
    const layered = await answer(engines.wasm(), meshes, options);
    expect(hardware.answer.counts.map(({ queries }) => queries)).toEqual([count, count]);
    const shared = triangleNames(hardware.answer.survivorTriangles).filter((name) =>
      triangleNames(layered.answer.survivorTriangles).includes(name),
    );
    expect(shared.length).toBeGreaterThan(0.95 * layered.answer.sets.length);
  });

  describe('refuses', () => {
    it.each([
      [
        'images larger than the device draws',
        { preset: 'cullide', resolution: 16384 },
        /draws images of at most \d+ pixels/,
      ],
    ] as const)('%s', async (_name, options, message) => {
      using scene = engines.webgpu().createScene();
      scene.add(lying());
      scene.add(standing());
      await expect(papers.cull(scene, { ...options, generator: 'hardware' })).rejects.toThrow(message);
    });
  });
});
