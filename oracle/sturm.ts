/**
 * Roots of polynomials with whole coefficients, counted and compared by Sturm's theorem: nothing is rounded.
 *
 * Method: for the signed remainder sequence of P and P′Q, the sign variations lost from one place to another are the number
 * of roots of P in between where Q is above zero, less those where it is below (Sturm and Tarski). Places are x / 2^bits.
 */
export type Coefficients = readonly bigint[];

/** Roots are isolated, and times rounded, on a grid of this many bits. */
const CELL_BITS = 52;

const sign = (x: bigint): number => (x > 0n ? 1 : x < 0n ? -1 : 0);

export function strip(p: Coefficients): Coefficients {
  let degree = p.length - 1;
  while (degree >= 0 && p[degree] === 0n) degree--;
  return p.slice(0, degree + 1);
}

export function add(p: Coefficients, q: Coefficients, factor = 1n): Coefficients {
  const length = Math.max(p.length, q.length);
  return strip(Array.from({ length }, (_, i) => (p[i] ?? 0n) + factor * (q[i] ?? 0n)));
}

export function multiply(p: Coefficients, q: Coefficients): Coefficients {
  const product: bigint[] = Array.from({ length: Math.max(0, p.length + q.length - 1) }, () => 0n);
  p.forEach((x, i) => {
    q.forEach((y, j) => {
      product[i + j] += x * y;
    });
  });
  return strip(product);
}

function derivative(p: Coefficients): Coefficients {
  return p.slice(1).map((x, i) => x * BigInt(i + 1));
}

/** Smaller numbers with the same signs. */
function reduce(p: Coefficients): Coefficients {
  let common = 0n;
  for (const x of p) {
    let [a, b] = [common, x < 0n ? -x : x];
    while (b > 0n) [a, b] = [b, a % b];
    common = a;
  }
  return common > 1n ? p.map((x) => x / common) : p;
}

/** The negative of the remainder of p by q, times a number above zero. */
function nextInSequence(p: Coefficients, q: Coefficients): Coefficients {
  const lead = q[q.length - 1];
  let rest = p;
  while (rest.length >= q.length) {
    const top = rest[rest.length - 1];
    const moved = [...Array.from({ length: rest.length - q.length }, () => 0n), ...q];
    rest = strip(rest.map((x, i) => (x * lead - top * moved[i]) * BigInt(sign(lead))));
  }
  return reduce(rest.map((x) => -x));
}

function sequence(p: Coefficients, q: Coefficients): Coefficients[] {
  const list = [reduce(p), reduce(q)];
  while (list[list.length - 1].length > 0) list.push(nextInSequence(list[list.length - 2], list[list.length - 1]));
  return list.slice(0, -1);
}

export function signAt(p: Coefficients, x: bigint, bits: number): number {
  const one = 1n << BigInt(bits);
  let value = 0n;
  let power = 1n;
  for (let i = p.length - 1; i >= 0; i--) {
    value = value * x + p[i] * power;
    power *= one;
  }
  return sign(value);
}

function variations(list: readonly Coefficients[], x: bigint, bits: number): number {
  const signs = list.map((p) => signAt(p, x, bits)).filter((s) => s !== 0);
  return signs.filter((s, i) => i > 0 && s !== signs[i - 1]).length;
}

/** Roots of p strictly between two places that are none, where q is above zero, less those where it is below. */
function query(p: Coefficients, q: Coefficients, low: bigint, high: bigint, bits: number): number {
  const list = sequence(p, multiply(derivative(p), q));
  return variations(list, low, bits) - variations(list, high, bits);
}

/** A time: the only root of p strictly between two places; or, with low = high, a place. */
export interface Time {
  readonly p: Coefficients;
  readonly low: bigint;
  readonly high: bigint;
  readonly bits: number;
}

/** p without its roots at a place. */
function without(p: Coefficients, x: bigint, bits: number): Coefficients {
  let rest = p;
  while (signAt(rest, x, bits) === 0) {
    // Synthetic division by (one · t − x), scaled so that all stays whole.
    const one = 1n << BigInt(bits);
    const scaled = rest.map((c) => c * one ** BigInt(rest.length));
    const quotient: bigint[] = [];
    let carry = 0n;
    for (let i = scaled.length - 1; i > 0; i--) {
      carry = (scaled[i] + carry * x) / one;
      quotient.unshift(carry);
    }
    rest = reduce(strip(quotient));
  }
  return rest;
}

/** All times from 0 to 1 at which p, which is not zero, is; each within a cell of 2^-52, in ascending order. */
export function timesOfZero(p: Coefficients): Time[] {
  const found: Time[] = [];
  const note = (x: bigint, bits: number) => found.push({ p, low: x, high: x, bits });
  const search = (q: Coefficients, chain: Coefficients[], low: bigint, high: bigint, bits: number): void => {
    const count = variations(chain, low, bits) - variations(chain, high, bits);
    if (count === 0) return;
    if (count === 1 && high - low === 1n) {
      found.push({ p: q, low, high, bits });
      return;
    }
    if (high - low === 1n) {
      search(q, chain, low * 2n, high * 2n, bits + 1);
      return;
    }
    const middle = (low + high) / 2n;
    const isZero = signAt(q, middle, bits) === 0;
    const rest = isZero ? without(q, middle, bits) : q;
    const restChain = isZero ? sequence(rest, derivative(rest)) : chain;
    search(rest, restChain, low, middle, bits);
    if (isZero) note(middle, bits);
    search(rest, restChain, middle, high, bits);
  };
  const one = 1n << BigInt(CELL_BITS);
  const inner = without(without(p, 0n, CELL_BITS), one, CELL_BITS);
  if (signAt(p, 0n, CELL_BITS) === 0) note(0n, CELL_BITS);
  if (inner.length > 1) search(inner, sequence(inner, derivative(inner)), 0n, one, CELL_BITS);
  if (signAt(p, one, CELL_BITS) === 0) note(one, CELL_BITS);
  return found;
}

export function signAtTime(q: Coefficients, { p, low, high, bits }: Time): number {
  if (q.length === 0) return 0;
  return low === high ? signAt(q, low, bits) : query(p, q, low, high, bits);
}

/** The last multiple of 2^-52 that is not after a time. */
export function roundedDown({ low, bits }: Time): number {
  return Number(low >> BigInt(bits - CELL_BITS)) / 2 ** CELL_BITS;
}
