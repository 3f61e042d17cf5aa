/**
 * When features of moving meshes first meet, and all that do: every vertex against every face, every edge against every edge.
 * Slow, plain, and exact: signs of polynomials at roots of polynomials (sturm.ts).
 *
 * A vertex and a face, or two edges, are u, v and w, all vectors that change linearly: they are in one plane when
 * (u × v) · w is zero, and then coordinates within the plane decide, all multiplied by (u × v)².
 */
import { toIntegers } from './exact-coordinates.ts';
import { add, type Coefficients, multiply, roundedDown, signAtTime, type Time, timesOfZero } from './sturm.ts';

type Moving = readonly [Coefficients, Coefficients, Coefficients];

const minus = (p: Moving, q: Moving): Moving =>
  [add(p[0], q[0], -1n), add(p[1], q[1], -1n), add(p[2], q[2], -1n)] as const;
const dot = (p: Moving, q: Moving): Coefficients =>
  add(add(multiply(p[0], q[0]), multiply(p[1], q[1])), multiply(p[2], q[2]));
const cross = (p: Moving, q: Moving): Moving => [
  add(multiply(p[1], q[2]), multiply(p[2], q[1]), -1n),
  add(multiply(p[2], q[0]), multiply(p[0], q[2]), -1n),
  add(multiply(p[0], q[1]), multiply(p[1], q[0]), -1n),
];

function movingPoints(start: readonly bigint[], end: readonly bigint[]): Moving[] {
  return [0, 3, 6, 9].map((at) => {
    const [x, y, z] = [0, 1, 2].map((k) => add([start[at + k]], [0n, end[at + k] - start[at + k]]));
    return [x, y, z];
  });
}

interface Figures {
  readonly plane: Coefficients;
  /** (u × v)². */
  readonly area: Coefficients;
  /** Within the plane they meet when none of these is below zero. */
  readonly inside: readonly Coefficients[];
  /** On a line: all of `apart` must be zero, then for each direction that is not zero the gaps must not be of one sign. */
  readonly apart: readonly Coefficients[];
  readonly directions: readonly { readonly square: Coefficients; readonly gaps: readonly Coefficients[] }[];
  readonly distance: Coefficients;
}

function figures(isFace: boolean, [p0, p1, p2, p3]: readonly Moving[]): Figures {
  const [u, v, w] = isFace
    ? [minus(p2, p1), minus(p3, p1), minus(p0, p1)]
    : [minus(p1, p0), minus(p3, p2), minus(p2, p0)];
  const n = cross(u, v);
  const area = dot(n, n);
  const s = dot(cross(w, v), n);
  const r = isFace ? dot(cross(u, w), n) : dot(cross(w, u), n);
  const inside = isFace ? [s, r, add(add(area, s, -1n), r, -1n)] : [s, r, add(area, s, -1n), add(area, r, -1n)];
  const direction = (d: Moving) => {
    const [du, dv, dw] = [dot(d, u), dot(d, v), dot(d, w)];
    const gaps = isFace
      ? [dw, add(dw, du, -1n), add(dw, dv, -1n)]
      : [dw, add(dw, du, -1n), add(dw, dv), add(add(dw, dv), du, -1n)];
    return { square: dot(d, d), gaps };
  };
  const [wu, wv] = [cross(w, u), cross(w, v)];
  return {
    plane: dot(n, w),
    area,
    inside,
    apart: [dot(wu, wu), dot(wv, wv)],
    directions: [direction(u), direction(v)],
    distance: dot(w, w),
  };
}

function meetAt({ area, inside, apart, directions, distance }: Figures, time: Time): boolean {
  if (signAtTime(area, time) !== 0) return inside.every((p) => signAtTime(p, time) >= 0);
  if (apart.some((p) => signAtTime(p, time) !== 0)) return false;
  const along = directions.find(({ square }) => signAtTime(square, time) !== 0);
  if (!along) return signAtTime(distance, time) === 0;
  const signs = along.gaps.map((gap) => signAtTime(gap, time));
  return signs.some((sign) => sign === 0 || sign !== signs[0]);
}

/** Whether they are on different sides of a plane at right angles to an axis at both ends. */
function apartOnAxis(isFace: boolean, start: readonly bigint[], end: readonly bigint[]): boolean {
  const split = isFace ? 3 : 6;
  const side = (array: readonly bigint[], k: number) => {
    const one = array.filter((_, i) => i % 3 === k && i < split);
    const other = array.filter((_, i) => i % 3 === k && i >= split);
    if (one.every((x) => other.every((y) => x < y))) return -1;
    return one.every((x) => other.every((y) => x > y)) ? 1 : 0;
  };
  return [0, 1, 2].some((k) => side(start, k) !== 0 && side(start, k) === side(end, k));
}

