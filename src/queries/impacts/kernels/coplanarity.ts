/**
 * When four moving points are in one plane: the cubic det(u, v, w), where u, v, w are differences of them.
 *
 *   f(t) = b0 (1−t)³ + b1 (1−t)² t + b2 (1−t) t² + b3 t³
 *
 * so that b0, b1 / 3, b2 / 3, b3 are its Bernstein coefficients. The differences are three f64x2 each, lane 0 at the start
 * and lane 1 at the end.
 *
 * Bounds, with ε = 2^-53 and M the product of the largest components: b0 and b3 are sums of 6 products with 8 roundings
 * each, off by 48 εM at most; b1 and b2 of 18 products with 11, off by 198 εM. The value at a time is off by no more than
 * 86 εM for that and 48 εM for its own roundings.
 */

import { reserveScratch } from '../../../memory/kernels/scratch';

const EPSILON: f64 = 1.1102230246251565e-16;
const END_BOUND: f64 = 64 * EPSILON;
const MIDDLE_BOUND: f64 = 256 * EPSILON;
const VALUE_BOUND: f64 = 192 * EPSILON;
/** For products that underflow: far below any product of differences above 2^-302. */
const SMALLEST: f64 = 1e-290;

/** The last cubic: its Bernstein coefficients and their error bounds. */
// @unmanaged
export class CoplanarityState {
  b0: f64;
  b1: f64;
  b2: f64;
  b3: f64;
  /** Error bound of a value of the cubic. */
  valueBound: f64;
  /** Largest components of u, v and w at both ends. */
  sizeU: f64;
  sizeV: f64;
  sizeW: f64;
}
export const coplanarity = changetype<CoplanarityState>(reserveScratch(offsetof<CoplanarityState>()));

// @inline
function largest(x: v128, y: v128, z: v128): f64 {
  const m = f64x2.pmax(f64x2.pmax(f64x2.abs(x), f64x2.abs(y)), f64x2.abs(z));
  return max(f64x2.extract_lane(m, 0), f64x2.extract_lane(m, 1));
}

// @inline
function swap(x: v128): v128 {
  return v128.shuffle<i64>(x, x, 1, 0);
}

// @inline
function both(x: v128): f64 {
  return f64x2.extract_lane(x, 0) + f64x2.extract_lane(x, 1);
}

/**
 * Sets the cubic. Returns whether it certainly has no root from 0 to 1. Bounds are multiplied by `times`: 1 for
 * differences that were rounded once, 3 for those rounded four times.
 */
export function setCubic(u: usize, v: usize, w: usize, times: f64): bool {
  const ux = v128.load(u);
  const uy = v128.load(u, 16);
  const uz = v128.load(u, 32);
  const vx = v128.load(v);
  const vy = v128.load(v, 16);
  const vz = v128.load(v, 32);
  const wx = v128.load(w);
  const wy = v128.load(w, 16);
  const wz = v128.load(w, 32);
  // u × v at both ends, and the mixed products, whose lanes are to be added.
  const nx = f64x2.sub(f64x2.mul(uy, vz), f64x2.mul(uz, vy));
  const ny = f64x2.sub(f64x2.mul(uz, vx), f64x2.mul(ux, vz));
  const nz = f64x2.sub(f64x2.mul(ux, vy), f64x2.mul(uy, vx));
  const sx = swap(vx);
  const sy = swap(vy);
  const sz = swap(vz);
  const mx = both(f64x2.sub(f64x2.mul(uy, sz), f64x2.mul(uz, sy)));
  const my = both(f64x2.sub(f64x2.mul(uz, sx), f64x2.mul(ux, sz)));
  const mz = both(f64x2.sub(f64x2.mul(ux, sy), f64x2.mul(uy, sx)));
  const ends = f64x2.add(f64x2.add(f64x2.mul(nx, wx), f64x2.mul(ny, wy)), f64x2.mul(nz, wz));
  const crossed = f64x2.add(f64x2.add(f64x2.mul(nx, swap(wx)), f64x2.mul(ny, swap(wy))), f64x2.mul(nz, swap(wz)));
  const mixed = f64x2.add(
    f64x2.add(f64x2.mul(f64x2.splat(mx), wx), f64x2.mul(f64x2.splat(my), wy)),
    f64x2.mul(f64x2.splat(mz), wz),
  );
  const middles = f64x2.add(crossed, mixed);
  coplanarity.b0 = f64x2.extract_lane(ends, 0);
  coplanarity.b3 = f64x2.extract_lane(ends, 1);
  coplanarity.b1 = f64x2.extract_lane(middles, 0);
  coplanarity.b2 = f64x2.extract_lane(middles, 1);
  coplanarity.sizeU = largest(ux, uy, uz);
  coplanarity.sizeV = largest(vx, vy, vz);
  coplanarity.sizeW = largest(wx, wy, wz);
  const size = coplanarity.sizeU * coplanarity.sizeV * coplanarity.sizeW * times;
  coplanarity.valueBound = VALUE_BOUND * size + SMALLEST;
  const end = END_BOUND * size + SMALLEST;
  const middle = MIDDLE_BOUND * size + SMALLEST;
  if (coplanarity.b0 > end && coplanarity.b3 > end && coplanarity.b1 > middle && coplanarity.b2 > middle) return true;
  return coplanarity.b0 < -end && coplanarity.b3 < -end && coplanarity.b1 < -middle && coplanarity.b2 < -middle;
}

/** Whether the points may be in one plane all the time. */
export function mayStayInPlane(): bool {
  const bound = 2 * coplanarity.valueBound;
  return (
    abs(coplanarity.b0) <= bound &&
    abs(coplanarity.b1) <= bound &&
    abs(coplanarity.b2) <= bound &&
    abs(coplanarity.b3) <= bound
  );
}

/** Whether the points may be in one plane at the start. */
export function mayStartInPlane(): bool {
  return abs(coplanarity.b0) <= coplanarity.valueBound;
}

// @inline
export function cubicAt(t: f64): f64 {
  const s = 1 - t;
  return ((coplanarity.b0 * s + coplanarity.b1 * t) * s + coplanarity.b2 * t * t) * s + coplanarity.b3 * t * t * t;
}

// @inline
export function slopeAt(t: f64): f64 {
  const s = 1 - t;
  return (
    (coplanarity.b1 - 3 * coplanarity.b0) * s * s +
    2 * (coplanarity.b2 - coplanarity.b1) * s * t +
    (3 * coplanarity.b3 - coplanarity.b2) * t * t
  );
}
