/**
 * Do two triangles collide, and how? Exact, by signs of determinants alone.
 *
 * Promise: KIND_NONE when they share no point that counts, else KIND_COPLANAR (they overlap in area), KIND_CROSSING (not
 * coplanar, and some common point is interior to both) or KIND_TOUCHING (the rest). Both triangles must have area.
 * Source: Guigue & Devillers, "Fast and Robust Triangle-Triangle Overlap Test Using Orientation Predicates", 2003,
 * for triangles in general position; separating edges for coplanar ones.
 *
 * A triangle is the address of nine f64: three points of 24 bytes.
 */
import { KIND_COPLANAR, KIND_CROSSING, KIND_NONE, KIND_TOUCHING } from '../../memory/constants';
import { reserveScratch } from '../../memory/kernels/scratch';
import { ORIENT_3D_BOUND, orient2dIn, orient3d, orient3dExact, underflow } from './predicates';
import { apartInProjection } from './projection';

const POINT: usize = 24;

/** A side that floating point cannot decide. */
const UNCERTAIN: i32 = 2;

/** The last pair: sides of corners, and the axes of the plane it was projected on. */
// @unmanaged
export class TrianglePairState {
  // Sides of the corners of one triangle with respect to the plane of the other: three i32, −1, 0 or 1.
  side0: i32;
  side1: i32;
  side2: i32;

  /** Both triangles lie in one plane: the two coordinates in which the first has an orientation, as offsets in bytes. */
  axisU: usize;
  axisV: usize;
}
export const trianglePair = changetype<TrianglePairState>(reserveScratch(offsetof<TrianglePairState>()));

/**
 * Which side of the plane of `plane` the corners of `other` lie on. The normal is computed once for the three.
 * Returns true when all three lie strictly on one side, or when the triangles are found to be apart before that.
 *
 * With `mayBeApart`, nearly coplanar triangles are first projected along the normal: if the projections are certainly
 * apart, so are the triangles, and no exact arithmetic is needed. On CAD models this settles most such pairs.
 */
function separates(plane: usize, other: usize, mayBeApart: bool): bool {
  const px = load<f64>(plane);
  const py = load<f64>(plane, 8);
  const pz = load<f64>(plane, 16);
  const ux = load<f64>(plane, 24) - px;
  const uy = load<f64>(plane, 32) - py;
  const uz = load<f64>(plane, 40) - pz;
  const vx = load<f64>(plane, 48) - px;
  const vy = load<f64>(plane, 56) - py;
  const vz = load<f64>(plane, 64) - pz;
  const x1 = uy * vz;
  const x2 = uz * vy;
  const y1 = uz * vx;
  const y2 = ux * vz;
  const z1 = ux * vy;
  const z2 = uy * vx;
  const nx = x1 - x2;
  const ny = y1 - y2;
  const nz = z1 - z2;
  const sx = (abs(x1) + abs(x2)) * ORIENT_3D_BOUND;
  const sy = (abs(y1) + abs(y2)) * ORIENT_3D_BOUND;
  const sz = (abs(z1) + abs(z2)) * ORIENT_3D_BOUND;
  trianglePair.side0 = certainSide(other, px, py, pz, nx, ny, nz, sx, sy, sz);
  trianglePair.side1 = certainSide(other + POINT, px, py, pz, nx, ny, nz, sx, sy, sz);
  trianglePair.side2 = certainSide(other + 2 * POINT, px, py, pz, nx, ny, nz, sx, sy, sz);
  if (max(max(trianglePair.side0, trianglePair.side1), trianglePair.side2) == UNCERTAIN) {
    if (mayBeApart && apartInProjection(plane, other, nx, ny, nz)) return true;
    if (trianglePair.side0 == UNCERTAIN) trianglePair.side0 = exactSide(plane, other);
    if (trianglePair.side1 == UNCERTAIN) trianglePair.side1 = exactSide(plane, other + POINT);
    if (trianglePair.side2 == UNCERTAIN) trianglePair.side2 = exactSide(plane, other + 2 * POINT);
  }
  return abs(trianglePair.side0 + trianglePair.side1 + trianglePair.side2) == 3;
}

// The filter's bound is that of orient3d: the same products and sums, with the common normal taken out.
// @inline
function certainSide(
  point: usize,
  px: f64,
  py: f64,
  pz: f64,
  nx: f64,
  ny: f64,
  nz: f64,
  sx: f64,
  sy: f64,
  sz: f64,
): i32 {
  const dx = load<f64>(point) - px;
  const dy = load<f64>(point, 8) - py;
  const dz = load<f64>(point, 16) - pz;
  const det = dx * nx + dy * ny + dz * nz;
  const size = abs(dx) * sx + abs(dy) * sy + abs(dz) * sz + underflow;
  if (abs(det) > size) return i32(det > 0) - i32(det < 0);
  return size == 0 ? 0 : UNCERTAIN;
}

// @inline
function exactSide(plane: usize, point: usize): i32 {
  return orient3dExact(point, plane + POINT, plane + 2 * POINT, plane);
}

