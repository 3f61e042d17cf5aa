/**
 * The squared distance of two triangles as a fraction of whole numbers: nothing is rounded.
 *
 * Method: the distance of two convex figures that share no point is that of a corner and a face it lies above, of a
 * corner and an edge, or of two edges at inner points of both. All of them are computed and the least is taken.
 */
import { toIntegers } from './exact-coordinates.ts';
import type { Point } from './triangle-meeting.ts';

export interface Fraction {
  readonly over: bigint;
  /** Above zero. */
  readonly under: bigint;
}

type Corners = readonly [Point, Point, Point];

const minus = (p: Point, q: Point): Point => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const dot = (p: Point, q: Point): bigint => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p: Point, q: Point): Point => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];

/** |r + v · t/under − u · s/under|² */
function squaredAt(r: Point, u: Point, s: bigint, v: Point, t: bigint, under: bigint): Fraction {
  const d = [0, 1, 2].map((k) => r[k] * under + v[k] * t - u[k] * s) as unknown as Point;
  return { over: dot(d, d), under: under * under };
}

function pointToEdge(point: Point, from: Point, to: Point): Fraction {
  const v = minus(to, from);
  const r = minus(from, point);
  const under = dot(v, v);
  if (under === 0n) return { over: dot(r, r), under: 1n };
  const t = -dot(r, v);
  if (t <= 0n) return { over: dot(r, r), under: 1n };
  if (t >= under) return squaredAt(r, v, 0n, v, 1n, 1n);
  return squaredAt(r, v, 0n, v, t, under);
}

/** Two edges at the points where the lines come nearest, when both lie on them. */
function edgeToEdge(p0: Point, p1: Point, q0: Point, q1: Point): Fraction | undefined {
  const u = minus(p1, p0);
  const v = minus(q1, q0);
  const r = minus(q0, p0);
  const n = cross(u, v);
  const under = dot(n, n);
  if (under === 0n) return undefined;
  const s = dot(cross(r, v), n);
  const t = dot(cross(r, u), n);
  return s >= 0n && s <= under && t >= 0n && t <= under ? squaredAt(r, u, s, v, t, under) : undefined;
}

function pointToFace(point: Point, [a, b, c]: Corners): Fraction | undefined {
  const u = minus(b, a);
  const v = minus(c, a);
  const w = minus(point, a);
  const n = cross(u, v);
  const under = dot(n, n);
  if (under === 0n) return undefined;
  const s = dot(cross(w, v), n);
  const t = dot(cross(u, w), n);
  if (s < 0n || t < 0n || s + t > under) return undefined;
  const height = dot(w, n);
  return { over: height * height, under };
}

function lessOf(p: Fraction, q: Fraction | undefined): Fraction {
  return q !== undefined && q.over * p.under < p.over * q.under ? q : p;
}

/** For triangles that share no point. */
export function exactSquaredDistance(a: Corners, b: Corners): Fraction {
  let least = pointToEdge(a[0], b[0], b[1]);
  for (let i = 0; i < 3; i++) {
    least = lessOf(least, pointToFace(a[i], b));
    least = lessOf(least, pointToFace(b[i], a));
    for (let j = 0; j < 3; j++) {
      least = lessOf(least, pointToEdge(a[i], b[j], b[(j + 1) % 3]));
      least = lessOf(least, pointToEdge(b[i], a[j], a[(j + 1) % 3]));
      least = lessOf(least, edgeToEdge(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
    }
  }
  return least;
}

/** Whether a distance is off by no more than `bound` from the exact one of two triangles (nine numbers each) apart. */
export function isDistanceWithin(a: readonly number[], b: readonly number[], distance: number, bound: number): boolean {
  const [p, q, [whole, margin]] = toIntegers([a, b, [distance, bound]]);
  const corners = (flat: readonly bigint[]) =>
    [0, 3, 6].map((at) => flat.slice(at, at + 3) as unknown as Point) as unknown as Corners;
  const { over, under } = exactSquaredDistance(corners(p), corners(q));
  const low = whole > margin ? whole - margin : 0n;
  const high = whole + margin;
  return low * low * under <= over && over <= high * high * under;
}
