/**
 * Whether the triangles of an object that are not fragile keep their area where it is placed: the condition that
 * src/queries/keep/placed-degenerate.ts derives, for many objects at a time. Sums are in another order here; the safety in the condition
 * pays for either.
 */
import { FRAGILE_PART } from '../constants';

/** Error bounds of placing, relative to the terms that are added, and of the terms of the determinant. */
const ROUNDING: f64 = 1.7763568394002505e-15; // 2^-49
const DETERMINANT_ROUNDING: f64 = 3.552713678800501e-15; // 2^-48
/** Pays for rounding in this file. */
const SAFETY: f64 = 4;

// @inline
function product(m: usize, x: usize, y: usize, z: usize): f64 {
  return load<f64>(m + x) * load<f64>(m + y) * load<f64>(m + z);
}

/** The determinant of the first three rows and columns, column-major, up to rounding. */
export function valueOfDeterminant(m: usize): f64 {
  return (
    product(m, 0, 40, 80) +
    product(m, 32, 72, 16) +
    product(m, 64, 8, 48) -
    product(m, 0, 72, 48) -
    product(m, 32, 8, 80) -
    product(m, 64, 40, 16)
  );
}

/** The magnitudes of its products together. */
export function sizeOfDeterminant(m: usize): f64 {
  return (
    abs(product(m, 0, 40, 80)) +
    abs(product(m, 32, 72, 16)) +
    abs(product(m, 64, 8, 48)) +
    abs(product(m, 0, 72, 48)) +
    abs(product(m, 32, 8, 80)) +
    abs(product(m, 64, 40, 16))
  );
}

// @inline
function largest(at: usize): f64 {
  return max(abs(load<f64>(at)), max(abs(load<f64>(at, 8)), abs(load<f64>(at, 16))));
}

// @inline
function squares(at: usize): f64 {
  const x = load<f64>(at);
  const y = load<f64>(at, 8);
  const z = load<f64>(at, 16);
  return x * x + y * y + z * z;
}

export function keepsAreas(m: usize, restBox: usize): bool {
  const reach = max(largest(restBox), largest(restBox + 24));
  const norm = sqrt(squares(m) + squares(m + 32) + squares(m + 64));
  const size = sizeOfDeterminant(m);
  const determinant = abs(valueOfDeterminant(m)) - DETERMINANT_ROUNDING * size;
  const off = 2 * ROUNDING * (largest(m + 96) + 3 * norm * reach);
  const least = FRAGILE_PART * reach;
  const holds = (least * determinant) / norm > SAFETY * (2 * off * norm + (off * off) / least);
  // Where anything underflows or overflows, the triangles are tested.
  return holds && size > 1e-250 && off > 1e-250 && off < 1e250 && norm * norm * off < Infinity;
}
