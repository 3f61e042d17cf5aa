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

/** Measures triangle by triangle: the same triangles in the same order give the same bits, however they are handed over. */
export class ShapeSum {
  #area = 0;
  #x = 0;
  #y = 0;
  #z = 0;

  /** A triangle, by where its corners begin in `positions`. */
  add(positions: Positions, p: number, q: number, r: number): void {
    const normal = triangleNormal(positions, p, q, r);
    const own = Math.hypot(normal[0], normal[1], normal[2]) / 2;
    this.#area += own;
    this.#x += (own * (positions[p] + positions[q] + positions[r])) / 3;
    this.#y += (own * (positions[p + 1] + positions[q + 1] + positions[r + 1])) / 3;
    this.#z += (own * (positions[p + 2] + positions[q + 2] + positions[r + 2])) / 3;
  }

  /** `first` is the first corner of the first triangle, for objects without area. */
  shape(first: Point): ObjectShape {
    const area = this.#area;
    return { area, centre: area > 0 ? [this.#x / area, this.#y / area, this.#z / area] : first };
  }
}

/** `positions` is where the vertices are now. */
export function shapeOf({ mesh: { indices }, shape }: FileObject, positions: Positions): ObjectShape {
  if (shape) return shape;
  const sum = new ShapeSum();
  for (let corner = 0; corner < indices.length; corner += 3) {
    sum.add(positions, 3 * indices[corner], 3 * indices[corner + 1], 3 * indices[corner + 2]);
  }
  const first = indices.length > 0 ? 3 * indices[0] : 0;
  return sum.shape([positions[first] ?? 0, positions[first + 1] ?? 0, positions[first + 2] ?? 0]);
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
