/** Every thread instantiates the kernels for its own slot, and its scratch memory is then its own. */
import { describe, expect, it } from 'vitest';
import { kernelImports } from '../../../src/backend/wasm/kernel-imports.ts';
import { PAGES_AT_START } from '../../../src/backend/wasm/kernel-memory.ts';
import { type KernelExports, kernelModule } from '../../../src/backend/wasm/kernels.ts';
import { SCRATCH_BYTES, SCRATCH_START, STATIC_BASE, THREADS_MAX } from '../../../src/memory/constants.ts';

async function kernelsOf(slot: number): Promise<KernelExports> {
  const memory = new WebAssembly.Memory({ initial: PAGES_AT_START, maximum: 65536 });
  const { module } = await kernelModule(false, 'all');
  const instance = await WebAssembly.instantiate(module, kernelImports(memory, slot));
  return instance.exports as unknown as KernelExports;
}

describe('scratch memory', () => {
  it.each([0, 1, THREADS_MAX - 1])('of slot %i lies in the block of that slot', async (slot) => {
    const kernels = await kernelsOf(slot);
    const block = SCRATCH_START + slot * SCRATCH_BYTES;
    expect(kernels.positionBoxAt()).toBeGreaterThanOrEqual(block);
    expect(kernels.positionBoxAt()).toBeLessThan(block + SCRATCH_BYTES);
  });

  it('of the last slot ends before the static data', () => {
    expect(SCRATCH_START + THREADS_MAX * SCRATCH_BYTES).toBeLessThanOrEqual(STATIC_BASE);
  });
});
