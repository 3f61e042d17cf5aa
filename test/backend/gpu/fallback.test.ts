/**
 * Queries on a GPU that fails in the middle of one: they begin again on a new device, go on on wasm, or reject, as src/backend/choose.ts
 * has it, and say so. `collide`: engine.test.ts.
 */

import { expect, it } from 'vitest';
import { EngineGpu } from '../../../src/backend/choose.ts';
import { type Gpu, openGpu } from '../../../src/backend/gpu/gpu.ts';
import { SOFTWARE_WORK } from '../../../src/backend/gpu/work-sizes.ts';
import { WasmRuntime } from '../../../src/backend/wasm/runtime.ts';
import { OpenEngine } from '../../../src/engine.ts';
import { createEngine, type Engine, type Scene } from '../../../src/index.ts';
import { type CullOptions, cull, type LayersOptions, layers, voxelCollide, voxels } from '../../../src/papers/index.ts';
import { ballMesh } from '../../support/closed-meshes.ts';
import { type FailingGpu, withFailingGpu } from '../../support/failing-gpu.ts';
import { describeGpu } from '../../support/gpu.ts';
import { isLong } from '../../support/thoroughness.ts';

interface Found {
  readonly backend: 'wasm' | 'webgpu';
  readonly restartedAfter?: string | undefined;
  readonly answer: unknown;
}
type Ask = (scene: Scene) => Promise<Found>;

const culling =
  (options: CullOptions): Ask =>
  async (scene) => {
    const { stats, survivorTriangles, sets } = await cull(scene, { resolution: 24, rounds: 1, ...options });
    return { ...stats, answer: [survivorTriangles, sets] };
  };
const colliding =
  (identify: boolean): Ask =>
  async (scene) => {
    const found = await voxelCollide(scene, 0, 1, { resolution: 16, identify });
    return { ...found.stats, answer: [found.common, found.counts, found.trianglePairs] };
  };
const imaging =
  (generator: LayersOptions['generator']): Ask =>
  async (scene) => {
    const { restartedAfter, depths, starts } = await layers(scene, 0, { generator, resolution: 12 });
    return { backend: 'webgpu', restartedAfter, answer: [depths, starts] };
  };

const QUERIES: Readonly<Record<string, Ask>> = {
  'cull, sampled': culling({ coverage: 'sampled' }),
  'cull, by pairs': culling({}),
  'cull, occlusion queries': culling({ preset: 'far', generator: 'hardware', level: 'object' }),
  identify: colliding(true),
  ...(isLong && {
    voxels: async (scene) => {
      const { stats, bits } = await voxels(scene, 0, { resolution: 16 });
      return { ...stats, answer: bits };
    },
    'cull, conservative': culling({ boxes: false }),
    'cull, far': culling({ preset: 'far' }),
    'cull, self': culling({ self: true }),
    'cull, traced': culling({ trace: true, iterations: 2 }),
    voxelCollide: colliding(false),
  }),
};
const IMAGES: Readonly<Record<string, Ask>> = {
  compute: imaging('compute'),
  ...(isLong && { ordered: imaging('ordered'), unordered: imaging('unordered') }),
};
/** New devices compile shaders anew, which takes a software driver seconds. */
const LOST = isLong ? Object.keys(QUERIES) : ['cull, sampled', 'cull, occlusion queries', 'identify'];
/** Where in the calls of a query its device fails. */
const PARTS = isLong ? [0, 0.25, 0.5, 0.75, 0.99] : [0.6];

function sceneOn(engine: Engine, level = 2): Scene {
  const scene = engine.createScene();
  for (const i of [0, 1, 2]) scene.add(ballMesh(level, (x, y, z) => [x + 1.31 * i, y + 0.1 * i, z]));
  return scene;
}

interface Engines {
  readonly failing: FailingGpu;
  /** WebGPU is used where it pays, which it does here, or was asked for by name; both on one device, until it is lost. */
  readonly engines: Readonly<Record<'unasked' | 'asked', Engine>>;
  readonly gpus: EngineGpu;
  readonly wasm: Engine;
}

async function withEngines(use: (engines: Engines) => Promise<void>): Promise<void> {
  await withFailingGpu(async (failing) => {
    const open = async (): Promise<Gpu> => {
      const gpu = await openGpu({ workSizes: SOFTWARE_WORK });
      Object.assign(gpu.device.adapter, { isSoftware: false });
      return gpu;
    };
    const gpus = new EngineGpu(await open(), true, false);
    const runtime = await WasmRuntime.open(0);
    const engines = {
      unasked: new OpenEngine(runtime, gpus),
      asked: new OpenEngine(runtime, new EngineGpu(gpus.current, true, true)),
    };
    const wasm = await createEngine({ backend: 'wasm', threads: 0 });
    try {
      await use({ failing, engines, gpus, wasm });
    } finally {
      wasm.dispose();
      for (const engine of Object.values(engines)) engine.dispose();
    }
  });
}

