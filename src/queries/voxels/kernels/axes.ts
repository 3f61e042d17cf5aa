/**
 * Which voxels of a box does a triangle touch? In single precision, with a bound for what it may be off; what the bound
 * leaves open is decided exactly (exact.ts).
 *
 * Coordinates are those of the grid: a voxel is one unit wide. They are off by δ at most. All is taken relative to the first
 * corner, so that errors are in proportion to the triangle and not to the grid. With the edges e0, e1, e2 of the triangle
 * and its normal n, the axis across an edge in the view along x sees the triangle between 0 and ± n_x, and the same holds
 * for y and z; so an axis separates when |value − middle| > radius, four axes at a time.
 */
import { ObjectRecord } from '../../../memory/generated/kernels/records';
import { exactPoint } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { emit, isWanted, rowAddress } from './emit';
import { corners, touchesVoxel } from './exact';

/** Boxes of more voxels are cut in two, and parts that the triangle misses are dropped. */
const CELLS_TOGETHER: i32 = 128;

/** The current triangle, projected on the thirteen axes that may separate it from a voxel. */
// @unmanaged
class AxesState {
  // Coordinates of the three edges, and per view: middle of the triangle's interval, and its radius with that of a voxel.
  edgesX: v128;
  edgesY: v128;
  edgesZ: v128;
  middleX: v128;
  middleY: v128;
  middleZ: v128;
  radiusX: v128;
  radiusY: v128;
  radiusZ: v128;
  normalX: f32;
  normalY: f32;
  normalZ: f32;
  normalRadius: f32;
  edgeError: f32;
  normalError: f32;
  startX: f32;
  startY: f32;
  startZ: f32;

  // Voxels whose outcome along x, y, z is certain: the triangle's box surely reaches them.
  sureX0: i32;
  sureY0: i32;
  sureZ0: i32;
  sureX1: i32;
  sureY1: i32;
  sureZ1: i32;
  objectAt: ObjectRecord;
  localTriangle: u32;
  cornersLoaded: bool;
}
const axes = changetype<AxesState>(reserveScratch(offsetof<AxesState>()));

function loadCorners(): void {
  if (axes.cornersLoaded) return;
  axes.cornersLoaded = true;
  const indices = axes.objectAt.indices + <usize>axes.localTriangle * 12;
  exactPoint(axes.objectAt, load<u32>(indices), corners);
  exactPoint(axes.objectAt, load<u32>(indices, 4), corners + 24);
  exactPoint(axes.objectAt, load<u32>(indices, 8), corners + 48);
}

/** Says which triangle exact tests are about; its corners are read when the first is needed. */
// @inline
export function readyExactTest(object: ObjectRecord, triangle: u32): void {
  axes.objectAt = object;
  axes.localTriangle = triangle;
  axes.cornersLoaded = false;
}

/**
 * What the value of an edge's axis may be off. With P ≥ the distance from a voxel's centre to the first corner along an axis: an
 * edge is off by 2δ, a centre by δ, so a value by 4δP + 2δ·extent, middle and radius by 10δ·extent + 2δ, rounding in all by less
 * than 2^-20 · extent · P.
 */
// @inline
export function edgeBound(delta: f32, extent: f32): f32 {
  return (extent + 2) * (16 * delta + <f32>1e-6 * extent) + <f32>1e-30;
}

export function decideExactly(row: usize, x: i32, y: i32, z: i32): void {
  loadCorners();
  if (touchesVoxel(x, y, z)) emit(row, x);
}

/**
 * Readies the axes of a triangle with corners a, b, c; `delta` bounds what coordinates are off, `extent` is the longest side of
 * its box. The normal is off by 8δ·extent per component and enters with P of edgeBound; a sum of less than what is allowed here.
 */
