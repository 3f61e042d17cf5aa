/** Few things at once, and few that wait: what comes beyond that is refused at once. */
import { OptionError } from '../../errors.ts';

export class Turns {
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
      // The place goes to the next one that waits, or becomes free.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
