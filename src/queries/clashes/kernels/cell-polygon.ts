/**
 * A polygon of a cell, with holes, and its triangles: holes are joined to it by bridges, then ears are cut off.
 *
 * Bridges are laid and ears cut off only if signs that are certain, for all that corners may be off by, say that they may; so all
 * triangles lie in the polygon but for rounding. Otherwise nothing is said, and the triangle has to be cut exactly.
 */
import { ContactSideRecord } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { CELL_CORNER_BYTES, POLYGON_CORNERS, SMALL_WORDS } from '../constants';
import { CellCorner } from './cell-lists';

const EPSILON: f64 = 1.1102230246251565e-16;
/** Cutting off ears takes time that grows with the cube of the corners at worst; beyond this the exact cut is faster. */
const CORNERS_MOST: u32 = 256;
/** Where corners of holes begin: a bridge adds two corners, and a hole has three at least. */
const HOLES_START: u32 = 2 * CORNERS_MOST;
const NONE: u32 = 0xffffffff;

// @unmanaged
class Polygon {
  corners: usize = 0;
  /** Corners of the polygon; and of holes, from HOLES_START on. */
  count: u32 = 0;
  holesEnd: u32 = 0;
  /** Where the hole begins that gets corners; NONE before there are holes. */
  hole: u32 = 0;
  isFull: bool = false;
  /** Whether a point may be several corners, as where bridges are. */
  mayRepeat: bool = false;
}

const polygon = changetype<Polygon>(reserveScratch(offsetof<Polygon>()));

/** Begins a polygon in memory for POLYGON_CORNERS corners. */
export function openPolygon(corners: usize): void {
  polygon.corners = corners;
  polygon.count = 0;
  polygon.holesEnd = HOLES_START;
  polygon.hole = NONE;
  polygon.isFull = false;
  polygon.mayRepeat = false;
}

/** Notes that the polygon may come past a point twice. */
export function noteRepeat(): void {
  polygon.mayRepeat = true;
}

/** Begins a hole: what comes next are its corners. */
export function openHole(): void {
  polygon.hole = polygon.holesEnd;
  polygon.mayRepeat = true;
}

// @inline
function cornerAt(i: u32): CellCorner {
  return CellCorner.at(polygon.corners, i);
}

/** The next corner on the way round what is inside: counter-clockwise round the polygon, clockwise round a hole. */
export function nextCorner(): CellCorner {
  if (polygon.count + (polygon.holesEnd - HOLES_START) >= CORNERS_MOST) {
    polygon.isFull = true;
    return cornerAt(POLYGON_CORNERS - 1);
  }
  if (polygon.hole == NONE) return cornerAt(polygon.count++);
  const corner = cornerAt(polygon.holesEnd++);
  // The first one says how many there are, and whether they have been joined to the polygon.
  cornerAt(polygon.hole).next = polygon.holesEnd - polygon.hole;
  cornerAt(polygon.hole).previous = 0;
  return corner;
}

/** Whether there were more corners than are looked at. */
export function isTooLong(): bool {
  return polygon.isFull;
}

/** The sign of the turn p q r: 0 when it is not certain. */
function turnOf(p: CellCorner, q: CellCorner, r: CellCorner): i32 {
  const a = p.u - r.u;
  const b = q.v - r.v;
  const c = p.v - r.v;
  const d = q.u - r.u;
  const left = a * b;
  const right = c * d;
  const offP = p.error + r.error;
  const offQ = q.error + r.error;
  const size = abs(left) + abs(right);
  // What differences are off by, times the others; and rounding of differences, products and their difference.
  const off = (abs(a) + abs(c)) * offQ + (abs(b) + abs(d)) * offP + 2 * offP * offQ + 4 * EPSILON * size;
  const det = left - right;
  // Twice, which more than covers the rounding of `off` itself.
  if (det > 2 * off) return 1;
  return det < -2 * off ? -1 : 0;
}

/** 1 when the polygon turns counter-clockwise, −1 when clockwise, 0 when that is not certain. */
export function turnOfPolygon(): i32 {
  const origin = cornerAt(0);
  let area: f64 = 0;
  let off: f64 = 0;
  for (let i: u32 = 1; i + 1 < polygon.count; i++) {
    const p = cornerAt(i);
    const q = cornerAt(i + 1);
    const a = p.u - origin.u;
    const b = q.v - origin.v;
    const c = p.v - origin.v;
    const d = q.u - origin.u;
    const offP = p.error + origin.error;
    const offQ = q.error + origin.error;
    area += a * b - c * d;
    off += (abs(a) + abs(c)) * offQ + (abs(b) + abs(d)) * offP + 2 * offP * offQ;
    off += (4 + <f64>polygon.count) * EPSILON * (abs(a * b) + abs(c * d));
  }
  if (area > 2 * off) return 1;
  return area < -2 * off ? -1 : 0;
}

