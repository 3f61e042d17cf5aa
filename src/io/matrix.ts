/**
 * Affine 4×4 matrices in double precision, column-major; the last row is taken for 0 0 0 1.
 *
 * Plain functions: the readers need only four of them, on millions of points, which is no reason for a matrix package.
 */

export type Matrix = Float64Array;

export function identityMatrix(): Matrix {
  return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
}

/** Exactly the identity: then coordinates can stay as the file stores them. */
export function isIdentityMatrix(m: Matrix): boolean {
  return identityMatrix().every((value, i) => i % 4 === 3 || m[i] === value);
}

/** Translation · rotation (quaternion x y z w) · scale. */
export function composeMatrix(t: ArrayLike<number>, r: ArrayLike<number>, s: ArrayLike<number>): Matrix {
  const [x, y, z, w] = [r[0], r[1], r[2], r[3]];
  const m = identityMatrix();
  m[0] = (1 - 2 * (y * y + z * z)) * s[0];
  m[1] = 2 * (x * y + w * z) * s[0];
  m[2] = 2 * (x * z - w * y) * s[0];
  m[4] = 2 * (x * y - w * z) * s[1];
  m[5] = (1 - 2 * (x * x + z * z)) * s[1];
  m[6] = 2 * (y * z + w * x) * s[1];
  m[8] = 2 * (x * z + w * y) * s[2];
  m[9] = 2 * (y * z - w * x) * s[2];
  m[10] = (1 - 2 * (x * x + y * y)) * s[2];
  m[12] = t[0];
  m[13] = t[1];
  m[14] = t[2];
  return m;
}

/** a · b: b is applied first. */
export function multiplyMatrices(a: Matrix, b: Matrix): Matrix {
  const m = identityMatrix();
  for (let column = 0; column < 16; column += 4) {
    const shift = column === 12 ? 1 : 0;
    for (let row = 0; row < 3; row++) {
      m[column + row] =
        a[row] * b[column] + a[4 + row] * b[column + 1] + a[8 + row] * b[column + 2] + shift * a[12 + row];
    }
  }
  return m;
}

/** Every point of `source` through the matrix, into `target` from vertex `firstVertex` on. */
export function transformPoints(m: Matrix, source: ArrayLike<number>, target: Float64Array, firstVertex = 0): void {
  const [m0, m1, m2, , m4, m5, m6, , m8, m9, m10, , m12, m13, m14] = m;
  for (let i = 0, o = 3 * firstVertex; i < source.length; i += 3, o += 3) {
    const x = source[i];
    const y = source[i + 1];
    const z = source[i + 2];
    target[o] = m0 * x + m4 * y + m8 * z + m12;
    target[o + 1] = m1 * x + m5 * y + m9 * z + m13;
    target[o + 2] = m2 * x + m6 * y + m10 * z + m14;
  }
}
