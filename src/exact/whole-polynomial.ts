/**
 * Polynomials with whole coefficients and their roots between 0 and 1, without any rounding.
 *
 * A polynomial is its coefficients, the constant first; of degree 3 at most, and [] for zero. Whole numbers are BigInt.
 * Source: roots are isolated by bisection and Descartes' rule of signs in Bernstein form (Collins and Akritas 1976).
 */
export type Polynomial = readonly bigint[];

/** Roots are first enclosed on this grid: between two neighbouring multiples of 2^-52. */
export const GRID_BITS = 52n;

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

export function trimmed(coefficients: readonly bigint[]): Polynomial {
  let length = coefficients.length;
  while (length > 0 && coefficients[length - 1] === 0n) length--;
  return length === coefficients.length ? coefficients : coefficients.slice(0, length);
}

export function plus(a: Polynomial, b: Polynomial): Polynomial {
  const [long, short] = a.length < b.length ? [b, a] : [a, b];
  const sum = long.slice();
  for (let i = 0; i < short.length; i++) sum[i] += short[i];
  return trimmed(sum);
}

export function minus(a: Polynomial, b: Polynomial): Polynomial {
  const difference = a.slice();
  for (let i = 0; i < b.length; i++) difference[i] = i < a.length ? a[i] - b[i] : -b[i];
  return trimmed(difference);
}

export function times(a: Polynomial, b: Polynomial): Polynomial {
  if (a.length === 0 || b.length === 0) return [];
  const product: bigint[] = new Array(a.length + b.length - 1).fill(0n);
  for (let i = 0; i < a.length; i++) for (let j = 0; j < b.length; j++) product[i + j] += a[i] * b[j];
  return product;
}

export function signOf(value: bigint): number {
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}

/** The sign of the polynomial at x / 2^bits. */
export function signAtDyadic(p: Polynomial, x: bigint, bits: bigint): number {
  let value = 0n;
  let scale = 0n;
  for (let i = p.length - 1; i >= 0; i--) {
    value = value * x + (p[i] << scale);
    scale += bits;
  }
  return signOf(value);
}

/** The sign of the polynomial at numerator / denominator, the latter above 0. */
function signAtQuotient(p: Polynomial, numerator: bigint, denominator: bigint): number {
  let value = 0n;
  let power = 1n;
  for (let i = p.length - 1; i >= 0; i--) {
    value = value * numerator + p[i] * power;
    power *= denominator;
  }
  return signOf(value);
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [abs(a), abs(b)];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

function primitive(p: Polynomial): Polynomial {
  const content = p.reduce(greatestDivisor, 0n);
  return content > 1n ? p.map((c) => c / content) : p;
}

/** A whole multiple of a, less a multiple of b, of a lower degree than b. */
function pseudoRemainder(a: Polynomial, b: Polynomial): Polynomial {
  let rest = [...a];
  const lead = b[b.length - 1];
  while (rest.length >= b.length) {
    const top = rest[rest.length - 1];
    const shift = rest.length - b.length;
    rest = rest.map((c, i) => c * lead - (i >= shift ? top * b[i - shift] : 0n));
    rest = [...trimmed(rest.slice(0, -1))];
  }
  return rest;
}

/** The polynomial of highest degree that divides both, up to a factor. */
export function commonDivisor(a: Polynomial, b: Polynomial): Polynomial {
  let [p, q] = [primitive(a), primitive(b)];
  while (q.length > 0) [p, q] = [q, primitive(pseudoRemainder(p, q))];
  return p;
}

/** a / b for a b that divides a, up to a factor. */
function quotient(a: Polynomial, b: Polynomial): Polynomial {
  let rest: readonly bigint[] = a;
  const lead = b[b.length - 1];
  const result: bigint[] = new Array(a.length - b.length + 1).fill(0n);
  for (let shift = a.length - b.length; shift >= 0; shift--) {
    const top = rest[shift + b.length - 1];
    for (let i = 0; i < result.length; i++) result[i] *= lead;
    result[shift] = top;
    rest = rest.map((c, i) => c * lead - (i >= shift && i < shift + b.length ? top * b[i - shift] : 0n));
  }
  return primitive(trimmed(result));
}

/** Zero exactly when a root is repeated. Of degree 1 there is none. */
function discriminant([d, c, b = 0n, a = 0n]: Polynomial): bigint {
  if (a !== 0n)
    return 18n * a * b * c * d - 4n * b * b * b * d + b * b * c * c - 4n * a * c * c * c - 27n * a * a * d * d;
  return b !== 0n ? c * c - 4n * b * d : 1n;
}

/** The same roots, each once. */
export function squareFree(p: Polynomial): Polynomial {
  if (discriminant(p) !== 0n) return p;
  const derivative = p.slice(1).map((c, i) => c * BigInt(i + 1));
  return quotient(p, commonDivisor(p, trimmed(derivative)));
}

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
  // A divisor of a polynomial without repeated roots changes sign at each of its own, and this one has no other here.
  if (atLow !== atHigh) return 0;
  for (;;) {
    refine(root);
    if (root.low === root.high) return signAtDyadic(q, root.low, root.bits);
    const refined = signOver(q, root.low, root.high, root.bits);
    if (refined !== undefined) return refined;
  }
}
