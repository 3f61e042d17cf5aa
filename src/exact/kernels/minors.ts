/**
 * Exact 2 × 2 minors of differences, as expansions: what determinants of points are made of.
 *
 * Differences are kept in numbered slots; a minor is the difference of two products of them.
 */
import { reserveScratch } from '../../memory/kernels/scratch';
import { expansionDifference, expansionNegate, expansionProduct, expansionSum } from './expansion';

/** Components of a minor, at most: a difference has 2, a product of two 8, a difference of two products 16. */
export const MINOR_LENGTH: usize = 16;

const differences = reserveScratch(9 * 16);
const lengths = reserveScratch(9 * 4);
const productA = reserveScratch(8 * 8);
const productB = reserveScratch(8 * 8);
const scratch = reserveScratch(8 * 8);

/** Address of the difference in a slot, 0 to 8. */
// @inline
export function difference(slot: i32): usize {
  return differences + ((<usize>slot) << 4);
}

// @inline
export function differenceLength(slot: i32): i32 {
  return load<i32>(lengths + ((<usize>slot) << 2));
}

/** Slot = a − b. */
// @inline
export function setDifference(slot: i32, a: f64, b: f64): void {
  store<i32>(lengths + ((<usize>slot) << 2), expansionDifference(a, b, difference(slot)));
}

/** out = d[p] · d[q] − d[r] · d[s]. Returns the length. */
export function exactMinor(p: i32, q: i32, r: i32, s: i32, out: usize): i32 {
  const a = expansionProduct(difference(p), differenceLength(p), difference(q), differenceLength(q), productA, scratch);
  const b = expansionProduct(difference(r), differenceLength(r), difference(s), differenceLength(s), productB, scratch);
  expansionNegate(productB, b);
  return expansionSum(productA, a, productB, b, out);
}
