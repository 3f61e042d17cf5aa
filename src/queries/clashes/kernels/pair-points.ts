/**
 * Where two triangles that collide meet, by name, as PairMeeting has it: each point is the meeting of a vertex, an edge or the
 * inside of one triangle with one of the other, the lowest that holds it. Pairs in one plane are left to TypeScript.
 */
import { orient2dIn, orient3d } from '../../../exact/kernels/predicates';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { NAME_OF_FACE, NAME_OF_VERTEX } from '../constants';

const POINT: usize = 24;
/** Where in a triangle a point lies: outside, inside, on an edge 1 + k (from corner k to the next), in a corner 4 + k. */
const OUTSIDE: i32 = -1;
const INSIDE: i32 = 0;
const ON_EDGE: i32 = 1;
const ON_CORNER: i32 = 4;

/** Triangles in different planes meet in a point, or in a segment between two. */
const POINTS_MOST: u32 = 2;

/** A point in which the triangles meet: two words for what it is on each side. */
// @unmanaged
export class PairPoint {
  a0: i32 = 0;
  a1: i32 = 0;
  b0: i32 = 0;
  b1: i32 = 0;
  /** For an edge through a face: the side of the face that the lower vertex of the edge is on, 1 in front and −1 behind; else 0. */
  lowerSide: i32 = 0;
}

// @unmanaged
class PairState {
  count: u32 = 0;
  /** Coordinates in which the last triangle asked about has an orientation, as offsets, and that orientation. */
  u: usize = 0;
  v: usize = 8;
  orientation: i32 = 0;
}

/** The corners of both triangles, a's first, as coordinates and as vertices, and their numbers. */
const points = reserveScratch(6 * POINT);
const vertices = reserveScratch(6 * 4);
const faces = reserveScratch(2 * 4);
/** For each corner, the side of the other triangle's plane that it lies on. */
const sides = reserveScratch(6 * 4);
const state = changetype<PairState>(reserveScratch(offsetof<PairState>()));
const found = reserveScratch(POINTS_MOST * offsetof<PairPoint>());

/** Where the coordinates of a corner go, 0 to 2 of a and 3 to 5 of b. */
// @inline
export function cornerPlace(corner: u32): usize {
  return points + <usize>corner * POINT;
}

// @inline
export function setVertex(corner: u32, vertex: u32): void {
  store<u32>(vertices + ((<usize>corner) << 2), vertex);
}

// @inline
export function setFaces(a: u32, b: u32): void {
  store<u32>(faces, a);
  store<u32>(faces, b, 4);
}

// @inline
export function pairPoint(i: u32): PairPoint {
  return changetype<PairPoint>(found + <usize>i * offsetof<PairPoint>());
}

// @inline
function vertexOf(corner: u32): i32 {
  return load<i32>(vertices + ((<usize>corner) << 2));
}

// @inline
function sideOf(corner: u32): i32 {
  return load<i32>(sides + ((<usize>corner) << 2));
}

// @inline
function nextOf(k: u32): u32 {
  return k == 2 ? 0 : k + 1;
}

/** The sides of the corners of one triangle to the plane of the other. */
function takeSides(own: u32, other: u32): void {
  const p = cornerPlace(other);
  for (let k: u32 = 0; k < 3; k++)
    store<i32>(sides + ((<usize>(own + k)) << 2), orient3d(cornerPlace(own + k), p + POINT, p + 2 * POINT, p));
}

/** Notes a point unless it is known; false when there are more than there can be. */
function note(a0: i32, a1: i32, b0: i32, b1: i32, lowerSide: i32): bool {
  for (let i: u32 = 0; i < state.count; i++) {
    const known = pairPoint(i);
    if (known.a0 == a0 && known.a1 == a1 && known.b0 == b0 && known.b1 == b1) return true;
  }
  if (state.count == POINTS_MOST) return false;
  const point = pairPoint(state.count++);
  point.a0 = a0;
  point.a1 = a1;
  point.b0 = b0;
  point.b1 = b1;
  point.lowerSide = lowerSide;
  return true;
}

