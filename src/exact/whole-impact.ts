/**
 * When do a vertex and a face, or two edges, first meet? In whole numbers: slow, and right for every finite double.
 *
 * Four points move on straight lines while t goes from 0 to 1. Whether they meet at a time depends on the signs of a few
 * polynomials in t alone. Between two neighbouring roots of these no sign changes, so they first meet at 0 or at one of
 * the roots; and if the four points are not in one plane all the time, only roots of the cubic that says when they are
 * can be meant. Nothing else is a special case: triangles and edges may have no extent, and motions may keep everything
 * in a plane or on a line.
 */
import { wholeMultiples } from './whole-multiples.ts';
import { minus, type Polynomial, plus, signOf, times, trimmed } from './whole-polynomial.ts';
import { GRID_BITS, gridTick, type Root, signAtRoot, unitRoots } from './whole-roots.ts';

/** Point 0 is the vertex, points 1, 2, 3 are the corners of the face. */
export const VERTEX_FACE = 0;
/** Points 0 and 1 are the ends of one edge, 2 and 3 those of the other. */
export const EDGE_EDGE = 1;

const AXES = [0, 1, 2] as const;

/** Coordinates of the four points as polynomials in t: point, then axis. */
type MovingPoint = readonly [Polynomial, Polynomial, Polynomial];

function movingPoints(numbers: ArrayLike<number>): MovingPoint[] {
  const whole = wholeMultiples(numbers);
  return [0, 3, 6, 9].map((point) => {
    const axis = (k: number) => trimmed([whole[point + k], whole[12 + point + k] - whole[point + k]]);
    return [axis(0), axis(1), axis(2)] as const;
  });
}

/** Twice the signed area of three points, seen along an axis. */
function orientation([p, q, r]: readonly MovingPoint[], axis: number): Polynomial {
  const u = (axis + 1) % 3;
  const v = (axis + 2) % 3;
  return minus(times(minus(q[u], p[u]), minus(r[v], p[v])), times(minus(q[v], p[v]), minus(r[u], p[u])));
}

/** Six times the signed volume of the four points: zero when they are in one plane. */
function volume([p, q, r, s]: readonly MovingPoint[]): Polynomial {
  let sum: Polynomial = [];
  for (let axis = 0; axis < 3; axis++) sum = plus(sum, times(orientation([p, q, r], axis), minus(s[axis], p[axis])));
  return sum;
}

/** (u × v) · w: two sides of the face and from its corner to the vertex; or both edges and between their beginnings. */
function volumeOf(kind: number, [p, q, r, s]: readonly MovingPoint[]): Polynomial {
  return kind === VERTEX_FACE ? volume([q, r, s, p]) : volume([p, q, s, r]);
}

/** The sign of that at a time, in units of 2^-52. */
export function wholePlaneSign(kind: number, numbers: ArrayLike<number>, tick: number): number {
  const whole = wholeMultiples(numbers);
  const after = BigInt(tick);
  const before = (1n << GRID_BITS) - after;
  const at = (i: number) => whole[i] * before + whole[12 + i] * after;
  const place = Array.from({ length: 12 }, (_, i) => at(i));
  const difference = (from: number, to: number) => AXES.map((k) => place[3 * to + k] - place[3 * from + k]);
  const isFace = kind === VERTEX_FACE;
  const u = isFace ? difference(1, 2) : difference(0, 1);
  const v = isFace ? difference(1, 3) : difference(0, 3);
  const w = isFace ? difference(1, 0) : difference(0, 2);
  return signOf(
    (u[1] * v[2] - u[2] * v[1]) * w[0] + (u[2] * v[0] - u[0] * v[2]) * w[1] + (u[0] * v[1] - u[1] * v[0]) * w[2],
  );
}

/** The polynomials whose signs decide, made when they are asked for. */
class Figures {
  readonly kind: number;
  readonly #points: readonly MovingPoint[];
  readonly #normals: Polynomial[] = [];
  readonly #orientations: (readonly Polynomial[])[] = [];

  constructor(kind: number, points: readonly MovingPoint[]) {
    this.kind = kind;
    this.#points = points;
  }

  /** Seen along an axis: the area of the face, or of the parallelogram that two edges span. Zero: seen edge-on. */
  normal(axis: number): Polynomial {
    const [p, a, b, c] = this.#points;
    this.#normals[axis] ??=
      this.kind === VERTEX_FACE
        ? orientation([a, b, c], axis)
        : minus(orientation([p, a, c], axis), orientation([p, a, b], axis));
    return this.#normals[axis];
  }

  /** Seen along an axis: on which side of its sides the vertex is, or the ends of either edge of the other. */
  orientations(axis: number): readonly Polynomial[] {
    const [p, a, b, c] = this.#points;
    this.#orientations[axis] ??=
      this.kind === VERTEX_FACE
        ? [orientation([a, b, p], axis), orientation([b, c, p], axis), orientation([c, a, p], axis)]
        : [
            orientation([p, a, b], axis),
            orientation([p, a, c], axis),
            orientation([b, c, p], axis),
            orientation([b, c, a], axis),
          ];
    return this.#orientations[axis];
  }

