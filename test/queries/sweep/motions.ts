/** Rigid motions in plain form, to compare with: shares no code with the engine. */
import type { MeshInput } from '../../../src/index.ts';

export type Matrix = number[];
export type Vector = [number, number, number];

/** Turns about an axis through a point (Rodrigues), then shifts along it. */
export function screwMatrix(axis: Vector, pivot: Vector, angle: number, travel = 0): Matrix {
  const length = Math.hypot(...axis);
  const u = axis.map((value) => value / length);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const m: Matrix = new Array(16).fill(0);
  const skew = [
    [0, -u[2], u[1]],
    [u[2], 0, -u[0]],
    [-u[1], u[0], 0],
  ];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      m[4 * column + row] = (row === column ? c : 0) + s * skew[row][column] + (1 - c) * u[row] * u[column];
    }
  }
  for (let row = 0; row < 3; row++) {
    const turnedPivot = m[row] * pivot[0] + m[4 + row] * pivot[1] + m[8 + row] * pivot[2];
    m[12 + row] = pivot[row] - turnedPivot + travel * u[row];
  }
  m[15] = 1;
  return m;
}

export function multiply(a: Matrix, b: Matrix): Matrix {
  const out: Matrix = new Array(16).fill(0);
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++)
      for (let k = 0; k < 4; k++) out[4 * column + row] += a[4 * k + row] * b[4 * column + k];
  return out;
}

const BOX = [
  0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7,
];

export function box(x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): MeshInput {
  const corners = [x0, y0, z0, x1, y0, z0, x1, y1, z0, x0, y1, z0, x0, y0, z1, x1, y0, z1, x1, y1, z1, x0, y1, z1];
  return { positions: Float64Array.from(corners), indices: Uint32Array.from(BOX) };
}

/** A prism ring around z: n corners, inner and outer radius (of the corners), half height. */
export function ring(n: number, inner: number, outer: number, half: number): MeshInput {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < n; i++) {
    const a = (2 * Math.PI * i) / n;
    for (const [r, z] of [
      [inner, -half],
      [outer, -half],
      [outer, half],
      [inner, half],
    ])
      positions.push(r * Math.cos(a), r * Math.sin(a), z);
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 4; k++) {
      const next = (i + 1) % n;
      const [a, b, c, d] = [4 * i + k, 4 * i + ((k + 1) % 4), 4 * next + k, 4 * next + ((k + 1) % 4)];
      indices.push(a, c, b, b, c, d);
    }
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}
