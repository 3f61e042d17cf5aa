/**
 * Every colliding pair of triangles, by trying all pairs in exact arithmetic: slow, plain, and written apart.
 *
 * Promise: the set of pairs, their kinds and the triangles without area exactly as docs/guide.md defines them.
 * Nothing here comes from src/ but types, and no step works as the engine does.
 */

import type { MeshInput } from '../src/mesh/mesh-input.ts';
import { toIntegers } from './exact-coordinates.ts';
import { type ExactTriangle, exactTriangle, type Meeting, meeting, type Point } from './triangle-meeting.ts';

export interface OracleOptions {
  self?: boolean;
  between?: boolean;
  contacts?: 'all' | 'penetrating';
}

export interface OracleAnswer {
  /** objectA, triangleA, objectB, triangleB, kind (0 touching, 1 crossing, 2 coplanar); ascending. */
  readonly trianglePairs: number[][];
  /** object, triangle of each triangle without area; ascending. */
  readonly degenerate: number[][];
}

export interface Candidate {
  readonly object: number;
  readonly index: number;
  /** Numbers of its vertices: two triangles of an object share those that are equal. */
  readonly vertices: readonly number[];
  /** Smallest x, y, z, largest x, y, z. */
  readonly box: readonly number[];
  readonly exact: ExactTriangle;
}

/** The pairs of a scene whose objects are numbered 0, 1, 2 … in the order given. */
function collide(meshes: readonly MeshInput[], options: OracleOptions = {}): OracleAnswer {
  const { self = false, between = true, contacts = 'all' } = options;
  const { triangles, degenerate } = listTriangles(meshes);
  const trianglePairs: number[][] = [];
  for (let first = 0; first < triangles.length; first++) {
    const a = triangles[first];
    for (let second = first + 1; second < triangles.length; second++) {
      const b = triangles[second];
      if (!(a.object === b.object ? self : between) || !boxesMeet(a.box, b.box)) continue;
      const common = meeting(a.exact, b.exact);
      if (!counts(common, a.object === b.object ? sharedVertexCount(a, b) : 0)) continue;
      const kind = common.dimension === 2 ? 2 : common.interior ? 1 : 0;
      if (kind > 0 || contacts === 'all') trianglePairs.push([a.object, a.index, b.object, b.index, kind]);
    }
  }
  return { trianglePairs, degenerate };
}

/** Whether a pair that shares so many vertices counts as colliding. */
function counts({ dimension }: Meeting, sharedVertices: number): boolean {
  if (sharedVertices === 0) return dimension >= 0;
  if (sharedVertices === 1) return dimension >= 1;
  if (sharedVertices === 2) return dimension === 2;
  return true;
}

export function sharedVertexCount(a: Candidate, b: Candidate): number {
  return a.vertices.filter((vertex) => b.vertices.includes(vertex)).length;
}

/** All triangles that have area, and the numbers of those that have none. */
export function listTriangles(meshes: readonly MeshInput[]): { triangles: Candidate[]; degenerate: number[][] } {
  const integers = toIntegers(meshes.map((mesh) => mesh.positions));
  const triangles: Candidate[] = [];
  const degenerate: number[][] = [];
  meshes.forEach((mesh, object) => {
    const indices = mesh.indices ?? Uint32Array.from({ length: mesh.positions.length / 3 }, (_, vertex) => vertex);
    const identities = vertexIdentities(mesh);
    const point = (vertex: number): Point => [
      integers[object][3 * vertex],
      integers[object][3 * vertex + 1],
      integers[object][3 * vertex + 2],
    ];
    for (let index = 0; index < indices.length / 3; index++) {
      const corners = Array.from(indices.subarray(3 * index, 3 * index + 3));
      const exact = exactTriangle(point(corners[0]), point(corners[1]), point(corners[2]));
      if (exact === null) degenerate.push([object, index]);
      else {
        const vertices = corners.map((vertex) => identities[vertex]);
        triangles.push({ object, index, vertices, box: boxOf(mesh, corners), exact });
      }
    }
  });
  return { triangles, degenerate };
}

/** For each vertex the first one it is the same as: by number, or by coordinates when the mesh is welded. */
function vertexIdentities(mesh: MeshInput): number[] {
  const vertexCount = mesh.positions.length / 3;
  const weld = mesh.weld ?? mesh.indices === undefined;
  const firstAt = new Map<string, number>();
  return Array.from({ length: vertexCount }, (_, vertex) => {
    if (!weld) return vertex;
    // A joined array prints −0 as 0, and different doubles differently.
    const key = mesh.positions.subarray(3 * vertex, 3 * vertex + 3).join(' ');
    const first = firstAt.get(key) ?? vertex;
    firstAt.set(key, first);
    return first;
  });
}

function boxOf({ positions }: MeshInput, corners: readonly number[]): number[] {
  const along = (axis: number) => corners.map((vertex) => positions[3 * vertex + axis]);
  const axes = [along(0), along(1), along(2)];
  return [...axes.map((values) => Math.min(...values)), ...axes.map((values) => Math.max(...values))];
}

/** Comparing doubles is exact, so this loses no pair. */
export function boxesMeet(a: readonly number[], b: readonly number[]): boolean {
  return a[0] <= b[3] && b[0] <= a[3] && a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] && b[2] <= a[5];
}

export const oracle = { collide };
