/** The lists of a collision query on the GPU: their capacity, and how much of them is read back at once. */
import { AppendLists, type AppendTargets } from '../../../backend/gpu/append-list.ts';
import type { GpuMemory } from '../../../backend/gpu/buffers.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import type { ReadBack } from '../../../backend/gpu/read-back.ts';
import { LIST_BYTES, type ListName, SLICES_PER_RUN } from './passes.ts';

export type ListCounts = Readonly<Record<ListName, number>>;

/** The lists that the CPU reads. */
export const READ_LISTS = ['crossings', 'undecided', 'uncertain'] as const satisfies readonly ListName[];
export type ReadName = (typeof READ_LISTS)[number];
export type ListReads = Readonly<Record<ReadName, ReadBack>>;

/** Least capacity, and least number of entries read back. */
const ENTRIES_MIN = 1024;
/** Initial capacity in entries per triangle. */
const PER_TRIANGLE = { entries: 3.5, candidates: 4, crossings: 1 / 8, undecided: 1 / 8, uncertain: 1 / 64 } as const;
/** How much more than last time is read back at once. */
const READ_MARGIN = 1.25;
/** Target fill of the list of candidates, because slices are not equally long. */
const FILL = 0.75;
/** Lists that were made for this many times the triangles are given up. */
const SHRINK = 16;

export class CollideLists {
  readonly #memory: GpuMemory;
  #lists: AppendLists<ListName> | undefined;
  #triangleCount = 0;
  #lastCounts: Partial<ListCounts> = {};
  /** Number of slices in which the entries were walked last time. */
  slices = 1;

  constructor(memory: GpuMemory) {
    this.#memory = memory;
  }

  /** Lists with the capacity that a scene of this size usually needs; those that are too short grow. */
  reserve(triangleCount: number): AppendLists<ListName> {
    const isRight = triangleCount <= this.#triangleCount && SHRINK * triangleCount > this.#triangleCount;
    if (this.#lists && isRight) return this.#lists;
    this.release();
    const list = (name: ListName) => {
      // A mere estimate must not be refused.
      const capacity = Math.min(this.most(name), ENTRIES_MIN + Math.ceil(PER_TRIANGLE[name] * triangleCount));
      return { bytesPerEntry: LIST_BYTES[name], capacity };
    };
    this.#lists = new AppendLists<ListName>(this.#memory, {
      entries: list('entries'),
      candidates: list('candidates'),
      crossings: list('crossings'),
      undecided: list('undecided'),
      uncertain: list('uncertain'),
    });
    this.#triangleCount = triangleCount;
    return this.#lists;
  }

  release(): void {
    this.#lists?.release();
    this.#lists = undefined;
    this.#lastCounts = {};
    this.slices = 1;
  }

  /** The most entries that a list can have on this device, with those that are read back fitting one buffer together. */
  most(name: ListName): number {
    const { maxBufferSize } = this.#memory.device.limits;
    return Math.floor(
      (Math.min(this.#memory.bindingBytesMax, maxBufferSize / READ_LISTS.length) - 256) / LIST_BYTES[name],
    );
  }

  /** Remembers how long the lists were, to read back as much next time. */
  remember(counts: ListCounts): void {
    this.#lastCounts = counts;
  }

  /** Entries of each list to read back: some more than last time, or as many as `counts` says. */
  readLengths(lists: AppendTargets<ListName>, counts?: ListCounts): Readonly<Record<ReadName, number>> {
    const lengthOf = (name: ReadName): number => {
      const wanted = counts ? counts[name] : Math.max(ENTRIES_MIN, (this.#lastCounts[name] ?? 0) * READ_MARGIN);
      return Math.ceil(Math.min(lists.capacity(name), this.most(name), wanted));
    };
    return {
      crossings: lengthOf('crossings'),
      undecided: lengthOf('undecided'),
      uncertain: lengthOf('uncertain'),
    };
  }

  /** The capacity for candidates, and the number of slices, for a total of `candidates`. */
  arrange(candidates: number, capacity: number): { readonly capacity: number; readonly slices: number } {
    const wantedCapacity = Math.ceil(candidates / (FILL * SLICES_PER_RUN));
    const wanted = Math.max(capacity, Math.min(wantedCapacity, this.most('candidates')));
    return { capacity: wanted, slices: Math.ceil(candidates / (FILL * wanted)) };
  }
}

/** Reads back the given number of entries of each list. */
export function readLists(
  pass: ComputePass,
  lists: AppendTargets<ListName>,
  lengths: Readonly<Record<ReadName, number>>,
): ListReads {
  const read = (name: ReadName) => pass.readBack(lists.buffer(name), 0, lengths[name] * LIST_BYTES[name]);
  return { crossings: read('crossings'), undecided: read('undecided'), uncertain: read('uncertain') };
}

/** Whether all entries of the lists were read. */
export function isComplete(reads: ListReads, counts: ListCounts): boolean {
  return READ_LISTS.every((name) => reads[name].u32.length * 4 >= counts[name] * LIST_BYTES[name]);
}

/** The words of a list that has been read. */
export function wordsOf(reads: ListReads, counts: ListCounts, name: ReadName): Uint32Array {
  return reads[name].u32.subarray(0, (counts[name] * LIST_BYTES[name]) / 4);
}
