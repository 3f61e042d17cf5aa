/** Distances of points, segments and triangles as exact fractions, and where a point is with respect to a closed surface. */
import { hasArea, meeting, normalOf, type WholeTriangle } from './meeting.ts';
import { cross, dot, minus, type Vector } from './whole.ts';

/** A square of a distance, or any fraction; the denominator is above 0. */
export type Fraction = readonly [bigint, bigint];

export function isBelow(a: Fraction, b: Fraction): boolean {
  return a[0] * b[1] < b[0] * a[1];
}

function least(fractions: readonly Fraction[]): Fraction {
  return fractions.reduce((a, b) => (isBelow(b, a) ? b : a));
}

function squareToSegment(p: Vector, a: Vector, b: Vector): Fraction {
  const side = minus(b, a);
  const to = minus(p, a);
  const length = dot(side, side);
  const along = dot(side, to);
  if (along <= 0n || length === 0n) return [dot(to, to), 1n];
  const beyond = minus(p, b);
  if (along >= length) return [dot(beyond, beyond), 1n];
  const across = cross(side, to);
  return [dot(across, across), length];
}

/** The square of the distance between two lines, where the nearest points lie on both segments. */
function squareBetweenLines(a: Vector, b: Vector, c: Vector, d: Vector): Fraction | undefined {
  const u = minus(b, a);
  const v = minus(d, c);
  const r = minus(c, a);
  const normal = cross(u, v);
  const length = dot(normal, normal);
  if (length === 0n) return undefined;
  const s = dot(cross(r, v), normal);
  const t = dot(cross(r, u), normal);
  if (s < 0n || s > length || t < 0n || t > length) return undefined;
  const height = dot(r, normal);
  return [height * height, length];
}

/** The square of the distance from a point to the plane of a triangle, where the foot lies in the triangle. */
function squareToFace(p: Vector, triangle: WholeTriangle): Fraction | undefined {
  const normal = normalOf(triangle);
  for (let k = 0; k < 3; k++) {
    const side = minus(triangle[(k + 1) % 3], triangle[k]);
    if (dot(cross(normal, side), minus(p, triangle[k])) < 0n) return undefined;
  }
  const height = dot(normal, minus(p, triangle[0]));
  return [height * height, dot(normal, normal)];
}

const SIDES = [
  [0, 1],
  [1, 2],
  [2, 0],
] as const;

export function squareToTriangle(p: Vector, triangle: WholeTriangle): Fraction {
  const face = hasArea(triangle) ? squareToFace(p, triangle) : undefined;
  return face ?? least(SIDES.map(([i, j]) => squareToSegment(p, triangle[i], triangle[j])));
}

export function squareBetween(a: WholeTriangle, b: WholeTriangle): Fraction {
  if (meeting(a, b).dimension >= 0) return [0n, 1n];
  const found: Fraction[] = [...a.map((p) => squareToTriangle(p, b)), ...b.map((p) => squareToTriangle(p, a))];
  for (const [i, j] of SIDES) {
    for (const [k, l] of SIDES) {
      const lines = squareBetweenLines(a[i], a[j], b[k], b[l]);
      if (lines) found.push(lines);
    }
  }
  return least(found);
}

export function isOn(p: Vector, triangle: WholeTriangle): boolean {
  return squareToTriangle(p, triangle)[0] === 0n;
}

function side(a: Vector, b: Vector, c: Vector, d: Vector): bigint {
  return dot(cross(minus(b, a), minus(c, a)), minus(d, a));
}

/** How often a closed surface winds round a point that is not on it; `toss` gives whole numbers from −1e6 to 1e6. */
export function windingNumber(
  p: Vector,
  triangles: readonly WholeTriangle[],
  reach: bigint,
  toss: () => bigint,
): number {
  for (;;) {
    const away: Vector = [toss(), toss(), toss()];
    if (Math.max(...away.map((component) => Math.abs(Number(component)))) < 1000) continue;
    const far: Vector = [p[0] + away[0] * reach, p[1] + away[1] * reach, p[2] + away[2] * reach];
    const passes = triangles.map((triangle) => passing(p, far, triangle));
    if (passes.every((pass) => pass !== undefined)) return passes.reduce((sum, pass) => sum + pass, 0);
  }
}

/** 1 or −1 when the segment pq passes through the inside of a triangle, 0 when it misses it, undefined when it grazes. */
function passing(p: Vector, q: Vector, triangle: WholeTriangle): number | undefined {
  const before = side(...triangle, p);
  const behind = side(...triangle, q);
  if ((before > 0n && behind > 0n) || (before < 0n && behind < 0n)) return 0;
  const turns = SIDES.map(([i, j]) => side(p, q, triangle[i], triangle[j]));
  if (turns.some((turn) => turn > 0n) && turns.some((turn) => turn < 0n)) return 0;
  if (before === 0n || behind === 0n || turns.some((turn) => turn === 0n)) return hasArea(triangle) ? undefined : 0;
  return before > 0n ? 1 : -1;
}