export function openAxes(
  object: ObjectRecord,
  triangle: u32,
  a: v128,
  b: v128,
  c: v128,
  delta: f32,
  extent: f32,
): void {
  readyExactTest(object, triangle);
  const e0 = f32x4.sub(b, a);
  const e2 = f32x4.sub(c, a);
  const e1 = f32x4.sub(c, b);
  const xy = v128.shuffle<f32>(e0, e1, 0, 4, 1, 5);
  const zz = v128.shuffle<f32>(e0, e1, 2, 6, 2, 6);
  axes.edgesX = v128.shuffle<f32>(xy, e2, 0, 1, 4, 4);
  axes.edgesY = v128.shuffle<f32>(xy, e2, 2, 3, 5, 5);
  axes.edgesZ = v128.shuffle<f32>(zz, e2, 0, 1, 6, 6);
  // (z, x, y) of the normal.
  const normal = f32x4.sub(
    f32x4.mul(e0, v128.shuffle<f32>(e2, e2, 1, 2, 0, 3)),
    f32x4.mul(v128.shuffle<f32>(e0, e0, 1, 2, 0, 3), e2),
  );
  axes.normalX = f32x4.extract_lane(normal, 1);
  axes.normalY = f32x4.extract_lane(normal, 2);
  axes.normalZ = f32x4.extract_lane(normal, 0);
  const half = f32x4(0.5, -0.5, -0.5, -0.5);
  const size = f32x4.splat(0.5);
  axes.middleX = f32x4.mul(half, f32x4.splat(axes.normalX));
  axes.middleY = f32x4.mul(half, f32x4.splat(axes.normalY));
  axes.middleZ = f32x4.mul(half, f32x4.splat(axes.normalZ));
  const absX = f32x4.abs(axes.edgesX);
  const absY = f32x4.abs(axes.edgesY);
  const absZ = f32x4.abs(axes.edgesZ);
  axes.radiusX = f32x4.mul(size, f32x4.add(f32x4.add(absY, absZ), f32x4.splat(abs(axes.normalX))));
  axes.radiusY = f32x4.mul(size, f32x4.add(f32x4.add(absZ, absX), f32x4.splat(abs(axes.normalY))));
  axes.radiusZ = f32x4.mul(size, f32x4.add(f32x4.add(absX, absY), f32x4.splat(abs(axes.normalZ))));
  axes.normalRadius = 0.5 * (abs(axes.normalX) + abs(axes.normalY) + abs(axes.normalZ));
  axes.edgeError = edgeBound(delta, extent);
  axes.normalError = (extent + 2) * (extent + 1e-6) * (48 * delta + 3e-6 * extent) + 1e-30;
  axes.startX = f32x4.extract_lane(a, 0);
  axes.startY = f32x4.extract_lane(a, 1);
  axes.startZ = f32x4.extract_lane(a, 2);
}

/** Which voxels the triangle's box surely reaches; in others the voxel's own axes are left to the exact test. */
export function setSureBox(low: v128, high: v128): void {
  axes.sureX0 = i32x4.extract_lane(low, 0);
  axes.sureY0 = i32x4.extract_lane(low, 1);
  axes.sureZ0 = i32x4.extract_lane(low, 2);
  axes.sureX1 = i32x4.extract_lane(high, 0);
  axes.sureY1 = i32x4.extract_lane(high, 1);
  axes.sureZ1 = i32x4.extract_lane(high, 2);
}

/** Whether the triangle surely misses all voxels from x0, y0, z0 to x1, y1, z1. */
function missesBlock(x0: i32, y0: i32, z0: i32, x1: i32, y1: i32, z1: i32): bool {
  // Half a side, less the half of a voxel that the radii hold already.
  const growX = <f32>(x1 - x0) * 0.5;
  const growY = <f32>(y1 - y0) * 0.5;
  const growZ = <f32>(z1 - z0) * 0.5;
  const qx = <f32>(x0 + x1 + 1) * 0.5 - axes.startX;
  const qy = <f32>(y0 + y1 + 1) * 0.5 - axes.startY;
  const qz = <f32>(z0 + z1 + 1) * 0.5 - axes.startZ;
  const value = axes.normalX * qx + axes.normalY * qy + axes.normalZ * qz;
  const grown = abs(axes.normalX) * growX + abs(axes.normalY) * growY + abs(axes.normalZ) * growZ;
  if (abs(value) > axes.normalRadius + grown + axes.normalError) return true;
  const error = f32x4.splat(axes.edgeError);
  const absX = f32x4.abs(axes.edgesX);
  const absY = f32x4.abs(axes.edgesY);
  const absZ = f32x4.abs(axes.edgesZ);
  const gx = f32x4.splat(growX);
  const gy = f32x4.splat(growY);
  const gz = f32x4.splat(growZ);
  const vx = f32x4.sub(f32x4.mul(axes.edgesY, f32x4.splat(qz)), f32x4.mul(axes.edgesZ, f32x4.splat(qy)));
  const rx = f32x4.add(f32x4.add(axes.radiusX, error), f32x4.add(f32x4.mul(absY, gz), f32x4.mul(absZ, gy)));
  if (v128.any_true(f32x4.gt(f32x4.abs(f32x4.sub(vx, axes.middleX)), rx))) return true;
  const vy = f32x4.sub(f32x4.mul(axes.edgesZ, f32x4.splat(qx)), f32x4.mul(axes.edgesX, f32x4.splat(qz)));
  const ry = f32x4.add(f32x4.add(axes.radiusY, error), f32x4.add(f32x4.mul(absZ, gx), f32x4.mul(absX, gz)));
  if (v128.any_true(f32x4.gt(f32x4.abs(f32x4.sub(vy, axes.middleY)), ry))) return true;
  const vz = f32x4.sub(f32x4.mul(axes.edgesX, f32x4.splat(qy)), f32x4.mul(axes.edgesY, f32x4.splat(qx)));
  const rz = f32x4.add(f32x4.add(axes.radiusZ, error), f32x4.add(f32x4.mul(absX, gy), f32x4.mul(absY, gx)));
  return v128.any_true(f32x4.gt(f32x4.abs(f32x4.sub(vz, axes.middleZ)), rz));
}

