/**
 * The paper's rule: rasterize each triangle along the axis on which its projection is largest, at the centres of columns, and
 * set the voxel in which the triangle is there; in one of three directional sheets, whose bits run along that axis.
 *
 * Source: Chen, Wan, Zhang, Bao & Peng, VRST 2004, section 3.3 (rasterization, texelization, synthesis).
 * Promise: a centre on a side of the triangle counts; a depth on the boundary of two voxels belongs to the upper one. Both
 * are decided exactly. A triangle seen as a line draws nothing. So a set voxel holds a point of the surface straight above or
 * below its centre, at most half a voxel away.
 */

import { orient2d, orient3d } from '../../../exact/kernels/predicates';
import { ObjectRecord, voxelJob } from '../../../memory/generated/kernels/records';
import { exactPoint } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { leavesAt } from '../../../memory/kernels/time-slice';
import { orWord } from './emit';
import { corners } from './exact';
import { drawSurely } from './paper-surely';

const point = reserveScratch(24);

/** A grid coordinate is off by 2^-24 of itself for its rounding, and by a few 2^-53 for how it was computed. */
const GRID_ROUNDING: f64 = 6.1e-8;
const EPSILON: f64 = 2.220446049250313e-16;

// @inline
function origin(axis: usize): f64 {
  return load<f64>(voxelJob.grid + axis);
}

// @inline
function edge(): f64 {
  return load<f64>(voxelJob.grid + 24);
}

/** Centre of voxel i along an axis (byte offset 0, 8 or 16). Exact. */
// @inline
function centre(axis: usize, i: i32): f64 {
  return origin(axis) + (<f64>i + 0.5) * edge();
}

// Voxels that can be set along each axis: first, and one past the last.
// @inline
export function firstAlong(axis: usize): i32 {
  return axis == 16 ? <i32>voxelJob.firstLayer : 0;
}

// @inline
export function endAlong(axis: usize): i32 {
  return <i32>(axis == 0 ? voxelJob.across : axis == 8 ? voxelJob.down : voxelJob.endLayer);
}

/** The axis (0, 8 or 16) along which the normal is longest; −1 for a normal that is 0. Decided in double precision. */
function dominantAxis(): i32 {
  const ux = load<f64>(corners, 24) - load<f64>(corners);
  const uy = load<f64>(corners, 32) - load<f64>(corners, 8);
  const uz = load<f64>(corners, 40) - load<f64>(corners, 16);
  const vx = load<f64>(corners, 48) - load<f64>(corners);
  const vy = load<f64>(corners, 56) - load<f64>(corners, 8);
  const vz = load<f64>(corners, 64) - load<f64>(corners, 16);
  const nx = abs(uy * vz - uz * vy);
  const ny = abs(uz * vx - ux * vz);
  const nz = abs(ux * vy - uy * vx);
  const most = max(max(nx, ny), nz);
  if (most == 0) return -1;
  return nz == most ? 16 : ny == most ? 8 : 0;
}

/** Bits of the object that is being voxelized; also its sheet along x. */
// @inline
export function currentBits(): usize {
  return voxelJob.current == 0 ? voxelJob.bitsA : voxelJob.bitsB;
}

/** Texelization: encodes a voxel in the sheet of its axis. */
export function setInSheet(axis: usize, x: i32, y: i32, z: i32): void {
  const layer = z - <i32>voxelJob.firstLayer;
  const rows = <usize>voxelJob.layerRows;
  const across = (<usize>voxelJob.rowWords) << 5;
  let sheet: usize;
  let word: usize;
  let along: i32;
  if (axis == 0) {
    sheet = currentBits();
    word = (<usize>layer * rows + y) * voxelJob.rowWords;
    along = x;
  } else if (axis == 8) {
    sheet = voxelJob.sheetY;
    word = (<usize>layer * across + x) * voxelJob.sheetYWords;
    along = y;
  } else {
    sheet = voxelJob.sheetZ;
    word = (<usize>y * across + x) * voxelJob.sheetZWords;
    along = layer;
  }
  orWord(sheet + ((word + (along >>> 5)) << 2), 1 << (along & 31));
}

/** Side of the point u, v: of the line through two corners, positive on the left. */
// @inline
function sideOf(p: usize, q: usize, u: usize, v: usize, pu: f64, pv: f64): i32 {
  return orient2d(
    load<f64>(corners + p + u),
    load<f64>(corners + p + v),
    load<f64>(corners + q + u),
    load<f64>(corners + q + v),
    pu,
    pv,
  );
}

/** Whether the triangle is at or above `height` along the axis, over the point in the view; `orientation` is its orientation there. */
function reaches(axis: usize, u: usize, v: usize, pu: f64, pv: f64, height: f64, orientation: i32): bool {
  store<f64>(point + u, pu);
  store<f64>(point + v, pv);
  store<f64>(point + axis, height);
  // Positive when the triangle is oriented like orient3d's first three points and the point lies below it.
  return orient3d(corners, corners + 24, corners + 48, point) * orientation >= 0;
}

