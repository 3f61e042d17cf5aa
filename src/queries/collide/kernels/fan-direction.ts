/**
 * The second look at a fan: along the mean of its normals, when no coordinate axis will do.
 *
 * Any vector d serves as the direction of view. All triangles turn the same way when n · d is certainly positive for
 * every normal n. Crossings of a half-plane through d are told by the sign of (a − apex) · s, where s has two components
 * of d, exchanged and one negated: d · s is then exactly zero, whatever was rounded in computing d.
 */

import { isWide } from '../../../exact/kernels/predicates';
import { FAN_CLOSED } from '../../../memory/constants';
import { ObjectRecord } from '../../../memory/generated/kernels/records';
import { exactPoint } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';

const EPSILON: f64 = 1.1102230246251565e-16;
/** Differences, products and sums of a triple product: 8 roundings at most; doubled. */
const ALONG_BOUND: f64 = 16 * EPSILON;
const SIDE_BOUND: f64 = 8 * EPSILON;

const apex = reserveScratch(24);
const from = reserveScratch(24);
const to = reserveScratch(24);

let nx: f64 = 0;
let ny: f64 = 0;
let nz: f64 = 0;
let sizeX: f64 = 0;
let sizeY: f64 = 0;
let sizeZ: f64 = 0;

/** The normal of the triangle apex, from, to, and the sizes of the products it was computed from. */
function normal(): void {
  const ux = load<f64>(from) - load<f64>(apex);
  const uy = load<f64>(from, 8) - load<f64>(apex, 8);
  const uz = load<f64>(from, 16) - load<f64>(apex, 16);
  const vx = load<f64>(to) - load<f64>(apex);
  const vy = load<f64>(to, 8) - load<f64>(apex, 8);
  const vz = load<f64>(to, 16) - load<f64>(apex, 16);
  nx = uy * vz - uz * vy;
  ny = uz * vx - ux * vz;
  nz = ux * vy - uy * vx;
  sizeX = abs(uy * vz) + abs(uz * vy);
  sizeY = abs(uz * vx) + abs(ux * vz);
  sizeZ = abs(ux * vy) + abs(uy * vx);
}

// @inline
function readTriangle(object: ObjectRecord, starts: usize, ends: usize, i: u32): void {
  exactPoint(object, load<u32>(starts + ((<usize>i) << 2)), from);
  exactPoint(object, load<u32>(ends + ((<usize>i) << 2)), to);
}

/** −1 or 1 for a side that is certain, 0 for one that is not. */
// @inline
function certainSide(point: usize, sx: f64, sy: f64, sz: f64): i32 {
  const x = (load<f64>(point) - load<f64>(apex)) * sx;
  const y = (load<f64>(point, 8) - load<f64>(apex, 8)) * sy;
  const z = (load<f64>(point, 16) - load<f64>(apex, 16)) * sz;
  const dot = x + y + z;
  const bound = SIDE_BOUND * (abs(x) + abs(y) + abs(z));
  return i32(dot > bound) - i32(dot < -bound);
}

export function certifyAlongMean(
  object: ObjectRecord,
  vertex: u32,
  shape: i32,
  starts: usize,
  ends: usize,
  count: u32,
): bool {
  if (isWide()) return false;
  exactPoint(object, vertex, apex);
  let dx: f64 = 0;
  let dy: f64 = 0;
  let dz: f64 = 0;
  for (let i: u32 = 0; i < count; i++) {
    readTriangle(object, starts, ends, i);
    normal();
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (length == 0) return false;
    dx += nx / length;
    dy += ny / length;
    dz += nz / length;
  }
  const ax = abs(dx);
  const ay = abs(dy);
  const az = abs(dz);
  // Exchange the two largest components, so that s is not short.
  let sx: f64 = 0;
  let sy: f64 = 0;
  let sz: f64 = 0;
  if (az <= ax && az <= ay) {
    sx = -dy;
    sy = dx;
  } else if (ax <= ay) {
    sy = -dz;
    sz = dy;
  } else {
    sz = -dx;
    sx = dz;
  }
  return goesRoundOnce(object, shape, starts, ends, count, dx, dy, dz, sx, sy, sz);
}

/**
 * Counts crossings of the half-plane from d on the side of −(d × s), and of its opposite, seen against d. The sign of
 * (a − apex) · s plays the part that a coordinate plays in the view along an axis.
 */
function goesRoundOnce(
  object: ObjectRecord,
  shape: i32,
  starts: usize,
  ends: usize,
  count: u32,
  dx: f64,
  dy: f64,
  dz: f64,
  sx: f64,
  sy: f64,
  sz: f64,
): bool {
  let up: u32 = 0;
  let down: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    readTriangle(object, starts, ends, i);
    normal();
    const along = nx * dx + ny * dy + nz * dz;
    if (!(along > ALONG_BOUND * (sizeX * abs(dx) + sizeY * abs(dy) + sizeZ * abs(dz)))) return false;
    const a = certainSide(from, sx, sy, sz);
    const b = certainSide(to, sx, sy, sz);
    if (a == 0 || b == 0) return false;
    up += u32(a < 0) & u32(b > 0);
    down += u32(a > 0) & u32(b < 0);
  }
  if (shape == FAN_CLOSED) return up == 1;
  return up == 0 || down == 0;
}
