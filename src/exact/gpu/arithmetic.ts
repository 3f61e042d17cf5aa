/**
 * The operations that a shader's single-precision arithmetic is made of, so that its twin can run on any of them.
 *
 * Promise asked of an implementation (docs/single-precision.md): a result is off by one unit in the last place at most,
 * and operands and results below 2^-126 may be taken for 0. `multiplyAdd` and `productDifference` may round their
 * products or not. (That a compiler may also add in another order is allowed for in the bounds.) `SINGLE` is the plainest one: each operation rounded to the nearest, nothing fused.
 */
export interface Arithmetic {
  add(a: number, b: number): number;
  subtract(a: number, b: number): number;
  multiply(a: number, b: number): number;
  /** a · b + c. */
  multiplyAdd(a: number, b: number, c: number): number;
  /** a · b − c · d. */
  productDifference(a: number, b: number, c: number, d: number): number;
}

const { fround } = Math;

export const SINGLE: Arithmetic = {
  add: (a, b) => fround(a + b),
  subtract: (a, b) => fround(a - b),
  multiply: (a, b) => fround(a * b),
  multiplyAdd: (a, b, c) => fround(fround(a * b) + c),
  productDifference: (a, b, c, d) => fround(fround(a * b) - fround(c * d)),
};
