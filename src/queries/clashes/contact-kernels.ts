/**
 * Contacts that the kernels name, and the cells of those in general position, on the calling thread.
 *
 * They work behind the blocks of the scenes, where memory belongs to the query that runs: what they find is there until a
 * kernel is called again.
 */
import type { AllKernelExports } from '../../backend/wasm/kernels.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { EngineError } from '../../errors.ts';
import { CONTACT_KIND } from '../collide/collide.ts';
import { GroupKernels, type GroupsOfSide } from './cell-mesh.ts';
import {
  CELL_CORNER_BYTES,
  CELL_EDGE_BYTES,
  CELL_RING_BYTES,
  POINT_OPERANDS,
  POLYGON_CORNERS,
  SMALL_WORDS,
} from './constants.ts';
import { CONTACT, CONTACT_GROUPS, CONTACT_LAYOUT_NUMBER, CONTACT_SIDE } from './contact-records.ts';
import type { Points } from './points.ts';
import type { Surface } from './surface.ts';

const ALIGNMENT = 64;
/** Pairs that a kernel names before it is called again, compiled better by then. */
const AT_ONCE = 512;
/** Memory is laid out for this many pairs at least; for more than the most it would be hundreds of megabytes. */
const PAIRS_LEAST = 64;
const PAIRS_MOST = 2 ** 18;
const SLOTS_LEAST = 64;
/** Room in each table for two points per pair, or three vertices. */
const SLOTS_PER_PAIR = 4;

/** The points of a contact; views into the kernels' memory. */
export interface NamedPoints {
  readonly count: number;
  /** Some have an error below 0: they are to be computed exactly. */
  readonly areAllClose: boolean;
  readonly names: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  readonly error: Float64Array;
  readonly kinds: Uint8Array;
  readonly sides: Uint8Array;
  readonly operands: Int32Array;
  /** The smaller member, or itself, of each point's component. */
  readonly components: Int32Array;
  /** The points of all pairs, and how many each has. */
  readonly pairPoints: Int32Array;
  readonly counts: Uint8Array;
}

/** The cells of one side; copies. */
export interface CellsOfSide extends GroupsOfSide {
  readonly faces: Int32Array;
  readonly vertices: Int32Array;
  /** Vertices of stretches that lie outside the other surface, or of their edges, and of triangles with holes: one of each part at least. */
  readonly outside: Int32Array;
  /** Whether some small triangles have no area as far as can be told. */
  readonly isFlat: boolean;
}

export interface Cells {
  readonly sides: Both<CellsOfSide>;
  /** The smaller member, or itself, of each point's component, joined also by what lies inside. */
  readonly components: Int32Array;
}

type Both<T> = readonly [T, T];

/** Where the lists of a contact lie. */
interface Layout {
  /** How many pairs there is memory for, and behind which blocks. */
  readonly capacity: number;
  readonly top: number;
  readonly contact: Parameters<typeof CONTACT.write>[2];
  readonly sides: Both<Parameters<typeof CONTACT_SIDE.write>[2]>;
  readonly groups: number;
  end: number;
}

/** The size of the tables for a number of pairs. */
function slotsFor(pairs: number): number {
  let slots = SLOTS_LEAST;
  while (slots < SLOTS_PER_PAIR * pairs) slots *= 2;
  return slots;
}

export class ContactKernels {
  readonly #runtime: WasmRuntime;
  readonly #all: AllKernelExports;
  #layout: Layout | undefined;
  #contact = 0;
  #end = 0;

  constructor(runtime: WasmRuntime, all: AllKernelExports) {
    this.#runtime = runtime;
    this.#all = all;
    if (all.contactLayoutNumber() >>> 0 === CONTACT_LAYOUT_NUMBER) return;
    throw new EngineError(
      'stale-kernels',
      'the kernels were built for other contacts. Run: npm run kernels -- --force',
    );
  }

