/** How deep closed bodies have sunk into each other: plain, slow, and independent of the engine's contacts. */
import type { AnimatedObject } from '../../scenes/index.ts';
import { placed } from '../../scenes/support/rotation.ts';

type Vector = readonly [number, number, number];

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const length = (a: Vector) => Math.sqrt(dot(a, a));

function verticesOf({ positions, matrix }: AnimatedObject): Vector[] {
  return Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const [x, y, z] = positions.subarray(3 * vertex, 3 * vertex + 3);
    return matrix ? placed(matrix, x, y, z) : ([x, y, z] as const);
  });
}

function trianglesOf(object: AnimatedObject): [Vector, Vector, Vector][] {
  const vertices = verticesOf(object);
  return Array.from({ length: object.indices.length / 3 }, (_, triangle) => {
    const [a, b, c] = object.indices.subarray(3 * triangle, 3 * triangle + 3);
    return [vertices[a], vertices[b], vertices[c]];
  });
}

/** Solid angle of a triangle seen from a point, over 4π; the sum over a closed surface is 1 inside and 0 outside. */
function windingPart(point: Vector, corners: readonly [Vector, Vector, Vector]): number {
  const [a, b, c] = corners.map((corner) => minus(corner, point));
  const [la, lb, lc] = [length(a), length(b), length(c)];
  const across = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
  return Math.atan2(dot(a, cross(b, c)), across) / (2 * Math.PI);
}

function distanceToTriangle(point: Vector, [a, b, c]: readonly [Vector, Vector, Vector]): number {
  const normal = cross(minus(b, a), minus(c, a));
  const sides = [
    cross(minus(b, a), minus(point, a)),
    cross(minus(c, b), minus(point, b)),
    cross(minus(a, c), minus(point, c)),
  ];
  const height = Math.abs(dot(minus(point, a), normal)) / (length(normal) || 1);
  if (sides.every((side) => dot(side, normal) >= 0)) return height;
  const toSide = (p: Vector, q: Vector) => {
    const along = minus(q, p);
    const part = Math.min(1, Math.max(0, dot(minus(point, p), along) / (dot(along, along) || 1)));
    return length(minus(point, [p[0] + part * along[0], p[1] + part * along[1], p[2] + part * along[2]]));
  };
  return Math.min(toSide(a, b), toSide(b, c), toSide(c, a));
}

/** The largest distance of a vertex of one body that lies inside the other from that one's surface. */
export function penetrationDepth(a: AnimatedObject, b: AnimatedObject): number {
  const sunk = (from: AnimatedObject, into: AnimatedObject) => {
    const triangles = trianglesOf(into);
    const depths = verticesOf(from).map((vertex) => {
      const winding = triangles.reduce((sum, triangle) => sum + windingPart(vertex, triangle), 0);
      return winding > 0.5 ? Math.min(...triangles.map((triangle) => distanceToTriangle(vertex, triangle))) : 0;
    });
    return Math.max(...depths);
  };
  return Math.max(sunk(a, b), sunk(b, a));
}
