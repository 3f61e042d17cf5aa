/**
 * Directions p in which one sum of squares is large where another is small: pᵀ·C·p over pᵀ·E·p, for matrices of three rows. With
 * E = L·Lᵀ they are L⁻ᵀ·y for the first two eigenvectors y of A = L⁻¹·C·L⁻ᵀ. Found by squaring A, which is precise enough to choose by.
 */

import { reserveScratch } from '../../memory/kernels/scratch';

/** A part of E's diagonal that is added to it, so that it can be inverted: edges that lie in one line span nothing else. */
const RIDGE: f64 = 1e-9;
const SQUARINGS: u32 = 6;

const lower = reserveScratch(72);
const solved = reserveScratch(72);
const matrix = reserveScratch(72);
const power = reserveScratch(72);
const squared = reserveScratch(72);
const vector = reserveScratch(24);

// @inline
function at(m: usize, row: u32, column: u32): f64 {
  return load<f64>(m + ((<usize>(3 * row + column)) << 3));
}

// @inline
function set(m: usize, row: u32, column: u32, value: f64): void {
  store<f64>(m + ((<usize>(3 * row + column)) << 3), value);
}

/** The lower factor of a symmetric matrix of which the upper half is given. False when it has none. */
function factor(m: usize): bool {
  const ridge = RIDGE * (at(m, 0, 0) + at(m, 1, 1) + at(m, 2, 2));
  for (let row: u32 = 0; row < 3; row++) {
    for (let column: u32 = 0; column <= row; column++) {
      let sum = at(m, column, row) + (row == column ? ridge : 0);
      for (let k: u32 = 0; k < column; k++) sum -= at(lower, row, k) * at(lower, column, k);
      if (row != column) set(lower, row, column, sum / at(lower, column, column));
      else if (sum > 0) set(lower, row, row, sqrt(sum));
      else return false;
    }
  }
  return true;
}

/** L⁻¹·m, transposed; only the upper half of m is read if `isHalf`. */
function solveTransposed(m: usize, isHalf: bool, out: usize): void {
  for (let column: u32 = 0; column < 3; column++) {
    for (let row: u32 = 0; row < 3; row++) {
      let sum = isHalf ? at(m, min(row, column), max(row, column)) : at(m, row, column);
      for (let k: u32 = 0; k < row; k++) sum -= at(lower, row, k) * at(out, column, k);
      set(out, column, row, sum / at(lower, row, row));
    }
  }
}

/** The first eigenvector of `matrix`, into `vector`; then takes its part out of the matrix. False when there is none. */
function takeEigenvector(): bool {
  memory.copy(power, matrix, 72);
  for (let n: u32 = 0; n < SQUARINGS; n++) {
    const trace = at(power, 0, 0) + at(power, 1, 1) + at(power, 2, 2);
    if (!(trace > 0)) return false;
    for (let row: u32 = 0; row < 3; row++) {
      for (let column: u32 = 0; column < 3; column++) {
        let sum: f64 = 0;
        for (let k: u32 = 0; k < 3; k++) sum += (at(power, row, k) / trace) * (at(power, k, column) / trace);
        set(squared, row, column, sum);
      }
    }
    memory.copy(power, squared, 72);
  }
  let largest: u32 = 0;
  for (let k: u32 = 1; k < 3; k++) if (at(power, k, k) > at(power, largest, largest)) largest = k;
  const length = sqrt(at(power, 0, largest) ** 2 + at(power, 1, largest) ** 2 + at(power, 2, largest) ** 2);
  if (!(length > 0)) return false;
  let value: f64 = 0;
  for (let row: u32 = 0; row < 3; row++) store<f64>(vector + ((<usize>row) << 3), at(power, row, largest) / length);
  for (let row: u32 = 0; row < 3; row++) {
    for (let column: u32 = 0; column < 3; column++)
      value += at(vector, 0, row) * at(matrix, row, column) * at(vector, 0, column);
  }
  for (let row: u32 = 0; row < 3; row++) {
    for (let column: u32 = 0; column < 3; column++) {
      set(matrix, row, column, at(matrix, row, column) - value * at(vector, 0, row) * at(vector, 0, column));
    }
  }
  return true;
}

/** L⁻ᵀ · vector, with length 1, as three f32. */
function writeDirection(out: usize): bool {
  const z = at(vector, 0, 2) / at(lower, 2, 2);
  const y = (at(vector, 0, 1) - at(lower, 2, 1) * z) / at(lower, 1, 1);
  const x = (at(vector, 0, 0) - at(lower, 1, 0) * y - at(lower, 2, 0) * z) / at(lower, 0, 0);
  const length = sqrt(x * x + y * y + z * z);
  if (!(length > 0) || !(length < Infinity)) return false;
  store<f32>(out, <f32>(x / length));
  store<f32>(out, <f32>(y / length), 4);
  store<f32>(out, <f32>(z / length), 8);
  return true;
}

/** Two such directions for C and E, whose upper halves are given, as three f32 each. False when there are none. */
export function eigenDirections(c: usize, e: usize, out: usize): bool {
  if (!factor(e)) return false;
  solveTransposed(c, true, solved);
  solveTransposed(solved, false, matrix);
  if (!takeEigenvector() || !writeDirection(out)) return false;
  // Where there is no second one, the first serves again.
  if (!takeEigenvector() || !writeDirection(out + 12)) memory.copy(out + 12, out, 12);
  return true;
}