/**
 * Number of the voxel, counted along the axis with boundaries at origin + i · edge + `shift`, in which the triangle is over the
 * point; a boundary belongs to what is above it. `orientation` is not 0.
 */
export function cellAlong(axis: usize, u: usize, v: usize, pu: f64, pv: f64, shift: f64, orientation: i32): i32 {
  const au = load<f64>(corners + u);
  const av = load<f64>(corners + v);
  const aw = load<f64>(corners + axis);
  const bu = load<f64>(corners + 24 + u) - au;
  const bv = load<f64>(corners + 24 + v) - av;
  const bw = load<f64>(corners + 24 + axis) - aw;
  const cu = load<f64>(corners + 48 + u) - au;
  const cv = load<f64>(corners + 48 + v) - av;
  const cw = load<f64>(corners + 48 + axis) - aw;
  const du = pu - au;
  const dv = pv - av;
  const area = bu * cv - bv * cu;
  const nu = bv * cw - bw * cv;
  const nv = bw * cu - bu * cw;
  const rise = nu * du + nv * dv;
  const inverse = 1 / edge();
  const height = (aw - origin(axis) - shift - rise / area) * inverse;
  // A height is a point of the triangle: no farther than its corners, whatever the rounding.
  const lowest = (min(min(aw, aw + bw), aw + cw) - origin(axis) - shift) * inverse;
  const highest = (max(max(aw, aw + bw), aw + cw) - origin(axis) - shift) * inverse;
  const products = abs(bu * cv) + abs(bv * cu);
  const slope = abs(rise / area);
  const error =
    16 *
    EPSILON *
    ((((abs(bv * cw) + abs(bw * cv)) * abs(du) + (abs(bw * cu) + abs(bu * cw)) * abs(dv) + products * slope) /
      abs(area)) *
      inverse +
      (abs(aw) + abs(origin(axis)) + abs(shift)) * inverse);
  // Not a number when the area underflows: then the corners' range is searched.
  const low = error < 1e9 ? max(height - error, lowest - 1) : lowest - 1;
  const high = error < 1e9 ? min(height + error, highest + 1) : highest + 1;
  let from = <i64>floor(max(low, -1e15));
  let to = <i64>floor(min(high, 1e15));
  // The largest boundary that the triangle reaches, by halving what floating point leaves open.
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    const boundary = origin(axis) + shift + <f64>middle * edge();
    if (reaches(axis, u, v, pu, pv, boundary, orientation)) from = middle;
    else to = middle - 1;
  }
  return <i32>max<i64>(min<i64>(from, 0x3fffffff), -0x3fffffff);
}

/** The first column whose centre is at `low` or above, and the last whose is at `high` or below, perhaps one more each. */
// @inline
export function firstColumn(axis: usize, low: f64): i32 {
  const at = (low - origin(axis)) / edge() - 0.5;
  return max(firstAlong(axis), <i32>max<f64>(min<f64>(floor(at), 1e9), -1e9));
}

// @inline
export function lastColumn(axis: usize, high: f64): i32 {
  const at = (high - origin(axis)) / edge() - 0.5;
  return min(endAlong(axis) - 1, <i32>max<f64>(min<f64>(ceil(at), 1e9), -1e9));
}

/** Rasterizes the triangle in `corners` along its dominant axis. */
function rasterize(): void {
  const dominant = dominantAxis();
  if (dominant < 0) return;
  const axis = <usize>dominant;
  // The two other axes, in turn: the view is right-handed.
  const u: usize = axis == 16 ? 0 : axis + 8;
  const v: usize = axis == 0 ? 16 : axis - 8;
  const au = load<f64>(corners + u);
  const bu = load<f64>(corners + 24 + u);
  const cu = load<f64>(corners + 48 + u);
  const av = load<f64>(corners + v);
  const bv = load<f64>(corners + 24 + v);
  const cv = load<f64>(corners + 48 + v);
  const u0 = firstColumn(u, min(min(au, bu), cu));
  const u1 = lastColumn(u, max(max(au, bu), cu));
  const v0 = firstColumn(v, min(min(av, bv), cv));
  const v1 = lastColumn(v, max(max(av, bv), cv));
  if (u0 > u1 || v0 > v1) return;
  const orientation = orient2d(au, av, bu, bv, cu, cv);
  if (orientation == 0) return;
  const first = firstAlong(axis);
  const end = endAlong(axis);
  for (let j = v0; j <= v1; j++) {
    const pv = centre(v, j);
    for (let i = u0; i <= u1; i++) {
      const pu = centre(u, i);
      if (sideOf(0, 24, u, v, pu, pv) * orientation < 0) continue;
      if (sideOf(24, 48, u, v, pu, pv) * orientation < 0) continue;
      if (sideOf(48, 0, u, v, pu, pv) * orientation < 0) continue;
      const k = cellAlong(axis, u, v, pu, pv, 0, orientation);
      if (k < first || k >= end) continue;
      if (axis == 16) setInSheet(axis, i, j, k);
      else if (axis == 0) setInSheet(axis, k, i, j);
      else setInSheet(axis, j, k, i);
    }
  }
}

