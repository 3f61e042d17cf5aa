/**
 * A tree of boxes over the triangles of a surface, for what winding numbers ask: the triangles that a box meets,
 * where so many are asked about one surface that going over all of its triangles each time would take longer.
 *
 * Triangles are sorted along a Morton curve and packed four to a box, boxes four to a box, as flatbush does it in the
 * plane. Boxes are exact.
 */

const WIDTH = 4;
const MORTON_BITS = 10;

export class TriangleTree {
  readonly positions: Float64Array;
  readonly #corners: Uint32Array;
  /** Triangles in the order of the curve. */
  readonly #order: Uint32Array;
  /** Six numbers per box: low x y z, high x y z; level by level, from the leaves to the root. */
  readonly #boxes: Float64Array;
  /** Where each level begins. */
  readonly #levels: number[];

  /** Over the triangles of the given numbers, of which there must be at least one. */
  constructor(positions: Float64Array, corners: Uint32Array, triangles: Uint32Array) {
    this.positions = positions;
    this.#corners = corners;
    this.#order = mortonOrder(positions, corners, triangles);
    const counts: number[] = [];
    for (let count = this.#order.length; ; ) {
      count = Math.ceil(count / WIDTH);
      counts.push(count);
      if (count <= 1) break;
    }
    this.#levels = [0];
    for (const count of counts) this.#levels.push(this.#levels.at(-1)! + count);
    this.#boxes = new Float64Array(6 * this.#levels.at(-1)!);
    this.#fillBoxes();
  }

  #fillBoxes(): void {
    const boxes = this.#boxes;
    const { positions } = this;
    const corners = this.#corners;
    const order = this.#order;
    for (let at = 0; at < boxes.length; at += 6) {
      boxes[at] = boxes[at + 1] = boxes[at + 2] = Infinity;
      boxes[at + 3] = boxes[at + 4] = boxes[at + 5] = -Infinity;
    }
    for (let i = 0; i < order.length; i++) {
      const box = 6 * ((i / WIDTH) | 0);
      const t = 3 * order[i];
      for (let corner = t; corner < t + 3; corner++) {
        const p = 3 * corners[corner];
        growBox(boxes, box, positions, p, p);
      }
    }
    for (let level = 1; level + 1 < this.#levels.length; level++) {
      const [from, to] = [this.#levels[level - 1], this.#levels[level]];
      for (let child = from; child < to; child++) {
        growBox(boxes, 6 * (to + (((child - from) / WIDTH) | 0)), boxes, 6 * child, 6 * child + 3);
      }
    }
  }

  /** Calls `visit` with every triangle whose leaf's box meets the box from `low` to `high`. */
  visit(low: readonly number[], high: readonly number[], visit: (triangle: number) => void): void {
    const levels = this.#levels;
    const boxes = this.#boxes;
    const stack = [levels.length - 2, levels[levels.length - 2]];
    while (stack.length > 0) {
      const node = stack.pop()!;
      const level = stack.pop()!;
      const at = 6 * node;
      if (boxes[at] > high[0] || boxes[at + 1] > high[1] || boxes[at + 2] > high[2]) continue;
      if (boxes[at + 3] < low[0] || boxes[at + 4] < low[1] || boxes[at + 5] < low[2]) continue;
      const index = node - levels[level];
      if (level > 0) {
        const first = levels[level - 1] + WIDTH * index;
        const end = Math.min(levels[level], first + WIDTH);
        for (let child = first; child < end; child++) stack.push(level - 1, child);
        continue;
      }
      const end = Math.min(this.#order.length, WIDTH * (index + 1));
      for (let i = WIDTH * index; i < end; i++) visit(this.#order[i]);
    }
  }
}

/** Grows a box so that it holds a box of another list, given by where its low and its high corner are. */
function growBox(boxes: Float64Array, at: number, from: Float64Array, low: number, high: number): void {
  if (from[low] < boxes[at]) boxes[at] = from[low];
  if (from[low + 1] < boxes[at + 1]) boxes[at + 1] = from[low + 1];
  if (from[low + 2] < boxes[at + 2]) boxes[at + 2] = from[low + 2];
  if (from[high] > boxes[at + 3]) boxes[at + 3] = from[high];
  if (from[high + 1] > boxes[at + 4]) boxes[at + 4] = from[high + 1];
  if (from[high + 2] > boxes[at + 5]) boxes[at + 5] = from[high + 2];
}

/** Bits of a number below 1024, with two zeros between each and the next. */
function spread(value: number): number {
  let x = value;
  x = (x | (x << 16)) & 0x030000ff;
  x = (x | (x << 8)) & 0x0300f00f;
  x = (x | (x << 4)) & 0x030c30c3;
  return (x | (x << 2)) & 0x09249249;
}

function mortonOrder(positions: Float64Array, corners: Uint32Array, triangles: Uint32Array): Uint32Array {
  const count = triangles.length;
  const middle = new Float64Array(3 * count);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    const t = 3 * triangles[i];
    for (let k = 0; k < 3; k++) {
      const value =
        positions[3 * corners[t] + k] / 3 +
        positions[3 * corners[t + 1] + k] / 3 +
        positions[3 * corners[t + 2] + k] / 3;
      middle[3 * i + k] = value;
      if (value < low[k]) low[k] = value;
      if (value > high[k]) high[k] = value;
    }
  }
  const side = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  const scale = side > 0 ? (2 ** MORTON_BITS - 1) / side : 0;
  const codes = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const x = spread((middle[3 * i] - low[0]) * scale);
    const y = spread((middle[3 * i + 1] - low[1]) * scale);
    const z = spread((middle[3 * i + 2] - low[2]) * scale);
    codes[i] = x | (y << 1) | (z << 2);
  }
  return radixOrder(codes, 3 * MORTON_BITS).map((place) => triangles[place]);
}

/** The order that sorts the codes; three passes of a third of the bits each. */
function radixOrder(codes: Uint32Array, bits: number): Uint32Array {
  const digit = Math.ceil(bits / 3);
  const mask = 2 ** digit - 1;
  let from = Uint32Array.from({ length: codes.length }, (_, i) => i);
  let to = new Uint32Array(codes.length);
  const starts = new Uint32Array(mask + 2);
  for (let shift = 0; shift < bits; shift += digit) {
    starts.fill(0);
    for (let i = 0; i < codes.length; i++) starts[((codes[i] >>> shift) & mask) + 1]++;
    for (let i = 1; i < starts.length; i++) starts[i] += starts[i - 1];
    for (let i = 0; i < from.length; i++) to[starts[(codes[from[i]] >>> shift) & mask]++] = from[i];
    [from, to] = [to, from];
  }
  return from;
}
