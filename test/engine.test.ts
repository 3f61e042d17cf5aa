import { describe, expect, it, vi } from 'vitest';
import { WasmRuntime } from '../src/backend/wasm/runtime.ts';
import { createEngine, EngineError, OptionError } from '../src/index.ts';
import { lying, sheet, standing, triangle } from './support/shapes.ts';

describe('an engine', () => {
  it('answers for an empty scene, an empty mesh and triangles without area', async () => {
    using engine = await createEngine({ threads: 0 });
    const scene = engine.createScene();
    expect((await scene.collide({ self: true, segments: true })).segments!.length).toBe(0);
    scene.add({ positions: new Float32Array(0) });
    scene.add({ positions: new Float32Array(9), indices: new Uint32Array(0) });
    const point = scene.add(triangle(1, 1, 1, 1, 1, 1, 1, 1, 1));
    const line = scene.add(triangle(0, 0, 0, 1, 1, 1, 3, 3, 3));
    scene.add(lying());
    const { kinds, degenerateTriangles } = await scene.collide({ self: true });
    expect(kinds.length).toBe(0);
    expect([...degenerateTriangles]).toEqual([point, 0, line, 0]);
  });

  it.each([0, 2])('rejects the running and the waiting query when it is disposed (%i threads)', async (threads) => {
    const engine = await createEngine({ threads });
    const scene = engine.createScene();
    scene.add(sheet(200, 1, (x, y) => Math.sin(40 * x) * Math.sin(40 * y)));
    // Disposed when the job has begun, whatever time it takes.
    const runJob = vi.spyOn(WasmRuntime.prototype, 'runJob').mockImplementationOnce(function (this: WasmRuntime, job) {
      runJob.mockRestore();
      const done = this.runJob(job);
      engine.dispose();
      return done;
    });
    const running = scene.collide({ self: true });
    const waiting = scene.collide({ self: true });
    const outcomes = Promise.allSettled([running, waiting]);
    for (const outcome of await outcomes) {
      expect(outcome.status).toBe('rejected');
      expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(EngineError);
      expect((outcome as PromiseRejectedResult).reason.code).toBe('disposed');
    }
    expect(() => engine.createScene()).toThrow(/disposed/);
    expect(() => scene.add(lying())).toThrow(/disposed/);
  });

  it('ends a scene that is disposed while it is asked: the running query ends, the waiting one rejects', async () => {
    using engine = await createEngine({ threads: 1 });
    const scene = engine.createScene();
    scene.add(lying());
    scene.add(standing());
    const running = scene.collide();
    const waiting = scene.collide();
    await Promise.resolve();
    await Promise.resolve();
    scene.dispose();
    const [, second] = await Promise.allSettled([running, waiting]);
    expect(second.status).toBe('rejected');
    await expect(scene.collide()).rejects.toThrow(/the scene has been disposed/);
    const next = engine.createScene();
    next.add(lying());
    next.add(standing());
    expect((await next.collide()).kinds.length).toBe(1);
  });

  it.each([
    [0, ['contacts', 'impacts']],
    [1, ['contacts', 'impacts']],
    [0, ['all']],
  ] as const)('is ready for queries that it was told of (%i threads, %j)', async (threads, prepare) => {
    using engine = await createEngine({ backend: 'wasm', threads, prepare });
    const scene = engine.createScene();
    scene.add(lying());
    scene.add(standing());
    expect(scene.collideSync().kinds.length).toBe(1);
    expect(scene.contactsSync(9).distances.length).toBeGreaterThan(0);
    expect(scene.impactsSync().times).toBeInstanceOf(Float64Array);
  });

  it.each([
    [{ threads: -1 }, OptionError, /whole number from 0 to 64/],
    [{ threads: 1.5 }, OptionError, /whole number/],
    [{ backend: 'cuda' }, OptionError, /"auto", "wasm" or "webgpu"/],
    [{ device: {} }, OptionError, /device is of type Object; expected a GPUDevice/],
    [{ backend: 'wasm', device: { createCommandEncoder() {} } }, OptionError, /no use to the wasm backend/],
    [{ prepare: 'contacts' }, OptionError, /prepare is the text "contacts"; expected a list of names of queries/],
    [
      { prepare: ['contact'] },
      OptionError,
      /prepare is the text "contact"; expected "collide", "contacts", "impacts" or "all"/,
    ],
    [{ thread: 2 }, OptionError, /no option "thread"; it has backend, threads/],
  ])('refuses %j', async (options, type, message) => {
    await expect(createEngine(options as never)).rejects.toThrow(message);
    await expect(createEngine(options as never)).rejects.toBeInstanceOf(type);
  });
});
