/**
 * Growing lists of number triples, for files that do not state their counts.
 *
 * Memory: kept in chunks and put together at the end, so the peak is twice the contents, and just the contents
 * when the first chunk had the right size. One array that doubles would leave up to three times as much behind.
 */

const FIRST_CHUNK = 3 * 1024;
const LARGEST_CHUNK = 3 * (1 << 17);

type Chunk = Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

abstract class Growable<Values extends Chunk> {
  #full: Values[] = [];
  #fullLength = 0;
  #chunk: Values;
  #used = 0;

  constructor(capacity: number) {
    this.#chunk = this.allocate(capacity);
  }

  get length(): number {
    return this.#fullLength + this.#used;
  }

  push3(a: number, b: number, c: number): void {
    if (this.#used === this.#chunk.length) this.#nextChunk();
    const chunk = this.#chunk;
    const at = this.#used;
    chunk[at] = a;
    chunk[at + 1] = b;
    chunk[at + 2] = c;
    this.#used = at + 3;
  }

  /** Returns the contents as one array and empties the list. */
  take(): Values {
    const { length } = this;
    let whole = this.#chunk;
    if (this.#fullLength > 0 || whole.length !== length) {
      whole = this.allocate(length);
      let at = 0;
      for (const chunk of this.#full) {
        whole.set(chunk, at);
        at += chunk.length;
      }
      whole.set(this.#chunk.subarray(0, this.#used), at);
    }
    this.#full = [];
    this.#fullLength = 0;
    this.#chunk = this.allocate(0);
    this.#used = 0;
    return whole;
  }

  protected abstract allocate(length: number): Values;

  #nextChunk(): void {
    if (this.#used > 0) this.#full.push(this.#chunk);
    this.#fullLength += this.#used;
    this.#chunk = this.allocate(Math.min(LARGEST_CHUNK, Math.max(FIRST_CHUNK, this.#fullLength)));
    this.#used = 0;
  }
}

/** Coordinates. */
export class GrowableFloat64 extends Growable<Float64Array<ArrayBuffer>> {
  constructor(capacity = FIRST_CHUNK) {
    super(capacity);
  }

  protected override allocate(length: number): Float64Array<ArrayBuffer> {
    return new Float64Array(length);
  }
}

/** Corners. */
export class GrowableUint32 extends Growable<Uint32Array<ArrayBuffer>> {
  constructor(capacity = FIRST_CHUNK) {
    super(capacity);
  }

  protected override allocate(length: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(length);
  }
}
