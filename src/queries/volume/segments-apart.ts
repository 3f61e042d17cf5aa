/**
 * Whether the segments in which one triangle meets others are certainly apart, or meet in their ends only.
 *
 * Then a triangle is cut into parts that all border on its edges or on ends of segments. Three sheets that cross in one point show as
 * segments that cross.
 */
import type { Collisions } from '../collide/collide.ts';

/** Segments are off by less than this part of the largest coordinate. */
const ROUNDING = 2 ** -46;
/** Most pairs of segments that are tested; with more there is no answer. */
const TESTS_MOST = 1_000_000;

/** For the self pairs of one object, with segments; `corners` are three vertices per triangle. */
export function segmentsAreApart(
  { trianglePairs, segments }: Collisions,
  corners: Uint32Array,
  largest: number,
): boolean {
  const ofTriangle = new Map<number, number[]>();
  for (let pair = 0; 4 * pair < trianglePairs.length; pair++) {
    for (const side of [1, 3]) {
      const triangle = trianglePairs[4 * pair + side];
      const list = ofTriangle.get(triangle);
      if (list) list.push(pair);
      else ofTriangle.set(triangle, [pair]);
    }
  }
  const error = ROUNDING * largest;
  let tests = 0;
  for (const [triangle, pairs] of ofTriangle) {
    tests += (pairs.length * (pairs.length - 1)) / 2;
    if (tests > TESTS_MOST) return false;
    const other = (pair: number) => {
      const [first, second] = [trianglePairs[4 * pair + 1], trianglePairs[4 * pair + 3]];
      return first === triangle ? second : first;
    };
    for (const [i, p] of pairs.entries()) {
      for (const q of pairs.slice(i + 1)) {
        const [s, t] = [6 * p, 6 * q];
        const isJoint = shareEdge(corners, other(p), other(q)) && shareEnd(segments!, s, t, error);
        if (!isJoint && !areApart(segments!, s, t, error)) return false;
      }
    }
  }
  return true;
}

function shareEdge(corners: Uint32Array, a: number, b: number): boolean {
  let shared = 0;
  for (let i = 3 * a; i < 3 * a + 3; i++) {
    for (let j = 3 * b; j < 3 * b + 3; j++) if (corners[i] === corners[j]) shared++;
  }
  return shared === 2;
}

/** Whether two segments, six coordinates each, have an end in common. */
function shareEnd(segments: Float64Array, s: number, t: number, error: number): boolean {
  const areNear = (p: number, q: number) =>
    [0, 1, 2].every((k) => Math.abs(segments[p + k] - segments[q + k]) <= 2 * error);
  return [s, s + 3].some((p) => areNear(p, t) || areNear(p, t + 3));
}

/** Whether two segments of one plane are certainly apart: their boxes are, or one lies on one side of the other's line. */
function areApart(segments: Float64Array, s: number, t: number, error: number): boolean {
  for (let k = 0; k < 3; k++) {
    const [p, q, r, u] = [segments[s + k], segments[s + 3 + k], segments[t + k], segments[t + 3 + k]];
    if (Math.min(p, q) > Math.max(r, u) + 2 * error || Math.min(r, u) > Math.max(p, q) + 2 * error) return true;
  }
  return isBeside(segments, s, t, error) || isBeside(segments, t, s, error);
}

/** Whether the segment at t lies on one side of the line through the one at s, seen along one of the axes. */
function isBeside(segments: Float64Array, s: number, t: number, error: number): boolean {
  for (let k = 0; k < 3; k++) {
    const [u, v] = [(k + 1) % 3, (k + 2) % 3];
    const du = segments[s + 3 + u] - segments[s + u];
    const dv = segments[s + 3 + v] - segments[s + v];
    const height = (end: number) => {
      const eu = segments[end + u] - segments[s + u];
      const ev = segments[end + v] - segments[s + v];
      const value = du * ev - dv * eu;
      const slack = 8 * error * (Math.abs(du) + Math.abs(dv) + Math.abs(eu) + Math.abs(ev) + error);
      return Math.abs(value) > slack ? Math.sign(value) : 0;
    };
    const side = height(t);
    if (side !== 0 && side === height(t + 3)) return true;
  }
  return false;
}
