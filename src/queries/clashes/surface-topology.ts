/**
 * Which triangles a vertex has, and which shell it belongs to: what follows from the numbers of vertices alone.
 *
 * Degenerate triangles are left out, because they are no part of the surface: a thread of them joins nothing.
 */
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { SurfaceKernels, SurfaceTriangles, VertexPlaces } from './surface-kernels.ts';

/** The triangles of vertex v are `triangles[starts[v]]` to `triangles[starts[v + 1]]`; views, valid until memory is taken. */
export interface Neighbours {
  readonly starts: Uint32Array;
  readonly triangles: Uint32Array;
}

/** Where they lie in the engine's memory, and marks for walks: a word, and a byte for each vertex and each triangle, 0 at first. */
export interface NeighbourPlaces {
  readonly starts: number;
  readonly triangles: number;
  readonly marks: number;
  readonly end: number;
}

const MARK_WORD = 4;

export interface Shells {
  readonly count: number;
  /** The shell of each vertex; −1 for those that no triangle with area uses. */
  readonly ofVertex: Int32Array;
  /** Some triangle of each shell. */
  readonly triangles: Uint32Array;
}

/** Numbers are stored relative to a growing base; before it no longer fits, everything is reset. */
const BASE_MOST = 2 ** 30;
/** Listing neighbours takes as long as this many passes over all triangles. */
const GONE_OVER_MOST = 2;

export class SurfaceTopology implements SurfaceTriangles {
  readonly corners: Uint32Array;
  readonly vertexCount: number;
  readonly triangleCount: number;
  /** Numbers of the triangles with area. */
  readonly triangles: Uint32Array;
  #hasNeighbours = false;
  #shells: Shells | undefined;
  #goneOver = 0;
  #walk: Marks | undefined;
  #numbers: Marks | undefined;

  readonly #kernels: SurfaceKernels;

  readonly address: number | undefined;

  /** `address` is where the corners lie in the kernels' memory, if they do. */
  constructor(
    corners: Uint32Array,
    vertexCount: number,
    withoutArea: ReadonlySet<number>,
    kernels: SurfaceKernels,
    address: number | undefined,
  ) {
    this.#kernels = kernels;
    this.address = address;
    this.corners = corners;
    this.vertexCount = vertexCount;
    this.triangleCount = corners.length / 3;
    this.triangles = triangleNumbers(this.triangleCount, withoutArea);
  }

  /** Where neighbours lie in memory from an address on. */
  neighboursFrom(starts: number): NeighbourPlaces {
    // Listing takes two words more than there are vertices.
    const triangles = starts + 4 * (this.vertexCount + 2);
    const marks = triangles + 12 * this.triangles.length;
    return { starts, triangles, marks, end: marks + MARK_WORD + this.vertexCount + this.triangleCount };
  }

  /** Where they are, if they have been listed: in a block that is kept with the object. */
  keptNeighbours({ neighbours }: SceneObject): NeighbourPlaces | undefined {
    const block = neighbours.of(this);
    return block === undefined ? undefined : this.neighboursFrom(block);
  }

