/**
 * Whole numbers of 64 bits in WGSL, as two words: x the lower, y the upper, two's complement.
 *
 * Promise: exact while results are below 2^63 in magnitude; the caller sees to that.
 */
export const LONG_INTEGERS_WGSL = /* wgsl */ `
fn longOf(a: i32) -> vec2u {
  return vec2u(u32(a), select(0u, 0xffffffffu, a < 0));
}

fn longAdd(a: vec2u, b: vec2u) -> vec2u {
  let low = a.x + b.x;
  return vec2u(low, a.y + b.y + select(0u, 1u, low < a.x));
}

fn longNegate(a: vec2u) -> vec2u {
  return vec2u(~a.x + 1u, ~a.y + select(0u, 1u, a.x == 0u));
}

fn longSubtract(a: vec2u, b: vec2u) -> vec2u {
  return longAdd(a, longNegate(b));
}

fn longIsNegative(a: vec2u) -> bool {
  return (a.y >> 31u) != 0u;
}

fn longAbs(a: vec2u) -> vec2u {
  return select(a, longNegate(a), longIsNegative(a));
}

/** −1, 0 or 1. */
fn longSign(a: vec2u) -> i32 {
  if (longIsNegative(a)) { return -1; }
  return select(1, 0, (a.x | a.y) == 0u);
}

/** Whether a is larger than b, neither of which is negative. */
fn longAbove(a: vec2u, b: vec2u) -> bool {
  return a.y > b.y || (a.y == b.y && a.x > b.x);
}

fn longDouble(a: vec2u) -> vec2u {
  return vec2u(a.x << 1u, (a.y << 1u) | (a.x >> 31u));
}

/** The 64 bits of a product of two words. */
fn wideProduct(a: u32, b: u32) -> vec2u {
  let a0 = a & 0xffffu;
  let a1 = a >> 16u;
  let b0 = b & 0xffffu;
  let b1 = b >> 16u;
  let low = a0 * b0;
  let middle = a1 * b0 + (low >> 16u);
  let cross = a0 * b1 + (middle & 0xffffu);
  return vec2u((cross << 16u) | (low & 0xffffu), a1 * b1 + (middle >> 16u) + (cross >> 16u));
}

fn longProduct(a: i32, b: i32) -> vec2u {
  let product = wideProduct(u32(abs(a)), u32(abs(b)));
  return select(product, longNegate(product), (a < 0) != (b < 0));
}

/** a · b for an a of up to 63 bits. */
fn longTimes(a: vec2u, b: i32) -> vec2u {
  let size = longAbs(a);
  let factor = u32(abs(b));
  let low = wideProduct(size.x, factor);
  let product = vec2u(low.x, low.y + size.y * factor);
  return select(product, longNegate(product), longIsNegative(a) != (b < 0));
}

/** The nearest single-precision number, or one beside it. */
fn longToFloat(a: vec2u) -> f32 {
  let size = longAbs(a);
  let value = f32(size.y) * 4294967296.0 + f32(size.x);
  return select(value, -value, longIsNegative(a));
}
`;
