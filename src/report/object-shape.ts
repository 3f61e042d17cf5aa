/** Measures of an object that stay when it is moved, or its triangles are listed in another order. */
import type { Positions } from '../mesh/mesh-input.ts';
import { triangleNormal } from '../mesh/triangle-normal.ts';
import type { FileObject } from './objects.ts';

type Point = readonly [number, number, number];

/** Columns of a matrix that leave less than this part of a direction are taken for parallel. */
const FLAT = 1e-6;

export interface ObjectShape {
  /** Of the surface. */
  readonly area: number;
  /** Middle of the surface: the mean of its triangles, weighted by area. */
  readonly centre: Point;
  /** If the file gives the object's rotation: its three axes, x y z each, at right angles and of length 1. */
  readonly frame?: readonly number[];
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

/** The axes of a 4 × 4 matrix, column by column; undefined if it is singular, or only translates and scales. */
export function frameOf(matrix: ArrayLike<number>): number[] | undefined {
  const axes: number[][] = [];
  for (const column of [0, 4, 8]) {
    let axis = [matrix[column], matrix[column + 1], matrix[column + 2]];
    const length = Math.hypot(...axis);
    axis = axis.map((value) => value / length);
    // Twice, for what the first time leaves of columns that are nearly parallel.
    for (const other of [...axes, ...axes]) {
      const along = axis[0] * other[0] + axis[1] * other[1] + axis[2] * other[2];
      axis = axis.map((value, k) => value - along * other[k]);
    }
    const left = Math.hypot(...axis);
    if (!(left > FLAT)) return undefined;
    axes.push(axis.map((value) => value / left));
  }
  const frame = axes.flat();
  return frame.every((value, i) => value === (i % 4 === 0 ? 1 : 0)) ? undefined : frame;
}

/** A point in the frame of an object: from its middle, along its axes, or along those of the world where it has none. */
export function inFrame(point: readonly number[], { centre, frame }: ObjectShape): [number, number, number] {
  return turned([point[0] - centre[0], point[1] - centre[1], point[2] - centre[2]], frame);
}

/** A direction along the axes of a frame. */
export function turned([x, y, z]: Point, frame: readonly number[] | undefined): [number, number, number] {
  if (!frame) return [x, y, z];
  const along = (at: number) => x * frame[at] + y * frame[at + 1] + z * frame[at + 2];
  return [along(0), along(3), along(6)];
}

/** The side of a cube with the surface of the object. */
export function sizeOf({ area }: ObjectShape): number {
  return Math.sqrt(area / 6);
}

/** `positions` is where the vertices are now. */
export function shapeOf(object: FileObject, positions: Positions): ObjectShape {
  const { frame } = object;
  return { ...measuredShape(object, positions), ...(frame && { frame }) };
}

function measuredShape({ mesh: { indices }, shape }: FileObject, positions: Positions): ObjectShape {
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
