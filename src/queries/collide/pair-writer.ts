/** Writes pairs of triangles one behind the other: runs of pairs that were found, and kept ones. */

/** Pairs of triangles as an answer has them. */
export interface PairLists {
  readonly trianglePairs: Uint32Array;
  readonly kinds: Uint8Array;
  readonly segments?: Float64Array;
}

/** Shorter runs are copied faster number by number. */
const LONG_RUN = 24;

export class PairWriter {
  readonly trianglePairs: Uint32Array;
  readonly kinds: Uint8Array;
  readonly segments: Float64Array | undefined;
  #count = 0;

  constructor(count: number, segments: boolean) {
    this.trianglePairs = new Uint32Array(4 * count);
    this.kinds = new Uint8Array(count);
    this.segments = segments ? new Float64Array(6 * count) : undefined;
  }

  /** Pairs so far. */
  get count(): number {
    return this.#count;
  }

  /** Copies pairs from..to. */
  copy({ trianglePairs, kinds, segments }: PairLists, from: number, to: number): void {
    if (to <= from) return;
    if (to - from >= LONG_RUN) {
      this.trianglePairs.set(trianglePairs.subarray(4 * from, 4 * to), 4 * this.#count);
      this.kinds.set(kinds.subarray(from, to), this.#count);
    } else {
      for (let i = 4 * from, at = 4 * this.#count; i < 4 * to; i++, at++) this.trianglePairs[at] = trianglePairs[i];
      for (let i = from, at = this.#count; i < to; i++, at++) this.kinds[at] = kinds[i];
    }
    if (segments && this.segments) {
      for (let i = 6 * from, at = 6 * this.#count; i < 6 * to; i++, at++) this.segments[at] = segments[i];
    }
    this.#count += to - from;
  }

  /** Adds a pair of two triangles of one object; the caller writes its segment. */
  addOwn(id: number, first: number, second: number, kind: number): void {
    const at = 4 * this.#count;
    this.trianglePairs[at] = id;
    this.trianglePairs[at + 1] = first;
    this.trianglePairs[at + 2] = id;
    this.trianglePairs[at + 3] = second;
    this.kinds[this.#count] = kind;
    this.#count++;
  }
}
