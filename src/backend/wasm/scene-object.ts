/**
 * An object of a scene in the engine's memory: its blocks, and what of them is up to date.
 *
 * Blocks are allocated once and written again when the object moves; they are freed when it is replaced or removed.
 */

import { FORMAT_F32, FORMAT_F64 } from '../../memory/constants.ts';
import { badIndex, type CheckedMesh, meshLabel } from '../../mesh/check-mesh.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import type { OpenEdges } from '../../mesh/open-edges.ts';
import { isIdentity, placedBox } from '../../mesh/placement.ts';
import { type ImageMap, sameMap } from '../../tile-lists/image-map.ts';
import type { KeptParts } from './kept-parts.ts';
import type { WasmRuntime } from './runtime.ts';
import { type MeshSizes, SharedMesh } from './shared-mesh.ts';
import { findUsed, leaveOutUnused } from './unused-vertices.ts';
import { BYTES_PER_VERTEX, type PositionFormat, uploadPositions } from './upload-positions.ts';
import { WorldPlace } from './world-place.ts';

/** What an object is, and what it meets: bits. */
export interface CheckedFilter {
  readonly category: number;
  readonly mask: number;
}

/** Of objects that have been given neither. */
export const ALL_MEET: CheckedFilter = { category: 1, mask: 0xffffffff };

/** Positions that are kept elsewhere, on a GPU. */
export interface PositionsElsewhere {
  release(): void;
}

/** The last number that was given to a state of an object; no two states of whichever objects have the same. */
let lastStamp = 0;

export class SceneObject {
  readonly name: string;
  readonly givenVertexCount: number;
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly format: PositionFormat;
  /** Shared with the other instances of the mesh, until one of them is given positions of its own. */
  #mesh: SharedMesh;
  /** Adjacency, once it was needed: first corner per vertex, next corner per corner, shape of the fan per vertex. */
  adjacency: { firstCorner: number; nextCorner: number; fans: number } | undefined;
  /** Whether each edge is met as often in one direction as in the other, by vertex numbers; undefined until looked at. */
  edgesCancel: boolean | undefined;
  /** The edges that do not cancel by coordinates either; undefined until looked at, and again when the object moves. */
  openEdges: OpenEdges | undefined;
  /** Where its vertices will be: an object without triangles of its own. None when it stands still. */
  aimed: SceneObject | undefined;
  readonly #place: WorldPlace;
  #restBox: readonly number[] = [];
  #hasTiny = false;
  #hasSingleValues = false;
  #filter: CheckedFilter = ALL_MEET;
  #version = ++lastStamp;
  #stamp = lastStamp;
  #elsewhere: PositionsElsewhere | undefined;
  #isAway = false;
  #wasHere = false;
  /** How many sources there are: 0, or one for each vertex where some are welded or unused. */
  #sourceCount: number;
  readonly #runtime: WasmRuntime;
  readonly #blocks: number[] = [];

  /** A new object of a mesh, or another instance of the mesh that an object has, without a place of its own. */
  constructor(runtime: WasmRuntime, mesh: CheckedMesh | SceneObject) {
    this.#runtime = runtime;
    this.name = mesh.name;
    this.givenVertexCount = mesh.givenVertexCount;
    this.vertexCount = mesh.vertexCount;
    this.triangleCount = mesh.triangleCount;
    this.#place = new WorldPlace(mesh.vertexCount, (bytes) => this.#allocate(bytes));
    if (mesh instanceof SceneObject) {
      this.format = mesh.format;
      this.#sourceCount = mesh.#sourceCount;
      this.#mesh = mesh.#mesh;
      this.#mesh.users++;
      // It may have been its own image, which it cannot be any more.
      mesh.markStale();
      this.#takeShape(mesh);
      return;
    }
    this.format = mesh.positions instanceof Float32Array ? FORMAT_F32 : FORMAT_F64;
    this.#sourceCount = mesh.sources?.length ?? 0;
    this.#mesh = new SharedMesh(runtime.memory);
    try {
      this.#mesh.allocate(this.#sizes, this.label);
      if (mesh.sources) runtime.memory.u32.set(mesh.sources, this.#mesh.sources >>> 2);
      this.#writeIndices(mesh.indices);
      // A GPU buffer is used as it is, unused vertices included.
      if (!mesh.inBuffer) this.#leaveOutUnused();
      this.write(mesh.positions);
    } catch (error) {
      this.free();
      throw error;
    }
  }

  get #sizes(): MeshSizes {
    const vertices = BYTES_PER_VERTEX[this.format] * this.vertexCount;
    return { indices: 12 * this.triangleCount, rest: vertices, sources: 4 * this.#sourceCount };
  }

  /** What is known of the positions. */
  #takeShape(from: SceneObject): void {
    this.#restBox = from.#restBox;
    this.#place.box = from.#restBox;
    this.#hasTiny = from.#hasTiny;
    this.#hasSingleValues = from.#hasSingleValues;
    this.edgesCancel = from.edgesCancel;
    this.#filter = from.#filter;
  }

