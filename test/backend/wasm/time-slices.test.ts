/**
 * Without threads, one tile in which everything meets everything is decided in many turns, with the same answer. Work is
 * counted per turn; the clock is one that goes on by a millisecond whenever it is read.
 */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KernelExports } from '../../../src/backend/wasm/kernels.ts';
import { WasmRuntime } from '../../../src/backend/wasm/runtime.ts';
import { EngineScene } from '../../../src/engine-scene.ts';
import type { MeshInput } from '../../../src/index.ts';
import { PHASE_AGAIN, THREAD_RECORDS } from '../../../src/memory/constants.ts';
import { THREAD } from '../../../src/memory/records.ts';

/** All triangles in one place, in one object or in two. */
function pile(count: number, shift = 0): MeshInput {
  const positions = new Float32Array(9 * count);
  for (let t = 0; t < count; t++) positions.set([0, 0, shift, 1, 0, t / count, 0, 1, 1 - t / count], 9 * t);
  return { positions, weld: false };
}

interface Watched {
  readonly runtime: WasmRuntime;
  /** Most pairs that one call of the kernels has decided, and how often a phase was not closed at once. */
  readonly seen: { mostPairs: number; closings: number };
}

async function openWatched(): Promise<Watched> {
  const runtime = await WasmRuntime.open(0);
  const { kernels } = runtime;
  const seen = { mostPairs: 0, closings: 0 };
  const decided = () => runtime.memory.f64[(THREAD_RECORDS + THREAD.at.candidates) >>> 3];
  const watched: KernelExports = {
    ...kernels,
    runPhase(phase, slot, most) {
      const before = decided();
      const more = kernels.runPhase(phase, slot, most);
      seen.mostPairs = Math.max(seen.mostPairs, decided() - before);
      return more;
    },
    closePhase(phase) {
      const next = kernels.closePhase(phase);
      if (next === PHASE_AGAIN) seen.closings++;
      return next;
    },
  };
  Object.defineProperty(runtime, 'kernels', { value: watched });
  return { runtime, seen };
}

describe('turns on the calling thread', () => {
  let clock = 0;
  beforeEach(() => {
    vi.spyOn(performance, 'now').mockImplementation(() => ++clock);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each([
    ['in one pixel', [pile(500)], 124_750],
    ['in many members', [pile(700)], 244_650],
    ['between two objects', [pile(500), pile(400, 0.25)], 200_000],
  ])('end while a crowded tile is decided, %s', async (_, meshes, pairs) => {
    const { runtime, seen } = await openWatched();
    const threaded = await WasmRuntime.open(2);
    const answers = [];
    for (const opened of [runtime, threaded]) {
      const scene = new EngineScene({ runtime: opened }, () => {});
      for (const mesh of meshes) scene.add(mesh);
      const { trianglePairs, kinds } = await scene.collide({ self: meshes.length === 1 });
      answers.push({ trianglePairs, kinds });
    }
    expect(answers[0].kinds.length).toBe(pairs);
    expect(Buffer.from(answers[0].kinds).equals(answers[1].kinds)).toBe(true);
    const [here, there] = answers.map(({ trianglePairs }) => Buffer.from(trianglePairs.buffer));
    expect(here.equals(there)).toBe(true);
    expect(seen.mostPairs).toBeGreaterThan(0);
    expect(seen.mostPairs).toBeLessThan(40_000);
    expect(seen.closings).toBeGreaterThan(1);
    runtime.dispose();
    threaded.dispose();
  });

  it('end while pairs are read', async () => {
    // With threads, the calling one only reads.
    const runtime = await WasmRuntime.open(1);
    const yieldThread = vi.spyOn(runtime, 'yieldThread');
    const scene = new EngineScene({ runtime }, () => {});
    scene.add(pile(800));
    expect((await scene.collide({ self: true })).kinds.length).toBe((800 * 799) / 2);
    expect(yieldThread).toHaveBeenCalledTimes(1);
    runtime.dispose();
  });

  it('forget a tile that was left when the query found enough, or was cancelled', async () => {
    const { runtime } = await openWatched();
    const scene = new EngineScene({ runtime }, () => {});
    const id = scene.add(pile(700));
    const some = await scene.collide({ self: true, limit: 30_000, segments: true });
    expect(some.limited).toBe(true);
    expect(some.segments!.length).toBe(6 * 30_000);
    const controller = new AbortController();
    const cancelled = scene.collide({ self: true, signal: controller.signal, onProgress: () => controller.abort() });
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
    scene.replace(id, pile(40));
    expect((await scene.collide({ self: true })).kinds.length).toBe((40 * 39) / 2);
    runtime.dispose();
  });

  it('reject a query that is cancelled on its last report of progress', async () => {
    const { runtime } = await openWatched();
    const scene = new EngineScene({ runtime }, () => {});
    scene.add(pile(2));
    const controller = new AbortController();
    const onProgress = (done: number) => done === 1 && controller.abort();
    const options = { self: true, signal: controller.signal, onProgress };
    await expect(scene.collide(options)).rejects.toMatchObject({ name: 'AbortError' });
    expect(controller.signal.aborted).toBe(true);
    runtime.dispose();
  });
});
