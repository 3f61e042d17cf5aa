/**
 * Points with exact coordinates: whole numbers X, Y, Z over a common whole denominator W > 0.
 *
 * Doubles become whole numbers by one power of two for all of them, so sums and products never round. Slow; asked only
 * where doubles with an error bound cannot decide.
 */

/** X, Y, Z, W. */
export type WholePoint = readonly [bigint, bigint, bigint, bigint];

const bits = new DataView(new ArrayBuffer(8));

/** The exponent of the lowest bit that is set in a double other than 0. */
function lowestBit(value: number): number {
  bits.setFloat64(0, value);
  const high = bits.getUint32(0);
  const low = bits.getUint32(4);
  const exponent = (high >>> 20) & 0x7ff;
  const fraction = (high & 0xfffff) | (exponent === 0 ? 0 : 0x100000);
  const zeros = low !== 0 ? 31 - Math.clz32(low & -low) : 63 - Math.clz32(fraction & -fraction);
  return zeros + Math.max(1, exponent) - 1075;
}

/** The least size of a value that is not 0; infinite when there is none. */
export function leastSize(values: Float64Array): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]);
    if (size < least && size > 0) least = size;
  }
  return least;
}

/** Some e such that all values of at least this size are whole multiples of 2^e; infinite when there are none but zeros. */
export function exponentOf(least: number): number {
  if (least === Number.POSITIVE_INFINITY) return least;
  bits.setFloat64(0, least);
  const exponent = (bits.getUint32(0) >>> 20) & 0x7ff;
  return Math.max(1, exponent) - 1075;
}

/** value / 2^exponent, which must be whole. */
export function toWhole(value: number, exponent: number): bigint {
  if (value === 0) return 0n;
  const lowest = lowestBit(value);
  // Two steps, for 2^-lowest may be beyond the range of doubles.
  const half = Math.trunc(-lowest / 2);
  const odd = value * 2 ** half * 2 ** (-lowest - half);
  return BigInt(odd) << BigInt(lowest - exponent);
}

/** Whether value is numerator · 2^exponent / denominator. */
export function isRatio(value: number, numerator: bigint, denominator: bigint, exponent: number): boolean {
  if (value === 0) return numerator === 0n;
  const least = Math.min(exponent, lowestBit(value));
  return toWhole(value, least) * denominator === numerator << BigInt(exponent - least);
}

function bitLength(value: bigint): number {
  const text = (value < 0n ? -value : value).toString(16);
  return 4 * text.length;
}

/** Bits of a quotient that become a double; its last one is far below the double's. */
const QUOTIENT_BITS = 66;

/** The double nearest to numerator · 2^exponent / denominator: the same however the fraction is written, unless it is subnormal. */
export function ratioToNumber(numerator: bigint, denominator: bigint, exponent: number): number {
  if (numerator === 0n) return 0;
  const shift = QUOTIENT_BITS + bitLength(denominator) - bitLength(numerator);
  // A long quotient is cut, because whole numbers beyond 2^1024 would become infinite.
  const [above, below] =
    shift >= 0 ? [numerator << BigInt(shift), denominator] : [numerator, denominator << BigInt(-shift)];
  const quotient = above / below;
  // The remainder breaks ties: the quotient has more bits than a double.
  const rest = above === quotient * below ? 0n : numerator < 0n ? -1n : 1n;
  const scale = exponent - shift - 1;
  const half = Math.trunc(scale / 2);
  return Number(2n * quotient + rest) * 2 ** half * 2 ** (scale - half);
}

export const signOf = (value: bigint): number => (value > 0n ? 1 : value < 0n ? -1 : 0);

/** The orientation of p, q, r, seen along the axis that is neither u nor v. */
export function wholeOrientation(p: WholePoint, q: WholePoint, r: WholePoint, u: number, v: number): bigint {
  return p[u] * (q[v] * r[3] - q[3] * r[v]) - p[v] * (q[u] * r[3] - q[3] * r[u]) + p[3] * (q[u] * r[v] - q[v] * r[u]);
}

/** Six times the volume of a, b, c, d times their denominators: positive when a − d, b − d, c − d are right-handed. */
export function wholeVolume(a: WholePoint, b: WholePoint, c: WholePoint, d: WholePoint): bigint {
  const minus = (p: WholePoint, k: 0 | 1 | 2) => p[k] * d[3] - d[k] * p[3];
  const [ax, ay, az] = [minus(a, 0), minus(a, 1), minus(a, 2)];
  const [bx, by, bz] = [minus(b, 0), minus(b, 1), minus(b, 2)];
  const [cx, cy, cz] = [minus(c, 0), minus(c, 1), minus(c, 2)];
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
}

/** (p · m − q · n) with its denominator made positive: the point on the line p q where a height, n at p and m at q, is 0. */
export function wholeBetween(p: WholePoint, n: bigint, q: WholePoint, m: bigint): WholePoint {
  const w = p[3] * m - q[3] * n;
  const at = (k: 0 | 1 | 2) => (w > 0n ? p[k] * m - q[k] * n : q[k] * n - p[k] * m);
  return [at(0), at(1), at(2), w > 0n ? w : -w];
}

/** The middle of three points. */
export function wholeMiddle(p: WholePoint, q: WholePoint, r: WholePoint): WholePoint {
  const at = (k: 0 | 1 | 2) => p[k] * q[3] * r[3] + q[k] * p[3] * r[3] + r[k] * p[3] * q[3];
  return [at(0), at(1), at(2), 3n * p[3] * q[3] * r[3]];
}
