/** Images that stay on the GPU, and what is looked up in them there, beside the same image read back and looked up here. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/index.ts';
import { layers, layersInside, layersOnGpu, layersOverlap, layersSelfOverlap } from '../../../src/papers/index.ts';
import { countCalls } from '../../support/call-counts.ts';
import { ballMesh, boxMesh, joinMeshes } from '../../support/closed-meshes.ts';
import { describeGpu } from '../../support/gpu.ts';
import { watchTraffic } from '../../support/gpu-traffic.ts';
import { Random } from '../../support/random.ts';

const GENERATORS = ['ordered', 'unordered', 'compute'] as const;
const AXES = ['x', 'y', 'z'] as const;
const TURN = [0.8, 0.6, 0, 0, -0.6, 0.8, 0, 0, 0, 0, 1, 0, 0.1, 0.2, 0.3, 1];

/**
 * Of a convex object: one read-back, of how many layers there are. Peeling also asks after each pass whether there was anything, two
 * passes for each side; counting reads the counters of each side.
 */
const READ_BACKS = { ordered: 5, unordered: 3, compute: 1 } as const;

describeGpu('lookup in images on the GPU', (file) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'webgpu', threads: 0, device: file.device.handle });
  });
  afterAll(() => engine.dispose());

  it.each(GENERATORS)('%s: what two objects have in common, and points inside', async (generator) => {
    let segments = 0;
    let inside = 0;
    for (const [seed, axis] of AXES.entries()) {
      const random = new Random(seed);
      using scene = engine.createScene();
      const at = random.times(3, () => random.real(-0.7, 0.7));
      // In double precision, placed, and far from the origin.
      const a = scene.add(ballMesh(3, (x, y, z) => [x + 0.3 * y * y, y, z]));
      const b = scene.add({
        ...ballMesh(3),
        positions: Float64Array.from(ballMesh(3).positions, (x, i) => x + at[i % 3]),
      });
      if (seed === 1) scene.place(b, TURN);
      const options = { generator, axis, resolution: 40 } as const;
      using first = await layersOnGpu(scene, a, { ...options, with: b });
      using second = await layersOnGpu(scene, b, { ...options, with: a });
      const here = [await layers(scene, a, { ...options, with: b }), await layers(scene, b, { ...options, with: a })];
      const { volume, ...found } = await first.overlap(second);
      const expected = layersOverlap(here[0], here[1]);
      expect(Math.abs(volume - expected.volume)).toBeLessThan(1e-5 * expected.volume);
      expect(Math.abs(found.segments - expected.pixels.length)).toBeLessThan(0.02 * expected.pixels.length + 2);
      const exact = await scene.overlapVolume(a, b);
      expect(Math.abs(volume - exact.volume)).toBeLessThan(0.03 * exact.volume);
      segments += found.segments;
      const { min, max } = first.box;
      const points = Float64Array.from({ length: 999 }, (_, i) => random.real(min[i % 3] - 0.1, max[i % 3] + 0.1));
      const places = await first.inside(points);
      const differ = layersInside(here[0], points).filter((place, i) => place !== places[i]).length;
      // Where a point lies on the side of a pixel, or on a surface, as single precision has it.
      expect(differ).toBeLessThan(3);
      inside += places.reduce((sum, place) => sum + place, 0);
    }
    expect(segments).toBeGreaterThan(1000);
    expect(inside).toBeGreaterThan(100);
  });

  it.each(GENERATORS)('%s: where an object overlaps itself, inside out as well', async (generator) => {
    const twice = joinMeshes(boxMesh([0, 0, 0], [2, 1, 1]), boxMesh([1, 0.25, 0.25], [3, 0.75, 0.75]));
    for (const isTurned of [false, true]) {
      using scene = engine.createScene();
      const indices = isTurned ? Uint32Array.from(twice.indices!).reverse() : twice.indices;
      const id = scene.add({ ...twice, indices });
      const options = { generator, resolution: 32 } as const;
      using image = await layersOnGpu(scene, id, options);
      const { volume } = await image.selfOverlap();
      expect(Math.abs(volume - layersSelfOverlap(await layers(scene, id, options)).volume)).toBeLessThan(1e-5);
      expect(Math.abs(volume - 0.25)).toBeLessThan(0.03);
    }
  });

  it('an object much larger than the volume of interest, and images of nothing', async () => {
    using scene = engine.createScene();
    const a = scene.add(boxMesh([-500, -500, -500], [500, 500, 500]));
    const b = scene.add(ballMesh(2));
    const [first, second] = [await layersOnGpu(scene, a, { with: b }), await layersOnGpu(scene, b, { with: a })];
    const { volume } = await first.overlap(second);
    const exact = await scene.overlapVolume(a, b);
    expect(Math.abs(volume - exact.volume)).toBeLessThan(0.02 * exact.volume);
    expect(await first.inside([0, 0, 0, 0.5, 0.5, 0.5, 30, 0, 0])).toEqual(Uint8Array.of(1, 1, 0));
    const far = scene.add(ballMesh(1, (x, y, z) => [x + 2000, y, z]));
    const nothing = await layersOnGpu(scene, b, { with: far });
    expect([await nothing.selfOverlap(), await nothing.inside([0, 0, 0])]).toEqual([{ volume: 0 }, Uint8Array.of(0)]);
    first.dispose();
    await expect(first.selfOverlap()).rejects.toMatchObject({ code: 'disposed' });
    await expect(second.overlap(await layersOnGpu(scene, a))).rejects.toMatchObject({ code: 'option-conflict' });
    await expect(layersOnGpu(scene, a, { generator: 'sampled' })).rejects.toMatchObject({ code: 'option-value' });
  });

  it.each(GENERATORS)('%s: no function is called for every triangle', async (generator) => {
    const level = 7;
    using scene = engine.createScene();
    const a = scene.add(ballMesh(level));
    const b = scene.add(ballMesh(level, (x, y, z) => [x + 0.9, y + 0.1, z + 0.2]));
    const triangles = 2 * 8 * 4 ** level;
    expect(triangles).toBeGreaterThan(100_000);
    const options = { generator, resolution: 64 } as const;
    const { answer, calls, above } = await countCalls(async () => {
      using first = await layersOnGpu(scene, a, { ...options, with: b });
      using second = await layersOnGpu(scene, b, { ...options, with: a });
      const { volume } = await first.overlap(second);
      const { volume: twice } = await first.selfOverlap();
      await layers(scene, a, options);
      return { volume, twice };
    });
    expect(answer.volume).toBeGreaterThan(1);
    expect(Math.abs(answer.twice)).toBeLessThan(0.01);
    expect(calls.some(({ name }) => name.includes('gpu-layers'))).toBe(true);
    expect(above(triangles / 64)).toEqual([]);
  });

  it.each(GENERATORS)(
    '%s: an object that has not moved is not uploaded again, and sums come back',
    async (generator) => {
      using scene = engine.createScene();
      const id = scene.add(ballMesh(5));
      const options = { generator, resolution: 32 } as const;
      const traffic = watchTraffic(file.device.handle);
      try {
        const image = await layersOnGpu(scene, id, options);
        expect(traffic.bytesUp).toBeGreaterThan(100_000);
        image.dispose();
        const again = await traffic.of(async () => (await layersOnGpu(scene, id, options)).dispose());
        expect(again.bytesUp).toBeLessThan(8192);
        expect(again.maps).toBe(READ_BACKS[generator]);
        // Stencil counters of both sides, or counts.
        expect(again.bytesDown).toBeLessThan(generator === 'unordered' ? 2 * 256 * 32 + 1024 : 1024);
        using kept = await layersOnGpu(scene, id, options);
        const lookups = [() => kept.selfOverlap(), () => kept.overlap(kept), () => kept.inside(new Float64Array(300))];
        for (const lookup of lookups) {
          const looked = await traffic.of(lookup);
          expect(looked).toMatchObject({ submits: 1, maps: 1 });
          expect(looked.bytesDown).toBeLessThanOrEqual(32 ** 2);
        }
        // Read back, the image comes with the last of them.
        const read = await traffic.of(() => layers(scene, id, options));
        expect(read.maps).toBe(READ_BACKS[generator]);
      } finally {
        traffic.stop();
      }
    },
  );
});
