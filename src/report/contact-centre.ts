/**
 * The middle of a contact. It moves and turns with the objects, and another order of files, parts or triangles changes no more
 * than its last bits.
 */
import type { Clash, ClashCurve } from '../queries/clashes/clashes.ts';

/** A clash whose curves were replaced by their middle. */
export interface CentredClash extends Clash {
  readonly centre?: readonly number[];
}

/**
 * The middle of the curves along which objects meet, by their lengths; undefined where they meet in points. Rounding may add or
 * take away pairs of triangles that only touch, but hardly any length.
 */
export function curveCentre(curves: readonly ClashCurve[]): number[] | undefined {
  const sum = [0, 0, 0];
  let total = 0;
  for (const { points, closed } of curves) {
    const count = points.length / 3;
    for (let i = 0; i + 1 < count + Number(closed); i++) {
      const [from, to] = [3 * i, 3 * ((i + 1) % count)];
      const length = Math.hypot(
        points[to] - points[from],
        points[to + 1] - points[from + 1],
        points[to + 2] - points[from + 2],
      );
      for (let axis = 0; axis < 3; axis++) sum[axis] += length * (points[from + axis] / 2 + points[to + axis] / 2);
      total += length;
    }
  }
  return total > 0 ? sum.map((value) => value / total) : undefined;
}

/** The middle of a triangle of an object. */
export type MiddleOf = (object: number, triangle: number) => readonly number[];

export interface MeshPlace {
  readonly indices: Uint32Array;
  readonly positions: ArrayLike<number>;
}

/** By objects, where their vertices are now. */
export function middlesOf(meshes: readonly MeshPlace[]): MiddleOf {
  return (object, triangle) => {
    const { indices, positions } = meshes[object];
    const corner = (k: number, axis: number) => positions[3 * indices[3 * triangle + k] + axis];
    return [0, 1, 2].map((axis) => corner(0, axis) / 3 + corner(1, axis) / 3 + corner(2, axis) / 3);
  };
}

/** Of an object with itself: the mean of the middles of the triangles in some pairs of an answer; undefined for none. */
export function pairCentre(
  trianglePairs: Uint32Array,
  pairs: Iterable<number>,
  middleOf: MiddleOf,
): number[] | undefined {
  const sum = [0, 0, 0];
  let count = 0;
  for (const pair of pairs) {
    const [a, triangleA, b, triangleB] = trianglePairs.subarray(4 * pair, 4 * pair + 4);
    const [p, q] = [middleOf(a, triangleA), middleOf(b, triangleB)];
    for (let axis = 0; axis < 3; axis++) sum[axis] += p[axis] / 2 + q[axis] / 2;
    count++;
  }
  return count === 0 ? undefined : sum.map((value) => value / count);
}
