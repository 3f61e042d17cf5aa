/**
 * Where a colliding pair meets: the two ends of a segment, in double precision.
 *
 * Triangles in different planes meet in a segment or a point (both ends equal). Coplanar ones meet in a polygon, of
 * which the two corners farthest apart are given. Which edges cross what is decided exactly, and each point is a corner or
 * lies on an edge at a part that is accurate to the last bits (edge-crossing.ts).
 *
 * Promise: each end lies within a few units in the last place, of the largest coordinate, of both triangles.
 */

import { lineCrossing, planeCrossing, setPlane } from '../../../exact/kernels/edge-crossing';
import { orient3d } from '../../../exact/kernels/predicates';
import { chooseView, orientInView, trianglePair } from '../../../exact/kernels/triangle-pair';
import { KIND_COPLANAR } from '../../../memory/constants';
import { results } from '../../../memory/generated/kernels/records';
import { exactPoint, objectOfAnswer } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';

const POINT: usize = 24;
const first = reserveScratch(72);
const second = reserveScratch(72);
/** Intervals of the two triangles on their common line: two points each. */
const ends = reserveScratch(4 * 24);
/** For two triangles: three corners each, and nine points in which edges cross. */
const overlap = reserveScratch(15 * 24);

/** Copies the corners of a triangle, numbered through all objects, to nine f64 at `out`. */
export function readTriangle(triangle: u32, out: usize): void {
  const object = objectOfAnswer(triangle);
  const i = object.indices + <usize>(triangle - object.triangleStart) * 12;
  exactPoint(object, load<u32>(i), out);
  exactPoint(object, load<u32>(i, 4), out + POINT);
  exactPoint(object, load<u32>(i, 8), out + 2 * POINT);
}

/** out = the point at this fraction from p to q, interpolated from the nearer end. */
function between(p: usize, q: usize, part: f64, out: usize): void {
  const from = part <= 0.5 ? p : q;
  const to = part <= 0.5 ? q : p;
  const t = part <= 0.5 ? part : 1 - part;
  for (let k: usize = 0; k < POINT; k += 8) {
    const a = load<f64>(from + k);
    store<f64>(out + k, a + (load<f64>(to + k) - a) * t);
  }
}

/** The two points (possibly equal) in which triangle t meets the plane of the other; sides are exact. */
function cutByPlane(t: usize, plane: usize, out: usize): void {
  setPlane(plane);
  let found: usize = 0;
  for (let i: usize = 0; i < 3 && found < 2; i++) {
    const p = t + i * POINT;
    const q = t + (i == 2 ? 0 : i + 1) * POINT;
    const sp = orient3d(p, plane + POINT, plane + 2 * POINT, plane);
    const sq = orient3d(q, plane + POINT, plane + 2 * POINT, plane);
    if (sp == 0) memory.copy(out + found++ * POINT, p, POINT);
    else if (sp * sq < 0) between(p, q, planeCrossing(plane, p, q), out + found++ * POINT);
  }
  if (found == 1) memory.copy(out + POINT, out, POINT);
}

/** The coordinate in which the longer of the two intervals is longest, as an offset: it tells the order along the line. */
function longestAxis(): usize {
  let axis: usize = 0;
  let longest: f64 = -1;
  for (let at: usize = 0; at < POINT; at += 8) {
    for (let p = ends + at; p < ends + 4 * POINT; p += 2 * POINT) {
      const length = abs(load<f64>(p, POINT) - load<f64>(p));
      if (length <= longest) continue;
      longest = length;
      axis = at;
    }
  }
  return axis;
}

/** The common part of two intervals on one line: the inner two of their four ends. */
function commonPart(out: usize): void {
  const axis = longestAxis();
  let a0 = ends;
  let a1 = ends + POINT;
  let b0 = ends + 2 * POINT;
  let b1 = ends + 3 * POINT;
  if (load<f64>(a0 + axis) > load<f64>(a1 + axis)) {
    a0 = ends + POINT;
    a1 = ends;
  }
  if (load<f64>(b0 + axis) > load<f64>(b1 + axis)) {
    b0 = ends + 3 * POINT;
    b1 = ends + 2 * POINT;
  }
  const start = load<f64>(a0 + axis) >= load<f64>(b0 + axis) ? a0 : b0;
  const end = load<f64>(a1 + axis) <= load<f64>(b1 + axis) ? a1 : b1;
  // Rounding can pull the ends of a point contact past each other; it is then given as a point.
  const crossed = load<f64>(start + axis) > load<f64>(end + axis);
  memory.copy(out, start, POINT);
  memory.copy(out + POINT, crossed ? start : end, POINT);
}

