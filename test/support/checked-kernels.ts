/**
 * Kernels whose loads and stores are checked: each must lie in memory that was allocated, by a block of a scene, by the arena of the running
 * job, or by what TypeScript reserves behind the blocks. WebAssembly itself notices only what leaves the whole memory.
 *
 * Binaryen's pass `instrument-memory` hands every address to a function before it is used. `take` leaves a gap behind each allocation
 * and says how long it is, so that one byte too far is noticed. Not seen: `memory.fill` and `memory.copy`, loads that splat or fill a
 * lane, atomic operations (there are no threads), and what goes wrong within scratch memory and static data.
 */
import { compileKernels } from '../../scripts/compile-kernels.mjs';
import { BlockAllocator, KernelMemory } from '../../src/backend/wasm/kernel-memory.ts';
import { WasmRuntime } from '../../src/backend/wasm/runtime.ts';
import { STATIC_BASE, STATIC_BYTES_EACH } from '../../src/memory/constants.ts';
import { shadow } from './memory-shadow.ts';

/** Bytes behind each block, and behind each part of the arena. */
const GAP = 64;
/** Has blocks, reserved memory and new jobs told to the shadow. */
export function watchMemory(): void {
  const { allocate, free } = BlockAllocator.prototype;
  const sizes = new Map<number, number>();
  BlockAllocator.prototype.allocate = function (bytes) {
    const start = allocate.call(this, bytes + GAP);
    sizes.set(start, bytes);
    shadow.mark(start, start + bytes, true);
    return start;
  };
  BlockAllocator.prototype.free = function (start) {
    const bytes = sizes.get(start) ?? 0;
    free.call(this, start);
    shadow.mark(start, start + bytes, false);
  };
  const { ensure } = KernelMemory.prototype;
  let reserved = 0;
  KernelMemory.prototype.ensure = function (end, purpose) {
    ensure.call(this, end, purpose);
    reserved = end;
    if (end > this.blocks.top) shadow.mark(this.blocks.top, end, true);
  };
  const { resetJob } = WasmRuntime.prototype;
  WasmRuntime.prototype.resetJob = function (next) {
    resetJob.call(this, next);
    // A list of objects may lie there until the kernels have made the job's table of it.
    shadow.end(Math.max(next, reserved));
  };
}

/** Everything up to here is used by all kernels. To be given to `openShadow` before an engine is opened. */
export const STATIC_END = STATIC_BASE + 3 * STATIC_BYTES_EACH;

const TAKE = /const size = \(bytes \+ 63\) & ~63;/;
const TAKEN = /return start;\n}\n*$/;

/** `take` with a gap behind what it gives, and a word about it. */
function withGaps(text: string): string {
  if (!TAKE.test(text) || !TAKEN.test(text))
    throw new Error('take is written otherwise: see test/support/checked-kernels.ts');
  const declared = "// @external('env', 'noteTake')\ndeclare function noteTake(start: usize, bytes: usize): void;\n";
  return `${text
    .replace(TAKE, `const size = ((bytes + 63) & ~63) + ${GAP};`)
    .replace(TAKEN, 'noteTake(<usize>start, <usize>bytes);\n  return start;\n}\n')}${declared}`;
}

/** Compiles all kernels so; `plant` changes sources further. */
export async function compileChecked(plant = (text: string, _file: string) => text): Promise<Uint8Array<ArrayBuffer>> {
  return await compileKernels('src/queries/kernels/all.ts', {
    base: STATIC_BASE + 2 * STATIC_BYTES_EACH,
    // Not optimised: that takes a tenth of the time, and nothing is left out.
    flags: ['--disable', 'threads', '--optimizeLevel', '0', '--runPasses', 'instrument-memory'],
    edit: (text, file) => plant(file.endsWith('memory/kernels/memory.ts') ? withGaps(text) : text, file),
  });
}
