/**
 * Tables of a pane with one number for each square of 8 × 8 pixels, u16 in sixteen rows of sixteen: how deep what is asked there
 * reaches, or how near what has been drawn there comes.
 *
 * In terms of the bounds of entries (entry.ts), of which near ones are even: what is far reaches `far | 1`, so that zero says that
 * there is nothing, and what is near is counted from the other end.
 */
import { reserveScratch } from '../../../memory/kernels/scratch';
import { boundOfHeld, firstColumn, firstRow, lastColumn, lastRow } from './entry';
import { COLUMN_BYTES } from './raster';

const SQUARE_BITS: i32 = 3;
const SQUARES: usize = 16;
const ROW_BYTES: usize = 32;
export const SQUARES_BYTES: usize = 512;
const NEAREST: i32 = 0xffff;

/** 16 u16 of zero and as many of ones, and the other way round: where rows of squares begin, and where they end. */
const begins = reserveScratch(64);
const ends = reserveScratch(64);

export function openSquares(): void {
  for (let x: usize = 0; x < 2 * SQUARES; x++) {
    store<u16>(begins + (x << 1), <u16>(x < SQUARES ? 0 : NEAREST));
    store<u16>(ends + (x << 1), <u16>(x < SQUARES ? NEAREST : 0));
  }
}

/** All ones in the squares of a row from the first to the last one that an entry touches: the left half, or the right one (16). */
// @inline
function spanOf(entry: usize, half: usize): v128 {
  const first = <usize>(firstColumn(entry) >> SQUARE_BITS);
  const last = <usize>(lastColumn(entry) >> SQUARE_BITS);
  return v128.and(
    v128.load(begins + ((SQUARES - first) << 1) + half),
    v128.load(ends + ((SQUARES - 1 - last) << 1) + half),
  );
}

// @inline
function rowOf(table: usize, y: i32): usize {
  return table + <usize>(y >> SQUARE_BITS) * ROW_BYTES;
}

/** Whether one of the squares that an entry touches has more than a value. Most entries touch three rows of squares or fewer. */
// @inline
function exceeds(table: usize, entry: usize, value: i32): bool {
  const last = rowOf(table, lastRow(entry));
  const first = rowOf(table, firstRow(entry));
  const second = min(first + ROW_BYTES, last);
  let row = min(second + ROW_BYTES, last);
  let left = i16x8.max_u(i16x8.max_u(v128.load(first), v128.load(second)), v128.load(row));
  let right = i16x8.max_u(i16x8.max_u(v128.load(first, 16), v128.load(second, 16)), v128.load(row, 16));
  for (row += ROW_BYTES; row <= last; row += ROW_BYTES) {
    left = i16x8.max_u(left, v128.load(row));
    right = i16x8.max_u(right, v128.load(row, 16));
  }
  const least = i16x8.splat(<i16>value);
  return v128.any_true(
    v128.or(
      i16x8.sub_sat_u(v128.and(left, spanOf(entry, 0)), least),
      i16x8.sub_sat_u(v128.and(right, spanOf(entry, 16)), least),
    ),
  );
}

// @inline
function raiseRow(row: usize, left: v128, right: v128): void {
  v128.store(row, i16x8.max_u(v128.load(row), left));
  v128.store(row, i16x8.max_u(v128.load(row, 16), right), 16);
}

/** Raises the squares that an entry touches to a value. */
// @inline
function raise(table: usize, entry: usize, value: i32): void {
  const left = v128.and(i16x8.splat(<i16>value), spanOf(entry, 0));
  const right = v128.and(i16x8.splat(<i16>value), spanOf(entry, 16));
  const last = rowOf(table, lastRow(entry));
  const first = rowOf(table, firstRow(entry));
  const second = min(first + ROW_BYTES, last);
  let row = min(second + ROW_BYTES, last);
  raiseRow(first, left, right);
  raiseRow(second, left, right);
  raiseRow(row, left, right);
  for (row += ROW_BYTES; row <= last; row += ROW_BYTES) raiseRow(row, left, right);
}

/** Notes in a table of how deep what is asked reaches that an entry is asked, of which the far bound is given. */
// @inline
export function noteDeep(table: usize, entry: usize, far: i32): void {
  raise(table, entry, far | 1);
}

/** Whether something in such a table may lie behind an entry, of which the near bound is given. */
// @inline
export function isBefore(table: usize, entry: usize, near: i32): bool {
  return exceeds(table, entry, near);
}

/** Notes in a table of how near what is drawn comes that an entry is drawn, of which the near bound is given. */
// @inline
export function noteNear(table: usize, entry: usize, near: i32): void {
  raise(table, entry, NEAREST - near);
}

/** Whether something in such a table may lie before an entry, of which the far bound is given. */
// @inline
export function isBehind(table: usize, entry: usize, far: i32): bool {
  return exceeds(table, entry, (NEAREST - far) & ~1);
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

/** The deepest of the 8 × 8 depths of a buffer from an address on. */
// @inline
function deepestOf(from: usize): i32 {
  let most = v128.load(from);
  for (let column = from; column <= from + COLUMN_BYTES; column += COLUMN_BYTES) {
    for (let p = column; p < column + 128; p += 16) most = i32x4.max_s(most, v128.load(p));
  }
  most = i32x4.max_s(most, v128.shuffle<i32>(most, most, 2, 3, 0, 1));
  return max(i32x4.extract_lane(most, 0), i32x4.extract_lane(most, 1));
}

/** Of a table of how deep what is asked reaches, makes one of how deep what is asked and not yet covered by a buffer does. */
export function findUncovered(asked: usize, buffer: usize, table: usize): void {
  for (let y: usize = 0; y < SQUARES; y++) {
    for (let x: usize = 0; x < SQUARES; x++) {
      const at = y * ROW_BYTES + (x << 1);
      const deep = <i32>load<u16>(asked + at);
      if (deep == 0) {
        store<u16>(table + at, 0);
        continue;
      }
      const covered = deepestOf(buffer + (x << 1) * COLUMN_BYTES + (y << 7));
      store<u16>(table + at, <u16>min(deep, boundOfHeld(covered) | 1));
    }
  }
}
