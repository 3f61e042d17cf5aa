/** Lets long work in JavaScript report progress, be cancelled, and let other work on the same thread run. */
import { yieldToEvents } from '../../../backend/wasm/task.ts';
import type { CheckedRunningOptions } from '../../options.ts';
import type { VoxelPace } from './shape.ts';

const SLICE_MILLISECONDS = 12;
/** Steps between two looks at the clock. */
const STEPS_PER_LOOK = 256;

export class Pace implements VoxelPace {
  readonly #options: CheckedRunningOptions;
  readonly #from: number;
  readonly #to: number;
  #sliceEnds = performance.now() + SLICE_MILLISECONDS;
  #steps = 0;

  /** A part of the whole work, from..to of 1. */
  constructor(options: CheckedRunningOptions, from = 0, to = 1) {
    this.#options = options;
    this.#from = from;
    this.#to = to;
  }

  /** The pace of a part of this part. */
  part(from: number, to: number): Pace {
    const size = this.#to - this.#from;
    return new Pace(this.#options, this.#from + from * size, this.#from + to * size);
  }

  /** To be called often, with how much is done, 0 to 1. Await what it returns, if anything. */
  step(done: number): Promise<void> | undefined {
    if (++this.#steps % STEPS_PER_LOOK !== 0) return undefined;
    return performance.now() < this.#sliceEnds ? undefined : this.#yield(done);
  }

  async #yield(done: number): Promise<void> {
    const { signal, onProgress } = this.#options;
    onProgress?.(this.#from + Math.min(1, done) * (this.#to - this.#from));
    await yieldToEvents();
    signal?.throwIfAborted();
    this.#sliceEnds = performance.now() + SLICE_MILLISECONDS;
  }
}
