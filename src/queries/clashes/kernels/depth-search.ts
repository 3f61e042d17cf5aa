/**
 * How far the surface of one object reaches into another: the largest distance from a point of its pieces inside to the
 * other's surface, as an interval.
 *
 * Branch and bound over triangles. The distance at any of their points is a lower bound for the whole. Upper bounds of a
 * triangle: the distance function is 1-Lipschitz, and others in `upperBound`. The triangle with
 * the largest upper bound is cut, where the nearest triangle of the other surface ends or else in half, until the interval
 * is narrow enough.
 *
 * Promise: least ≤ the depth ≤ most, rounding included.
 */
import { DepthItemRecord, DepthSurfaceRecord } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { cornerThere, enterCorner } from './corner-table';
import { ballCorner, ballOf, ballRadius, listNear, upperBound } from './depth-bounds';
import {
  candidateOf,
  clearCandidates,
  freeCandidate,
  heapCount,
  NEAR_MOST,
  newCandidate,
  pop,
  push,
} from './depth-candidates';
import { addCorner, clearCorners, cornerOf, distanceBetween } from './depth-corners';
import { enough, interval, isDone, isNarrow, measure, openInterval } from './depth-interval';
import { openSource, Source, sourceOf } from './depth-sources';
import { cornerAt, squaredTo } from './depth-surfaces';
import { nearestTriangle } from './nearest-triangle';
import {
  above,
  besideAt,
  besideCount,
  dropWaiting,
  keepWaiting,
  openTriangle,
  openWaiting,
  Polygon,
  splitByPrism,
} from './prism-split';

/** Triangles that are examined together at first, then fewer, then one by one. */
const CHUNK_LEVELS: u32 = 2;
const CHUNK_FIRST: u32 = 128;
const CHUNK_SECOND: u32 = 8;
/** So few triangles are in small chunks at once. */
const FEW: u32 = 256;
/** A triangle is long when its length is this many times the depth at its corners and centre. */
const LONG: f64 = 4;
/** A bound below this fraction of the previous one is worth keeping. */
const BETTER: f64 = 0.999;
/** Triangles that cover what one triangle leaves, at most, and the part of the slack that each may leave out at its walls. */
const COVERS_MOST: u32 = 256;
const COVER_PARTS: f64 = 1024;
/** Triangles that are likely near the current one. */
const likelyNear = reserveScratch((<usize>NEAR_MOST + 1) << 2);
const nearTriangle = reserveScratch((<usize>NEAR_MOST) << 2);

// @inline
function chunkOf(level: u32): u32 {
  return level == 0 ? CHUNK_FIRST : CHUNK_SECOND;
}

/** Measures at a point, and gives it the number of a corner. */
function measuredCorner(side: u32, x: f64, y: f64, z: f64, likely: i32, radius: f64): u32 {
  const distance = measure(side, x, y, z, likely, radius);
  return addCorner(x, y, z, distance, nearestTriangle);
}

/** The largest distance of corners of the triangles from..to to one triangle of the other surface; infinite when that is above `limit`. */
function mostTo(source: Source, from: u32, to: u32, near: u32, limit: f64): f64 {
  let most: f64 = 0;
  const limitSquared = limit * limit;
  for (let corner = 3 * from; corner < 3 * to; corner++) {
    const at = source.corner(corner);
    const squared = squaredTo(source.surface, near, load<f64>(at), load<f64>(at, 8), load<f64>(at, 16), 0);
    if (squared > limitSquared) return Infinity;
    if (squared > most) most = squared;
  }
  return sqrt<f64>(most);
}

/** Adds the triangles from..to in chunks of a level. */
function addChunks(side: u32, from: u32, to: u32, level: u32): void {
  const source = sourceOf(side);
  const step = chunkOf(level);
  let likely: i32 = -1;
  for (let first = from; first < to; first += step) {
    const end = min(to, first + step);
    // What was near the chunk before may be near enough to a small one.
    if (level > 0 && likely >= 0 && isDone(mostTo(source, first, end, <u32>likely, enough()))) continue;
    ballOf(source.corner(3 * first), source.corner(3 * end));
    const radius = ballRadius;
    const centre = cornerOf(cornerOfSource(side, 3 * first + ballCorner, likely, radius));
    let bound = centre.distance + radius;
    likely = centre.nearest;
    // The distance to one triangle is convex: nowhere more than at the corners.
    if (bound > enough()) bound = min<f64>(bound, mostTo(source, first, end, <u32>likely, enough()));
    if (isDone(bound)) continue;
    const number = newCandidate();
    const candidate = candidateOf(number);
    candidate.bound = bound;
    candidate.source = side;
    candidate.chunk = <i32>first;
    candidate.level = level;
    push(number);
  }
}