/** Emits every voxel from x0, y0, z0 to x1, y1, z1 that the triangle touches, both ends included. */
export function emitTouched(x0: i32, y0: i32, z0: i32, x1: i32, y1: i32, z1: i32): void {
  const width = x1 - x0 + 1;
  const height = y1 - y0 + 1;
  const depth = z1 - z0 + 1;
  if (<i64>width * height * depth <= CELLS_TOGETHER) {
    emitCells(x0, y0, z0, x1, y1, z1);
    return;
  }
  if (missesBlock(x0, y0, z0, x1, y1, z1)) return;
  if (width >= height && width >= depth) {
    const middle = (x0 + x1) >> 1;
    emitTouched(x0, y0, z0, middle, y1, z1);
    emitTouched(middle + 1, y0, z0, x1, y1, z1);
  } else if (height >= depth) {
    const middle = (y0 + y1) >> 1;
    emitTouched(x0, y0, z0, x1, middle, z1);
    emitTouched(x0, middle + 1, z0, x1, y1, z1);
  } else {
    const middle = (z0 + z1) >> 1;
    emitTouched(x0, y0, z0, x1, y1, middle);
    emitTouched(x0, y0, middle + 1, x1, y1, z1);
  }
}

function emitCells(x0: i32, y0: i32, z0: i32, x1: i32, y1: i32, z1: i32): void {
  const error = f32x4.splat(axes.edgeError);
  const missX = f32x4.add(axes.radiusX, error);
  const missY = f32x4.add(axes.radiusY, error);
  const missZ = f32x4.add(axes.radiusZ, error);
  const twice = f32x4.add(error, error);
  const sureX = f32x4.sub(missX, twice);
  const sureY = f32x4.sub(missY, twice);
  const sureZ = f32x4.sub(missZ, twice);
  const missNormal = axes.normalRadius + axes.normalError;
  const sureNormal = axes.normalRadius - axes.normalError;
  for (let z = z0; z <= z1; z++) {
    const qz = <f32>z + 0.5 - axes.startZ;
    const fromZ = f32x4.splat(qz);
    const yz = f32x4.mul(axes.edgesY, fromZ);
    // The part of the view along y that does not depend on x, minus the centre of the triangle.
    const zx = f32x4.add(f32x4.mul(axes.edgesX, fromZ), axes.middleY);
    for (let y = y0; y <= y1; y++) {
      const qy = <f32>y + 0.5 - axes.startY;
      const fromY = f32x4.splat(qy);
      const alongX = f32x4.abs(f32x4.sub(f32x4.sub(yz, f32x4.mul(axes.edgesZ, fromY)), axes.middleX));
      if (v128.any_true(f32x4.gt(alongX, missX))) continue;
      // Asked so that what is not a number counts as open.
      const isRowOpen =
        !i32x4.all_true(f32x4.le(alongX, sureX)) ||
        y < axes.sureY0 ||
        y > axes.sureY1 ||
        z < axes.sureZ0 ||
        z > axes.sureZ1;
      const xy = f32x4.sub(f32x4.mul(axes.edgesX, fromY), axes.middleZ);
      const plane = axes.normalY * qy + axes.normalZ * qz;
      const row = rowAddress(y, z);
      for (let x = x0; x <= x1; x++) {
        if (!isWanted(row, x)) continue;
        const qx = <f32>x + 0.5 - axes.startX;
        const distance = abs(plane + axes.normalX * qx);
        if (distance > missNormal) continue;
        const fromX = f32x4.splat(qx);
        const alongY = f32x4.abs(f32x4.sub(f32x4.mul(axes.edgesZ, fromX), zx));
        const alongZ = f32x4.abs(f32x4.sub(xy, f32x4.mul(axes.edgesY, fromX)));
        if (v128.any_true(v128.or(f32x4.gt(alongY, missY), f32x4.gt(alongZ, missZ)))) continue;
        const isOpen =
          isRowOpen ||
          x < axes.sureX0 ||
          x > axes.sureX1 ||
          !(distance <= sureNormal) ||
          !i32x4.all_true(v128.and(f32x4.le(alongY, sureY), f32x4.le(alongZ, sureZ)));
        if (isOpen) decideExactly(row, x, y, z);
        else emit(row, x);
      }
    }
  }
}
