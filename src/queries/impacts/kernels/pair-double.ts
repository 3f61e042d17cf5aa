/**
 * Double-double arithmetic: a number as the sum of two doubles, some 106 bits, in both lanes at once or in one.
 *
 * Source: Dekker 1971. A sum is off by 2^-104 of the sum of magnitudes at most, a product by 2^-102 of itself.
 * Results come in two parts: the functions return the high one and leave the low one in `tail` (`lowTail` for lanes).
 */
import { productTail, sumTail } from '../../../exact/kernels/expansion';

const SPLITTER: f64 = 134217729;

export let tail: f64 = 0;

// @inline
export function plusPair(a: f64, aLow: f64, b: f64, bLow: f64): f64 {
  const sum = a + b;
  const low = sumTail(a, b, sum) + (aLow + bLow);
  const high = sum + low;
  tail = low - (high - sum);
  return high;
}

/** A pair times a double. */
// @inline
export function timesDouble(a: f64, aLow: f64, b: f64): f64 {
  const product = a * b;
  const low = productTail(a, b, product) + aLow * b;
  const high = product + low;
  tail = low - (high - product);
  return high;
}

// @inline
export function sumTails(a: v128, b: v128, sum: v128): v128 {
  const bVirtual = f64x2.sub(sum, a);
  return f64x2.add(f64x2.sub(a, f64x2.sub(sum, bVirtual)), f64x2.sub(b, bVirtual));
}

// @inline
export function differenceTails(a: v128, b: v128, difference: v128): v128 {
  const bVirtual = f64x2.sub(a, difference);
  return f64x2.add(f64x2.sub(a, f64x2.add(difference, bVirtual)), f64x2.sub(bVirtual, b));
}

// @inline
function upperHalves(a: v128): v128 {
  const c = f64x2.mul(f64x2.splat(SPLITTER), a);
  return f64x2.sub(c, f64x2.sub(c, a));
}

// @inline
export function productTails(a: v128, b: v128, product: v128): v128 {
  const aHigh = upperHalves(a);
  const aLow = f64x2.sub(a, aHigh);
  const bHigh = upperHalves(b);
  const bLow = f64x2.sub(b, bHigh);
  const rest = f64x2.sub(
    f64x2.sub(f64x2.sub(product, f64x2.mul(aHigh, bHigh)), f64x2.mul(aLow, bHigh)),
    f64x2.mul(aHigh, bLow),
  );
  return f64x2.sub(f64x2.mul(aLow, bLow), rest);
}

/** out = out ± p · q; each in 32 bytes: high parts of both lanes, then low parts. `swapped` exchanges the lanes of q. */
export function addProducts(out: usize, p: usize, q: usize, negative: bool, swapped: bool): void {
  const pHigh = v128.load(p);
  const pLow = v128.load(p, 16);
  let qHigh = v128.load(q);
  let qLow = v128.load(q, 16);
  if (swapped) {
    qHigh = v128.shuffle<i64>(qHigh, qHigh, 1, 0);
    qLow = v128.shuffle<i64>(qLow, qLow, 1, 0);
  }
  let product = f64x2.mul(pHigh, qHigh);
  let low = f64x2.add(productTails(pHigh, qHigh, product), f64x2.add(f64x2.mul(pHigh, qLow), f64x2.mul(pLow, qHigh)));
  if (negative) {
    product = f64x2.neg(product);
    low = f64x2.neg(low);
  }
  const before = v128.load(out);
  const sum = f64x2.add(before, product);
  const sumLow = f64x2.add(sumTails(before, product, sum), f64x2.add(v128.load(out, 16), low));
  const high = f64x2.add(sum, sumLow);
  v128.store(out, high);
  v128.store(out, f64x2.sub(sumLow, f64x2.sub(high, sum)), 16);
}
