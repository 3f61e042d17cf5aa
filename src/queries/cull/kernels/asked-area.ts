/**
 * What is asked in a pane, as a whole: the rectangle around it and its deepest bound. Where many objects show in one pane, most of
 * what waits to be drawn lies beside what is queried of one of them, which takes a few operations on one word to see.
 */
import { rectangleOf } from './entry';

/** Bytes of the words: first column and row, last column and row; those of a pane leave the uppermost bit free. */
const UPPERMOST: u32 = 0x80808080;
const FIRSTS: u32 = 0x0000ffff;

/** Least and most of all four bytes, in the first lane. */
let least: v128 = i32x4.splat(-1);
let most: v128 = i32x4.splat(0);
let deepest: i32 = -1;
/** The last column and row; the first ones, in the upper half. */
let lasts: u32 = 0;
let firsts: u32 = 0;

export function clearAsked(): void {
  least = i32x4.splat(-1);
  most = i32x4.splat(0);
  deepest = -1;
}

// @inline
export function addAsked(entry: usize, far: i32): void {
  const rectangle = i32x4.splat(<i32>rectangleOf(entry));
  least = i8x16.min_u(least, rectangle);
  most = i8x16.max_u(most, rectangle);
  deepest = max(deepest, far);
}

/** Nothing more will be added. */
export function closeAsked(): void {
  lasts = <u32>i32x4.extract_lane(most, 0) >>> 16;
  firsts = (<u32>i32x4.extract_lane(least, 0)) << 16;
}

/** Whether an entry shows in the rectangle, and not behind all that is asked. */
// @inline
export function meetsAsked(entry: usize, near: i32): bool {
  const rectangle = rectangleOf(entry);
  // Lasts minus firsts, byte by byte: none borrows from the next.
  const differences = (lasts | (rectangle & ~FIRSTS) | UPPERMOST) - ((rectangle & FIRSTS) | firsts);
  return near <= deepest && (differences & UPPERMOST) == UPPERMOST;
}
