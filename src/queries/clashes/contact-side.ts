/** One side of a contact: what of it lies inside the other surface, as small triangles, and from where the rest can be reached. */
import type { DisjointSets } from '../../mesh/disjoint-sets.ts';
import type { Surface } from './surface.ts';

export interface ContactSide {
  readonly side: 0 | 1;
  readonly surface: Surface;
  /** The triangles of the surface that are in a pair. */
  readonly faces: Int32Array;
  /** The face of each small triangle. */
  readonly faceOf: Int32Array;
  /** Three points per small triangle. */
  readonly corners: Int32Array;
  /** Whether each edge of a small triangle, from a corner to the next, is an arc. */
  readonly isArc: Int32Array | Uint8Array;
  /** The coplanar pair that each small triangle lies in, or NOT_ON. */
  readonly onPair: Int32Array;
  /** What is connected across edges and vertices that are not on the other surface. */
  readonly groups: DisjointSets;
  /** Vertices of `faces` that are not on the other surface. */
  readonly freeVertices: Int32Array;
  /** By how many times the error of their corners small triangles may reach out of what they are part of. */
  readonly errorScale: number;
  /** Whether a triangle of the surface is in a pair. */
  has(face: number): boolean;
  /** The group of a small triangle. */
  groupOf(small: number): number;
  /** The member of `groups` at one of the free vertices, by its place in the list. */
  memberOf(place: number): number;
  /** The member of `groups` at a vertex that is not on the other surface; −1 when there is none. */
  memberAt(vertex: number): number;
  /** The vertex of a point that is one, and is not on the other surface; −1 for others. */
  freeVertex(point: number): number;
}
