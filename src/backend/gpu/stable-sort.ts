/**
 * Sorts pairs of a key and a value by the key; those with equal keys stay in their order.
 *
 * Promise: the count may be one that the GPU keeps; nothing waits for it. A dispatch to count, a scan and a dispatch to move for every
 * eight bits of the keys. Each thread goes through its own run of items one by one, so order is kept without barriers or workgroup
 * memory, which software drivers pay for dearly.
 */
import { struct } from '../../memory/struct.ts';
import { GrowableBuffer } from './buffers.ts';
import type { ComputePass } from './compute-pass.ts';
import { NO_COUNTER } from './counters.ts';
import { COUNT_WGSL } from './counters.wgsl.ts';
import type { ExclusiveScan } from './exclusive-scan.ts';
import type { Gpu } from './gpu.ts';
import { LINEAR_INDEX_WGSL } from './linear-index.wgsl.ts';
import { type Shader, ShaderSource } from './pipelines.ts';
import { SORT_COUNT_WGSL, SORT_MOVE_WGSL } from './stable-sort.wgsl.ts';

const SORT_PARAMETERS = struct('SortParameters', {
  capacity: 'u32',
  countIndex: 'u32',
  threadCount: 'u32',
  shift: 'u32',
});

const DIGIT_BITS = 8;
const DIGITS = 1 << DIGIT_BITS;
/** Items per thread: the number of digits, so that counts take no more memory than items. */
const ITEMS = DIGITS;

const CONSTANTS_WGSL = /* wgsl */ `
const DIGITS = ${DIGITS}u;
const ITEMS = ${ITEMS}u;
`;
const TOOLS = [SORT_PARAMETERS.wgsl, CONSTANTS_WGSL, COUNT_WGSL, LINEAR_INDEX_WGSL];

export const SORT_COUNT = new ShaderSource(
  'sort-count',
  [...TOOLS, SORT_COUNT_WGSL],
  ['uniform', 'read', 'write', 'read'],
  { THREADS: 32 },
);
export const SORT_MOVE = new ShaderSource(
  'sort-move',
  [...TOOLS, SORT_MOVE_WGSL],
  ['uniform', 'read', 'write', 'read', 'write'],
  { THREADS: 32 },
);

export interface SortRequest {
  /** Pairs of key and value, followed by space for as many: passes go back and forth between the two halves. */
  readonly items: GPUBuffer;
  readonly spare: GPUBuffer;
  readonly capacity: number;
  /** Keys are below two to this. */
  readonly keyBits: number;
  /** Where the number of items stands, if the GPU counted them; else there are `capacity`. */
  readonly counters: GPUBuffer;
  readonly countIndex?: number;
}

export class StableSort {
  readonly #gpu: Gpu;
  readonly #count: Shader;
  readonly #move: Shader;
  readonly #scan: ExclusiveScan;
  readonly #places: GrowableBuffer;

  private constructor(gpu: Gpu, scan: ExclusiveScan, [count, move]: readonly Shader[]) {
    this.#gpu = gpu;
    this.#scan = scan;
    this.#count = count;
    this.#move = move;
    this.#places = new GrowableBuffer(gpu.memory, 'places of a sort');
  }

  static async create(gpu: Gpu, scan: ExclusiveScan): Promise<StableSort> {
    const constants = { THREADS: gpu.workSizes.plain.threads };
    const shaders = await Promise.all([SORT_COUNT, SORT_MOVE].map((source) => gpu.compile(source, constants)));
    return new StableSort(gpu, scan, shaders);
  }

  get bytes(): number {
    return this.#places.capacityBytes;
  }

  /** The buffer that holds the sorted pairs afterwards: one of the two. */
  record(pass: ComputePass, { items, spare, capacity, keyBits, counters, countIndex }: SortRequest): GPUBuffer {
    const threadCount = Math.max(1, Math.ceil(capacity / ITEMS));
    const places = this.#places.reserve(4 * (DIGITS * threadCount + 1));
    const groups = Math.ceil(threadCount / this.#gpu.workSizes.plain.threads);
    let [from, to] = [items, spare];
    for (let shift = 0; shift < keyBits; shift += DIGIT_BITS) {
      const parameters = SORT_PARAMETERS.pack([{ capacity, countIndex: countIndex ?? NO_COUNTER, threadCount, shift }]);
      pass.dispatch(this.#count, groups, [counters, places, from], parameters);
      this.#scan.record(pass, { data: places, capacity: DIGITS * threadCount });
      pass.dispatch(this.#move, groups, [counters, places, from, to], parameters);
      [from, to] = [to, from];
    }
    return from;
  }

  /** Gives back the memory it works in. */
  release(): void {
    this.#places.release();
  }
}
