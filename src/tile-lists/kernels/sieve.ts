/**
 * For pairs between a few large objects: leaves out triangles that come near no other object, before they are listed.
 *
 * The box of what counts (plan-sample.ts) is cut into 64 × 64 × 64 cells. While triangles are counted, each marks the cells that its
 * box covers, for its object; then each looks whether another object has marked one of them. A cell is a monotone function of a
 * coordinate, what lies beyond the box belongs to the cells at its border, so boxes that overlap share a cell. Triangles that
 * cover many cells mark cells eight times as wide in their place, and stay.
 */

import { RANGE_NONE } from '../../memory/constants';
import { grid, job } from '../../memory/generated/kernels/records';
import { take } from '../../memory/kernels/memory';
import { sampleHigh, sampleLow } from './plan-sample';

/** Each object has cells of its own. */
const OBJECTS_MAX: u32 = 4;
/** Below this number, listing all is faster than examining them twice. */
const TRIANGLES_MIN: u32 = 32768;
const CELLS: f32 = 64;
/** A row of 64 cells is a u64; rows are in order of z, then y. Behind them eight u64, one per wide z: 8 × 8 wide cells. */
const ROWS_BYTES: usize = 32768;
const OBJECT_BYTES: usize = 32832;
/** A triangle of more rows, or of more than 16 cells along some axis, counts as large. */
const ROWS_MAX: u32 = 32;
/** Codes have this bit, which RANGE_NONE has not. */
const IS_CODE: u32 = 1 << 31;
const LARGE: u32 = u32.MAX_VALUE;

/** Readies cells for a job in which they pay; else `grid.sieve` stays 0. After the grid was chosen. */
export function openSieve(): void {
  const objects = job.objectCount;
  if (job.self != 0 || objects < 2 || objects > OBJECTS_MAX || job.triangleCount < TRIANGLES_MIN) return;
  const extent = f32x4.sub(sampleHigh, sampleLow);
  const scale = f32x4.div(f32x4.splat(CELLS), extent);
  // Where there is no extent all is in the first cell.
  const usable = v128.and(f32x4.gt(extent, f32x4.splat(0)), f32x4.lt(scale, f32x4.splat(f32.MAX_VALUE)));
  v128.store(grid.sieveLow, sampleLow);
  v128.store(grid.sieveScale, v128.and(scale, usable));
  const bytes = <usize>objects * OBJECT_BYTES;
  const cells = take(bytes);
  memory.fill(cells, 0, bytes);
  grid.sieveIsWide = 0;
  grid.sieve = cells;
}

/** Sets bits of a word that other threads may be modifying. Most are set already. */
// @inline
function setBits(word: usize, bits: u64): void {
  if ((load<u64>(word) & bits) == bits) return;
  if (ASC_FEATURE_THREADS) atomic.or<u64>(word, bits);
  else store<u64>(word, load<u64>(word) | bits);
}

// @inline
function cellsOf(corner: v128, low: v128, scale: v128): v128 {
  const cells = i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.sub(corner, low), scale));
  return i32x4.min_s(i32x4.max_s(cells, i32x4.splat(0)), i32x4.splat(63));
}

/** Bits from `first` on, `more` + 1 of them. */
// @inline
function bitsOf(first: u32, more: u32): u64 {
  return (u64.MAX_VALUE >> <u64>(63 - more)) << (<u64>first);
}

/** The bits of wide cells x0 to x1, y0 to y1. */
// @inline
function wideBits(x0: u32, y0: u32, x1: u32, y1: u32): u64 {
  const row = bitsOf(x0, x1 - x0);
  let bits: u64 = 0;
  for (let y = <u64>y0; y <= <u64>y1; y++) bits |= row << (8 * y);
  return bits;
}