/** How many calls of the device a query takes, once all is compiled and uploaded. */
async function callsOf(failing: FailingGpu, ask: Ask, scene: Scene): Promise<number> {
  await ask(scene);
  const before = failing.calls;
  await ask(scene);
  expect(failing.calls).toBeGreaterThan(before + 4);
  return failing.calls - before;
}

/** On wasm the generator of occlusion queries is not there. */
const onWasm = (name: string): Ask =>
  name === 'cull, occlusion queries' ? culling({ preset: 'far', level: 'object' }) : QUERIES[name];

describeGpu('a query whose GPU fails', () => {
  it.each(Object.keys(QUERIES))(
    'for want of memory goes on on wasm, or rejects where WebGPU was asked for: %s',
    async (name) => {
      await withEngines(async ({ failing, engines, gpus, wasm }) => {
        const ask = QUERIES[name];
        const scenes = { unasked: sceneOn(engines.unasked), asked: sceneOn(engines.asked) };
        const calls = await callsOf(failing, ask, scenes.unasked);
        const expected = await onWasm(name)(sceneOn(wasm));
        for (const part of PARTS) {
          failing.failAfter(Math.floor(part * calls), 'out-of-memory');
          const found = await ask(scenes.unasked);
          expect(found).toMatchObject({ backend: 'wasm', restartedAfter: 'out-of-memory' });
          expect(found.answer).toEqual(expected.answer);
          const again = await ask(scenes.unasked);
          expect([again.backend, again.restartedAfter]).toEqual(['webgpu', undefined]);
        }
        const there = await ask(scenes.asked);
        failing.failAfter(Math.floor(0.6 * calls), 'out-of-memory');
        await expect(ask(scenes.asked)).rejects.toMatchObject({ code: 'out-of-memory' });
        expect((await ask(scenes.asked)).answer).toEqual(there.answer);
        // Larger than what the device binds at once.
        Object.assign(gpus.current!.device.limits, { maxStorageBufferBindingSize: 2 ** 14 });
        await expect(ask(sceneOn(engines.asked, 4))).rejects.toMatchObject({ code: 'gpu-limit' });
        const large = await ask(sceneOn(engines.unasked, 4));
        expect(large).toMatchObject({ backend: 'wasm', restartedAfter: 'gpu-limit' });
        expect(large.answer).toEqual((await onWasm(name)(sceneOn(wasm, 4))).answer);
      });
    },
  );

  it.each(LOST)('because its device is lost begins again on a new one, then on wasm: %s', async (name) => {
    const ask = QUERIES[name];
    for (const part of PARTS) {
      await withEngines(async ({ failing, engines, wasm }) => {
        const scene = sceneOn(engines.asked);
        const there = await ask(scene);
        const calls = await callsOf(failing, ask, scene);
        failing.failAfter(Math.floor(part * calls), 'device-lost');
        const found = await ask(scene);
        expect(found).toMatchObject({ backend: 'webgpu', restartedAfter: 'device-lost' });
        expect(found.answer).toEqual(there.answer);
        failing.failAfter(Math.floor(part * calls), 'device-lost', false);
        const last = await ask(scene);
        expect(last).toMatchObject({ backend: 'wasm', restartedAfter: 'device-lost' });
        expect(last.answer).toEqual((await onWasm(name)(sceneOn(wasm))).answer);
      });
    }
  });

  it.each(Object.keys(IMAGES))(
    'makes layers on a new device, and rejects where there is none or no room: %s',
    async (name) => {
      const ask = IMAGES[name];
      for (const part of PARTS) {
        await withEngines(async ({ failing, engines }) => {
          const scene = sceneOn(engines.asked);
          const there = await ask(scene);
          const calls = await callsOf(failing, ask, scene);
          failing.failAfter(Math.floor(part * calls), 'out-of-memory');
          await expect(ask(scene)).rejects.toMatchObject({ code: 'out-of-memory' });
          failing.failAfter(Math.floor(part * calls), 'device-lost');
          const found = await ask(scene);
          expect(found).toMatchObject({ restartedAfter: 'device-lost' });
          expect(found.answer).toEqual(there.answer);
          expect(await ask(scene)).toEqual(there);
          failing.failAfter(Math.floor(part * calls), 'device-lost', false);
          await expect(ask(scene)).rejects.toMatchObject({ code: 'device-lost' });
        });
      }
    },
  );
});
