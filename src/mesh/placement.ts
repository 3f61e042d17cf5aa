/** Placement of an object: a 4 × 4 matrix, column-major, with last row 0 0 0 1. */
import { OptionError } from '../errors.ts';
import { wholeOrient3d } from '../exact/whole-signs.ts';
import { describe } from './check-mesh.ts';

export const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const RANGE = 2 ** 250;

/** `call` is the name of the method, for the message. */
export function checkMatrix(matrix: ArrayLike<number>, call = 'place'): Float64Array {
  const length = (matrix as ArrayLike<number> | undefined)?.length;
  if (length !== 16) {
    throw new OptionError(
      'matrix-length',
      `${call}: the matrix is ${length === undefined ? describe(matrix) : `${length} numbers`}; expected 16 numbers, column by column; of a Matrix4, its elements.`,
    );
  }
  const checked = new Float64Array(16);
  for (let i = 0; i < 16; i++) checked[i] = matrix[i];
  const bad = checked.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) {
    throw new OptionError(
      'not-finite',
      `${call}: matrix element ${bad} is ${checked[bad]}; expected a finite number.`,
      {
        element: bad,
      },
    );
  }
  if (checked[3] !== 0 || checked[7] !== 0 || checked[11] !== 0 || checked[15] !== 1) {
    const row = [3, 7, 11, 15].map((i) => checked[i]).join(' ');
    throw new OptionError(
      'matrix-projective',
      `${call}: the last row of the matrix is ${row}; expected 0 0 0 1. If the matrix is stored row by row, transpose it.`,
    );
  }
  return checked;
}

export function isIdentity(matrix: Float64Array): boolean {
  for (let i = 0; i < 16; i++) if (matrix[i] !== IDENTITY[i]) return false;
  return true;
}

/** Whether two matrices are the same bit for bit; undefined is a place of its own. */
export function sameMatrix(a: Float64Array | undefined, b: Float64Array | undefined): boolean {
  if (!a || !b) return a === b;
  for (let i = 0; i < 16; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}

/** Whether a matrix is singular: the determinant of its first three rows and columns is 0, which is decided exactly. */
export function isSingular(m: Float64Array): boolean {
  return determinantSign(m) === 0;
}

/** A number with the sign of that determinant, exact: below 0 of a matrix that turns solids inside out. */
export function determinantSign(m: Float64Array): number {
  const [determinant, size] = determinantOf(m);
  // Unless products underflow or overflow.
  if (size > 1e-280 && size < 1e300 && Math.abs(determinant) > size * 2 ** -48) return determinant;
  return wholeOrient3d(m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10], 0, 0, 0);
}

/** The same determinant, rounded, and the size of its products together: it is off by less than 16 · 2^-53 of that. */
export function determinantOf(m: Float64Array): readonly [number, number] {
  let [sum, size] = [0, 0];
  for (let k = 0; k < 3; k++) {
    const [u, v] = [4 * ((k + 1) % 3), 4 * ((k + 2) % 3)];
    const plus = m[4 * k] * m[u + 1] * m[v + 2];
    const minus = m[4 * k] * m[v + 1] * m[u + 2];
    sum += plus - minus;
    size += Math.abs(plus) + Math.abs(minus);
  }
  return [sum, size];
}

/** What a matrix makes vectors longer by at most: the root of what the Gram matrix of its columns stretches by, rounded up. */
export function stretchOf(m: Float64Array): number {
  const columns = [0, 4, 8].map((at) => m.subarray(at, at + 3));
  const largest = Math.max(...columns.flatMap((column) => Array.from(column, Math.abs)));
  if (largest === 0) return 0;
  // Divided first, so that no square overflows or vanishes.
  const [x, y, z] = columns.map((column) => Array.from(column, (value) => value / largest));
  const dot = (p: readonly number[], q: readonly number[]) => Math.abs(p[0] * q[0] + p[1] * q[1] + p[2] * q[2]);
  const rows = [x, y, z].map((row) => dot(row, x) + dot(row, y) + dot(row, z));
  return largest * Math.sqrt(Math.max(...rows)) * (1 + 2 ** -40);
}

/** A mesh without vertices is taken for a point there: a placement that no mesh could take is refused for it too. */
const ORIGIN = [0, 0, 0, 0, 0, 0];

/** A box around `given` after placement, rounding included; or how far it would reach, beyond the range of exact arithmetic. */
export function tryPlacedBox(given: readonly number[], matrix: Float64Array): number[] | number {
  const box = given.length === 0 ? ORIGIN : given;
  const placed = [0, 0, 0, 0, 0, 0];
  for (let row = 0; row < 3; row++) {
    let low = matrix[12 + row];
    let high = low;
    let size = Math.abs(low);
    for (let column = 0; column < 3; column++) {
      const a = matrix[4 * column + row] * box[column];
      const b = matrix[4 * column + row] * box[column + 3];
      low += Math.min(a, b);
      high += Math.max(a, b);
      size += Math.max(Math.abs(a), Math.abs(b));
    }
    if (!(size <= RANGE)) return size;
    const slack = size * 2 ** -48;
    placed[row] = low - slack;
    placed[row + 3] = high + slack;
  }
  return placed;
}

/** The same; throws when it leaves the range of exact arithmetic. */
export function placedBox(given: readonly number[], matrix: Float64Array, label: string): number[] {
  const placed = tryPlacedBox(given, matrix);
  if (typeof placed !== 'number') return placed;
  throw new OptionError(
    'out-of-range',
    `${label} would reach ${placed} where it is placed; beyond 2^250 answers would not be exact. Scale the mesh, or place it nearer.`,
  );
}

/** Matrices that are kept in one array of numbers, so that many of them cost few allocations and none keeps all the others. */
const MATRICES_AT_ONCE = 64;

/** Copies of many matrices, checked as `checkMatrix` does. */
export function checkMatrices(matrices: ArrayLike<number>, call: string): Float64Array[] {
  const checked: Float64Array[] = [];
  for (let from = 0; from < matrices.length; from += 16 * MATRICES_AT_ONCE) {
    const numbers = new Float64Array(Math.min(16 * MATRICES_AT_ONCE, matrices.length - from));
    for (let i = 0; i < numbers.length; i++) numbers[i] = matrices[from + i];
    for (let i = 0; i < numbers.length; i += 16) {
      const matrix = numbers.subarray(i, i + 16);
      if (!isPlace(matrix)) checkMatrix(matrix, call);
      checked.push(matrix);
    }
  }
  return checked;
}

/** Whether sixteen numbers are finite, the last row 0 0 0 1. */
function isPlace(m: Float64Array): boolean {
  // Differences with themselves are 0 for finite numbers, and NaN for others.
  let sum = 0;
  for (let i = 0; i < 16; i++) sum += m[i] - m[i];
  return sum === 0 && m[3] === 0 && m[7] === 0 && m[11] === 0 && m[15] === 1;
}
