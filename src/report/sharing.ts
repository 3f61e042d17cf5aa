/**
 * How many vertices the two triangles of a self pair share: none, one, two (an edge) or all three.
 *
 * Welding merges vertices with equal coordinates (−0 equals 0), so corners are compared by coordinates; without welding, by
 * index.
 */
import type { FileObject } from './objects.ts';

export interface Sharing {
  none: number;
  vertex: number;
  edge: number;
  duplicate: number;
}

const KINDS = ['none', 'vertex', 'edge', 'duplicate'] as const;

export function noSharing(): Sharing {
  return { none: 0, vertex: 0, edge: 0, duplicate: 0 };
}

function sameVertex({ mesh }: FileObject, a: number, b: number): boolean {
  if (a === b) return true;
  if (!mesh.weld) return false;
  const p = mesh.positions;
  return p[3 * a] === p[3 * b] && p[3 * a + 1] === p[3 * b + 1] && p[3 * a + 2] === p[3 * b + 2];
}

function sharedVertices(object: FileObject, triangleA: number, triangleB: number): number {
  const { indices } = object.mesh;
  let shared = 0;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++)
      shared += Number(sameVertex(object, indices[3 * triangleA + i], indices[3 * triangleB + j]));
  }
  return shared;
}

/** Counts per object; pairs between objects are skipped. */
export function countSharing(objects: readonly FileObject[], trianglePairs: Uint32Array): Sharing[] {
  const counts = objects.map(noSharing);
  for (let at = 0; at < trianglePairs.length; at += 4) {
    const object = trianglePairs[at];
    if (object !== trianglePairs[at + 2]) continue;
    const shared = sharedVertices(objects[object], trianglePairs[at + 1], trianglePairs[at + 3]);
    counts[object][KINDS[Math.min(3, shared)]]++;
  }
  return counts;
}
