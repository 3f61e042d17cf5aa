/** Whether two features are strictly nearer than a distance, in whole numbers: for what floating point cannot tell. */
import { wholeMultiples } from './whole-multiples.ts';

type Vector = readonly [bigint, bigint, bigint];

const minus = (p: Vector, q: Vector): Vector => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const dot = (p: Vector, q: Vector): bigint => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p: Vector, q: Vector): Vector => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];

/** A point and the segment from q to r; `square` is that of the distance. */
function pointIsNear(p: Vector, q: Vector, r: Vector, square: bigint): boolean {
  const along = minus(r, q);
  const offset = minus(p, q);
  const reached = dot(offset, along);
  const length = dot(along, along);
  if (reached <= 0n) return dot(offset, offset) < square;
  if (reached >= length) {
    const back = minus(p, r);
    return dot(back, back) < square;
  }
  const off = cross(offset, along);
  return dot(off, off) < square * length;
}

/** A vertex and a face: above the face its plane tells, else its edges do. */
function faceIsNear([p, a, b, c]: readonly Vector[], square: bigint): boolean {
  const [u, v, w] = [minus(b, a), minus(c, a), minus(p, a)];
  const n = cross(u, v);
  const area = dot(n, n);
  const first = dot(cross(w, v), n);
  const second = dot(cross(u, w), n);
  if (area > 0n && first >= 0n && second >= 0n && first + second <= area) {
    const height = dot(n, w);
    return height * height < square * area;
  }
  return pointIsNear(p, a, b, square) || pointIsNear(p, b, c, square) || pointIsNear(p, c, a, square);
}

/** Two edges: between them, where their common perpendicular is, or at one of the four ends. */
function edgeIsNear([a, b, c, d]: readonly Vector[], square: bigint): boolean {
  const [u, v, w] = [minus(b, a), minus(d, c), minus(c, a)];
  const n = cross(u, v);
  const area = dot(n, n);
  const first = dot(cross(w, v), n);
  const second = dot(cross(w, u), n);
  if (area > 0n && first >= 0n && first <= area && second >= 0n && second <= area) {
    const height = dot(n, w);
    return height * height < square * area;
  }
  return (
    pointIsNear(a, c, d, square) ||
    pointIsNear(b, c, d, square) ||
    pointIsNear(c, a, b, square) ||
    pointIsNear(d, a, b, square)
  );
}

/** Kind 0: a vertex and the corners of a face; 1: the ends of two edges. Twelve finite numbers, and a finite distance. */
export function wholeIsNearer(kind: number, points: ArrayLike<number>, distance: number): boolean {
  const whole = wholeMultiples([...Array.from(points), distance]);
  const four = [0, 3, 6, 9].map((at): Vector => [whole[at], whole[at + 1], whole[at + 2]]);
  const square = whole[12] * whole[12];
  return kind === 0 ? faceIsNear(four, square) : edgeIsNear(four, square);
}
