/**
 * Without threads, a piece of work in which everything covers everything is done in many turns, with the same answer as in
 * one. Calls are counted; the clock is one that goes on by a millisecond whenever it is read.
 */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KernelExports } from '../../../src/backend/wasm/kernels.ts';
import { WasmRuntime } from '../../../src/backend/wasm/runtime.ts';
import { EngineScene } from '../../../src/engine-scene.ts';
import type { MeshInput } from '../../../src/index.ts';
import { CONTROL } from '../../../src/memory/records.ts';
import * as papers from '../../../src/papers/index.ts';

/** Tetrahedra in one place, each turned over a little: closed, and large in every view. */
function pile(count: number, shift = 0): MeshInput {
  const positions = new Float32Array(12 * count);
  const indices = new Uint32Array(12 * count);
  for (let t = 0; t < count; t++) {
    const part = t / count;
    positions.set([shift, 0, 0, 1 + shift, 0, part / 4, 0, 1, part / 3, part / 2, 1 - part, 1], 12 * t);
    const corners = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3];
    indices.set(
      corners.map((corner) => 4 * t + corner),
      12 * t,
    );
  }
  return { positions, indices, weld: false };
}

const points = Float64Array.from({ length: 9000 }, (_, i) => ((i + 1) * 0.618033988749895 * (1 + (i % 3))) % 1);

/** The most calls that a piece of one phase has taken, on average over the phase. */
async function openCounting(): Promise<{ runtime: WasmRuntime; callsPerPiece: () => number }> {
  const runtime = await WasmRuntime.open(0);
  const kernels = await runtime.loadKernels('all');
  const calls = new Map<number, { calls: number; pieces: number }>();
  const counting: KernelExports = {
    ...kernels,
    runPhase(phase, slot, most) {
      const seen = calls.get(phase) ?? { calls: 0, pieces: 0 };
      seen.calls++;
      seen.pieces = Math.max(1, runtime.memory.control[CONTROL.at.pieceCount >> 2]);
      calls.set(phase, seen);
      return kernels.runPhase(phase, slot, most);
    },
  };
  Object.defineProperty(runtime, 'kernels', { value: counting });
  return { runtime, callsPerPiece: () => Math.max(...[...calls.values()].map(({ calls, pieces }) => calls / pieces)) };
}

type Ask = (scene: EngineScene) => Promise<unknown>;
const QUERIES: [string, Ask, number][] = [
  ['voxels', async (scene) => (await papers.voxels(scene, 0, { resolution: 96 })).bits, 3],
  ['solid voxels', async (scene) => (await papers.voxels(scene, 0, { resolution: 64, solid: true })).bits, 3],
  ['voxels by the paper', async (scene) => (await papers.voxels(scene, 0, { resolution: 64, rule: 'paper' })).bits, 3],
  [
    'triangles of common voxels',
    async (scene) => {
      const { trianglePairs } = await papers.voxelCollide(scene, 0, 1, { resolution: 3, identify: true });
      return Buffer.from(trianglePairs!.buffer).toString('base64');
    },
    3,
  ],
  ['inside', async (scene) => scene.inside(0, points), 3],
  [
    'overlap volume',
    async (scene) => {
      const { volume, errorBound, centroid } = await scene.overlapVolume(0, 1, { resolution: 16, axis: 'x' });
      return { volume, errorBound, centroid };
    },
    3,
  ],
  ['layers', async (scene) => (await papers.layers(scene, 0, { resolution: 16 })).depths, 3],
];

describe('turns on the calling thread', () => {
  let clock = 0;
  beforeEach(() => {
    vi.spyOn(performance, 'now').mockImplementation(() => ++clock);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each(QUERIES)('end in the middle of a piece of %s, with the same answer', async (_, ask, least) => {
    const { runtime, callsPerPiece } = await openCounting();
    const threaded = await WasmRuntime.open(2);
    const answers: unknown[] = [];
    for (const opened of [runtime, threaded]) {
      const scene = new EngineScene({ runtime: opened }, () => {});
      scene.add(pile(150));
      scene.add(pile(140, 0.125));
      answers.push(await ask(scene));
    }
    expect(answers[0]).toBeDefined();
    expect(answers[0]).toEqual(answers[1]);
    expect(callsPerPiece()).toBeGreaterThan(least);
    runtime.dispose();
    threaded.dispose();
  });

  it('forget a piece that was left when the query was cancelled', async () => {
    const { runtime } = await openCounting();
    const scene = new EngineScene({ runtime }, () => {});
    scene.add(pile(150));
    const before = await scene.inside(0, points);
    const controller = new AbortController();
    const cancelled = papers.voxels(scene, 0, {
      resolution: 96,
      signal: controller.signal,
      onProgress: (done) => done > 0.06 && controller.abort(),
    });
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
    expect(await scene.inside(0, points)).toEqual(before);
    runtime.dispose();
  });

  // Pairs of boxes are found until 0.9, then passes go over them.
  it.each([0.06, 0.5, 0.92])('culling by pairs of boxes is cancelled from %d on, and asked again', async (from) => {
    const { runtime } = await openCounting();
    const scene = new EngineScene({ runtime }, () => {});
    scene.add(pile(60));
    scene.add(pile(50, 0.125));
    const before = await papers.cull(scene);
    const controller = new AbortController();
    const heard: number[] = [];
    const cancelled = papers.cull(scene, {
      signal: controller.signal,
      onProgress: (done) => {
        heard.push(done);
        if (done > from) controller.abort();
      },
    });
    await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
    expect(heard.at(-1)).toBeLessThan(1);
    const after = await papers.cull(scene);
    expect(after.survivorTriangles).toEqual(before.survivorTriangles);
    expect(after.sets).toEqual(before.sets);
    expect(after.survivors).toHaveLength(2);
    runtime.dispose();
  });
});
