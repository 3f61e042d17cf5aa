/**
 * Do features meet at the very start? Decided exactly, by signs of determinants; this is the case of resting contact.
 *
 * Four points in one plane; seen along an axis in which the plane is not edge-on, orientations decide. If it is edge-on
 * in all of them, the points lie on a line, and boxes decide.
 */

import { orient2d, orient3d } from '../../../exact/kernels/predicates';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { VERTEX_FACE } from '../constants';

const POINT: usize = 24;

/** The four points at the start, x y z each. */
const points = reserveScratch(4 * POINT);

// @inline
function copyStart(point: usize, out: usize): void {
  store<f64>(out, load<f64>(point));
  store<f64>(out, load<f64>(point, 16), 8);
  store<f64>(out, load<f64>(point, 32), 16);
}

// @inline
function at(point: usize, axis: usize): f64 {
  return load<f64>(points + point * POINT + 8 * axis);
}

/** The turn of three points, seen along an axis. */
function orient(p: usize, q: usize, r: usize, axis: usize): i32 {
  const u: usize = axis == 2 ? 0 : axis + 1;
  const v: usize = axis == 0 ? 2 : axis - 1;
  return orient2d(at(p, u), at(p, v), at(q, u), at(q, v), at(r, u), at(r, v));
}

// @inline
function sideOf(difference: f64): i32 {
  return i32(difference > 0) - i32(difference < 0);
}

/** Whether the points 0 to split − 1 are all before, or all behind, the others along an axis. */
function apartOnAxis(split: usize, axis: usize): bool {
  const first = sideOf(at(split, axis) - at(0, axis));
  if (first == 0) return false;
  for (let p: usize = 0; p < split; p++) {
    for (let q = split; q < 4; q++) if (sideOf(at(q, axis) - at(p, axis)) != first) return false;
  }
  return true;
}

/** On a line: whether boxes overlap. */
function meetOnLine(split: usize): bool {
  return !apartOnAxis(split, 0) && !apartOnAxis(split, 1) && !apartOnAxis(split, 2);
}

/** Vertex 0 and face 1, 2, 3. */
function faceMeets(): bool {
  for (let axis: usize = 0; axis < 3; axis++) {
    const normal = orient(1, 2, 3, axis);
    if (normal == 0) continue;
    return (
      orient(1, 2, 0, axis) * normal >= 0 && orient(2, 3, 0, axis) * normal >= 0 && orient(3, 1, 0, axis) * normal >= 0
    );
  }
  for (let axis: usize = 0; axis < 3; axis++) {
    if (orient(1, 2, 0, axis) != 0 || orient(2, 3, 0, axis) != 0 || orient(3, 1, 0, axis) != 0) return false;
  }
  return meetOnLine(1);
}

/** Edges 0, 1 and 2, 3. When the ends of one are not both on the line of the other, the view is not edge-on or they are apart. */
function edgesMeet(): bool {
  for (let axis: usize = 0; axis < 3; axis++) {
    const s2 = orient(0, 1, 2, axis);
    const s3 = orient(0, 1, 3, axis);
    const s0 = orient(2, 3, 0, axis);
    const s1 = orient(2, 3, 1, axis);
    if (s2 != 0 || s3 != 0 || s0 != 0 || s1 != 0) return s2 * s3 <= 0 && s0 * s1 <= 0;
  }
  return meetOnLine(2);
}

/** Addresses of moving points: the vertex and the corners of the face, or the ends of both edges. */
export function meetAtStart(kind: u32, q0: usize, q1: usize, q2: usize, q3: usize): bool {
  copyStart(q0, points);
  copyStart(q1, points + POINT);
  copyStart(q2, points + 2 * POINT);
  copyStart(q3, points + 3 * POINT);
  return pointsMeet(kind);
}

function pointsMeet(kind: u32): bool {
  if (orient3d(points, points + POINT, points + 2 * POINT, points + 3 * POINT) != 0) return false;
  return kind == VERTEX_FACE ? faceMeets() : edgesMeet();
}

/** For features that meet at the start: whether they meet in the interior of both, not at an end of an edge or on the border of a face. */
export function meetWithin(kind: u32, q0: usize, q1: usize, q2: usize, q3: usize): bool {
  copyStart(q0, points);
  copyStart(q1, points + POINT);
  copyStart(q2, points + 2 * POINT);
  copyStart(q3, points + 3 * POINT);
  for (let axis: usize = 0; axis < 3; axis++) {
    if (kind == VERTEX_FACE) {
      const normal = orient(1, 2, 3, axis);
      if (normal == 0) continue;
      return orient(1, 2, 0, axis) == normal && orient(2, 3, 0, axis) == normal && orient(3, 1, 0, axis) == normal;
    }
    const across = orient(0, 1, 2, axis) * orient(0, 1, 3, axis);
    const along = orient(2, 3, 0, axis) * orient(2, 3, 1, axis);
    if (across != 0 && along != 0) return across < 0 && along < 0;
  }
  return false;
}

/** The same for points that do not move: the address of all four, x y z each. */
export function meetNow(kind: u32, four: usize): bool {
  memory.copy(points, four, 4 * POINT);
  return pointsMeet(kind);
}
