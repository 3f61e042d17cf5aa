/**
 * Space cut into tiles by planes, by measured density; which tiles a triangle goes to, and which tile owns a pair.
 *
 * Each plane halves a box: points below it lie on the low side, points on or above it on the high side, so tiles are
 * half-open, fill space and do not overlap, and one comparison of doubles is all the arithmetic there is. A triangle goes
 * to every tile that its box meets. A pair belongs to the tile with the low corner of the intersection of both boxes:
 * that corner lies in both boxes, so both triangles are in that tile, and it lies in no other. So every pair is found,
 * and found once, with nothing to compare between tiles.
 */
import type { BoxSample } from './box-sample.ts';

/** Nodes of a binary tree: the root is 0, a tile t stands as −1 − t. */
export interface SpaceCut {
  readonly tileCount: number;
  readonly axes: readonly number[];
  readonly planes: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
}

interface Growing {
  readonly axes: number[];
  readonly planes: number[];
  readonly low: number[];
  readonly high: number[];
  tileCount: number;
}

/** Cuts space so that each of `tileCount` tiles has about as many triangles; fewer tiles where nothing can be parted. */
export function cutSpace(sample: BoxSample, tileCount: number): SpaceCut {
  const growing: Growing = { axes: [], planes: [], low: [], high: [], tileCount: 0 };
  const members = Uint32Array.from({ length: sample.count }, (_, i) => i);
  cutPart(growing, sample, members, tileCount);
  return growing;
}

/** Returns what stands for this part in its parent. */
function cutPart(growing: Growing, sample: BoxSample, members: Uint32Array, tileCount: number): number {
  const plane = tileCount > 1 ? choosePlane(sample, members, Math.floor(tileCount / 2) / tileCount) : undefined;
  if (!plane) return -1 - growing.tileCount++;
  const node = growing.axes.push(plane.axis) - 1;
  growing.planes.push(plane.value);
  growing.low.push(0);
  growing.high.push(0);
  const lowCount = Math.floor(tileCount / 2);
  const isLow = (i: number) => sample.centre(i, plane.axis) < plane.value;
  growing.low[node] = cutPart(growing, sample, members.filter(isLow), lowCount);
  growing.high[node] = cutPart(
    growing,
    sample,
    members.filter((i) => !isLow(i)),
    tileCount - lowCount,
  );
  return node;
}

/** Along the axis on which the triangles spread farthest, where `share` of them lie below; the next axis if none do. */
function choosePlane(
  sample: BoxSample,
  members: Uint32Array,
  share: number,
): { axis: number; value: number } | undefined {
  const sorted = [0, 1, 2].map((axis) => Float64Array.from(members, (i) => sample.centre(i, axis)).sort());
  const spread = sorted.map((values) => (values.length > 0 ? values[values.length - 1] - values[0] : 0));
  const axes = [0, 1, 2].sort((p, q) => spread[q] - spread[p] || p - q);
  for (const axis of axes) {
    const values = sorted[axis];
    if (!(spread[axis] > 0)) continue;
    const wanted = values[Math.floor(share * values.length)];
    // The lowest value leaves nothing below; the first one above it leaves all its equals.
    const value = wanted > values[0] ? wanted : values.find((candidate) => candidate > values[0])!;
    return { axis, value };
  }
  return undefined;
}

/** The same tree in arrays that are fast to walk. */
export class SpaceTiles {
  readonly tileCount: number;
  readonly #axes: Uint8Array;
  readonly #planes: Float64Array;
  readonly #low: Int32Array;
  readonly #high: Int32Array;
  readonly #stack: Int32Array;

  constructor({ tileCount, axes, planes, low, high }: SpaceCut) {
    this.tileCount = tileCount;
    this.#axes = Uint8Array.from(axes);
    this.#planes = Float64Array.from(planes);
    this.#low = Int32Array.from(low);
    this.#high = Int32Array.from(high);
    this.#stack = new Int32Array(tileCount + 1);
  }

  /** The tile of a point. */
  ownerOf(x: number, y: number, z: number): number {
    if (this.tileCount === 1) return 0;
    let node = 0;
    while (node >= 0) {
      const axis = this.#axes[node];
      const value = axis === 0 ? x : axis === 1 ? y : z;
      node = value < this.#planes[node] ? this.#low[node] : this.#high[node];
    }
    return -1 - node;
  }

  /** Writes the tiles that a box (low x y z, high x y z) meets, in no particular order; returns how many. */
  tilesOf(box: Float64Array, into: Uint32Array): number {
    if (this.tileCount === 1) {
      into[0] = 0;
      return 1;
    }
    let [count, depth] = [0, 0];
    let node = 0;
    for (;;) {
      while (node >= 0) {
        const axis = this.#axes[node];
        const plane = this.#planes[node];
        const isLow = box[axis] < plane;
        const isHigh = box[axis + 3] >= plane;
        if (isLow && isHigh) this.#stack[depth++] = this.#high[node];
        node = isLow ? this.#low[node] : this.#high[node];
      }
      into[count++] = -1 - node;
      if (depth === 0) return count;
      node = this.#stack[--depth];
    }
  }
}
