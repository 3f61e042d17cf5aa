/**
 * The pieces of a surface that lie inside another: small triangles of the contact, and whole triangles beyond it.
 *
 * A group of small triangles is placed by the winding number of one of its points; from groups inside, the rest of the
 * piece is found by walking over triangles that are in no pair. What is outside is never walked over.
 */
import { NOT_ON } from './constants.ts';
import type { Contact } from './contact.ts';
import { pointsOfShells, shellsInPairs, shellsToPlace } from './contained.ts';
import { type Group, joinGroups } from './join-groups.ts';
import type { SideMesh } from './side-mesh.ts';
import { solidWindings } from './solid-windings.ts';
import { SurfaceWalk } from './surface-walk.ts';
import { type Winding, windingsAt } from './winding.ts';

/** A connected part of one surface strictly inside the other. */
export interface Piece {
  readonly side: 0 | 1;
  /** Numbers of small triangles of the side's mesh. */
  readonly small: ArrayLike<number>;
  /** Whole triangles of the surface. */
  readonly faces: ArrayLike<number>;
  /** A contact point at a small triangle, −1 for none. */
  readonly node: number;
  /** Nine coordinates of each small triangle, and the box around these and the whole ones; undefined where triangles were cut. */
  readonly measured?: PieceMeasures;
}

export interface PieceMeasures {
  readonly places: Float64Array;
  /** low x y z, high x y z. */
  readonly box: Float64Array;
}

export interface Placed {
  readonly pieces: readonly Piece[];
  /** Small triangles that lie on the other surface. */
  readonly on: readonly number[];
  /** Shells that have a part outside the other object. */
  readonly shellsOutside: ReadonlySet<number>;
  /** Shells that lie wholly inside without touching. */
  readonly shellsInside: readonly number[];
  /** Whether the other surface winds round some part otherwise than round what is inside, and than round the rest. */
  readonly areOdd: boolean;
}

/**
 * Finds the pieces of one side that was cut, and joins the components of the contact that bound the same piece. The whole triangles
 * of pieces are listed only if `complete` says so; without, the walk ends as soon as nothing more can be joined.
 */
export function placePieces(contact: Contact, mesh: SideMesh, complete: boolean): Placed {
  const groups = listGroups(mesh);
  const shells = shellsApart(contact, mesh);
  const { places, shellsInside } = placeGroups(contact, mesh, groups, shells);
  const on: number[] = [];
  const inside: InsideGroup[] = [];
  const shellsOutside = new Set<number>();
  for (const [i, small] of groups.entries()) {
    const place = places[i];
    if (!place || place.on >= 0) for (const t of small) on.push(t);
    else if (place.winding === 0) shellsOutside.add(mesh.surface.topology.shellOf(mesh.faceOf[small[0]]));
    else inside.push({ root: mesh.groups.find(small[0]), node: nodeOf(contact, mesh, small), small, faces: [] });
  }
  joinBeyond(contact, mesh, inside, complete);
  joinAcrossArcs(mesh, inside);
  const plain = solidWindings(contact.points.surfaces[1 - mesh.side])?.inside;
  const areOdd = places.some((place) => place && place.on < 0 && place.winding !== 0 && place.winding !== plain);
  return { pieces: piecesOf(contact, mesh, inside), on, shellsOutside, shellsInside, areOdd };
}

/** Joins groups inside that are connected by triangles in no pair. */
function joinBeyond(contact: Contact, mesh: SideMesh, inside: readonly InsideGroup[], complete: boolean): void {
  if (complete) walkAll(mesh, inside);
  else joinGroups(contact, mesh, inside);
}

/** Groups that are joined, as one piece each. */
function piecesOf(contact: Contact, mesh: SideMesh, inside: readonly InsideGroup[]): Piece[] {
  const pieces = new Map<number, InsideGroup>();
  for (const group of inside) {
    const root = mesh.groups.find(group.root);
    const piece = pieces.get(root);
    if (!piece) {
      pieces.set(root, group);
      continue;
    }
    for (const t of group.small) piece.small.push(t);
    for (const face of group.faces) piece.faces.push(face);
    if (piece.node < 0) piece.node = group.node;
  }
  return Array.from(pieces.values(), ({ small, faces, node }) => {
    joinComponents(contact, mesh, small);
    return { side: mesh.side, small, faces, node };
  });
}

