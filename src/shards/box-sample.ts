/**
 * Some of the triangles of a model, evenly spread over it, to measure where it is dense.
 *
 * Every 2^k-th triangle is kept; when the capacity is reached, every other one is dropped and k grows. So the sample depends
 * on the model alone and never on how many triangles were expected, or on who reads how much at a time.
 */

const CAPACITY = 1 << 18;

export class BoxSample {
  readonly #centres = new Float64Array(3 * CAPACITY);
  #count = 0;
  #every = 1;
  #seen = 0;

  get count(): number {
    return this.#count;
  }

  centre(i: number, axis: number): number {
    return this.#centres[3 * i + axis];
  }

  /** The next triangle, by the middle of its box. */
  add(x: number, y: number, z: number): void {
    if (this.#seen++ % this.#every !== 0) return;
    if (this.#count === CAPACITY) {
      this.#halve();
      if ((this.#seen - 1) % this.#every !== 0) return;
    }
    const at = 3 * this.#count++;
    this.#centres[at] = x;
    this.#centres[at + 1] = y;
    this.#centres[at + 2] = z;
  }

  #halve(): void {
    for (let kept = 0; kept < CAPACITY / 2; kept++) this.#centres.copyWithin(3 * kept, 6 * kept, 6 * kept + 3);
    this.#count = CAPACITY / 2;
    this.#every *= 2;
  }
}
