/**
 * Signs of determinants in plain JavaScript: a floating-point filter, and whole numbers for what it cannot tell.
 *
 * Promise: the exact sign for all finite doubles. Source of the bounds: Shewchuk 1997 (ccwerrboundA, o3derrboundA), doubled.
 */
import { wholeOrient2d, wholeOrient3d } from './whole-signs.ts';

const BOUND_2D = 8 * 2 ** -53;
const BOUND_3D = 16 * 2 ** -53;
/** Below this products may have underflowed, and the bounds do not hold. */
const SMALLEST = 2 ** -900;

/** Positive when a, b, c turn counter-clockwise. */
export function orient2d(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const det = left - right;
  const size = Math.abs(left) + Math.abs(right);
  if (size > SMALLEST && Math.abs(det) > BOUND_2D * size) return Math.sign(det);
  return wholeOrient2d(ax, ay, bx, by, cx, cy);
}

/** The sign of (a − d) · ((b − d) × (c − d)); a, b, c are the nine numbers of `corners`. */
export function orient3d(corners: ArrayLike<number>, dx: number, dy: number, dz: number): number {
  const ax = corners[0] - dx;
  const ay = corners[1] - dy;
  const az = corners[2] - dz;
  const bx = corners[3] - dx;
  const by = corners[4] - dy;
  const bz = corners[5] - dz;
  const cx = corners[6] - dx;
  const cy = corners[7] - dy;
  const cz = corners[8] - dz;
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
  if (size > SMALLEST && Math.abs(det) > BOUND_3D * size) return Math.sign(det);
  return wholeOrient3d(...Array.from(corners), dx, dy, dz);
}