/** Adds what is (name0, name1) on its own triangle and lies at `place` in the other. */
function add(name0: i32, name1: i32, other: u32, place: i32, lowerSide: i32): bool {
  let other0 = load<i32>(faces + (other == 0 ? 0 : 4));
  let other1 = NAME_OF_FACE;
  if (place >= ON_CORNER) {
    other0 = vertexOf(other + <u32>(place - ON_CORNER));
    other1 = NAME_OF_VERTEX;
  } else if (place != INSIDE) {
    const k = <u32>(place - ON_EDGE);
    const p = vertexOf(other + k);
    const q = vertexOf(other + nextOf(k));
    other0 = min(p, q);
    other1 = max(p, q);
  }
  const side = other1 == NAME_OF_FACE && name1 >= 0 ? lowerSide : 0;
  return other == 0 ? note(other0, other1, name0, name1, side) : note(name0, name1, other0, other1, side);
}

/** On one edge line, or on two: in the corner across from the edge that is left, `inner`. */
// @inline
function placeOf(zeros: i32, edge: i32, inner: i32): i32 {
  if (zeros == 0) return INSIDE;
  if (zeros == 1) return ON_EDGE + edge;
  return ON_CORNER + ((inner + 2) % 3);
}

/** Chooses two coordinates in which a triangle has an orientation. */
function chooseProjection(t: u32): void {
  const p = cornerPlace(t);
  for (let w: usize = 3; w > 0; w--) {
    state.u = (w % 3) << 3;
    state.v = ((w + 1) % 3) << 3;
    state.orientation = orient2dIn(p, p + POINT, p + 2 * POINT, state.u, state.v);
    if (state.orientation != 0) return;
  }
}

/** Where in a triangle, for which `chooseProjection` was called, a point of its plane lies. */
function locate(point: usize, t: u32): i32 {
  let zeros = 0;
  let edge = 0;
  let inner = 0;
  for (let k: u32 = 0; k < 3; k++) {
    const sign = orient2dIn(cornerPlace(t + k), cornerPlace(t + nextOf(k)), point, state.u, state.v);
    if (sign == -state.orientation) return OUTSIDE;
    if (sign == 0) {
      zeros++;
      edge = k;
    } else inner = k;
  }
  return placeOf(zeros, edge, inner);
}

/** Where in a triangle the line p q, which crosses its plane, passes. */
function pierce(p: usize, q: usize, t: u32): i32 {
  let zeros = 0;
  let edge = 0;
  let inner = 0;
  let sign = 0;
  for (let k: u32 = 0; k < 3; k++) {
    const side = orient3d(p, q, cornerPlace(t + k), cornerPlace(t + nextOf(k)));
    if (side == 0) {
      zeros++;
      edge = k;
      continue;
    }
    inner = k;
    if (sign == 0) sign = side;
    else if (side != sign) return OUTSIDE;
  }
  return placeOf(zeros, edge, inner);
}

/** Corners of one triangle that lie in the other. */
function findCorners(own: u32, other: u32): bool {
  if (sideOf(own) != 0 && sideOf(own + 1) != 0 && sideOf(own + 2) != 0) return true;
  chooseProjection(other);
  for (let k: u32 = 0; k < 3; k++) {
    if (sideOf(own + k) != 0) continue;
    const place = locate(cornerPlace(own + k), other);
    if (place != OUTSIDE && !add(vertexOf(own + k), NAME_OF_VERTEX, other, place, 0)) return false;
  }
  return true;
}

/** Edges of one triangle that pass through the other. */
function findCrossings(own: u32, other: u32): bool {
  for (let k: u32 = 0; k < 3; k++) {
    const next = nextOf(k);
    if (sideOf(own + k) * sideOf(own + next) >= 0) continue;
    const place = pierce(cornerPlace(own + k), cornerPlace(own + next), other);
    if (place == OUTSIDE) continue;
    const p = vertexOf(own + k);
    const q = vertexOf(own + next);
    const lowerSide = p < q ? sideOf(own + k) : sideOf(own + next);
    if (!add(min(p, q), max(p, q), other, place, lowerSide)) return false;
  }
  return true;
}

/** How many points the triangles meet in; 0 when they lie in one plane, or meet otherwise than triangles in two planes can. */
export function findPairPoints(): u32 {
  state.count = 0;
  takeSides(0, 3);
  if (sideOf(0) == 0 && sideOf(1) == 0 && sideOf(2) == 0) return 0;
  takeSides(3, 0);
  const isWhole = findCorners(0, 3) && findCorners(3, 0) && findCrossings(0, 3) && findCrossings(3, 0);
  return isWhole ? state.count : 0;
}
