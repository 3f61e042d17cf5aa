/**
 * Where an edge crosses a plane or a line, in whole numbers: slow, but accurate for all finite doubles.
 *
 * The kernels use this only when coordinates are so small that their own arithmetic would underflow (whole-signs.ts).
 */
import { whole } from './whole-signs.ts';

const bitLength = (value: bigint): number => value.toString(16).length * 4;
const size = (value: bigint): bigint => (value < 0n ? -value : value);

/** The quotient of two numbers above 0, the first not above the second, to more bits than a double has. */
function quotient(part: bigint, all: bigint): number {
  const shift = Math.max(0, 64 + bitLength(all) - bitLength(part));
  return Number((part << BigInt(shift)) / all) * 2 ** -shift;
}

/** Fraction of the way at which the height is zero; the heights at the two ends have opposite signs. */
function zeroBetween(atStart: bigint, atEnd: bigint): number {
  return quotient(size(atStart), size(atStart - atEnd));
}

/** Fraction of the way from p to q at which it crosses the plane through a, b and c; three coordinates per point. */
export function wholePlaneCrossing(...coordinates: number[]): number {
  const n = coordinates.map(whole);
  const [px, py, pz, qx, qy, qz, , , , ux, uy, uz, vx, vy, vz] = n.map((value, i) => value - n[6 + (i % 3)]);
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return zeroBetween(px * nx + py * ny + pz * nz, qx * nx + qy * ny + qz * nz);
}

/** Fraction of the way from p to q at which it crosses the line through s and t; two coordinates per point. */
export function wholeLineCrossing(...coordinates: number[]): number {
  const n = coordinates.map(whole);
  const [pu, pv, qu, qv, , , tu, tv] = n.map((value, i) => value - n[4 + (i % 2)]);
  return zeroBetween(tu * pv - tv * pu, tu * qv - tv * qu);
}
