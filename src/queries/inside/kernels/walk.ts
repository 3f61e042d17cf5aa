/**
 * Streams the triangles over the grid of points: each adds to the winding numbers of the points whose rays cross it.
 *
 * Winding numbers are added up atomically, so any thread may take any triangle; sums do not depend on the order.
 */
import { addEdges } from '../../../exact/kernels/edge-sum';
import { bump, control, stopped } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { OBJECT_IMAGE, OBJECT_INDICES } from '../../../memory/layout';
import {
  INSIDE_ACROSS,
  INSIDE_BANDS,
  INSIDE_CHECK_EDGES,
  INSIDE_DOWN,
  INSIDE_EDGE_SUM,
  INSIDE_HIGH,
  INSIDE_LAST,
  INSIDE_LOW,
  INSIDE_ON,
  INSIDE_SCALE,
  INSIDE_SORTED_ACROSS,
  INSIDE_SORTED_DEPTH,
  INSIDE_SORTED_DOWN,
  INSIDE_SORTED_EXACT,
  INSIDE_STARTS,
  INSIDE_SWIZZLE,
  INSIDE_WINDINGS,
} from '../layout';
import { crossing, ON_TRIANGLE, setTriangle } from './crossing';
import { cellOf } from './grid';

/** The triangles from..to over the rows of one band. */
export function crossTriangles(from: u32, to: u32, band: u32): void {
  const object = objectRecord(0);
  const indices = <usize>load<u32>(object, OBJECT_INDICES);
  if (band == 0 && control(INSIDE_CHECK_EDGES) != 0) addEdges(indices, from, to, INSIDE_EDGE_SUM);
  const rows = control(INSIDE_DOWN);
  const bands = control(INSIDE_BANDS);
  const firstRow = <i32>((<u64>rows * band) / bands);
  const lastRow = <i32>((<u64>rows * (band + 1)) / bands) - 1;
  const image = <usize>load<u32>(object, OBJECT_IMAGE);
  const swizzle = v128.load(INSIDE_SWIZZLE);
  const gridLow = v128.load(INSIDE_LOW);
  const gridHigh = v128.load(INSIDE_HIGH);
  const scale = v128.load(INSIDE_SCALE);
  const last = v128.load(INSIDE_LAST);
  for (let triangle = from; triangle < to; triangle++) {
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
    const cellLow = cellOf(low, gridLow, scale, last);
    const cellHigh = cellOf(high, gridLow, scale, last);
    const rowLow = max(firstRow, i32x4.extract_lane(cellLow, 1));
    const rowHigh = min(lastRow, i32x4.extract_lane(cellHigh, 1));
    if (rowLow > rowHigh) continue;
    isSet = false;
    vertex0 = v0;
    vertex1 = v1;
    vertex2 = v2;
    crossRows(object, low, high, i32x4.extract_lane(cellLow, 0), i32x4.extract_lane(cellHigh, 0), rowLow, rowHigh);
    if (rowHigh - rowLow > 64 && stopped()) return;
  }
}

// The triangle at hand; its exact corners are read when the first point is met.
let isSet: bool = false;
let vertex0: u32 = 0;
let vertex1: u32 = 0;
let vertex2: u32 = 0;

function crossRows(
  object: usize,
  low: v128,
  high: v128,
  columnLow: i32,
  columnHigh: i32,
  rowLow: i32,
  rowHigh: i32,
): void {
  const across = control(INSIDE_ACROSS);
  const starts = <usize>control(INSIDE_STARTS);
  const lowAcross = f32x4.splat(f32x4.extract_lane(low, 0));
  const lowDown = f32x4.splat(f32x4.extract_lane(low, 1));
  const highAcross = f32x4.splat(f32x4.extract_lane(high, 0));
  const highDown = f32x4.splat(f32x4.extract_lane(high, 1));
  const highDepth = f32x4.splat(f32x4.extract_lane(high, 2));
  const lowDepth = f32x4.extract_lane(low, 2);
  const sortedAcross = <usize>control(INSIDE_SORTED_ACROSS);
  const sortedDown = <usize>control(INSIDE_SORTED_DOWN);
  const sortedDepth = <usize>control(INSIDE_SORTED_DEPTH);
  for (let row = rowLow; row <= rowHigh; row++) {
    const rowStarts = starts + ((<usize>row * across) << 2);
    const to = load<u32>(rowStarts + ((<usize>(columnHigh + 1)) << 2));
    for (let i = load<u32>(rowStarts + ((<usize>columnLow) << 2)); i < to; i += 4) {
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
}

function crossPoint(object: usize, point: u32, isNearer: bool): void {
  if (!isSet) {
    setTriangle(object, vertex0, vertex1, vertex2);
    isSet = true;
  }
  const found = crossing(<usize>control(INSIDE_SORTED_EXACT) + <usize>point * 24, isNearer);
  if (found == 0) return;
  if (found == ON_TRIANGLE) store<u8>(<usize>control(INSIDE_ON) + point, 1);
  else bump(<usize>control(INSIDE_WINDINGS) + ((<usize>point) << 2), <u32>found);
}
