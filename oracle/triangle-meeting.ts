/**
 * What two triangles have in common, computed as a set of points in exact rational arithmetic.
 *
 * Method: triangle B is cut with the plane of A, which leaves a segment (or a point, or all of B); that is clipped
 * in the plane by the three sides of A; what remains is examined. Numbers are BigInt, points homogeneous
 * (x, y, z, w) with w > 0, so there is no rounding and no case table of orientation signs as in the engine.
 */

export type Point = readonly [bigint, bigint, bigint];
/** The point (x/w, y/w, z/w), w > 0. */
type Place = readonly [bigint, bigint, bigint, bigint];
/** The part of a plane figure with x·p + y·q + w·r ≥ 0, where x and y are the two coordinates that are kept. */
type HalfPlane = readonly [bigint, bigint, bigint];

export interface ExactTriangle {
  readonly corners: readonly [Point, Point, Point];
  readonly normal: Point;
  /** normal · corner, the same for all three corners. */
  readonly offset: bigint;
  /** The coordinates kept when the triangle is seen along an axis on which it does not shrink to a line. */
  readonly kept: readonly [number, number];
  /** Its three sides in that view, inside where the value is positive. */
  readonly sides: readonly HalfPlane[];
}

export interface Meeting {
  /** Of the set of common points: −1 none, 0 one point, 1 a segment, 2 an area. */
  readonly dimension: -1 | 0 | 1 | 2;
  /** Whether some common point lies in the interior of both triangles. */
  readonly interior: boolean;
}

const NO_MEETING: Meeting = { dimension: -1, interior: false };

/** The triangle made ready for `meeting`, or null when its corners are collinear. */
export function exactTriangle(a: Point, b: Point, c: Point): ExactTriangle | null {
  const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const normal: Point = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const dropped = normal.findIndex((component) => component !== 0n);
  if (dropped < 0) return null;
  const kept = [(dropped + 1) % 3, (dropped + 2) % 3] as const;
  const corners = [a, b, c] as const;
  const turn = normal[dropped] > 0n ? 1n : -1n;
  const sides = corners.map((from, corner): HalfPlane => {
    const to = corners[(corner + 1) % 3];
    const p = turn * (from[kept[1]] - to[kept[1]]);
    const q = turn * (to[kept[0]] - from[kept[0]]);
    return [p, q, -(p * from[kept[0]] + q * from[kept[1]])];
  });
  return { corners, normal, offset: normal[0] * a[0] + normal[1] * a[1] + normal[2] * a[2], kept, sides };
}

/** The common points of two triangles with area. */
export function meeting(a: ExactTriangle, b: ExactTriangle): Meeting {
  const heights = b.corners.map((corner) => heightAbove(a, corner));
  if (heights.every((height) => height > 0n) || heights.every((height) => height < 0n)) return NO_MEETING;
  if (heights.every((height) => height === 0n)) return meetingInPlane(a, b);
  const section = sectionAtHeightZero(b.corners, heights);
  return meetingOnLine(a, b, section[0], section[section.length - 1]);
}

function heightAbove(a: ExactTriangle, [x, y, z]: Point): bigint {
  return a.normal[0] * x + a.normal[1] * y + a.normal[2] * z - a.offset;
}

/** The ends of the segment in which a triangle meets the plane its heights are measured from; one end for a point. */
function sectionAtHeightZero(corners: readonly Point[], heights: readonly bigint[]): Place[] {
  const ends: Place[] = [];
  for (let corner = 0; corner < 3; corner++) {
    const next = (corner + 1) % 3;
    const [from, to] = [corners[corner], corners[next]];
    let [h, k] = [heights[corner], heights[next]];
    if (h === 0n) ends.push([...from, 1n]);
    if ((h > 0n && k < 0n) || (h < 0n && k > 0n)) {
      // (h · to − k · from) / (h − k), with the sign that makes the denominator positive.
      if (h < k) [h, k] = [-h, -k];
      ends.push([h * to[0] - k * from[0], h * to[1] - k * from[1], h * to[2] - k * from[2], h - k]);
    }
  }
  return ends;
}

