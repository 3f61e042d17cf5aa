/**
 * Whether a region certainly reaches deeper than a small distance, told from a few vertices that lie inside: without a tree,
 * and without knowing all that lies inside.
 */
import { distanceToTriangle } from './point-to-triangle.ts';
import type { PairRegions, Region } from './regions.ts';
import type { SideMesh } from './side-mesh.ts';
import type { Surface } from './surface.ts';

/** Vertices of each piece that are tried. */
const TRIES = 4;

/** False when it may not: then it has to be measured. `meshes` are those of two closed objects. */
export function reachesDeeper(meshes: PairRegions['meshes'], { pieces }: Region, distance: number): boolean {
  if (!meshes) return false;
  for (const side of [0, 1] as const) {
    const other = meshes[1 - side].surface;
    for (const { small } of pieces[side])
      for (const vertex of someVertices(meshes[side], small))
        if (isBeyond(meshes[side].surface.positions.subarray(3 * vertex, 3 * vertex + 3), other, distance)) return true;
  }
  return false;
}

/** Vertices of small triangles that are not on the other surface. */
function someVertices(mesh: SideMesh, small: readonly number[]): Set<number> {
  const found = new Set<number>();
  const step = Math.max(1, Math.floor(small.length / TRIES));
  for (let i = 0; i < small.length && found.size < TRIES; i += step) {
    for (let at = 3 * small[i]; at < 3 * small[i] + 3; at++) {
      const vertex = mesh.freeVertex(mesh.corners[at]);
      if (vertex >= 0) found.add(vertex);
    }
  }
  return found;
}

/** Whether all triangles of a surface are farther from a point. */
function isBeyond(point: Float64Array, surface: Surface, distance: number): boolean {
  const corners = new Float64Array(9);
  const low = [point[0] - distance, point[1] - distance, point[2] - distance];
  const high = [point[0] + distance, point[1] + distance, point[2] + distance];
  let isNear = false;
  surface.eachNear(low, high, (triangle) => {
    if (isNear) return;
    for (let k = 0; k < 3; k++) {
      const at = 3 * surface.corners[3 * triangle + k];
      corners.set(surface.positions.subarray(at, at + 3), 3 * k);
    }
    isNear = !(distanceToTriangle(point, corners, 0) > distance);
  });
  return !isNear;
}
