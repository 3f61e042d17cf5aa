/**
 * Tables of a pane with one number for each square of 16 × 16 pixels, i32 in eight rows of eight: the deepest bound of what is
 * asked there, or the deepest depth that has been drawn.
 */
import { reserveScratch } from '../../../memory/kernels/scratch';
import { firstColumn, firstRow, lastColumn, lastRow } from './entry';

const SQUARE_BITS: i32 = 4;
const SQUARES: i32 = 8;
export const SQUARES_BYTES: usize = 256;

/** For every first and last square of a row, eight i32: all ones between them. */
const spans = reserveScratch(2048);

export function openSquares(): void {
  for (let first = 0; first < SQUARES; first++) {
    for (let last = 0; last < SQUARES; last++) {
      const span = spans + ((<usize>(first * SQUARES + last)) << 5);
      for (let x = 0; x < SQUARES; x++) store<i32>(span + ((<usize>x) << 2), x >= first && x <= last ? -1 : 0);
    }
  }
}

// @inline
function spanOf(entry: usize): usize {
  return spans + ((<usize>((firstColumn(entry) >> SQUARE_BITS) * SQUARES + (lastColumn(entry) >> SQUARE_BITS))) << 5);
}

// @inline
function rowOf(table: usize, y: i32): usize {
  return table + ((<usize>(y >> SQUARE_BITS)) << 5);
}

/** Whether one of the squares that an entry touches has at least the value. */
// @inline
export function reaches(table: usize, entry: usize, value: i32): bool {
  const span = spanOf(entry);
  const least = i32x4.splat(value);
  const end = rowOf(table, lastRow(entry));
  let left = i32x4.splat(0);
  let right = left;
  for (let row = rowOf(table, firstRow(entry)); row <= end; row += 32) {
    left = v128.or(left, i32x4.ge_s(v128.load(row), least));
    right = v128.or(right, i32x4.ge_s(v128.load(row, 16), least));
  }
  return v128.any_true(v128.or(v128.and(left, v128.load(span)), v128.and(right, v128.load(span, 16))));
}

/** Raises the squares that an entry touches to a value that is not negative. */
// @inline
export function raise(table: usize, entry: usize, value: i32): void {
  const span = spanOf(entry);
  const left = v128.and(i32x4.splat(value), v128.load(span));
  const right = v128.and(i32x4.splat(value), v128.load(span, 16));
  const end = rowOf(table, lastRow(entry));
  for (let row = rowOf(table, firstRow(entry)); row <= end; row += 32) {
    v128.store(row, i32x4.max_s(v128.load(row), left));
    v128.store(row, i32x4.max_s(v128.load(row, 16), right), 16);
  }
}

/** Fills a table, or a buffer, of a multiple of 64 bytes. */
export function fillDepths(into: usize, bytes: usize, value: i32): void {
  const four = i32x4.splat(value);
  for (let p = into, end = into + bytes; p < end; p += 64) {
    v128.store(p, four);
    v128.store(p, four, 16);
    v128.store(p, four, 32);
    v128.store(p, four, 48);
  }
}

/** Finds the deepest depth of a buffer in each square. */
export function findDeepest(buffer: usize, table: usize): void {
  for (let y: usize = 0; y < <usize>SQUARES; y++) {
    for (let x: usize = 0; x < <usize>SQUARES; x++) {
      let most = i32x4.splat(i32.MIN_VALUE);
      for (let c: usize = 0; c < 4; c++) {
        const from = buffer + (((x << 2) + c) << 11) + (y << 8);
        for (let p = from; p < from + 256; p += 16) most = i32x4.max_s(most, v128.load(p));
      }
      most = i32x4.max_s(most, v128.shuffle<i32>(most, most, 2, 3, 0, 1));
      const deepest = max(i32x4.extract_lane(most, 0), i32x4.extract_lane(most, 1));
      store<i32>(table + (((y << 3) + x) << 2), deepest);
    }
  }
}
