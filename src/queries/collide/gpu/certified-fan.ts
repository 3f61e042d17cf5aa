/**
 * The triangles around a vertex, shown to be free of collisions with each other all at once, in single precision.
 *
 * Promise: `true` only when any two triangles of the fan share nothing but the vertex, or an edge that both have, in any
 * arithmetic of docs/single-precision.md. Twin: fans.wgsl.ts, with the same names; relative of src/queries/collide/kernels/fans.ts.
 *
 * Reason: seen against some direction, all triangles certainly turn the same way, and a half-plane that contains the
 * direction is crossed as often as in going round once. Directions are of whole numbers, so that a vector across one is
 * exactly square to it; several are tried, because spokes may lie in the plane.
 */
import type { Arithmetic } from '../../../exact/gpu/arithmetic.ts';
import {
  crossProduct,
  difference,
  heightRange,
  planeThrough,
  ROUNDING_SLACK,
  UNDERFLOW,
  type Vector,
} from '../../../exact/gpu/certain-signs.ts';
import { shortened } from './opposed-sectors.ts';

export interface Fan {
  readonly apex: Vector;
  /** The other two corners of each triangle, in its order. Each is left by one at most, and entered by one at most. */
  readonly spokes: readonly (readonly [from: Vector, to: Vector])[];
  /** Every spoke is left and entered; else one is only left and one only entered. */
  readonly isClosed: boolean;
  /** Signs that all normals certainly have: bits as in `normalSigns`. */
  readonly commonSigns: number;
}

const DIRECTION_STEPS = 15;
const ACROSS: readonly Vector[] = [
  [3, 1, 2],
  [-2, 5, 1],
  [1, -4, 7],
  [5, 2, -3],
];

/** Bits are in the order z, x, y, the negative ones behind. */
function axisOf(sign: number): Vector {
  const axis = (sign + 2) % 3;
  return [0, 1, 2].map((k) => (k === axis ? (sign >= 3 ? -1 : 1) : 0)) as never;
}

/** Roughly along the mean of the normals; 0 when there is none. */
function meanDirection({ apex, spokes }: Fan, f: Arithmetic): Vector {
  let sum: Vector = [0, 0, 0];
  for (const [from, to] of spokes) {
    const normal = shortened(crossProduct(difference(from, apex, f), difference(to, apex, f), f));
    sum = [f.add(sum[0], normal[0]), f.add(sum[1], normal[1]), f.add(sum[2], normal[2])];
  }
  return shortened(sum).map((x) => Math.round(DIRECTION_STEPS * x) + 0) as never;
}

function weigh(u: Vector, v: Vector, f: Arithmetic): number {
  return f.multiplyAdd(u[2], v[2], f.multiplyAdd(u[1], v[1], f.multiply(u[0], v[0])));
}

/** Do all triangles certainly turn the same way, seen against the direction? */
function areAllOriented({ apex, spokes }: Fan, direction: Vector, rounding: number, f: Arithmetic): boolean {
  const size = direction.map(Math.abs) as unknown as Vector;
  return spokes.every(([from, to]) => {
    const { normal, slope } = planeThrough(apex, from, to, rounding, f);
    return weigh(direction, normal, f) > f.add(weigh(size, slope, f), UNDERFLOW);
  });
}

/** Some whole-numbered vector square to the direction. */
function acrossDirection([x, y, z]: Vector, attempt: number): Vector {
  const [p, q, r] = ACROSS[attempt];
  return [y * r - z * q, z * p - x * r, x * q - y * p];
}

/** Whether the triangles go round once at most; undefined when a side is not certain. */
function goesRound({ apex, spokes, isClosed }: Fan, across: Vector, rounding: number, f: Arithmetic) {
  const slack = f.multiply(2 * ROUNDING_SLACK, rounding);
  const size = across.map(Math.abs);
  const offset = f.multiplyAdd(slack, f.add(f.add(size[0], size[1]), size[2]), UNDERFLOW);
  const sideAcross = (p: Vector): number => {
    const [low, high] = heightRange(across, apex, p, offset, f);
    return Number(low > 0) - Number(high < 0);
  };
  let [up, down] = [0, 0];
  for (const [from, to] of spokes) {
    const [a, b] = [sideAcross(from), sideAcross(to)];
    if (a === 0 || b === 0) return undefined;
    up += Number(a < b);
    down += Number(a > b);
  }
  return isClosed ? up === 1 : up === 0 || down === 0;
}

function certifiedAlong(fan: Fan, direction: Vector, rounding: number, f: Arithmetic): boolean {
  for (let attempt = 0; attempt < ACROSS.length; attempt++) {
    const found = goesRound(fan, acrossDirection(direction, attempt), rounding, f);
    if (found !== undefined) return found;
  }
  return false;
}

/** The number of the lowest bit. */
const firstTrailingBit = (bits: number): number => 31 - Math.clz32(bits & -bits);

export function isCertified(fan: Fan, rounding: number, f: Arithmetic): boolean {
  const { commonSigns } = fan;
  if (commonSigns !== 0 && certifiedAlong(fan, axisOf(firstTrailingBit(commonSigns)), rounding, f)) return true;
  const mean = meanDirection(fan, f);
  return areAllOriented(fan, mean, rounding, f) && certifiedAlong(fan, mean, rounding, f);
}
