/**
 * Doubles as whole numbers.
 *
 * Promise: every coordinate of a scene is multiplied by one power of two, so that all become integers: nothing is
 * rounded, and every geometric relation stays as it was.
 */

const float64 = new Float64Array(1);
const bits = new BigUint64Array(float64.buffer);

/** A finite double as `mantissa · 2^exponent`, the mantissa odd (or zero, with exponent 0). */
function split(value: number): { mantissa: bigint; exponent: number } {
  float64[0] = value;
  const word = bits[0];
  const biasedExponent = Number((word >> 52n) & 0x7ffn);
  if (biasedExponent === 0x7ff) throw new Error(`oracle: coordinate ${value} is not finite`);
  let mantissa = (word & 0xf_ffff_ffff_ffffn) | (biasedExponent === 0 ? 0n : 1n << 52n);
  if (mantissa === 0n) return { mantissa, exponent: 0 };
  let exponent = Math.max(biasedExponent, 1) - 1075;
  while ((mantissa & 1n) === 0n) {
    mantissa >>= 1n;
    exponent++;
  }
  return { mantissa: value < 0 ? -mantissa : mantissa, exponent };
}

/** Several arrays of coordinates on the coarsest power-of-two scale on which all of them are integers. */
export function toIntegers(arrays: readonly ArrayLike<number>[]): bigint[][] {
  const parts = arrays.map((array) => Array.from(array, split));
  let least = Number.POSITIVE_INFINITY;
  for (const array of parts) {
    for (const { mantissa, exponent } of array) if (mantissa !== 0n) least = Math.min(least, exponent);
  }
  return parts.map((array) =>
    array.map(({ mantissa, exponent }) => (mantissa === 0n ? 0n : mantissa << BigInt(exponent - least))),
  );
}
