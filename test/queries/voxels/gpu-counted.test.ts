/**
 * What voxels cost on WebGPU, counted at the device itself and by the script engine: uploads, read-backs, submissions, and calls of
 * functions. Times are not looked at: this driver is software.
 */

import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/index.ts';
import { type VoxelCollideOptions, voxelCollide, voxels } from '../../../src/papers/index.ts';
import { ballMesh, boxMesh } from '../../support/closed-meshes.ts';
import { describeGpu } from '../../support/gpu.ts';
import { withWatchedGpu } from '../../support/watched-gpu.ts';

describeGpu('what voxels cost on WebGPU', (file) => {
  let engine: Engine;
  let wasm: Engine;
  const counted = { up: 0, mapped: 0, submits: 0 };
  const undo: (() => void)[] = [];

  beforeAll(async () => {
    const device = file.device.handle;
    const { queue } = device;
    const replace = <T extends object, K extends keyof T>(target: T, name: K, value: T[K]) => {
      Object.defineProperty(target, name, { value, configurable: true });
      undo.push(() => Reflect.deleteProperty(target, name));
    };
    const { writeBuffer, submit } = queue;
    replace(queue, 'writeBuffer', ((...values: Parameters<typeof writeBuffer>) => {
      counted.up += (values[4] as number | undefined) ?? (values[2] as ArrayBuffer).byteLength;
      return writeBuffer.apply(queue, values);
    }) as typeof writeBuffer);
    replace(queue, 'submit', ((commands) => {
      counted.submits++;
      return submit.call(queue, commands);
    }) as typeof submit);
    const { createBuffer } = device;
    replace(device, 'createBuffer', ((descriptor) => {
      const buffer = createBuffer.call(device, descriptor);
      const { mapAsync } = buffer;
      replace(buffer, 'mapAsync', ((...values: Parameters<typeof mapAsync>) => {
        counted.mapped += values[2] ?? buffer.size;
        return mapAsync.apply(buffer, values);
      }) as typeof mapAsync);
      return buffer;
    }) as typeof createBuffer);
    engine = await createEngine({ backend: 'webgpu', threads: 0, device });
    wasm = await createEngine({ backend: 'wasm', threads: 0 });
  });
  afterAll(() => {
    engine.dispose();
    wasm.dispose();
    for (const restore of undo) restore();
  });
  beforeEach(() => Object.assign(counted, { up: 0, mapped: 0, submits: 0 }));

  /** Two balls; what they share is a small lens. */
  function balls(on = engine, level = 5) {
    const scene = on.createScene();
    const a = scene.add(ballMesh(level));
    const b = scene.add(ballMesh(level, (x, y, z) => [x + 1.93, y + 0.11, z + 0.07]));
    return { scene, a, b };
  }

  async function costOf(ask: () => Promise<unknown>) {
    Object.assign(counted, { up: 0, mapped: 0, submits: 0 });
    await ask();
    return { ...counted };
  }

  const OPTIONS: VoxelCollideOptions = { resolution: 64 };

  it('objects that have not changed are not uploaded again, not even for another grid', async () => {
    const { scene, a, b } = balls();
    using _ = scene;
    const first = await costOf(() => voxelCollide(scene, a, b, OPTIONS));
    const { positions, indices } = ballMesh(5);
    expect(first.up).toBeGreaterThan(2 * (16 * (positions.length / 3) + 4 * indices!.length));
    for (const resolution of [64, 48]) {
      const again = await costOf(() => voxelCollide(scene, a, b, { resolution }));
      // Parameters of some twenty dispatches, and the voxels of triangles that were left open.
      expect(again.up).toBeLessThan(24 * 1024);
    }
    const alone = await costOf(() => voxels(scene, a, { resolution: 32 }));
    expect(alone.up).toBeLessThan(8 * 1024);
    scene.move(b, ballMesh(5, (x, y, z) => [x + 1.9, y, z]).positions);
    const moved = await costOf(() => voxelCollide(scene, a, b, OPTIONS));
    const ofOne = (positions instanceof Float32Array ? 16 : 24) * (positions.length / 3);
    expect(moved.up).toBeGreaterThanOrEqual(ofOne);
    expect(moved.up).toBeLessThan(ofOne + 24 * 1024);
  });

  it('counts come back, and no worksheet', async () => {
    const { scene, a, b } = balls();
    using _ = scene;
    await voxelCollide(scene, a, b, OPTIONS);
    const asked = await costOf(() => voxelCollide(scene, a, b, OPTIONS));
    // One run, and one more that brings in what was left open. Two worksheets would be 64 KB.
    expect(asked.submits).toBeLessThanOrEqual(2);
    expect(asked.mapped).toBeLessThan(4 * 1024);
    const finer = await costOf(() => voxelCollide(scene, a, b, { resolution: 256 }));
    expect(finer.mapped).toBeLessThan(8 * 1024);
    const { stats } = await voxelCollide(scene, a, b, OPTIONS);
    expect(stats.gpu!.submissions).toBe(asked.submits);
    expect(stats.gpu!.bytesUp).toBe(asked.up);
  });

  it('identify: one more submission, pairs come back, and what lies in the region counts', async () => {
    const { scene, a, b } = balls();
    using _ = scene;
    await voxelCollide(scene, a, b, { ...OPTIONS, identify: true });
    const plain = await costOf(() => voxelCollide(scene, a, b, OPTIONS));
    let pairs = 0;
    const asked = await costOf(async () => {
      const { stats, kinds } = await voxelCollide(scene, a, b, { ...OPTIONS, identify: true });
      pairs = kinds!.length;
      expect([stats.backend, stats.gpu!.reruns]).toEqual(['webgpu', 0]);
      // Of 16 384 triangles, those near the lens.
      expect(stats.entries).toBeLessThan(4000);
    });
    expect(pairs).toBeGreaterThan(10);
    expect(asked.submits).toBe(plain.submits + 1);
    expect(asked.up - plain.up).toBeLessThan(12 * 1024);
    expect(asked.mapped - plain.mapped).toBeLessThan(6 * 1024 + 16 * pairs);
  });

  it('nothing is left open of what lies clear of boundaries: one submission, one read-back', async () => {
    using scene = engine.createScene();
    const a = scene.add(boxMesh([0, 0, 0], [2.4, 2.17, 2.9]));
    const b = scene.add(boxMesh([1.3, 1.2, 1.4], [3.7, 3.1, 3.45]));
    const grid = { resolution: [32, 32, 32], origin: [-33 / 64, -31 / 64, -35 / 64], voxelSize: 0.1875 } as const;
    await voxelCollide(scene, a, b, { grid });
    const asked = await costOf(async () => {
      const { stats, collides } = await voxelCollide(scene, a, b, { grid });
      expect([stats.settled, collides]).toEqual([0, true]);
    });
    expect(asked.submits).toBe(1);
  });

  it('early ends without what is left open, once a voxel is certainly shared', async () => {
    const { scene, a, b } = balls();
    using _ = scene;
    await voxelCollide(scene, a, b, { ...OPTIONS, early: true });
    const asked = await costOf(async () => {
      const { collides } = await voxelCollide(scene, a, b, { ...OPTIONS, early: true });
      expect(collides).toBe(true);
    });
    expect(asked.submits).toBe(1);
  });

  it('triangles outside the region of interest are not settled, and take no room in lists', async () => {
    const { scene, a, b } = balls();
    using _ = scene;
    const { stats } = await voxelCollide(scene, a, b, OPTIONS);
    expect(stats.settled).toBeLessThan(100);
    expect(stats.gpu!.reruns).toBe(0);
  });

  it('begins again where the device is lost, on a new one or on wasm, and says so', async () => {
    const there = balls(wasm, 4);
    const exact = await voxelCollide(there.scene, there.a, there.b, OPTIONS);
    there.scene.dispose();
    for (const isLast of [false, true]) {
      await withWatchedGpu(async ({ devices, giveNoMore }) => {
        const own = await createEngine({ backend: 'webgpu', threads: 0 });
        const { scene, a, b } = balls(own, 4);
        expect((await voxelCollide(scene, a, b, OPTIONS)).stats.backend).toBe('webgpu');
        if (isLast) giveNoMore();
        devices[0].destroy();
        await devices[0].lost;
        for (const restartedAfter of ['device-lost', undefined] as const) {
          const { stats, common, counts } = await voxelCollide(scene, a, b, OPTIONS);
          expect([common, ...counts]).toEqual([exact.common, ...exact.counts]);
          expect([stats.backend, stats.restartedAfter]).toEqual([isLast ? 'wasm' : 'webgpu', restartedAfter]);
        }
        own.dispose();
      });
    }
  });

  it.each([{}, { identify: true }])('no function is called for every triangle, with %j', async (asked) => {
    const level = 7;
    const { scene, a, b } = balls(engine, level);
    using _ = scene;
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    try {
      const found = await voxelCollide(scene, a, b, { ...OPTIONS, ...asked });
      expect(found.stats.backend).toBe('webgpu');
      const { result } = await session.post('Profiler.takePreciseCoverage');
      const triangles = 2 * 8 * 4 ** level;
      expect(found.stats.triangles).toBe(triangles);
      expect(triangles).toBeGreaterThan(100_000);
      const often = result
        .filter(({ url }) => /\/src\//.test(url) && !url.includes('node_modules'))
        .flatMap(({ functions }) => functions)
        .filter(({ ranges }) => ranges[0].count > triangles / 64)
        .map(({ functionName, ranges }) => `${functionName}: ${ranges[0].count}`);
      expect(result.some(({ url }) => url.includes('voxels-gpu'))).toBe(true);
      expect(often).toEqual([]);
      const there = balls(wasm, level);
      using _there = there.scene;
      const exact = await voxelCollide(there.scene, there.a, there.b, { ...OPTIONS, ...asked });
      expect([found.common, ...found.counts]).toEqual([exact.common, ...exact.counts]);
      expect(found.trianglePairs).toEqual(exact.trianglePairs);
    } finally {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    }
  });
});
