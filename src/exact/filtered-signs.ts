/**
 * Signs of determinants in plain JavaScript: a floating-point filter, and whole numbers for what it leaves open.
 *
 * Promise: the exact sign for all finite doubles. A filter on its own answers UNCERTAIN rather than a wrong sign.
 * Source of the bounds: Shewchuk 1997 (ccwerrboundA, o3derrboundA), rounded up.
 */
import { wholeOrient2d, wholeOrient3d } from './whole-signs.ts';

const BOUND_2D = 4 * 2 ** -53;
const BOUND_3D = 8 * 2 ** -53;
/** Below this, products may have underflowed, and the bounds do not hold. */
const SMALLEST = 2 ** -900;

/** A sign that floating point cannot decide. */
export const UNCERTAIN = 2;

/** `mayUnderflow` unless every coordinate other than 0 is at least 2^-250: then a product that is zero is exactly zero. */
function certainSign(det: number, size: number, bound: number, mayUnderflow: boolean): number {
  if (Math.abs(det) > bound * size && (size > SMALLEST || !mayUnderflow)) return det > 0 ? 1 : -1;
  return size === 0 && !mayUnderflow ? 0 : UNCERTAIN;
}

/** `orient2d`, or UNCERTAIN. */
export function filterOrient2d(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  mayUnderflow: boolean,
): number {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  return certainSign(left - right, Math.abs(left) + Math.abs(right), BOUND_2D, mayUnderflow);
}

/** `orient3d`, or UNCERTAIN. Each point is an array and the index of its x in it. */
export function filterOrient3d(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  c: Float64Array,
  k: number,
  d: Float64Array,
  l: number,
  mayUnderflow: boolean,
): number {
  const dx = d[l];
  const dy = d[l + 1];
  const dz = d[l + 2];
  const ax = a[i] - dx;
  const ay = a[i + 1] - dy;
  const az = a[i + 2] - dz;
  const bx = b[j] - dx;
  const by = b[j + 1] - dy;
  const bz = b[j + 2] - dz;
  const cx = c[k] - dx;
  const cy = c[k + 1] - dy;
  const cz = c[k + 2] - dz;
  const x1 = by * cz;
  const x2 = bz * cy;
  const y1 = bz * cx;
  const y2 = bx * cz;
  const z1 = bx * cy;
  const z2 = by * cx;
  const det = ax * (x1 - x2) + ay * (y1 - y2) + az * (z1 - z2);
  const size =
    Math.abs(ax) * (Math.abs(x1) + Math.abs(x2)) +
    Math.abs(ay) * (Math.abs(y1) + Math.abs(y2)) +
    Math.abs(az) * (Math.abs(z1) + Math.abs(z2));
  return certainSign(det, size, BOUND_3D, mayUnderflow);
}

/** Positive when a, b, c turn counter-clockwise. */
export function orient2d(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const sign = filterOrient2d(ax, ay, bx, by, cx, cy, true);
  return sign === UNCERTAIN ? wholeOrient2d(ax, ay, bx, by, cx, cy) : sign;
}

/** The sign of (a − d) · ((b − d) × (c − d)); a, b, c are the nine numbers of `corners`, d the three of `point`. */
export function orient3d(corners: Float64Array, point: Float64Array): number {
  const sign = filterOrient3d(corners, 0, corners, 3, corners, 6, point, 0, true);
  return sign === UNCERTAIN ? wholeOrient3d(...corners, ...point) : sign;
}
