/** Limits how many calls run at once and how many may wait; any beyond that are refused immediately. */
import { OptionError } from '../../errors.ts';

export class CallLimit {
  readonly #most: number;
  readonly #waitMost: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number, waitMost: number) {
    this.#most = most;
    this.#waitMost = waitMost;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) {
      if (this.#waiting.length >= this.#waitMost) {
        throw new OptionError(
          'too-busy',
          `${this.#running} calls are being answered and ${this.#waiting.length} wait; call again when they are done.`,
        );
      }
      await new Promise<void>((resume) => this.#waiting.push(resume));
    } else this.#running++;
    try {
      return await task();
    } finally {
      // The slot goes to the next waiting call, or becomes free.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
