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
import { emit, isWanted, rowAddress } from './emit';
import { corners, touchesVoxel } from './exact';

/** Boxes of more voxels are cut in two, and parts that the triangle misses are dropped. */
const CELLS_TOGETHER: i32 = 128;

// Coordinates of the three edges, and per view: middle of the triangle's interval, and its radius with that of a voxel.
let edgesX: v128 = f32x4.splat(0);
let edgesY: v128 = f32x4.splat(0);
let edgesZ: v128 = f32x4.splat(0);
let middleX: v128 = f32x4.splat(0);
let middleY: v128 = f32x4.splat(0);
let middleZ: v128 = f32x4.splat(0);
let radiusX: v128 = f32x4.splat(0);
let radiusY: v128 = f32x4.splat(0);
let radiusZ: v128 = f32x4.splat(0);
let normalX: f32 = 0;
let normalY: f32 = 0;
let normalZ: f32 = 0;
let normalRadius: f32 = 0;
let edgeError: f32 = 0;
let normalError: f32 = 0;
let startX: f32 = 0;
let startY: f32 = 0;
let startZ: f32 = 0;

// Voxels whose outcome along x, y, z is certain: the triangle's box surely reaches them.
let sureX0: i32 = 0;
let sureY0: i32 = 0;
let sureZ0: i32 = 0;
let sureX1: i32 = 0;
let sureY1: i32 = 0;
let sureZ1: i32 = 0;

let objectAt = changetype<ObjectRecord>(0);
let localTriangle: u32 = 0;
let cornersLoaded: bool = false;

function loadCorners(): void {
  if (cornersLoaded) return;
  cornersLoaded = true;
  const indices = objectAt.indices + <usize>localTriangle * 12;
  exactPoint(objectAt, load<u32>(indices), corners);
  exactPoint(objectAt, load<u32>(indices, 4), corners + 24);
  exactPoint(objectAt, load<u32>(indices, 8), corners + 48);
}

/** Says which triangle exact tests are about; its corners are read when the first is needed. */
// @inline
export function readyExactTest(object: ObjectRecord, triangle: u32): void {
  objectAt = object;
  localTriangle = triangle;
  cornersLoaded = false;
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
  edgesX = v128.shuffle<f32>(xy, e2, 0, 1, 4, 4);
  edgesY = v128.shuffle<f32>(xy, e2, 2, 3, 5, 5);
  edgesZ = v128.shuffle<f32>(zz, e2, 0, 1, 6, 6);
  // (z, x, y) of the normal.
  const normal = f32x4.sub(
    f32x4.mul(e0, v128.shuffle<f32>(e2, e2, 1, 2, 0, 3)),
    f32x4.mul(v128.shuffle<f32>(e0, e0, 1, 2, 0, 3), e2),
  );
  normalX = f32x4.extract_lane(normal, 1);
  normalY = f32x4.extract_lane(normal, 2);
  normalZ = f32x4.extract_lane(normal, 0);
  const half = f32x4(0.5, -0.5, -0.5, -0.5);
  const size = f32x4.splat(0.5);
  middleX = f32x4.mul(half, f32x4.splat(normalX));
  middleY = f32x4.mul(half, f32x4.splat(normalY));
  middleZ = f32x4.mul(half, f32x4.splat(normalZ));
  const absX = f32x4.abs(edgesX);
  const absY = f32x4.abs(edgesY);
  const absZ = f32x4.abs(edgesZ);
  radiusX = f32x4.mul(size, f32x4.add(f32x4.add(absY, absZ), f32x4.splat(abs(normalX))));
  radiusY = f32x4.mul(size, f32x4.add(f32x4.add(absZ, absX), f32x4.splat(abs(normalY))));
  radiusZ = f32x4.mul(size, f32x4.add(f32x4.add(absX, absY), f32x4.splat(abs(normalZ))));
  normalRadius = 0.5 * (abs(normalX) + abs(normalY) + abs(normalZ));
  edgeError = edgeBound(delta, extent);
  normalError = (extent + 2) * (extent + 1e-6) * (48 * delta + 3e-6 * extent) + 1e-30;
  startX = f32x4.extract_lane(a, 0);
  startY = f32x4.extract_lane(a, 1);
  startZ = f32x4.extract_lane(a, 2);
}

/** Which voxels the triangle's box surely reaches; in others the voxel's own axes are left to the exact test. */
export function setSureBox(low: v128, high: v128): void {
  sureX0 = i32x4.extract_lane(low, 0);
  sureY0 = i32x4.extract_lane(low, 1);
  sureZ0 = i32x4.extract_lane(low, 2);
  sureX1 = i32x4.extract_lane(high, 0);
  sureY1 = i32x4.extract_lane(high, 1);
  sureZ1 = i32x4.extract_lane(high, 2);
}

