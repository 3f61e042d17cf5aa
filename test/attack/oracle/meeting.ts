/**
 * What two triangles have in common, in whole numbers.
 *
 * Method: triangles of different planes meet where the intervals overlap that each of them has on the common line; ends of
 * intervals are fractions, compared by multiplying out. Triangles of one plane meet in a convex polygon: one is clipped
 * by the three sides of the other (Sutherland and Hodgman 1974), corners again as fractions.
 */
import { cross, dot, isZero, minus, type Rational, type Vector } from './whole.ts';

export type WholeTriangle = readonly [Vector, Vector, Vector];

export interface Meeting {
  /** −1 nothing, 0 a point, 1 a segment, 2 an area. */
  readonly dimension: -1 | 0 | 1 | 2;
  /** They lie in different planes and some common point is interior to both. */
  readonly crosses: boolean;
  /** The corners of what they have in common. */
  readonly corners: readonly Rational[];
}

const NOTHING: Meeting = { dimension: -1, crosses: false, corners: [] };

export function normalOf([a, b, c]: WholeTriangle): Vector {
  return cross(minus(b, a), minus(c, a));
}

export function hasArea(triangle: WholeTriangle): boolean {
  return !isZero(normalOf(triangle));
}

function heights(triangle: WholeTriangle, normal: Vector, foot: Vector): bigint[] {
  return triangle.map((corner) => dot(normal, minus(corner, foot)));
}

/** Both must have area. */
export function meeting(a: WholeTriangle, b: WholeTriangle): Meeting {
  const normalA = normalOf(a);
  const normalB = normalOf(b);
  const heightsA = heights(a, normalB, b[0]);
  if (isOnOneSide(heightsA)) return NOTHING;
  if (heightsA.every((height) => height === 0n)) return meetingInPlane(a, b, normalB);
  const heightsB = heights(b, normalA, a[0]);
  if (isOnOneSide(heightsB)) return NOTHING;
  const axis = cross(normalA, normalB).findIndex((component) => component !== 0n);
  const onA = interval(a, heightsA, axis);
  const onB = interval(b, heightsB, axis);
  if (!onA || !onB) return NOTHING;
  const low = compare(onA[0], onB[0], axis) >= 0 ? onA[0] : onB[0];
  const high = compare(onA[1], onB[1], axis) <= 0 ? onA[1] : onB[1];
  const order = compare(low, high, axis);
  if (order > 0) return NOTHING;
  if (order === 0) return { dimension: 0, crosses: false, corners: [low] };
  return { dimension: 1, crosses: straddles(heightsA) && straddles(heightsB), corners: [low, high] };
}

function isOnOneSide(values: readonly bigint[]): boolean {
  return values.every((value) => value > 0n) || values.every((value) => value < 0n);
}

function straddles(values: readonly bigint[]): boolean {
  return values.some((value) => value > 0n) && values.some((value) => value < 0n);
}

function compare(p: Rational, q: Rational, axis: number): number {
  const difference = p[axis] * q[3] - q[axis] * p[3];
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Where a triangle meets the plane that its corners have these heights above, from low to high along an axis. */
function interval(triangle: WholeTriangle, height: readonly bigint[], axis: number): [Rational, Rational] | undefined {
  const points: Rational[] = [];
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    if (height[i] === 0n) points.push([...triangle[i], 1n]);
    if ((height[i] > 0n && height[j] < 0n) || (height[i] < 0n && height[j] > 0n)) {
      points.push(between(triangle[i], height[i], triangle[j], height[j]));
    }
  }
  if (points.length === 0) return undefined;
  points.sort((p, q) => compare(p, q, axis));
  return [points[0], points[points.length - 1]];
}

/** The point of the segment pq that has height 0; the two heights have opposite signs. */
function between(p: Vector, heightP: bigint, q: Vector, heightQ: bigint): Rational {
  const weightP = heightP > 0n ? -heightQ : heightQ;
  const weightQ = heightP > 0n ? heightP : -heightP;
  const at = (axis: number) => p[axis] * weightP + q[axis] * weightQ;
  return [at(0), at(1), at(2), weightP + weightQ];
}

function meetingInPlane(a: WholeTriangle, b: WholeTriangle, normal: Vector): Meeting {
  let corners: Rational[] = a.map((corner) => [...corner, 1n]);
  for (let side = 0; side < 3; side++) {
    const foot = b[side];
    const inward = cross(normal, minus(b[(side + 1) % 3], foot));
    const base = dot(inward, foot);
    corners = clip(corners, ([x, y, z, w]) => dot(inward, [x, y, z]) - base * w);
  }
  corners = corners.filter((corner, index) => corners.findIndex((other) => isSame(corner, other)) === index);
  if (corners.length === 0) return NOTHING;
  if (corners.length === 1) return { dimension: 0, crosses: false, corners };
  // Clipped corners of a convex polygon: three different ones are never on one line unless one is between two others.
  const isFlat = corners.every((corner) => areInLine(corners[0], corners[1], corner));
  return { dimension: isFlat ? 1 : 2, crosses: false, corners };
}

function clip(corners: readonly Rational[], height: (corner: Rational) => bigint): Rational[] {
  const values = corners.map(height);
  const kept: Rational[] = [];
  corners.forEach((p, i) => {
    const j = (i + 1) % corners.length;
    const q = corners[j];
    if (values[i] >= 0n) kept.push(p);
    if ((values[i] > 0n && values[j] < 0n) || (values[i] < 0n && values[j] > 0n)) {
      // Heights carry the denominators of their corners already, so the weights fit the numerators.
      const weightP = values[i] > 0n ? -values[j] : values[j];
      const weightQ = values[i] > 0n ? values[i] : -values[i];
      const at = (axis: number) => p[axis] * weightP + q[axis] * weightQ;
      kept.push([at(0), at(1), at(2), at(3)]);
    }
  });
  return kept;
}

function isSame(p: Rational, q: Rational): boolean {
  return p[0] * q[3] === q[0] * p[3] && p[1] * q[3] === q[1] * p[3] && p[2] * q[3] === q[2] * p[3];
}

function areInLine(p: Rational, q: Rational, r: Rational): boolean {
  const to = (s: Rational): Vector => [s[0] * p[3] - p[0] * s[3], s[1] * p[3] - p[1] * s[3], s[2] * p[3] - p[2] * s[3]];
  return isZero(cross(to(q), to(r)));
}
