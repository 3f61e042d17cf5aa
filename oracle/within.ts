/**
 * Every pair of triangles nearer than a distance, by trying all pairs: slow and plain.
 *
 * Whether two triangles share a point is decided in exact arithmetic; how far apart the others are is computed by the
 * engine's own formula in its plain form (triangle-distance.ts), so that distances and points can be compared bit by bit.
 */
import type { MeshInput } from '../src/mesh/mesh-input.ts';
import { boxesMeet, type Candidate, listTriangles, sharedVertexCount } from './oracle.ts';
import { type Triangle, triangleDistance, type Vector } from './triangle-distance.ts';
import { meeting } from './triangle-meeting.ts';

export interface NearPair {
  /** objectA, triangleA, objectB, triangleB. */
  readonly pair: readonly number[];
  readonly distance: number;
  /** Of triangles that share no point. */
  readonly points: readonly [Vector, Vector] | undefined;
}

export interface NearOptions {
  self?: boolean;
  between?: boolean;
}

export interface NearAnswer {
  readonly pairs: NearPair[];
  readonly degenerate: number[][];
}

/** Certainly farther apart than `distance`, by the gap between their boxes along an axis, with a margin for rounding. */
function areFar(a: readonly number[], b: readonly number[], distance: number): boolean {
  for (let k = 0; k < 3; k++) {
    const gap = Math.max(b[k] - a[k + 3], a[k] - b[k + 3]);
    if (gap <= distance) continue;
    const extent = Math.max(a[3] - a[0], a[4] - a[1], a[5] - a[2], b[3] - b[0], b[4] - b[1], b[5] - b[2]);
    if (gap > distance * 1.001 + extent * 1e-9) return true;
  }
  return false;
}

function cornersOf({ positions, indices }: MeshInput, triangle: number): Triangle {
  return [0, 1, 2].map((k) => {
    const vertex = indices ? indices[3 * triangle + k] : 3 * triangle + k;
    return Array.from(positions.subarray(3 * vertex, 3 * vertex + 3));
  }) as unknown as Triangle;
}

export function oracleWithin(meshes: readonly MeshInput[], distance: number, options: NearOptions = {}): NearAnswer {
  const { self = false, between = true } = options;
  const { triangles, degenerate } = listTriangles(meshes);
  const pairs: NearPair[] = [];
  const measure = (a: Candidate, b: Candidate): void => {
    const pair = [a.object, a.index, b.object, b.index];
    if (boxesMeet(a.box, b.box) && meeting(a.exact, b.exact).dimension >= 0) {
      pairs.push({ pair, distance: 0, points: undefined });
      return;
    }
    const nearest = triangleDistance(cornersOf(meshes[a.object], a.index), cornersOf(meshes[b.object], b.index));
    if (nearest.distance < distance) pairs.push({ pair, ...nearest });
  };
  for (let first = 0; first < triangles.length; first++) {
    const a = triangles[first];
    for (let second = first + 1; second < triangles.length; second++) {
      const b = triangles[second];
      const isSame = a.object === b.object;
      if (!(isSame ? self : between) || areFar(a.box, b.box, distance)) continue;
      if (!isSame || sharedVertexCount(a, b) === 0) measure(a, b);
    }
  }
  return { pairs, degenerate };
}
