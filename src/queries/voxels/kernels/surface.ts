/**
 * The conservative rule: every voxel that a triangle touches.
 *
 * Image coordinates of this query are coordinates of the grid, in units of a voxel, in single precision. What that
 * leaves open is decided exactly, so the bits are those of the exact test. Most triangles of a scan are smaller than a
 * voxel: one whose box lies in one voxel, or in one row of voxels along an axis, needs no test at all, because it is
 * connected and touches each.
 */

import { ObjectRecord, voxelJob } from '../../../memory/generated/kernels/records';
import { leavesAt } from '../../../memory/kernels/time-slice';
import { emitTouched, openAxes, setSureBox } from './axes';
import { emit, emitTriangle, isListing, rowAddress, wantsAny } from './emit';
import { emitOneVoxelThick } from './one-voxel-thick';

/** A grid coordinate u is off by 2^-24 · |u| for its rounding, and by a few 2^-53 · |u| for how it was computed. */
const ROUNDING: f32 = 6.1e-8;
/** Up to this sum of a box's sides one view is tested voxel by voxel; larger boxes are divided. */
const THIN_MOST: i32 = 16;

/** The largest magnitude of x, y and z in two points. */
// @inline
function largestOf(low: v128, high: v128): f32 {
  const size = f32x4.pmax(f32x4.abs(low), f32x4.abs(high));
  return max(max(f32x4.extract_lane(size, 0), f32x4.extract_lane(size, 1)), f32x4.extract_lane(size, 2));
}

/** The most voxels that a triangle may touch, given the sides of its box in voxels. */
// @inline
function workOf(width: i32, height: i32, depth: i32): u64 {
  return <u64>width * height + <u64>height * depth + <u64>depth * width;
}

/** Voxelizes the triangles from `from` to `to` of an object, as its own triangles are numbered; may leave. */
export function voxelizeSurface(object: ObjectRecord, from: u32, to: u32): void {
  const image = object.image;
  const indices = object.indices;
  const start = object.triangleStart;
  // Numbers of voxels stay single-precision numbers, which are exact for them, until they are needed as integers.
  const first = f32x4(0, 0, <f32>voxelJob.firstLayer, -f32.MAX_VALUE);
  const last = f32x4(<f32>(voxelJob.across - 1), <f32>(voxelJob.down - 1), <f32>(voxelJob.endLayer - 1), f32.MAX_VALUE);
  // Of an object that does not reach far beyond the grid all triangles get the same bound.
  const largest = largestOf(v128.load(object.low), v128.load(object.high));
  const across = <f32>max(max(voxelJob.across, voxelJob.down), voxelJob.endLayer);
  const isNear = largest <= 2 * across;
  const common = ROUNDING * largest + 1e-30;
  // Triangles that were not counted in any list need not be tested again.
  const marked: usize = isListing() ? <usize>voxelJob.listed + start : 0;
  for (let triangle = from; triangle < to; triangle++) {
    if (marked != 0 && load<u8>(marked + triangle) == 0) continue;
    const at = indices + <usize>triangle * 12;
    const a = v128.load(image + ((<usize>load<u32>(at)) << 4));
    const b = v128.load(image + ((<usize>load<u32>(at, 4)) << 4));
    const c = v128.load(image + ((<usize>load<u32>(at, 8)) << 4));
    const low = f32x4.pmin(f32x4.pmin(a, b), c);
    const high = f32x4.pmax(f32x4.pmax(a, b), c);
    const delta = isNear ? common : ROUNDING * largestOf(low, high) + 1e-30;
    const slack = f32x4.splat(delta);
    const low0 = f32x4.floor(f32x4.sub(low, slack));
    const high0 = f32x4.floor(f32x4.add(high, slack));
    const misses = v128.or(f32x4.lt(high0, first), f32x4.gt(low0, last));
    if ((i32x4.bitmask(misses) & 7) != 0) continue;
    // The smallest range that the triangle's box can have; where it differs from the largest, rounding leaves it open.
    const low1 = f32x4.floor(f32x4.add(low, slack));
    const high1 = f32x4.floor(f32x4.sub(high, slack));
    const lowest = f32x4.pmax(low0, first);
    const highest = f32x4.pmin(high0, last);
    const open = v128.or(f32x4.ne(lowest, f32x4.pmax(low1, first)), f32x4.ne(highest, f32x4.pmin(high1, last)));
    // Before clipping: what clipping leaves of a larger box need not be touched.
    const spans = i32x4.bitmask(f32x4.ne(low0, high0)) & 7;
    const cell = i32x4.trunc_sat_f32x4_s(lowest);
    const x0 = i32x4.extract_lane(cell, 0);
    const y0 = i32x4.extract_lane(cell, 1);
    const z0 = i32x4.extract_lane(cell, 2);
    emitTriangle(start + triangle);
    const isOpen = (i32x4.bitmask(open) & 7) != 0;
    if (spans == 0 && !isOpen) {
      emit(rowAddress(y0, z0), x0);
      continue;
    }
    const lastCell = i32x4.trunc_sat_f32x4_s(highest);
    const x1 = i32x4.extract_lane(lastCell, 0);
    const y1 = i32x4.extract_lane(lastCell, 1);
    const z1 = i32x4.extract_lane(lastCell, 2);
    if (!isOpen && (spans & (spans - 1)) == 0) {
      emitLine(x0, y0, z0, x1, y1, z1);
      continue;
    }
    if (!wantsAny(x0, y0, z0, x1, y1, z1)) continue;
    const sides = f32x4.sub(high, low);
    const extent = max(max(f32x4.extract_lane(sides, 0), f32x4.extract_lane(sides, 1)), f32x4.extract_lane(sides, 2));
    if (!isOpen && spans != 7 && x1 - x0 + (y1 - y0) + (z1 - z0) < THIN_MOST) {
      emitOneVoxelThick(object, triangle, spans, a, b, c, delta, extent, x0, y0, z0, x1, y1, z1);
      continue;
    }
    openAxes(object, triangle, a, b, c, delta, extent);
    setSureBox(i32x4.trunc_sat_f32x4_s(low1), i32x4.trunc_sat_f32x4_s(high1));
    emitTouched(x0, y0, z0, x1, y1, z1);
    if (leavesAt(triangle + 1, workOf(x1 - x0, y1 - y0, z1 - z0))) return;
  }
}

/** Voxels in one line along an axis. */
// @inline
function emitLine(x0: i32, y0: i32, z0: i32, x1: i32, y1: i32, z1: i32): void {
  for (let z = z0; z <= z1; z++) {
    for (let y = y0; y <= y1; y++) {
      const row = rowAddress(y, z);
      for (let x = x0; x <= x1; x++) emit(row, x);
    }
  }
}
