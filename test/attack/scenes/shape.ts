/** Points and faces before they become meshes, and the shapes that several generators build from. */
import type { Random } from '../../support/random.ts';

export type Point = readonly number[];

export interface Shape {
  readonly points: readonly Point[];
  /** Numbers of three points each. */
  readonly faces: readonly (readonly number[])[];
}

export function mapPoints(shape: Shape, change: (point: Point, index: number) => Point): Shape {
  return { ...shape, points: shape.points.map(change) };
}

export function shifted(shape: Shape, by: Point): Shape {
  return mapPoints(shape, (point) => point.map((value, axis) => value + by[axis]));
}

/** Several shapes as one; points are not merged. */
export function joined(shapes: readonly Shape[]): Shape {
  const points: Point[] = [];
  const faces: number[][] = [];
  for (const shape of shapes) {
    for (const face of shape.faces) faces.push(face.map((corner) => corner + points.length));
    points.push(...shape.points);
  }
  return { points, faces };
}

export function soup(triangles: readonly (readonly Point[])[]): Shape {
  return { points: triangles.flat(), faces: triangles.map((_, index) => [3 * index, 3 * index + 1, 3 * index + 2]) };
}

/** A closed prism over a polygon, fanned from its first corner; the upper polygon may be another one. */
export function prism(lower: readonly Point[], bottom: number, top: number, upper: readonly Point[] = lower): Shape {
  const count = lower.length;
  const points = [...lower.map(([x, y]) => [x, y, bottom]), ...upper.map(([x, y]) => [x, y, top])];
  const faces: number[][] = [];
  for (let k = 2; k < count; k++) faces.push([0, k, k - 1], [count, count + k - 1, count + k]);
  for (let k = 0; k < count; k++) {
    const next = (k + 1) % count;
    faces.push([k, next, count + k], [next, count + next, count + k]);
  }
  return { points, faces };
}

export function box(low: Point, high: Point): Shape {
  const [x, y, z] = low;
  return prism(
    [
      [x, y],
      [high[0], y],
      [high[0], high[1]],
      [x, high[1]],
    ],
    z,
    high[2],
  );
}

/** A grid of points over the parameters 0 … columns and 0 … rows, two triangles per cell, diagonals as they fall. */
export function sheet(columns: number, rows: number, at: (u: number, v: number) => Point, random?: Random): Shape {
  const points: Point[] = [];
  const faces: number[][] = [];
  for (let v = 0; v <= rows; v++) for (let u = 0; u <= columns; u++) points.push(at(u, v));
  for (let v = 0; v < rows; v++) {
    for (let u = 0; u < columns; u++) {
      const a = v * (columns + 1) + u;
      const [b, c, d] = [a + 1, a + columns + 1, a + columns + 2];
      if (random?.chance(0.5)) faces.push([a, b, d], [a, d, c]);
      else faces.push([a, b, c], [b, d, c]);
    }
  }
  return { points, faces };
}

/** A regular polygon in the plane, or with changing radii a star; by trigonometry, so its coordinates are rounded. */
export function ring(corners: number, radius: (corner: number) => number, turn = 0): Point[] {
  return Array.from({ length: corners }, (_, corner) => {
    const angle = turn + (2 * Math.PI * corner) / corners;
    return [radius(corner) * Math.cos(angle), radius(corner) * Math.sin(angle)];
  });
}

/** To the nearest multiple of a step. */
export function snapped(shape: Shape, step: number): Shape {
  return mapPoints(shape, (point) => point.map((value) => Math.round(value / step) * step));
}
