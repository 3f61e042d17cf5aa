/**
 * Are two features apart all the time because they are apart along one direction at both ends, on the same side?
 *
 * For points on straight lines, what lies between two of them along a fixed direction changes linearly with time. So if
 * it is above zero at both ends for every point of one feature and every point of the other, it is never zero. Any
 * direction will do, even a rounded one; only its products with the differences need a bound: five roundings, one to
 * five in the differences, and two in adding them, each 2^-53 of the largest components at most.
 */

import { reserveScratch } from '../../../memory/kernels/scratch';
import { VERTEX_FACE } from '../constants';
import { coplanarity } from './coplanarity';

const BOUND: f64 = 32 * 1.1102230246251565e-16;
const SMALLEST: f64 = 1e-290;

/** The current pair of features. */
// @unmanaged
class SeparationState {
  /** The normal u × v half-way, four times over. */
  normalX: f64;
  normalY: f64;
  normalZ: f64;
  ux: v128;
  uy: v128;
  uz: v128;
  vx: v128;
  vy: v128;
  vz: v128;
  wx: v128;
  wy: v128;
  wz: v128;
}
const separation = changetype<SeparationState>(reserveScratch(offsetof<SeparationState>()));

// @inline
function middle(x: v128): f64 {
  return f64x2.extract_lane(x, 0) + f64x2.extract_lane(x, 1);
}

// @inline
function along(x: f64, y: f64, z: f64, px: v128, py: v128, pz: v128): v128 {
  return f64x2.add(
    f64x2.add(f64x2.mul(f64x2.splat(x), px), f64x2.mul(f64x2.splat(y), py)),
    f64x2.mul(f64x2.splat(z), pz),
  );
}

function apartAlong(kind: u32, x: f64, y: f64, z: f64): bool {
  const alongU = along(x, y, z, separation.ux, separation.uy, separation.uz);
  const alongV = along(x, y, z, separation.vx, separation.vy, separation.vz);
  const alongW = along(x, y, z, separation.wx, separation.wy, separation.wz);
  const size = (abs(x) + abs(y) + abs(z)) * (coplanarity.sizeU + coplanarity.sizeV + coplanarity.sizeW);
  const bound = f64x2.splat(BOUND * size + SMALLEST);
  // From the points of one feature to those of the other: w, w − u, and w − v; or w, w − u, w + v and w + v − u.
  const second = f64x2.sub(alongW, alongU);
  const third = kind == VERTEX_FACE ? f64x2.sub(alongW, alongV) : f64x2.add(alongW, alongV);
  const fourth = kind == VERTEX_FACE ? third : f64x2.sub(third, alongU);
  const low = f64x2.pmin(f64x2.pmin(alongW, second), f64x2.pmin(third, fourth));
  if (i64x2.all_true(f64x2.gt(low, bound))) return true;
  const high = f64x2.pmax(f64x2.pmax(alongW, second), f64x2.pmax(third, fourth));
  return i64x2.all_true(f64x2.lt(high, f64x2.neg(bound)));
}

/** Across an edge, within the plane that the points have half-way. */
// @inline
function apartAcross(kind: u32, x: f64, y: f64, z: f64): bool {
  return apartAlong(
    kind,
    separation.normalY * z - separation.normalZ * y,
    separation.normalZ * x - separation.normalX * z,
    separation.normalX * y - separation.normalY * x,
  );
}

/** Edges, perpendicular to one of them, towards the other: for those that are parallel and have no common normal. */
function apartBeside(kind: u32, x: f64, y: f64, z: f64): bool {
  const px = middle(separation.wx);
  const py = middle(separation.wy);
  const pz = middle(separation.wz);
  const square = x * x + y * y + z * z;
  const part = x * px + y * py + z * pz;
  return apartAlong(kind, px * square - x * part, py * square - y * part, pz * square - z * part);
}

/** Differences at both ends of any part of the motion; asked after the cubic has been set. */
export function areSeparated(kind: u32, u: usize, v: usize, w: usize): bool {
  separation.ux = v128.load(u);
  separation.uy = v128.load(u, 16);
  separation.uz = v128.load(u, 32);
  separation.vx = v128.load(v);
  separation.vy = v128.load(v, 16);
  separation.vz = v128.load(v, 32);
  separation.wx = v128.load(w);
  separation.wy = v128.load(w, 16);
  separation.wz = v128.load(w, 32);
  const uMiddleX = middle(separation.ux);
  const uMiddleY = middle(separation.uy);
  const uMiddleZ = middle(separation.uz);
  const vMiddleX = middle(separation.vx);
  const vMiddleY = middle(separation.vy);
  const vMiddleZ = middle(separation.vz);
  separation.normalX = uMiddleY * vMiddleZ - uMiddleZ * vMiddleY;
  separation.normalY = uMiddleZ * vMiddleX - uMiddleX * vMiddleZ;
  separation.normalZ = uMiddleX * vMiddleY - uMiddleY * vMiddleX;
  if (apartAcross(kind, uMiddleX, uMiddleY, uMiddleZ)) return true;
  if (apartAcross(kind, vMiddleX, vMiddleY, vMiddleZ)) return true;
  if (kind == VERTEX_FACE) return apartAcross(kind, vMiddleX - uMiddleX, vMiddleY - uMiddleY, vMiddleZ - uMiddleZ);
  if (apartAlong(kind, uMiddleX, uMiddleY, uMiddleZ) || apartAlong(kind, vMiddleX, vMiddleY, vMiddleZ)) return true;
  return apartBeside(kind, uMiddleX, uMiddleY, uMiddleZ);
}
