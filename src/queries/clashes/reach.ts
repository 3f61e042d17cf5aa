/**
 * Whether a region certainly reaches deeper than a small distance, told from a few points that lie inside: without a tree,
 * and without knowing all that lies inside.
 */
import type { Contact } from './contact.ts';
import { distanceToTriangle } from './point-to-triangle.ts';
import type { PairRegions, Region } from './regions.ts';
import type { SideMesh } from './side-mesh.ts';
import type { Surface } from './surface.ts';

/** Small triangles of each piece of which points are tried. */
const TRIES = 4;

type Place = readonly [number, number, number];

/** False when it may not: then it has to be measured. `distance` is well above what contact points may be off by. */
export function reachesDeeper({ contact, meshes }: PairRegions, { pieces }: Region, distance: number): boolean {
  if (!meshes) return false;
  for (const side of [0, 1] as const) {
    const other = meshes[1 - side].surface;
    for (const { small } of pieces[side])
      for (const place of somePlaces(contact, meshes[side], small)) if (isBeyond(place, other, distance)) return true;
  }
  return false;
}

/** Vertices of small triangles that are not on the other surface, and middles of such triangles. */
function somePlaces({ points }: Contact, mesh: SideMesh, small: readonly number[]): Place[] {
  const found: Place[] = [];
  const step = Math.max(1, Math.floor(small.length / TRIES));
  for (let i = 0; i < small.length; i += step) {
    const corners = [0, 1, 2].map((k) => mesh.corners[3 * small[i] + k]);
    const places = corners.map((point): Place => [points.x[point], points.y[point], points.z[point]]);
    found.push(...places.filter((_, k) => mesh.freeVertex(corners[k]) >= 0));
    const middle = (k: 0 | 1 | 2) => places[0][k] / 3 + places[1][k] / 3 + places[2][k] / 3;
    found.push([middle(0), middle(1), middle(2)]);
  }
  return found;
}

/** Whether all triangles of a surface are farther from a point. */
function isBeyond(point: Place, surface: Surface, distance: number): boolean {
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
