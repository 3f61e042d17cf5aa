/**
 * Pairs of objects whose axis-aligned boxes overlap: the culling that FAR is compared with.
 *
 * Source: Cohen, Lin, Manocha & Ponamgi, "I-COLLIDE", I3D 1995. Theirs keeps three sorted lists from frame to frame;
 * the pairs are the same whatever the way, so this one sorts along one axis and looks at the other two.
 */
import type { AnimatedObject } from '../../scenes/index.ts';

/** Smallest x, y, z, then largest x, y, z. */
export type BoxBounds = readonly number[];

/** The box of an object where it stands; none for an object without triangles. */
export function worldBounds({ positions, indices, matrix }: AnimatedObject): BoxBounds | undefined {
  if (indices.length === 0) return undefined;
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const point = [0, 0, 0];
  for (const vertex of new Set(indices)) {
    for (let axis = 0; axis < 3; axis++) point[axis] = positions[3 * vertex + axis];
    const [x, y, z] = point;
    for (let axis = 0; axis < 3; axis++) {
      const value = matrix
        ? matrix[axis] * x + matrix[axis + 4] * y + matrix[axis + 8] * z + matrix[axis + 12]
        : point[axis];
      bounds[axis] = Math.min(bounds[axis], value);
      bounds[axis + 3] = Math.max(bounds[axis + 3], value);
    }
  }
  return bounds;
}

function overlaps(a: BoxBounds, b: BoxBounds): boolean {
  for (let axis = 0; axis < 3; axis++) if (a[axis] > b[axis + 3] || b[axis] > a[axis + 3]) return false;
  return true;
}

/** Pairs of indices, the smaller first, of boxes that share a point. Places without a box are in no pair. */
export function sweepAndPrune(boxes: readonly (BoxBounds | undefined)[]): (readonly [number, number])[] {
  const order = boxes.flatMap((box, index) => (box ? [{ box, index }] : [])).sort((a, b) => a.box[0] - b.box[0]);
  const pairs: (readonly [number, number])[] = [];
  let open: { box: BoxBounds; index: number }[] = [];
  for (const next of order) {
    open = open.filter(({ box }) => box[3] >= next.box[0]);
    for (const { box, index } of open) {
      if (overlaps(box, next.box)) pairs.push(index < next.index ? [index, next.index] : [next.index, index]);
    }
    open.push(next);
  }
  return pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}
