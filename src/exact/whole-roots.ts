/**
 * Roots of whole polynomials between 0 and 1, enclosed without any rounding.
 *
 * Source: roots are isolated by bisection and Descartes' rule of signs in Bernstein form (Collins and Akritas 1976).
 */
import {
  abs,
  commonDivisor,
  type Polynomial,
  signAtDyadic,
  signAtQuotient,
  signOf,
  squareFree,
} from './whole-polynomial.ts';

/** Roots are first enclosed on this grid: between two neighbouring multiples of 2^-52. */
export const GRID_BITS = 52n;

/** Bernstein coefficients over low … high, in units of 2^-bits; all scaled by one positive number. */
function bernstein(p: Polynomial, low: bigint, high: bigint, bits: bigint): bigint[] {
  const degree = p.length - 1;
  const a = p.map((c, i) => c << (bits * BigInt(degree - i)));
  const width = high - low;
  // Taylor coefficients at `low`, by Horner's rule again and again.
  for (let i = 0; i < degree; i++) for (let j = degree - 1; j >= i; j--) a[j] += a[j + 1] * low;
  let power = 1n;
  for (let i = 1; i <= degree; i++) a[i] *= power *= width;
  if (degree === 3) {
    const [a0, a1, a2, a3] = a;
    return [3n * a0, 3n * a0 + a1, 3n * a0 + 2n * a1 + a2, 3n * (a0 + a1 + a2 + a3)];
  }
  if (degree === 2) return [2n * a[0], 2n * a[0] + a[1], 2n * (a[0] + a[1] + a[2])];
  return degree === 1 ? [a[0], a[0] + a[1]] : a;
}

/** How often the sign changes along the list, zeros left out. */
function signChanges(values: readonly bigint[]): number {
  let last = 0;
  let changes = 0;
  for (const value of values) {
    const sign = signOf(value);
    if (sign === 0) continue;
    if (last !== 0 && sign !== last) changes++;
    last = sign;
  }
  return changes;
}

/** The sign that the polynomial has everywhere in low … high, ends included; undefined when that does not show. */
export function signOver(p: Polynomial, low: bigint, high: bigint, bits: bigint): number | undefined {
  const signs = bernstein(p, low, high, bits).map(signOf);
  return signs.every((sign) => sign === signs[0] && sign !== 0) ? signs[0] : undefined;
}

/**
 * A root: x / 2^bits itself when low = high; otherwise the only root strictly between low and high, where the
 * polynomial, which has no repeated roots, changes sign.
 */
export interface Root {
  readonly p: Polynomial;
  low: bigint;
  high: bigint;
  bits: bigint;
}

/** Halves the enclosure of a root. */
export function refine(root: Root): void {
  if (root.low === root.high) return;
  if (root.high - root.low === 1n) {
    root.low *= 2n;
    root.high *= 2n;
    root.bits++;
  }
  const middle = (root.low + root.high) >> 1n;
  const sign = signAtDyadic(root.p, middle, root.bits);
  if (sign === 0) root.low = root.high = middle;
  else if (sign === signAtDyadic(root.p, root.low, root.bits)) root.low = middle;
  else root.high = middle;
}

/** Adds the roots strictly between low and high to the list, in ascending order. */
function isolate(p: Polynomial, low: bigint, high: bigint, bits: bigint, found: Root[]): void {
  const changes = signChanges(bernstein(p, low, high, bits));
  if (changes === 0) return;
  const open = signAtDyadic(p, low, bits) === 0 || signAtDyadic(p, high, bits) === 0;
  if (changes === 1 && !open) {
    found.push({ p, low, high, bits });
    return;
  }
  const [from, to, finer] = high - low === 1n ? [low * 2n, high * 2n, bits + 1n] : [low, high, bits];
  const middle = (from + to) >> 1n;
  isolate(p, from, middle, finer, found);
  if (signAtDyadic(p, middle, finer) === 0) found.push({ p, low: middle, high: middle, bits: finer });
  isolate(p, middle, to, finer, found);
}

/** Where doubles see the only root between low and high, as a multiple of 2^-52; roughly, or not at all. */
function guessTick({ p, low, high, bits }: Root): bigint | undefined {
  const coefficients = p.map(Number);
  if (!coefficients.every(Number.isFinite)) return undefined;
  const valueAt = (t: number) => coefficients.reduceRight((value, c) => value * t + c, 0);
  const unit = 2 ** -Number(bits);
  let [from, to] = [Number(low) * unit, Number(high) * unit];
  const isPositive = valueAt(from) > 0;
  for (let i = 0; i < 53; i++) {
    const middle = (from + to) / 2;
    if (valueAt(middle) > 0 === isPositive) from = middle;
    else to = middle;
  }
  return BigInt(Math.floor(from * 2 ** Number(GRID_BITS)));
}

