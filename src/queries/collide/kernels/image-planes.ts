/**
 * Tells, in image coordinates, that a triangle lies on one side of the plane of another, before anything is decided exactly.
 *
 * Promise: triangles that are found apart share no point. Let u = 2^-24, R the largest image coordinate of both, and E the largest
 * component of |side| + |side| of a triangle, so that the largest components of both sides, added, are 2E at most. Image coordinates
 * are off by (1 + 2^-28)·u·R, so differences of two, once rounded, by δ = 5uR at most. A normal's components are 2E² at most and off
 * by 12δE; corners are at most D away from a corner of the plane in each component, and off by δ; so the height above the plane, a sum
 * of three products, is off by δE·(8E + 56·(D + δ)) at most, rounding included. Boxes of both overlap, so D ≤ Ea + Eb. The bound is
 * 2^-15·R·E·(E + Ea + Eb), which is 102·δE·(E + Ea + Eb) and more than that as long as E is δ at least; below, computed heights are
 * at most 6·E²·D, which is less than the bound, and nothing is found apart. What underflow may add is less than SMALLEST as long
 * as R is below REACH_MAX, and then nothing overflows.
 */

import { reserveScratch } from '../../../memory/kernels/scratch';

const BOUND: f32 = 3.0517578125e-5; // 2^-15
const SMALLEST: f32 = 1e-30;
const REACH_MAX: f32 = 1e10;

/** The first triangle: its corners, and its normal with E in the last lane. */
const held = reserveScratch(64);
let bound: f32 = 0;

/** The largest of x, y and z. */
// @inline
function largest(size: v128): f32 {
  const ofTwo = f32x4.pmax(size, v128.shuffle<i32>(size, size, 1, 2, 3, 0));
  return f32x4.extract_lane(f32x4.pmax(ofTwo, v128.shuffle<i32>(size, size, 2, 3, 0, 1)), 0);
}

/** Readies the filter for triangles within two boxes. Returns whether it can tell anything. */
export function holdReach(lowA: v128, highA: v128, lowB: v128, highB: v128): bool {
  const most = largest(
    f32x4.pmax(f32x4.pmax(f32x4.abs(lowA), f32x4.abs(highA)), f32x4.pmax(f32x4.abs(lowB), f32x4.abs(highB))),
  );
  bound = most * BOUND;
  return most < REACH_MAX;
}

/** The normal of a triangle whose sides are u and v; its last lane is E. */
// @inline
function normalOf(u: v128, v: v128): v128 {
  const uTurned = v128.shuffle<i32>(u, u, 1, 2, 0, 3);
  const vTurned = v128.shuffle<i32>(v, v, 1, 2, 0, 3);
  const turned = f32x4.sub(f32x4.mul(u, vTurned), f32x4.mul(uTurned, v));
  const normal = v128.shuffle<i32>(turned, turned, 1, 2, 0, 3);
  return f32x4.replace_lane(normal, 3, largest(f32x4.add(f32x4.abs(u), f32x4.abs(v))));
}

/** Whether three points, taken relative to a corner of the plane, are all above it or all below, by more than `most`. */
// @inline
function onOneSide(normal: v128, a: v128, b: v128, c: v128, most: f32): bool {
  const p = f32x4.mul(normal, a);
  const q = f32x4.mul(normal, b);
  const r = f32x4.mul(normal, c);
  // x of all three, then y, then z, in lanes 0, 1 and 2; what is in the last one does not count.
  const xyOfTwo = v128.shuffle<i32>(p, q, 0, 4, 1, 5);
  const zOfTwo = v128.shuffle<i32>(p, q, 2, 6, 3, 7);
  const xs = v128.shuffle<i32>(xyOfTwo, r, 0, 1, 4, 4);
  const ys = v128.shuffle<i32>(xyOfTwo, r, 2, 3, 5, 5);
  const zs = v128.shuffle<i32>(zOfTwo, r, 0, 1, 6, 6);
  const heights = f32x4.add(f32x4.add(xs, ys), zs);
  const isAbove = i32x4.bitmask(f32x4.gt(heights, f32x4.splat(most)));
  const isBelow = i32x4.bitmask(f32x4.lt(heights, f32x4.splat(-most)));
  return isAbove == 15 || isBelow == 15;
}

/** Takes the first triangle: `index` is the address of its corners' numbers. */
export function holdTriangle(image: usize, index: usize): void {
  const a = v128.load(image + ((<usize>load<u32>(index)) << 4));
  const b = v128.load(image + ((<usize>load<u32>(index, 4)) << 4));
  const c = v128.load(image + ((<usize>load<u32>(index, 8)) << 4));
  v128.store(held, a);
  v128.store(held, b, 16);
  v128.store(held, c, 32);
  v128.store(held, normalOf(f32x4.sub(b, a), f32x4.sub(c, a)), 48);
}

/** Whether another one, whose box overlaps the first one's, is certainly apart from it. */
export function isBesidePlane(image: usize, index: usize): bool {
  const a = v128.load(image + ((<usize>load<u32>(index)) << 4));
  const b = v128.load(image + ((<usize>load<u32>(index, 4)) << 4));
  const c = v128.load(image + ((<usize>load<u32>(index, 8)) << 4));
  const first = v128.load(held);
  const firstNormal = v128.load(held, 48);
  const normal = normalOf(f32x4.sub(b, a), f32x4.sub(c, a));
  const e = f32x4.extract_lane(normal, 3);
  const firstE = f32x4.extract_lane(firstNormal, 3);
  const most = bound * firstE * (firstE + firstE + e) + SMALLEST;
  if (onOneSide(firstNormal, f32x4.sub(a, first), f32x4.sub(b, first), f32x4.sub(c, first), most)) return true;
  const ownMost = bound * e * (e + e + firstE) + SMALLEST;
  const second = v128.load(held, 16);
  const third = v128.load(held, 32);
  return onOneSide(normal, f32x4.sub(first, a), f32x4.sub(second, a), f32x4.sub(third, a), ownMost);
}