  /** The points in which pairs meet; undefined when TypeScript has to name them. */
  name(surfaces: Both<Surface>, pairs: Uint32Array, kinds: Uint8Array): NamedPoints | undefined {
    const [a, b] = surfaces;
    if (a.isWide || b.isWide || kinds.length > PAIRS_MOST || kinds.includes(CONTACT_KIND.coplanar)) return undefined;
    if (!this.#open(surfaces, pairs) || !this.#name(this.#contact, kinds.length)) return undefined;
    return this.#points(kinds.length);
  }

  /**
   * The cells of the contact that was named last, before any other kernel is called; undefined when it has to be cut. `inside` are the
   * winding numbers of what is inside either surface; each meets itself nowhere. With `isComplete` also the whole triangles inside.
   */
  cells(points: Points, inside: Both<1 | -1>, isComplete: boolean): Cells | undefined {
    if (this.#field(CONTACT.at.isGeneral) === 0) return undefined;
    if (this.#field(CONTACT.at.offCount) > 0) this.#writePoints(points);
    const { u32 } = this.#runtime.memory;
    for (const side of [0, 1] as const)
      u32[(this.#field(CONTACT.at.sides) + side * CONTACT_SIDE.bytes + CONTACT_SIDE.at.inside) >>> 2] = inside[side];
    const all = this.#all;
    const contact = this.#contact;
    const isFound = all.openCells(contact) && all.findCells(contact, 0) && all.findCells(contact, 1);
    if (!isFound) return undefined;
    const groups = new GroupKernels(this.#runtime, all);
    const sides: CellsOfSide[] = [];
    for (const side of [0, 1] as const) {
      const found = groups.find({
        contact,
        side,
        surface: points.surfaces[side],
        record: this.#layout!.groups,
        start: groups.end || this.#end,
        firstPoint: points.count + (sides[0]?.added.length ?? 0),
        walks: isComplete,
      });
      if (!found) return undefined;
      sides.push({ ...found, ...this.#cells(side) });
    }
    const components = this.#words(CONTACT.at.components, this.#field(CONTACT.at.nodeCount));
    groups.keep();
    return { sides: [sides[0], sides[1]], components };
  }

  /** Brings back the coordinates that were computed exactly. */
  #writePoints(points: Points): void {
    const { f64 } = this.#runtime.memory;
    const count = this.#field(CONTACT.at.nodeCount);
    for (const [at, values] of [
      [CONTACT.at.x, points.x],
      [CONTACT.at.y, points.y],
      [CONTACT.at.z, points.z],
      [CONTACT.at.errors, points.error],
    ] as const)
      f64.set(values.subarray(0, count), this.#field(at) >>> 3);
  }

  #name(contact: number, count: number): boolean {
    this.#all.openContact(contact);
    for (let from = 0; from < count; from += AT_ONCE)
      if (!this.#all.namePairs(contact, from, Math.min(count, from + AT_ONCE))) return false;
    return true;
  }

  #take(bytes: number): number {
    const start = Math.ceil(this.#end / ALIGNMENT) * ALIGNMENT;
    this.#end = start + bytes;
    return start;
  }

  /** A copy of a list of words. */
  #words(at: number, count: number): Int32Array {
    const from = this.#field(at) >>> 2;
    return new Int32Array(this.#runtime.memory.buffer).slice(from, from + count);
  }

  /** A word of the contact's record. */
  #field(at: number): number {
    return this.#runtime.memory.u32[(this.#contact + at) >>> 2];
  }

  #ofSide(side: 0 | 1, at: number): number {
    return this.#runtime.memory.u32[(this.#field(CONTACT.at.sides) + side * CONTACT_SIDE.bytes + at) >>> 2];
  }

  /** False when there is no memory for it: cutting takes less at a time. */
  #open(surfaces: Both<Surface>, pairs: Uint32Array): boolean {
    const { memory } = this.#runtime;
    const count = pairs.length / 2;
    const { contact, sides } = this.#layOut(count);
    const given = surfaces.map(({ topology }) => topology.address ?? this.#take(4 * topology.corners.length));
    try {
      memory.ensure(this.#end, 'clashes');
    } catch (error) {
      if (error instanceof EngineError) return false;
      throw error;
    }
    const view = new DataView(memory.buffer);
    const isSelf = Number(surfaces[0] === surfaces[1]);
    CONTACT.write(view, this.#contact, { ...contact, pairCount: count, isSelf, slotMask: slotsFor(count) - 1 });
    memory.u32.set(pairs, contact.pairs >>> 2);
    for (const side of [0, 1] as const) {
      const { topology, vertices } = surfaces[side];
      const ofSurface = { exact: vertices.places.address, exactFormat: vertices.places.format, corners: given[side] };
      const fields = { ...sides[side], ...ofSurface };
      CONTACT_SIDE.write(view, contact.sides + side * CONTACT_SIDE.bytes, fields);
      if (topology.address === undefined) memory.u32.set(topology.corners, given[side] >>> 2);
    }
    return true;
  }

  /** Where everything lies, for at least as many pairs, behind the blocks of the scenes. A pair has two points at most. */
  #layOut(count: number): Layout {
    const { top } = this.#runtime.memory.blocks;
    if (!this.#layout || top !== this.#layout.top || count > this.#layout.capacity) {
      const capacity = Math.max(count, PAIRS_LEAST);
      this.#end = top;
      this.#contact = this.#take(CONTACT.bytes);
      const contact = this.#contactFields(capacity);
      this.#layout = {
        top,
        capacity,
        contact,
        sides: [this.#sideFields(capacity), this.#sideFields(capacity)],
        groups: this.#take(CONTACT_GROUPS.bytes),
        end: 0,
      };
      this.#layout.end = this.#end;
    }
    this.#end = this.#layout.end;
    return this.#layout;
  }

  #contactFields(pairs: number) {
    const points = 2 * pairs;
    const table = 4 * slotsFor(pairs);
    return {
      pairs: this.#take(8 * pairs),
      pairCount: 0,
      isSelf: 0,
      sides: this.#take(2 * CONTACT_SIDE.bytes),
      slots: this.#take(table),
      slotMask: 0,
      nodeCount: 0,
      offCount: 0,
      names: this.#take(16 * points),
      x: this.#take(8 * points),
      y: this.#take(8 * points),
      z: this.#take(8 * points),
      errors: this.#take(8 * points),
      kinds: this.#take(points),
      sideOf: this.#take(points),
      operands: this.#take(4 * POINT_OPERANDS * points),
      lowerSides: this.#take(points),
      components: this.#take(4 * points),
      pairPoints: this.#take(4 * points),
      pairPointCount: 0,
      counts: this.#take(pairs),
      uses: this.#take(4 * points),
      useCounts: this.#take(points),
      links: this.#take(4 * points),
      mates: this.#take(4 * points),
      isGeneral: 0,
      isSeen: this.#take(pairs),
      places: this.#take(4 * points),
      ring: this.#take(CELL_RING_BYTES * (points + 3)),
      polygon: this.#take(CELL_CORNER_BYTES * POLYGON_CORNERS),
    };
  }

  /**
   * In general position there are as many points as pairs. Each lies on an edge of one side, each pair has a triangle with three
   * corners, and stretches are corners or lie before a point. A polygon of k corners is k − 2 triangles: in all, of arcs at most
   * `pairs` corners, and of each triangle three corners and, for each of the two at an edge, its points; and two more for each hole,
   * which has three arcs at least.
   */
  #sideFields(pairs: number) {
    const table = 4 * slotsFor(pairs);
    const stretches = 3 * pairs + pairs;
    return {
      exact: 0,
      exactFormat: 0,
      corners: 0,
      inside: 0,
      faces: this.#take(4 * pairs),
      faceCount: 0,
      faceSlots: this.#take(table),
      faceCorners: this.#take(24 * pairs),
      vertices: this.#take(4 * 3 * pairs),
      vertexCount: 0,
      vertexSlots: this.#take(table),
      edges: this.#take(CELL_EDGE_BYTES * pairs),
      edgeCount: 0,
      edgeSlots: this.#take(table),
      onEdges: this.#take(4 * pairs),
      stretchCount: 0,
      parents: this.#take(4 * stretches),
      labels: this.#take(stretches),
      outside: this.#take(4 * stretches),
      outsideCount: 0,
      loopCount: 0,
      holes: this.#take(4 * pairs),
      hasLoops: this.#take(pairs),
      small: this.#take(4 * SMALL_WORDS * 7 * pairs),
      smallCount: 0,
      flatCount: 0,
    };
  }

  #points(pairs: number): NamedPoints {
    const { f64, buffer } = this.#runtime.memory;
    const i32 = new Int32Array(buffer);
    const u8 = new Uint8Array(buffer);
    const count = this.#field(CONTACT.at.nodeCount);
    const words = (at: number, length: number) => i32.subarray(this.#field(at) >>> 2, (this.#field(at) >>> 2) + length);
    const doubles = (at: number) => f64.subarray(this.#field(at) >>> 3, (this.#field(at) >>> 3) + count);
    const bytes = (at: number, length: number) => u8.subarray(this.#field(at), this.#field(at) + length);
    return {
      count,
      areAllClose: this.#field(CONTACT.at.offCount) === 0,
      names: words(CONTACT.at.names, 4 * count),
      x: doubles(CONTACT.at.x),
      y: doubles(CONTACT.at.y),
      z: doubles(CONTACT.at.z),
      error: doubles(CONTACT.at.errors),
      kinds: bytes(CONTACT.at.kinds, count),
      sides: bytes(CONTACT.at.sideOf, count),
      operands: words(CONTACT.at.operands, POINT_OPERANDS * count),
      components: words(CONTACT.at.components, count),
      pairPoints: words(CONTACT.at.pairPoints, this.#field(CONTACT.at.pairPointCount)),
      counts: bytes(CONTACT.at.counts, pairs),
    };
  }

  #cells(side: 0 | 1): Omit<CellsOfSide, keyof GroupsOfSide> {
    const i32 = new Int32Array(this.#runtime.memory.buffer);
    const { at } = CONTACT_SIDE;
    const list = (of: number, length: number) => {
      const from = this.#ofSide(side, of) >>> 2;
      return i32.slice(from, from + length);
    };
    return {
      faces: list(at.faces, this.#ofSide(side, at.faceCount)),
      vertices: list(at.vertices, this.#ofSide(side, at.vertexCount)),
      outside: list(at.outside, this.#ofSide(side, at.outsideCount)),
      isFlat: this.#ofSide(side, at.flatCount) > 0,
    };
  }
}
