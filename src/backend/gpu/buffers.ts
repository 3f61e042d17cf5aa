/**
 * GPU buffers that are kept and grown.
 *
 * Promise: a buffer is replaced, never resized, and the old one lives until the commands that may use it have been
 * submitted; nothing is made larger than the device allows. `bytes` is what all buffers of this memory hold together.
 */
import { EngineError } from '../../errors.ts';
import { COPY_DST, MAP_READ, STORAGE_USAGE } from './buffer-usage.ts';
import type { Device } from './device.ts';

/** Enlarged buffers get this much more than requested, so that slowly growing scenes do not enlarge them every time. */
const GROWTH = 1.25;
const ALIGNMENT = 256;

const roundUp = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

export class GpuMemory {
  readonly device: Device;
  readonly #living = new Set<GPUBuffer>();
  readonly #retired: GPUBuffer[] = [];
  readonly #idleStaging: GPUBuffer[] = [];
  #created: GPUBuffer[] | undefined;
  #bytes = 0;

  constructor(device: Device) {
    this.device = device;
  }

  /** Bytes in all buffers, those for reading back among them. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The most that one binding can hold. */
  get bindingBytesMax(): number {
    const { maxBufferSize, maxStorageBufferBindingSize } = this.device.limits;
    return Math.min(maxBufferSize, maxStorageBufferBindingSize);
  }

  /** Whether the buffer is of this memory, and neither retired nor discarded. */
  has(buffer: GPUBuffer): boolean {
    return this.#living.has(buffer);
  }

  /** Throws EngineError gpu-limit when the device allows no buffer of this size. To be called within a run. */
  create(label: string, bytes: number, usage: number = STORAGE_USAGE): GPUBuffer {
    return this.#create(label, bytes, usage, false);
  }

  /** A new buffer with this content, written through a mapping: one copy less than an upload, for large data. */
  createFilled(label: string, data: ArrayBufferView, usage: number = STORAGE_USAGE): GPUBuffer {
    const buffer = this.#create(label, data.byteLength, usage, true);
    new Uint8Array(buffer.getMappedRange()).set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    buffer.unmap();
    return buffer;
  }

  /** The buffer is no longer needed by commands recorded from now on. */
  retire(buffer: GPUBuffer): void {
    if (this.#living.delete(buffer)) this.#retired.push(buffer);
  }

  /** To be called after a submit: destroys what was retired before it. */
  destroyRetired(): void {
    for (const buffer of this.#retired.splice(0)) {
      this.#bytes -= buffer.size;
      buffer.destroy();
    }
  }

  /** Buffers created from now on belong to one run, until `endRun` lists them. */
  beginRun(): void {
    this.#created = [];
  }

  endRun(): readonly GPUBuffer[] {
    const created = this.#created ?? [];
    this.#created = undefined;
    return created;
  }

  /** Destroys buffers that a failed run made; `has` is false for them from now on. */
  discard(buffers: readonly GPUBuffer[]): void {
    for (const buffer of buffers) this.retire(buffer);
    this.destroyRetired();
  }

  /** A buffer for reading back, used by one run at a time; give it back with `returnStaging`, unmapped. */
  takeStaging(bytes: number): GPUBuffer {
    const found = this.#idleStaging.findIndex(({ size }) => size >= bytes);
    if (found >= 0) return this.#idleStaging.splice(found, 1)[0];
    for (const tooSmall of this.#idleStaging.splice(0)) this.retire(tooSmall);
    const capacity = Math.min(bytes * GROWTH, this.device.limits.maxBufferSize - ALIGNMENT);
    return this.create('read back', Math.max(bytes, capacity), MAP_READ | COPY_DST);
  }

  returnStaging(buffer: GPUBuffer): void {
    if (this.#living.has(buffer)) this.#idleStaging.push(buffer);
  }

  /** Destroys everything at once; unfinished runs reject. */
  dispose(): void {
    for (const buffer of [...this.#living, ...this.#retired]) buffer.destroy();
    this.#living.clear();
    this.#retired.length = 0;
    this.#idleStaging.length = 0;
    this.#bytes = 0;
  }

  #create(label: string, bytes: number, usage: number, mappedAtCreation: boolean): GPUBuffer {
    this.device.throwIfLost();
    const size = Math.max(ALIGNMENT, roundUp(bytes));
    const most = usage & MAP_READ ? this.device.limits.maxBufferSize : this.bindingBytesMax;
    if (!(size <= most)) throw limitError(label, size, most);
    const buffer = this.device.handle.createBuffer({ label, size, usage, mappedAtCreation });
    this.#living.add(buffer);
    this.#created?.push(buffer);
    this.#bytes += size;
    return buffer;
  }
}

function limitError(label: string, bytes: number, bytesMax: number): EngineError {
  return new EngineError(
    'gpu-limit',
    `the buffer "${label}" needs ${bytes} bytes; this device allows ${bytesMax} in one buffer. Query fewer objects at a time, ` +
      "or use createEngine({ backend: 'wasm' }); it gives the same answers.",
    { label, bytes, bytesMax },
  );
}

/** A buffer that is replaced by a larger one when it has to be. Its content does not survive that. */
export class GrowableBuffer {
  readonly label: string;
  readonly #memory: GpuMemory;
  readonly #usage: number;
  #buffer: GPUBuffer | undefined;

  constructor(memory: GpuMemory, label: string, usage: number = STORAGE_USAGE) {
    this.#memory = memory;
    this.label = label;
    this.#usage = usage;
  }

  get capacityBytes(): number {
    return this.#current?.size ?? 0;
  }

  /** None before the first `reserve`, and none after a run that failed while it was made. */
  get #current(): GPUBuffer | undefined {
    return this.#buffer && this.#memory.has(this.#buffer) ? this.#buffer : undefined;
  }

  /** The buffer, with a capacity of at least `bytes`. Valid until the next call that asks for more. */
  reserve(bytes: number): GPUBuffer {
    const current = this.#current;
    if (current && current.size >= bytes) return current;
    const most = this.#memory.bindingBytesMax;
    const capacity = current ? Math.max(bytes, Math.min(bytes * GROWTH, most - ALIGNMENT)) : bytes;
    const grown = this.#memory.create(this.label, capacity, this.#usage);
    if (current) this.#memory.retire(current);
    this.#buffer = grown;
    return grown;
  }

  /** Frees the memory; the next `reserve` allocates again. */
  release(): void {
    if (this.#buffer) this.#memory.retire(this.#buffer);
    this.#buffer = undefined;
  }
}
