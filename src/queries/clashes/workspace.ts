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
export class SideWorkspace {
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
export class PointArrays {
  x = new Float64Array(16);
  y = new Float64Array(16);
  z = new Float64Array(16);
  error = new Float64Array(16);
  kinds = new Uint8Array(16);
  sides = new Uint8Array(16);
  operands = new Int32Array(80);
}

export class Workspace {
  readonly sides = [new SideWorkspace(), new SideWorkspace()] as const;
  readonly names = new NameTable();
  readonly components = new DisjointSets();
  readonly pairPoints = new IntList();
  readonly arcs = new IntList();
  readonly points = new PointArrays();
}

/** Number of names up to which the memory is kept for the next query: a few megabytes. */
const NAMES_MOST = 2 ** 14;
const spares: Workspace[] = [];

export function takeWorkspace(): Workspace {
  return spares.pop() ?? new Workspace();
}

/** Nothing in it may be used after that. */
export function returnWorkspace(workspace: Workspace): void {
  if (spares.length === 0 && workspace.names.words.length <= 4 * NAMES_MOST) spares.push(workspace);
}
