/**
 * Do the features meet at a root of the cubic? At that time their points are in one plane; seen along an axis in which
 * the plane is not edge-on, signs of areas decide.
 *
 * With n = u × v: for a vertex and a face, w = s u + t v, and s, t and 1 − s − t are not below zero; for edges, w = s u
 * − t v with s and t from 0 to 1. The error of an area comes from the width of the root's enclosure and from rounding;
 * an area that is zero throughout (lasting-line.ts) is zero there.
 */

import { reserveScratch } from '../../../memory/kernels/scratch';
import { VERTEX_FACE } from '../constants';
import { coplanarity } from './coplanarity';
import { stayOnLine } from './lasting-line';

const EPSILON: f64 = 1.1102230246251565e-16;
const SMALLEST: f64 = 1e-300;

export const SIDES_MEET: i32 = 1;
export const SIDES_MISS: i32 = -1;
export const SIDES_UNKNOWN: i32 = 0;

/** The signs found last, and the axis along which they were seen. */
// @unmanaged
class SidesState {
  // Signs of the areas, 0 for those that are not certain, and the axis along which they are seen.
  side0: i32;
  side1: i32;
  side2: i32;
  side3: i32;
  viewAxis: usize;
}
const sides = changetype<SidesState>(reserveScratch(offsetof<SidesState>()));

/** A component at a time. */
// @inline
function at(vector: usize, axis: usize, t: f64): f64 {
  const start = load<f64>(vector + 16 * axis);
  return start + t * (load<f64>(vector + 16 * axis, 8) - start);
}

/** How far the components of a vector may be from those half-way in the enclosure. */
// @inline
function drift(vector: usize, half: f64, size: f64): f64 {
  const x = abs(load<f64>(vector, 8) - load<f64>(vector));
  const y = abs(load<f64>(vector, 24) - load<f64>(vector, 16));
  const z = abs(load<f64>(vector, 40) - load<f64>(vector, 32));
  return (half + EPSILON) * max(max(x, y), z) * 1.0001 + 8 * EPSILON * size;
}

/** Error bound of x y′ − x′ y, given those of the components. */
// @inline
function areaBound(size: f64, off: f64, otherSize: f64, otherOff: f64): f64 {
  return 2.5 * (size * otherOff + otherSize * off + off * otherOff) + 4 * EPSILON * size * otherSize + SMALLEST;
}

// @inline
function signOf(value: f64, bound: f64): i32 {
  return i32(value > bound) - i32(value < -bound);
}

/** Whether the features meet at a root, for which there is an enclosure. The points are those that u, v and w are made of. */
export function sidesAtRoot(
  kind: u32,
  u: usize,
  v: usize,
  w: usize,
  low: f64,
  high: f64,
  q0: usize,
  q1: usize,
  q2: usize,
  q3: usize,
): i32 {
  if (!setSides(kind, u, v, w, low, high)) return SIDES_UNKNOWN;
  if (sides.side0 < 0 || sides.side1 < 0 || sides.side2 < 0 || sides.side3 < 0) return SIDES_MISS;
  if (kind == VERTEX_FACE) {
    if (sides.side0 == 0 && !stayOnLine(q1, q3, q0, sides.viewAxis)) return SIDES_UNKNOWN;
    if (sides.side1 == 0 && !stayOnLine(q1, q2, q0, sides.viewAxis)) return SIDES_UNKNOWN;
    return sides.side2 == 0 && !stayOnLine(q2, q3, q0, sides.viewAxis) ? SIDES_UNKNOWN : SIDES_MEET;
  }
  if (sides.side0 == 0 && !stayOnLine(q2, q3, q0, sides.viewAxis)) return SIDES_UNKNOWN;
  if (sides.side1 == 0 && !stayOnLine(q2, q3, q1, sides.viewAxis)) return SIDES_UNKNOWN;
  if (sides.side2 == 0 && !stayOnLine(q0, q1, q2, sides.viewAxis)) return SIDES_UNKNOWN;
  return sides.side3 == 0 && !stayOnLine(q0, q1, q3, sides.viewAxis) ? SIDES_UNKNOWN : SIDES_MEET;
}

/** Sets signs and axis. False when the features have no certain normal. */
function setSides(kind: u32, u: usize, v: usize, w: usize, low: f64, high: f64): bool {
  const t = 0.5 * (low + high);
  const half = 0.5 * (high - low);
  const ux = at(u, 0, t);
  const uy = at(u, 1, t);
  const uz = at(u, 2, t);
  const vx = at(v, 0, t);
  const vy = at(v, 1, t);
  const vz = at(v, 2, t);
  const nx = abs(uy * vz - uz * vy);
  const ny = abs(uz * vx - ux * vz);
  const nz = abs(ux * vy - uy * vx);
  const isX = nx >= ny && nx >= nz;
  const isY = !isX && ny >= nz;
  const u1 = isX ? uy : isY ? uz : ux;
  const u2 = isX ? uz : isY ? ux : uy;
  const v1 = isX ? vy : isY ? vz : vx;
  const v2 = isX ? vz : isY ? vx : vy;
  const w1 = at(w, isX ? 1 : isY ? 2 : 0, t);
  const w2 = at(w, isX ? 2 : isY ? 0 : 1, t);
  const offU = drift(u, half, coplanarity.sizeU);
  const offV = drift(v, half, coplanarity.sizeV);
  const offW = drift(w, half, coplanarity.sizeW);
  const n = u1 * v2 - u2 * v1;
  const nBound = areaBound(coplanarity.sizeU, offU, coplanarity.sizeV, offV);
  if (!(abs(n) > nBound)) return false;
  sides.viewAxis = isX ? 0 : isY ? 1 : 2;
  const turned: f64 = n > 0 ? 1 : -1;
  const sBound = areaBound(coplanarity.sizeW, offW, coplanarity.sizeV, offV);
  const tBound = areaBound(coplanarity.sizeU, offU, coplanarity.sizeW, offW);
  const s = (w1 * v2 - w2 * v1) * turned;
  if (kind == VERTEX_FACE) {
    const r = (u1 * w2 - u2 * w1) * turned;
    sides.side0 = signOf(s, sBound);
    sides.side1 = signOf(r, tBound);
    sides.side2 = signOf(abs(n) - s - r, 1.01 * (nBound + sBound + tBound));
    sides.side3 = 1;
    return true;
  }
  const r = (w1 * u2 - w2 * u1) * turned;
  sides.side0 = signOf(s, sBound);
  sides.side1 = signOf(abs(n) - s, 1.01 * (nBound + sBound));
  sides.side2 = signOf(r, tBound);
  sides.side3 = signOf(abs(n) - r, 1.01 * (nBound + tBound));
  return true;
}
