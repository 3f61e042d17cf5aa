/**
 * Flags to indices: the places of all words that are not 0, ascending, and their number in a counter.
 *
 * Promise: three dispatches at most; nothing is written past the end of `indices`, and the counter says what was needed.
 */
import { GrowableBuffer } from './buffers.ts';
import { COMPACT_TILES_WGSL } from './compaction.wgsl.ts';
import type { ComputePass } from './compute-pass.ts';
import { NO_COUNTER } from './counters.ts';
import { COUNT_WGSL } from './counters.wgsl.ts';
import { ExclusiveScan, SCAN_PARAMETERS, SCAN_REDUCE } from './exclusive-scan.ts';
import type { Gpu } from './gpu.ts';
import { LINEAR_INDEX_WGSL } from './linear-index.wgsl.ts';
import { type Kernel, KernelSource } from './pipelines.ts';
import { SCAN_THREADS_WGSL, STAGED_WGSL } from './tile-scan.wgsl.ts';
import { tileItems } from './work-sizes.ts';

export const COMPACT_TILES = new KernelSource(
  'compact-tiles',
  [SCAN_PARAMETERS.wgsl, COMPACT_TILES_WGSL, COUNT_WGSL, LINEAR_INDEX_WGSL, SCAN_THREADS_WGSL, STAGED_WGSL],
  ['uniform', 'read', 'read', 'write', 'write'],
  { THREADS: 32, ITEMS: 1 },
);

export interface CompactionRequest {
  readonly flags: GPUBuffer;
  /** Flags there are, or, with `countIndex`, may be. */
  readonly capacity: number;
  readonly countIndex?: number;
  readonly indices: GPUBuffer;
  readonly counters: GPUBuffer;
  readonly totalIndex: number;
}

export class Compaction {
  readonly #tileItems: number;
  readonly #reduce: Kernel;
  readonly #scan: ExclusiveScan;
  readonly #tiles: Kernel;
  readonly #tileSums: GrowableBuffer;

  private constructor(gpu: Gpu, reduce: Kernel, scan: ExclusiveScan, tiles: Kernel) {
    this.#tileItems = tileItems(gpu.workSizes.scan);
    this.#reduce = reduce;
    this.#scan = scan;
    this.#tiles = tiles;
    this.#tileSums = new GrowableBuffer(gpu.memory, 'compaction tile sums');
  }

  static async create(gpu: Gpu): Promise<Compaction> {
    const { threads, itemsPerThread } = gpu.workSizes.scan;
    const constants = { THREADS: threads, ITEMS: itemsPerThread };
    const [reduce, scan, tiles] = await Promise.all([
      gpu.compile(SCAN_REDUCE, { ...constants, AS_FLAGS: 1 }),
      ExclusiveScan.create(gpu),
      gpu.compile(COMPACT_TILES, constants),
    ]);
    return new Compaction(gpu, reduce, scan, tiles);
  }

  record(pass: ComputePass, request: CompactionRequest): void {
    const { flags, capacity, countIndex = NO_COUNTER, indices, counters, totalIndex } = request;
    const tileCount = Math.max(1, Math.ceil(capacity / this.#tileItems));
    const sums = this.#tileSums.reserve(4 * tileCount);
    const parameters = SCAN_PARAMETERS.pack([{ capacity, countIndex, totalIndex }]);
    if (tileCount > 1) {
      pass.dispatch(this.#reduce, tileCount, [flags, sums, counters], parameters);
      this.#scan.recordSpine(pass, sums, tileCount);
    }
    pass.dispatch(this.#tiles, tileCount, [flags, sums, indices, counters], parameters);
  }

  /** Gives back the memory it works in. */
  release(): void {
    this.#tileSums.release();
    this.#scan.release();
  }
}