/** The common points of A and the segment from P to Q, which is where B meets the plane of A. */
function meetingOnLine(a: ExactTriangle, b: ExactTriangle, p: Place, q: Place): Meeting {
  // The segment is P·(1 − t) + Q·t; the part inside A is first/firstOver ≤ t ≤ last/lastOver.
  let [first, firstOver, last, lastOver] = [0n, 1n, 1n, 1n];
  for (const side of a.sides) {
    const atP = sideValue(side, p, a.kept) * q[3];
    const atQ = sideValue(side, q, a.kept) * p[3];
    if (atP < 0n && atQ < 0n) return NO_MEETING;
    if (atP < 0n) {
      if (-atP * firstOver > first * (atQ - atP)) [first, firstOver] = [-atP, atQ - atP];
    } else if (atQ < 0n) {
      if (atP * lastOver < last * (atP - atQ)) [last, lastOver] = [atP, atP - atQ];
    }
  }
  const order = last * firstOver - first * lastOver;
  if (order < 0n) return NO_MEETING;
  // If the interiors meet at all, then also in the middle of what is common (both are convex).
  const part = first * lastOver + last * firstOver;
  const whole = 2n * firstOver * lastOver;
  const [forP, forQ] = [q[3] * (whole - part), p[3] * part];
  const middle: Place = [
    p[0] * forP + q[0] * forQ,
    p[1] * forP + q[1] * forQ,
    p[2] * forP + q[2] * forQ,
    p[3] * q[3] * whole,
  ];
  return {
    dimension: order === 0n || samePlace(p, q) ? 0 : 1,
    interior: strictlyInside(a, middle) && strictlyInside(b, middle),
  };
}

/** The common points of two triangles of one plane: B's outline, clipped by each side of A. */
function meetingInPlane(a: ExactTriangle, b: ExactTriangle): Meeting {
  let outline: Place[] = b.corners.map((corner) => [...corner, 1n]);
  for (const side of a.sides) outline = clip(outline, side, a.kept);
  if (outline.length === 0) return NO_MEETING;
  const second = outline.find((place) => !samePlace(place, outline[0]));
  if (second === undefined) return { dimension: 0, interior: false };
  const hasArea = outline.some((third) => !collinear(outline[0], second, third, a.kept));
  return { dimension: hasArea ? 2 : 1, interior: hasArea };
}

/** A convex outline (or what is left of one: a segment, a point) without its part outside the half-plane. */
function clip(outline: readonly Place[], side: HalfPlane, kept: readonly [number, number]): Place[] {
  const left: Place[] = [];
  outline.forEach((from, index) => {
    const to = outline[(index + 1) % outline.length];
    const atFrom = sideValue(side, from, kept);
    const atTo = sideValue(side, to, kept);
    if (atFrom >= 0n) left.push(from);
    if ((atFrom > 0n && atTo < 0n) || (atFrom < 0n && atTo > 0n)) {
      const [h, k] = atFrom > 0n ? [atFrom, atTo] : [-atFrom, -atTo];
      left.push([h * to[0] - k * from[0], h * to[1] - k * from[1], h * to[2] - k * from[2], h * to[3] - k * from[3]]);
    }
  });
  return left;
}

/** Positive inside; on the scale of the place's w, so only values at equal w may be compared. */
function sideValue(side: HalfPlane, place: Place, kept: readonly [number, number]): bigint {
  return side[0] * place[kept[0]] + side[1] * place[kept[1]] + side[2] * place[3];
}

/** For a place in the triangle's plane. */
function strictlyInside(triangle: ExactTriangle, place: Place): boolean {
  return triangle.sides.every((side) => sideValue(side, place, triangle.kept) > 0n);
}

function samePlace(p: Place, q: Place): boolean {
  return p[0] * q[3] === q[0] * p[3] && p[1] * q[3] === q[1] * p[3] && p[2] * q[3] === q[2] * p[3];
}

/** For three places of one plane, seen along the axis that is not kept. */
function collinear(p: Place, q: Place, r: Place, [x, y]: readonly [number, number]): boolean {
  return (
    p[x] * (q[y] * r[3] - r[y] * q[3]) - p[y] * (q[x] * r[3] - r[x] * q[3]) + p[3] * (q[x] * r[y] - r[x] * q[y]) === 0n
  );
}
