/**
 * Streams the triangles over the grid of points: each adds to the winding numbers of the points whose rays cross it.
 *
 * Winding numbers are added up atomically, so any thread may take any triangle; sums do not depend on the order.
 */

import { addEdges } from '../../../exact/kernels/edge-sum';
import { insideJob, ObjectRecord } from '../../../memory/generated/kernels/records';
import { bump, stopped } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { beginsAt, leavesAt } from '../../../memory/kernels/time-slice';
import { crossing, ON_TRIANGLE, setTriangle } from './crossing';
import { bucketOf } from './grid';

/** The current triangle. */
// @unmanaged
class WalkState {
  // The current triangle; its exact corners are read when the first point is met.
  isSet: bool;
  vertex0: u32;
  vertex1: u32;
  vertex2: u32;
}
const walk = changetype<WalkState>(reserveScratch(offsetof<WalkState>()));

/** The triangles from..to over the rows of one band; may leave. */
export function crossTriangles(from: u32, to: u32, band: u32): void {
  const object = objectRecord(0);
  const indices = object.indices;
  const begin = beginsAt(from);
  if (band == 0 && begin == from && insideJob.checkEdges != 0) addEdges(indices, from, to, insideJob.edgeSum);
  const rows = insideJob.down;
  const bands = insideJob.bands;
  const firstRow = <i32>((<u64>rows * band) / bands);
  const lastRow = <i32>((<u64>rows * (band + 1)) / bands) - 1;
  const image = object.image;
  const swizzle = v128.load(insideJob.swizzle);
  const gridLow = v128.load(insideJob.low);
  const gridHigh = v128.load(insideJob.high);
  const scale = v128.load(insideJob.scale);
  const last = v128.load(insideJob.last);
  for (let triangle = begin; triangle < to; triangle++) {
    const corner = indices + <usize>triangle * 12;
    const v0 = load<u32>(corner);
    const v1 = load<u32>(corner, 4);
    const v2 = load<u32>(corner, 8);
    const p0 = v128.load(image + ((<usize>v0) << 4));
    const p1 = v128.load(image + ((<usize>v1) << 4));
    const p2 = v128.load(image + ((<usize>v2) << 4));
    const low = i8x16.swizzle(f32x4.pmin(p0, f32x4.pmin(p1, p2)), swizzle);
    const high = i8x16.swizzle(f32x4.pmax(p0, f32x4.pmax(p1, p2)), swizzle);
    // The fourth lane is 0 on all sides.
    if (!i32x4.all_true(v128.and(f32x4.ge(high, gridLow), f32x4.le(low, gridHigh)))) continue;
    const bucketLow = bucketOf(low, gridLow, scale, last);
    const bucketHigh = bucketOf(high, gridLow, scale, last);
    const rowLow = max(firstRow, i32x4.extract_lane(bucketLow, 1));
    const rowHigh = min(lastRow, i32x4.extract_lane(bucketHigh, 1));
    if (rowLow > rowHigh) continue;
    walk.isSet = false;
    walk.vertex0 = v0;
    walk.vertex1 = v1;
    walk.vertex2 = v2;
    const columnLow = i32x4.extract_lane(bucketLow, 0);
    const columnHigh = i32x4.extract_lane(bucketHigh, 0);
    const seen = crossRows(object, low, high, columnLow, columnHigh, rowLow, rowHigh);
    if (rowHigh - rowLow > 64 && stopped()) return;
    if (leavesAt(triangle + 1, seen)) return;
  }
}

/** Returns the number of points tested. */
function crossRows(
  object: ObjectRecord,
  low: v128,
  high: v128,
  columnLow: i32,
  columnHigh: i32,
  rowLow: i32,
  rowHigh: i32,
): u64 {
  const across = insideJob.across;
  const starts = insideJob.starts;
  const lowAcross = f32x4.splat(f32x4.extract_lane(low, 0));
  const lowDown = f32x4.splat(f32x4.extract_lane(low, 1));
  const highAcross = f32x4.splat(f32x4.extract_lane(high, 0));
  const highDown = f32x4.splat(f32x4.extract_lane(high, 1));
  const highDepth = f32x4.splat(f32x4.extract_lane(high, 2));
  const lowDepth = f32x4.extract_lane(low, 2);
  const sortedAcross = <usize>insideJob.sortedAcross;
  const sortedDown = <usize>insideJob.sortedDown;
  const sortedDepth = insideJob.sortedDepth;
  let seen: u64 = 0;
  for (let row = rowLow; row <= rowHigh; row++) {
    const rowStarts = starts + ((<usize>row * across) << 2);
    const from = load<u32>(rowStarts + ((<usize>columnLow) << 2));
    const to = load<u32>(rowStarts + ((<usize>(columnHigh + 1)) << 2));
    seen += to - from;
    for (let i = from; i < to; i += 4) {
      const u = v128.load(sortedAcross + ((<usize>i) << 2));
      const v = v128.load(sortedDown + ((<usize>i) << 2));
      const w = v128.load(sortedDepth + ((<usize>i) << 2));
      const within = v128.and(
        v128.and(f32x4.ge(u, lowAcross), f32x4.le(u, highAcross)),
        v128.and(v128.and(f32x4.ge(v, lowDown), f32x4.le(v, highDown)), f32x4.le(w, highDepth)),
      );
      let bits = i32x4.bitmask(within);
      if (to - i < 4) bits &= (1 << (to - i)) - 1;
      while (bits != 0) {
        const point = i + <u32>ctz(bits);
        bits &= bits - 1;
        crossPoint(object, point, load<f32>(sortedDepth + ((<usize>point) << 2)) < lowDepth);
      }
    }
  }
  return seen;
}

function crossPoint(object: ObjectRecord, point: u32, isNearer: bool): void {
  if (!walk.isSet) {
    setTriangle(object, walk.vertex0, walk.vertex1, walk.vertex2);
    walk.isSet = true;
  }
  const found = crossing(insideJob.sortedExact + <usize>point * 24, isNearer);
  if (found == 0) return;
  if (found == ON_TRIANGLE) store<u8>(insideJob.on + point, 1);
  else bump(insideJob.windings + ((<usize>point) << 2), <u32>found);
}
