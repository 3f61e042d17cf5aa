/**
 * One side of a contact in general position, not cut: sets of stretches of its edges instead of small triangles, and small triangles
 * only of what lies inside the other surface (kernels/contact-stretches.ts, cell-triangles.ts); and its pieces: groups that the kernels
 * have listed, joined where they meet (kernels/cell-groups.ts).
 */
import type { AllKernelExports } from '../../backend/wasm/kernels.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { EngineError } from '../../errors.ts';
import { DisjointSets } from '../../mesh/disjoint-sets.ts';
import { GROUP_BYTES, GROUP_NODE, GROUP_REACHED_END, GROUP_ROOT, GROUP_SMALL_END } from './constants.ts';
import type { Contact } from './contact.ts';
import type { CellsOfSide } from './contact-kernels.ts';
import { CONTACT_GROUPS } from './contact-records.ts';
import type { ContactSide } from './contact-side.ts';
import { shellsInPairs, shellsInside } from './contained.ts';
import { joinedLists } from './int-list.ts';
import { joinGroups } from './join-groups.ts';
import type { Piece, Placed } from './pieces.ts';
import type { Points } from './points.ts';
import type { Surface } from './surface.ts';
import type { Marks, NeighbourPlaces, SurfaceTopology } from './surface-topology.ts';

/**
 * Three corners that lie on one line as far as can be told span a triangle whose height, and so what it may reach out of its cell, is
 * less than this many times what a corner may be off: 2 (2√2 L · 2e) / L for a length L and an error e, and rounding.
 */
const FLAT_ERROR = 16;

const NO_NUMBERS = new Int32Array(0);

export class CellMesh implements ContactSide {
  readonly side: 0 | 1;
  readonly surface: Surface;
  readonly faces: Int32Array;
  readonly freeVertices: Int32Array;
  /** Members are stretches, those at vertices first, in the order of `freeVertices`; then arcs that close within a triangle. */
  readonly groups = new DisjointSets();
  readonly faceOf: Int32Array;
  readonly corners: Int32Array;
  readonly isArc: Uint8Array;
  /** Nothing lies on the other surface. */
  readonly onPair = NO_NUMBERS;
  /** What lies inside. */
  readonly inside: readonly InsideGroup[];
  /** A vertex of each part outside the other surface. */
  readonly outside: Int32Array;
  readonly errorScale: number;
  /** The member that each small triangle belongs to. */
  readonly #memberOf: Int32Array;
  /** The places of triangles in `faces`, and of vertices in `freeVertices`. */
  #places: Marks | undefined;
  /** The vertices of the points from `firstFree` on. */
  readonly #firstFree: number;
  readonly #vertexOf: Int32Array;

  /** Adds the vertices of small triangles to `points`. */
  constructor(points: Points, side: 0 | 1, cells: CellsOfSide) {
    this.side = side;
    this.errorScale = cells.isFlat ? FLAT_ERROR : 1;
    this.surface = points.surfaces[side];
    this.faces = cells.faces;
    this.freeVertices = cells.vertices;
    this.groups.assign(cells.sets);
    this.inside = cells.groups;
    this.outside = cells.outside;
    this.faceOf = cells.faceOf;
    this.corners = cells.corners;
    this.isArc = cells.isArc;
    this.#memberOf = cells.members;
    this.#vertexOf = cells.added;
    this.#firstFree = points.addVertices(side, cells);
  }

  /** How many small triangles there are. */
  get count(): number {
    return this.faceOf.length;
  }

  has(face: number): boolean {
    return this.#marked.triangle(face) >= 0;
  }

  groupOf(small: number): number {
    return this.groups.find(this.#memberOf[small]);
  }

  memberOf(place: number): number {
    return place;
  }

  memberAt(vertex: number): number {
    return this.#marked.vertex(vertex);
  }

  freeVertex(point: number): number {
    return this.#vertexOf[point - this.#firstFree] ?? -1;
  }

  /** Made when it is first asked for: the kernels walk without it. */
  get #marked(): Marks {
    this.#places ??= this.#mark();
    return this.#places;
  }

  #mark(): Marks {
    const { faces, freeVertices } = this;
    const places = this.surface.topology.freshNumbers();
    for (let i = 0; i < faces.length; i++) places.setTriangle(faces[i], i);
    for (let i = 0; i < freeVertices.length; i++) places.setVertex(freeVertices[i], i);
    return places;
  }
}

