/** Voxels of positions in GPU buffers: the same as of positions in arrays, and the positions stay where they are. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/index.ts';
import type { GpuPositions } from '../../../src/mesh/gpu-positions.ts';
import { type VoxelCollideOptions, voxelCollide, voxels } from '../../../src/papers/index.ts';
import { ballMesh } from '../../support/closed-meshes.ts';
import { describeGpu } from '../../support/gpu.ts';

// Of GPUBufferUsage, which Node does not have.
const [COPY_DST, STORAGE] = [0x8, 0x80];

describeGpu('voxels of positions on the GPU', (file) => {
  let engine: Engine;
  let wasm: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'webgpu', threads: 0, device: file.device.handle });
    wasm = await createEngine({ backend: 'wasm', threads: 0 });
  });
  afterAll(() => {
    engine.dispose();
    wasm.dispose();
  });

  function inBuffer(positions: Float32Array): GpuPositions {
    const device = file.device.handle;
    const buffer = device.createBuffer({ size: positions.byteLength, usage: STORAGE | COPY_DST });
    device.queue.writeBuffer(buffer, 0, positions as Float32Array<ArrayBuffer>);
    return { buffer, vertexCount: positions.length / 3 };
  }

  const level = 5;
  const { indices } = ballMesh(level);
  const ball = (shift: number, wave = 0) =>
    Float32Array.from(
      ballMesh(level, (x, y, z) => [x + shift + wave * Math.sin(5 * z), y + 0.11, z + wave * Math.cos(3 * x)])
        .positions,
    );

  /** The same scene with its first object in a buffer, and in arrays. */
  function scenes() {
    const [there, here] = [engine.createScene(), wasm.createScene()];
    const first = ball(0);
    there.add({ positions: inBuffer(first), indices: indices! });
    here.add({ positions: first, indices: indices!, weld: false });
    for (const scene of [there, here]) scene.add({ positions: ball(1.8), indices: indices!, weld: false });
    return { there, here };
  }

  it.each(['conservative', 'paper'] as const)('follow moves, and stay there: %s', async (rule) => {
    const { there, here } = scenes();
    const options: VoxelCollideOptions = { resolution: 48, rule, list: true };
    let settled = 0;
    for (let frame = 0; frame < 4; frame++) {
      const positions = ball(0.02 * frame, 0.03 * frame);
      there.move(0, inBuffer(positions));
      here.move(0, positions);
      const found = await voxelCollide(there, 0, 1, options);
      const exact = await voxelCollide(here, 0, 1, options);
      expect(found.stats.backend).toBe('webgpu');
      expect([found.common, found.counts, found.voxels]).toEqual([exact.common, exact.counts, exact.voxels]);
      expect(found.region).toEqual(exact.region);
      settled += found.stats.settled;
      // Sixteen bytes for each vertex would be more; the first time they are read, and indices go up.
      if (frame > 0) {
        expect(found.stats.gpu!.bytesDown).toBeLessThan(16 * (positions.length / 3));
        expect(found.stats.gpu!.bytesUp).toBeLessThan(16 * (positions.length / 3));
      }
      const alone = await voxels(there, 0, { resolution: 20, rule });
      expect(alone.bits).toEqual((await voxels(here, 0, { resolution: 20, rule })).bits);
    }
    expect(settled).toBeGreaterThan(0);
    there.dispose();
    here.dispose();
  });

  it('are brought here where wasm is to answer, or where they are placed', async () => {
    const { there, here } = scenes();
    const positions = ball(0.1, 0.02);
    there.move(0, inBuffer(positions));
    here.move(0, positions);
    const identify = { resolution: 24, identify: true } as const;
    expect((await voxelCollide(there, 0, 1, identify)).trianglePairs).toEqual(
      (await voxelCollide(here, 0, 1, identify)).trianglePairs,
    );
    there.move(0, inBuffer(ball(0.2)));
    here.move(0, ball(0.2));
    const matrix = [0.8, 0.6, 0, 0, -0.6, 0.8, 0, 0, 0, 0, 1, 0, 0.05, 0, 0, 1];
    for (const scene of [there, here]) scene.place(0, matrix);
    const [found, exact] = [await voxelCollide(there, 0, 1), await voxelCollide(here, 0, 1)];
    expect([found.stats.backend, found.common, found.counts]).toEqual(['webgpu', exact.common, exact.counts]);
    there.dispose();
    here.dispose();
  });

  it('that are no numbers are reported with the vertex', async () => {
    const { there, here } = scenes();
    await voxelCollide(there, 0, 1, { resolution: 8 });
    const bad = ball(0);
    bad[3 * 7 + 1] = Number.NaN;
    there.move(0, inBuffer(bad));
    await expect(voxelCollide(there, 0, 1, { resolution: 8 })).rejects.toMatchObject({
      code: 'not-finite',
      details: { vertex: 7 },
    });
    there.dispose();
    here.dispose();
  });
});
