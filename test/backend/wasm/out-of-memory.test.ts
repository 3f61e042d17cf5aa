import { describe, expect, it } from 'vitest';
import { WasmRuntime } from '../../../src/backend/wasm/runtime.ts';
import { EngineScene } from '../../../src/engine-scene.ts';
import { EngineError, type MeshInput } from '../../../src/index.ts';
import { sheet } from '../../support/shapes.ts';

/** All triangles in one place: as many pairs as there can be, so a long list of hits. */
function pile(count: number): MeshInput {
  const positions = new Float32Array(9 * count);
  for (let t = 0; t < count; t++) positions.set([0, 0, 0, 1, 0, t / count, 0, 1, 1 - t / count], 9 * t);
  return { positions, weld: false };
}

describe.each([0, 2])('memory of 8 MiB, %i threads', (threads) => {
  it('refuses a mesh that does not fit, says what it needs, and keeps what it had', async () => {
    const runtime = await WasmRuntime.open(threads, 128);
    const scene = new EngineScene({ runtime }, () => {});
    scene.add(sheet(20, 1, (x) => x));
    scene.add(sheet(20, 1, (x) => 1 - x));
    const before = (await scene.collide()).trianglePairs;
    let thrown: unknown;
    try {
      scene.add({ name: 'huge', ...sheet(700, 1, () => 0) });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(EngineError);
    expect((thrown as EngineError).code).toBe('out-of-memory');
    expect((thrown as EngineError).message).toMatch(/mesh "huge" needs \d+ bytes in all/);
    expect((await scene.collide()).trianglePairs).toEqual(before);
    runtime.dispose();
  });

  it('ends a query whose answer does not fit, says what it needed, and goes on working', async () => {
    const runtime = await WasmRuntime.open(threads, 128);
    const scene = new EngineScene({ runtime }, () => {});
    const id = scene.add(pile(2000));
    for (let attempt = 0; attempt < 2; attempt++) {
      const error = await scene.collide({ self: true }).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(EngineError);
      expect((error as EngineError).code).toBe('out-of-memory');
      expect((error as EngineError).details.bytes).toBeGreaterThan(8 * 2 ** 20);
    }
    scene.remove(id);
    scene.add(pile(40));
    expect((await scene.collide({ self: true })).kinds.length).toBe((40 * 39) / 2);
    runtime.dispose();
  });

  it('forgets a mesh that did not fit when its turn came behind a query', async () => {
    const runtime = await WasmRuntime.open(threads, 128);
    const scene = new EngineScene({ runtime }, () => {});
    scene.add(sheet(20, 1, (x) => x));
    const running = scene.collide({ self: true });
    const huge = scene.add(sheet(700, 1, () => 0));
    await running;
    await expect(scene.collide()).rejects.toMatchObject({ code: 'out-of-memory' });
    expect(() => scene.remove(huge)).toThrow('no object has the id');
    await expect(scene.inside(huge, new Float64Array(3))).rejects.toMatchObject({ code: 'unknown-object' });
    runtime.dispose();
  });
});
