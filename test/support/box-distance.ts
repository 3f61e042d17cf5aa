/** Distance between a box and the triangles of a mesh, in double precision: the least over points of each, found by descent. */
import type { MeshInput } from '../../src/index.ts';

type Vector = readonly number[];

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** The point of a triangle that is nearest to p (Ericson, Real-Time Collision Detection, section 5.1.5). */
function nearestOnTriangle(p: Vector, a: Vector, b: Vector, c: Vector): Vector {
  const [ab, ac, ap] = [minus(b, a), minus(c, a), minus(p, a)];
  // Without area: the nearest of its sides.
  if (!(dot(ab, ab) * dot(ac, ac) - dot(ab, ac) ** 2 > 1e-20 * dot(ab, ab) * dot(ac, ac)))
    return nearestOnSides(p, a, b, c);
  const mix = (v: number, w: number) => a.map((value, k) => value + v * ab[k] + w * ac[k]);
  const [d1, d2] = [dot(ab, ap), dot(ac, ap)];
  if (d1 <= 0 && d2 <= 0) return a;
  const bp = minus(p, b);
  const [d3, d4] = [dot(ab, bp), dot(ac, bp)];
  if (d3 >= 0 && d4 <= d3) return b;
  if (d1 * d4 - d3 * d2 <= 0 && d1 >= 0 && d3 <= 0) return mix(d1 / (d1 - d3), 0);
  const cp = minus(p, c);
  const [d5, d6] = [dot(ab, cp), dot(ac, cp)];
  if (d6 >= 0 && d5 <= d6) return c;
  if (d5 * d2 - d1 * d6 <= 0 && d2 >= 0 && d6 <= 0) return mix(0, d2 / (d2 - d6));
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const part = (d4 - d3) / (d4 - d3 + d5 - d6);
    return b.map((value, k) => value + part * (c[k] - value));
  }
  const total = va + (d5 * d2 - d1 * d6) + (d1 * d4 - d3 * d2);
  return mix((d5 * d2 - d1 * d6) / total, (d1 * d4 - d3 * d2) / total);
}

function nearestOnSides(p: Vector, a: Vector, b: Vector, c: Vector): Vector {
  const points = [[a, b] as const, [b, c] as const, [c, a] as const].map(([from, to]) => {
    const side = minus(to, from);
    const length = dot(side, side);
    const part = length > 0 ? Math.min(1, Math.max(0, dot(minus(p, from), side) / length)) : 0;
    return from.map((value, k) => value + part * side[k]);
  });
  const squares = points.map((point) => dot(minus(p, point), minus(p, point)));
  return points[squares.indexOf(Math.min(...squares))];
}

/** By going back and forth between the two nearest points: both sets are convex, so it comes as near as one likes. */
export function boxTriangleDistance(mesh: MeshInput, low: Vector, size: number): number {
  const { positions } = mesh;
  const indices = mesh.indices ?? Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => vertex);
  const corner = (vertex: number) => [positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]];
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [corner(indices[at]), corner(indices[at + 1]), corner(indices[at + 2])];
    const isFar = [0, 1, 2].some(
      (k) => Math.min(a[k], b[k], c[k]) > low[k] + 2 * size || Math.max(a[k], b[k], c[k]) < low[k] - size,
    );
    if (isFar) continue;
    let p: Vector = low.map((value) => value + size / 2);
    let distance = Number.POSITIVE_INFINITY;
    for (let step = 0; step < 3000; step++) {
      const onTriangle = nearestOnTriangle(p, a, b, c);
      p = onTriangle.map((value, k) => Math.min(low[k] + size, Math.max(low[k], value)));
      const next = Math.sqrt(dot(minus(p, onTriangle), minus(p, onTriangle)));
      if (next > distance * (1 - 1e-9)) break;
      distance = next;
    }
    least = Math.min(least, distance);
  }
  return least;
}
