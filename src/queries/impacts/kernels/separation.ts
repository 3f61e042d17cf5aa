/**
 * Are two features apart all the time because they are apart along one direction at both ends, on the same side?
 *
 * For points on straight lines, what lies between two of them along a fixed direction changes linearly with time. So if it
 * is above zero at both ends for every point of one feature and every point of the other, it is never zero. Any direction
 * will do, rounded as it may be; only its products with the differences need a bound: five roundings, one to five in the
 * differences, and two in adding them, each 2^-53 of the largest components at most.
 */

import { VERTEX_FACE } from '../constants';
import { sizeU, sizeV, sizeW } from './coplanarity';

const BOUND: f64 = 32 * 1.1102230246251565e-16;
const SMALLEST: f64 = 1e-290;

/** The normal u × v half-way, four times over. */
let normalX: f64 = 0;
let normalY: f64 = 0;
let normalZ: f64 = 0;
let ux: v128 = f64x2.splat(0);
let uy: v128 = f64x2.splat(0);
let uz: v128 = f64x2.splat(0);
let vx: v128 = f64x2.splat(0);
let vy: v128 = f64x2.splat(0);
let vz: v128 = f64x2.splat(0);
let wx: v128 = f64x2.splat(0);
let wy: v128 = f64x2.splat(0);
let wz: v128 = f64x2.splat(0);

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
  const alongU = along(x, y, z, ux, uy, uz);
  const alongV = along(x, y, z, vx, vy, vz);
  const alongW = along(x, y, z, wx, wy, wz);
  const size = (abs(x) + abs(y) + abs(z)) * (sizeU + sizeV + sizeW);
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
  return apartAlong(kind, normalY * z - normalZ * y, normalZ * x - normalX * z, normalX * y - normalY * x);
}

/** Edges, at right angles to one of them towards the other: for those that are parallel and have no common normal. */
function apartBeside(kind: u32, x: f64, y: f64, z: f64): bool {
  const px = middle(wx);
  const py = middle(wy);
  const pz = middle(wz);
  const square = x * x + y * y + z * z;
  const part = x * px + y * py + z * pz;
  return apartAlong(kind, px * square - x * part, py * square - y * part, pz * square - z * part);
}

/** Differences at both ends of any part of the motion; asked after the cubic has been set. */
export function areSeparated(kind: u32, u: usize, v: usize, w: usize): bool {
  ux = v128.load(u);
  uy = v128.load(u, 16);
  uz = v128.load(u, 32);
  vx = v128.load(v);
  vy = v128.load(v, 16);
  vz = v128.load(v, 32);
  wx = v128.load(w);
  wy = v128.load(w, 16);
  wz = v128.load(w, 32);
  const uMiddleX = middle(ux);
  const uMiddleY = middle(uy);
  const uMiddleZ = middle(uz);
  const vMiddleX = middle(vx);
  const vMiddleY = middle(vy);
  const vMiddleZ = middle(vz);
  normalX = uMiddleY * vMiddleZ - uMiddleZ * vMiddleY;
  normalY = uMiddleZ * vMiddleX - uMiddleX * vMiddleZ;
  normalZ = uMiddleX * vMiddleY - uMiddleY * vMiddleX;
  if (apartAcross(kind, uMiddleX, uMiddleY, uMiddleZ)) return true;
  if (apartAcross(kind, vMiddleX, vMiddleY, vMiddleZ)) return true;
  if (kind == VERTEX_FACE) return apartAcross(kind, vMiddleX - uMiddleX, vMiddleY - uMiddleY, vMiddleZ - uMiddleZ);
  if (apartAlong(kind, uMiddleX, uMiddleY, uMiddleZ) || apartAlong(kind, vMiddleX, vMiddleY, vMiddleZ)) return true;
  return apartBeside(kind, uMiddleX, uMiddleY, uMiddleZ);
}
