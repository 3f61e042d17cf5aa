/**
 * Exact arithmetic on expansions: sums of doubles of growing magnitude that do not overlap.
 *
 * Promise: no rounding error at all while magnitudes other than 0 stay within 2^±250 (predicates.ts ensures this),
 * because then no product of three differences overflows or underflows.
 * Source: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997.
 *
 * An expansion lies in memory as consecutive f64, smallest first, zeros left out; functions return its length. The
 * caller provides the memory for the result, which must not overlap an operand.
 */

/** 2^27 + 1 cuts a double into two halves of 26 bits. */
const SPLITTER: f64 = 134217729;

/** The rounding error of a + b, where sum = fl(a + b). */
// @inline
export function sumTail(a: f64, b: f64, sum: f64): f64 {
  const bVirtual = sum - a;
  return a - (sum - bVirtual) + (b - bVirtual);
}

/** The rounding error of a − b, where difference = fl(a − b). */
// @inline
export function differenceTail(a: f64, b: f64, difference: f64): f64 {
  const bVirtual = a - difference;
  return a - (difference + bVirtual) + (bVirtual - b);
}

/** The rounding error of a · b, where product = fl(a · b). */
// @inline
export function productTail(a: f64, b: f64, product: f64): f64 {
  let c = SPLITTER * a;
  const aHigh = c - (c - a);
  const aLow = a - aHigh;
  c = SPLITTER * b;
  const bHigh = c - (c - b);
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

/** out = e + f, by merging in order of magnitude. Returns the length. */
export function expansionSum(e: usize, eLength: i32, f: usize, fLength: i32, out: usize): i32 {
  let length = 0;
  let i = 0;
  let j = 0;
  let sum: f64 = 0;
  while (i < eLength || j < fLength) {
    let next: f64;
    if (j >= fLength) next = load<f64>(e + (usize(i++) << 3));
    else if (i >= eLength) next = load<f64>(f + (usize(j++) << 3));
    else {
      const x = load<f64>(e + ((<usize>i) << 3));
      const y = load<f64>(f + ((<usize>j) << 3));
      if (abs(x) < abs(y)) {
        next = x;
        i++;
      } else {
        next = y;
        j++;
      }
    }
    const total = sum + next;
    const tail = sumTail(sum, next, total);
    if (tail != 0) store<f64>(out + (usize(length++) << 3), tail);
    sum = total;
  }
  if (sum != 0 || length == 0) store<f64>(out + (usize(length++) << 3), sum);
  return length;
}

/** out = e · b. Returns the length, at most twice that of e. */
export function expansionScale(e: usize, eLength: i32, b: f64, out: usize): i32 {
  let length = 0;
  const first = load<f64>(e);
  let sum = first * b;
  const firstTail = productTail(first, b, sum);
  if (firstTail != 0) store<f64>(out + (usize(length++) << 3), firstTail);
  for (let i = 1; i < eLength; i++) {
    const x = load<f64>(e + ((<usize>i) << 3));
    const product = x * b;
    const productLow = productTail(x, b, product);
    let total = sum + productLow;
    let tail = sumTail(sum, productLow, total);
    if (tail != 0) store<f64>(out + (usize(length++) << 3), tail);
    sum = product + total;
    tail = total - (sum - product);
    if (tail != 0) store<f64>(out + (usize(length++) << 3), tail);
  }
  if (sum != 0 || length == 0) store<f64>(out + (usize(length++) << 3), sum);
  return length;
}

/** out = −e, in place when out is e. */
export function expansionNegate(e: usize, eLength: i32): void {
  for (let i = 0; i < eLength; i++) store<f64>(e + ((<usize>i) << 3), -load<f64>(e + ((<usize>i) << 3)));
}

/** out = e · f for an f of one or two components. `scratch` holds 4 · eLength doubles. */
export function expansionProduct(e: usize, eLength: i32, f: usize, fLength: i32, out: usize, scratch: usize): i32 {
  if (fLength == 1) return expansionScale(e, eLength, load<f64>(f), out);
  const low = scratch;
  const lowLength = expansionScale(e, eLength, load<f64>(f), low);
  const high = scratch + ((<usize>lowLength) << 3);
  const highLength = expansionScale(e, eLength, load<f64>(f, 8), high);
  return expansionSum(low, lowLength, high, highLength, out);
}

/** out = a − b exactly: one component when it is a double, two otherwise. */
// @inline
export function expansionDifference(a: f64, b: f64, out: usize): i32 {
  const difference = a - b;
  const tail = differenceTail(a, b, difference);
  if (tail == 0) {
    store<f64>(out, difference);
    return 1;
  }
  store<f64>(out, tail);
  store<f64>(out, difference, 8);
  return 2;
}

/** The value of an expansion as a double, accurate to one unit in the last place. */
export function expansionValue(e: usize, length: i32): f64 {
  let sum: f64 = 0;
  for (let i = 0; i < length; i++) sum += load<f64>(e + ((<usize>i) << 3));
  return sum;
}

/** The sign of an expansion is that of its largest component, the last. */
// @inline
export function expansionSign(e: usize, length: i32): i32 {
  const last = load<f64>(e + ((<usize>(length - 1)) << 3));
  return i32(last > 0) - i32(last < 0);
}
