/** Seeded random numbers for tests: the generator of the scenes, with what random scenes are made of. */
import { FineRandom } from '../../scenes/support/random.ts';

export class Random extends FineRandom {
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
