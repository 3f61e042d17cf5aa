/**
 * Tells, in image coordinates, that a triangle lies on one side of the plane of another, before anything is decided exactly.
 *
 * Promise: triangles that are found apart share no point. Let u = 2^-24, E the largest extent of a triangle's box, and S = Ea + Eb
 * for both. Sides have components up to E. Boxes of both overlap, so corners of one are at most S away from a corner of the other in
 * each component. Image coordinates are the exact ones, or off by (1 + 2^-28)·u·R, where R is the largest of them; with Q = 0 or R,
 * computed differences are off by δ = 1.001·u·S + 2·(1 + 2^-28)·u·Q at most. As long as E is δ at least, and so S, too,
 *   a normal's components, up to 2E², are off by 4δE + 2δ² for the sides and 4uE² for rounding: 10.01·δE,
 *   the height of a corner, a sum of three products, by 3·(2E²δ + 10.01·δE·(S + δ)) for these and 18uE²S for rounding: 61·δE·(E + S).
 * The bound is 2^-17·(S + Q)·E·(E + S), which is 128·u·(S + Q) in the place of 61·δ. Where E is less than δ, computed heights are
 * at most 6.01·E²·S, which is less than the bound, and nothing is found apart. What underflow may add is less than SMALLEST as long
 * as R is below REACH_MAX, and then nothing overflows.
 */

import { reserveScratch } from '../../../memory/kernels/scratch';

const BOUND: f32 = 7.62939453125e-6; // 2^-17
const SMALLEST: f32 = 1e-30;
const REACH_MAX: f32 = 1e10;

/** The first triangle: its corners, and its normal with E in the last lane. */
const held = reserveScratch(64);
/** Q. */
let rounded: f32 = 0;

/** The largest of x, y and z. */
// @inline
export function largest(size: v128): f32 {
  const ofTwo = f32x4.pmax(size, v128.shuffle<i32>(size, size, 1, 2, 3, 0));
  return f32x4.extract_lane(f32x4.pmax(ofTwo, v128.shuffle<i32>(size, size, 2, 3, 0, 1)), 0);
}

/**
 * Readies the filter for triangles whose image coordinates are at most `reach`, and are the exact ones or not. Returns whether it
 * can tell anything.
 */
export function holdReach(reach: f32, isExact: bool): bool {
  rounded = isExact ? 0 : reach;
  return reach < REACH_MAX;
}

/** The normal of a triangle whose sides are u and v, with E in the last lane. */
// @inline
function normalOf(u: v128, v: v128, e: f32): v128 {
  const uTurned = v128.shuffle<i32>(u, u, 1, 2, 0, 3);
  const vTurned = v128.shuffle<i32>(v, v, 1, 2, 0, 3);
  const turned = f32x4.sub(f32x4.mul(u, vTurned), f32x4.mul(uTurned, v));
  return f32x4.replace_lane(v128.shuffle<i32>(turned, turned, 1, 2, 0, 3), 3, e);
}

/** Whether three points, taken relative to a corner of the plane, are all above it or all below, by more than `most`. */
// @inline
function onOneSide(normal: v128, a: v128, b: v128, c: v128, most: f32): bool {
  const p = f32x4.mul(normal, a);
  const q = f32x4.mul(normal, b);
  const r = f32x4.mul(normal, c);
  // x of all three, then y, then z, in lanes 0, 1 and 2; the last lane is another of the three.
  const xyOfTwo = v128.shuffle<i32>(p, q, 0, 4, 1, 5);
  const zOfTwo = v128.shuffle<i32>(p, q, 2, 6, 3, 7);
  const xs = v128.shuffle<i32>(xyOfTwo, r, 0, 1, 4, 4);
  const ys = v128.shuffle<i32>(xyOfTwo, r, 2, 3, 5, 5);
  const zs = v128.shuffle<i32>(zOfTwo, r, 0, 1, 6, 6);
  const heights = f32x4.add(f32x4.add(xs, ys), zs);
  const isAbove = i32x4.bitmask(f32x4.gt(heights, f32x4.splat(most)));
  const isBelow = i32x4.bitmask(f32x4.lt(heights, f32x4.splat(-most)));
  // No branch: which of the two it is, is as good as random.
  return (u32(isAbove == 15) | u32(isBelow == 15)) != 0;
}

/** Takes the first triangle: its corners, and the extent of its box. */
// @inline
export function holdTriangle(a: v128, b: v128, c: v128, extent: v128): void {
  v128.store(held, a);
  v128.store(held, b, 16);
  v128.store(held, c, 32);
  v128.store(held, normalOf(f32x4.sub(b, a), f32x4.sub(c, a), largest(extent)), 48);
}

/** Whether another one, whose box overlaps the first one's, is certainly apart from it. */
// @inline
export function isBesidePlane(a: v128, b: v128, c: v128, extent: v128): bool {
  const first = v128.load(held);
  const firstNormal = v128.load(held, 48);
  const e = largest(extent);
  const firstE = f32x4.extract_lane(firstNormal, 3);
  const both = firstE + e;
  const off = BOUND * (both + rounded);
  const most = off * firstE * (firstE + both) + SMALLEST;
  const ownMost = off * e * (e + both) + SMALLEST;
  const normal = normalOf(f32x4.sub(b, a), f32x4.sub(c, a), e);
  const second = v128.load(held, 16);
  const third = v128.load(held, 32);
  const isOwn = onOneSide(firstNormal, f32x4.sub(a, first), f32x4.sub(b, first), f32x4.sub(c, first), most);
  const isOther = onOneSide(normal, f32x4.sub(first, a), f32x4.sub(second, a), f32x4.sub(third, a), ownMost);
  return (u32(isOwn) | u32(isOther)) != 0;
}
