/** Whole numbers of 64 bits in WGSL, which has 32: two words, the lower first; negative ones as two's complement. */
export const LONG_WGSL = /* wgsl */ `
fn addLong(a: vec2u, b: vec2u) -> vec2u {
  let low = a.x + b.x;
  return vec2u(low, a.y + b.y + select(0u, 1u, low < a.x));
}

fn negateLong(a: vec2u) -> vec2u { return addLong(~a, vec2u(1u, 0u)); }
fn subtractLong(a: vec2u, b: vec2u) -> vec2u { return vec2u(a.x - b.x, a.y - b.y - select(0u, 1u, a.x < b.x)); }
fn isZeroLong(a: vec2u) -> bool { return (a.x | a.y) == 0u; }
fn isNegativeLong(a: vec2u) -> bool { return (a.y >> 31u) != 0u; }
// Of numbers without a sign.
fn isLessLong(a: vec2u, b: vec2u) -> bool { return a.y < b.y || (a.y == b.y && a.x < b.x); }
fn absoluteLong(a: vec2u) -> vec2u { return select(a, negateLong(a), isNegativeLong(a)); }

// By 0 to 63 bits.
fn shiftLeftLong(a: vec2u, bits: u32) -> vec2u {
  if (bits == 0u) { return a; }
  if (bits >= 32u) { return vec2u(0u, a.x << (bits - 32u)); }
  return vec2u(a.x << bits, (a.y << bits) | (a.x >> (32u - bits)));
}

fn shiftRightLong(a: vec2u, bits: u32) -> vec2u {
  if (bits == 0u) { return a; }
  if (bits >= 32u) { return vec2u(a.y >> (bits - 32u), 0u); }
  return vec2u((a.x >> bits) | (a.y << (32u - bits)), a.y >> bits);
}

fn leadingZerosLong(a: vec2u) -> u32 {
  return select(countLeadingZeros(a.y), 32u + countLeadingZeros(a.x), a.y == 0u);
}

// By a factor below 2^16; signs are kept.
fn timesLong(a: vec2u, factor: u32) -> vec2u {
  let low = (a.x & 0xffffu) * factor;
  let middle = (a.x >> 16u) * factor + (low >> 16u);
  return vec2u((middle << 16u) | (low & 0xffffu), a.y * factor + (middle >> 16u));
}

fn productOfWords(a: u32, b: u32) -> vec2u {
  let low = (a & 0xffffu) * (b & 0xffffu);
  let first = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
  let second = (a & 0xffffu) * (b >> 16u) + (first & 0xffffu);
  return vec2u((second << 16u) | (low & 0xffffu), (a >> 16u) * (b >> 16u) + (first >> 16u) + (second >> 16u));
}

fn productOfIntegers(a: i32, b: i32) -> vec2u {
  let product = productOfWords(u32(abs(a)), u32(abs(b)));
  return select(product, negateLong(product), (a < 0) != (b < 0));
}
`;
