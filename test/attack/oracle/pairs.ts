/**
 * Every colliding pair of a scene by trying all of them: the second oracle, which shares no code with the engine or with
 * the first. It is held against the first in oracle.test.ts.
 *
 * Boxes are compared as they are. A triangle that is wholly on one side of another's plane by a wide margin is settled in
 * floating point (a bound ten times the textbook's); everything else in whole numbers.
 */
import type { MeshInput } from '../../../src/index.ts';
import { hasArea, type Meeting, meeting, type WholeTriangle } from './meeting.ts';
import { binary, wholePoints } from './whole.ts';

export interface PairOptions {
  readonly self?: boolean;
  readonly between?: boolean;
  readonly contacts?: 'all' | 'penetrating';
  readonly ignore?: readonly (readonly [number, number])[];
}

export interface AttackTriangle {
  readonly object: number;
  readonly index: number;
  /** Two triangles of an object share the vertices whose names are equal. */
  readonly vertices: readonly (number | string)[];
  /** Nine coordinates. */
  readonly corners: readonly number[];
  readonly box: readonly number[];
}

export interface Answer {
  /** objectA, triangleA, objectB, triangleB, kind. */
  readonly pairs: number[][];
  /** object, triangle. */
  readonly degenerate: number[][];
}

/** All triangles with area, and the numbers of those without. */
export function trianglesOf(meshes: readonly (MeshInput | undefined)[]) {
  const triangles: AttackTriangle[] = [];
  const degenerate: number[][] = [];
  meshes.forEach((mesh, object) => {
    if (!mesh) return;
    const { positions, indices } = mesh;
    const count = (indices?.length ?? positions.length / 3) / 3;
    const nameOf: (vertex: number) => number | string =
      (mesh.weld ?? indices === undefined) ? coordinateName(positions) : (vertex: number) => vertex;
    for (let index = 0; index < count; index++) {
      const vertices = [0, 1, 2].map((k) => (indices ? indices[3 * index + k] : 3 * index + k));
      const corners = vertices.flatMap((vertex) => Array.from(positions.subarray(3 * vertex, 3 * vertex + 3)));
      if (certainlyHasArea(corners) || hasArea(wholeTriangles(corners).triangles[0])) {
        triangles.push({ object, index, vertices: vertices.map(nameOf), corners, box: boxOf(corners) });
      } else degenerate.push([object, index]);
    }
  });
  return { triangles, degenerate };
}

/** Vertices of equal coordinates have one name; adding 0 makes 0 of −0. */
function coordinateName(positions: ArrayLike<number>) {
  return (vertex: number) => [0, 1, 2].map((k) => positions[3 * vertex + k] + 0).join();
}

function boxOf(corners: readonly number[]): number[] {
  const along = (axis: number) => [corners[axis], corners[axis + 3], corners[axis + 6]];
  return [...[0, 1, 2].map((k) => Math.min(...along(k))), ...[0, 1, 2].map((k) => Math.max(...along(k)))];
}

export function boxesOverlap(a: readonly number[], b: readonly number[]): boolean {
  return a[0] <= b[3] && b[0] <= a[3] && a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] && b[2] <= a[5];
}

/** Which pairs of objects a query looks at. */
export function isAskedFor(a: number, b: number, options: PairOptions): boolean {
  if (a === b) return options.self ?? false;
  if (!(options.between ?? true)) return false;
  return !options.ignore?.some(([p, q]) => (p === a && q === b) || (p === b && q === a));
}

export function sharedVertices(a: AttackTriangle, b: AttackTriangle): number {
  if (a.object !== b.object) return 0;
  return a.vertices.filter((vertex) => b.vertices.includes(vertex)).length;
}

/** Triangles, nine coordinates each, as whole numbers times 2^`unit`. */
export function wholeTriangles(coordinates: readonly number[]): { triangles: WholeTriangle[]; unit: number } {
  const { points, unit } = wholePoints(coordinates.map(binary));
  const triangles: WholeTriangle[] = [];
  for (let i = 0; i + 2 < points.length; i += 3) triangles.push([points[i], points[i + 1], points[i + 2]]);
  return { triangles, unit };
}

