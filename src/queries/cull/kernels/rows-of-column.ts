/**
 * Which rows of four columns of pixels can show something whose outline is made of straight lines: tall shapes leave out many,
 * and what is left of a column is short.
 *
 * Three lines at a time, one in each lane. The rows are never too few: each end is moved by a sixteenth of a row, more than rounding
 * does to it, and each pixel is tested all the same.
 */

/** For a line that does not bound the rows on that side. */
export const FAR_OFF: f32 = -1e9;
const MARGIN: f32 = 0.0625;

/** The rows from which three lines admit and, with the sign turned, those up to which they do: the innermost of each, as f32. */
// @inline
export function innermost(from: v128, turnedTo: v128): v128 {
  const two = v128.shuffle<f32>(from, turnedTo, 0, 4, 1, 5);
  const third = v128.shuffle<f32>(from, turnedTo, 2, 6, 2, 6);
  return f32x4.pmax(f32x4.pmax(two, v128.shuffle<f32>(two, two, 2, 3, 0, 1)), third);
}

/** Whole rows between ends, of `rows` at most: i32 the first and, with its sign turned, the last. */
// @inline
export function wholeRows(ends: v128, rows: i32): v128 {
  const outer = f32x4.ceil(f32x4.sub(ends, f32x4.splat(MARGIN)));
  return i32x4.trunc_sat_f32x4_s(f32x4.pmax(outer, f32x4(0, 1 - <f32>rows, 0, 0)));
}