/** Whether the segment a b certainly does not cross that from c to d, but may share an end with it. */
function isApart(a: CellCorner, b: CellCorner, c: CellCorner, d: CellCorner): bool {
  if (c.point == a.point || c.point == b.point) return d.point == a.point || d.point == b.point || turnOf(a, b, d) != 0;
  if (d.point == a.point || d.point == b.point) return turnOf(a, b, c) != 0;
  const sideC = turnOf(a, b, c);
  if (sideC != 0 && sideC == turnOf(a, b, d)) return true;
  const sideA = turnOf(c, d, a);
  return sideA != 0 && sideA == turnOf(c, d, b);
}

/** Whether a segment crosses no edge of a ring of corners. */
function isClear(a: CellCorner, b: CellCorner, from: u32, to: u32): bool {
  for (let i = from; i < to; i++) if (!isApart(a, b, cornerAt(i), cornerAt(i + 1 == to ? from : i + 1))) return false;
  return true;
}

/** Whether the direction from q to x lies between those to r and to p, counter-clockwise: inside the corner p q r. */
function isWithin(p: CellCorner, q: CellCorner, r: CellCorner, x: CellCorner): bool {
  const turn = turnOf(p, q, r);
  if (turn > 0) return turnOf(q, r, x) > 0 && turnOf(p, q, x) > 0;
  return turn < 0 && (turnOf(q, r, x) > 0 || turnOf(p, q, x) > 0);
}

function isClearOfHoles(a: CellCorner, b: CellCorner): bool {
  for (let from = HOLES_START; from < polygon.holesEnd; from += cornerAt(from).next) {
    if (cornerAt(from).previous == 0 && !isClear(a, b, from, from + cornerAt(from).next)) return false;
  }
  return true;
}

/** Whether a corner of a hole may be joined to the i-th of the polygon. */
function mayBridge(h: CellCorner, i: u32): bool {
  const q = cornerAt(i);
  const p = cornerAt(i == 0 ? polygon.count - 1 : i - 1);
  const r = cornerAt(i + 1 == polygon.count ? 0 : i + 1);
  return isWithin(p, q, r, h) && isClear(h, q, 0, polygon.count) && isClearOfHoles(h, q);
}

// @inline
function copyCorner(from: u32, to: u32): void {
  memory.copy(changetype<usize>(cornerAt(to)), changetype<usize>(cornerAt(from)), CELL_CORNER_BYTES);
}

/** Joins the hole that begins at `from` by a bridge between the corner `at` of the polygon and `through` of the hole. */
function layBridge(at: u32, through: u32, from: u32): void {
  const length = cornerAt(from).next;
  const added = length + 2;
  for (let i = polygon.count; i > at; i--) copyCorner(i - 1, i - 1 + added);
  cornerAt(at).isArc = 0;
  let end = at + 1;
  for (let i = through; i < from + length; i++) copyCorner(i, end++);
  for (let i = from; i <= through; i++) copyCorner(i, end++);
  cornerAt(end - 1).isArc = 0;
  polygon.count += added;
  cornerAt(from).previous = 1;
}

/** Joins the hole with the shortest bridge to the polygon: 1 when there was one, 0 when all are joined, −1 when it is not certain. */
function joinHole(): i32 {
  let shortest: f64 = Infinity;
  let at: u32 = 0;
  let through: u32 = 0;
  let hole = NONE;
  let isLeft = false;
  for (let from = HOLES_START; from < polygon.holesEnd; from += cornerAt(from).next) {
    if (cornerAt(from).previous != 0) continue;
    isLeft = true;
    for (let k = from; k < from + cornerAt(from).next; k++) {
      const h = cornerAt(k);
      for (let i: u32 = 0; i < polygon.count; i++) {
        const length = (h.u - cornerAt(i).u) * (h.u - cornerAt(i).u) + (h.v - cornerAt(i).v) * (h.v - cornerAt(i).v);
        if (!(length < shortest) || !mayBridge(h, i)) continue;
        shortest = length;
        at = i;
        through = k;
        hole = from;
      }
    }
  }
  if (!isLeft) return 0;
  if (hole == NONE) return -1;
  layBridge(at, through, hole);
  return 1;
}

// @inline
function isSamePoint(x: CellCorner, p: CellCorner, q: CellCorner, r: CellCorner): bool {
  return x.point == p.point || x.point == q.point || x.point == r.point;
}

/** Whether a corner is certainly outside a triangle that turns counter-clockwise. */
// @inline
function isOutside(x: CellCorner, p: CellCorner, q: CellCorner, r: CellCorner): bool {
  return turnOf(p, q, x) < 0 || turnOf(q, r, x) < 0 || turnOf(r, p, x) < 0;
}