/** Marks the cells that a triangle's box covers, for its object, whose cells begin at `own`. Returns which they are, as a code. */
// @inline
export function markCells(own: usize, low: v128, high: v128, origin: v128, scale: v128): u32 {
  const from = cellsOf(low, origin, scale);
  const to = cellsOf(high, origin, scale);
  const x = <u32>i32x4.extract_lane(from, 0);
  const y = <u32>i32x4.extract_lane(from, 1);
  const z = <u32>i32x4.extract_lane(from, 2);
  const dx = <u32>i32x4.extract_lane(to, 0) - x;
  const dy = <u32>i32x4.extract_lane(to, 1) - y;
  const dz = <u32>i32x4.extract_lane(to, 2) - z;
  const bits = bitsOf(x, dx);
  if ((dy | dz) <= 1) {
    // Two rows by two, some of them the same: without branches, because which ones is unpredictable.
    const row = own + ((<usize>((z << 6) | y)) << 3);
    const nextY = (<usize>dy) << 3;
    const nextZ = (<usize>dz) << 9;
    const all = load<u64>(row) & load<u64>(row + nextY) & load<u64>(row + nextZ) & load<u64>(row + nextY + nextZ);
    if ((all & bits) != bits) {
      setBits(row, bits);
      setBits(row + nextY, bits);
      setBits(row + nextZ, bits);
      setBits(row + nextY + nextZ, bits);
    }
    if (dx > 15) return LARGE;
  } else {
    if ((dx | dy | dz) > 15 || (dy + 1) * (dz + 1) > ROWS_MAX) return markLarge(own, x, y, z, x + dx, y + dy, z + dz);
    for (let k = z; k <= z + dz; k++) {
      for (let j = y; j <= y + dy; j++) setBits(own + ((<usize>((k << 6) | j)) << 3), bits);
    }
  }
  return x | (y << 6) | (z << 12) | (dx << 18) | (dy << 22) | (dz << 26) | IS_CODE;
}

function markLarge(own: usize, x0: u32, y0: u32, z0: u32, x1: u32, y1: u32, z1: u32): u32 {
  const bits = wideBits(x0 >>> 3, y0 >>> 3, x1 >>> 3, y1 >>> 3);
  for (let k = z0 >>> 3; k <= z1 >>> 3; k++) setBits(own + ROWS_BYTES + ((<usize>k) << 3), bits);
  grid.sieveIsWide = 1;
  return LARGE;
}

/** Where the cells of an object begin, by its index in the table. */
// @inline
export function cellsOfObject(object: u32): usize {
  return grid.sieve + <usize>object * OBJECT_BYTES;
}

/** When all have marked their cells: each object's become those that any of the others has marked. */
export function exchangeMarks(): void {
  const none = i64x2.splat(0);
  const objects = job.objectCount;
  const first = grid.sieve;
  for (let at = first; at < first + OBJECT_BYTES; at += 16) {
    const a = v128.load(at);
    const b = v128.load(at + OBJECT_BYTES);
    const c = objects > 2 ? v128.load(at + 2 * OBJECT_BYTES) : none;
    const d = objects > 3 ? v128.load(at + 3 * OBJECT_BYTES) : none;
    const ab = v128.or(a, b);
    const cd = v128.or(c, d);
    v128.store(at, v128.or(b, cd));
    v128.store(at + OBJECT_BYTES, v128.or(a, cd));
    if (objects > 2) v128.store(at + 2 * OBJECT_BYTES, v128.or(ab, d));
    if (objects > 3) v128.store(at + 3 * OBJECT_BYTES, v128.or(ab, c));
  }
}

/**
 * Whether an object other than the one whose cells were at `cells` has marked a cell of a code, or a large triangle may be near one.
 * `hasWide` if wide cells have been marked.
 */
// @inline
export function isNearOther(code: u32, cells: usize, hasWide: bool): bool {
  if (code == RANGE_NONE) return false;
  if (code == LARGE) return true;
  const x = code & 63;
  const y = (code >>> 6) & 63;
  const z = (code >>> 12) & 63;
  const dx = (code >>> 18) & 15;
  const dy = (code >>> 22) & 15;
  const dz = (code >>> 26) & 15;
  const bits = bitsOf(x, dx);
  let seen: u64 = 0;
  if ((dy | dz) <= 1) {
    const row = cells + ((<usize>((z << 6) | y)) << 3);
    const nextY = (<usize>dy) << 3;
    const nextZ = (<usize>dz) << 9;
    seen = load<u64>(row) | load<u64>(row + nextY) | load<u64>(row + nextZ) | load<u64>(row + nextY + nextZ);
  } else {
    for (let k = z; k <= z + dz; k++) {
      for (let j = y; j <= y + dy; j++) seen |= load<u64>(cells + ((<usize>((k << 6) | j)) << 3));
    }
  }
  seen &= bits;
  if (!hasWide) return seen != 0;
  const wide = wideBits(x >>> 3, y >>> 3, (x + dx) >>> 3, (y + dy) >>> 3);
  for (let k = z >>> 3; k <= (z + dz) >>> 3; k++) seen |= load<u64>(cells + ROWS_BYTES + ((<usize>k) << 3)) & wide;
  return seen != 0;
}