/**
 * The first time at which four points (vertex and face, or two edges; x y z of each) meet on their way from start to end,
 * rounded down to a multiple of 2^-52; undefined when they do not.
 */
export function firstMeeting(
  isFace: boolean,
  startNumbers: readonly number[],
  endNumbers: readonly number[],
): number | undefined {
  const [start, end] = toIntegers([startNumbers, endNumbers]);
  if (apartOnAxis(isFace, start, end)) return undefined;
  const shape = figures(isFace, movingPoints(start, end));
  const { plane, area, inside, apart, directions, distance } = shape;
  const zero: Time = { p: [0n, 1n], low: 0n, high: 0n, bits: 52 };
  if (plane.length > 0) {
    const first = timesOfZero(plane).find((time) => meetAt(shape, time));
    return first && roundedDown(first);
  }
  const lines = directions.flatMap(({ square, gaps }) => [square, ...gaps]);
  const times = [area, ...inside, ...apart, ...lines, distance]
    .filter((p) => p.length > 1)
    .flatMap(timesOfZero)
    .concat(zero)
    .sort((p, q) => roundedDown(p) - roundedDown(q));
  const first = times.find((time) => meetAt(shape, time));
  return first && roundedDown(first);
}

export interface MovingMesh {
  readonly positions: ArrayLike<number>;
  readonly end: ArrayLike<number>;
  readonly indices: ArrayLike<number>;
}

export interface OracleImpact {
  readonly kind: number;
  readonly features: readonly number[];
  readonly time: number;
}

/** Vertices of the triangles that have an area at the start or at the end, and their edges. */
function takingPart({ positions, end, indices }: MovingMesh) {
  const hasArea = (array: ArrayLike<number>, corners: readonly number[]) => {
    const [p] = toIntegers([corners.flatMap((vertex) => [0, 1, 2].map((k) => array[3 * vertex + k]))]);
    const still = movingPoints([...p, 0n, 0n, 0n], [...p, 0n, 0n, 0n]);
    return cross(minus(still[1], still[0]), minus(still[2], still[0])).some((part) => part.length > 0);
  };
  const triangles = Array.from({ length: indices.length / 3 }, (_, t) => ({
    t,
    corners: [indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]],
  })).filter(({ corners }) => hasArea(positions, corners) || hasArea(end, corners));
  const vertices = new Set(triangles.flatMap(({ corners }) => corners));
  const edges = new Map<string, readonly number[]>();
  for (const { corners } of triangles) {
    for (let i = 0; i < 3; i++) {
      const edge = [corners[i], corners[(i + 1) % 3]].sort((p, q) => p - q);
      edges.set(edge.join(' '), edge);
    }
  }
  return { triangles, vertices: [...vertices], edges: [...edges.values()] };
}

const compare = (p: readonly number[], q: readonly number[]): number => {
  const at = p.findIndex((x, i) => x !== q[i]);
  return at < 0 ? 0 : p[at] - q[at];
};

/** Every impact of a scene, in the order of the answer. Vertices are welded already. */
export function oracleImpacts(
  meshes: readonly MovingMesh[],
  options: { self: boolean; between: boolean },
): OracleImpact[] {
  const found: OracleImpact[] = [];
  const parts = meshes.map(takingPart);
  const points = (mesh: number, list: readonly number[], at: 'positions' | 'end') =>
    list.flatMap((vertex) => [0, 1, 2].map((k) => meshes[mesh][at][3 * vertex + k]));
  const note = (
    kind: number,
    a: number,
    listA: readonly number[],
    b: number,
    listB: readonly number[],
    names: number[],
  ) => {
    if (a === b && listA.some((vertex) => listB.includes(vertex))) return;
    const ends = (['positions', 'end'] as const).map((at) => [...points(a, listA, at), ...points(b, listB, at)]);
    const time = firstMeeting(kind === 0, ends[0], ends[1]);
    if (time !== undefined) found.push({ kind, features: names, time });
  };
  for (const [a, partA] of parts.entries()) {
    for (const [b, partB] of parts.entries()) {
      if (a === b ? !options.self : !options.between) continue;
      for (const vertex of partA.vertices)
        for (const { t, corners } of partB.triangles) note(0, a, [vertex], b, corners, [a, vertex, vertex, b, t, t]);
      for (const p of partA.edges)
        for (const q of partB.edges) {
          const names = [a, ...p, b, ...q];
          if (compare([a, ...p], [b, ...q]) < 0) note(1, a, p, b, q, names);
        }
    }
  }
  return found.sort((p, q) => p.kind - q.kind || compare(p.features, q.features));
}
