/**
 * Signs and separations that are certain although they are computed in single precision.
 *
 * Promise: a sign other than 0, and `true` of `separatedAlong`, hold for the exact coordinates, in any arithmetic of
 * docs/single-precision.md, where each constant is derived. 0 and `false` mean "not certain".
 * Twin: certain-signs.wgsl.ts, with the same names.
 *
 * Coordinates are image coordinates, of magnitude 2 at most. `rounding` bounds how far each is from the exact one: 0 when
 * all are exact, else from 2^-100 to 1.
 */
import type { Arithmetic } from './arithmetic.ts';

export type Vector = readonly [number, number, number];
/** Three corners, in order. */
export type TriangleCorners = readonly [Vector, Vector, Vector];

/** No operation is off by more than this much of its result. */
export const ULP = 2 ** -23;
/** Error relative to Σ |d| |n|, for a dot product with differences of coordinates and what is added to it. */
export const DOT_BOUND = 8 * ULP;
/** Error relative to |u v'| + |u' v|, for the determinant of two differences. */
export const MINOR_BOUND = 5 * ULP;
/** Error relative to Σ |d| (|u v'| + |u' v|), for the determinant of three differences. */
export const DETERMINANT_BOUND = 9 * ULP;
/** More than all that operands and results taken for 0 can add up to. */
export const UNDERFLOW = 2 ** -112;
/** Pays for terms of higher order that come with the rounding of coordinates, and for computing the bounds. */
export const ROUNDING_SLACK = 1.0078125;

/** A plane through three corners, and the bound of a height above it: offset + Σ slope |d|. */
export interface Plane {
  readonly point: Vector;
  readonly normal: Vector;
  readonly slope: Vector;
  readonly offset: number;
}

export function difference(p: Vector, q: Vector, f: Arithmetic): Vector {
  return [f.subtract(p[0], q[0]), f.subtract(p[1], q[1]), f.subtract(p[2], q[2])];
}

export function crossProduct(u: Vector, v: Vector, f: Arithmetic): Vector {
  return [
    f.productDifference(u[1], v[2], u[2], v[1]),
    f.productDifference(u[2], v[0], u[0], v[2]),
    f.productDifference(u[0], v[1], u[1], v[0]),
  ];
}

/** The products of a cross product, added up without their signs. */
function crossSize(u: Vector, v: Vector, f: Arithmetic): Vector {
  const [ux, uy, uz] = absolute(u);
  const [vx, vy, vz] = absolute(v);
  return [
    f.multiplyAdd(uy, vz, f.multiply(uz, vy)),
    f.multiplyAdd(uz, vx, f.multiply(ux, vz)),
    f.multiplyAdd(ux, vy, f.multiply(uy, vx)),
  ];
}

/** What the rounding of coordinates, `slack`, adds to the error of each component of u × v: slack (2 T + 8 slack). */
function crossRounding(u: Vector, v: Vector, slack: number, f: Arithmetic): Vector {
  const x = f.add(Math.abs(u[0]), Math.abs(v[0]));
  const y = f.add(Math.abs(u[1]), Math.abs(v[1]));
  const z = f.add(Math.abs(u[2]), Math.abs(v[2]));
  const constant = f.multiply(8, slack);
  return [
    f.multiply(slack, f.multiplyAdd(2, f.add(y, z), constant)),
    f.multiply(slack, f.multiplyAdd(2, f.add(z, x), constant)),
    f.multiply(slack, f.multiplyAdd(2, f.add(x, y), constant)),
  ];
}

function absolute(v: Vector): Vector {
  return [Math.abs(v[0]), Math.abs(v[1]), Math.abs(v[2])];
}

function dotProduct(u: Vector, v: Vector, f: Arithmetic): number {
  return f.multiplyAdd(u[2], v[2], f.multiplyAdd(u[1], v[1], f.multiply(u[0], v[0])));
}

function componentSum(v: Vector, f: Arithmetic): number {
  return f.add(f.add(v[0], v[1]), v[2]);
}

