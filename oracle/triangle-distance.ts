/**
 * The distance of two triangles, step by step as the kernel computes it (src/exact/kernels/triangle-distance.ts): the same
 * bits, from code that can be read on its own. What the numbers are worth is shown by exact-distance.ts.
 */

export type Vector = readonly [number, number, number];
export type Triangle = readonly [Vector, Vector, Vector];

export interface Nearest {
  readonly distance: number;
  /** The nearest point of the first triangle, and of the second. */
  readonly points: readonly [Vector, Vector];
}

/** A point of a triangle: from a corner, so far towards a second and so far towards a third. */
interface Place {
  readonly from: number;
  readonly to: number;
  readonly part: number;
  readonly tip: number;
  readonly tipPart: number;
}

interface Candidate {
  readonly squared: number;
  readonly lower: Place;
  readonly upper: Place;
}

const EDGES = [
  [0, 1],
  [1, 2],
  [2, 0],
] as const;

const compare = (p: readonly number[], q: readonly number[]): number => {
  const k = p.findIndex((value, axis) => value !== q[axis]);
  return k < 0 ? 0 : p[k] - q[k] < 0 ? -1 : 1;
};
const inOrder = (triangle: Triangle): Triangle =>
  triangle.map(([x, y, z]): Vector => [x + 0, y + 0, z + 0]).sort(compare) as unknown as Triangle;
const minus = (p: Vector, q: Vector): Vector => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const times = (p: Vector, factor: number): Vector => [p[0] * factor, p[1] * factor, p[2] * factor];
const dot = (p: Vector, q: Vector): number => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = (p: Vector, q: Vector): Vector => [
  p[1] * q[2] - p[2] * q[1],
  p[2] * q[0] - p[0] * q[2],
  p[0] * q[1] - p[1] * q[0],
];
const unit = (x: number): number => Math.min(1, Math.max(0, x));
const corner = (from: number): Place => ({ from, to: from, part: 0, tip: from, tipPart: 0 });

/**
 * Differences to one corner, on a scale on which products of four neither overflow nor vanish; `back` has the factors that
 * undo it, one by one, for their product may be too small for a double.
 */
function localize(lower: Triangle, upper: Triangle): { lower: Triangle; upper: Triangle; back: number[] } {
  const origin = lower[0];
  let [p, q] = [lower, upper].map((triangle) => triangle.map((point) => minus(point, origin)) as unknown as Triangle);
  let extent = Math.max(...p.flat().map(Math.abs), ...q.flat().map(Math.abs));
  const back: number[] = [];
  const rescale = (factor: number) => {
    [p, q] = [p, q].map((triangle) => triangle.map((point) => times(point, factor)) as unknown as Triangle);
  };
  while (extent < 2 ** -200 && extent > 0) {
    rescale(2 ** 400);
    extent *= 2 ** 400;
    back.push(2 ** -400);
  }
  if (extent > 2 ** 200) {
    rescale(2 ** -400);
    back.push(2 ** 400);
  }
  return { lower: p, upper: q, back };
}

function measureEdges(
  lower: Triangle,
  upper: Triangle,
  [p0, p1]: readonly number[],
  [q0, q1]: readonly number[],
): Candidate {
  const u = minus(lower[p1], lower[p0]);
  const v = minus(upper[q1], upper[q0]);
  const r = minus(upper[q0], lower[p0]);
  const [uu, vv, uv, ru, rv] = [dot(u, u), dot(v, v), dot(u, v), dot(r, u), dot(r, v)];
  const n = cross(u, v);
  const nn = dot(n, n);
  let s = nn > 0 ? unit(dot(cross(r, v), n) / nn) : 0;
  let t = vv > 0 ? (s * uv - rv) / vv : 0;
  if (!(t > 0)) {
    t = 0;
    s = uu > 0 ? unit(ru / uu) : 0;
  } else if (t >= 1) {
    t = 1;
    s = uu > 0 ? unit((ru + uv) / uu) : 0;
  }
  const d = [0, 1, 2].map((k) => r[k] + t * v[k] - s * u[k]) as unknown as Vector;
  return {
    squared: dot(d, d),
    lower: { from: p0, to: p1, part: s, tip: p0, tipPart: 0 },
    upper: { from: q0, to: q1, part: t, tip: q0, tipPart: 0 },
  };
}

/** The corners of `other` that lie above the face, each with the point below it. */
function measureFace(face: Triangle, other: Triangle): { squared: number; place: Place; corner: number }[] {
  const lengths = EDGES.map(([p, q]) => dot(minus(face[q], face[p]), minus(face[q], face[p])));
  const from = lengths.indexOf(Math.max(...lengths));
  const to = (from + 1) % 3;
  const tip = (from + 2) % 3;
  const f = minus(face[to], face[from]);
  const g = minus(face[tip], face[from]);
  const ff = dot(f, f);
  if (!(ff > 0)) return [];
  const tipAlong = dot(g, f) / ff;
  const h = minus(g, times(f, tipAlong));
  const hh = dot(h, h);
  if (!(hh > 0)) return [];
  return other.flatMap((point, index) => {
    const w = minus(point, face[from]);
    const along = dot(w, f) / ff;
    const tipPart = dot(minus(w, times(f, along)), h) / hh;
    const part = along - tipPart * tipAlong;
    if (!(tipPart >= 0 && part >= 0 && part + tipPart <= 1)) return [];
    const d = minus(minus(w, times(f, part)), times(g, tipPart));
    return [{ squared: dot(d, d), place: { from, to, part, tip, tipPart }, corner: index }];
  });
}

function pointAt(triangle: Triangle, { from, to, part, tip, tipPart }: Place): Vector {
  return [0, 1, 2].map((k) => {
    const origin = triangle[from][k];
    const along = part === 1 ? triangle[to][k] : origin + part * (triangle[to][k] - origin);
    return tipPart === 0 ? along : along + tipPart * (triangle[tip][k] - origin);
  }) as unknown as Vector;
}

export function triangleDistance(a: Triangle, b: Triangle): Nearest {
  const [p, q] = [inOrder(a), inOrder(b)];
  const swapped = compare(q.flat(), p.flat()) < 0;
  const [first, second] = swapped ? [q, p] : [p, q];
  const { lower, upper, back } = localize(first, second);
  const candidates = EDGES.flatMap((edge) => EDGES.map((other) => measureEdges(lower, upper, edge, other)));
  for (const { squared, place, corner: index } of measureFace(lower, upper)) {
    candidates.push({ squared, lower: place, upper: corner(index) });
  }
  for (const { squared, place, corner: index } of measureFace(upper, lower)) {
    candidates.push({ squared, lower: corner(index), upper: place });
  }
  const best = candidates.reduce((least, candidate) => (candidate.squared < least.squared ? candidate : least));
  const points = [pointAt(first, best.lower), pointAt(second, best.upper)] as const;
  return {
    distance: Math.max(
      back.reduce((length, factor) => length * factor, Math.sqrt(best.squared)),
      Number.MIN_VALUE,
    ),
    points: swapped ? [points[1], points[0]] : points,
  };
}
