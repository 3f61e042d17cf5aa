/**
 * Exact signs of determinants: orient2d and orient3d.
 *
 * Promise: the sign of the exact determinant of the doubles given, of magnitudes up to 2^250.
 * A floating-point filter decides nearly all; the rest go to exact arithmetic and are counted.
 * Source: Shewchuk 1997 (the filters' constants ccwerrboundA and o3derrboundA).
 *
 * A point is the address of three f64.
 */

import { reserveScratch } from '../../memory/kernels/scratch';
import { expansionProduct, expansionSign, expansionSum, expansionValue } from './expansion';
import { difference, differenceLength, exactMinor, MINOR_LENGTH, setDifference } from './minors';

const EPSILON: f64 = 1.1102230246251565e-16;
/**
 * Shewchuk's bounds are (3 + 16ε)ε and (7 + 56ε)ε; rounding up to the next whole number covers factors that are shared
 * between tests.
 */
export const ORIENT_2D_BOUND: f64 = 4.0 * EPSILON;
export const ORIENT_3D_BOUND: f64 = 8.0 * EPSILON;

/**
 * A scene is wide when some coordinate other than 0 is smaller than 2^-250. Products of such coordinates may underflow,
 * which expansions cannot handle; the filters then allow for it, and what they leave undecided goes to whole-number
 * arithmetic in JavaScript (src/exact/whole-signs.ts). Such scenes are rare and need not be fast.
 */
let wide: bool = false;
/**
 * Upper bound on the error that underflow adds to a determinant: three products, each off by 2^-1075, times a
 * difference below 2^252.
 */
export let underflow: f64 = 0;
const UNDERFLOW_OF_WIDE: f64 = 1.5e-245; // 2^-812

export function setWide(isWide: bool): void {
  wide = isWide;
  underflow = isWide ? UNDERFLOW_OF_WIDE : 0;
}

export function isWide(): bool {
  return wide;
}

const TINY: f64 = 5.527147875260445e-76; // 2^-250

/** Whether a coordinate makes a scene wide. */
// @inline
export function isTiny(value: f64): bool {
  return value != 0 && abs(value) < TINY;
}

// @external('env', 'wholeOrient2d')
declare function wholeOrient2d(ax: f64, ay: f64, bx: f64, by: f64, cx: f64, cy: f64): i32;
// @external('env', 'wholeOrient3d')
declare function wholeOrient3d(a: usize, b: usize, c: usize, d: usize): i32;

/** Signs that needed exact arithmetic on this thread since the counter was last read. */
export let exactFallbacks: i32 = 0;
export function takeExactFallbacks(): i32 {
  const count = exactFallbacks;
  exactFallbacks = 0;
  return count;
}

// Longest intermediate results: a minor 16, times a difference 64, three of them 192.
const minor = reserveScratch(MINOR_LENGTH * 8);
const term0 = reserveScratch(64 * 8);
const term1 = reserveScratch(64 * 8);
const term2 = reserveScratch(64 * 8);
const partial = reserveScratch(128 * 8);
const total = reserveScratch(192 * 8);
const scratch = reserveScratch(64 * 8);

function orient2dExact(ax: f64, ay: f64, bx: f64, by: f64, cx: f64, cy: f64): i32 {
  exactFallbacks++;
  if (wide) return wholeOrient2d(ax, ay, bx, by, cx, cy);
  return expansionSign(minor, expandOrient2d(ax, ay, bx, by, cx, cy));
}

/** Leaves the determinant in `minor`. Returns its length. */
function expandOrient2d(ax: f64, ay: f64, bx: f64, by: f64, cx: f64, cy: f64): i32 {
  setDifference(0, ax, cx);
  setDifference(1, ay, cy);
  setDifference(2, bx, cx);
  setDifference(3, by, cy);
  return exactMinor(0, 3, 1, 2, minor);
}

/** The determinant itself, rounded once. Not for wide scenes. */
export function orient2dValue(ax: f64, ay: f64, bx: f64, by: f64, cx: f64, cy: f64): f64 {
  return expansionValue(minor, expandOrient2d(ax, ay, bx, by, cx, cy));
}

