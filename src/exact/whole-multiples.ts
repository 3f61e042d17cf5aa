/** Doubles as whole multiples of a common unit, a power of two, without any rounding. */

const number = new Float64Array(1);
const [LOW, HIGH] = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? [0, 1] : [1, 0];
const words = new Uint32Array(number.buffer);

/** The lowest bit that is set in x, which is not 0, as its distance from 2^-1074. */
function lowestBit(x: number): number {
  number[0] = x;
  const exponent = Math.max(1, (words[HIGH] >>> 20) & 0x7ff);
  const low = words[LOW];
  // The hidden bit stands for all that is above the fraction: of a denormal number some lower bit is set.
  const high = (words[HIGH] & 0xfffff) | 0x100000;
  const trailing = low !== 0 ? 31 - Math.clz32(low & -low) : 63 - Math.clz32(high & -high);
  return exponent - 1 + trailing;
}

/** That of 2^1023. */
const LOWEST_BIT_MOST = 2097;

/** x in units of 2^(unit − 1074), of which it is a multiple. The odd factor of x has at most 53 bits. */
function wholeMultiple(x: number, unit: number): bigint {
  const own = lowestBit(x);
  const half = (1074 - own) >> 1;
  return BigInt(x * 2 ** half * 2 ** (1074 - own - half)) << BigInt(own - unit);
}

/** The same positive multiple of each number, the smallest that makes all of them whole. */
export function wholeMultiples(numbers: ArrayLike<number>): bigint[] {
  let unit = LOWEST_BIT_MOST;
  for (let i = 0; i < numbers.length; i++) if (numbers[i] !== 0) unit = Math.min(unit, lowestBit(numbers[i]));
  // In two factors, because one may be beyond the range of doubles.
  const shift = 1074 - unit;
  const first = 2 ** (shift >> 1);
  const second = 2 ** (shift - (shift >> 1));
  const whole: bigint[] = [];
  for (let i = 0; i < numbers.length; i++) {
    const multiple = numbers[i] * first * second;
    whole.push(Number.isFinite(multiple) ? BigInt(multiple) : wholeMultiple(numbers[i], unit));
  }
  return whole;
}
