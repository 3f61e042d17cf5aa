/** WebGPU engines in trouble: lost devices, small limits, no memory, disposal, devices that are shared. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OracleAnswer } from '../../../oracle/oracle.ts';
import { AUTO_TRIANGLES_MIN, EngineGpu } from '../../../src/backend/choose.ts';
import { findGpu } from '../../../src/backend/gpu/gpu-provider.ts';
import { createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { asRows, engineAnswer } from '../../support/engine-answer.ts';
import { describeGpu } from '../../support/gpu.ts';
import { engineOn } from '../../support/gpu-engine.ts';
import { Random } from '../../support/random.ts';
import { sheet } from '../../support/shapes.ts';
import { withWatchedGpu } from '../../support/watched-gpu.ts';

const meshes: readonly MeshInput[] = [
  sheet(30, 1, (x, y) => 0.3 * Math.sin(9 * x) * Math.cos(7 * y)),
  sheet(25, 1, (x, y) => 0.3 * Math.cos(8 * x) * Math.sin(9 * y)),
];

function sceneOf(engine: Engine, of: readonly MeshInput[] = meshes) {
  const scene = engine.createScene();
  for (const mesh of of) scene.add(mesh);
  return scene;
}

/** Calls `act` in the middle of a query: when its first commands have been submitted and it waits for what they give. */
function afterSubmit({ queue }: GPUDevice, act: () => void): void {
  const submit = vi.spyOn(queue, 'submit').mockImplementation((commands) => {
    submit.mockRestore();
    queue.submit(commands);
    act();
  });
}

