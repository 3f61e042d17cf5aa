/**
 * Boxes of triangles that move on straight lines: those of their corners at both ends.
 *
 * Image coordinates at the end lie `swept` bytes (modulo 2^32) from those at the start; 0 when an object does not move.
 */

/** The low corner at the start, lowered to hold the end as well. */
// @inline
export function sweptLow(low: v128, a: usize, b: usize, c: usize, swept: usize): v128 {
  if (swept == 0) return low;
  return f32x4.pmin(low, f32x4.pmin(f32x4.pmin(v128.load(a + swept), v128.load(b + swept)), v128.load(c + swept)));
}

/** The high corner at the start, raised to hold the end as well. */
// @inline
export function sweptHigh(high: v128, a: usize, b: usize, c: usize, swept: usize): v128 {
  if (swept == 0) return high;
  return f32x4.pmax(high, f32x4.pmax(f32x4.pmax(v128.load(a + swept), v128.load(b + swept)), v128.load(c + swept)));
}
