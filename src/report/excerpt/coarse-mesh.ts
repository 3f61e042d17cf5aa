/**
 * Triangles of the cube from -1 to 1 with coordinates rounded to a grid, and fewer of them where there are too many.
 *
 * Rounding keeps them small on disk. Fewer: meshoptimizer collapses the edges whose loss is seen least, so that a scan of a
 * million triangles becomes a few thousand that look the same from where the picture is taken.
 */
import type { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { weld } from '../../mesh/weld.ts';

/** Positions are whole numbers from 0 to GRID_CELLS along each side of the cube. */
export interface GridMesh {
  readonly positions: Uint16Array;
  readonly indices: Uint32Array;
}

export const GRID_CELLS = 2 ** 15 - 1;

export const EMPTY_GRID_MESH: GridMesh = { positions: new Uint16Array(0), indices: new Uint32Array(0) };

export type Simplifier = typeof MeshoptSimplifier;

/** Loaded when it is first needed. */
export async function loadSimplifier(): Promise<Simplifier> {
  const { MeshoptSimplifier } = await import('meshoptimizer/simplifier');
  await MeshoptSimplifier.ready;
  return MeshoptSimplifier;
}

function onGrid(value: number): number {
  return Math.min(GRID_CELLS, Math.max(0, Math.round(((value + 1) / 2) * GRID_CELLS)));
}

/** From corners, nine numbers per triangle. Vertices of one cell are one, triangles without area are left out. */
export function gridMesh(corners: ArrayLike<number>): GridMesh {
  const places = new Float32Array(corners.length);
  for (let i = 0; i < corners.length; i++) places[i] = onGrid(corners[i]);
  const { targets, sources } = weld(places);
  const positions = new Uint16Array(3 * sources.length);
  for (let vertex = 0; vertex < sources.length; vertex++) {
    for (let axis = 0; axis < 3; axis++) positions[3 * vertex + axis] = places[3 * sources[vertex] + axis];
  }
  const indices = new Uint32Array(targets.length);
  let count = 0;
  for (let at = 0; at < targets.length; at += 3) {
    const p = targets[at];
    const q = targets[at + 1];
    const r = targets[at + 2];
    if (p === q || q === r || r === p) continue;
    indices[count++] = p;
    indices[count++] = q;
    indices[count++] = r;
  }
  return { positions, indices: indices.slice(0, count) };
}

/** Only the vertices that are used, in the order in which triangles use them, which makes both lists pack well. */
function compacted(positions: Uint16Array, indices: Uint32Array): GridMesh {
  const numbers = new Map<number, number>();
  const renumbered = indices.map((vertex) => {
    let number = numbers.get(vertex);
    if (number === undefined) numbers.set(vertex, (number = numbers.size));
    return number;
  });
  const kept = new Uint16Array(3 * numbers.size);
  for (const [vertex, number] of numbers) kept.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * number);
  return { positions: kept, indices: renumbered };
}

/** How far surfaces may move, as a fraction of the cube: seldom reached, because the triangle count is reached first. */
const ERROR_MOST = 0.2;

/** Simplified to about this many triangles; returned as is if it has no more. */
export function reducedMesh(mesh: GridMesh, trianglesMost: number, simplifier: Simplifier): GridMesh {
  const wanted = 3 * Math.max(1, Math.floor(trianglesMost));
  if (mesh.indices.length <= wanted) return mesh;
  const positions = gridPositions(mesh);
  const [careful] = simplifier.simplify(mesh.indices, positions, 3, wanted, ERROR_MOST, ['ErrorAbsolute', 'Prune']);
  // Soups of loose triangles have no edges to collapse; those are put into cells instead.
  const isEnough = careful.length <= 1.5 * wanted;
  const [indices] = isEnough ? [careful] : simplifier.simplifySloppy(careful, positions, 3, null, wanted, 1);
  return compacted(mesh.positions, indices);
}

/** Coordinates in the cube. */
export function gridPositions({ positions }: Pick<GridMesh, 'positions'>): Float32Array {
  const places = new Float32Array(positions.length);
  for (let i = 0; i < places.length; i++) places[i] = (2 * positions[i]) / GRID_CELLS - 1;
  return places;
}
