/**
 * Which triangles the ray from a point crosses, and whether the point lies on one: exact, for any input.
 *
 * The ray runs towards greater depth, from a point moved by (ε, ε²) across and down, ε infinitely small. So it passes
 * through no edge and no corner, and triangles seen edge-on are never crossed: signs that are zero are replaced by those
 * of the derivatives (Edelsbrunner & Mücke, "Simulation of Simplicity", 1990). Whether the point lies on the triangle is
 * decided where it is, not where it was moved to.
 *
 * Coordinates are in view order: across, down, depth. Their order is a rotation of x, y, z, so orientations stay.
 */

import { ORIENT_2D_BOUND, orient2d, orient2dIn, orient3d, underflow } from '../../../exact/kernels/predicates';
import { insideJob, ObjectRecord } from '../../../memory/generated/kernels/records';
import { exactPoint } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';

/** Answers of `crossing` beside −1, 0, +1. */
export const ON_TRIANGLE: i32 = 2;

// Corners of the triangle in view order, three f64 each; and one corner as it is stored.
const a = reserveScratch(24);
const b = reserveScratch(24);
const c = reserveScratch(24);
const stored = reserveScratch(24);

function setCorner(object: ObjectRecord, vertex: u32, out: usize): void {
  exactPoint(object, vertex, stored);
  store<f64>(out, load<f64>(stored + ((<usize>load<u32>(insideJob.axes)) << 3)));
  store<f64>(out, load<f64>(stored + ((<usize>load<u32>(insideJob.axes + 4)) << 3)), 8);
  store<f64>(out, load<f64>(stored + ((<usize>load<u32>(insideJob.axes + 8)) << 3)), 16);
}

/** The triangle that `crossing` is about. */
export function setTriangle(object: ObjectRecord, vertex0: u32, vertex1: u32, vertex2: u32): void {
  setCorner(object, vertex0, a);
  setCorner(object, vertex1, b);
  setCorner(object, vertex2, c);
}

/** Positive when p, seen along the depth, lies to the left of the edge from s to t. */
// @inline
function side(s: usize, t: usize, p: usize): i32 {
  return orient2d(load<f64>(s), load<f64>(s, 8), load<f64>(t), load<f64>(t, 8), load<f64>(p), load<f64>(p, 8));
}

/** The same for the moved point, where `unmoved` is that of the point itself. */
export function movedSide(unmoved: i32, s: usize, t: usize): i32 {
  if (unmoved != 0) return unmoved;
  const across = load<f64>(s, 8) - load<f64>(t, 8);
  if (across != 0) return across > 0 ? 1 : -1;
  const down = load<f64>(t) - load<f64>(s);
  return i32(down > 0) - i32(down < 0);
}

/** The sign of a side when rounding cannot change it, otherwise 0. */
// @inline
function certainSide(su: f64, sv: f64, tu: f64, tv: f64): i32 {
  const left = su * tv;
  const right = sv * tu;
  const det = left - right;
  const sure = abs(det) > ORIENT_2D_BOUND * (abs(left) + abs(right)) + underflow;
  return sure ? i32(det > 0) - i32(det < 0) : 0;
}

/**
 * +1 or −1 when the ray from p crosses the triangle, by its orientation; 0 when it does not; ON_TRIANGLE when p is on it.
 * `isNearer`: the point is certainly nearer than all corners.
 */
export function crossing(p: usize, isNearer: bool): i32 {
  const pu = load<f64>(p);
  const pv = load<f64>(p, 8);
  const au = load<f64>(a) - pu;
  const av = load<f64>(a, 8) - pv;
  const bu = load<f64>(b) - pu;
  const bv = load<f64>(b, 8) - pv;
  const cu = load<f64>(c) - pu;
  const cv = load<f64>(c, 8) - pv;
  const sideAB = certainSide(au, av, bu, bv);
  const sideBC = certainSide(bu, bv, cu, cv);
  const sideCA = certainSide(cu, cv, au, av);
  if (sideAB == 0 || sideBC == 0 || sideCA == 0) {
    // Certainly on different sides of two edges: outside, whatever the third says.
    if (sideAB * sideBC < 0 || sideBC * sideCA < 0 || sideCA * sideAB < 0) return 0;
    return closeCrossing(p);
  }
  if (sideAB != sideBC || sideBC != sideCA) return 0;
  if (isNearer) return sideAB;
  const above = orient3d(a, b, c, p);
  if (above == 0) return ON_TRIANGLE;
  return above == sideAB ? sideAB : 0;
}

/** `crossing` for points that, seen along the depth, are on an edge or so near that floating point cannot tell. */
function closeCrossing(p: usize): i32 {
  const sideAB = side(a, b, p);
  const sideBC = side(b, c, p);
  const sideCA = side(c, a, p);
  if (min(sideAB, min(sideBC, sideCA)) < 0 && max(sideAB, max(sideBC, sideCA)) > 0) return 0;
  if (side(a, b, c) == 0) return isOnEdgeOnTriangle(p) ? ON_TRIANGLE : 0;
  const above = orient3d(a, b, c, p);
  if (above == 0) return ON_TRIANGLE;
  const orientation = movedSide(sideAB, a, b);
  if (movedSide(sideBC, b, c) != orientation || movedSide(sideCA, c, a) != orientation) return 0;
  return above == orientation ? orientation : 0;
}

function isInBox(p: usize, offset: usize): bool {
  const x = load<f64>(p + offset);
  const xa = load<f64>(a + offset);
  const xb = load<f64>(b + offset);
  const xc = load<f64>(c + offset);
  return x >= min(xa, min(xb, xc)) && x <= max(xa, max(xb, xc));
}

function isInPlaneTriangle(p: usize, first: usize, second: usize): bool {
  const sideAB = orient2dIn(a, b, p, first, second);
  const sideBC = orient2dIn(b, c, p, first, second);
  const sideCA = orient2dIn(c, a, p, first, second);
  return !(min(sideAB, min(sideBC, sideCA)) < 0 && max(sideAB, max(sideBC, sideCA)) > 0);
}

/** Whether p lies on a triangle that is seen edge-on, or on the segment or point that a degenerate triangle is. */
function isOnEdgeOnTriangle(p: usize): bool {
  if (!isInBox(p, 0) || !isInBox(p, 8) || !isInBox(p, 16)) return false;
  if (orient2dIn(a, b, c, 8, 16) != 0) return orient3d(a, b, c, p) == 0 && isInPlaneTriangle(p, 8, 16);
  if (orient2dIn(a, b, c, 16, 0) != 0) return orient3d(a, b, c, p) == 0 && isInPlaneTriangle(p, 16, 0);
  // No area: on the line through the corners and within their box is on the segment.
  return isOnLine(a, b, p) && isOnLine(b, c, p) && isOnLine(c, a, p);
}

function isOnLine(s: usize, t: usize, p: usize): bool {
  return orient2dIn(s, t, p, 0, 8) == 0 && orient2dIn(s, t, p, 8, 16) == 0 && orient2dIn(s, t, p, 16, 0) == 0;
}
