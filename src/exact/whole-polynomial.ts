/**
 * Polynomials with whole coefficients: sums, products, divisors and signs, without any rounding.
 *
 * A polynomial is its coefficients, the constant first; of degree 3 at most, and [] for zero. Whole numbers are BigInt.
 */
export type Polynomial = readonly bigint[];

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
export function signAtQuotient(p: Polynomial, numerator: bigint, denominator: bigint): number {
  let value = 0n;
  let power = 1n;
  for (let i = p.length - 1; i >= 0; i--) {
    value = value * numerator + p[i] * power;
    power *= denominator;
  }
  return signOf(value);
}

export const abs = (value: bigint): bigint => (value < 0n ? -value : value);

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