/** Positive when a, b, c turn counter-clockwise in the plane. */
export function orient2d(ax: f64, ay: f64, bx: f64, by: f64, cx: f64, cy: f64): i32 {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const det = left - right;
  const size = abs(left) + abs(right);
  if (abs(det) > ORIENT_2D_BOUND * size + underflow) return i32(det > 0) - i32(det < 0);
  // Without underflow, products that are zero are exactly zero.
  if (size == 0 && !wide) return 0;
  return orient2dExact(ax, ay, bx, by, cx, cy);
}

/** orient2d of three points, seen in the plane of the coordinates at byte offsets u and v. */
// @inline
export function orient2dIn(a: usize, b: usize, c: usize, u: usize, v: usize): i32 {
  return orient2d(
    load<f64>(a + u),
    load<f64>(a + v),
    load<f64>(b + u),
    load<f64>(b + v),
    load<f64>(c + u),
    load<f64>(c + v),
  );
}

export function orient3dExact(a: usize, b: usize, c: usize, d: usize): i32 {
  exactFallbacks++;
  if (wide) return wholeOrient3d(a, b, c, d);
  return expansionSign(total, expandOrient3d(a, b, c, d));
}

/** The determinant itself, rounded once. Not for wide scenes. */
export function orient3dValue(a: usize, b: usize, c: usize, d: usize): f64 {
  return expansionValue(total, expandOrient3d(a, b, c, d));
}

/** Leaves the determinant in `total`. Returns its length. */
function expandOrient3d(a: usize, b: usize, c: usize, d: usize): i32 {
  const dx = load<f64>(d);
  const dy = load<f64>(d, 8);
  const dz = load<f64>(d, 16);
  setDifference(0, load<f64>(a), dx);
  setDifference(1, load<f64>(a, 8), dy);
  setDifference(2, load<f64>(a, 16), dz);
  setDifference(3, load<f64>(b), dx);
  setDifference(4, load<f64>(b, 8), dy);
  setDifference(5, load<f64>(b, 16), dz);
  setDifference(6, load<f64>(c), dx);
  setDifference(7, load<f64>(c, 8), dy);
  setDifference(8, load<f64>(c, 16), dz);
  let length = exactMinor(4, 8, 5, 7, minor);
  const n0 = expansionProduct(minor, length, difference(0), differenceLength(0), term0, scratch);
  length = exactMinor(5, 6, 3, 8, minor);
  const n1 = expansionProduct(minor, length, difference(1), differenceLength(1), term1, scratch);
  length = exactMinor(3, 7, 4, 6, minor);
  const n2 = expansionProduct(minor, length, difference(2), differenceLength(2), term2, scratch);
  const n01 = expansionSum(term0, n0, term1, n1, partial);
  return expansionSum(partial, n01, term2, n2, total);
}

/** The sign of (a − d) · ((b − d) × (c − d)). */
export function orient3d(a: usize, b: usize, c: usize, d: usize): i32 {
  const dx = load<f64>(d);
  const dy = load<f64>(d, 8);
  const dz = load<f64>(d, 16);
  const ax = load<f64>(a) - dx;
  const ay = load<f64>(a, 8) - dy;
  const az = load<f64>(a, 16) - dz;
  const bx = load<f64>(b) - dx;
  const by = load<f64>(b, 8) - dy;
  const bz = load<f64>(b, 16) - dz;
  const cx = load<f64>(c) - dx;
  const cy = load<f64>(c, 8) - dy;
  const cz = load<f64>(c, 16) - dz;
  const x1 = by * cz;
  const x2 = bz * cy;
  const y1 = bz * cx;
  const y2 = bx * cz;
  const z1 = bx * cy;
  const z2 = by * cx;
  const det = ax * (x1 - x2) + ay * (y1 - y2) + az * (z1 - z2);
  const size = abs(ax) * (abs(x1) + abs(x2)) + abs(ay) * (abs(y1) + abs(y2)) + abs(az) * (abs(z1) + abs(z2));
  if (abs(det) > ORIENT_3D_BOUND * size + underflow) return i32(det > 0) - i32(det < 0);
  if (size == 0 && !wide) return 0;
  return orient3dExact(a, b, c, d);
}
