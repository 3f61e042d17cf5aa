/**
 * Records of one size in the engine's memory, given out one by one and taken back in any order.
 *
 * They lie side by side in chunks, so that a look at many reads memory from one end to the other. A chunk is a block, freed when
 * none of its records is in use; the first ones are small, so that a scene of two objects does not pay for a thousand.
 */
import type { BlockAllocator } from './kernel-memory.ts';

const RECORDS_AT_FIRST = 8;
const RECORDS_MAX = 1024;
const ALIGNMENT = 16;

interface Chunk {
  readonly start: number;
  readonly records: number;
  used: number;
  /** Records that were given back, and the first that was never given out. */
  readonly free: number[];
  next: number;
}

/** The part of the engine's memory interface that a pool needs. */
interface PoolMemory {
  readonly blocks: BlockAllocator;
  allocate(bytes: number, purpose: string): number;
}

export class RecordPool {
  readonly #memory: PoolMemory;
  readonly #bytes: number;
  /** In ascending order of address. */
  readonly #chunks: Chunk[] = [];
  /** Chunks with unused capacity. */
  readonly #open = new Set<Chunk>();

  constructor(memory: PoolMemory, recordBytes: number) {
    this.#memory = memory;
    this.#bytes = Math.ceil(recordBytes / ALIGNMENT) * ALIGNMENT;
  }

  take(purpose: string): number {
    const chunk = this.#openChunk() ?? this.#addChunk(purpose);
    const record = chunk.free.pop() ?? chunk.start + chunk.next++ * this.#bytes;
    chunk.used++;
    if (chunk.used === chunk.records) this.#open.delete(chunk);
    return record;
  }

  #openChunk(): Chunk | undefined {
    for (const chunk of this.#open) return chunk;
    return undefined;
  }

  #addChunk(purpose: string): Chunk {
    const records = Math.min(RECORDS_MAX, RECORDS_AT_FIRST << Math.min(16, this.#chunks.length));
    const start = this.#memory.allocate(records * this.#bytes, purpose);
    const chunk = { start, records, used: 0, free: [], next: 0 };
    this.#chunks.splice(this.#countUpTo(start), 0, chunk);
    this.#open.add(chunk);
    return chunk;
  }

  /** How many chunks begin at an address or before it. */
  #countUpTo(address: number): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#chunks[middle].start <= address) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  give(record: number): void {
    const index = this.#countUpTo(record) - 1;
    const chunk = this.#chunks[index];
    chunk.used--;
    chunk.free.push(record);
    if (chunk.used > 0) {
      this.#open.add(chunk);
      return;
    }
    this.#open.delete(chunk);
    this.#chunks.splice(index, 1);
    this.#memory.blocks.free(chunk.start);
  }
}