/** Puts the corners of a triangle into `corners`. */
// @inline
export function loadTriangle(object: ObjectRecord, triangle: u32): void {
  const indices = object.indices + <usize>triangle * 12;
  exactPoint(object, load<u32>(indices), corners);
  exactPoint(object, load<u32>(indices, 4), corners + 24);
  exactPoint(object, load<u32>(indices, 8), corners + 48);
}

/**
 * Whether the triangle with these grid coordinates surely draws nothing: no centre of a column lies within its box, as seen
 * along its dominant axis. True for most triangles of a scan.
 */
// @inline
function drawsNothing(a: v128, b: v128, c: v128, first: v128, last: v128): bool {
  const low = f32x4.pmin(f32x4.pmin(a, b), c);
  const high = f32x4.pmax(f32x4.pmax(a, b), c);
  const size = f32x4.pmax(f32x4.abs(low), f32x4.abs(high));
  // Coordinates are off by 2^-24 of themselves; twice that covers the steps here.
  const slack = f32x4.mul(size, f32x4.splat(2.5e-7));
  const half = f32x4.splat(0.5);
  const from = f32x4.ceil(f32x4.sub(f32x4.sub(low, half), slack));
  const to = f32x4.floor(f32x4.add(f32x4.sub(high, half), slack));
  const has = i32x4.bitmask(f32x4.le(f32x4.pmax(from, first), f32x4.pmin(to, last))) & 7;
  // Two axes of three must have centres.
  if (popcnt(has) < 2) return true;
  if (has == 7) return false;
  // The dominant axis must be the one without; if another component of the normal is surely larger, it is not.
  const u = f32x4.sub(b, a);
  const v = f32x4.sub(c, a);
  const p = f32x4.mul(u, v128.shuffle<f32>(v, v, 1, 2, 0, 3));
  const q = f32x4.mul(v128.shuffle<f32>(u, u, 1, 2, 0, 3), v);
  const normal = f32x4.abs(f32x4.sub(p, q)); // z, x, y
  const nz = f32x4.extract_lane(normal, 0);
  const nx = f32x4.extract_lane(normal, 1);
  const ny = f32x4.extract_lane(normal, 2);
  const most = largestLane(size);
  const extent = largestLane(f32x4.sub(high, low));
  const doubt = <f32>32 * (most * <f32>6.1e-8 + extent * <f32>1.2e-7) * extent;
  const needed = has == 3 ? nz : has == 6 ? nx : ny;
  return max(max(nx, ny), nz) > needed + doubt;
}

/** Draws a triangle if its grid coordinates are exact enough for that. */
// @inline
function drawsSurely(a: v128, b: v128, c: v128): bool {
  const low = f32x4.pmin(f32x4.pmin(a, b), c);
  const high = f32x4.pmax(f32x4.pmax(a, b), c);
  const most = largestLane(f32x4.pmax(f32x4.abs(low), f32x4.abs(high)));
  // Beyond this numbers of voxels are no longer numbers of 32 bits.
  if (!(most < 1e6)) return false;
  return drawSurely(a, b, c, <f64>most * GRID_ROUNDING + 1e-30, <f64>largestLane(f32x4.sub(high, low)));
}

// @inline
function largestLane(vector: v128): f32 {
  return max(max(f32x4.extract_lane(vector, 0), f32x4.extract_lane(vector, 1)), f32x4.extract_lane(vector, 2));
}

/** Work of a triangle, for time slices: a few of the largest ones take a millisecond. */
const TRIANGLE_WORK: u64 = 1024;

export function voxelizeByPaper(object: ObjectRecord, from: u32, to: u32): void {
  const image = object.image;
  const indices = object.indices;
  const first = f32x4(0, 0, <f32>voxelJob.firstLayer, 0);
  const last = f32x4(<f32>(voxelJob.across - 1), <f32>(voxelJob.down - 1), <f32>(voxelJob.endLayer - 1), 0);
  for (let triangle = from; triangle < to; triangle++) {
    const at = indices + <usize>triangle * 12;
    const a = v128.load(image + ((<usize>load<u32>(at)) << 4));
    const b = v128.load(image + ((<usize>load<u32>(at, 4)) << 4));
    const c = v128.load(image + ((<usize>load<u32>(at, 8)) << 4));
    if (drawsNothing(a, b, c, first, last)) continue;
    if (!drawsSurely(a, b, c)) {
      loadTriangle(object, triangle);
      rasterize();
    }
    if (leavesAt(triangle + 1, TRIANGLE_WORK)) return;
  }
}