export function planeThrough(p0: Vector, p1: Vector, p2: Vector, rounding: number, f: Arithmetic): Plane {
  const u = difference(p1, p0, f);
  const v = difference(p2, p0, f);
  const size = crossSize(u, v, f);
  const slack = f.multiply(ROUNDING_SLACK, rounding);
  const fromRounding = crossRounding(u, v, slack, f);
  const slope: Vector = [
    f.multiplyAdd(DETERMINANT_BOUND, size[0], fromRounding[0]),
    f.multiplyAdd(DETERMINANT_BOUND, size[1], fromRounding[1]),
    f.multiplyAdd(DETERMINANT_BOUND, size[2], fromRounding[2]),
  ];
  const spans = f.add(componentSum(absolute(u), f), componentSum(absolute(v), f));
  const square = f.multiply(slack, f.multiplyAdd(48, slack, f.multiply(8, spans)));
  const offset = f.multiplyAdd(slack, f.multiplyAdd(2, componentSum(size, f), square), UNDERFLOW);
  return { point: p0, normal: crossProduct(u, v, f), slope, offset };
}

/** How high q lies above the plane, and more than that can be off. */
export function heightAbove(plane: Plane, q: Vector, f: Arithmetic): { height: number; bound: number } {
  const d = difference(q, plane.point, f);
  const height = dotProduct(d, plane.normal, f);
  const bound = f.add(dotProduct(absolute(d), plane.slope, f), plane.offset);
  return { height, bound };
}

/** The side of the plane on which q lies: −1, 1, or 0 when that is not certain. */
export function certainSide(plane: Plane, q: Vector, f: Arithmetic): number {
  const { height, bound } = heightAbove(plane, q, f);
  return height > bound ? 1 : height < -bound ? -1 : 0;
}

/** The components of u × v, for differences u and v of coordinates, that are certain: −1, 1, or 0. */
export function certainOrientations(u: Vector, v: Vector, rounding: number, f: Arithmetic): Vector {
  const turns = crossProduct(u, v, f);
  const size = crossSize(u, v, f);
  const fromRounding = crossRounding(u, v, f.multiply(ROUNDING_SLACK, rounding), f);
  const sign = (k: number) => {
    const bound = f.add(f.multiplyAdd(MINOR_BOUND, size[k], fromRounding[k]), UNDERFLOW);
    return turns[k] > bound ? 1 : turns[k] < -bound ? -1 : 0;
  };
  return [sign(0), sign(1), sign(2)];
}

/**
 * Which components of a triangle's normal are certainly positive (bits 0, 1, 2: z, x, y) or negative (bits 3, 4, 5), as
 * in src/tile-lists/kernels/normal-signs.ts. No bit: nothing is certain, and the triangle may have no area.
 */
export function normalSigns(a: Vector, b: Vector, c: Vector, rounding: number, f: Arithmetic): number {
  const [x, y, z] = certainOrientations(difference(b, a, f), difference(c, a, f), rounding, f);
  return signBit(z, 0) | signBit(x, 1) | signBit(y, 2);
}

function signBit(sign: number, place: number): number {
  return sign > 0 ? 1 << place : sign < 0 ? 8 << place : 0;
}

/** Between which numbers the exact (p − origin) · direction certainly lies. */
export function heightRange(
  direction: Vector,
  origin: Vector,
  p: Vector,
  offset: number,
  f: Arithmetic,
): readonly [number, number] {
  const d = difference(p, origin, f);
  const height = dotProduct(d, direction, f);
  const bound = f.multiplyAdd(DOT_BOUND, dotProduct(absolute(d), absolute(direction), f), offset);
  return [f.subtract(height, bound), f.add(height, bound)];
}

/**
 * Are two triangles certainly apart, one before the other along a direction? Any direction will do, so how it was
 * computed and rounded does not matter; its components are of magnitude 300 at most.
 */
export function separatedAlong(
  direction: Vector,
  a: TriangleCorners,
  b: TriangleCorners,
  rounding: number,
  f: Arithmetic,
): boolean {
  const slack = f.multiply(2 * ROUNDING_SLACK, rounding);
  const offset = f.multiplyAdd(slack, componentSum(absolute(direction), f), UNDERFLOW);
  const a1 = heightRange(direction, a[0], a[1], offset, f);
  const a2 = heightRange(direction, a[0], a[2], offset, f);
  const b0 = heightRange(direction, a[0], b[0], offset, f);
  const b1 = heightRange(direction, a[0], b[1], offset, f);
  const b2 = heightRange(direction, a[0], b[2], offset, f);
  const lowA = Math.min(0, a1[0], a2[0]);
  const highA = Math.max(0, a1[1], a2[1]);
  const lowB = Math.min(b0[0], b1[0], b2[0]);
  const highB = Math.max(b0[1], b1[1], b2[1]);
  return highA < lowB || highB < lowA;
}
