/**
 * Bézier patches, polynomial or rational, as surfaces: bounded by their control hulls.
 *
 * A patch lies in the convex hull of its control points (with positive weights also a rational one), so in their box. It is
 * halved by de Casteljau's algorithm until the box is a quarter of a voxel wide or lies in one voxel; all voxels that the box
 * touches are set. So nothing is missed, and what is set is within half a voxel of the patch.
 */
import { boundsOfBox } from '../../../mesh/bounds.ts';
import type { VoxelPace } from './shape.ts';
import type { VoxelSheet } from './sheet.ts';

/** Control points as x, y, z, w each, with x, y, z multiplied by w; rows along u, each of `acrossV` points. */
export interface HomogeneousPatch {
  readonly acrossU: number;
  readonly acrossV: number;
  readonly points: Float64Array;
}

/** Boxes of this part of a voxel are not divided further. */
const LEAF_PART = 0.25;
/** What all roundings of all divisions may add, as part of the largest coordinate. */
const ROUNDING = 2 ** -42;

export function patchBox({ points }: HomogeneousPatch): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let at = 0; at < points.length; at += 4) {
    for (let k = 0; k < 3; k++) {
      const value = points[at + k] / points[at + 3];
      if (value < box[k]) box[k] = value;
      if (value > box[k + 3]) box[k + 3] = value;
    }
  }
  const largest = Math.max(...box.map(Math.abs));
  return box.map((value, k) => value + (k < 3 ? -1 : 1) * largest * ROUNDING);
}

/** Halves the `count` points that lie `stride` apart from `start`: the lower half stays in `low`, the upper goes to `high`. */
function halveLine(low: Float64Array, high: Float64Array, start: number, count: number, stride: number): void {
  for (let c = 0; c < 4; c++) high[start + (count - 1) * stride + c] = low[start + (count - 1) * stride + c];
  for (let level = 1; level < count; level++) {
    for (let i = count - 1; i >= level; i--) {
      const at = start + i * stride;
      for (let c = 0; c < 4; c++) low[at + c] = (low[at - stride + c] + low[at + c]) / 2;
    }
    const last = start + (count - 1) * stride;
    for (let c = 0; c < 4; c++) high[last - level * stride + c] = low[last + c];
  }
}

function halve(patch: HomogeneousPatch, alongU: boolean): [HomogeneousPatch, HomogeneousPatch] {
  const { acrossU, acrossV } = patch;
  const low = patch.points.slice();
  const high = new Float64Array(low.length);
  if (alongU) for (let j = 0; j < acrossV; j++) halveLine(low, high, 4 * j, acrossU, 4 * acrossV);
  else for (let i = 0; i < acrossU; i++) halveLine(low, high, 4 * i * acrossV, acrossV, 4);
  return [
    { ...patch, points: low },
    { ...patch, points: high },
  ];
}

/** Length of the control net along u, or along v: the longest of its lines. */
function netLength({ acrossU, acrossV, points }: HomogeneousPatch, alongU: boolean): number {
  const [lines, count, stride, step] = alongU ? [acrossV, acrossU, 4 * acrossV, 4] : [acrossU, acrossV, 4, 4 * acrossV];
  let longest = 0;
  for (let line = 0; line < lines; line++) {
    let length = 0;
    for (let i = 1; i < count; i++) {
      const at = line * step + i * stride;
      for (let k = 0; k < 3; k++) {
        length += Math.abs(points[at + k] / points[at + 3] - points[at - stride + k] / points[at - stride + 3]);
      }
    }
    longest = Math.max(longest, length);
  }
  return longest;
}

export async function touchPatch(sheet: VoxelSheet, patch: HomogeneousPatch, pace: VoxelPace): Promise<void> {
  const leaf = LEAF_PART * sheet.grid.voxelSize;
  const waiting: { patch: HomogeneousPatch; part: number }[] = [{ patch, part: 1 }];
  let done = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const box = patchBox(next.patch);
    const range = sheet.rangeOf(boundsOfBox(box));
    const isOne = range?.first.every((low, k) => low === range.last[k]);
    const isSmall = [0, 1, 2].every((k) => box[k + 3] - box[k] <= Math.max(leaf, 4 * ROUNDING * Math.abs(box[k])));
    if (range && !isOne && !isSmall) {
      const alongU = netLength(next.patch, true) >= netLength(next.patch, false);
      for (const half of halve(next.patch, alongU)) waiting.push({ patch: half, part: next.part / 2 });
    } else {
      if (range) sheet.setRange(range);
      done += next.part;
    }
    const wait = pace.step(done);
    if (wait) await wait;
  }
}
