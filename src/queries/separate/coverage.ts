/** Which parts of a way are known to be blocked, in small steps, so that what would only block them again need not be looked at. */
const STEPS = 4096;

export class Coverage {
  readonly #step: number;
  /** Per step, one that is not behind it and may be the next that is not covered; followed to the end, it is. */
  readonly #next = Int32Array.from({ length: STEPS + 1 }, (_, i) => i);

  /** Of a way from 0 to `most`. */
  constructor(most: number) {
    this.#step = Math.max(most, Number.MIN_VALUE) / STEPS;
  }

  #uncovered(from: number): number {
    const next = this.#next;
    let at = from;
    while (next[at] !== at) {
      next[at] = next[next[at]];
      at = next[at];
    }
    return at;
  }

  /** Whether all that lies on the way from here to there is covered. */
  has(from: number, to: number): boolean {
    const first = Math.max(0, Math.floor(from / this.#step));
    const last = Math.min(STEPS - 1, Math.floor(to / this.#step));
    return first <= last && this.#uncovered(first) > last;
  }

  /** Covers the steps that lie between wholly. */
  add(from: number, to: number): void {
    const first = Math.max(0, Math.ceil(from / this.#step));
    const last = Math.min(STEPS, Math.floor(to / this.#step));
    for (let at = this.#uncovered(Math.min(first, STEPS)); at < last; at = this.#uncovered(at + 1))
      this.#next[at] = at + 1;
  }
}
