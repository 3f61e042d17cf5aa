/** Finds the participant of a job that a triangle or vertex, numbered through the scene, belongs to. */
import { columnsOf, type Participant } from '../backend/wasm/participants.ts';

export class OwnerFinder {
  /** The first number of each participant, then infinity. */
  readonly #starts: Float64Array;
  #index = 0;

  constructor(starts: Float64Array) {
    this.#starts = starts;
  }

  /** Index of the participant. Calls tend to come in ascending order, so the last answer is tried first. */
  indexOf(number: number): number {
    const starts = this.#starts;
    if (number >= starts[this.#index] && number < starts[this.#index + 1]) return this.#index;
    let low = 0;
    let high = starts.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (starts[middle] <= number) low = middle;
      else high = middle - 1;
    }
    this.#index = low;
    return low;
  }
}

export function triangleOwners(list: readonly Participant[]): OwnerFinder {
  return new OwnerFinder(columnsOf(list).triangleStarts);
}
