/**
 * Numbers of double precision in WGSL, which has none: their bits in two words, the lower first, and sums, products and quotients
 * rounded to the nearest, ties to even, as IEEE 754 has them. So what a shader computes with them equals what the kernels compute, to
 * the last bit, whatever a device does to its own numbers.
 *
 * Left out is what culling never meets (docs/cull.md, "Placed in whole numbers"): infinite numbers, those that are none, and results below
 * 2^-1022, which come out as zero or wrong.
 *
 * Needs LONG_WGSL.
 */

/** A number as the two words that shaders have it in. */
export function doubleWgsl(value: number): string {
  const [low, high] = doubleWords(value);
  return `vec2u(0x${low.toString(16)}u, 0x${high.toString(16)}u)`;
}

export function doubleWords(value: number): Uint32Array {
  return new Uint32Array(Float64Array.of(value).buffer);
}

export const DOUBLE_WGSL = /* wgsl */ `
const SIGN_BIT = 0x80000000u;

fn negateDouble(a: vec2u) -> vec2u { return vec2u(a.x, a.y ^ SIGN_BIT); }
fn absoluteDouble(a: vec2u) -> vec2u { return vec2u(a.x, a.y & ~SIGN_BIT); }
fn isZeroDouble(a: vec2u) -> bool { return (a.x | (a.y & ~SIGN_BIT)) == 0u; }
fn isNegativeDouble(a: vec2u) -> bool { return (a.y & SIGN_BIT) != 0u; }
// Biased, as it is stored.
fn exponentOf(a: vec2u) -> i32 { return i32((a.y >> 20u) & 0x7ffu); }
// 53 bits.
fn mantissaOf(a: vec2u) -> vec2u { return vec2u(a.x, (a.y & 0xfffffu) | 0x100000u); }

// The double next to whole · 2^exponent; the lowest bit of the whole may stand for all that lie below.
fn roundedDouble(sign: u32, exponent: i32, whole: vec2u) -> vec2u {
  if (isZeroLong(whole)) { return vec2u(0u, sign); }
  let zeros = leadingZerosLong(whole);
  let bits = shiftLeftLong(whole, zeros);
  let rest = bits.x & 0x7ffu;
  let kept = shiftRightLong(bits, 11u);
  // The bit above the mantissa is the exponent's first, and rounding up carries into it.
  let stored = vec2u(kept.x, kept.y + (u32(exponent + 1085 - i32(zeros)) << 20u));
  let isUp = rest > 0x400u || (rest == 0x400u && (kept.x & 1u) != 0u);
  let next = addLong(stored, vec2u(select(0u, 1u, isUp), 0u));
  return vec2u(next.x, next.y | sign);
}

fn doubleOfBits(single: u32) -> vec2u {
  let exponent = (single >> 23u) & 0xffu;
  let fraction = single & 0x7fffffu;
  if (exponent == 0u) { return roundedDouble(single & SIGN_BIT, -149, vec2u(fraction, 0u)); }
  return vec2u(fraction << 29u, (single & SIGN_BIT) | ((exponent + 896u) << 20u) | (fraction >> 3u));
}

fn doubleOfLong(value: vec2u) -> vec2u {
  return roundedDouble(value.y & SIGN_BIT, 0, absoluteLong(value));
}

fn doubleOfInteger(value: i32) -> vec2u {
  return roundedDouble(select(0u, SIGN_BIT, value < 0), 0, vec2u(u32(abs(value)), 0u));
}

fn addDouble(a: vec2u, b: vec2u) -> vec2u {
  if (isZeroDouble(b)) {
    // Minus zero only of two of them.
    if (isZeroDouble(a)) { return vec2u(0u, a.y & b.y); }
    return a;
  }
  if (isZeroDouble(a)) { return b; }
  let isSwapped = isLessLong(absoluteDouble(a), absoluteDouble(b));
  let large = select(a, b, isSwapped);
  let small = select(b, a, isSwapped);
  // Ten bits of room below and one above.
  let apart = u32(exponentOf(large) - exponentOf(small));
  let wide = shiftLeftLong(mantissaOf(small), 10u);
  var aligned = vec2u(1u, 0u);
  if (apart < 64u) {
    aligned = shiftRightLong(wide, apart);
    let isCut = any(shiftLeftLong(aligned, apart) != wide);
    aligned.x |= select(0u, 1u, isCut);
  }
  let exponent = exponentOf(large) - 1085;
  let sum = shiftLeftLong(mantissaOf(large), 10u);
  let sign = large.y & SIGN_BIT;
  if (isNegativeDouble(a) == isNegativeDouble(b)) { return roundedDouble(sign, exponent, addLong(sum, aligned)); }
  let rest = subtractLong(sum, aligned);
  return roundedDouble(select(sign, 0u, isZeroLong(rest)), exponent, rest);
}

fn subtractDouble(a: vec2u, b: vec2u) -> vec2u { return addDouble(a, negateDouble(b)); }

fn timesDouble(a: vec2u, b: vec2u) -> vec2u {
  let sign = (a.y ^ b.y) & SIGN_BIT;
  if (isZeroDouble(a) || isZeroDouble(b)) { return vec2u(0u, sign); }
  let x = shiftLeftLong(mantissaOf(a), 11u);
  let y = shiftLeftLong(mantissaOf(b), 11u);
  let low = productOfWords(x.x, y.x);
  let middle = addLong(productOfWords(x.x, y.y), vec2u(low.y, 0u));
  let other = addLong(productOfWords(x.y, y.x), vec2u(middle.x, 0u));
  var high = addLong(productOfWords(x.y, y.y), addLong(vec2u(middle.y, 0u), vec2u(other.y, 0u)));
  high.x |= select(0u, 1u, (low.x | other.x) != 0u);
  return roundedDouble(sign, exponentOf(a) + exponentOf(b) - 2108, high);
}

fn divideDouble(a: vec2u, b: vec2u) -> vec2u {
  let sign = (a.y ^ b.y) & SIGN_BIT;
  if (isZeroDouble(a)) { return vec2u(0u, sign); }
  let divisor = mantissaOf(b);
  var rest = mantissaOf(a);
  var quotient = vec2u(0u);
  for (var i = 0; i < 56; i++) {
    quotient = shiftLeftLong(quotient, 1u);
    if (!isLessLong(rest, divisor)) {
      rest = subtractLong(rest, divisor);
      quotient.x |= 1u;
    }
    rest = shiftLeftLong(rest, 1u);
  }
  quotient.x |= select(1u, 0u, isZeroLong(rest));
  return roundedDouble(sign, exponentOf(a) - exponentOf(b) - 55, quotient);
}

fn isLessDouble(a: vec2u, b: vec2u) -> bool {
  if (isZeroDouble(a) && isZeroDouble(b)) { return false; }
  if (isNegativeDouble(a) != isNegativeDouble(b)) { return isNegativeDouble(a); }
  if (isNegativeDouble(a)) { return isLessLong(absoluteDouble(b), absoluteDouble(a)); }
  return isLessLong(a, b);
}

// The whole part of a · 2^shift, of magnitude below 2^63.
fn longOfDouble(a: vec2u, shift: i32) -> vec2u {
  if (isZeroDouble(a)) { return vec2u(0u); }
  let up = exponentOf(a) - 1075 + shift;
  if (up < -53) { return vec2u(0u); }
  let mantissa = mantissaOf(a);
  var whole = shiftRightLong(mantissa, u32(max(0, -up)));
  if (up > 0) { whole = shiftLeftLong(mantissa, u32(min(up, 63))); }
  return select(whole, negateLong(whole), isNegativeDouble(a));
}

// The next whole number below, as near as 32 bits come.
fn floorOfDouble(a: vec2u) -> i32 {
  if (exponentOf(a) >= 1054) { return select(0x7fffffff, -0x7fffffff - 1, isNegativeDouble(a)); }
  let whole = longOfDouble(a, 0);
  let isCut = isNegativeDouble(a) && isLessDouble(a, doubleOfLong(whole));
  return bitcast<i32>(whole.x) - select(0, 1, isCut);
}
`;