/** The orientation of a, b, c in the plane of axisU and axisV. */
// @inline
export function orientInView(a: usize, b: usize, c: usize): i32 {
  return orient2dIn(a, b, c, trianglePair.axisU, trianglePair.axisV);
}

/** Chooses two coordinates in which the triangle does not collapse, and gives its orientation in them. */
export function chooseView(a: usize): i32 {
  trianglePair.axisU = 0;
  trianglePair.axisV = 8;
  let orientation = orientInView(a, a + POINT, a + 2 * POINT);
  if (orientation != 0) return orientation;
  trianglePair.axisU = 8;
  trianglePair.axisV = 16;
  orientation = orientInView(a, a + POINT, a + 2 * POINT);
  if (orientation != 0) return orientation;
  trianglePair.axisU = 16;
  trianglePair.axisV = 0;
  return orientInView(a, a + POINT, a + 2 * POINT);
}

/** How far `other` reaches beyond the edge p q of a triangle of the given orientation: −1 outside, 0 touches, 1 inside. */
function reach(p: usize, q: usize, orientation: i32, other: usize): i32 {
  let best = orientation * orientInView(p, q, other);
  if (best > 0) return 1;
  let next = orientation * orientInView(p, q, other + POINT);
  if (next > 0) return 1;
  best = max(best, next);
  next = orientation * orientInView(p, q, other + 2 * POINT);
  return max(best, next);
}

/**
 * Coplanar triangles: −1 apart, 0 they touch, 1 they overlap in area. Two convex polygons are apart (or only touch)
 * exactly when an edge of one of them has the other strictly outside (or not inside).
 */
function overlapInPlane(a: usize, b: usize): i32 {
  const orientationA = chooseView(a);
  const orientationB = orientInView(b, b + POINT, b + 2 * POINT);
  let result = 1;
  for (let i: usize = 0; i < 3; i++) {
    const j: usize = i == 2 ? 0 : i + 1;
    result = min(result, reach(a + i * POINT, a + j * POINT, orientationA, b));
    if (result < 0) return -1;
    result = min(result, reach(b + i * POINT, b + j * POINT, orientationB, a));
    if (result < 0) return -1;
  }
  return result;
}

/**
 * The common line of two planes meets each triangle in an interval; each begins at the corner that is alone on its side.
 * Corners are given so that a0 is alone and above the plane of b, and b0 alone and above the plane of a.
 */
// @inline
function intervalsMeet(a0: usize, a1: usize, a2: usize, b0: usize, b1: usize, b2: usize): i32 {
  const first = orient3d(b1, b0, a0, a1);
  if (first > 0) return -1;
  const second = orient3d(b2, b0, a2, a0);
  if (second > 0) return -1;
  return first < 0 && second < 0 ? 1 : 0;
}

/** Sorts b's corners for intervalsMeet, given their sides s0, s1, s2 of the plane of a. */
function meetWithA(a0: usize, a1: usize, a2: usize, b0: usize, b1: usize, b2: usize, s0: i32, s1: i32, s2: i32): i32 {
  if (s0 > 0) {
    if (s1 > 0) return intervalsMeet(a0, a2, a1, b2, b0, b1);
    if (s2 > 0) return intervalsMeet(a0, a2, a1, b1, b2, b0);
    return intervalsMeet(a0, a1, a2, b0, b1, b2);
  }
  if (s0 < 0) {
    if (s1 < 0) return intervalsMeet(a0, a1, a2, b2, b0, b1);
    if (s2 < 0) return intervalsMeet(a0, a1, a2, b1, b2, b0);
    return intervalsMeet(a0, a2, a1, b0, b1, b2);
  }
  if (s1 < 0) {
    if (s2 >= 0) return intervalsMeet(a0, a2, a1, b1, b2, b0);
    return intervalsMeet(a0, a1, a2, b0, b1, b2);
  }
  if (s1 > 0) {
    if (s2 > 0) return intervalsMeet(a0, a2, a1, b0, b1, b2);
    return intervalsMeet(a0, a1, a2, b1, b2, b0);
  }
  if (s2 > 0) return intervalsMeet(a0, a1, a2, b2, b0, b1);
  return intervalsMeet(a0, a2, a1, b2, b0, b1);
}