/** As `placePieces`. With `complete` the kernels have walked already, and joined what meets. */
export function placeCells(contact: Contact, mesh: CellMesh, complete: boolean): Placed {
  const { surfaces } = contact.points;
  const { topology } = mesh.surface;
  if (!complete) joinGroups(contact, mesh, mesh.inside);
  const shellsOutside = new Set<number>();
  if (topology.shells.count === 1 && mesh.outside.length > 0) shellsOutside.add(0);
  else addShells(shellsOutside, topology, mesh.outside);
  const touching = shellsInPairs(mesh.surface, contact.pairs, mesh.side);
  return {
    pieces: piecesOf(contact, mesh, complete),
    on: [],
    shellsOutside,
    shellsInside: shellsInside(mesh.surface, surfaces[1 - mesh.side], touching),
    areOdd: false,
  };
}

/** Adds the shells of vertices. Those of most are the same as before. */
function addShells(to: Set<number>, { shells: { ofVertex } }: SurfaceTopology, vertices: Int32Array): void {
  let last = -1;
  for (let i = 0; i < vertices.length; i++) {
    const shell = ofVertex[vertices[i]];
    if (shell !== last) to.add(shell);
    last = shell;
  }
}

/** Groups that are joined, as one piece each. The contact points of a group are connected already. */
function piecesOf({ components }: Contact, mesh: CellMesh, complete: boolean): Piece[] {
  const pieces = new Map<number, InsideGroup[]>();
  for (const group of mesh.inside) {
    const root = mesh.groups.find(group.root);
    const known = pieces.get(root);
    if (known) known.push(group);
    else pieces.set(root, [group]);
  }
  return Array.from(pieces.values(), (groups) => {
    const { small, faces, node, ...measured } = groups.length === 1 ? groups[0] : joined(groups);
    for (const group of groups) if (node >= 0 && group.node >= 0) components.union(node, group.node);
    return { side: mesh.side, small, faces, node, ...(complete && { measured }) };
  });
}

function joined(groups: readonly InsideGroup[]): InsideGroup {
  const box = groups[0].box.slice();
  for (const group of groups) {
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], group.box[k]);
      box[k + 3] = Math.max(box[k + 3], group.box[k + 3]);
    }
  }
  return {
    root: groups[0].root,
    small: joinedLists(groups.map(({ small }) => small)),
    places: joinedLists(groups.map(({ places }) => places)),
    faces: joinedLists(groups.map(({ faces }) => faces)),
    box,
    node: groups.find(({ node }) => node >= 0)?.node ?? -1,
  };
}

// Groups of what lies inside, which the kernels list (kernels/cell-groups.ts), copied out of their memory.

/** Connected small triangles inside the other surface, and the whole ones that were reached from them. */
export interface InsideGroup {
  /** The member that names it. */
  readonly root: number;
  /** Numbers of small triangles, and, if whole triangles were asked for, their coordinates, nine each. */
  readonly small: Int32Array;
  readonly places: Float64Array;
  /** Numbers of triangles of the surface. */
  readonly faces: Uint32Array;
  /** Around all of them, measured with their coordinates: low x y z, high x y z. */
  readonly box: Float64Array;
  /** A contact point at a small triangle, −1 for none. */
  readonly node: number;
}

/** What lies inside on one side of a contact; copies. */
export interface GroupsOfSide {
  readonly groups: readonly InsideGroup[];
  /** Sets of stretches and loops, as parents. */
  readonly sets: Int32Array;
  /** Of each small triangle: the triangle of the surface, three points, whether each edge is an arc, and the member of its set. */
  readonly faceOf: Int32Array;
  readonly corners: Int32Array;
  readonly isArc: Uint8Array;
  readonly members: Int32Array;
  /** The points that are added for vertices: which vertices, and where. */
  readonly added: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
}

/** A side of a contact of which the cells were found. */
interface CellsFound {
  readonly contact: number;
  readonly side: 0 | 1;
  readonly surface: Surface;
  /** Where its CONTACT_GROUPS record is, and where its lists may begin. */
  readonly record: number;
  readonly start: number;
  /** Vertices become points from here on. */
  readonly firstPoint: number;
  /** Whether whole triangles are wanted too; groups that these connect are then in one set. */
  readonly walks: boolean;
}

const { at } = CONTACT_GROUPS;

/** The groups of sides of a contact. Neighbours that are listed on the way are kept when all is read. */
export class GroupKernels {
  readonly #runtime: WasmRuntime;
  readonly #all: AllKernelExports;
  readonly #listed: [Surface, NeighbourPlaces][] = [];
  /** Where the lists of the last side end. */
  end = 0;

