/** Measures of an object that stay when it is moved, or its triangles are listed in another order. */
import type { Positions } from '../mesh/mesh-input.ts';
import { triangleNormal } from '../mesh/triangle-normal.ts';
import type { FileObject } from './objects.ts';

type Point = readonly [number, number, number];

export interface ObjectShape {
  /** Of the surface. */
  readonly area: number;
  /** Middle of the surface: the mean of its triangles, weighted by area. */
  readonly centre: Point;
}

/** `positions` is where the vertices are now. */
export function shapeOf({ mesh: { indices } }: FileObject, positions: Positions): ObjectShape {
  let [area, x, y, z] = [0, 0, 0, 0];
  for (let corner = 0; corner < indices.length; corner += 3) {
    const [p, q, r] = [3 * indices[corner], 3 * indices[corner + 1], 3 * indices[corner + 2]];
    const own = Math.hypot(...triangleNormal(positions, p, q, r)) / 2;
    area += own;
    x += (own * (positions[p] + positions[q] + positions[r])) / 3;
    y += (own * (positions[p + 1] + positions[q + 1] + positions[r + 1])) / 3;
    z += (own * (positions[p + 2] + positions[q + 2] + positions[r + 2])) / 3;
  }
  if (area > 0) return { area, centre: [x / area, y / area, z / area] };
  const first = indices.length > 0 ? 3 * indices[0] : 0;
  return { area, centre: [positions[first] ?? 0, positions[first + 1] ?? 0, positions[first + 2] ?? 0] };
}

export function distanceBetween(p: ArrayLike<number>, q: ArrayLike<number>): number {
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/** Of the whole: the mean of the centres, weighted by area. */
export function centreOfAll(shapes: readonly ObjectShape[]): Point {
  const total = shapes.reduce((sum, { area }) => sum + area, 0) || 1;
  const along = (axis: 0 | 1 | 2) => shapes.reduce((sum, { area, centre }) => sum + (area / total) * centre[axis], 0);
  return [along(0), along(1), along(2)];
}
