/**
 * Whether a mesh is closed: whether every edge occurs as often in one direction as in the other.
 *
 * That makes winding numbers the same along every ray. A mesh need not be a manifold: solids that touch along an edge, lie
 * inside each other or are duplicated are closed. Edges between equal coordinates are one edge, welded or not.
 */
import type { Positions } from './mesh-input.ts';
import { weld } from './weld.ts';

export interface OpenEdges {
  /** Edges that do not cancel; any makes the mesh open. */
  readonly open: number;
  /** Of those: edges of one triangle; of two that face opposite ways; of more than two. */
  readonly boundary: number;
  readonly misoriented: number;
  readonly nonManifold: number;
}

/** Edges by their lower vertex: `starts[v]` to `starts[v + 1]` hold 2 · other end, plus 1 when the triangle comes from there. */
function edgesByVertex(indices: ArrayLike<number>, targets: Uint32Array, vertexCount: number) {
  const starts = new Uint32Array(vertexCount + 2);
  const forEachEdge = (visit: (low: number, high: number, comesBack: boolean) => void) => {
    for (let corner = 0; corner < indices.length; corner++) {
      const from = targets[indices[corner]];
      const to = targets[indices[corner % 3 === 2 ? corner - 2 : corner + 1]];
      if (from !== to) visit(Math.min(from, to), Math.max(from, to), from > to);
    }
  };
  forEachEdge((low) => starts[low + 2]++);
  for (let vertex = 2; vertex < starts.length; vertex++) starts[vertex] += starts[vertex - 1];
  const edges = new Float64Array(starts[vertexCount + 1]);
  // Filling moves each start to its place: from the end of the vertex before to its own end.
  forEachEdge((low, high, comesBack) => {
    edges[starts[low + 1]++] = 2 * high + Number(comesBack);
  });
  return { starts, edges };
}

/** Calls `visit` with the ends of each edge that does not cancel, and how many triangles have it. */
function eachOpenEdge(
  { starts, edges }: ReturnType<typeof edgesByVertex>,
  visit: (low: number, high: number, times: number) => void,
): void {
  for (let vertex = 0; vertex + 2 < starts.length; vertex++) {
    const own = edges.subarray(starts[vertex], starts[vertex + 1]).sort();
    for (let at = 0; at < own.length; ) {
      const other = Math.floor(own[at] / 2);
      let [forward, backward] = [0, 0];
      for (; at < own.length && Math.floor(own[at] / 2) === other; at++) {
        if (own[at] % 2 === 0) forward++;
        else backward++;
      }
      if (forward !== backward) visit(vertex, other, forward + backward);
    }
  }
}

/** `visit` is called with the ends of each open edge, as the caller numbers vertices. */
export function countOpenEdges(
  positions: Positions,
  indices: ArrayLike<number>,
  visit?: (from: number, to: number) => void,
): OpenEdges {
  const { targets, sources } = weld(positions);
  const counts = { open: 0, boundary: 0, misoriented: 0, nonManifold: 0 };
  eachOpenEdge(edgesByVertex(indices, targets, sources.length), (low, high, times) => {
    counts.open++;
    visit?.(sources[low], sources[high]);
    if (times === 1) counts.boundary++;
    else if (times === 2) counts.misoriented++;
    else counts.nonManifold++;
  });
  return counts;
}

/** "3 boundary edges and 1 edge of more than two triangles": what is wrong with an open mesh. */
export function describeOpenEdges({ boundary, misoriented, nonManifold }: OpenEdges): string {
  const edges = (count: number) => `${count} ${count === 1 ? 'edge' : 'edges'}`;
  const parts = [
    boundary > 0 ? `${edges(boundary)} of one triangle only` : '',
    misoriented > 0 ? `${edges(misoriented)} whose two triangles face opposite ways` : '',
    nonManifold > 0 ? `${edges(nonManifold)} of more than two triangles that do not cancel` : '',
  ].filter((part) => part !== '');
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts[0];
}