/** Whether the triangle surely misses all voxels from x0, y0, z0 to x1, y1, z1. */
function missesBlock(x0: i32, y0: i32, z0: i32, x1: i32, y1: i32, z1: i32): bool {
  // Half a side, less the half of a voxel that the radii hold already.
  const growX = <f32>(x1 - x0) * 0.5;
  const growY = <f32>(y1 - y0) * 0.5;
  const growZ = <f32>(z1 - z0) * 0.5;
  const qx = <f32>(x0 + x1 + 1) * 0.5 - startX;
  const qy = <f32>(y0 + y1 + 1) * 0.5 - startY;
  const qz = <f32>(z0 + z1 + 1) * 0.5 - startZ;
  const value = normalX * qx + normalY * qy + normalZ * qz;
  const grown = abs(normalX) * growX + abs(normalY) * growY + abs(normalZ) * growZ;
  if (abs(value) > normalRadius + grown + normalError) return true;
  const error = f32x4.splat(edgeError);
  const absX = f32x4.abs(edgesX);
  const absY = f32x4.abs(edgesY);
  const absZ = f32x4.abs(edgesZ);
  const gx = f32x4.splat(growX);
  const gy = f32x4.splat(growY);
  const gz = f32x4.splat(growZ);
  const vx = f32x4.sub(f32x4.mul(edgesY, f32x4.splat(qz)), f32x4.mul(edgesZ, f32x4.splat(qy)));
  const rx = f32x4.add(f32x4.add(radiusX, error), f32x4.add(f32x4.mul(absY, gz), f32x4.mul(absZ, gy)));
  if (v128.any_true(f32x4.gt(f32x4.abs(f32x4.sub(vx, middleX)), rx))) return true;
  const vy = f32x4.sub(f32x4.mul(edgesZ, f32x4.splat(qx)), f32x4.mul(edgesX, f32x4.splat(qz)));
  const ry = f32x4.add(f32x4.add(radiusY, error), f32x4.add(f32x4.mul(absZ, gx), f32x4.mul(absX, gz)));
  if (v128.any_true(f32x4.gt(f32x4.abs(f32x4.sub(vy, middleY)), ry))) return true;
  const vz = f32x4.sub(f32x4.mul(edgesX, f32x4.splat(qy)), f32x4.mul(edgesY, f32x4.splat(qx)));
  const rz = f32x4.add(f32x4.add(radiusZ, error), f32x4.add(f32x4.mul(absX, gy), f32x4.mul(absY, gx)));
  return v128.any_true(f32x4.gt(f32x4.abs(f32x4.sub(vz, middleZ)), rz));
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
  const error = f32x4.splat(edgeError);
  const missX = f32x4.add(radiusX, error);
  const missY = f32x4.add(radiusY, error);
  const missZ = f32x4.add(radiusZ, error);
  const twice = f32x4.add(error, error);
  const sureX = f32x4.sub(missX, twice);
  const sureY = f32x4.sub(missY, twice);
  const sureZ = f32x4.sub(missZ, twice);
  const missNormal = normalRadius + normalError;
  const sureNormal = normalRadius - normalError;
  for (let z = z0; z <= z1; z++) {
    const qz = <f32>z + 0.5 - startZ;
    const fromZ = f32x4.splat(qz);
    const yz = f32x4.mul(edgesY, fromZ);
    // The part of the view along y that does not depend on x, with the middle of the triangle taken off.
    const zx = f32x4.add(f32x4.mul(edgesX, fromZ), middleY);
    for (let y = y0; y <= y1; y++) {
      const qy = <f32>y + 0.5 - startY;
      const fromY = f32x4.splat(qy);
      const alongX = f32x4.abs(f32x4.sub(f32x4.sub(yz, f32x4.mul(edgesZ, fromY)), middleX));
      if (v128.any_true(f32x4.gt(alongX, missX))) continue;
      // Asked so that what is not a number counts as open.
      const isRowOpen =
        !i32x4.all_true(f32x4.le(alongX, sureX)) || y < sureY0 || y > sureY1 || z < sureZ0 || z > sureZ1;
      const xy = f32x4.sub(f32x4.mul(edgesX, fromY), middleZ);
      const plane = normalY * qy + normalZ * qz;
      const row = rowAddress(y, z);
      for (let x = x0; x <= x1; x++) {
        if (!isWanted(row, x)) continue;
        const qx = <f32>x + 0.5 - startX;
        const distance = abs(plane + normalX * qx);
        if (distance > missNormal) continue;
        const fromX = f32x4.splat(qx);
        const alongY = f32x4.abs(f32x4.sub(f32x4.mul(edgesZ, fromX), zx));
        const alongZ = f32x4.abs(f32x4.sub(xy, f32x4.mul(edgesY, fromX)));
        if (v128.any_true(v128.or(f32x4.gt(alongY, missY), f32x4.gt(alongZ, missZ)))) continue;
        const isOpen =
          isRowOpen ||
          x < sureX0 ||
          x > sureX1 ||
          !(distance <= sureNormal) ||
          !i32x4.all_true(v128.and(f32x4.le(alongY, sureY), f32x4.le(alongZ, sureZ)));
        if (isOpen) decideExactly(row, x, y, z);
        else emit(row, x);
      }
    }
  }
}
