/**
 * Sorts u32 keys with u32 values by any range of the keys' bits; equal keys keep their order.
 *
 * Promise: ⌈bits / 8⌉ passes of at most five dispatches; no atomic operation between workgroups, so equal input gives
 * equal output, values included. Source: Merrill & Grimshaw, "High Performance and Scalable Radix Sorting", PPL 2011
 * (digit counts per tile, scan, stable move); ranks within a tile by bit masks, which need no subgroups.
 */
import { EngineError } from '../../errors.ts';
import { GrowableBuffer } from './buffers.ts';
import type { ComputePass } from './compute-pass.ts';
import { NO_COUNTER } from './counters.ts';
import { COUNT_WGSL } from './counters.wgsl.ts';
import { ExclusiveScan } from './exclusive-scan.ts';
import type { Gpu } from './gpu.ts';
import { LINEAR_INDEX_WGSL } from './linear-index.wgsl.ts';
import { type Kernel, KernelSource } from './pipelines.ts';
import { SORT_COUNT_WGSL, SORT_MOVE_WGSL } from './radix-sort.wgsl.ts';
import { struct } from './struct-layout.ts';
import { tileItems } from './work-sizes.ts';

const DIGIT_BITS_MAX = 8;

export const SORT_PARAMETERS = struct('SortParameters', {
  capacity: 'u32',
  countIndex: 'u32',
  tileCount: 'u32',
  shift: 'u32',
  digitCount: 'u32',
  valuesArePlaces: 'u32',
});

export const SORT_COUNT = new KernelSource(
  'sort-count',
  [SORT_PARAMETERS.wgsl, SORT_COUNT_WGSL, COUNT_WGSL, LINEAR_INDEX_WGSL],
  ['uniform', 'read', 'write', 'read'],
  { THREADS: 32, ITEMS: 1 },
);
export const SORT_MOVE = new KernelSource(
  'sort-move',
  [SORT_PARAMETERS.wgsl, SORT_MOVE_WGSL, COUNT_WGSL, LINEAR_INDEX_WGSL],
  ['uniform', 'read', 'read', 'read', 'write', 'write', 'read'],
  { THREADS: 32, ITEMS: 1 },
);

export interface SortRequest {
  /** Not kept: the sort works back and forth between these and its own buffers. */
  readonly keys: GPUBuffer;
  /** Without values, each key's value is the place it had. */
  readonly values?: GPUBuffer;
  readonly capacity: number;
  readonly counters?: GPUBuffer;
  readonly countIndex?: number;
  /** The keys' bits that count: `bitCount` of them from `firstBit` up. All 32, unless said otherwise. */
  readonly firstBit?: number;
  readonly bitCount?: number;
}

/** Where the sorted keys and values are: valid until the next sort of the same RadixSort is recorded. */
export interface Sorted {
  readonly keys: GPUBuffer;
  readonly values: GPUBuffer;
}

/** Bits as evenly spread over as few passes as can be: [shift, bits] of each. */
export function sortPasses(firstBit: number, bitCount: number): readonly (readonly [shift: number, bits: number])[] {
  if (!(firstBit >= 0 && bitCount >= 0 && firstBit + bitCount <= 32)) {
    throw new EngineError('internal', `a sort by ${bitCount} bits from bit ${firstBit}; keys have 32.`);
  }
  const passCount = Math.max(1, Math.ceil(bitCount / DIGIT_BITS_MAX));
  const edge = (index: number) => firstBit + Math.floor((index * bitCount) / passCount);
  return Array.from({ length: passCount }, (_, index) => [edge(index), edge(index + 1) - edge(index)] as const);
}

/** One pass: which bits, from where to where. */
interface DigitMove {
  readonly shift: number;
  readonly bits: number;
  readonly from: Sorted;
  readonly to: Sorted;
  readonly valuesArePlaces: boolean;
}

export class RadixSort {
  readonly #tileItems: number;
  readonly #count: Kernel;
  readonly #move: Kernel;
  readonly #scan: ExclusiveScan;
  readonly #digitStarts: GrowableBuffer;
  readonly #spareKeys: GrowableBuffer;
  readonly #spareValues: GrowableBuffer;
  /** For sorts that come without values. */
  readonly #ownValues: GrowableBuffer;
  readonly #noCounters: GrowableBuffer;

  private constructor(gpu: Gpu, count: Kernel, move: Kernel, scan: ExclusiveScan) {
    this.#tileItems = tileItems(gpu.workSizes.sort);
    this.#count = count;
    this.#move = move;
    this.#scan = scan;
    this.#digitStarts = new GrowableBuffer(gpu.memory, 'sort digit starts');
    this.#spareKeys = new GrowableBuffer(gpu.memory, 'sort keys');
    this.#spareValues = new GrowableBuffer(gpu.memory, 'sort values');
    this.#ownValues = new GrowableBuffer(gpu.memory, 'sort places');
    this.#noCounters = new GrowableBuffer(gpu.memory, 'sort without counters');
  }

  static async create(gpu: Gpu): Promise<RadixSort> {
    const { threads, itemsPerThread } = gpu.workSizes.sort;
    const constants = { THREADS: threads, ITEMS: itemsPerThread };
    const [count, move, scan] = await Promise.all([
      gpu.compile(SORT_COUNT, constants),
      gpu.compile(SORT_MOVE, constants),
      ExclusiveScan.create(gpu),
    ]);
    return new RadixSort(gpu, count, move, scan);
  }

  record(pass: ComputePass, request: SortRequest): Sorted {
    const { keys, values, capacity, firstBit = 0, bitCount = 32 } = request;
    const passes = sortPasses(firstBit, bitCount);
    const bytes = 4 * capacity;
    let from: Sorted = { keys, values: values ?? this.#ownValues.reserve(passes.length > 1 ? bytes : 4) };
    let to: Sorted = { keys: this.#spareKeys.reserve(bytes), values: this.#spareValues.reserve(bytes) };
    for (const [index, [shift, bits]] of passes.entries()) {
      this.#recordMove(pass, request, { shift, bits, from, to, valuesArePlaces: index === 0 && !values });
      [from, to] = [to, from];
    }
    return from;
  }

  /** Gives back the memory it works in; what the last sort gave is gone too. */
  release(): void {
    for (const buffer of [this.#spareKeys, this.#spareValues, this.#ownValues, this.#digitStarts, this.#noCounters]) {
      buffer.release();
    }
    this.#scan.release();
  }

  #recordMove(pass: ComputePass, request: SortRequest, { shift, bits, from, to, valuesArePlaces }: DigitMove): void {
    const { capacity, countIndex = NO_COUNTER, counters = this.#noCounters.reserve(4) } = request;
    const tileCount = Math.ceil(capacity / this.#tileItems);
    const digitCount = 2 ** bits;
    if (tileCount === 0) return;
    const starts = this.#digitStarts.reserve(4 * (digitCount * tileCount + 1));
    const parameters = SORT_PARAMETERS.pack([
      { capacity, countIndex, tileCount, shift, digitCount, valuesArePlaces: valuesArePlaces ? 1 : 0 },
    ]);
    pass.dispatch(this.#count, tileCount, [from.keys, starts, counters], parameters);
    this.#scan.record(pass, { data: starts, capacity: digitCount * tileCount });
    pass.dispatch(this.#move, tileCount, [from.keys, from.values, starts, to.keys, to.values, counters], parameters);
  }
}