function clamp(value: bigint, low: bigint, high: bigint): bigint {
  if (value < low) return low;
  return value > high ? high : value;
}

/** Brings the enclosure of a root near a guess, if the root is there: exactly, and at no loss if it is not. */
function narrow(root: Root): void {
  const guess = guessTick(root);
  if (guess === undefined) return;
  const finer = root.bits - GRID_BITS;
  for (let reach = 0n; reach < 64n; reach += 8n) {
    const around = reach === 0n ? 0n : 1n << reach;
    const from = (guess - around) << finer;
    const to = (guess + 1n + around) << finer;
    const low = clamp(from, root.low, root.high);
    const high = clamp(to, root.low, root.high);
    const atLow = signAtDyadic(root.p, low, root.bits);
    const atHigh = signAtDyadic(root.p, high, root.bits);
    if (atLow === atHigh) continue;
    [root.low, root.high] = atLow === 0 ? [low, low] : atHigh === 0 ? [high, high] : [low, high];
    return;
  }
}

/** −p₀ / p₁, if it is from 0 to 1. The enclosure is a tick: an interval between neighbouring multiples of 2^-52. */
function linearRoots(p: Polynomial): Root[] {
  const [constant, slope] = p[1] < 0n ? [p[0], -p[1]] : [-p[0], p[1]];
  if (constant < 0n || constant > slope) return [];
  const low = (constant << GRID_BITS) / slope;
  const isOnGrid = low * slope === constant << GRID_BITS;
  return [{ p, low, high: isOnGrid ? low : low + 1n, bits: GRID_BITS }];
}

/** The roots from 0 to 1 of a polynomial other than zero, in ascending order, each between neighbours of the grid. */
export function unitRoots(polynomial: Polynomial): Root[] {
  if (polynomial.length < 2) return [];
  if (polynomial.length === 2) return linearRoots(polynomial);
  const one = 1n << GRID_BITS;
  if (signOver(polynomial, 0n, one, GRID_BITS) !== undefined) return [];
  const p = squareFree(polynomial);
  if (p.length === 2) return linearRoots(p);
  const found: Root[] = [];
  if (signAtDyadic(p, 0n, GRID_BITS) === 0) found.push({ p, low: 0n, high: 0n, bits: GRID_BITS });
  isolate(p, 0n, one, GRID_BITS, found);
  if (signAtDyadic(p, one, GRID_BITS) === 0) found.push({ p, low: one, high: one, bits: GRID_BITS });
  for (const root of found) {
    if (root.low !== root.high) narrow(root);
    while (root.low !== root.high && root.high - root.low > 1n << (root.bits - GRID_BITS)) refine(root);
    while (
      root.low !== root.high &&
      root.low >> (root.bits - GRID_BITS) !== (root.high - 1n) >> (root.bits - GRID_BITS)
    )
      refine(root);
  }
  return found;
}

/** The tick that holds a root returned by `unitRoots`: floor(root · 2^52). */
export function gridTick(root: Root): bigint {
  return root.low >> (root.bits - GRID_BITS);
}

/** The sign of a polynomial at a root of another. */
export function signAtRoot(q: Polynomial, root: Root): number {
  if (q.length === 0) return 0;
  if (q.length === 1) return signOf(q[0]);
  if (root.low === root.high) return signAtDyadic(q, root.low, root.bits);
  if (root.p.length === 2) return signAtQuotient(q, root.p[1] < 0n ? root.p[0] : -root.p[0], abs(root.p[1]));
  const sign = signOver(q, root.low, root.high, root.bits);
  if (sign !== undefined) return sign;
  const common = commonDivisor(root.p, q);
  const atLow = common.length > 1 ? signAtDyadic(common, root.low, root.bits) : 1;
  const atHigh = common.length > 1 ? signAtDyadic(common, root.high, root.bits) : 1;
  // A divisor of a polynomial without repeated roots changes sign at each of its own roots, and this one has no other in the interval.
  if (atLow !== atHigh) return 0;
  for (;;) {
    refine(root);
    if (root.low === root.high) return signAtDyadic(q, root.low, root.bits);
    const refined = signOver(q, root.low, root.high, root.bits);
    if (refined !== undefined) return refined;
  }
}
