/**
 * An object of a scene in the engine's memory: its blocks, and what of them is up to date.
 *
 * Blocks are allocated once and written again when the object moves; they are freed when it is replaced or removed.
 */

import { FORMAT_F32, FORMAT_F64 } from '../../memory/constants.ts';
import { badCoordinate, badIndex, type CheckedMesh, checkCoordinates, meshLabel } from '../../mesh/check-mesh.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import type { OpenEdges } from '../../mesh/open-edges.ts';
import { isIdentity, placedBox } from '../../mesh/placement.ts';
import { type ImageMap, sameMap } from '../../tile-lists/image-map.ts';
import type { WasmRuntime } from './runtime.ts';

const BYTES_PER_VERTEX = { [FORMAT_F32]: 16, [FORMAT_F64]: 24 };
const IMAGE_BYTES_PER_VERTEX = 16;

/** Positions that are kept elsewhere, on a GPU. */
export interface PositionsElsewhere {
  release(): void;
}

export class SceneObject {
  readonly name: string;
  readonly givenVertexCount: number;
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly format: typeof FORMAT_F32 | typeof FORMAT_F64;
  readonly indices: number;
  readonly rest: number;
  /** Adjacency, once it was needed: first corner per vertex, next corner per corner, shape of the fan per vertex. */
  adjacency: { firstCorner: number; nextCorner: number; fans: number } | undefined;
  /** Whether each edge is met as often in one direction as in the other, by vertex numbers; undefined until looked at. */
  edgesCancel: boolean | undefined;
  /** The edges that do not cancel by coordinates either; undefined until looked at, and again when the object moves. */
  openEdges: OpenEdges | undefined;
  /** Where its vertices will be: an object without triangles of its own. None when it stands still. */
  aimed: SceneObject | undefined;
  /** Blocks for placed and for image coordinates, when they differ from `rest`. */
  #world = 0;
  #image = 0;
  #matrix: Float64Array | undefined;
  #placement: Float64Array | undefined;
  #restBox: readonly number[] = [];
  #box: readonly number[] = [];
  #imageMap: ImageMap | undefined;
  #worldIsCurrent = false;
  #hasTiny = false;
  #hasSingleValues = false;
  #version = 0;
  #elsewhere: PositionsElsewhere | undefined;
  #isAway = false;
  #wasHere = false;
  readonly #sources: number;
  readonly #hasUnused: boolean;
  readonly #runtime: WasmRuntime;
  readonly #blocks: number[] = [];

  constructor(runtime: WasmRuntime, mesh: CheckedMesh) {
    this.#runtime = runtime;
    this.name = mesh.name;
    this.givenVertexCount = mesh.givenVertexCount;
    this.vertexCount = mesh.vertexCount;
    this.triangleCount = mesh.triangleCount;
    this.format = mesh.positions instanceof Float32Array ? FORMAT_F32 : FORMAT_F64;
    try {
      this.indices = this.#allocate(12 * mesh.triangleCount);
      this.rest = this.#allocate(BYTES_PER_VERTEX[this.format] * mesh.vertexCount);
      this.#hasUnused = mesh.hasUnused;
      this.#sources = mesh.sources ? this.#allocate(4 * mesh.sources.length) : 0;
      if (mesh.sources) runtime.memory.u32.set(mesh.sources, this.#sources >>> 2);
      this.#writeIndices(mesh.indices);
      this.write(mesh.positions);
    } catch (error) {
      this.free();
      throw error;
    }
  }

  get label(): string {
    return meshLabel(this.name);
  }

  #allocate(bytes: number): number {
    const block = this.#runtime.memory.allocate(bytes, this.label);
    this.#blocks.push(block);
    return block;
  }

