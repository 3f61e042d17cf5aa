/** Rigid transformations as matrices of sixteen numbers, column by column, and unit quaternions x y z w. */
export type Vector = readonly [number, number, number];
export type Quaternion = readonly [number, number, number, number];

export const IDENTITY: Float64Array = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

export const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export function multiply(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  const out = new Float64Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 3; row++) {
      let sum = column === 3 ? a[12 + row] : 0;
      for (let k = 0; k < 3; k++) sum += a[4 * k + row] * b[4 * column + k];
      out[4 * column + row] = sum;
    }
  }
  out[15] = 1;
  return out;
}

/** The inverse of a rigid transformation. */
export function inverted(m: ArrayLike<number>): Float64Array {
  const out = new Float64Array(16);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) out[4 * column + row] = m[4 * row + column];
    out[12 + row] = -(m[4 * row] * m[12] + m[4 * row + 1] * m[13] + m[4 * row + 2] * m[14]);
  }
  out[15] = 1;
  return out;
}

export const transformed = (m: ArrayLike<number>, p: ArrayLike<number>): Vector => [
  m[0] * p[0] + m[4] * p[1] + m[8] * p[2] + m[12],
  m[1] * p[0] + m[5] * p[1] + m[9] * p[2] + m[13],
  m[2] * p[0] + m[6] * p[1] + m[10] * p[2] + m[14],
];

export const turned = (m: ArrayLike<number>, p: ArrayLike<number>): Vector => [
  m[0] * p[0] + m[4] * p[1] + m[8] * p[2],
  m[1] * p[0] + m[5] * p[1] + m[9] * p[2],
  m[2] * p[0] + m[6] * p[1] + m[10] * p[2],
];

/** The rotation of a unit quaternion, then a translation. */
export function matrixOfPose([x, y, z, w]: Quaternion, [tx, ty, tz]: Vector): Float64Array {
  return Float64Array.of(
    1 - 2 * (y * y + z * z),
    2 * (x * y + z * w),
    2 * (x * z - y * w),
    0,
    2 * (x * y - z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z + x * w),
    0,
    2 * (x * z + y * w),
    2 * (y * z - x * w),
    1 - 2 * (x * x + y * y),
    0,
    tx,
    ty,
    tz,
    1,
  );
}

/** The unit quaternion of a rotation matrix, by its largest component, so that none loses digits; w is not below 0. */
export function quaternionOf(m: ArrayLike<number>): Quaternion {
  const [xx, yy, zz] = [m[0], m[5], m[10]];
  const squares = [1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz];
  const k = squares.indexOf(Math.max(...squares));
  const q = [0, 0, 0, 0];
  if (k === 3) {
    q[0] = m[6] - m[9];
    q[1] = m[8] - m[2];
    q[2] = m[1] - m[4];
    q[3] = squares[3];
  } else {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    q[k] = squares[k];
    q[i] = m[4 * k + i] + m[4 * i + k];
    q[j] = m[4 * k + j] + m[4 * j + k];
    q[3] = m[4 * i + j] - m[4 * j + i];
  }
  const length = Math.hypot(...q) * (q[3] < 0 ? -1 : 1);
  return q.map((value) => value / length) as unknown as Quaternion;
}
