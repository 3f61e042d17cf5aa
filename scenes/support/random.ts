/** Seeded random numbers (mulberry32): the same seed gives the same scene on every machine. */

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let word = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 4294967296;
  }

  /** From `least` up to `most`. */
  real(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  /** A whole number, both ends included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }
}

/** The same generator for data of full precision: its reals use all 53 bits, those above 32. */
export class FineRandom extends Random {
  override real(least: number, most: number): number {
    return least + (this.next() + this.next() / 4294967296) * (most - least);
  }

  /** `count` things, made one after the other. */
  times<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }
}