/** Connected small triangles inside the other surface, and the whole ones that were reached from them. */
interface InsideGroup extends Group {
  node: number;
  readonly small: number[];
  readonly faces: number[];
}

/** The small triangles of each group. */
function listGroups(mesh: SideMesh): number[][] {
  const lists: number[][] = [];
  const placeOf = new Int32Array(mesh.count).fill(-1);
  for (let t = 0; t < mesh.count; t++) {
    const root = mesh.groups.find(t);
    if (placeOf[root] < 0) placeOf[root] = lists.push([]) - 1;
    lists[placeOf[root]].push(t);
  }
  return lists;
}

/** The shells that do not touch the other surface, and may lie inside it. */
function shellsApart({ points, pairs }: Contact, { side, surface }: SideMesh): number[] {
  return shellsToPlace(surface, points.surfaces[1 - side], shellsInPairs(surface, pairs, side));
}

/**
 * How often the other surface winds round each group, undefined for those that are known to lie on it; and which of the
 * shells are inside. All are asked at once.
 */
function placeGroups(
  contact: Contact,
  mesh: SideMesh,
  groups: readonly number[][],
  shells: readonly number[],
): { places: (Winding | undefined)[]; shellsInside: number[] } {
  const asked: number[] = [];
  const samples: number[] = [];
  for (const [i, small] of groups.entries()) {
    if (mesh.onPair[small[0]] !== NOT_ON) continue;
    asked.push(i);
    samples.push(sampleOf(contact, mesh, small));
  }
  const places: (Winding | undefined)[] = new Array(groups.length).fill(undefined);
  samples.push(...pointsOfShells(contact.points, mesh.side, shells));
  const windings = windingsAt(contact.points, samples, 1 - mesh.side);
  for (const [at, i] of asked.entries()) {
    places[i] = windings[at];
    // Where the other surface meets itself, names may not tell that a group lies on it.
    if (windings[at].on >= 0) mesh.setOn(groups[i], windings[at].on);
  }
  return { places, shellsInside: shells.filter((_, i) => windings[asked.length + i].winding !== 0) };
}

/** A point of a group, not on the other surface unless the whole group is. */
function sampleOf({ points }: Contact, mesh: SideMesh, small: readonly number[]): number {
  const { corners } = mesh;
  for (const t of small) {
    for (let at = 3 * t; at < 3 * t + 3; at++) if (mesh.freeVertex(corners[at]) >= 0) return corners[at];
  }
  const first = 3 * small[0];
  return points.addMiddle(corners[first], corners[first + 1], corners[first + 2]);
}

/** Walks from all groups inside over triangles in no pair, and lists these. */
function walkAll(mesh: SideMesh, inside: readonly InsideGroup[]): void {
  if (inside.length === 0) return;
  const roots = inside.map(({ root }) => root);
  const walk = new SurfaceWalk(mesh, roots);
  for (const [group, { faces }] of inside.entries()) walk.walk(group, faces);
}

/** Some point of the contact at the edge of small triangles; −1 when there is none. */
function nodeOf({ nodeCount }: Contact, { corners }: SideMesh, small: readonly number[]): number {
  for (const t of small) {
    for (let at = 3 * t; at < 3 * t + 3; at++) if (corners[at] < nodeCount) return corners[at];
  }
  return -1;
}

/** Joins groups that are inside on both sides of an arc: where the other surface only touches, or lies within itself. */
function joinAcrossArcs(mesh: SideMesh, inside: readonly InsideGroup[]): void {
  if (mesh.acrossArcs.count === 0 || inside.length < 2) return;
  const roots = new Set(inside.map(({ root }) => mesh.groups.find(root)));
  const { values: acrossArcs, count } = mesh.acrossArcs;
  for (let at = 0; at < count; at += 2) {
    const p = mesh.groups.find(acrossArcs[at]);
    const q = mesh.groups.find(acrossArcs[at + 1]);
    if (p !== q && roots.has(p) && roots.has(q)) mesh.groups.union(p, q);
  }
}

function joinComponents({ components, nodeCount }: Contact, { corners }: SideMesh, small: readonly number[]): void {
  let first = -1;
  for (const t of small) {
    for (let at = 3 * t; at < 3 * t + 3; at++) {
      const node = corners[at];
      if (node >= nodeCount) continue;
      if (first < 0) first = node;
      else components.union(first, node);
    }
  }
}
