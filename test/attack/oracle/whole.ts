/** Doubles as whole numbers, and vectors of them: the arithmetic of the second oracle. Nothing is ever rounded. */

export type Vector = readonly [bigint, bigint, bigint];
/** x, y, z and the common denominator, above 0. */
export type Rational = readonly [bigint, bigint, bigint, bigint];

/** A coordinate is `mantissa · 2^exponent`; an even mantissa is halved until it is odd, so that exponents are large. */
export interface Binary {
  readonly mantissa: bigint;
  readonly exponent: number;
}

const view = new DataView(new ArrayBuffer(8));

export function binary(value: number): Binary {
  if (value === 0) return { mantissa: 0n, exponent: Number.POSITIVE_INFINITY };
  view.setFloat64(0, Math.abs(value));
  const high = view.getUint32(0);
  const biased = high >>> 20;
  let top = (high & 0xfffff) + (biased > 0 ? 0x100000 : 0);
  let low = view.getUint32(4);
  let exponent = Math.max(biased, 1) - 1075;
  if (low === 0) {
    low = top;
    top = 0;
    exponent += 32;
  }
  const zeros = 31 - Math.clz32(low & -low);
  const mantissa = (BigInt(top) * 0x100000000n + BigInt(low)) >> BigInt(zeros);
  return { mantissa: value < 0 ? -mantissa : mantissa, exponent: exponent + zeros };
}

/** The least exponent among coordinates that are not 0, or 0 when all are. */
export function commonExponent(values: readonly Binary[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { exponent } of values) if (exponent < least) least = exponent;
  return Number.isFinite(least) ? least : 0;
}

/** A coordinate over 2^`unit`, which must not be above its exponent. */
export function whole({ mantissa, exponent }: Binary, unit: number): bigint {
  return mantissa === 0n ? 0n : mantissa << BigInt(exponent - unit);
}

/** Points, three coordinates each, over one power of two; and that power's exponent. */
export function wholePoints(coordinates: readonly Binary[]): { points: Vector[]; unit: number } {
  const unit = commonExponent(coordinates);
  const points: Vector[] = [];
  for (let i = 0; i < coordinates.length; i += 3) {
    points.push([whole(coordinates[i], unit), whole(coordinates[i + 1], unit), whole(coordinates[i + 2], unit)]);
  }
  return { points, unit };
}

export function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function dot(a: Vector, b: Vector): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function isZero(a: Vector): boolean {
  return a[0] === 0n && a[1] === 0n && a[2] === 0n;
}

/** numerator / denominator · 2^exponent as the nearest double or one beside it. */
export function ratio(numerator: bigint, denominator: bigint, exponent = 0): number {
  if (numerator === 0n) return 0;
  if (numerator < 0n) return -ratio(-numerator, denominator, exponent);
  const shift = 80 - (bitLength(numerator) - bitLength(denominator));
  const quotient = shift > 0 ? (numerator << BigInt(shift)) / denominator : numerator / (denominator << BigInt(-shift));
  return timesPower(Number(quotient), exponent - shift);
}

/** value · 2^exponent in steps that do not leave the range of doubles on the way. */
export function timesPower(value: number, exponent: number): number {
  let left = exponent;
  let result = value;
  while (left > 900) {
    result *= 2 ** 900;
    left -= 900;
  }
  while (left < -900 && result > 2 ** -100) {
    result *= 2 ** -900;
    left += 900;
  }
  return left < -1074 ? result * 2 ** -1000 * 2 ** Math.max(left + 1000, -1074) : result * 2 ** left;
}

export function bitLength(value: bigint): number {
  return value.toString(16).length * 4;
}

/** sqrt(numerator / denominator) · 2^exponent, good to more than 50 bits. */
export function rootOfRatio(numerator: bigint, denominator: bigint, exponent: number): number {
  if (numerator === 0n) return 0;
  let shift = 200 - (bitLength(numerator) - bitLength(denominator));
  if (shift % 2 !== 0) shift++;
  const quotient = shift > 0 ? (numerator << BigInt(shift)) / denominator : numerator / (denominator << BigInt(-shift));
  return timesPower(Math.sqrt(Number(quotient)), exponent - shift / 2);
}
