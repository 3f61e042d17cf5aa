/** Triangles of a mesh with their normals and neighbours, about a point near them, so that a mesh far away keeps its digits. */
import type { Positions } from '../../mesh/mesh-input.ts';
import { weld } from '../../mesh/weld.ts';
import { cross, lengthOf, scale, subtract, type Vector } from '../picture/vector.ts';

export interface SurfaceLinks {
  readonly origin: Vector;
  readonly triangles: number;
  /** Number of corner k of a triangle after welding, and where a vertex is, from the origin. */
  readonly cornerOf: (triangle: number, k: number) => number;
  readonly pointOf: (vertex: number) => Vector;
  /** Of length 1; undefined where a triangle has no area. */
  readonly normals: readonly (Vector | undefined)[];
  /** Beyond the side from corner k to the next; −1 where there is none, or more than one. */
  readonly beyond: (triangle: number, k: number) => number;
}

function linksOf(corners: Uint32Array, vertexCount: number): Int32Array {
  const links = new Int32Array(corners.length).fill(-1);
  const first = new Map<number, number>();
  for (let corner = 0; corner < corners.length; corner++) {
    const [p, q] = [corners[corner], corners[corner % 3 === 2 ? corner - 2 : corner + 1]];
    const key = Math.min(p, q) * vertexCount + Math.max(p, q);
    const other = first.get(key);
    if (other === undefined) first.set(key, corner);
    // A third triangle: nobody's neighbour.
    else if (links[other] >= 0) links[links[other]] = links[other] = -2;
    else if (links[other] === -1) [links[other], links[corner]] = [corner, other];
  }
  return links;
}

export function surfaceLinks(positions: Positions, indices: Uint32Array): SurfaceLinks {
  const { targets, sources } = weld(positions);
  const corners = indices.map((vertex) => targets[vertex]);
  const place = (vertex: number): Vector => [
    positions[3 * vertex],
    positions[3 * vertex + 1],
    positions[3 * vertex + 2],
  ];
  const origin = indices.length > 0 ? place(indices[0]) : ([0, 0, 0] as const);
  const pointOf = (vertex: number) => subtract(place(sources[vertex]), origin);
  const normals = Array.from({ length: corners.length / 3 }, (_, t) => {
    const [p, q, r] = [0, 1, 2].map((k) => pointOf(corners[3 * t + k]));
    const across = cross(subtract(q, p), subtract(r, p));
    const length = lengthOf(across);
    return length > 0 ? scale(across, 1 / length) : undefined;
  });
  const links = linksOf(corners, sources.length);
  return {
    origin,
    triangles: corners.length / 3,
    cornerOf: (triangle, k) => corners[3 * triangle + (k % 3)],
    pointOf,
    normals,
    beyond: (triangle, k) => (links[3 * triangle + k] < 0 ? -1 : Math.floor(links[3 * triangle + k] / 3)),
  };
}