/** Two triangles that share no vertex. */
export function pairKind(a: usize, b: usize): i32 {
  if (separates(b, a, true)) return KIND_NONE;
  const a0s = trianglePair.side0;
  const a1s = trianglePair.side1;
  const a2s = trianglePair.side2;
  if ((a0s | a1s | a2s) == 0) {
    const overlap = overlapInPlane(a, b);
    return overlap < 0 ? KIND_NONE : overlap > 0 ? KIND_COPLANAR : KIND_TOUCHING;
  }
  if (separates(a, b, true)) return KIND_NONE;
  const b0s = trianglePair.side0;
  const b1s = trianglePair.side1;
  const b2s = trianglePair.side2;
  const a0 = a;
  const a1 = a + POINT;
  const a2 = a + 2 * POINT;
  const b0 = b;
  const b1 = b + POINT;
  const b2 = b + 2 * POINT;
  let meet: i32;
  if (a0s > 0) {
    if (a1s > 0) meet = meetWithA(a2, a0, a1, b0, b2, b1, b0s, b2s, b1s);
    else if (a2s > 0) meet = meetWithA(a1, a2, a0, b0, b2, b1, b0s, b2s, b1s);
    else meet = meetWithA(a0, a1, a2, b0, b1, b2, b0s, b1s, b2s);
  } else if (a0s < 0) {
    if (a1s < 0) meet = meetWithA(a2, a0, a1, b0, b1, b2, b0s, b1s, b2s);
    else if (a2s < 0) meet = meetWithA(a1, a2, a0, b0, b1, b2, b0s, b1s, b2s);
    else meet = meetWithA(a0, a1, a2, b0, b2, b1, b0s, b2s, b1s);
  } else if (a1s < 0) {
    if (a2s >= 0) meet = meetWithA(a1, a2, a0, b0, b2, b1, b0s, b2s, b1s);
    else meet = meetWithA(a0, a1, a2, b0, b1, b2, b0s, b1s, b2s);
  } else if (a1s > 0) {
    if (a2s > 0) meet = meetWithA(a0, a1, a2, b0, b2, b1, b0s, b2s, b1s);
    else meet = meetWithA(a1, a2, a0, b0, b1, b2, b0s, b1s, b2s);
  } else if (a2s > 0) meet = meetWithA(a2, a0, a1, b0, b1, b2, b0s, b1s, b2s);
  else meet = meetWithA(a2, a0, a1, b0, b2, b1, b0s, b2s, b1s);
  if (meet < 0) return KIND_NONE;
  // Interior points in common: each triangle has corners strictly on both sides of the other, and the intervals overlap.
  const crossesA = min(min(a0s, a1s), a2s) < 0 && max(max(a0s, a1s), a2s) > 0;
  const crossesB = min(min(b0s, b1s), b2s) < 0 && max(max(b0s, b1s), b2s) > 0;
  return crossesA && crossesB && meet > 0 ? KIND_CROSSING : KIND_TOUCHING;
}

/** Does the closed segment p q, whose ends lie on sides sp and sq of its plane, meet triangle t? Not for coplanar ones. */
function segmentMeets(p: usize, q: usize, sp: i32, sq: i32, t: usize): bool {
  if (sp * sq > 0) return false;
  const o0 = orient3d(p, q, t, t + POINT);
  const o1 = orient3d(p, q, t + POINT, t + 2 * POINT);
  if (o0 * o1 < 0) return false;
  const o2 = orient3d(p, q, t + 2 * POINT, t);
  return o0 * o2 >= 0 && o1 * o2 >= 0;
}

/** Are p and q collinear with the apex and in the same direction from it? Both differ from the apex. */
function sameRay(apex: usize, p: usize, q: usize): bool {
  if (orientInView(apex, p, q) != 0) return false;
  const u = trianglePair.axisU;
  const v = trianglePair.axisV;
  // On one line through the apex: the same ray when p and q lie on the same side of it in a coordinate that tells.
  const pu = load<f64>(p + u) - load<f64>(apex + u);
  const qu = load<f64>(q + u) - load<f64>(apex + u);
  if (pu != 0) return pu > 0 == qu > 0;
  return load<f64>(p + v) - load<f64>(apex + v) > 0 == load<f64>(q + v) - load<f64>(apex + v) > 0;
}

/** Two triangles that share their first corner, and no other: do they meet anywhere else? */
export function vertexPairKind(a: usize, b: usize): i32 {
  const apex = a;
  const a1 = a + POINT;
  const a2 = a + 2 * POINT;
  const b1 = b + POINT;
  const b2 = b + 2 * POINT;
  separates(b, a, false);
  const a1s = trianglePair.side1;
  const a2s = trianglePair.side2;
  if (a1s * a2s > 0) return KIND_NONE;
  if (a1s == 0 && a2s == 0) {
    if (overlapInPlane(a, b) > 0) return KIND_COPLANAR;
    // The triangles lie in two sectors around the apex that share at most a ray.
    const along = sameRay(apex, a1, b1) || sameRay(apex, a1, b2) || sameRay(apex, a2, b1) || sameRay(apex, a2, b2);
    return along ? KIND_TOUCHING : KIND_NONE;
  }
  separates(a, b, false);
  const b1s = trianglePair.side1;
  const b2s = trianglePair.side2;
  if (b1s * b2s > 0) return KIND_NONE;
  // Both intervals on the common line begin at the apex; if they have the same direction, the nearer far end lies in the other.
  if (!segmentMeets(a1, a2, a1s, a2s, b) && !segmentMeets(b1, b2, b1s, b2s, a)) return KIND_NONE;
  return a1s * a2s < 0 && b1s * b2s < 0 ? KIND_CROSSING : KIND_TOUCHING;
}

/** Two triangles that share their first two corners: folded flat onto each other? */
export function edgePairKind(a: usize, b: usize): i32 {
  if (orient3d(a, a + POINT, a + 2 * POINT, b + 2 * POINT) != 0) return KIND_NONE;
  const orientation = chooseView(a);
  return orientInView(a, a + POINT, b + 2 * POINT) == orientation ? KIND_COPLANAR : KIND_NONE;
}
