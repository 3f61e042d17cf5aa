/** A part of a buffer that is copied to the CPU at the end of a run, together with all others of that run. */
import { EngineError } from '../../errors.ts';

export class ReadBack {
  readonly #source: GPUBuffer;
  readonly #offset: number;
  readonly #bytes: number;
  #place = 0;
  #content: ArrayBuffer | undefined;

  constructor(source: GPUBuffer, offset: number, bytes: number) {
    this.#source = source;
    this.#offset = offset;
    this.#bytes = bytes;
  }

  /** The bytes, a copy that belongs to the caller. Before the run has resolved there are none. */
  get bytes(): ArrayBuffer {
    if (!this.#content) throw new EngineError('internal', 'read back before its run has ended.');
    return this.#content;
  }

  get u32(): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.bytes);
  }

  get f32(): Float32Array<ArrayBuffer> {
    return new Float32Array(this.bytes);
  }

  /** Takes its place among the read-backs of a run; returns where the next one begins. */
  placeAt(place: number): number {
    this.#place = place;
    return this.placeEnd;
  }

  /** The places are multiples of 8, so that 64-bit ticks can be read in place. */
  get placeEnd(): number {
    return this.#place + Math.ceil(this.#bytes / 8) * 8;
  }

  record(encoder: GPUCommandEncoder, staging: GPUBuffer): void {
    if (this.#bytes > 0) encoder.copyBufferToBuffer(this.#source, this.#offset, staging, this.#place, this.#bytes);
  }

  /** `mapped` is what the staging buffer holds, from its beginning. */
  take(mapped: ArrayBuffer | undefined): void {
    this.#content = mapped ? mapped.slice(this.#place, this.#place + this.#bytes) : new ArrayBuffer(0);
  }
}