describeGpu('a WebGPU engine', (file) => {
  let expected: OracleAnswer;
  let wasm: Engine;
  beforeAll(async () => {
    wasm = await createEngine({ backend: 'wasm', threads: 0 });
    expected = await engineAnswer(wasm, meshes, { self: true });
    expect(expected.trianglePairs.length).toBeGreaterThan(100);
  });
  afterAll(() => wasm?.dispose());

  describe('whose own device is lost', () => {
    it('begins again on a new one, in the middle of a query and between two', async () => {
      await withWatchedGpu(async ({ devices }) => {
        const engine = await createEngine({ backend: 'webgpu', threads: 0 });
        const scene = sceneOf(engine);
        const running = scene.collide({ self: true });
        afterSubmit(devices[0], () => devices[0].destroy());
        const found = await running;
        expect(asRows(found)).toEqual(expected);
        expect(found.stats).toMatchObject({ backend: 'webgpu', restartedAfter: 'device-lost' });
        expect(asRows(await scene.collide({ self: true }))).toEqual(expected);
        devices[1].destroy();
        await devices[1].lost;
        const again = await scene.collide({ self: true });
        expect(asRows(again)).toEqual(expected);
        expect(again.stats.restartedAfter).toBe('device-lost');
        expect((await scene.collide()).stats.restartedAfter).toBeUndefined();
        expect(devices.length).toBe(3);
        engine.dispose();
      });
    });

    it('goes to wasm where there is no other', async () => {
      await withWatchedGpu(async ({ devices, giveNoMore }) => {
        const engine = await createEngine({ backend: 'webgpu', threads: 0 });
        const scene = sceneOf(engine);
        giveNoMore();
        const running = scene.collide({ self: true });
        afterSubmit(devices[0], () => devices[0].destroy());
        const found = await running;
        expect(asRows(found)).toEqual(expected);
        expect(found.stats).toMatchObject({ backend: 'wasm', restartedAfter: 'device-lost' });
        const later = await scene.collide({ self: true });
        expect(asRows(later)).toEqual(expected);
        expect(later.stats.backend).toBe('wasm');
        engine.dispose();
      });
    });
  });

  it('on a device of the caller’s that is lost rejects, now and later', async () => {
    const adapter = await (await findGpu()).requestAdapter();
    const device = await adapter!.requestDevice();
    const engine = await createEngine({ backend: 'webgpu', threads: 0, device });
    const scene = sceneOf(engine);
    const running = scene.collide({ self: true });
    afterSubmit(device, () => device.destroy());
    await expect(running).rejects.toMatchObject({ name: 'EngineError', code: 'device-lost' });
    await expect(scene.collide()).rejects.toMatchObject({ code: 'device-lost' });
    await expect(createEngine({ backend: 'webgpu', device })).rejects.toMatchObject({ code: 'device-lost' });
    engine.dispose();
  });

  it.each([0, 2])('disposed in the middle of a query rejects it, and those that wait (%i threads)', async (threads) => {
    const device = file.device.handle;
    const engine = await createEngine({ backend: 'webgpu', threads, device });
    const scene = sceneOf(engine);
    await scene.collide();
    const queries = [scene.collide({ self: true }), scene.collide()];
    afterSubmit(device, () => engine.dispose());
    for (const outcome of await Promise.allSettled(queries)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'EngineError', code: 'disposed' } });
    }
    expect(() => engine.createScene()).toThrow(/disposed/);
  });

  it('shares a device with another, and with one that is disposed meanwhile', async () => {
    const device = file.device.handle;
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map(() => createEngine({ backend: 'webgpu', threads: 0, device })),
    );
    const running = [one, two, three].map((engine) => sceneOf(engine).collide({ self: true }));
    running[2].catch(() => {});
    three.dispose();
    expect(asRows(await running[0])).toEqual(expected);
    expect(asRows(await running[1])).toEqual(expected);
    await expect(running[2]).rejects.toMatchObject({ code: 'disposed' });
    for (const engine of [one, two]) engine.dispose();
  });

  it('without memory for a query says so and goes on working', async () => {
    const engine = await createEngine({ backend: 'webgpu', threads: 0, device: file.device.handle });
    const scene = sceneOf(engine);
    const { handle } = file.device;
    const real = handle.popErrorScope;
    const filters: string[] = [];
    const realPush = handle.pushErrorScope;
    // A real want of memory would take the machine down; the answer of the device is what counts.
    handle.pushErrorScope = (filter) => {
      filters.push(filter);
      realPush.call(handle, filter);
    };
    handle.popErrorScope = async () => {
      const filter = filters.pop();
      const error = await real.call(handle);
      return filter === 'out-of-memory' ? ({ message: 'no memory' } as GPUError) : error;
    };
    try {
      await expect(scene.collide({ self: true })).rejects.toMatchObject({ code: 'out-of-memory' });
    } finally {
      Object.assign(handle, { pushErrorScope: realPush, popErrorScope: real });
    }
    expect(asRows(await scene.collide({ self: true }))).toEqual(expected);
    engine.dispose();
  });

  describe('on a device with small limits', () => {
    it('answers at the limits that every device has', async () => {
      const adapter = await (await findGpu()).requestAdapter();
      const device = await adapter!.requestDevice();
      const engine = await createEngine({ backend: 'webgpu', threads: 0, device });
      const found = await sceneOf(engine).collide({ self: true });
      expect(asRows(found)).toEqual(expected);
      expect(found.stats.gpu!.stages).toEqual({});
      engine.dispose();
      device.destroy();
    });

    it('refuses a scene that does not fit, with both numbers, and answers a smaller one', async () => {
      const limits = { maxStorageBufferBindingSize: 2 ** 15 };
      const engine = await engineOn(file.device.handle, { limits });
      const refused = sceneOf(engine).collide({ self: true });
      await expect(refused).rejects.toMatchObject({ code: 'gpu-limit', details: { bytesMax: 2 ** 15 } });
      const small = [sheet(4, 1, (x) => x), sheet(5, 1, (_, y) => y)];
      expect(await engineAnswer(engine, small)).toEqual(await engineAnswer(wasm, small));
      engine.dispose();
    });

    it('works off pairs in slices, in several runs, when lists of them do not fit', async () => {
      const random = new Random(5);
      const soup: MeshInput = { positions: Float32Array.from({ length: 9 * 400 }, () => random.real(0, 1)) };
      const engine = await engineOn(file.device.handle, { limits: { maxStorageBufferBindingSize: 2 ** 15 } });
      const scene = sceneOf(engine, [soup]);
      const other = sceneOf(wasm, [soup]);
      const all = asRows(await other.collide({ self: true }));
      for (const time of ['first', 'second']) {
        const found = await scene.collide({ self: true });
        expect(asRows(found), time).toEqual(all);
        expect(found.stats.candidates).toBeGreaterThan(2 ** 14);
        expect(found.stats.gpu!.submissions).toBeGreaterThan(2);
        expect(found.stats.gpu!.dispatches / found.stats.gpu!.submissions).toBeLessThanOrEqual(60);
      }
      const some = await scene.collide({ self: true, limit: 5 });
      expect([some.kinds.length, some.limited]).toEqual([5, true]);
      await expect(scene.collide({ self: true, output: 'gpu' } as never)).rejects.toMatchObject({
        code: 'needs-device',
      });
      scene.dispose();
      engine.dispose();
      other.dispose();
    });

    it('says how many buffers it needs at once', async () => {
      const engine = await engineOn(file.device.handle, { limits: { maxStorageBuffersPerShaderStage: 4 } });
      await expect(sceneOf(engine).collide()).rejects.toMatchObject({ code: 'gpu-limit', details: { buffers: 4 } });
      engine.dispose();
    });
  });

  describe('that is taken where it pays', () => {
    const large = AUTO_TRIANGLES_MIN.collide;
    const small = large - 1;

    it('is for large scenes only, and is looked for only then', async () => {
      await withWatchedGpu(async ({ devices }) => {
        const gpus = await EngineGpu.open('auto', undefined);
        expect([await gpus.forTriangles('collide', small), devices.length]).toEqual([undefined, 0]);
        const gpu = await gpus.forTriangles('collide', large);
        expect(gpu?.device.handle).toBe(devices[0]);
        expect(await gpus.forTriangles('cull', 100 * large)).toBeUndefined();
        expect(await gpus.forTriangles('collide', large)).toBe(gpu);
        expect([gpus.isAsked, devices.length]).toEqual([false, 1]);
        gpus.dispose();
      }, 'A graphics card');
    });

    it('is left alone when it is software, or not there', async () => {
      await withWatchedGpu(async ({ devices, giveNoMore }) => {
        for (const _ of ['software', 'none']) {
          const gpus = await EngineGpu.open('auto', undefined);
          expect(await gpus.forTriangles('collide', large)).toBeUndefined();
          gpus.dispose();
          giveNoMore();
        }
        expect(devices.length).toBe(1);
      });
    });

    it('is not looked for in Node', async () => {
      const engine = await createEngine({ threads: 0 });
      const scene = sceneOf(engine, [sheet(Math.ceil(Math.sqrt(large / 2)), 1, () => 0)]);
      expect((await scene.collide()).stats.backend).toBe('wasm');
      engine.dispose();
    });

    it('is used on a device of the caller’s, unless that is software', async () => {
      const gpus = await EngineGpu.open('auto', file.device.handle);
      expect([gpus.current?.device.handle, await gpus.forTriangles('collide', large)]).toEqual([
        file.device.handle,
        undefined,
      ]);
      gpus.dispose();
    });
  });
});
