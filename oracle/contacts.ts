/**
 * Features of meshes that are nearer than a distance: every vertex against every face, every edge against every edge. Slow,
 * plain and exact: the least of the squared distances of all candidates for the nearest points, as quotients of whole numbers.
 */
import { toIntegers } from './exact-coordinates.ts';

type Vector = readonly bigint[];
type Square = { readonly over: bigint; readonly under: bigint };

export interface ContactMesh {
  readonly positions: ArrayLike<number>;
  readonly indices: ArrayLike<number>;
}

export interface OracleContact {
  readonly kind: number;
  readonly features: readonly number[];
  readonly distance: number;
  readonly side: number;
}

const minus = (p: Vector, q: Vector): Vector => p.map((x, k) => x - q[k]);
const dot = (p: Vector, q: Vector): bigint => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const cross = ([a, b, c]: Vector, [d, e, f]: Vector): Vector => [b * f - c * e, c * d - a * f, a * e - b * d];
const sign = (x: bigint): number => (x > 0n ? 1 : x < 0n ? -1 : 0);
const whole = (over: bigint): Square => ({ over, under: 1n });
const least = (squares: readonly Square[]): Square =>
  squares.reduce((p, q) => (q.over * p.under < p.over * q.under ? q : p));

/** From a point to the line through two others, if its foot is between them; and to both. */
function toSegment(p: Vector, a: Vector, b: Vector): Square[] {
  const [u, w] = [minus(b, a), minus(p, a)];
  const [uu, uw] = [dot(u, u), dot(u, w)];
  const ends = [whole(dot(w, w)), whole(dot(minus(p, b), minus(p, b)))];
  if (uu === 0n || uw < 0n || uw > uu) return ends;
  return [...ends, { over: dot(w, w) * uu - uw * uw, under: uu }];
}

/** From a point to a plane, if its foot is in the triangle: on no edge's outer side. */
function toFace(p: Vector, corners: readonly Vector[]): Square[] {
  const [a, b, c] = corners;
  const n = cross(minus(b, a), minus(c, a));
  const edges = corners.flatMap((q, k) => toSegment(p, q, corners[(k + 1) % 3]));
  const isAbove = corners.every((q, k) => dot(cross(minus(corners[(k + 1) % 3], q), minus(p, q)), n) >= 0n);
  const height = dot(n, minus(p, a));
  return isAbove && dot(n, n) > 0n ? [...edges, { over: height * height, under: dot(n, n) }] : edges;
}

/** Solves for the common perpendicular by Cramer's rule on the dot products. */
function betweenEdges(a: Vector, b: Vector, c: Vector, d: Vector): Square[] {
  const [u, v, r] = [minus(b, a), minus(d, c), minus(c, a)];
  const [uu, uv, vv, ru, rv] = [dot(u, u), dot(u, v), dot(v, v), dot(r, u), dot(r, v)];
  const under = uu * vv - uv * uv;
  const [s, t] = [ru * vv - rv * uv, ru * uv - rv * uu];
  const ends = [...toSegment(a, c, d), ...toSegment(b, c, d), ...toSegment(c, a, b), ...toSegment(d, a, b)];
  if (under === 0n || s < 0n || s > under || t < 0n || t > under) return ends;
  const gap = r.map((x, k) => x * under + t * v[k] - s * u[k]);
  return [...ends, { over: dot(gap, gap), under: under * under }];
}

function root({ over, under }: Square, unit: number): number {
  if (over === 0n) return 0;
  const shift = BigInt(Math.max(0, 140 + under.toString(2).length - over.toString(2).length));
  const even = shift + (shift & 1n);
  const quotient = (over << even) / under;
  const cut = BigInt(Math.max(0, quotient.toString(2).length - 64));
  const evenCut = cut - (cut & 1n);
  return Math.sqrt(Number(quotient >> evenCut)) * 2 ** Number((evenCut - even) / 2n) * unit;
}

/** All contacts of meshes, in the order of the engine's answer. `unit` is what whole coordinates are multiples of. */
export function oracleContacts(
  meshes: readonly ContactMesh[],
  distance: number,
  asked: (a: number, b: number) => boolean,
): OracleContact[] {
  const coordinates = toIntegers([...meshes.map(({ positions }) => positions), [distance]]);
  const limit = coordinates[meshes.length][0];
  const unit = distance / Number(limit);
  const parts = meshes.map(({ indices }, object) => {
    const point = (v: number): Vector => coordinates[object].slice(3 * v, 3 * v + 3);
    const faces = Array.from({ length: indices.length / 3 }, (_, t) => ({
      object,
      t,
      corners: [indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]],
    })).filter(({ corners: [a, b, c] }) => cross(minus(point(b), point(a)), minus(point(c), point(a))).some(Boolean));
    const vertices = [...new Set(faces.flatMap(({ corners }) => corners))].sort((a, b) => a - b);
    const edges = new Map<string, readonly [number, number]>();
    for (const { corners } of faces) {
      for (let k = 0; k < 3; k++) {
        const [p, q] = [corners[k], corners[(k + 1) % 3]].sort((a, b) => a - b);
        edges.set(`${p} ${q}`, [p, q]);
      }
    }
    return { object, point, faces, vertices, edges: [...edges.values()].sort((e, f) => e[0] - f[0] || e[1] - f[1]) };
  });
  const found: OracleContact[] = [];
  const add = (kind: number, features: number[], squares: Square[], side: bigint) => {
    const square = least(squares);
    if (square.over >= limit * limit * square.under) return;
    found.push({ kind, features, distance: root(square, unit), side: sign(side) });
  };
  for (const a of parts) {
    for (const v of a.vertices) {
      for (const b of parts) {
        if (!asked(a.object, b.object)) continue;
        for (const { t, corners } of b.faces) {
          if (a === b && corners.includes(v)) continue;
          const [p, q, r] = corners.map(b.point);
          const side = dot(cross(minus(q, p), minus(r, p)), minus(a.point(v), p));
          add(0, [a.object, v, v, b.object, t, t], toFace(a.point(v), [p, q, r]), side);
        }
      }
    }
  }
  for (const a of parts) {
    for (const [i, e] of a.edges.entries()) {
      for (const b of parts) {
        if (b.object < a.object || !asked(a.object, b.object)) continue;
        for (const f of a === b ? b.edges.slice(i + 1) : b.edges) {
          if (a === b && (e.includes(f[0]) || e.includes(f[1]))) continue;
          const [p, q] = e.map(a.point);
          const [r, s] = f.map(b.point);
          add(
            1,
            [a.object, ...e, b.object, ...f],
            betweenEdges(p, q, r, s),
            dot(cross(minus(q, p), minus(s, r)), minus(p, r)),
          );
        }
      }
    }
  }
  return found;
}
