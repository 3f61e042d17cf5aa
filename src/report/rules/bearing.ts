/**
 * Whether an element bears in a wall: a beam or a slab rests in it with its end, and the wall carries it from below.
 *
 * Judged by boxes along the axes, as most buildings are drawn; what lies at an angle is not recognised and stays open.
 */
import { boxOf } from '../box.ts';
import type { FileObject } from '../objects.ts';

interface Bounds {
  readonly min: readonly number[];
  readonly max: readonly number[];
}

/** Elements of buildings are read with y up. */
const UP = 1;
const HORIZONTAL = [0, 2];
/** How far an end may be from where the overlap ends, for rounding: of the size of things, in the unit of the files. */
const ROUNDING = 1e-4;

/**
 * Seen from above, what they share ends where `a` ends, reaches at least `least` along it, no farther than `b` is thick, and is less
 * than half of `a`: a beam that runs along in a wall does not bear in it.
 */
export function bearsIn(
  objects: readonly FileObject[],
  a: number,
  b: number,
  { min, max }: Bounds,
  least: number,
): boolean {
  if (objects[a].class === undefined || objects[b].class === undefined) return false;
  const [own, wall] = [boxOf(objects[a]), boxOf(objects[b])];
  if (!own || !wall) return false;
  const sizeOf = (box: Bounds, axis: number) => box.max[axis] - box.min[axis];
  const slack = ROUNDING * Math.max(...[0, 1, 2].map((axis) => sizeOf(own, axis)));
  if (wall.min[UP] > min[UP] - slack) return false;
  return HORIZONTAL.some((axis) => {
    const length = max[axis] - min[axis];
    const isEnd = min[axis] - own.min[axis] <= slack || own.max[axis] - max[axis] <= slack;
    const isBounded = length <= sizeOf(wall, axis) + slack && 2 * length < sizeOf(own, axis);
    return isEnd && isBounded && length >= least;
  });
}
