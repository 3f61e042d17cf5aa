/** Which parts of a path are known to be blocked, in small steps, so that pairs that only block these need not be examined. */
const STEPS = 4096;

export class Coverage {
  readonly #step: number;
  /** Per step, a step at or after it on the way to the next uncovered one: following these links to the end finds that. */
  readonly #next = Int32Array.from({ length: STEPS + 1 }, (_, i) => i);

  /** For a path from 0 to `most`. */
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

  /** Whether the path is covered between two distances. */
  has(from: number, to: number): boolean {
    const first = Math.max(0, Math.floor(from / this.#step));
    const last = Math.min(STEPS - 1, Math.floor(to / this.#step));
    return first <= last && this.#uncovered(first) > last;
  }

  /** Covers the steps that lie entirely between two distances. */
  add(from: number, to: number): void {
    const first = Math.max(0, Math.ceil(from / this.#step));
    const last = Math.min(STEPS, Math.floor(to / this.#step));
    for (let at = this.#uncovered(Math.min(first, STEPS)); at < last; at = this.#uncovered(at + 1))
      this.#next[at] = at + 1;
  }
}
