/**
 * The pieces of a surface that lie inside another: small triangles of the contact, and whole triangles beyond it.
 *
 * A group of small triangles is placed by the winding number of one of its points; from groups inside, the rest of the
 * piece is found by walking over triangles that are in no pair. What is outside is never walked over.
 */
import type { Contact } from './contact.ts';
import { NOT_ON, type SideMesh } from './side-mesh.ts';
import { windingAt } from './winding.ts';

/** A connected part of one surface strictly inside the other. */
export interface Piece {
  readonly side: number;
  /** Numbers of small triangles of the side's mesh. */
  readonly small: number[];
  /** Whole triangles of the surface. */
  readonly faces: number[];
}

export interface Placed {
  readonly pieces: readonly Piece[];
  /** Small triangles that lie on the other surface. */
  readonly on: readonly number[];
  /** Shells that have a part outside the other object. */
  readonly shellsOutside: ReadonlySet<number>;
}

/** Finds the pieces of one side, and joins the components of the contact that bound the same piece. */
export function placePieces(contact: Contact, mesh: SideMesh): Placed {
  const members = groupMembers(mesh);
  const on: number[] = [];
  const inside: number[] = [];
  const shellsOutside = new Set<number>();
  for (const [group, small] of members) {
    if (mesh.onPair[small[0]] !== NOT_ON) on.push(...small);
    else if (windingOf(contact, mesh, small) !== 0) inside.push(group);
    else shellsOutside.add(mesh.surface.topology.shellOf(mesh.faceOf[small[0]]));
  }
  const facesOf = walkInside(mesh, inside);
  const pieces = new Map<number, Piece>();
  for (const group of inside) {
    const root = mesh.groups.find(group);
    let piece = pieces.get(root);
    if (!piece) {
      piece = { side: mesh.side, small: [], faces: [] };
      pieces.set(root, piece);
    }
    for (const triangle of members.get(group)!) piece.small.push(triangle);
    for (const face of facesOf.get(group) ?? []) piece.faces.push(face);
  }
  for (const piece of pieces.values()) joinComponents(contact, mesh, piece);
  return { pieces: [...pieces.values()], on, shellsOutside };
}

function groupMembers(mesh: SideMesh): Map<number, number[]> {
  const members = new Map<number, number[]>();
  for (let t = 0; t < mesh.count; t++) {
    const root = mesh.groups.find(t);
    const list = members.get(root);
    if (list) list.push(t);
    else members.set(root, [t]);
  }
  return members;
}

/** How often the other surface winds round a group that is not on it. */
function windingOf({ points }: Contact, mesh: SideMesh, small: readonly number[]): number {
  for (const t of small) {
    for (let k = 0; k < 3; k++) {
      const corner = mesh.corners[3 * t + k];
      if (mesh.freeVertex(corner) >= 0) return windingAt(points, corner, 1 - mesh.side);
    }
  }
  const [p, q, r] = mesh.corners.slice(3 * small[0], 3 * small[0] + 3);
  return windingAt(points, points.addMiddle(p, q, r), 1 - mesh.side);
}

/** Walks from groups inside over triangles in no pair; groups that are reached are joined. */
function walkInside(mesh: SideMesh, inside: readonly number[]): Map<number, number[]> {
  const { topology } = mesh.surface;
  const { corners } = topology;
  const found = new Map<number, number[]>();
  const seeds = new Map<number, number[]>();
  for (const group of inside) seeds.set(group, []);
  for (const [vertex, t] of mesh.groupAtVertex) seeds.get(mesh.groups.find(t))?.push(vertex);
  const { stamp, vertices, triangles } = topology.freshStamps();
  for (const [group, stack] of seeds) {
    const faces: number[] = [];
    found.set(group, faces);
    for (const vertex of stack) vertices[vertex] = stamp;
    while (stack.length > 0) {
      const vertex = stack.pop()!;
      const { starts, triangles: around } = topology.neighbours;
      for (let at = starts[vertex]; at < starts[vertex + 1]; at++) {
        const face = around[at];
        if (triangles[face] === stamp || mesh.has(face)) continue;
        triangles[face] = stamp;
        faces.push(face);
        for (let k = 0; k < 3; k++) {
          const other = corners[3 * face + k];
          const reached = mesh.groupAtVertex.get(other);
          if (reached !== undefined) mesh.groups.union(group, reached);
          if (vertices[other] === stamp) continue;
          vertices[other] = stamp;
          stack.push(other);
        }
      }
    }
  }
  return found;
}

function joinComponents(contact: Contact, mesh: SideMesh, piece: Piece): void {
  let first = -1;
  for (const t of piece.small) {
    for (let k = 0; k < 3; k++) {
      const node = mesh.corners[3 * t + k];
      if (node >= contact.nodeCount) continue;
      if (first < 0) first = node;
      else contact.components.union(first, node);
    }
  }
}