/** `others`: triangles of the other surface that are likely near. */
function addTriangle(side: u32, c0: u32, c1: u32, c2: u32, others: usize, otherCount: u32): void {
  const count = listNear(c0, c1, c2, others, otherCount, nearTriangle);
  const bound = upperBound(sourceOf(side).surface, c0, c1, c2, nearTriangle, count, enough());
  if (!isDone(bound)) pushTriangle(side, c0, c1, c2, bound, count);
}

/** Adds a triangle whose near ones are `nearTriangle`. */
function pushTriangle(side: u32, c0: u32, c1: u32, c2: u32, bound: f64, nearCount: u32): void {
  const number = newCandidate();
  const candidate = candidateOf(number);
  candidate.bound = bound;
  candidate.source = side;
  candidate.chunk = -1;
  candidate.level = 0;
  candidate.corner0 = c0;
  candidate.corner1 = c1;
  candidate.corner2 = c2;
  candidate.nearCount = nearCount;
  memory.copy(candidate.near, nearTriangle, (<usize>nearCount) << 2);
  push(number);
}

/** The number of the measured corner that stands for a corner of a source. */
function cornerOfSource(side: u32, corner: u32, likely: i32, radius: f64): u32 {
  const source = sourceOf(side);
  const p = source.corner(corner);
  const known = cornerThere(source.measured, p);
  if (known >= 0) return known;
  const number = measuredCorner(side, load<f64>(p), load<f64>(p, 8), load<f64>(p, 16), likely, radius);
  enterCorner(source.measured, number);
  return number;
}

function addTriangles(side: u32, from: u32, to: u32): void {
  let likely: i32 = -1;
  for (let triangle = from; triangle < to; triangle++) {
    const c0 = cornerOfSource(side, 3 * triangle, likely, 0);
    const c1 = cornerOfSource(side, 3 * triangle + 1, cornerOf(c0).nearest, 0);
    const c2 = cornerOfSource(side, 3 * triangle + 2, cornerOf(c1).nearest, 0);
    likely = cornerOf(c2).nearest;
    addTriangle(side, c0, c1, c2, 0, 0);
  }
}

/** Refines what may reach deepest. */
function step(): void {
  const number = pop();
  const candidate = candidateOf(number);
  if (isDone(candidate.bound)) {
    freeCandidate(number);
    return;
  }
  if (candidate.chunk < 0) {
    cutTriangle(number);
    return;
  }
  const side = candidate.source;
  const from = <u32>candidate.chunk;
  const level = candidate.level;
  freeCandidate(number);
  const to = min(sourceOf(side).count, from + chunkOf(level));
  if (level + 1 < CHUNK_LEVELS) addChunks(side, from, to, level + 1);
  else addTriangles(side, from, to);
}

/** Cuts a triangle; a long one only if what lies nearest to its middle gives no better bound. */
function cutTriangle(number: u32): void {
  const candidate = candidateOf(number);
  const side = candidate.source;
  const c0 = candidate.corner0;
  const c1 = candidate.corner1;
  const c2 = candidate.corner2;
  const bound = candidate.bound;
  // Behind a place for one more.
  memory.copy(likelyNear + 4, candidate.near, (<usize>candidate.nearCount) << 2);
  const nearCount = candidate.nearCount;
  freeCandidate(number);
  const a = cornerOf(c0);
  const b = cornerOf(c1);
  const c = cornerOf(c2);
  const size = max<f64>(max<f64>(distanceBetween(a, b), distanceBetween(b, c)), distanceBetween(c, a));
  const deepest = max<f64>(max<f64>(a.distance, b.distance), c.distance);
  if (size >= LONG * deepest && cutLong(side, c0, c1, c2, size, bound, nearCount)) return;
  halve(side, c0, c1, c2, likelyNear + 4, nearCount);
}

/** Finds a better bound for a long triangle, or cuts it where the triangle nearest to its middle ends; false for neither. */
function cutLong(side: u32, c0: u32, c1: u32, c2: u32, size: f64, bound: f64, nearCount: u32): bool {
  const a = cornerOf(c0);
  const b = cornerOf(c1);
  const c = cornerOf(c2);
  const x = (a.x + b.x + c.x) / 3;
  const y = (a.y + b.y + c.y) / 3;
  const z = (a.z + b.z + c.z) / 3;
  const distance = measure(side, x, y, z, a.nearest, 0);
  const nearest = nearestTriangle;
  store<i32>(likelyNear, nearest);
  const surface = sourceOf(side).surface;
  const count = listNear(c0, c1, c2, likelyNear, nearCount + 1, nearTriangle);
  const better = upperBound(surface, c0, c1, c2, nearTriangle, count, enough());
  if (better < BETTER * bound) {
    if (!isDone(better)) pushTriangle(side, c0, c1, c2, better, count);
    return true;
  }
  if (size < LONG * distance) return false;
  openTriangle(changetype<usize>(a), changetype<usize>(b), changetype<usize>(c));
  if (!cutAbove(surface, <u32>nearest, interval.slack / 2)) return false;
  keepParts(side, nearest);
  cover(side, nearest);
  return true;
}

