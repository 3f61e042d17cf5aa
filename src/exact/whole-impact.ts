/**
 * When do a vertex and a face, or two edges, first meet? In whole numbers: slow, and right for every finite double.
 *
 * Four points move on straight lines while t goes from 0 to 1. Whether they meet at a time depends on the signs of a few
 * polynomials in t alone. Between two neighbouring roots of these no sign changes, so they first meet at 0 or at one of
 * the roots; and if the four points are not in one plane all the time, only roots of the cubic that says when they are
 * can be meant. Nothing else is a special case: triangles and edges may have no extent, and motions may keep everything
 * in a plane or on a line.
 */
import {
  commonExponent,
  GRID_BITS,
  gridCell,
  minus,
  type Polynomial,
  plus,
  type Root,
  signAtDyadic,
  signAtRoot,
  times,
  unitRoots,
  wholeMultiple,
} from './whole-polynomial.ts';

/** Point 0 is the vertex, points 1, 2, 3 are the corners of the face. */
export const VERTEX_FACE = 0;
/** Points 0 and 1 are the ends of one edge, 2 and 3 those of the other. */
export const EDGE_EDGE = 1;

/** Coordinates of the four points as polynomials in t: point, then axis. */
type MovingPoint = readonly [Polynomial, Polynomial, Polynomial];

function movingPoints(numbers: ArrayLike<number>): MovingPoint[] {
  const exponent = commonExponent(numbers);
  const at = (i: number) => wholeMultiple(numbers[i], exponent);
  return [0, 3, 6, 9].map((point) => {
    const axis = (k: number) => minus([at(point + k), at(12 + point + k)], [0n, at(point + k)]);
    return [axis(0), axis(1), axis(2)] as const;
  });
}

/** Twice the signed area of three points, seen along an axis. */
function turn([p, q, r]: readonly MovingPoint[], axis: number): Polynomial {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  return minus(times(minus(q[u], p[u]), minus(r[v], p[v])), times(minus(q[v], p[v]), minus(r[u], p[u])));
}

/** Six times the signed volume of the four points: zero when they are in one plane. */
function volume([p, q, r, s]: readonly MovingPoint[]): Polynomial {
  let sum: Polynomial = [];
  for (let axis = 0; axis < 3; axis++) sum = plus(sum, times(turn([p, q, r], axis), minus(s[axis], p[axis])));
  return sum;
}

/** (u × v) · w: two sides of the face and from its corner to the vertex; or both edges and between their beginnings. */
function volumeOf(kind: number, [p, q, r, s]: readonly MovingPoint[]): Polynomial {
  return kind === VERTEX_FACE ? volume([q, r, s, p]) : volume([p, q, s, r]);
}

/** The sign of that at a time, in units of 2^-52. */
export function wholePlaneSign(kind: number, numbers: ArrayLike<number>, cell: number): number {
  return signAtDyadic(volumeOf(kind, movingPoints(numbers)), BigInt(cell), GRID_BITS);
}

/** The polynomials whose signs decide: turns per axis, and differences of coordinates. */
interface Signs {
  /** For each axis: the normal, then the turns. */
  readonly normals: readonly Polynomial[];
  readonly turns: readonly (readonly Polynomial[])[];
  /** For each axis: two figures on a line are apart when all of these have one sign. */
  readonly gaps: readonly (readonly Polynomial[])[];
}

const AXES = [0, 1, 2] as const;

function vertexFaceSigns([p, a, b, c]: readonly MovingPoint[]): Signs {
  return {
    normals: AXES.map((k) => turn([a, b, c], k)),
    turns: AXES.map((k) => [turn([a, b, p], k), turn([b, c, p], k), turn([c, a, p], k)]),
    gaps: AXES.map((k) => [minus(p[k], a[k]), minus(p[k], b[k]), minus(p[k], c[k])]),
  };
}

function edgeEdgeSigns([a, b, c, d]: readonly MovingPoint[]): Signs {
  return {
    normals: AXES.map((k) => minus(turn([a, b, d], k), turn([a, b, c], k))),
    turns: AXES.map((k) => [turn([a, b, c], k), turn([a, b, d], k), turn([c, d, a], k), turn([c, d, b], k)]),
    gaps: AXES.map((k) => [minus(c[k], a[k]), minus(c[k], b[k]), minus(d[k], a[k]), minus(d[k], b[k])]),
  };
}

/** Whether the turns, of which none is seen edge-on, say that the figures meet. */
function meetInView(kind: number, normal: number, turns: readonly number[]): boolean {
  if (kind === VERTEX_FACE) return turns.every((sign) => sign * normal >= 0);
  return turns[0] * turns[1] <= 0 && turns[2] * turns[3] <= 0;
}

/** Whether figures in one plane meet at a time. */
function meetAt(kind: number, { normals, turns, gaps }: Signs, time: Root): boolean {
  for (const k of AXES) {
    const normal = signAtRoot(normals[k], time);
    if (normal === 0) continue;
    return meetInView(
      kind,
      normal,
      turns[k].map((turn) => signAtRoot(turn, time)),
    );
  }
  // A triangle without area, or parallel edges: they meet only on one line.
  if (turns.some((list) => list.some((turn) => signAtRoot(turn, time) !== 0))) return false;
  return gaps.every((list) => {
    const first = signAtRoot(list[0], time);
    return first === 0 || list.some((gap) => signAtRoot(gap, time) !== first);
  });
}

/** Whether two figures are apart along an axis at both ends, on the same side: then they are apart all the time. */
function apartAlongAxis(kind: number, numbers: ArrayLike<number>): boolean {
  const first = kind === VERTEX_FACE ? [0] : [0, 3];
  const second = kind === VERTEX_FACE ? [3, 6, 9] : [6, 9];
  return AXES.some((k) =>
    [1, -1].some((side) =>
      first.every((p) =>
        second.every((q) => [0, 12].every((end) => side * numbers[end + p + k] < side * numbers[end + q + k])),
      ),
    ),
  );
}

/**
 * The first time at which the figures meet, in units of 2^-52 and rounded down, or −1 when they do not meet from 0 to 1.
 * `numbers`: x y z of the four points at time 0, then the same at time 1.
 */
export function wholeImpactCell(kind: number, numbers: ArrayLike<number>): number {
  if (apartAlongAxis(kind, numbers)) return -1;
  const points = movingPoints(numbers);
  const plane = volumeOf(kind, points);
  const signs = kind === VERTEX_FACE ? vertexFaceSigns(points) : edgeEdgeSigns(points);
  if (plane.length > 0) {
    const time = unitRoots(plane).find((root) => meetAt(kind, signs, root));
    return time ? Number(gridCell(time)) : -1;
  }
  const start: Root = { p: [0n, 1n], low: 0n, high: 0n, bits: 52n };
  if (meetAt(kind, signs, start)) return 0;
  let first = -1;
  for (const p of [...signs.normals, ...signs.turns.flat(), ...signs.gaps.flat()]) {
    if (p.length < 2) continue;
    for (const root of unitRoots(p)) {
      const cell = Number(gridCell(root));
      if (first >= 0 && cell >= first) break;
      if (meetAt(kind, signs, root)) first = cell;
    }
  }
  return first;
}