  /** Three vertex numbers per triangle. */
  get indices(): number {
    return this.#mesh.indices;
  }

  /** The coordinates that were given. */
  get rest(): number {
    return this.#mesh.rest;
  }

  /** What is kept while its vertices stay where they were given; shared by all instances. */
  get kept(): KeptParts {
    return this.#mesh.kept;
  }

  /** Whether other objects share its mesh. */
  get isShared(): boolean {
    return this.#mesh.users > 1;
  }

  /** Before it is given positions of its own: a copy of the mesh that nobody else has. */
  #unshare(): void {
    if (!this.isShared) return;
    const copy = new SharedMesh(this.#runtime.memory);
    copy.allocate(this.#sizes, this.label);
    copy.copyFrom(this.#mesh, this.#sizes);
    this.#mesh.release();
    this.#mesh = copy;
  }

  /** Which objects it can meet. */
  get filter(): CheckedFilter {
    return this.#filter;
  }

  set filter(filter: CheckedFilter) {
    this.#filter = filter;
    this.#stamp = ++lastStamp;
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

  #leaveOutUnused(): void {
    const { vertexCount, indices, label } = this;
    const isUsed = findUsed(this.#runtime, { indices, indexCount: 3 * this.triangleCount, vertexCount }, label);
    if (!isUsed) return;
    if (this.#sourceCount === 0) {
      this.#mesh.addSources(vertexCount, label);
      this.#sourceCount = vertexCount;
    }
    if (this.sources) leaveOutUnused(this.sources, isUsed);
  }

  /** Writes positions for the vertices as the caller numbers them; the former ones stay when these are refused. */
  write(positions: Positions): void {
    this.#write(positions);
    this.dropAim();
    this.#noteChange();
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
    this.#noteChange();
    this.kept.drop(this.#runtime.memory);
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
    this.#place.box = this.matrix ? placedBox(box, this.matrix, `move: ${this.label}`) : box;
  }

  #write(positions: Positions): void {
    if (this.vertexCount === 0) {
      this.#restBox = [];
      return;
    }
    this.#unshare();
    const { format, vertexCount, label } = this;
    const uploaded = uploadPositions(
      this.#runtime,
      { format, vertexCount, sources: this.#mesh.sources, label },
      positions,
    );
    // May refuse them as well.
    this.#place.box = this.matrix ? placedBox(uploaded.box, this.matrix, `move: ${label}`) : uploaded.box;
    this.#restBox = uploaded.box;
    this.#hasTiny = uploaded.hasTiny;
    this.#hasSingleValues = uploaded.hasSingleValues;
    uploaded.copyTo(this.rest);
    this.kept.drop(this.#runtime.memory);
    this.openEdges = undefined;
    this.markStale();
  }

  /** `call` is what the caller asked for. */
  place(matrix: Float64Array, call: 'place' | 'replace' = 'place'): void {
    if (isIdentity(matrix)) this.placeAt(undefined, undefined);
    else this.placeAt(matrix, placedBox(this.#restBox, matrix, `${call}: ${this.label}`));
  }

  /** Places it where its box is known; both are undefined for where it was given. */
  placeAt(placement: Float64Array | undefined, box: readonly number[] | undefined): void {
    this.dropAim();
    if (this.#place.go(placement, box && this.vertexCount > 0 ? box : this.#restBox)) this.#noteChange();
  }

  /** What its coordinates are to be multiplied by, if anything. */
  get matrix(): Float64Array | undefined {
    return this.#place.matrix;
  }

  /** Whether it has been placed by a matrix that can be undone: its triangles then meet each other as they were given. */
  get isPlacedInvertibly(): boolean {
    return this.#place.isPlacedInvertibly;
  }

  /** Where it was placed: as `matrix`, but an object without vertices has a place too, for what replaces it. */
  get placement(): Float64Array | undefined {
    return this.#place.placement;
  }

  /** Whether it was given in single precision. */
  get hasSingleFormat(): boolean {
    return this.format === FORMAT_F32;
  }

  /** Whether the coordinates to be tested are single-precision numbers as given. */
  get isSingle(): boolean {
    return this.format === FORMAT_F32 && !this.matrix;
  }

  /** Whether the coordinates to be tested are numbers of single precision, in whatever form they were given. */
  get hasSingleValues(): boolean {
    return this.#hasSingleValues && !this.matrix;
  }

  /** Another number after every change of the coordinates to be tested. */
  get version(): number {
    return this.#version;
  }

  /** Another number after every change of what it meets: of these coordinates, or of its filter. No two objects share one. */
  get stamp(): number {
    return this.#stamp;
  }

  #noteChange(): void {
    this.#version = this.#stamp = ++lastStamp;
  }

  /**
   * Whether some coordinates to be tested are so small that exact arithmetic must mind underflow. Of an object that is yet to
   * be placed, the query that places it finds out.
   */
  get isWide(): boolean {
    return this.matrix ? this.#place.hasTiny : this.#hasTiny;
  }

  /** The same of the coordinates that were given. */
  get isGivenWide(): boolean {
    return this.#hasTiny;
  }

  /** To be called before a query places the object anew. */
  forgetTiny(): void {
    this.#place.forgetTiny();
  }

  /** The box around its vertices as given; empty when there are none. */
  get restBox(): readonly number[] {
    return this.#restBox;
  }

  /**
   * The given vertex that each takes its coordinates from, where some were welded or are unused. Valid while nothing is
   * allocated.
   */
  get sources(): Uint32Array | undefined {
    if (this.#sourceCount === 0) return undefined;
    const at = this.#mesh.sources >>> 2;
    return this.#runtime.memory.u32.subarray(at, at + this.#sourceCount);
  }

  /** A box around the object's place in the world; exact unless it has been placed. */
  get box(): readonly number[] {
    return this.#place.box;
  }

  /** Reserves memory for placed coordinates, if the object has been placed. */
  reserveWorld(): void {
    this.#place.reserveWorld();
  }

  /** Block of placed coordinates; 0 when the object stands where it was given. */
  get world(): number {
    return this.#place.world;
  }

  /** Address and format of the coordinates that the exact tests use. */
  get exact(): { address: number; format: number } {
    return this.matrix ? { address: this.world, format: FORMAT_F64 } : { address: this.rest, format: this.format };
  }

  /** Address of the image coordinates under a map; a single-precision object under no map is its own image. */
  imageFor(map: ImageMap, identity: ImageMap): number {
    // The walk takes vertices of one address for one vertex, so instances must not share their image.
    if (this.isSingle && !this.isShared && sameMap(map, identity)) return this.rest;
    return this.#place.image;
  }

  needsPlacing(): boolean {
    return this.#place.needsPlacing();
  }

  needsImage(map: ImageMap): boolean {
    return this.#place.needsImage(map);
  }

  /** To be called before a query writes placed or image coordinates: it may not come to its end. */
  markStale(): void {
    this.#place.markStale();
  }

  /** To be called when a query has brought placed and image coordinates up to date; `isWide` is what it has found. */
  markCurrent(map: ImageMap, isWide: boolean): void {
    this.#place.markCurrent(map, isWide);
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
    this.#mesh.release();
    for (const block of this.#blocks.splice(0)) this.#runtime.memory.blocks.free(block);
  }
}