/** Whether q lies on the line from p to r, and between them, as far as can be told. */
function isFlat(p: CellCorner, q: CellCorner, r: CellCorner): bool {
  if (turnOf(p, q, r) != 0) return false;
  const along = (q.u - p.u) * (r.u - p.u) + (q.v - p.v) * (r.v - p.v);
  const back = (q.u - r.u) * (p.u - r.u) + (q.v - r.v) * (p.v - r.v);
  return along >= 0 && back >= 0;
}

/**
 * Whether the corner i, with those before and after it, is certainly an ear, or one without area as far as can be told. A
 * point may be several corners.
 */
function isEar(i: u32, isFlatToo: bool): bool {
  const q = cornerAt(i);
  const p = cornerAt(q.previous);
  const r = cornerAt(q.next);
  if (turnOf(p, q, r) <= 0 && !(isFlatToo && isFlat(p, q, r))) return false;
  // Nearly all corners are beyond one side of a box around the ear: by twice the errors, so that rounding here does not matter.
  const lowU = min(min(p.u - 2 * p.error, q.u - 2 * q.error), r.u - 2 * r.error);
  const highU = max(max(p.u + 2 * p.error, q.u + 2 * q.error), r.u + 2 * r.error);
  const lowV = min(min(p.v - 2 * p.error, q.v - 2 * q.error), r.v - 2 * r.error);
  const highV = max(max(p.v + 2 * p.error, q.v + 2 * q.error), r.v + 2 * r.error);
  for (let at = r.next; at != q.previous; at = cornerAt(at).next) {
    const x = cornerAt(at);
    const off = 2 * x.error;
    if (x.u + off < lowU || x.u - off > highU || x.v + off < lowV || x.v - off > highV) continue;
    if (polygon.mayRepeat && isSamePoint(x, p, q, r)) continue;
    if (!isOutside(x, p, q, r)) return false;
  }
  if (!polygon.mayRepeat) return true;
  return isWithin(cornerAt(p.previous), p, q, r) && isWithin(q, r, cornerAt(r.next), p);
}

/** The square of the length of the cut behind the corner i. */
// @inline
function cutLength(i: u32): f64 {
  const q = cornerAt(i);
  const p = cornerAt(q.previous);
  const r = cornerAt(q.next);
  return (p.u - r.u) * (p.u - r.u) + (p.v - r.v) * (p.v - r.v);
}

/** The ear with the shortest cut, of the corners that are left; NONE when none is certain. */
function bestEar(start: u32, left: u32, isFlatToo: bool): u32 {
  let ear = NONE;
  let shortest: f64 = Infinity;
  for (let i: u32 = 0, at = start; i < left; i++, at = cornerAt(at).next) {
    const length = cutLength(at);
    if (!(length < shortest) || !isEar(at, isFlatToo)) continue;
    shortest = length;
    ear = at;
  }
  return ear;
}

/** Adds a triangle of a face, which belongs to a set, to those of what lies inside. */
function emit(side: ContactSideRecord, face: u32, member: u32, q: CellCorner, isLast: bool): void {
  const p = cornerAt(q.previous);
  const r = cornerAt(q.next);
  const at = side.small + ((<usize>side.smallCount * SMALL_WORDS) << 2);
  side.smallCount++;
  store<u32>(at, p.point);
  store<u32>(at, q.point, 4);
  store<u32>(at, r.point, 8);
  store<u32>(at, face, 12);
  store<u32>(at, member, 16);
  store<u32>(at, p.isArc | (q.isArc << 1) | (isLast ? r.isArc << 2 : 0), 20);
}

/** Triangulates the polygon: the ear with the shortest cut first. */
export function cutEars(side: ContactSideRecord, face: u32, member: u32): bool {
  if (polygon.isFull) return false;
  for (let joined: i32 = 1; joined != 0; ) {
    joined = joinHole();
    if (joined < 0) return false;
  }
  let left = polygon.count;
  for (let i: u32 = 0; i < left; i++) {
    const corner = cornerAt(i);
    corner.next = i + 1 == left ? 0 : i + 1;
    corner.previous = i == 0 ? left - 1 : i - 1;
  }
  let start: u32 = 0;
  while (left > 3) {
    let ear = bestEar(start, left, false);
    if (ear == NONE) {
      ear = bestEar(start, left, true);
      side.flatCount++;
    }
    if (ear == NONE) return false;
    const q = cornerAt(ear);
    emit(side, face, member, q, false);
    const p = cornerAt(q.previous);
    p.isArc = 0;
    p.next = q.next;
    cornerAt(q.next).previous = q.previous;
    start = q.previous;
    left--;
  }
  emit(side, face, member, cornerAt(start), true);
  return true;
}
