/**
 * Depths as a depth buffer holds them: whole steps of 16, 24 or 32 bits, in the order of signed numbers.
 *
 * The far plane is a step of its own where there are enough steps; the largest number of all says "nothing".
 */

import { cullJob } from '../../../memory/generated/kernels/records';

/** What a pixel holds that nothing was drawn to. */
export const EMPTY: i32 = 0x7fffffff;

/** The last step. */
export let deepest: f64 = 0;
/** What is subtracted from a step, and the same as a bit that is flipped: with 32 bits, steps from the middle on are negative. */
export let bias: f64 = 0;
let flip: u32 = 0;
let bitsBeyond: u32 = 0;

export function openDepthSteps(): void {
  const bits = cullJob.depthBits;
  deepest = bits == 32 ? 4294967294 : <f64>((<u64>1) << (<u64>bits));
  bias = bits == 32 ? 2147483648 : 0;
  flip = bits == 32 ? 0x80000000 : 0;
  bitsBeyond = max(bits, BOX_BITS_MOST) - BOX_BITS_MOST;
}

/** The step of a depth. */
// @inline
export function depthStep(depth: f64): u32 {
  return <u32>(depth > deepest ? deepest : depth > 0 ? depth : 0);
}

/** The steps of two depths, in the first two lanes. */
// @inline
export function depthSteps(two: v128): v128 {
  return i32x4.trunc_sat_f64x2_u_zero(f64x2.pmin(two, f64x2.splat(deepest)));
}

/** A step as the buffer holds it. */
// @inline
export function held(step: u32): i32 {
  return <i32>(step ^ flip);
}

/** And back. */
// @inline
export function stepOf(depth: i32): u32 {
  return <u32>depth ^ flip;
}

/** Bits of depth of FAR's boxes, which are computed in single precision: no more than that tells. */
export const BOX_BITS_MOST: u32 = 24;

/** A step as the buffer of FAR's boxes holds it: the bits of a number that is not negative have its order. */
// @inline
export function boxDepth(step: u32): i32 {
  return reinterpret<i32>(<f32>(step >>> bitsBeyond));
}

/** And back; the largest number beyond the last step. */
// @inline
export function stepOfBox(depth: i32): u32 {
  const step = reinterpret<f32>(depth);
  // Not a number where nothing was drawn.
  return step < <f32>(1 << BOX_BITS_MOST) ? (<u32>step) << bitsBeyond : u32.MAX_VALUE;
}

/** A depth as the buffer holds it. */
// @inline
export function heldDepth(depth: f64): i32 {
  return held(depthStep(depth));
}
