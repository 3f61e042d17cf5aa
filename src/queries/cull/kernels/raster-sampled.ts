/**
 * Draws a triangle into the depth buffer of a pane, or asks whether something hides it there: in pixels whose centre lies in it,
 * each shared edge to one side (top-left rule), at its depth in the centre. Four pixels at a time.
 *
 * By additions alone, of the whole numbers that sample-setup.ts makes; what they are too small for is done pixel by pixel
 * (raster-exact.ts).
 */
import { reserveScratch } from '../../../memory/kernels/scratch';
import { EMPTY } from './depth-steps';
import { firstColumn, firstRow, lastColumn, lastRow, rankOf } from './entry';
import { PLACE_BITS, projectedOf, VERTEX_BITS } from './project';
import { indicesOfRank } from './ranks';
import { Ask, AskBehind, AskBehindAndDraw, COLUMN_BYTES, countPixels, Draw, PANE, pixelAt } from './raster';
import { rasterSteepSample } from './raster-exact';
import { FAR_OFF, innermost, wholeRows } from './rows-of-column';
import { depth, depthAcross, depthDown, FALLS, HEIGHTS, RISES, setUpSample, setup } from './sample-setup';

// Depths of 16 or 24 bits, which are never negative; or of 32 bits. Told apart by their size.
export type Narrow = u8;
export type Wide = u16;

/** Rows from which leaving out those of each column that show nothing takes less than it saves. */
const TALL: i32 = 24;

/** Heights over the three edges and depths, at the top of a column of four pixels: rows need the registers. */
const tops = reserveScratch(64);

/** Four pixels of a row: the height over an edge in each. */
// @inline
function ramp(edge: usize): v128 {
  const falls = v128.load32_splat(setup + edge, FALLS);
  return i32x4.sub(v128.load32_splat(setup + edge, HEIGHTS), i32x4.mul(falls, i32x4(0, 1, 2, 3)));
}

/** Draws to four pixels, or asks there; which are still seen. `z` is all ones outside if depths are narrow. */
// @inline
function meet<D, M>(p: usize, z: v128, outside: v128, seen: v128): v128 {
  const old = v128.load(p);
  if (sizeof<D>() == sizeof<Narrow>()) {
    if (sizeof<M>() == sizeof<Draw>() || sizeof<M>() == sizeof<AskBehindAndDraw>()) v128.store(p, i32x4.min_u(old, z));
    if (sizeof<M>() == sizeof<Draw>()) return seen;
    return v128.and(seen, sizeof<M>() == sizeof<Ask>() ? i32x4.gt_s(old, z) : i32x4.ge_s(old, z));
  }
  if (sizeof<M>() == sizeof<Draw>() || sizeof<M>() == sizeof<AskBehindAndDraw>())
    v128.store(p, i32x4.min_s(old, v128.bitselect(i32x4.splat(EMPTY), z, outside)));
  if (sizeof<M>() == sizeof<Draw>()) return seen;
  return v128.and(seen, v128.or(sizeof<M>() == sizeof<Ask>() ? i32x4.gt_s(old, z) : i32x4.ge_s(old, z), outside));
}