/** What two triangles have in common; nothing when they are plainly apart, but for the vertices that they share. */
export function meetingOf(a: AttackTriangle, b: AttackTriangle): { common: Meeting; unit: number } | undefined {
  if (!boxesOverlap(a.box, b.box) || isClearOf(a, b) || isClearOf(b, a)) return undefined;
  const { triangles, unit } = wholeTriangles([...a.corners, ...b.corners]);
  const common = meeting(triangles[0], triangles[1]);
  return common.dimension < 0 ? undefined : { common, unit };
}

/** The kind of a pair, or undefined when it does not count. */
export function kindOf(common: Meeting, shared: number): number | undefined {
  if (shared < 3 && common.dimension < shared) return undefined;
  return common.dimension === 2 ? 2 : common.crosses ? 1 : 0;
}

/** All pairs are tried whose boxes overlap along x, from low to high. */
export function collidingPairs(meshes: readonly (MeshInput | undefined)[], options: PairOptions = {}): Answer {
  const { triangles, degenerate } = trianglesOf(meshes);
  const pairs: number[][] = [];
  const order = triangles
    .map((triangle, rank) => ({ triangle, rank }))
    .sort((p, q) => p.triangle.box[0] - q.triangle.box[0]);
  for (let left = 0; left < order.length; left++) {
    const reach = order[left].triangle.box[3];
    for (let right = left + 1; right < order.length && order[right].triangle.box[0] <= reach; right++) {
      const isOrdered = order[left].rank < order[right].rank;
      const a = order[isOrdered ? left : right].triangle;
      const b = order[isOrdered ? right : left].triangle;
      const kind = isAskedFor(a.object, b.object, options) ? kindOfPair(a, b) : undefined;
      if (kind === undefined || (kind === 0 && options.contacts === 'penetrating')) continue;
      pairs.push([a.object, a.index, b.object, b.index, kind]);
    }
  }
  return { pairs: pairs.sort(ascending), degenerate };
}

function ascending(p: readonly number[], q: readonly number[]): number {
  return p[0] - q[0] || p[1] - q[1] || p[2] - q[2] || p[3] - q[3];
}

function kindOfPair(a: AttackTriangle, b: AttackTriangle): number | undefined {
  const met = meetingOf(a, b);
  return met && kindOf(met.common, sharedVertices(a, b));
}

/** Whether floating point shows all corners of `a` strictly on one side of the plane of `b`, those aside that they share. */
function isClearOf(a: AttackTriangle, b: AttackTriangle): boolean {
  let side = 0;
  for (let k = 0; k < 3; k++) {
    if (a.object === b.object && b.vertices.includes(a.vertices[k])) continue;
    const sign = certainSide(a.corners[3 * k], a.corners[3 * k + 1], a.corners[3 * k + 2], b.corners);
    if (sign === 0 || sign === -side) return false;
    side = sign;
  }
  return side !== 0;
}

/** Whether floating point shows that the corners are not in line. */
function certainlyHasArea(c: readonly number[]): boolean {
  for (const [i, j] of [
    [0, 1],
    [1, 2],
    [2, 0],
  ]) {
    const left = (c[3 + i] - c[i]) * (c[6 + j] - c[j]);
    const right = (c[3 + j] - c[j]) * (c[6 + i] - c[i]);
    if (Math.abs(left - right) > 1e-14 * (Math.abs(left) + Math.abs(right)) + 1e-300) return true;
  }
  return false;
}

/** On which side of the plane of `b` a point certainly is; 0 when floating point cannot tell. */
function certainSide(x: number, y: number, z: number, b: readonly number[]): number {
  const ux = b[0] - x;
  const uy = b[1] - y;
  const uz = b[2] - z;
  const vx = b[3] - x;
  const vy = b[4] - y;
  const vz = b[5] - z;
  const wx = b[6] - x;
  const wy = b[7] - y;
  const wz = b[8] - z;
  const sum = ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
  const size =
    Math.abs(ux) * (Math.abs(vy * wz) + Math.abs(vz * wy)) +
    Math.abs(uy) * (Math.abs(vz * wx) + Math.abs(vx * wz)) +
    Math.abs(uz) * (Math.abs(vx * wy) + Math.abs(vy * wx));
  // What products lose below the range of doubles is far below 1e-240: no factor is above 2^251.
  return Math.abs(sum) > 1e-14 * size + 1e-240 ? Math.sign(sum) : 0;
}
