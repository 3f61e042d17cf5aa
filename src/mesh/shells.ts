/** The connected pieces of a mesh: by shared vertices, and by shared edges. */

import { DisjointSets } from './disjoint-sets.ts';

/** The vertices that triangles connect, as sets: one per connected piece, and one for each unused vertex. */
export function connectedVertices(indices: ArrayLike<number>, vertexCount: number): DisjointSets {
  const sets = new DisjointSets(vertexCount);
  for (let corner = 0; corner < indices.length; corner += 3) {
    sets.union(indices[corner], indices[corner + 1]);
    sets.union(indices[corner], indices[corner + 2]);
  }
  return sets;
}

/** One vertex of each piece that is connected by vertices; unused vertices are left out. */
export function vertexOfEachPiece(indices: ArrayLike<number>, vertexCount: number): number[] {
  const sets = connectedVertices(indices, vertexCount);
  const roots = new Set<number>();
  for (let corner = 0; corner < indices.length; corner += 3) roots.add(sets.find(indices[corner]));
  return [...roots];
}

/**
 * The triangles of each shell: pieces connected by edges, where each edge has just two triangles that face the
 * same way. Undefined when some edge has others.
 */
export function closedShells(indices: ArrayLike<number>, vertexCount: number): number[][] | undefined {
  const starts = new Uint32Array(vertexCount + 2);
  const next = (corner: number) => indices[corner % 3 === 2 ? corner - 2 : corner + 1];
  const lower = (corner: number) => Math.min(indices[corner], next(corner));
  for (let corner = 0; corner < indices.length; corner++) starts[lower(corner) + 2]++;
  for (let vertex = 2; vertex < starts.length; vertex++) starts[vertex] += starts[vertex - 1];
  /** The corner at which the same edge begins the other way round; undefined unless it is the only other one. */
  const partnerOf = (corners: Uint32Array, from: number, to: number, corner: number): number | undefined => {
    const [start, end] = [indices[corner], next(corner)];
    let partner: number | undefined;
    for (let at = from; at < to; at++) {
      const other = corners[at];
      const otherStart = indices[other];
      if (other === corner || (otherStart !== start && otherStart !== end)) continue;
      const otherEnd = next(other);
      if (otherStart === end && otherEnd === start && partner === undefined) partner = other;
      else if (otherEnd === start || otherEnd === end) return undefined;
    }
    return start === end ? undefined : partner;
  };
  // Corners by the lower vertex of the edge that begins there; filling moves each start to the next one's.
  const corners = new Uint32Array(indices.length);
  for (let corner = 0; corner < indices.length; corner++) corners[starts[lower(corner) + 1]++] = corner;
  const sets = new DisjointSets(indices.length / 3);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    for (let at = starts[vertex]; at < starts[vertex + 1]; at++) {
      const partner = partnerOf(corners, starts[vertex], starts[vertex + 1], corners[at]);
      if (partner === undefined) return undefined;
      sets.union((corners[at] / 3) >>> 0, (partner / 3) >>> 0);
    }
  }
  const shells = new Map<number, number[]>();
  for (let triangle = 0; 3 * triangle < indices.length; triangle++) {
    const root = sets.find(triangle);
    const shell = shells.get(root);
    if (shell) shell.push(triangle);
    else shells.set(root, [triangle]);
  }
  return [...shells.values()];
}