/** Cuts the polygon that was opened by the walls of a triangle; false when it is not cut. */
function cutAbove(surface: DepthSurfaceRecord, t: u32, near: f64): bool {
  splitByPrism(cornerAt(surface, t, 0), cornerAt(surface, t, 1), cornerAt(surface, t, 2), near);
  return above.count > 0 && besideCount > 0;
}

/** Leaves the part above a triangle out if it is near enough to it; the parts beside it wait. */
function keepParts(side: u32, near: i32): void {
  if (!isDone(mostOfPolygon(side, above, <u32>near))) addPolygon(side, above, near);
  for (let i: u32 = 0; i < besideCount; i++) {
    const part = besideAt(i);
    if (!keepWaiting(part)) addPolygon(side, part, near);
  }
}

/** No point of a polygon is farther from a triangle than one of its corners is: that distance is convex. */
function mostOfPolygon(side: u32, polygon: Polygon, near: u32): f64 {
  const surface = sourceOf(side).surface;
  let most: f64 = 0;
  for (let i: u32 = 0; i < polygon.count; i++) {
    const p = polygon.at(i);
    most = max<f64>(most, squaredTo(surface, near, load<f64>(p), load<f64>(p, 8), load<f64>(p, 16), 0));
  }
  return sqrt<f64>(most);
}

/**
 * Covers what waits with triangles that are near enough, one distance for each; where two surfaces are flush and finely cut, corner by
 * corner would take ten times as many. What cannot be covered is measured at its corners.
 */
function cover(side: u32, likely: i32): void {
  const surface = sourceOf(side).surface;
  const near = interval.slack / COVER_PARTS;
  for (let steps: u32 = 0; openWaiting(); steps++) {
    const polygon = above;
    let x: f64 = 0;
    let y: f64 = 0;
    let z: f64 = 0;
    for (let i: u32 = 0; i < polygon.count; i++) {
      const p = polygon.at(i);
      x += load<f64>(p);
      y += load<f64>(p, 8);
      z += load<f64>(p, 16);
    }
    measure(side, x / polygon.count, y / polygon.count, z / polygon.count, likely, 0);
    likely = nearestTriangle;
    if (isDone(mostOfPolygon(side, polygon, <u32>likely))) continue;
    if (steps >= COVERS_MOST || !keepWaiting(polygon)) addPolygon(side, polygon, likely);
    else if (cutAbove(surface, <u32>likely, near)) {
      dropWaiting();
      keepParts(side, likely);
    } else {
      openWaiting();
      addPolygon(side, above, likely);
    }
  }
}

function addPolygon(side: u32, polygon: Polygon, near: i32): void {
  let first: u32 = 0;
  let before: u32 = 0;
  // All corners are measured before the first triangle is bounded: they have numbers one after the other.
  for (let i: u32 = 0; i < polygon.count; i++) {
    const p = polygon.at(i);
    const corner = measuredCorner(side, load<f64>(p), load<f64>(p, 8), load<f64>(p, 16), near, 0);
    if (i == 0) first = corner;
    before = corner;
  }
  for (let corner = first + 2; corner <= before && polygon.count > 2; corner++) {
    store<i32>(likelyNear, near);
    addTriangle(side, first, corner - 1, corner, likelyNear, 1);
  }
}

function halve(side: u32, c0: u32, c1: u32, c2: u32, near: usize, nearCount: u32): void {
  const l01 = distanceBetween(cornerOf(c0), cornerOf(c1));
  const l12 = distanceBetween(cornerOf(c1), cornerOf(c2));
  const l20 = distanceBetween(cornerOf(c2), cornerOf(c0));
  // The longest edge, the first of those that are alike, comes first.
  let a = c0;
  let b = c1;
  let c = c2;
  if (l12 > l01 && l12 >= l20) {
    a = c1;
    b = c2;
    c = c0;
  } else if (l20 > l01) {
    a = c2;
    b = c0;
    c = c1;
  }
  const p = cornerOf(a);
  const q = cornerOf(b);
  const middle = measuredCorner(side, (p.x + q.x) / 2, (p.y + q.y) / 2, (p.z + q.z) / 2, p.nearest, 0);
  addTriangle(side, a, middle, c, near, nearCount);
  addTriangle(side, middle, b, c, near, nearCount);
}

/** Readies the search for an item. */
export function openSearch(item: DepthItemRecord, number: u32): void {
  openInterval(item);
  clearCorners();
  clearCandidates();
  for (let side: u32 = 0; side < 2; side++) {
    const count = openSource(number, side).count;
    addChunks(side, 0, count, u32(count <= FEW));
  }
}

/** Takes one step of the search; false when it has come to its end. */
export function stepSearch(): bool {
  if (heapCount == 0 || isNarrow()) return false;
  step();
  return true;
}
