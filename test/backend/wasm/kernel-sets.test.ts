/** An engine begins with the kernels that only collide; a query that they lack loads the smallest set that has it, in every thread, once. */
import { describe, expect, it } from 'vitest';
import { oracle } from '../../../oracle/oracle.ts';
import { kernelImports } from '../../../src/backend/wasm/kernel-imports.ts';
import { PAGES_AT_START } from '../../../src/backend/wasm/kernel-memory.ts';
import { type KernelSet, kernelModule } from '../../../src/backend/wasm/kernels.ts';
import { WasmRuntime } from '../../../src/backend/wasm/runtime.ts';
import { EngineScene } from '../../../src/engine-scene.ts';
import {
  COLLIDE_SET_QUERIES,
  STATIC_BASE,
  STATIC_BYTES_EACH,
  STEP_SET_QUERIES,
} from '../../../src/memory/constants.ts';
import { CONTROL } from '../../../src/memory/records.ts';
import { QUERIES } from '../../../src/queries/registry.ts';
import { asRows } from '../../support/engine-answer.ts';
import { sheet } from '../../support/shapes.ts';

const THREADS = [0, 1, 2];
/** Too large for one thread, so that all of them take part. */
const meshes = [sheet(40, 1, (x, y) => Math.sin(9 * x) * y), sheet(40, 1, (x, y) => Math.cos(9 * y) * x)];
const expected = oracle.collide(meshes, {});
const addressOf = ({ memory }: WasmRuntime) => memory.control[CONTROL.at.kernels >> 2];

function sceneOf(runtime: WasmRuntime): EngineScene {
  const scene = new EngineScene({ runtime }, () => {});
  for (const mesh of meshes) scene.add(mesh);
  return scene;
}

describe.each(THREADS)('an engine with %i threads', (threads) => {
  it('collides without the other kernels, then with them, and answers alike', async () => {
    const runtime = await WasmRuntime.open(threads);
    try {
      const scene = sceneOf(runtime);
      const first = runtime.kernels;
      expect(asRows(await scene.collide())).toEqual(expected);
      expect(runtime.kernels).toBe(first);
      expect(addressOf(runtime)).toBe(0);

      const near = await scene.within(0.001);
      expect(near.distances.filter((distance) => distance === 0)).toHaveLength(expected.trianglePairs.length);
      expect(runtime.kernels).not.toBe(first);
      const step = runtime.kernels;
      const stepAddress = addressOf(runtime);
      expect(stepAddress > 0).toBe(threads > 0);

      expect(asRows(await scene.collide())).toEqual(expected);
      await scene.impacts({ first: true });
      expect(runtime.kernels).toBe(step);

      const { distance } = await scene.closest(0, 1);
      expect(distance).toBe(0);
      expect(runtime.kernels).not.toBe(step);
      expect(addressOf(runtime) > stepAddress).toBe(threads > 0);
      const all = runtime.kernels;
      expect(asRows(await scene.collide())).toEqual(expected);
      await scene.within(0.001);
      expect(runtime.kernels).toBe(all);
    } finally {
      runtime.dispose();
    }
  });

  it('begins with a larger set if asked to, and loads no smaller one', async () => {
    const runtime = await WasmRuntime.open(threads, undefined, 'step');
    try {
      const scene = sceneOf(runtime);
      const first = runtime.kernels;
      expect(asRows(await scene.collide())).toEqual(expected);
      expect((await scene.within(0.001)).objectPairs).toHaveLength(3);
      await runtime.loadKernels('collide');
      expect(runtime.kernels).toBe(first);
      expect(addressOf(runtime)).toBe(0);
      expect((await scene.closest(0, 1)).distance).toBe(0);
      expect(runtime.kernels).not.toBe(first);
    } finally {
      runtime.dispose();
    }
  });

  it('takes changes and queries that come while the kernels are loaded', async () => {
    const runtime = await WasmRuntime.open(threads);
    try {
      const scene = sceneOf(runtime);
      const near = scene.within(0.001);
      scene.remove(1);
      const after = scene.collide();
      expect((await near).objectPairs.length).toBe(3);
      expect((await after).trianglePairs).toHaveLength(0);
    } finally {
      runtime.dispose();
    }
  });

  it('stops loading for a query that is aborted, and loads for the next', async () => {
    const runtime = await WasmRuntime.open(threads);
    try {
      const scene = sceneOf(runtime);
      const abort = new AbortController();
      const near = scene.within(0.001, { signal: abort.signal });
      await Promise.resolve();
      abort.abort(new Error('no longer needed'));
      await expect(near).rejects.toThrow('no longer needed');
      expect((await scene.within(0.001)).objectPairs).toHaveLength(3);
    } finally {
      runtime.dispose();
    }
  });
});

describe('the sets of kernels', () => {
  it('have what collide needs, and what a step needs', () => {
    expect(Object.keys(QUERIES).slice(0, COLLIDE_SET_QUERIES)).toEqual(['collide', 'settle', 'keep']);
    const ofSteps = Object.keys(QUERIES).slice(COLLIDE_SET_QUERIES, STEP_SET_QUERIES);
    expect(ofSteps).toEqual(['within', 'impacts', 'contacts']);
  });

  it.each([
    ['collide', 0],
    ['step', 1],
    ['all', 2],
  ] as const)('have static data of their own: %s', async (set: KernelSet, place) => {
    const memory = new WebAssembly.Memory({ initial: PAGES_AT_START, maximum: 65536 });
    const around = new Uint8Array(memory.buffer);
    around.fill(0xaa, STATIC_BASE);
    await WebAssembly.instantiate((await kernelModule(false, set)).module, kernelImports(memory, 0));
    const start = STATIC_BASE + place * STATIC_BYTES_EACH;
    const changed = [...around.keys()].filter((at) => at >= STATIC_BASE && around[at] !== 0xaa);
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.every((at) => at >= start && at < start + STATIC_BYTES_EACH)).toBe(true);
  });
});
