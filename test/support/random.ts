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
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** From `least` up to `most`, with all 53 bits in use. */
  real(least: number, most: number): number {
    return least + (this.next() + this.next() * 2 ** -32) * (most - least);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.integer(0, choices.length - 1)];
  }

  /** A new array with the same items in another order. */
  shuffle<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = this.integer(0, last);
      [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
    }
    return shuffled;
  }

  /** So many things made one after the other. */
  times<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }
}

const word64 = new BigInt64Array(1);
const float64 = new Float64Array(word64.buffer);
const word32 = new Int32Array(1);
const float32 = new Float32Array(word32.buffer);

/** The double so many steps away from zero (or towards it, when negative); zero stays. */
export function stepDouble(value: number, steps: number): number {
  if (value === 0) return 0;
  float64[0] = value;
  word64[0] += BigInt(steps);
  return float64[0];
}

/** The same in single precision. */
export function stepSingle(value: number, steps: number): number {
  float32[0] = value;
  if (float32[0] === 0) return 0;
  word32[0] += steps;
  return float32[0];
}
