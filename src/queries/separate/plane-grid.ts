/** A grid over boxes in a plane, to find those that a box overlaps. */

/** Boxes lie in an array, `stride` numbers apart: two numbers from `low` on, two from `high` on. */
export class PlaneGrid {
  readonly #boxes: Float64Array;
  readonly #low: number;
  readonly #high: number;
  readonly #from: readonly [number, number];
  readonly #cell: readonly [number, number];
  readonly #side: number;
  /** Where each cell's boxes begin in the list. */
  readonly #offsets: Uint32Array;
  readonly #list: Uint32Array;

  constructor(boxes: Float64Array, stride: number, low: number, high: number) {
    this.#boxes = boxes;
    this.#low = low;
    this.#high = high;
    const count = boxes.length / stride;
    this.#side = Math.max(1, Math.min(512, Math.ceil(Math.sqrt(count))));
    const ends = [0, 1].map((axis) => {
      let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (let at = 0; at < boxes.length; at += stride) {
        from = Math.min(from, boxes[at + low + axis]);
        to = Math.max(to, boxes[at + high + axis]);
      }
      return [from, to];
    });
    this.#from = [ends[0][0], ends[1][0]];
    const cellOf = ([from, to]: number[]) => (to > from ? (to - from) / this.#side : 1);
    this.#cell = [cellOf(ends[0]), cellOf(ends[1])];
    this.#offsets = new Uint32Array(this.#side * this.#side + 1);
    for (let at = 0; at < boxes.length; at += stride) this.#cells(boxes, at, 0, (cell) => this.#offsets[cell + 1]++);
    for (let cell = 1; cell < this.#offsets.length; cell++) this.#offsets[cell] += this.#offsets[cell - 1];
    this.#list = new Uint32Array(this.#offsets.at(-1)!);
    const next = this.#offsets.slice();
    for (let at = 0; at < boxes.length; at += stride) {
      this.#cells(boxes, at, 0, (cell) => {
        this.#list[next[cell]++] = at;
      });
    }
  }

  #index(value: number, axis: 0 | 1): number {
    const index = Math.floor((value - this.#from[axis]) / this.#cell[axis]);
    return Math.max(0, Math.min(this.#side - 1, index));
  }

  #cells(boxes: Float64Array, at: number, by: number, note: (cell: number) => void): void {
    const [low, high] = [at + this.#low, at + this.#high];
    const last = this.#index(boxes[high] + by, 0);
    const lastRow = this.#index(boxes[high + 1] + by, 1);
    for (let row = this.#index(boxes[low + 1] - by, 1); row <= lastRow; row++) {
      for (let column = this.#index(boxes[low] - by, 0); column <= last; column++) note(row * this.#side + column);
    }
  }

  /** Calls back, once each, with the places of boxes that one of another array comes nearer to than `by`. */
  visit(boxes: Float64Array, p: number, by: number, found: (q: number) => void): void {
    const [low, high, own] = [this.#low, this.#high, this.#boxes];
    this.#cells(boxes, p, by, (cell) => {
      for (let at = this.#offsets[cell]; at < this.#offsets[cell + 1]; at++) {
        const q = this.#list[at];
        const x = Math.max(own[q + low], boxes[p + low] - by);
        const y = Math.max(own[q + low + 1], boxes[p + low + 1] - by);
        if (x > Math.min(own[q + high], boxes[p + high] + by)) continue;
        if (y > Math.min(own[q + high + 1], boxes[p + high + 1] + by)) continue;
        // In the cell of the lowest corner that both cover, and in no other.
        if (this.#index(y, 1) * this.#side + this.#index(x, 0) === cell) found(q);
      }
    });
  }
}