  #reserveNeighbours({ neighbours }: SceneObject): NeighbourPlaces {
    const { end } = this.neighboursFrom(0);
    this.#hasNeighbours = true;
    return this.neighboursFrom(neighbours.reserve(this, end, 'clashes'));
  }

  /** Keeps neighbours that have been listed elsewhere in memory: the block may overlap them. */
  keepNeighbours(object: SceneObject, from: NeighbourPlaces): void {
    const kept = this.#reserveNeighbours(object);
    const { memory } = object.runtime;
    memory.u32.copyWithin(kept.starts >>> 2, from.starts >>> 2, from.marks >>> 2);
    clearMarks(memory.buffer, kept);
  }

  /** Where they are, listed now if they have not been. */
  placesOfNeighbours(object: SceneObject): NeighbourPlaces {
    const known = this.keptNeighbours(object);
    if (known) return known;
    const places = this.#reserveNeighbours(object);
    this.#kernels.listNeighbours(this, places.starts, places.triangles);
    clearMarks(object.runtime.memory.buffer, places);
    return places;
  }

  neighboursOf(object: SceneObject): Neighbours {
    const { starts, triangles, marks } = this.placesOfNeighbours(object);
    const { u32 } = object.runtime.memory;
    return {
      starts: u32.subarray(starts >>> 2, (starts >>> 2) + this.vertexCount + 1),
      triangles: u32.subarray(triangles >>> 2, marks >>> 2),
    };
  }

  /** Whether neighbours are there, or going over all triangles was asked for so often that listing them would have paid. */
  get wantsNeighbours(): boolean {
    return this.#hasNeighbours || ++this.#goneOver > GONE_OVER_MOST;
  }

  /** See `SurfaceKernels.patches`. */
  patches(skipped: Int32Array, vertices: Int32Array): Uint32Array {
    return this.#kernels.patches(this, skipped, vertices);
  }

  get shells(): Shells {
    this.#shells ??= this.#kernels.shells(this);
    return this.#shells;
  }

  /** See `SurfaceKernels.trianglesOverCells`. */
  trianglesOverCells(cells: Uint16Array, starts: Uint32Array): Uint32Array {
    return this.#kernels.trianglesOverCells(this, cells, starts);
  }

  /** See `SurfaceKernels.trianglesNear`. */
  trianglesNear(vertices: VertexPlaces, region: Float64Array, boxes: Float64Array): Uint32Array | undefined {
    return this.#kernels.trianglesNear(this, vertices, region, boxes);
  }

  shellOf(triangle: number): number {
    return this.shells.ofVertex[this.corners[3 * triangle]];
  }

  /** Marks for a walk over the surface, gone with the next call. */
  freshWalk(): Marks {
    this.#walk ??= new Marks(this.vertexCount, this.triangleCount);
    return this.#walk.fresh();
  }

  /** Numbers for some vertices and triangles, gone with the next call. */
  freshNumbers(): Marks {
    this.#numbers ??= new Marks(this.vertexCount, this.triangleCount);
    return this.#numbers.fresh();
  }
}

/** Begins with the marks of no walk. */
function clearMarks(buffer: ArrayBufferLike, { marks, end }: NeighbourPlaces): void {
  new Uint8Array(buffer, marks, end - marks).fill(0);
}

/** Numbers from 0 on, noted for vertices and triangles; forgetting all of them costs nothing. */
export class Marks {
  /** Entries stored since the last `fresh` are at least this. */
  #base = 1;
  #next = 1;
  /** The number and the base at the time. */
  readonly #vertices: Int32Array;
  readonly #triangles: Int32Array;

  constructor(vertexCount: number, triangleCount: number) {
    this.#vertices = new Int32Array(vertexCount);
    this.#triangles = new Int32Array(triangleCount);
  }

  fresh(): this {
    this.#base = this.#next;
    if (this.#base > BASE_MOST) {
      this.#base = 1;
      this.#next = 1;
      this.#vertices.fill(0);
      this.#triangles.fill(0);
    }
    return this;
  }

  /** −1 for none. */
  vertex(vertex: number): number {
    const noted = this.#vertices[vertex] - this.#base;
    return noted < 0 ? -1 : noted;
  }

  setVertex(vertex: number, value: number): void {
    const noted = this.#base + value;
    this.#vertices[vertex] = noted;
    if (noted >= this.#next) this.#next = noted + 1;
  }

  /** −1 for none. */
  triangle(triangle: number): number {
    const noted = this.#triangles[triangle] - this.#base;
    return noted < 0 ? -1 : noted;
  }

  setTriangle(triangle: number, value: number): void {
    const noted = this.#base + value;
    this.#triangles[triangle] = noted;
    if (noted >= this.#next) this.#next = noted + 1;
  }
}

function triangleNumbers(count: number, left: ReadonlySet<number>): Uint32Array {
  const numbers = new Uint32Array(count - left.size);
  if (left.size === 0) {
    for (let triangle = 0; triangle < count; triangle++) numbers[triangle] = triangle;
    return numbers;
  }
  for (let triangle = 0, at = 0; triangle < count; triangle++) if (!left.has(triangle)) numbers[at++] = triangle;
  return numbers;
}
