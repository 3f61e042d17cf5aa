/**
 * Exclusive prefix sums of u32, in place: item i becomes the sum of items 0 … i − 1, and the word behind the last item
 * becomes the total.
 *
 * Promise: three dispatches at most, whatever the size; sums stop at 2^32 − 1 instead of wrapping.
 * Source: Merrill & Grimshaw, "Parallel Scan for Stream Architectures", 2009 (reduce, scan of the sums by one workgroup,
 * scan of the tiles). Left: decoupled look-back, one pass instead of two, needs forward progress that WebGPU does not
 * promise; subgroup operations, whose size differs between devices.
 */
import { EngineError } from '../../errors.ts';
import { struct } from '../../memory/struct.ts';
import { GrowableBuffer } from './buffers.ts';
import type { ComputePass } from './compute-pass.ts';
import { NO_COUNTER } from './counters.ts';
import { COUNT_WGSL } from './counters.wgsl.ts';
import { SCAN_REDUCE_WGSL, SCAN_SPINE_WGSL, SCAN_TILES_WGSL } from './exclusive-scan.wgsl.ts';
import type { Gpu } from './gpu.ts';
import { LINEAR_INDEX_WGSL } from './linear-index.wgsl.ts';
import { type Shader, ShaderSource } from './pipelines.ts';
import { SCAN_THREADS_WGSL, SCAN_TILE_WGSL, STAGED_WGSL } from './tile-scan.wgsl.ts';
import { tileItems } from './work-sizes.ts';

export const SCAN_PARAMETERS = struct('ScanParameters', { capacity: 'u32', countIndex: 'u32', totalIndex: 'u32' });

const SMALLEST = { THREADS: 32, ITEMS: 1 };

export const SCAN_REDUCE = new ShaderSource(
  'scan-reduce',
  [SCAN_PARAMETERS.wgsl, SCAN_REDUCE_WGSL, COUNT_WGSL, LINEAR_INDEX_WGSL, SCAN_THREADS_WGSL],
  ['uniform', 'read', 'write', 'read'],
  SMALLEST,
);
export const SCAN_SPINE = new ShaderSource(
  'scan-spine',
  [SCAN_PARAMETERS.wgsl, SCAN_SPINE_WGSL, SCAN_THREADS_WGSL, STAGED_WGSL, SCAN_TILE_WGSL],
  ['uniform', 'write'],
  SMALLEST,
);
export const SCAN_TILES = new ShaderSource(
  'scan-tiles',
  [
    SCAN_PARAMETERS.wgsl,
    SCAN_TILES_WGSL,
    COUNT_WGSL,
    LINEAR_INDEX_WGSL,
    SCAN_THREADS_WGSL,
    STAGED_WGSL,
    SCAN_TILE_WGSL,
  ],
  ['uniform', 'write', 'read', 'write'],
  SMALLEST,
);

/** Which counters a block reads its number of items from and writes its total to; none, unless named. */
export interface CounterUse {
  readonly counters?: GPUBuffer;
  /** The counter that holds the number of items, `capacity` at most. Without it, there are `capacity` items. */
  readonly countIndex?: number;
  readonly totalIndex?: number;
}

export interface ScanRequest extends CounterUse {
  /** Holds `capacity` + 1 words. */
  readonly data: GPUBuffer;
  readonly capacity: number;
}

export class ExclusiveScan {
  readonly #tileItems: number;
  readonly #reduce: Shader;
  readonly #spine: Shader;
  readonly #tiles: Shader;
  readonly #tileSums: GrowableBuffer;
  /** Stands in where there are no counters. */
  readonly #noCounters: GrowableBuffer;

  private constructor(gpu: Gpu, [reduce, spine, tiles]: readonly Shader[]) {
    this.#tileItems = tileItems(gpu.workSizes.scan);
    this.#reduce = reduce;
    this.#spine = spine;
    this.#tiles = tiles;
    this.#tileSums = new GrowableBuffer(gpu.memory, 'scan tile sums');
    this.#noCounters = new GrowableBuffer(gpu.memory, 'scan without counters');
  }

  static async create(gpu: Gpu): Promise<ExclusiveScan> {
    const { threads, itemsPerThread } = gpu.workSizes.scan;
    const constants = { THREADS: threads, ITEMS: itemsPerThread };
    const sources = [SCAN_REDUCE, SCAN_SPINE, SCAN_TILES];
    return new ExclusiveScan(gpu, await Promise.all(sources.map((source) => gpu.compile(source, constants))));
  }

  record(pass: ComputePass, { data, capacity, counters, countIndex, totalIndex }: ScanRequest): void {
    if (data.size < 4 * (capacity + 1)) {
      throw new EngineError(
        'internal',
        `a scan of ${capacity} items needs ${4 * (capacity + 1)} bytes, not ${data.size}.`,
      );
    }
    const tileCount = Math.max(1, Math.ceil(capacity / this.#tileItems));
    const sums = this.#tileSums.reserve(4 * tileCount);
    const counting = counters ?? this.#noCounters.reserve(4);
    const parameters = SCAN_PARAMETERS.pack([
      { capacity, countIndex: countIndex ?? NO_COUNTER, totalIndex: totalIndex ?? NO_COUNTER },
    ]);
    if (tileCount > 1) {
      pass.dispatch(this.#reduce, tileCount, [data, sums, counting], parameters);
      this.recordSpine(pass, sums, tileCount);
    }
    pass.dispatch(this.#tiles, tileCount, [data, sums, counting], parameters);
  }

  /** The scan of the sums of tiles alone, by one workgroup: for blocks that have tiles of their own. No total. */
  recordSpine(pass: ComputePass, tileSums: GPUBuffer, tileCount: number): void {
    const none = { countIndex: NO_COUNTER, totalIndex: NO_COUNTER };
    pass.dispatch(this.#spine, 1, [tileSums], SCAN_PARAMETERS.pack([{ capacity: tileCount, ...none }]));
  }

  /** Gives back the memory it works in. */
  release(): void {
    this.#tileSums.release();
    this.#noCounters.release();
  }
}
