/** The first questions of a printing or CAD person about a mesh: is it closed, manifold, well oriented; how large; what is odd. */
import { countOpenEdges } from '../mesh/open-edges.ts';
import { connectedVertices } from '../mesh/shells.ts';
import { weld } from '../mesh/weld.ts';
import { groupBy } from './group-by.ts';
import { shapeOf } from './object-shape.ts';
import type { FileObject } from './objects.ts';

export interface MeshHealth {
  /** Whether each edge is met as often in one direction as in the other. */
  readonly closed: boolean;
  /** Edges of one triangle; of two that face opposite ways; of more than two. Vertices of equal coordinates are one. */
  readonly edges: { readonly boundary: number; readonly misoriented: number; readonly nonManifold: number };
  /** Closed, and each edge has just two triangles. */
  readonly manifold: boolean;
  /** Of a closed mesh whether its faces point out; mixed when neither, unknown when it is open. */
  readonly orientation: 'outward' | 'inward' | 'mixed' | 'unknown';
  /** Connected pieces that enclose matter, and those that point inwards: voids. */
  readonly shells: number;
  readonly voids: number;
  /** Of a closed mesh, counted with sign; null otherwise. In cubic and square units of the file. */
  readonly volume: number | null;
  readonly area: number;
  /** Triangles that another one repeats. */
  readonly duplicates: number;
}

interface Shell {
  readonly volume: number;
}

/** Edges that more than two triangles meet in, whether or not they cancel. */
function crowdedEdges(corners: Uint32Array, vertexCount: number): number {
  const counts = new Map<number, number>();
  for (let corner = 0; corner < corners.length; corner++) {
    const from = corners[corner];
    const to = corners[corner % 3 === 2 ? corner - 2 : corner + 1];
    if (from === to) continue;
    const key = Math.min(from, to) * vertexCount + Math.max(from, to);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  let crowded = 0;
  for (const count of counts.values()) if (count > 2) crowded++;
  return crowded;
}

/** Six times the signed volume between a triangle and an origin. */
function sixfoldVolume(positions: ArrayLike<number>, [p, q, r]: readonly number[], origin: readonly number[]): number {
  const at = (vertex: number) => [0, 1, 2].map((axis) => positions[3 * vertex + axis] - origin[axis]);
  const [a, b, c] = [at(p), at(q), at(r)];
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/** The connected pieces with their signed volumes, about a point near them. */
function shellsOf({ mesh: { positions, indices } }: FileObject, corners: Uint32Array, vertexCount: number): Shell[] {
  const pieces = connectedVertices(corners, vertexCount);
  const volumes = new Map<number, number>();
  const origin = [0, 1, 2].map((axis) => (indices.length > 0 ? positions[3 * indices[0] + axis] : 0));
  for (let at = 0; at < corners.length; at += 3) {
    const piece = pieces.find(corners[at]);
    const own = sixfoldVolume(positions, Array.from(indices.subarray(at, at + 3)), origin);
    volumes.set(piece, (volumes.get(piece) ?? 0) + own);
  }
  return [...volumes.values()].map((sixfold) => ({ volume: sixfold / 6 }));
}

function countDuplicates(corners: Uint32Array): number {
  const triangles = Array.from({ length: corners.length / 3 }, (_, t) => corners.subarray(3 * t, 3 * t + 3));
  const groups = groupBy(triangles, (own) => own.toSorted().join());
  return triangles.length - groups.size;
}

function orientationOf(closed: boolean, shells: readonly Shell[]): MeshHealth['orientation'] {
  if (!closed || shells.length === 0) return 'unknown';
  const largest = shells.reduce((p, q) => (Math.abs(q.volume) > Math.abs(p.volume) ? q : p));
  if (largest.volume === 0) return 'mixed';
  return largest.volume > 0 ? 'outward' : 'inward';
}

export function healthOf(object: FileObject): MeshHealth {
  const { positions, indices } = object.mesh;
  const { targets, sources } = weld(positions);
  const corners = indices.map((vertex) => targets[vertex]);
  const { open, boundary, misoriented } = countOpenEdges(positions, indices);
  const nonManifold = crowdedEdges(corners, sources.length);
  const closed = open === 0 && indices.length > 0;
  const shells = shellsOf(object, corners, sources.length);
  const orientation = orientationOf(closed, shells);
  const sign = orientation === 'inward' ? -1 : 1;
  const voids = closed ? shells.filter(({ volume }) => sign * volume < 0).length : 0;
  return {
    closed,
    edges: { boundary, misoriented, nonManifold },
    manifold: closed && nonManifold === 0,
    orientation,
    shells: shells.length - voids,
    voids,
    volume: closed ? shells.reduce((sum, { volume }) => sum + volume, 0) : null,
    area: shapeOf(object, positions).area,
    duplicates: countDuplicates(corners),
  };
}
