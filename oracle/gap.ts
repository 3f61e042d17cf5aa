/**
 * Distances of a vertex and a face, or of two edges, while they move on straight lines: what `impacts` with a gap is held against.
 * Plain double precision; how near they come is found by cutting the motion, with the fastest of their relative motions as a bound.
 */
type Point = readonly [number, number, number];
/** x y z of four points. */
export type FourPoints = readonly number[];

const point = (numbers: FourPoints, i: number): Point => [numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]];
const minus = (p: Point, q: Point): Point => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const dot = (p: Point, q: Point): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const mix = (p: Point, q: Point, t: number): Point => [
  p[0] + t * (q[0] - p[0]),
  p[1] + t * (q[1] - p[1]),
  p[2] + t * (q[2] - p[2]),
];
const distance = (p: Point, q: Point): number => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);

function pointToSegment(p: Point, a: Point, b: Point): number {
  const e = minus(b, a);
  const square = dot(e, e);
  const t = square > 0 ? Math.min(1, Math.max(0, dot(minus(p, a), e) / square)) : 0;
  return distance(p, mix(a, b, t));
}

/** Across: a convex function of the place on one of them, so thirds of its interval find the least. */
function leastOf(f: (t: number) => number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 90; i++) {
    const [p, q] = [low + (high - low) * 0.382, low + (high - low) * 0.618];
    if (f(p) <= f(q)) high = q;
    else low = p;
  }
  return Math.min(f(0), f(1), f((low + high) / 2));
}

/**
 * The distance of a vertex and a face, or of two edges. A point of the face is on a segment from a corner to the side across. Where the
 * corner itself is nearest on many of them the search sees no slope and may go astray, so it is made from each corner.
 */
export function featureDistance(isFace: boolean, points: FourPoints): number {
  const [p, a, b, c] = [0, 1, 2, 3].map((i) => point(points, i));
  if (isFace) {
    const sides = Math.min(pointToSegment(p, a, b), pointToSegment(p, b, c), pointToSegment(p, c, a));
    return Math.min(
      sides,
      leastOf((t) => pointToSegment(p, a, mix(b, c, t))),
      leastOf((t) => pointToSegment(p, b, mix(c, a, t))),
      leastOf((t) => pointToSegment(p, c, mix(a, b, t))),
    );
  }
  const ends = Math.min(
    pointToSegment(p, b, c),
    pointToSegment(a, b, c),
    pointToSegment(b, p, a),
    pointToSegment(c, p, a),
  );
  return Math.min(
    ends,
    leastOf((t) => pointToSegment(mix(p, a, t), b, c)),
  );
}

export interface MovingFeatures {
  readonly isFace: boolean;
  readonly start: FourPoints;
  readonly end: FourPoints;
}

export function distanceAt({ isFace, start, end }: MovingFeatures, time: number): number {
  // Counted from one of the points, so that no digits are lost far from the origin.
  const [from, to] = [start, end].map((points) => points.map((x, i) => x - start[i % 3]));
  return featureDistance(
    isFace,
    from.map((x, i) => x + time * (to[i] - x)),
  );
}

/** No two points of the features move faster against each other than some of their corners. */
function speed({ isFace, start, end }: MovingFeatures): number {
  const motion = [0, 1, 2, 3].map((i) => minus(point(end, i), point(start, i)));
  const split = isFace ? 1 : 2;
  let most = 0;
  for (let i = 0; i < split; i++) for (let j = split; j < 4; j++) most = Math.max(most, distance(motion[i], motion[j]));
  return most;
}

/**
 * A time from `low` to `high` at which the features are nearer than `least`; undefined when they never are, null when that was not
 * settled within `effort` looks.
 */
export function timeNearerThan(
  features: MovingFeatures,
  least: number,
  low: number,
  high: number,
  effort = 3000,
): number | undefined | null {
  const fastest = speed(features);
  const parts = [[low, high]];
  for (let looks = 0; parts.length > 0; looks++) {
    if (looks >= effort) return null;
    const [from, to] = parts.pop()!;
    const middle = (from + to) / 2;
    const at = distanceAt(features, middle);
    if (at < least) return middle;
    if (at - (fastest * (to - from)) / 2 >= least) continue;
    if (to - from < 1e-15) return null;
    parts.push([middle, to], [from, middle]);
  }
  return undefined;
}
