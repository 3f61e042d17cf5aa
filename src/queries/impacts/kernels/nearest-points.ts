/**
 * The nearest points of a vertex and a face, or of two edges, at one time, in double precision.
 *
 * Each place where they can be is tried, and the one with the least distance is taken: within both features, as if they went on
 * for ever, and on each border. So features that have become a segment or a point, or nearly so, are no special case.
 */
import { reserveScratch } from '../../../memory/kernels/scratch';
import { VERTEX_FACE } from '../constants';

/** u, v and w as in coplanarity.ts, at one time: nine f64. */
export const vectors = reserveScratch(72);
const U: usize = 0;
const V: usize = 24;
const W: usize = 48;

/** The edge, of those that the features have, within which a nearest point lies while the other is an end or a vertex. */
export const SIDE_NONE: u32 = 0;
export const SIDE_U: u32 = 1;
export const SIDE_V: u32 = 2;
/** From the end of u to the end of v: the third side of a face. */
export const SIDE_THIRD: u32 = 3;

// @unmanaged
export class NearestState {
  /** Coordinates as in the answer: w = first u + second v on a face, first u − second v on edges, where they meet. */
  first: f64;
  second: f64;
  /** From the point of B to that of A, and the square of its length. */
  x: f64;
  y: f64;
  z: f64;
  square: f64;
  /** Whether the points are within both features, where the direction between them is that of u × v. */
  isWithin: bool;
  side: u32;
}
export const nearest = changetype<NearestState>(reserveScratch(offsetof<NearestState>()));

// @inline
function part(vector: usize, k: usize): f64 {
  return load<f64>(vectors + vector + 8 * k);
}

// @inline
function dot(p: usize, q: usize): f64 {
  return part(p, 0) * part(q, 0) + part(p, 1) * part(q, 1) + part(p, 2) * part(q, 2);
}

/** (p × q) · n */
// @inline
function boxProduct(p: usize, q: usize, nx: f64, ny: f64, nz: f64): f64 {
  const x = part(p, 1) * part(q, 2) - part(p, 2) * part(q, 1);
  const y = part(p, 2) * part(q, 0) - part(p, 0) * part(q, 2);
  const z = part(p, 0) * part(q, 1) - part(p, 1) * part(q, 0);
  return x * nx + y * ny + z * nz;
}

// @inline
function held(x: f64): f64 {
  return x >= 0 ? min(x, 1) : 0;
}

/** How far along a side of the square `under` the foot is, from 0 to 1. */
// @inline
function share(over: f64, under: f64): f64 {
  return under > 0 ? held(over / under) : 0;
}

/** Takes these coordinates if their points are nearer to each other than the best so far. */
function tryPlace(isFace: bool, first: f64, second: f64, isWithin: bool, side: u32): void {
  const s = isFace ? -first : first;
  const t: f64 = isFace ? 1 : -1;
  const x = s * part(U, 0) + t * part(W, 0) - second * part(V, 0);
  const y = s * part(U, 1) + t * part(W, 1) - second * part(V, 1);
  const z = s * part(U, 2) + t * part(W, 2) - second * part(V, 2);
  const square = x * x + y * y + z * z;
  if (square >= nearest.square) return;
  nearest.square = square;
  nearest.x = x;
  nearest.y = y;
  nearest.z = z;
  nearest.first = first;
  nearest.second = second;
  nearest.isWithin = isWithin;
  nearest.side = side;
}

/** The same for a place on an edge; at its ends it is a corner. */
// @inline
function trySide(isFace: bool, first: f64, second: f64, side: u32): void {
  const place = side == SIDE_U ? first : second;
  tryPlace(isFace, first, second, false, place > 0 && place < 1 ? side : SIDE_NONE);
}

function tryWithin(isFace: bool): void {
  const nx = part(U, 1) * part(V, 2) - part(U, 2) * part(V, 1);
  const ny = part(U, 2) * part(V, 0) - part(U, 0) * part(V, 2);
  const nz = part(U, 0) * part(V, 1) - part(U, 1) * part(V, 0);
  const under = nx * nx + ny * ny + nz * nz;
  if (!(under > 0)) return;
  const s = boxProduct(W, V, nx, ny, nz) / under;
  const t = (isFace ? boxProduct(U, W, nx, ny, nz) : boxProduct(W, U, nx, ny, nz)) / under;
  const first = held(s);
  const second = isFace ? min(held(t), 1 - first) : held(t);
  tryPlace(isFace, first, second, first == s && second == t, SIDE_NONE);
}

/** Finds the nearest points, for the vectors that have been set. */
export function findNearest(kind: u32): void {
  const isFace = kind == VERTEX_FACE;
  nearest.square = Infinity;
  tryWithin(isFace);
  const uu = dot(U, U);
  const vv = dot(V, V);
  const uv = dot(U, V);
  const uw = dot(U, W);
  const vw = dot(V, W);
  if (isFace) {
    trySide(true, share(uw, uu), 0, SIDE_U);
    trySide(true, 0, share(vw, vv), SIDE_V);
    // On the third side, u + t (v − u).
    const t = share(vw - uw - uv + uu, vv - 2 * uv + uu);
    trySide(true, 1 - t, t, SIDE_THIRD);
    return;
  }
  trySide(false, share(uw, uu), 0, SIDE_U);
  trySide(false, share(uw + uv, uu), 1, SIDE_U);
  trySide(false, 0, share(-vw, vv), SIDE_V);
  trySide(false, 1, share(uv - vw, vv), SIDE_V);
}
