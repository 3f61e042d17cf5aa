/**
 * The depth buffer of a pane, and what all that is drawn into it has in common.
 *
 * Columns of four pixels, the rows of a column contiguous: 16 bytes to a row.
 */
import { resolution } from './shape';

// Purpose: a type parameter, told apart by its size, so that each is compiled by itself. Draw; Ask, hidden where something drawn is
// as near or nearer; AskBehind, hidden only where something drawn is nearer; and that with drawing at once.
export type Draw = u8;
export type Ask = u16;
export type AskBehind = u32;
export type AskBehindAndDraw = u64;

/** log2 of the pixels of a pane's side. */
export const PANE_BITS: u32 = 7;
export const PANE: i32 = 128;
export const PANE_BYTES: usize = 65536;
export const COLUMN_BYTES: usize = 2048;

/** Address of a pixel of a pane. */
// @inline
export function pixelAt(buffer: usize, x: i32, y: i32): usize {
  return buffer + (((<usize>(x >> 2)) << 11) + ((<usize>y) << 4) + ((<usize>(x & 3)) << 2));
}

/** All ones for those of four columns, from x of the image on, that lie beyond it. */
// @inline
export function isBeyond(x: i32): v128 {
  return i32x4.gt_s(i32x4.add(i32x4.splat(x), i32x4(0, 1, 2, 3)), i32x4.splat(resolution - 1));
}

/** Pixels that triangles were drawn to or asked at by this thread, in groups of four. */
let pixels: i64 = 0;

// @inline
export function countPixels(count: i32): void {
  pixels += <i64>count;
}

export function takePixels(): f64 {
  const count = <f64>pixels;
  pixels = 0;
  return count;
}
