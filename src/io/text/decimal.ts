/**
 * From decimal digits to the nearest double, without making a string.
 *
 * Promise: the double that strtod gives (nearest, ties to even), or NaN when this method cannot be sure and the caller
 * must use `Number()`.
 * Source: up to 15 digits, W. D. Clinger, "How to read floating point numbers accurately", PLDI 1990: mantissa and
 * power of ten are exact doubles, so one operation rounds once. For 16 to 18 digits (what `%.17g` writes) the result
 * is computed as a double and its error term (T. J. Dekker, Numerische Mathematik 18, 1971), and taken when every
 * value within the bound on that error rounds to the same double.
 */

/** 10^0 … 10^22: the powers of ten that are doubles. */
const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

const LARGEST_POWER = 22;
const EXACT_LIMIT = 2 ** 53;
const SPLITTER = 2 ** 27 + 1;
// The error term is computed to within 2^-102 of the result; 2^-96 leaves a margin and sends few numbers to Number().
const ERROR_BOUND = 2 ** -96;

/** `(high · 10^lowDigits + low) · 10^exponent`, with high < 10^9, low < 10^lowDigits and lowDigits ≤ 9. */
export function decimalToDouble(high: number, low: number, lowDigits: number, exponent: number): number {
  const mantissa = high * POWERS_OF_TEN[lowDigits] + low;
  if (mantissa === 0) return 0;
  if (exponent < -LARGEST_POWER || exponent > LARGEST_POWER) return Number.NaN;
  if (mantissa >= EXACT_LIMIT) return longToDouble(high * POWERS_OF_TEN[lowDigits], high, low, lowDigits, exponent);
  return exponent < 0 ? mantissa / POWERS_OF_TEN[-exponent] : mantissa * POWERS_OF_TEN[exponent];
}

/** The same for a mantissa of 16 to 18 digits; `product` is high · 10^lowDigits as rounded. */
function longToDouble(product: number, high: number, low: number, lowDigits: number, exponent: number): number {
  // The mantissa is `sum + rest` exactly, and the result `value + error` to within the bound.
  const sum = product + low;
  const rest = low - (sum - product) + productTail(high, POWERS_OF_TEN[lowDigits], product);
  const power = POWERS_OF_TEN[Math.abs(exponent)];
  let value = sum * power;
  let error = 0;
  if (exponent < 0) {
    value = sum / power;
    const back = value * power;
    error = (sum - back - productTail(value, power, back) + rest) / power;
  } else {
    error = productTail(sum, power, value) + rest * power;
  }
  const bound = value * ERROR_BOUND;
  const rounded = value + (error - bound);
  return rounded === value + (error + bound) ? rounded : Number.NaN;
}

/** What rounding took from a · b: `product + productTail` is a · b exactly. */
function productTail(a: number, b: number, product: number): number {
  const aHigh = SPLITTER * a - (SPLITTER * a - a);
  const bHigh = SPLITTER * b - (SPLITTER * b - b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  return aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
}
