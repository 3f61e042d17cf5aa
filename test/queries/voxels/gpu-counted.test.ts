/**
 * What voxels cost on WebGPU, counted at the device itself and by the script engine: uploads, read-backs, submissions, and calls of
 * functions. Times are not looked at: this driver is software.
 */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/index.ts';
import { type VoxelCollideOptions, type VoxelStats, voxelCollide, voxels } from '../../../src/papers/index.ts';
import { countCalls } from '../../support/call-counts.ts';
import { ballMesh, boxMesh } from '../../support/closed-meshes.ts';
import { describeGpu } from '../../support/gpu.ts';
import { type WatchedTraffic, watchTraffic } from '../../support/gpu-traffic.ts';
import { withWatchedGpu } from '../../support/watched-gpu.ts';

describeGpu('what voxels cost on WebGPU', (file) => {
  let engine: Engine;
  let wasm: Engine;
  let traffic: WatchedTraffic;

  beforeAll(async () => {
    const device = file.device.handle;
    traffic = watchTraffic(device);
    engine = await createEngine({ backend: 'webgpu', threads: 0, device });
    wasm = await createEngine({ backend: 'wasm', threads: 0 });
  });
  afterAll(() => {
    traffic.stop();
    engine.dispose();
    wasm.dispose();
  });

  /** Two balls; what they share is a small lens. */
  function balls(on = engine, level = 5) {
    const scene = on.createScene();
    const a = scene.add(ballMesh(level));
    const b = scene.add(ballMesh(level, (x, y, z) => [x + 1.93, y + 0.11, z + 0.07]));
    return { scene, a, b };
  }

  const costOf = (ask: () => Promise<unknown>) => traffic.of(ask);

  const OPTIONS = { resolution: 64 } as const satisfies VoxelCollideOptions;

  it('objects that have not changed are not uploaded again, not even for another grid', async () => {
    const { scene, a, b } = balls();
    using _ = scene;
    const first = await costOf(() => voxelCollide(scene, a, b, OPTIONS));
    const { positions, indices } = ballMesh(5);
    expect(first.bytesUp).toBeGreaterThan(2 * (16 * (positions.length / 3) + 4 * indices!.length));
    for (const resolution of [64, 48]) {
      const again = await costOf(() => voxelCollide(scene, a, b, { resolution }));
      // Parameters of some twenty dispatches, and the voxels of triangles that were left open.
      expect(again.bytesUp).toBeLessThan(24 * 1024);
    }
    const alone = await costOf(() => voxels(scene, a, { resolution: 32 }));
    expect(alone.bytesUp).toBeLessThan(8 * 1024);
    scene.move(b, ballMesh(5, (x, y, z) => [x + 1.9, y, z]).positions);
    const moved = await costOf(() => voxelCollide(scene, a, b, OPTIONS));
    const ofOne = (positions instanceof Float32Array ? 16 : 24) * (positions.length / 3);
    expect(moved.bytesUp).toBeGreaterThanOrEqual(ofOne);
    expect(moved.bytesUp).toBeLessThan(ofOne + 24 * 1024);
  });

  it('counts come back, and no worksheet', async () => {
    const { scene, a, b } = balls();
    using _ = scene;
    await voxelCollide(scene, a, b, OPTIONS);
    const asked = await costOf(() => voxelCollide(scene, a, b, OPTIONS));
    // One run, and one more that brings in what was left open. Two worksheets would be 64 KB.
    expect(asked.submits).toBeLessThanOrEqual(2);
    expect(asked.bytesDown).toBeLessThan(4 * 1024);
    const finer = await costOf(() => voxelCollide(scene, a, b, { resolution: 256 }));
    expect(finer.bytesDown).toBeLessThan(8 * 1024);
    const { stats } = await voxelCollide(scene, a, b, OPTIONS);
    expect(stats.gpu!.submissions).toBe(asked.submits);
    expect(stats.gpu!.bytesUp).toBe(asked.bytesUp);
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
    expect(asked.bytesUp - plain.bytesUp).toBeLessThan(12 * 1024);
    expect(asked.bytesDown - plain.bytesDown).toBeLessThan(6 * 1024 + 16 * pairs);
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

  it('what goes up and comes down follows what lies in the region, not the meshes', async () => {
    const costs: { bytes: number; entries: number }[] = [];
    for (const shift of [1.999, 1.9, 1.2]) {
      using scene = engine.createScene();
      const a = scene.add(ballMesh(6));
      const b = scene.add(ballMesh(6, (x, y, z) => [x + shift, y + 0.013, z + 0.007]));
      const options = { ...OPTIONS, identify: true } as const;
      const { stats } = await voxelCollide(scene, a, b, options);
      expect(stats.backend).toBe('webgpu');
      const { bytesUp, bytesDown } = await costOf(() => voxelCollide(scene, a, b, options));
      costs.push({ bytes: bytesUp + bytesDown, entries: stats.entries! });
    }
    const [least, , most] = costs;
    expect(least.entries).toBeLessThan(most.entries / 20);
    // Parameters of dispatches, and beyond them a few bytes for each entry of the region; 16 for each vertex would be half a megabyte.
    for (const { bytes, entries } of costs) expect(bytes).toBeLessThan(40 * 1024 + 24 * entries);
    expect(least.bytes).toBeLessThan(48 * 1024);
  });

  it('voxels of one object: one submission, and one more for what is left open; the grid comes back', async () => {
    const { scene, a } = balls();
    using _ = scene;
    await voxels(scene, a, OPTIONS);
    const asked = await costOf(() => voxels(scene, a, OPTIONS));
    expect(asked.submits).toBeLessThanOrEqual(2);
    expect(asked.maps).toBe(asked.submits);
    expect(asked.bytesDown).toBeLessThan((2 * 64 ** 3) / 8 + 8192);
  });

  type Balls = ReturnType<typeof balls>;
  interface Found {
    readonly stats: VoxelStats;
    readonly answer: readonly unknown[];
  }
  const between = async ({ scene, a, b }: Balls, identify: boolean): Promise<Found> => {
    const { stats, common, counts, trianglePairs } = await voxelCollide(scene, a, b, { ...OPTIONS, identify });
    return { stats, answer: [common, counts, trianglePairs] };
  };
  const QUERIES: Readonly<Record<string, (asked: Balls) => Promise<Found>>> = {
    voxels: async ({ scene, a }) => {
      const { stats, bits, count } = await voxels(scene, a, OPTIONS);
      return { stats, answer: [bits, count] };
    },
    voxelCollide: (asked) => between(asked, false),
    identify: (asked) => between(asked, true),
  };
  it.each(Object.keys(QUERIES))('no function is called for every triangle: %s', async (name) => {
    // 131 072 triangles each.
    const level = 7;
    const ask = QUERIES[name];
    const there = balls(engine, level);
    using _ = there.scene;
    const { answer, calls, above } = await countCalls(() => ask(there));
    const { backend, triangles } = answer.stats;
    expect(backend).toBe('webgpu');
    expect(triangles).toBeGreaterThan(100_000);
    expect(calls.some((one) => one.name.includes('voxels-gpu'))).toBe(true);
    expect(above(triangles / 64)).toEqual([]);
    const here = balls(wasm, level);
    using _here = here.scene;
    expect(answer.answer).toEqual((await ask(here)).answer);
  });
});
