/**
 * The regions in which two objects meet, and of what kind each is. Closed objects are given by their skins (skin.ts), or by
 * skins that are inside out.
 *
 * Pairs of triangles belong to one region when they share a point; for two closed objects also when they bound the same
 * piece of surface inside the other.
 */
import { triangleNormal } from '../../mesh/triangle-normal.ts';
import { labelsHold } from './cell-labels.ts';
import { CellMesh, placeCells } from './cell-mesh.ts';
import { Contact } from './contact.ts';
import type { ContactKernels } from './contact-kernels.ts';
import type { ContactSide } from './contact-side.ts';
import { FaceProjector } from './face-projection.ts';
import { type Piece, type Placed, placePieces } from './pieces.ts';
import { sheetsCross } from './sheets.ts';
import { SideMesh } from './side-mesh.ts';
import { type NotedWindings, notedWindings, solidWindings } from './solid-windings.ts';
import type { Surface } from './surface.ts';
import { type Winding, windingsAt } from './winding.ts';
import type { Workspace } from './workspace.ts';

export type RegionKind = 'penetrating' | 'contained' | 'duplicate' | 'touching';

export interface Region {
  kind: RegionKind;
  /** For `contained`: which side lies in the other. */
  inner: 0 | 1;
  /** Numbers of pairs, as given. */
  readonly pairs: number[];
  readonly pieces: readonly [Piece[], Piece[]];
  /** Small triangles of each side that lie on the other surface. */
  readonly on: readonly [number[], number[]];
  /** Whole shells of the inner side that lie inside without touching: numbers of shells. */
  readonly shells: number[];
}

/** A region that only touches, as long as nothing is known of it. */
export function emptyRegion(): Region {
  return { kind: 'touching', inner: 0, pairs: [], pieces: [[], []], on: [[], []], shells: [] };
}

export interface PairQuestion {
  readonly a: Surface;
  readonly b: Surface;
  /** Two triangles per pair. */
  readonly pairs: Uint32Array;
  readonly kinds: Uint8Array;
  /** Whether all triangles inside are wanted, or only the regions. */
  readonly complete: boolean;
  /** Where what is found lies: gone when it is used again. */
  readonly workspace: Workspace;
  readonly kernels: ContactKernels;
}

/** The contact of two objects with what was found out about it. */
export interface PairRegions {
  readonly contact: Contact;
  /** Undefined unless both are closed. */
  readonly meshes: readonly [ContactSide, ContactSide] | undefined;
  readonly regions: readonly Region[];
  /** For each side: shells that lie inside the other object without touching it; undefined unless both are closed. */
  readonly shellsInside: readonly [readonly number[], readonly number[]] | undefined;
  /** Whether either surface winds round a part of the other otherwise than plain solids do. */
  readonly areOdd: boolean;
}

export function findRegions(question: PairQuestion): PairRegions {
  const { a, b, pairs, kinds, complete, workspace, kernels } = question;
  const named = kernels.name([a, b], pairs, kinds);
  const contact = new Contact(a, b, pairs, kinds, workspace, named);
  const inside = named && insideOf(a, b);
  const cells = inside && cellMeshes(contact, inside, kernels, complete);
  if (a === b || !a.isClosed || !b.isClosed) {
    const regions = gather(contact, undefined, undefined);
    for (const region of regions) if (sheetsCross(contact, region.pairs, kinds)) region.kind = 'penetrating';
    return { contact, meshes: undefined, regions, shellsInside: undefined, areOdd: false };
  }
  const sides = ([0, 1] as const).map((side) => {
    if (cells) return { mesh: cells[side], place: () => placeCells(contact, cells[side], complete) };
    const mesh = new SideMesh(contact, side, workspace.sides[side]);
    return { mesh, place: () => placePieces(contact, mesh, complete) };
  });
  const meshes = [sides[0].mesh, sides[1].mesh] as const;
  const placed = [sides[0].place(), sides[1].place()] as const;
  const regions = gather(contact, meshes, placed);
  for (const region of regions) decideKind(contact, meshes, placed, region);
  return {
    contact,
    meshes,
    regions,
    shellsInside: [placed[0].shellsInside, placed[1].shellsInside],
    areOdd: placed[0].areOdd || placed[1].areOdd,
  };
}

/** How two solids wind, if these are known not to meet themselves as given. */
function insideOf(a: Surface, b: Surface): readonly [NotedWindings, NotedWindings] | undefined {
  const [own, other] = [notedWindings(a), notedWindings(b)];
  return own && other && a !== b ? [own, other] : undefined;
}

/** The two sides of the contact that was named last, not cut; undefined when they have to be. */
function cellMeshes(
  contact: Contact,
  [a, b]: readonly [NotedWindings, NotedWindings],
  kernels: ContactKernels,
  isComplete: boolean,
): readonly [CellMesh, CellMesh] | undefined {
  const found = kernels.cells(contact.points, [a.inside, b.inside], isComplete);
  if (!found) return undefined;
  const [p, q] = found.sides;
  const meshes = [new CellMesh(contact.points, 0, p), new CellMesh(contact.points, 1, q)] as const;
  const hold =
    (b.isExact || labelsHold(contact, meshes[0], b.inside)) && (a.isExact || labelsHold(contact, meshes[1], a.inside));
  if (!hold) return undefined;
  contact.components.assign(found.components);
  return meshes;
}