  #writeIndices(indices: Uint32Array | Uint16Array): void {
    this.#runtime.memory.u32.set(indices, this.indices >>> 2);
    const bad = this.#runtime.kernels.firstBadIndex(this.indices, indices.length, this.vertexCount);
    if (bad >= 0) throw badIndex(this.label, bad, indices[bad], this.vertexCount);
  }

  /** Writes positions for the vertices as the caller numbers them; the former ones stay when these are refused. */
  write(positions: Positions): void {
    this.#write(positions);
    this.dropAim();
    this.#version++;
    this.#elsewhere?.release();
    this.#elsewhere = undefined;
    this.#isAway = false;
  }

  /** The object's positions are elsewhere from now on; what is here is out of date until they are brought here. */
  moveElsewhere(positions: PositionsElsewhere): void {
    this.dropAim();
    this.#elsewhere?.release();
    this.#elsewhere = positions;
    this.#isAway = true;
    this.#version++;
    this.markStale();
  }

  /** Positions as they are elsewhere, which is where they stay as well. */
  bringHere(positions: Float32Array): void {
    this.#write(positions);
    this.#isAway = false;
    this.#wasHere = true;
  }

  get elsewhere(): PositionsElsewhere | undefined {
    return this.#elsewhere;
  }

  /** Whether what is here is out of date. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Whether what is here is an earlier state at least, and not nothing at all. */
  get wasHere(): boolean {
    return !this.#elsewhere || this.#wasHere;
  }

  /** The box of positions that are elsewhere. */
  noteBox(box: readonly number[]): void {
    this.#restBox = box;
    this.#box = this.#matrix ? placedBox(box, this.#matrix, this.label) : box;
  }

  #write(positions: Positions): void {
    const runtime = this.#runtime;
    const { kernels, memory } = runtime;
    // The kernels look at the vertices that are used; a mesh with another that is no number is refused all the same.
    if (this.#hasUnused) checkCoordinates(positions, this.label);
    if (this.vertexCount === 0) {
      this.#restBox = [];
      return;
    }
    // Behind the blocks lies memory that only queries use; none runs now. Checked there, then copied to its place.
    const packed = Math.ceil(memory.blocks.top / 64) * 64;
    const checkedCopy = packed + Math.ceil((positions.byteLength + 16) / 64) * 64;
    runtime.memory.ensure(checkedCopy + BYTES_PER_VERTEX[this.format] * this.vertexCount, this.label);
    const single = this.format === FORMAT_F32;
    if (single) runtime.memory.f32.set(positions, packed >>> 2);
    else runtime.memory.f64.set(positions, packed >>> 3);
    const spread = single ? kernels.spreadSingle : kernels.copyDouble;
    const bad = spread(packed, this.#sources, this.vertexCount, checkedCopy);
    if (bad >= 0)
      throw badCoordinate(this.label, positions, this.#sources ? runtime.memory.u32[(this.#sources >>> 2) + bad] : bad);
    const box = kernels.positionBoxAt() >>> 3;
    const restBox = [...runtime.memory.f64.subarray(box, box + 6)];
    const placed = this.#matrix ? placedBox(restBox, this.#matrix, this.label) : restBox;
    this.#restBox = restBox;
    this.#box = placed;
    this.#hasTiny = kernels.hasTiny() !== 0;
    this.#hasSingleValues = single || kernels.hasSingleValues() !== 0;
    const bytes = BYTES_PER_VERTEX[this.format] * this.vertexCount;
    runtime.memory.u32.copyWithin(this.rest >>> 2, checkedCopy >>> 2, (checkedCopy + bytes) >>> 2);
    this.openEdges = undefined;
    this.markStale();
  }

  place(matrix: Float64Array): void {
    const placement = isIdentity(matrix) ? undefined : matrix;
    const moved = this.vertexCount > 0 ? placement : undefined;
    this.#box = moved ? placedBox(this.#restBox, moved, this.label) : this.#restBox;
    this.#matrix = moved;
    this.#placement = placement;
    this.dropAim();
    this.#version++;
    this.markStale();
  }

  /** What its coordinates are to be multiplied by, if anything. */
  get matrix(): Float64Array | undefined {
    return this.#matrix;
  }

  /** Where it was placed: as `matrix`, but an object without vertices has a place too, for what replaces it. */
  get placement(): Float64Array | undefined {
    return this.#placement;
  }

  /** Whether the coordinates to be tested are single-precision numbers as given. */
  get isSingle(): boolean {
    return this.format === FORMAT_F32 && !this.#matrix;
  }

  /** Whether the coordinates to be tested are numbers of single precision, in whatever form they were given. */
  get hasSingleValues(): boolean {
    return this.#hasSingleValues && !this.#matrix;
  }

  /** Another number after every change of the coordinates to be tested. */
  get version(): number {
    return this.#version;
  }

  /** Whether some coordinates are so small that exact arithmetic must mind underflow. Placing makes those zero. */
  get isWide(): boolean {
    return this.#hasTiny && !this.#matrix;
  }

  /** A box around the object's place in the world; exact unless it has been placed. */
  get box(): readonly number[] {
    return this.#box;
  }

  /** Reserves memory for placed coordinates, if the object has been placed. */
  reserveWorld(): void {
    if (this.#matrix) this.#world ||= this.#allocate(BYTES_PER_VERTEX[FORMAT_F64] * this.vertexCount);
  }

  /** Block of placed coordinates; 0 when the object stands where it was given. */
  get world(): number {
    return this.#matrix ? this.#world : 0;
  }

  /** Address and format of the coordinates that the exact tests use. */
  get exact(): { address: number; format: number } {
    return this.#matrix ? { address: this.world, format: FORMAT_F64 } : { address: this.rest, format: this.format };
  }

  /** Address of the image coordinates under a map; a single-precision object under no map is its own image. */
  imageFor(map: ImageMap, identity: ImageMap): number {
    if (this.isSingle && sameMap(map, identity)) return this.rest;
    this.#image ||= this.#allocate(IMAGE_BYTES_PER_VERTEX * this.vertexCount);
    return this.#image;
  }

  needsPlacing(): boolean {
    return this.#matrix !== undefined && !this.#worldIsCurrent;
  }

  needsImage(map: ImageMap): boolean {
    return !this.#imageMap || !sameMap(this.#imageMap, map);
  }

  /** To be called before a query writes placed or image coordinates: it may not come to its end. */
  markStale(): void {
    this.#worldIsCurrent = false;
    this.#imageMap = undefined;
  }

  /** To be called when a query has brought placed and image coordinates up to date. */
  markCurrent(map: ImageMap): void {
    this.#worldIsCurrent = true;
    this.#imageMap = map;
  }

  /** Reserves memory for adjacency, which must then be linked. */
  reserveAdjacency(): void {
    const firstCorner = this.#allocate(4 * this.vertexCount);
    const nextCorner = this.#allocate(12 * this.triangleCount);
    const fans = this.#allocate(this.vertexCount);
    this.#runtime.memory.u32.fill(0, fans >>> 2, (fans + this.vertexCount + 3) >>> 2);
    this.adjacency = { firstCorner, nextCorner, fans };
  }

  /** Forgets adjacency whose linking was not finished. */
  dropAdjacency(): void {
    if (!this.adjacency) return;
    for (const block of Object.values(this.adjacency)) {
      this.#runtime.memory.blocks.free(block);
      this.#blocks.splice(this.#blocks.indexOf(block), 1);
    }
    this.adjacency = undefined;
  }

  /** For each vertex the given one that it came from; undefined when none were welded. */
  get sources(): Uint32Array | undefined {
    if (this.#sources === 0) return undefined;
    return this.#runtime.memory.u32.slice(this.#sources >>> 2, (this.#sources >>> 2) + this.vertexCount);
  }

  /** The coordinates as given, of the vertices as they are after welding. */
  get positions(): Positions {
    const { f32, f64 } = this.#runtime.memory;
    if (this.format === FORMAT_F64) return f64.slice(this.rest >>> 3, (this.rest >>> 3) + 3 * this.vertexCount);
    const packed = new Float32Array(3 * this.vertexCount);
    for (let i = 0, at = this.rest >>> 2; i < packed.length; i += 3, at += 4) {
      packed[i] = f32[at];
      packed[i + 1] = f32[at + 1];
      packed[i + 2] = f32[at + 2];
    }
    return packed;
  }

  /** The object stands still again. */
  dropAim(): void {
    this.aimed?.free();
    this.aimed = undefined;
  }

  free(): void {
    this.dropAim();
    this.#elsewhere?.release();
    this.#elsewhere = undefined;
    for (const block of this.#blocks.splice(0)) this.#runtime.memory.blocks.free(block);
  }
}
