/**
 * Small triangles sampled at the centres of pixels: heights over the edges in whole numbers of 32 bits, four pixels at a time, one bit
 * for each pixel that is covered. Which pixels these are is hard to foresee, so nothing branches before all of them are known.
 *
 * Corners are less than 2 · SPAN_MOST = 2^14 places apart, and the pixels looked at lie among them but for seven columns, so
 * heights, sums of two products of such differences, stay below 2^30.
 */

import { sampledJob } from '../../../memory/generated/kernels/records';
import { SAMPLED_PLACES } from '../constants';
import { addLayer } from './sampled-layers';
import { HALF, PLACES } from './sampled-vertices';

/** Places along an axis that corners may be apart from the first: 32 pixels. */
const SPAN_MOST: f64 = 32 * PLACES;
/** Columns and rows that are tested together. */
const BLOCK: i32 = 8;

// @inline
function isNear(a: f64, b: f64): bool {
  return abs(b - a) < SPAN_MOST;
}

/** Whether the corners at i, p, q are near enough. */
// @inline
export function isSmall(i: usize, p: usize, q: usize): bool {
  if (!isNear(load<f64>(i), load<f64>(p)) || !isNear(load<f64>(i), load<f64>(q))) return false;
  return isNear(load<f64>(i, 8), load<f64>(p, 8)) && isNear(load<f64>(i, 8), load<f64>(q, 8));
}

/** 1 when a centre on an edge from the origin to dx, dy does not belong to the side on its left. */
// @inline
function foreign(dx: i32, dy: i32): i32 {
  return dy < 0 || (dy == 0 && dx < 0) ? 0 : 1;
}

/** Heights over an edge at four columns: `first`, and from one to the next less by `step`. */
// @inline
function fourHeights(first: i32, step: i32): v128 {
  return i32x4(first, first - step, first - 2 * step, first - 3 * step);
}

/** Samples a small triangle with corners at i, p, q, which it lies on the left of, `twice` its area, in these columns and rows. */
export function sampleSmall(
  i: usize,
  p: usize,
  q: usize,
  twice: f64,
  surface: u32,
  firstColumn: i32,
  firstRow: i32,
  columns: i32,
  rows: i32,
): void {
  // Most fit one block, many of them one that is narrow.
  if (columns <= BLOCK / 2 && rows <= 2 * BLOCK) {
    sampleBlock(i, p, q, twice, surface, firstColumn, firstRow, columns, rows, 2);
    return;
  }
  for (let row: i32 = 0; row < rows; row += BLOCK) {
    for (let column: i32 = 0; column < columns; column += BLOCK) {
      const across = min(BLOCK, columns - column);
      const down = min(BLOCK, rows - row);
      sampleBlock(i, p, q, twice, surface, firstColumn + column, firstRow + row, across, down, 3);
    }
  }
}

/** The same in a block of 8 × 8 pixels, or with a shift of 2 instead of 3 of 4 × 16. */
function sampleBlock(
  i: usize,
  p: usize,
  q: usize,
  twice: f64,
  surface: u32,
  column: i32,
  row: i32,
  columns: i32,
  rows: i32,
  shift: u32,
): void {
  const u = <f64>column * PLACES + HALF;
  const v = <f64>row * PLACES + HALF;
  const ax = <i32>(load<f64>(i) - u);
  const ay = <i32>(load<f64>(i, 8) - v);
  const bx = <i32>(load<f64>(p) - u);
  const by = <i32>(load<f64>(p, 8) - v);
  const cx = <i32>(load<f64>(q) - u);
  const cy = <i32>(load<f64>(q, 8) - v);
  // Heights at the first pixel, and what they change by from one column or row to the next.
  const overAB = (by - ay) * ax - (bx - ax) * ay;
  const overBC = (cy - by) * bx - (cx - bx) * by;
  const overCA = (ay - cy) * cx - (ax - cx) * cy;
  const columnAB = (by - ay) * SAMPLED_PLACES;
  const columnBC = (cy - by) * SAMPLED_PLACES;
  const columnCA = (ay - cy) * SAMPLED_PLACES;
  const rowAB = (bx - ax) * SAMPLED_PLACES;
  const rowBC = (cx - bx) * SAMPLED_PLACES;
  const rowCA = (ax - cx) * SAMPLED_PLACES;
  let heightsAB = fourHeights(overAB - foreign(bx - ax, by - ay), columnAB);
  let heightsBC = fourHeights(overBC - foreign(cx - bx, cy - by), columnBC);
  let heightsCA = fourHeights(overCA - foreign(ax - cx, ay - cy), columnCA);
  const within: u32 = (1 << columns) - 1;
  let covered: u64 = 0;
  for (let y: i32 = 0; y < rows; y++) {
    let outside = <u32>i32x4.bitmask(v128.or(v128.or(heightsAB, heightsBC), heightsCA));
    if (shift == 3) {
      const nextAB = i32x4.sub(heightsAB, i32x4.splat(4 * columnAB));
      const nextBC = i32x4.sub(heightsBC, i32x4.splat(4 * columnBC));
      const nextCA = i32x4.sub(heightsCA, i32x4.splat(4 * columnCA));
      outside |= (<u32>i32x4.bitmask(v128.or(v128.or(nextAB, nextBC), nextCA))) << 4;
    }
    covered |= (<u64>(~outside & within)) << ((<u64>y) << (<u64>shift));
    heightsAB = i32x4.add(heightsAB, i32x4.splat(rowAB));
    heightsBC = i32x4.add(heightsBC, i32x4.splat(rowBC));
    heightsCA = i32x4.add(heightsCA, i32x4.splat(rowCA));
  }
  if (covered == 0) return;
  const near = sampledJob.near;
  const far = sampledJob.far;
  const depthA = load<f64>(i, 16);
  const toB = load<f64>(p, 16) - depthA;
  const toC = load<f64>(q, 16) - depthA;
  const perWeight = 1 / twice;
  const first = <u32>row * sampledJob.resolution + <u32>column;
  for (; covered != 0; covered &= covered - 1) {
    const bit = <u32>ctz(covered);
    const x = <i32>(bit & ((1 << shift) - 1));
    const y = <i32>(bit >> shift);
    // Weights are whole numbers; a triangle perpendicular to the view axis has the depth of its first corner everywhere.
    const weightB = <f64>(overCA - x * columnCA + y * rowCA);
    const weightC = <f64>(overAB - x * columnAB + y * rowAB);
    const depth = depthA + (toB * weightB + toC * weightC) * perWeight;
    if (depth <= far) addLayer(first + <u32>y * sampledJob.resolution + <u32>x, depth, surface, near);
  }
}
