/**
 * Named counts in a GPU buffer: lengths of append lists, totals of scans, numbers of items for the next pass.
 *
 * Promise: a count that a pass has written can be the count of a later pass of the same run, without the CPU in between.
 * Each takes two words: the count, and a mark that is set when an append list has counted past 2^32.
 */
import { EngineError } from '../../errors.ts';
import { type GpuMemory, GrowableBuffer } from './buffers.ts';
import type { ComputePass } from './compute-pass.ts';

const BYTES_PER_COUNTER = 8;

/** In place of an index: there is no counter. Twin: NO_COUNTER in counters.wgsl.ts. */
export const NO_COUNTER = 0xffffffff;

export class Counters<Name extends string> {
  readonly #names: readonly Name[];
  readonly #buffer: GrowableBuffer;

  constructor(memory: GpuMemory, label: string, names: readonly Name[]) {
    this.#names = names;
    this.#buffer = new GrowableBuffer(memory, label);
  }

  /** For bindings. Within a run only. */
  get buffer(): GPUBuffer {
    return this.#buffer.reserve(this.#names.length * BYTES_PER_COUNTER);
  }

  /** Where the count is in the buffer, in words. */
  index(name: Name): number {
    const place = this.#names.indexOf(name);
    if (place < 0) throw new EngineError('internal', `no counter "${name}" among ${this.#names.join(', ')}.`);
    return 2 * place;
  }

  /** Sets these to 0; all, unless named. */
  clear(pass: ComputePass, names: readonly Name[] = this.#names): void {
    if (names === this.#names) pass.clear(this.buffer, 0, names.length * BYTES_PER_COUNTER);
    else for (const name of names) pass.clear(this.buffer, 4 * this.index(name), BYTES_PER_COUNTER);
  }

  /** The returned function gives the counts when the run has resolved; Infinity for one past 2^32. */
  readBack(pass: ComputePass): () => Readonly<Record<Name, number>> {
    const read = pass.readBack(this.buffer, 0, this.#names.length * BYTES_PER_COUNTER);
    return () => {
      const words = read.u32;
      const counts = this.#names.map((name, i) => [name, words[2 * i + 1] ? Number.POSITIVE_INFINITY : words[2 * i]]);
      return Object.fromEntries(counts) as Record<Name, number>;
    };
  }

  release(): void {
    this.#buffer.release();
  }
}
