/**
 * Numbers of about 106 bits, each the sum of two doubles, for results that must be accurate where doubles cancel.
 *
 * A product is off by less than 2^-101 of itself, a sum by less than 2^-104, while nothing overflows or underflows.
 * Source: Dekker, "A Floating-Point Technique for Extending the Available Precision", 1971; the sum is that of
 * Li et al., "Design, Implementation and Testing of Extended and Mixed Precision BLAS", 2002.
 *
 * Functions leave their result in `high` and `low`.
 */
import { differenceTail, productTail, sumTail } from './expansion';

export let high: f64 = 0;
export let low: f64 = 0;

/** a − b of two doubles, exactly. */
// @inline
export function setDifference(a: f64, b: f64): void {
  high = a - b;
  low = differenceTail(a, b, high);
}

// @inline
export function setProduct(aHigh: f64, aLow: f64, bHigh: f64, bLow: f64): void {
  const product = aHigh * bHigh;
  const tail = productTail(aHigh, bHigh, product) + (aHigh * bLow + aLow * bHigh);
  high = product + tail;
  low = tail - (high - product);
}

// @inline
export function setSum(aHigh: f64, aLow: f64, bHigh: f64, bLow: f64): void {
  const sum = aHigh + bHigh;
  const lows = aLow + bLow;
  const tail = sumTail(aHigh, bHigh, sum) + lows;
  const rounded = sum + tail;
  const rest = tail - (rounded - sum) + sumTail(aLow, bLow, lows);
  high = rounded + rest;
  low = rest - (high - rounded);
}
