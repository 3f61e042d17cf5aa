/**
 * Memory for the contact of two objects, used again for the next two: a query looks at thousands of pairs of objects, and
 * allocating arrays for each costs more than filling them. As long as it is small, the next query reuses it.
 *
 * It belongs to one query at a time. Results for two objects are gone when the next two are examined.
 */
import { DisjointSets } from '../../mesh/disjoint-sets.ts';
import { EdgeTable } from './edge-table.ts';
import { IntList } from './int-list.ts';
import { NameTable } from './name-table.ts';

/** Lists of one side: see SideMesh and EdgePoints for what they hold. */
export class SideRoom {
  readonly faces = new IntList();
  readonly faceOf = new IntList();
  readonly corners = new IntList();
  readonly isArc = new IntList();
  readonly onPair = new IntList();
  readonly acrossArcs = new IntList();
  readonly borders = new IntList();
  readonly freeVertices = new IntList();
  readonly placeOfPoint = new IntList();
  readonly triangleAtFree = new IntList();
  readonly edgeOf = new IntList();
  readonly onEdges = new IntList();
  readonly groups = new DisjointSets();
  readonly edges = new EdgeTable(64);
  readonly borderEdges = new EdgeTable(64);

  clear(): void {
    const lists = [this.faces, this.faceOf, this.corners, this.isArc, this.onPair, this.acrossArcs, this.borders];
    for (const list of lists) list.count = 0;
    const others = [this.freeVertices, this.placeOfPoint, this.triangleAtFree, this.edgeOf, this.onEdges];
    for (const list of others) list.count = 0;
    this.groups.clear();
  }
}

/** Arrays of a table of points; replaced when it grows. */
export class PointRoom {
  x = new Float64Array(16);
  y = new Float64Array(16);
  z = new Float64Array(16);
  error = new Float64Array(16);
  kinds = new Uint8Array(16);
  sides = new Uint8Array(16);
  operands = new Int32Array(80);
}

export class MeetingRoom {
  readonly sides = [new SideRoom(), new SideRoom()] as const;
  readonly names = new NameTable();
  readonly components = new DisjointSets();
  readonly pairPoints = new IntList();
  readonly arcs = new IntList();
  readonly points = new PointRoom();
}

/** Number of names up to which the memory is kept for the next query: less than a megabyte. */
const NAMES_MOST = 2 ** 12;
const spares: MeetingRoom[] = [];

export function takeRoom(): MeetingRoom {
  return spares.pop() ?? new MeetingRoom();
}

/** Nothing in it may be used after that. */
export function giveBack(room: MeetingRoom): void {
  if (spares.length === 0 && room.names.words.length <= 4 * NAMES_MOST) spares.push(room);
}