function gather(
  contact: Contact,
  meshes: readonly [ContactSide, ContactSide] | undefined,
  placed: readonly [Placed, Placed] | undefined,
): Region[] {
  const regions = new Map<number, Region>();
  const at = (node: number): Region => {
    const root = contact.components.find(node);
    let region = regions.get(root);
    if (!region) {
      region = emptyRegion();
      regions.set(root, region);
    }
    return region;
  };
  for (let pair = 0; pair + 1 < contact.starts.length; pair++) {
    at(contact.pairPoints[contact.starts[pair]]).pairs.push(pair);
  }
  for (const side of [0, 1] as const) {
    if (!meshes || !placed) continue;
    const { onPair } = meshes[side];
    // Its corners may be points that were added where segments cross, and these are in no component.
    for (const t of placed[side].on) at(contact.pairPoints[contact.starts[onPair[t]]]).on[side].push(t);
    for (const piece of placed[side].pieces) {
      if (piece.node >= 0) at(piece.node).pieces[side].push(piece);
    }
  }
  return [...regions.values()];
}

function decideKind(
  contact: Contact,
  meshes: readonly [ContactSide, ContactSide],
  placed: readonly [Placed, Placed],
  region: Region,
): void {
  const { pieces } = region;
  const hasInside = pieces[0].length > 0 || pieces[1].length > 0;
  if (!hasInside && !overlapsOn(contact, meshes, region)) return;
  const isWithin = (side: 0 | 1) => !isPartlyOutside(contact, meshes[side], region, placed[side].shellsOutside);
  const areWithin = [isWithin(0), isWithin(1)];
  region.kind = 'penetrating';
  if (!hasInside && areWithin[0] && areWithin[1]) region.kind = 'duplicate';
  else if (areWithin[0] && (pieces[0].length > 0 || !hasInside)) region.kind = 'contained';
  else if (areWithin[1] && (pieces[1].length > 0 || !hasInside)) {
    region.kind = 'contained';
    region.inner = 1;
  }
}

/** Whether a shell of one side that takes part in a region is one of those with a part outside the other surface. */
function isPartlyOutside(
  contact: Contact,
  { surface, side }: ContactSide,
  { pairs }: Region,
  shellsOutside: ReadonlySet<number>,
): boolean {
  const { topology } = surface;
  if (shellsOutside.size === 0) return false;
  if (topology.shells.count === 1) return true;
  return pairs.some((pair) => shellsOutside.has(topology.shellOf(contact.pairs[2 * pair + side])));
}

/** Whether the interiors overlap where the surfaces lie on each other: some triangles there have them on the same side. */
function overlapsOn(contact: Contact, [mesh]: readonly [ContactSide, ContactSide], region: Region): boolean {
  if (region.on[0].length === 0) return false;
  const [a, b] = contact.points.surfaces;
  const windings = [solidWindings(a), solidWindings(b)];
  // An object that winds round nothing has no interior.
  if (!windings[0] || !windings[1]) return false;
  const areSameWay = windings[0].inside === windings[1].inside;
  const areExact = notedWindings(a)?.isExact && notedWindings(b)?.isExact;
  let last = -1;
  for (const t of region.on[0]) {
    const pair = mesh.onPair[t];
    if (pair !== last && faceSameWay(contact, pair) === areSameWay && (areExact || overlapsAt(contact, mesh, t)))
      return true;
    last = pair;
  }
  return false;
}

/** Whether the surface of a side winds once or not at all round what the other has in a region, and round one side of what lies on both. */
export function windsPlainly({ contact, meshes, areOdd }: PairRegions, region: Region, side: 0 | 1): boolean {
  const inside = solidWindings(contact.points.surfaces[side])?.inside;
  if (areOdd || !meshes) return false;
  const mesh = meshes[1 - side];
  const one = new Map(region.on[1 - side].map((t) => [mesh.groupOf(t), t]));
  return [...one.values()].every((t) => {
    const { winding, orientationOn } = windingOn(contact, mesh, t, side);
    return winding + winding + orientationOn === inside && winding * (winding + orientationOn) === 0;
  });
}

/** How the surface of a side winds on both sides of a small triangle that lies on it. */
function windingOn({ points }: Contact, { surface, corners, faceOf }: ContactSide, t: number, side: 0 | 1): Winding {
  const middle = points.addMiddle(corners[3 * t], corners[3 * t + 1], corners[3 * t + 2]);
  return windingsAt(points, [middle], side, new FaceProjector(surface).project(faceOf[t]).w)[0];
}

/** Whether both objects have what is just above a small triangle that lies on both surfaces, or what is just below: rounding turns slivers over. */
function overlapsAt(contact: Contact, mesh: ContactSide, t: number): boolean {
  const [a, b] = [windingOn(contact, mesh, t, 0), windingOn(contact, mesh, t, 1)];
  const isBelow = [a, b].every(({ winding, orientationOn }) => winding + orientationOn !== 0);
  return isBelow || (a.winding !== 0 && b.winding !== 0);
}

/** Whether the triangles of a coplanar pair face the same side. */
export function faceSameWay({ points, pairs }: Contact, pair: number): boolean {
  const [a, b] = points.surfaces;
  const [nx, ny, nz] = normalOf(a, pairs[2 * pair]);
  const [mx, my, mz] = normalOf(b, pairs[2 * pair + 1]);
  return nx * mx + ny * my + nz * mz > 0;
}

/** Not of length 1. */
export function normalOf({ positions, corners }: Surface, face: number): [number, number, number] {
  const [p, q, r] = [0, 1, 2].map((k) => 3 * corners[3 * face + k]);
  return triangleNormal(positions, p, q, r);
}