  /** Two figures on a line are apart along an axis when all of these have one sign. */
  gaps(axis: number): readonly Polynomial[] {
    const [p, a, b, c] = this.#points.map((point) => point[axis]);
    if (this.kind === VERTEX_FACE) return [minus(p, a), minus(p, b), minus(p, c)];
    return [minus(b, p), minus(b, a), minus(c, p), minus(c, a)];
  }
}

/** Whether the orientations, none of which is edge-on, say that the figures meet. */
function meetInView(kind: number, normal: number, orientations: readonly number[]): boolean {
  if (kind === VERTEX_FACE) return orientations.every((sign) => sign * normal >= 0);
  return orientations[0] * orientations[1] <= 0 && orientations[2] * orientations[3] <= 0;
}

/** Whether figures in one plane meet, at the time at which polynomials have these signs. */
function meetWith(figures: Figures, signAt: (polynomial: Polynomial) => number): boolean {
  for (const k of AXES) {
    const normal = signAt(figures.normal(k));
    if (normal !== 0) return meetInView(figures.kind, normal, figures.orientations(k).map(signAt));
  }
  // A degenerate triangle, or parallel edges: they meet only on one line.
  if (AXES.some((k) => figures.orientations(k).some((orientation) => signAt(orientation) !== 0))) return false;
  return AXES.every((k) => {
    const [first, ...others] = figures.gaps(k).map(signAt);
    return first === 0 || others.some((sign) => sign !== first);
  });
}

/** Whether figures in one plane meet at a time. */
const meetAt = (figures: Figures, time: Root): boolean => meetWith(figures, (p) => signAtRoot(p, time));

/**
 * For figures that are in one plane all the time: polynomials, one of which has a root at the first time at which they
 * meet, unless that is 0. Seen along an axis in which the plane is not edge-on all the time, nothing changes between roots of the
 * normal and of the orientations. Figures on parallel lines meet where these coincide, and only then. On one line all the time, they
 * meet when a gap closes.
 */
function decidingPolynomials(figures: Figures): Polynomial[] {
  const isZero = (p: Polynomial) => p.length === 0;
  const view = AXES.find((k) => !isZero(figures.normal(k)));
  if (view !== undefined) return [figures.normal(view), ...figures.orientations(view)];
  const apart = AXES.flatMap((k) => figures.orientations(k)).find((orientation) => !isZero(orientation));
  return apart ? [apart] : AXES.flatMap((k) => figures.gaps(k)).filter((gap) => !isZero(gap));
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
export function wholeImpactTick(kind: number, numbers: ArrayLike<number>): number {
  if (apartAlongAxis(kind, numbers)) return -1;
  const points = movingPoints(numbers);
  const plane = volumeOf(kind, points);
  const figures = new Figures(kind, points);
  if (plane.length > 0) {
    const time = unitRoots(plane).find((root) => meetAt(figures, root));
    return time ? Number(gridTick(time)) : -1;
  }
  const start: Root = { p: [0n, 1n], low: 0n, high: 0n, bits: GRID_BITS };
  return meetAt(figures, start) ? 0 : firstMeeting(figures, decidingPolynomials(figures));
}

/** The first tick at which the figures meet, of those at which one of the polynomials is zero; −1 for none. */
function firstMeeting(figures: Figures, polynomials: readonly Polynomial[]): number {
  let first = -1;
  for (const p of polynomials) {
    for (const root of unitRoots(p)) {
      const tick = Number(gridTick(root));
      if (first >= 0 && tick >= first) break;
      if (meetAt(figures, root)) first = tick;
    }
  }
  return first;
}

/** The sign that a polynomial has right after time 0: that of its first term. */
const signAfterStart = (p: Polynomial): number => signOf(p.find((coefficient) => coefficient !== 0n) ?? 0n);

/** A polynomial without its roots at 0. */
const withoutStart = (p: Polynomial): Polynomial => p.slice(p.findIndex((coefficient) => coefficient !== 0n));

/** The sign of (u × v) · w right after time 0; 0 when it is 0 all the time. */
export function wholePlaneSignAfterStart(kind: number, numbers: ArrayLike<number>): number {
  return signAfterStart(volumeOf(kind, movingPoints(numbers)));
}

/**
 * Of figures that meet at time 0: the tick at which they meet again, −1 when they part and never do, and 0 when they do not part
 * in the first place.
 */
export function wholeReturnTick(kind: number, numbers: ArrayLike<number>): number {
  const points = movingPoints(numbers);
  const plane = volumeOf(kind, points);
  const figures = new Figures(kind, points);
  if (plane.length > 0) return firstMeeting(figures, [withoutStart(plane)]);
  return meetWith(figures, signAfterStart) ? 0 : firstMeeting(figures, decidingPolynomials(figures).map(withoutStart));
}