  constructor(runtime: WasmRuntime, all: AllKernelExports) {
    this.#runtime = runtime;
    this.#all = all;
  }

  /** Undefined when there is no memory for them. */
  find({ contact, side, surface, record, start, firstPoint, walks }: CellsFound): GroupsOfSide | undefined {
    const { memory } = this.#runtime;
    const { topology } = surface;
    const { triangles } = topology;
    const kept = walks ? topology.keptNeighbours(surface.object) : undefined;
    const words = memory.u32.subarray(record >>> 2);
    words[at.contact >>> 2] = contact;
    words[at.side >>> 2] = side;
    words[at.vertexCount >>> 2] = topology.vertexCount;
    words[at.triangleCount >>> 2] = topology.triangleCount;
    words[at.areaCount >>> 2] = triangles.length;
    words[at.start >>> 2] = start;
    words[at.walks >>> 2] = Number(walks);
    words[at.neighbourStarts >>> 2] = kept?.starts ?? 0;
    words[at.firstPoint >>> 2] = firstPoint;
    this.end = this.#all.layOutGroups(record) >>> 0;
    try {
      memory.ensure(this.end, 'clashes');
    } catch (error) {
      if (error instanceof EngineError) return undefined;
      throw error;
    }
    const list = this.#field(record, at.triangles);
    if (list !== 0) memory.u32.set(triangles, list >>> 2);
    this.#all.findGroups(record);
    if (this.#field(record, at.isNew) !== 0)
      this.#listed.push([surface, topology.neighboursFrom(this.#field(record, at.neighbourStarts))]);
    return this.#read(record);
  }

  /** Keeps neighbours that were listed. All other lists are gone then. */
  keep(): void {
    for (const [surface, places] of this.#listed.splice(0)) surface.topology.keepNeighbours(surface.object, places);
  }

  #field(record: number, of: number): number {
    return this.#runtime.memory.u32[(record + of) >>> 2];
  }

  #read(record: number): GroupsOfSide {
    const { u32, f64, buffer } = this.#runtime.memory;
    const i32 = new Int32Array(buffer);
    const words = (of: number, count: number) => {
      const from = this.#field(record, of) >>> 2;
      return i32.slice(from, from + count);
    };
    const doubles = (of: number, count: number) => {
      const from = this.#field(record, of) >>> 3;
      return f64.slice(from, from + count);
    };
    const small = this.#field(record, at.smallCount);
    const added = this.#field(record, at.addedCount);
    const isArc = this.#field(record, at.isArc);
    const reached = this.#field(record, at.reached) >>> 2;
    return {
      groups: this.#groups(
        record,
        words(at.order, small),
        doubles(at.places, this.#field(record, at.walks) !== 0 ? 9 * small : 0),
        u32.slice(reached, reached + this.#field(record, at.reachedCount)),
      ),
      sets: words(at.parents, this.#field(record, at.memberCount)),
      faceOf: words(at.faceOf, small),
      corners: words(at.corners, 3 * small),
      isArc: new Uint8Array(buffer).slice(isArc, isArc + 3 * small),
      members: words(at.members, small),
      added: words(at.added, added),
      x: doubles(at.x, added),
      y: doubles(at.y, added),
      z: doubles(at.z, added),
    };
  }

  #groups(record: number, order: Int32Array, places: Float64Array, reached: Uint32Array): InsideGroup[] {
    const { u32, f64 } = this.#runtime.memory;
    const groups: InsideGroup[] = [];
    const count = this.#field(record, at.groupCount);
    let [small, face] = [0, 0];
    for (let i = 0, from = this.#field(record, at.groups); i < count; i++, from += GROUP_BYTES) {
      const smallEnd = u32[(from + GROUP_SMALL_END) >>> 2];
      const faceEnd = u32[(from + GROUP_REACHED_END) >>> 2];
      groups.push({
        root: u32[(from + GROUP_ROOT) >>> 2],
        small: order.subarray(small, smallEnd),
        places: places.subarray(9 * small, 9 * smallEnd),
        faces: reached.subarray(face, faceEnd),
        box: f64.slice(from >>> 3, (from + GROUP_ROOT) >>> 3),
        node: u32[(from + GROUP_NODE) >>> 2] | 0,
      });
      small = smallEnd;
      face = faceEnd;
    }
    return groups;
  }
}
