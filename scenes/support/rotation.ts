/** Rotations: unit quaternions (x, y, z, w) and 4 × 4 matrices, column by column. */
import { cos, sin } from './maths.ts';
import type { Point } from './mesh.ts';

export type Quaternion = readonly [number, number, number, number];

export function turn([x, y, z]: Point, angle: number): Quaternion {
  const scale = sin(angle / 2) / Math.sqrt(x * x + y * y + z * z);
  return [x * scale, y * scale, z * scale, cos(angle / 2)];
}

export function multiplied(a: Quaternion, b: Quaternion): Quaternion {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

export function rotated([x, y, z, w]: Quaternion, [px, py, pz]: Point): Point {
  const [tx, ty, tz] = [2 * (y * pz - z * py), 2 * (z * px - x * pz), 2 * (x * py - y * px)];
  return [px + w * tx + y * tz - z * ty, py + w * ty + z * tx - x * tz, pz + w * tz + x * ty - y * tx];
}

export function identityMatrix(): Float64Array {
  return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
}

/** Writes the matrix that rotates, then translates. */
export function writeMatrix(matrix: Float64Array, [x, y, z, w]: Quaternion, [tx, ty, tz]: Point): void {
  matrix.set([1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0], 0);
  matrix.set([2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0], 4);
  matrix.set([2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0], 8);
  matrix.set([tx, ty, tz, 1], 12);
}

export function placed(matrix: Float64Array, x: number, y: number, z: number): Point {
  return [
    matrix[0] * x + matrix[4] * y + matrix[8] * z + matrix[12],
    matrix[1] * x + matrix[5] * y + matrix[9] * z + matrix[13],
    matrix[2] * x + matrix[6] * y + matrix[10] * z + matrix[14],
  ];
}
