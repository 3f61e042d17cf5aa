/** Least distance from points to the triangles of a mesh: a plain reference in double precision, with a grid to be quick. */
import type { MeshInput } from '../../src/index.ts';

type Vector = readonly [number, number, number];

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Vector, b: Vector, part: number): Vector => [
  a[0] + b[0] * part,
  a[1] + b[1] * part,
  a[2] + b[2] * part,
];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function toSegment(p: Vector, a: Vector, b: Vector): number {
  const ab = minus(b, a);
  const length = dot(ab, ab);
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, dot(minus(p, a), ab) / length));
  const apart = minus(p, plus(a, ab, part));
  return Math.sqrt(dot(apart, apart));
}

export function distanceToTriangle(p: Vector, a: Vector, b: Vector, c: Vector): number {
  const normal = cross(minus(b, a), minus(c, a));
  const isOver = (from: Vector, to: Vector) => dot(cross(minus(to, from), minus(p, from)), normal) >= 0;
  const length = Math.sqrt(dot(normal, normal));
  if (length > 0 && isOver(a, b) && isOver(b, c) && isOver(c, a)) return Math.abs(dot(minus(p, a), normal)) / length;
  return Math.min(toSegment(p, a, b), toSegment(p, b, c), toSegment(p, c, a));
}

/** A function that gives the distance of a point from the mesh if it is at most `reach`, and else something larger. */
export function distanceToMesh(mesh: MeshInput, reach: number): (x: number, y: number, z: number) => number {
  const { positions } = mesh;
  const indices = mesh.indices ?? Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => vertex);
  const cell = 2 * reach;
  const cells = new Map<string, number[]>();
  const corner = (vertex: number): Vector => [
    positions[3 * vertex],
    positions[3 * vertex + 1],
    positions[3 * vertex + 2],
  ];
  for (let at = 0; at < indices.length; at += 3) {
    const corners = [corner(indices[at]), corner(indices[at + 1]), corner(indices[at + 2])];
    const range = [0, 1, 2].map((k) => {
      const values = corners.map((point) => point[k]);
      return [Math.floor((Math.min(...values) - reach) / cell), Math.floor((Math.max(...values) + reach) / cell)];
    });
    for (let i = range[0][0]; i <= range[0][1]; i++) {
      for (let j = range[1][0]; j <= range[1][1]; j++) {
        for (let k = range[2][0]; k <= range[2][1]; k++) {
          const key = `${i} ${j} ${k}`;
          const list = cells.get(key);
          if (list) list.push(at);
          else cells.set(key, [at]);
        }
      }
    }
  }
  return (x, y, z) => {
    const near = cells.get([x, y, z].map((value) => Math.floor(value / cell)).join(' ')) ?? [];
    let least = Number.POSITIVE_INFINITY;
    for (const at of near) {
      const distance = distanceToTriangle(
        [x, y, z],
        corner(indices[at]),
        corner(indices[at + 1]),
        corner(indices[at + 2]),
      );
      if (distance < least) least = distance;
    }
    return least;
  };
}
