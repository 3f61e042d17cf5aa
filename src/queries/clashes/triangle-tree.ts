/**
 * A tree of boxes over the triangles of a surface, for what depth and winding numbers ask: the nearest triangle, and
 * those that a box meets.
 *
 * Triangles are sorted along a Morton curve and packed four to a box, boxes four to a box, as flatbush does it in the
 * plane. Boxes are exact.
 */
import { distanceSquared, nearest } from './triangle-distance.ts';

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
  /** Of the last `nearest`. */
  triangle = -1;
  readonly point = nearest;
  readonly #stack: number[] = [];

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
    for (let at = 0; at < boxes.length; at += 6) {
      boxes.fill(Infinity, at, at + 3);
      boxes.fill(-Infinity, at + 3, at + 6);
    }
    for (let i = 0; i < this.#order.length; i++) {
      const box = 6 * Math.floor(i / WIDTH);
      for (let k = 0; k < 3; k++) {
        const p = 3 * this.#corners[3 * this.#order[i] + k];
        for (let axis = 0; axis < 3; axis++) {
          const value = this.positions[p + axis];
          if (value < boxes[box + axis]) boxes[box + axis] = value;
          if (value > boxes[box + 3 + axis]) boxes[box + 3 + axis] = value;
        }
      }
    }
    for (let level = 1; level + 1 < this.#levels.length; level++) {
      const [from, to] = [this.#levels[level - 1], this.#levels[level]];
      for (let child = from; child < to; child++) {
        const box = 6 * (to + Math.floor((child - from) / WIDTH));
        for (let axis = 0; axis < 3; axis++) {
          boxes[box + axis] = Math.min(boxes[box + axis], boxes[6 * child + axis]);
          boxes[box + 3 + axis] = Math.max(boxes[box + 3 + axis], boxes[6 * child + 3 + axis]);
        }
      }
    }
  }

  #boxDistance(box: number, x: number, y: number, z: number): number {
    const boxes = this.#boxes;
    const at = 6 * box;
    const dx = Math.max(boxes[at] - x, 0, x - boxes[at + 3]);
    const dy = Math.max(boxes[at + 1] - y, 0, y - boxes[at + 4]);
    const dz = Math.max(boxes[at + 2] - z, 0, z - boxes[at + 5]);
    return dx * dx + dy * dy + dz * dz;
  }

  /** Places of its corners in `positions`. */
  cornersOf(triangle: number): [number, number, number] {
    const i = 3 * triangle;
    return [3 * this.#corners[i], 3 * this.#corners[i + 1], 3 * this.#corners[i + 2]];
  }

  distanceTo(triangle: number, x: number, y: number, z: number, best: number): number {
    const corners = this.#corners;
    const i = 3 * triangle;
    return distanceSquared(this.positions, 3 * corners[i], 3 * corners[i + 1], 3 * corners[i + 2], x, y, z, best);
  }

  /**
   * The squared distance to the nearest triangle, which goes to `triangle` and its nearest point to `point`. A triangle
   * that is likely to be near saves most of the search.
   */
  nearest(x: number, y: number, z: number, likely: number): number {
    let best = Infinity;
    this.triangle = -1;
    if (likely >= 0) {
      best = this.distanceTo(likely, x, y, z, Infinity);
      this.triangle = likely;
    }
    const levels = this.#levels;
    const stack = this.#stack;
    stack.length = 0;
    stack.push(levels.length - 2, levels[levels.length - 2]);
    while (stack.length > 0) {
      const node = stack.pop()!;
      const level = stack.pop()!;
      if (this.#boxDistance(node, x, y, z) >= best) continue;
      const index = node - levels[level];
      if (level > 0) {
        this.#pushChildren(level - 1, index, x, y, z, best);
        continue;
      }
      const end = Math.min(this.#order.length, WIDTH * (index + 1));
      for (let i = WIDTH * index; i < end; i++) {
        const triangle = this.#order[i];
        const squared = this.distanceTo(triangle, x, y, z, best);
        if (squared >= best) continue;
        best = squared;
        this.triangle = triangle;
      }
    }
    return best;
  }

  /** The nearest child goes on top. */
  #pushChildren(level: number, index: number, x: number, y: number, z: number, best: number): void {
    const first = this.#levels[level] + WIDTH * index;
    const end = Math.min(this.#levels[level + 1], first + WIDTH);
    let least = Infinity;
    let chosen = -1;
    for (let child = first; child < end; child++) {
      const distance = this.#boxDistance(child, x, y, z);
      if (distance >= best) continue;
      if (distance < least) {
        if (chosen >= 0) this.#stack.push(level, chosen);
        least = distance;
        chosen = child;
      } else this.#stack.push(level, child);
    }
    if (chosen >= 0) this.#stack.push(level, chosen);
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
