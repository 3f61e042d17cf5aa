/**
 * Signs of the components of a triangle's normal, each certified or left out.
 *
 * A byte: bits 0, 1, 2 say that the z, x, y component is certainly positive, bits 3, 4, 5 that it is certainly negative.
 * No bit at all means that the triangle has no area: when single precision certifies nothing, double precision with
 * the exact fallback decides, which it always can.
 */

import { orient2d } from '../../exact/kernels/predicates';
import { FORMAT_F32 } from '../../memory/constants';
import { ObjectRecord } from '../../memory/generated/kernels/records';
import { exactPoint } from '../../memory/kernels/objects';
import { reserveScratch } from '../../memory/kernels/scratch';

export const SIGN_BITS: u32 = 63;

/**
 * Each difference, product and the last subtraction is off by 2^-24 of itself at most: 5 · 2^-24 of the products in all.
 * Twice that, and a constant for products that underflow.
 */
const SINGLE_BOUND: f32 = 6e-7;
const SINGLE_UNDERFLOW: f32 = 1e-42;

/**
 * How far image coordinates of an object may be from the exact ones, centred and scaled, as a part of themselves: half a
 * unit in the last place, or nothing at all when they are the exact ones.
 */
export function imageRounding(object: ObjectRecord, image: usize): f32 {
  return imageIsExact(object, image) ? 0 : 6e-8;
}

/** What the corners of a triangle are off by at most. */
// @inline
function cornerRounding(a: v128, b: v128, c: v128, part: f32): f32 {
  const size = f32x4.pmax(f32x4.pmax(f32x4.abs(a), f32x4.abs(b)), f32x4.abs(c));
  return part * max(max(f32x4.extract_lane(size, 0), f32x4.extract_lane(size, 1)), f32x4.extract_lane(size, 2));
}

/**
 * From image coordinates that are off by `part` of themselves at most, or where they underflow by so little that the
 * constant for underflow covers it. A difference is then off by twice that, and a product of two
 * differences by twice that times the sum of both, nearly; three times covers the rest.
 */
// @inline
export function normalSignsSingle(a: v128, b: v128, c: v128, part: f32): u32 {
  const u = f32x4.sub(b, a);
  const v = f32x4.sub(c, a);
  const p = f32x4.mul(u, v128.shuffle<f32>(v, v, 1, 2, 0, 3));
  const q = f32x4.mul(v128.shuffle<f32>(u, u, 1, 2, 0, 3), v);
  const normal = f32x4.sub(p, q);
  const size = f32x4.add(f32x4.abs(p), f32x4.abs(q));
  let bound = f32x4.add(f32x4.mul(size, f32x4.splat(SINGLE_BOUND)), f32x4.splat(SINGLE_UNDERFLOW));
  if (part > 0) {
    const rounding = cornerRounding(a, b, c, part);
    const spans = f32x4.add(f32x4.abs(u), f32x4.abs(v));
    const span = f32x4.extract_lane(spans, 0) + f32x4.extract_lane(spans, 1) + f32x4.extract_lane(spans, 2);
    bound = f32x4.add(bound, f32x4.splat(rounding * (3 * span + 16 * rounding)));
  }
  const positive = i32x4.bitmask(f32x4.gt(normal, bound)) & 7;
  const negative = i32x4.bitmask(f32x4.lt(normal, f32x4.neg(bound))) & 7;
  return <u32>(positive | (negative << 3));
}

const corners = reserveScratch(72);

// @inline
function signBits(sign: i32, bit: u32): u32 {
  return sign > 0 ? 1 << bit : sign < 0 ? 8 << bit : 0;
}

/** From the exact coordinates; every sign is right, so no bit is missing. */
export function normalSignsExact(object: ObjectRecord, v0: u32, v1: u32, v2: u32): u32 {
  const a = corners;
  const b = corners + 24;
  const c = corners + 48;
  exactPoint(object, v0, a);
  exactPoint(object, v1, b);
  exactPoint(object, v2, c);
  const ax = load<f64>(a);
  const ay = load<f64>(a, 8);
  const az = load<f64>(a, 16);
  const bx = load<f64>(b);
  const by = load<f64>(b, 8);
  const bz = load<f64>(b, 16);
  const cx = load<f64>(c);
  const cy = load<f64>(c, 8);
  const cz = load<f64>(c, 16);
  const z = orient2d(ax, ay, bx, by, cx, cy);
  const x = orient2d(ay, az, by, bz, cy, cz);
  const y = orient2d(az, ax, bz, bx, cz, cx);
  return signBits(z, 0) | signBits(x, 1) | signBits(y, 2);
}

/** Are an object's image coordinates also its exact ones? */
// @inline
export function imageIsExact(object: ObjectRecord, image: usize): bool {
  return object.exactFormat == FORMAT_F32 && object.exact == image;
}
