/**
 * Upper bound of how deep two solids can penetrate each other, from how far they overlap along a direction.
 *
 * A nut that lies on a plate overlaps it along the plate's normal by what rounding has moved it, whatever its triangles look like;
 * searching for the depth of thousands of slivers may end before that is found.
 * Promise: the depth is no more than the bound, rounding included. A point of one that is d deep in the other is the middle of a ball
 * of radius d within that other, which therefore reaches d beyond the point along every direction.
 */
import type { Positions } from '../mesh/mesh-input.ts';
import { boxOf } from './box.ts';
import type { FileObject } from './objects.ts';

/** `normal` is a direction to try besides the axes. */
export type OverlapBound = (a: number, b: number, normal: readonly number[] | null) => number;

/** Of a sum of three products, as a part of the largest. */
const ROUNDING = 2 ** -49;

type Range = readonly [low: number, high: number];

function overlapOf([lowA, highA]: Range, [lowB, highB]: Range): number {
  return Math.max(0, Math.min(highA - lowB, highB - lowA));
}

/** From the least to the largest value along a direction, each moved outwards by the possible rounding error. */
function rangeAlong([x, y, z]: readonly number[], { indices }: FileObject['mesh'], positions: Positions): Range {
  let [low, high, largest] = [Infinity, -Infinity, 0];
  for (const vertex of indices) {
    const [px, py, pz] = [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]];
    const value = x * px + y * py + z * pz;
    low = Math.min(low, value);
    high = Math.max(high, value);
    largest = Math.max(largest, Math.abs(px), Math.abs(py), Math.abs(pz));
  }
  const slack = 3 * ROUNDING * largest;
  return [low - slack, high + slack];
}

/** `positions` are where the vertices are now. */
export function overlapBounds(objects: readonly FileObject[], positions: readonly Positions[]): OverlapBound {
  const boxes = (object: number) => boxOf(objects[object], positions[object]);
  const along = (object: number, normal: readonly number[]) =>
    rangeAlong(normal, objects[object].mesh, positions[object]);
  return (a, b, normal) => {
    const [p, q] = [boxes(a), boxes(b)];
    if (!p || !q) return Infinity;
    const byAxis = [0, 1, 2].map((i) => overlapOf([p.min[i], p.max[i]], [q.min[i], q.max[i]]));
    // Where a mesh has only some of the triangles of its object, only the box is of all.
    const isWhole = !objects[a].shape && !objects[b].shape;
    const length = normal ? Math.hypot(...normal) : 0;
    if (!normal || !isWhole || !(length > 0)) return Math.min(...byAxis);
    const unit = normal.map((value) => value / length);
    return Math.min(...byAxis, overlapOf(along(a, unit), along(b, unit)) * (1 + ROUNDING));
  };
}