/** Draws the triangle of an entry of the pane that begins with left, top; or asks whether it is hidden. */
export function rasterSample<D, M>(buffer: usize, entry: usize, left: i32, top: i32): bool {
  if (!setUpSample(entry, left, top)) return rasterSteepSample<M>(buffer, entry, left, top);
  const x1 = lastColumn(entry);
  const y0 = firstRow(entry);
  const first = firstColumn(entry) & ~3;
  const across = depthAcross;
  const down = depthDown;
  const dz = i64x2.splat(down);
  v128.store(tops, ramp(0));
  v128.store(tops, ramp(4), 16);
  v128.store(tops, ramp(8), 32);
  v128.store(tops, i64x2(depth, depth + across), 48);
  const aby = load<i32>(setup, FALLS);
  const bcy = load<i32>(setup, FALLS + 4);
  const cay = load<i32>(setup, FALLS + 8);
  const d0 = v128.load32_splat(setup, RISES);
  const d1 = v128.load32_splat(setup, RISES + 4);
  const d2 = v128.load32_splat(setup, RISES + 8);
  const rows = lastRow(entry) - y0 + 1;
  const isTall = rows >= TALL;
  // Heights over the edges, one in each lane, where the columns are highest over them; what a row adds to them, and its inverse.
  const perRow = v128.load(setup, RISES);
  const falls = v128.load(setup, FALLS);
  let heights = i32x4.splat(0);
  let rowsPerHeight = heights;
  let notFrom = heights;
  let notTo = heights;
  if (isTall) {
    heights = i32x4.sub(v128.load(setup, HEIGHTS), i32x4.mul(i32x4.min_s(falls, i32x4.splat(0)), i32x4.splat(3)));
    const isLevel = i32x4.eq(perRow, i32x4.splat(0));
    rowsPerHeight = v128.andnot(f32x4.div(f32x4.splat(-1), f32x4.convert_i32x4_s(perRow)), isLevel);
    notFrom = v128.and(f32x4.splat(FAR_OFF), i32x4.le_s(perRow, i32x4.splat(0)));
    notTo = v128.and(f32x4.splat(FAR_OFF), i32x4.ge_s(perRow, i32x4.splat(0)));
  }
  let column = buffer + <usize>(first >> 2) * COLUMN_BYTES + ((<usize>y0) << 4);
  let seen = i32x4.splat(-1);
  for (let x = first; x <= x1; x += 4, column += COLUMN_BYTES) {
    let f0 = v128.load(tops);
    let f1 = v128.load(tops, 16);
    let f2 = v128.load(tops, 32);
    let za = v128.load(tops, 48);
    v128.store(tops, i32x4.sub(f0, i32x4.splat(aby << 2)));
    v128.store(tops, i32x4.sub(f1, i32x4.splat(bcy << 2)), 16);
    v128.store(tops, i32x4.sub(f2, i32x4.splat(cay << 2)), 32);
    v128.store(tops, i64x2.add(za, i64x2.splat(across << 2)), 48);
    let p = column;
    let end = column + ((<usize>rows) << 4);
    if (isTall) {
      const crossed = f32x4.mul(f32x4.convert_i32x4_s(heights), rowsPerHeight);
      const ends = wholeRows(innermost(f32x4.add(notFrom, crossed), f32x4.sub(notTo, crossed)), rows);
      heights = i32x4.sub(heights, i32x4.shl(falls, 2));
      const from = i32x4.extract_lane(ends, 0);
      const to = -i32x4.extract_lane(ends, 1);
      if (from > to) continue;
      p = column + ((<usize>from) << 4);
      end = column + ((<usize>(to + 1)) << 4);
      f0 = i32x4.add(f0, i32x4.mul(d0, i32x4.splat(from)));
      f1 = i32x4.add(f1, i32x4.mul(d1, i32x4.splat(from)));
      f2 = i32x4.add(f2, i32x4.mul(d2, i32x4.splat(from)));
      za = i64x2.add(za, i64x2.splat(down * <i64>from));
    }
    countPixels(<i32>(end - p) >> 2);
    let zb = i64x2.add(za, i64x2.splat(across << 1));
    for (; p < end; p += 16) {
      const outside = i32x4.shr_s(v128.or(v128.or(f0, f1), f2), 31);
      let z = v128.shuffle<i32>(za, zb, 1, 3, 5, 7);
      if (sizeof<D>() == sizeof<Narrow>()) z = v128.or(z, outside);
      seen = meet<D, M>(p, z, outside, seen);
      f0 = i32x4.add(f0, d0);
      f1 = i32x4.add(f1, d1);
      f2 = i32x4.add(f2, d2);
      za = i64x2.add(za, dz);
      zb = i64x2.add(zb, dz);
    }
    if (sizeof<M>() == sizeof<Ask>() || sizeof<M>() == sizeof<AskBehind>()) {
      if (!i32x4.all_true(seen)) return true;
    }
  }
  return sizeof<M>() == sizeof<AskBehindAndDraw>() ? !i32x4.all_true(seen) : false;
}

/** Whether the pixel in the middle of an entry's triangle is covered and what is drawn there lies no deeper than `least`. */
export function isHiddenInMiddle(buffer: usize, entry: usize, left: i32, top: i32, least: i32): bool {
  const rank = rankOf(entry);
  const indices = indicesOfRank(rank);
  const vertices = projectedOf(rank);
  const a = vertices + ((<usize>load<u32>(indices)) << VERTEX_BITS);
  const b = vertices + ((<usize>load<u32>(indices, 4)) << VERTEX_BITS);
  const c = vertices + ((<usize>load<u32>(indices, 8)) << VERTEX_BITS);
  const ax = load<i32>(a);
  const ay = load<i32>(a, 4);
  const bx = load<i32>(b);
  const by = load<i32>(b, 4);
  const cx = load<i32>(c);
  const cy = load<i32>(c, 4);
  const x = <i32>((<i64>(ax + bx + cx) * 1398102) >> 30) - left;
  const y = <i32>((<i64>(ay + by + cy) * 1398102) >> 30) - top;
  if (<u32>x >= <u32>PANE || <u32>y >= <u32>PANE) return false;
  if (load<i32>(pixelAt(buffer, x, y)) > least) return false;
  const px = ((x + left) << PLACE_BITS) + 128;
  const py = ((y + top) << PLACE_BITS) + 128;
  const e0 = <i64>(bx - ax) * <i64>(py - ay) - <i64>(by - ay) * <i64>(px - ax);
  const e1 = <i64>(cx - bx) * <i64>(py - by) - <i64>(cy - by) * <i64>(px - bx);
  const e2 = <i64>(ax - cx) * <i64>(py - cy) - <i64>(ay - cy) * <i64>(px - cx);
  return (e0 > 0 && e1 > 0 && e2 > 0) || (e0 < 0 && e1 < 0 && e2 < 0);
}