/** Corners of the overlap of two coplanar triangles, in no order. */
let overlapCount: u32 = 0;

// @inline
function overlapCorner(i: u32): usize {
  return overlap + <usize>i * POINT;
}

/** Adds the corners of a triangle that lie in another, whose orientation is given. */
function addCornersWithin(t: usize, other: usize, orientation: i32): void {
  for (let p = t; p < t + 3 * POINT; p += POINT) {
    const inside =
      orientInView(other, other + POINT, p) * orientation >= 0 &&
      orientInView(other + POINT, other + 2 * POINT, p) * orientation >= 0 &&
      orientInView(other + 2 * POINT, other, p) * orientation >= 0;
    if (inside) memory.copy(overlapCorner(overlapCount++), p, POINT);
  }
}

/** Adds the points in which edges cross each other, strictly inside both. */
function addCrossings(a: usize, b: usize): void {
  for (let i: usize = 0; i < 3; i++) {
    const p = a + i * POINT;
    const q = a + (i == 2 ? 0 : i + 1) * POINT;
    for (let j: usize = 0; j < 3; j++) {
      const s = b + j * POINT;
      const t = b + (j == 2 ? 0 : j + 1) * POINT;
      if (orientInView(s, t, p) * orientInView(s, t, q) >= 0 || orientInView(p, q, s) * orientInView(p, q, t) >= 0)
        continue;
      between(p, q, lineCrossing(s, t, p, q, trianglePair.axisU, trianglePair.axisV), overlapCorner(overlapCount++));
    }
  }
}

/** Squares of smaller differences than this may underflow, and are enlarged. */
const SMALL_DIFFERENCE: f64 = 3.8725919148493183e-121; // 2^-400
const ENLARGE: f64 = 4.149515568880993e180; // 2^600

function distance2(p: usize, q: usize, factor: f64): f64 {
  const x = (load<f64>(p) - load<f64>(q)) * factor;
  const y = (load<f64>(p, 8) - load<f64>(q, 8)) * factor;
  const z = (load<f64>(p, 16) - load<f64>(q, 16)) * factor;
  return x * x + y * y + z * z;
}

/** What differences are to be multiplied by before they are squared. */
function differenceFactor(): f64 {
  let largest: f64 = 0;
  for (let i: u32 = 1; i < overlapCount; i++) {
    for (let k: usize = 0; k < POINT; k += 8) {
      largest = max(largest, abs(load<f64>(overlapCorner(i) + k) - load<f64>(overlap + k)));
    }
  }
  return largest < SMALL_DIFFERENCE ? ENLARGE : 1;
}

function coplanarPart(a: usize, b: usize, out: usize): void {
  const orientationA = chooseView(a);
  const orientationB = orientInView(b, b + POINT, b + 2 * POINT);
  overlapCount = 0;
  addCornersWithin(a, b, orientationB);
  addCornersWithin(b, a, orientationA);
  addCrossings(a, b);
  const factor = differenceFactor();
  let from = overlap;
  let to = overlap;
  let farthest: f64 = -1;
  for (let i: u32 = 0; i < overlapCount; i++) {
    for (let j = i; j < overlapCount; j++) {
      const d = distance2(overlapCorner(i), overlapCorner(j), factor);
      if (d <= farthest) continue;
      farthest = d;
      from = overlapCorner(i);
      to = overlapCorner(j);
    }
  }
  memory.copy(out, from, POINT);
  memory.copy(out + POINT, to, POINT);
}

function isCoplanar(a: usize, b: usize): bool {
  for (let i: usize = 0; i < 3; i++) {
    if (orient3d(a + i * POINT, b + POINT, b + 2 * POINT, b) != 0) return false;
  }
  return true;
}

/** Where two colliding triangles meet: two points at `out`. */
export function meetingSegment(a: usize, b: usize, out: usize): void {
  if (isCoplanar(a, b)) {
    coplanarPart(a, b, out);
    return;
  }
  cutByPlane(a, b, ends);
  cutByPlane(b, a, ends + 2 * POINT);
  commonPart(out);
}

/** Computes the segments of the hits from..to. */
export function findSegments(from: u32, to: u32): void {
  for (let hit = from; hit < to; hit++) {
    const key = load<u64>(results.hits + ((<usize>hit) << 3));
    const out = results.segments + <usize>hit * 48;
    readTriangle(<u32>(key >> 32), first);
    readTriangle(<u32>(key >> 2) & 0x3fffffff, second);
    if ((<i32>key & 3) == KIND_COPLANAR) coplanarPart(first, second, out);
    else meetingSegment(first, second, out);
  }
}
