/**
 * Uniform parameters of the dispatches of a run: many small structs in few buffers, uploaded once per run.
 *
 * Promise: runs may follow each other without waiting; the queue takes the parameters of each before its commands.
 */
import { COPY_DST, UNIFORM } from './buffer-usage.ts';
import type { GpuMemory } from './buffers.ts';

const SLOTS_PER_PAGE = 64;
/** The largest struct of parameters. */
const SLOT_BYTES_MIN = 128;

interface Page {
  readonly buffer: GPUBuffer;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export class ParameterPages {
  readonly #memory: GpuMemory;
  readonly #slotBytes: number;
  readonly #pages: Page[] = [];
  /** What this run has added, by its words: dispatches with equal parameters share a slot. */
  readonly #added = new Map<string, GPUBufferBinding>();
  #slotCount = 0;

  constructor(memory: GpuMemory) {
    this.#memory = memory;
    this.#slotBytes = Math.max(SLOT_BYTES_MIN, memory.device.limits.minUniformBufferOffsetAlignment);
  }

  /** The binding that will hold these bytes when the run is submitted. */
  add(parameters: ArrayBuffer): GPUBufferBinding {
    const words = new Uint32Array(parameters).join();
    const added = this.#added.get(words);
    if (added) return added;
    const page = this.#page(Math.floor(this.#slotCount / SLOTS_PER_PAGE));
    const offset = (this.#slotCount % SLOTS_PER_PAGE) * this.#slotBytes;
    page.bytes.set(new Uint8Array(parameters), offset);
    this.#slotCount++;
    const binding = { buffer: page.buffer, offset, size: parameters.byteLength };
    this.#added.set(words, binding);
    return binding;
  }

  /** Uploads what the run has added and starts over; returns the number of bytes. */
  flush(): number {
    let left = this.#slotCount * this.#slotBytes;
    const total = left;
    for (const { buffer, bytes } of this.#pages) {
      const length = Math.min(left, bytes.length);
      if (length > 0) this.#memory.device.handle.queue.writeBuffer(buffer, 0, bytes, 0, length);
      left -= length;
    }
    this.reset();
    return total;
  }

  /** Forgets what a run that failed has added. */
  reset(): void {
    this.#slotCount = 0;
    this.#added.clear();
  }

  #page(index: number): Page {
    const size = SLOTS_PER_PAGE * this.#slotBytes;
    if (!this.#pages[index] || !this.#memory.has(this.#pages[index].buffer)) {
      const buffer = this.#memory.create('parameters', size, UNIFORM | COPY_DST);
      this.#pages[index] = { buffer, bytes: new Uint8Array(size) };
    }
    return this.#pages[index];
  }
}
