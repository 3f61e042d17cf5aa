/**
 * An object of a scene: a mesh, where it is in the world, and what of it is up to date in the engine's memory.
 *
 * Blocks are allocated once and written again when the object moves; they are freed when it is replaced or removed.
 */

import { FORMAT_F32, FORMAT_F64 } from '../../memory/constants.ts';
import type { CheckedMesh } from '../../mesh/check-mesh.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import type { OpenEdges } from '../../mesh/open-edges.ts';
import { isIdentity, placedBox } from '../../mesh/placement.ts';
import { type ImageMap, sameMap } from '../../tile-lists/image-map.ts';
import { type KeptParts, SceneTally } from './kept-parts.ts';
import { OwnedBlock } from './kernel-memory.ts';
import { ObjectMesh, type PositionFormat } from './object-mesh.ts';
import { type CheckedFilter, ObjectState, WorldPlace } from './object-state.ts';
import type { WasmRuntime } from './runtime.ts';

/** Positions that are kept elsewhere, on a GPU. */
export interface PositionsElsewhere {
  release(): void;
}

/** Blocks of adjacency: first corner per vertex, next corner per corner, shape of the fan per vertex. */
export interface Adjacency {
  readonly firstCorner: number;
  readonly nextCorner: number;
  readonly fans: number;
}

export class SceneObject {
  readonly runtime: WasmRuntime;
  /** What kernels know of it between queries. */
  readonly state: ObjectState;
  /** Adjacency, once it was needed. */
  adjacency: Adjacency | undefined;
  /** Its triangles around each vertex, for those who number vertices in the same way (`clashes`). */
  readonly neighbours: OwnedBlock;
  /** Whether each edge is used as often in one direction as in the other, by vertex numbers; undefined until computed. */
  edgesCancel: boolean | undefined;
  /** The edges that do not cancel by coordinates either; undefined until computed, and again after the object moves. */
  openEdges: OpenEdges | undefined;
  /** Copies of it on GPUs, released with it. */
  readonly copies = new Set<PositionsElsewhere>();
  readonly #mesh: ObjectMesh;
  readonly #place: WorldPlace;
  #aimed: SceneObject | undefined;
  /** For the end of a welded object's motion: its positions as given, before welding. */
  givenEnd: Positions | undefined;
  /** For the end of a motion: whether only a matrix was given, no positions. */
  isPlaceOnly = false;
  #hasSingleValues = false;
  #elsewhere: PositionsElsewhere | undefined;
  #wasOnCpu = false;
  readonly #blocks: number[] = [];

  /** A new object of a mesh, or another instance of the mesh that an object has, without a place of its own. */
  constructor(runtime: WasmRuntime, mesh: CheckedMesh | SceneObject, tally = new SceneTally()) {
    this.runtime = runtime;
    this.neighbours = new OwnedBlock(runtime.memory);
    const from = mesh instanceof SceneObject ? mesh : undefined;
    this.#mesh = new ObjectMesh(runtime, mesh instanceof SceneObject ? mesh.#mesh : mesh, tally);
    const { vertexCount, label } = this;
    try {
      this.state = new ObjectState(runtime.memory, this.#mesh.shared.record, vertexCount > 0, label);
    } catch (error) {
      this.#mesh.release();
      throw error;
    }
    this.#place = new WorldPlace(this.state, vertexCount, (bytes) => this.#allocate(bytes));
    try {
      if (from) this.#takeShape(from);
      else this.write((mesh as CheckedMesh).positions);
    } catch (error) {
      this.free();
      throw error;
    }
  }

  /** What is known of the positions. */
  #takeShape(from: SceneObject): void {
    // It may have been its own image, which it cannot be any more.
    from.markStale();
    this.state.setBoxes(from.restBox, from.restBox);
    this.state.hasTiny = from.state.hasTiny;
    this.state.filter = from.filter;
    this.#hasSingleValues = from.#hasSingleValues;
    this.edgesCancel = from.edgesCancel;
  }

  get name(): string {
    return this.#mesh.name;
  }

  get label(): string {
    return this.#mesh.label;
  }

  get givenVertexCount(): number {
    return this.#mesh.givenVertexCount;
  }

  get vertexCount(): number {
    return this.#mesh.vertexCount;
  }

  get triangleCount(): number {
    return this.#mesh.triangleCount;
  }

  get format(): PositionFormat {
    return this.#mesh.format;
  }

  /** Three vertex numbers per triangle. */
  get indices(): number {
    return this.#mesh.shared.indices;
  }

  /** The coordinates that were given. */
  get rest(): number {
    return this.#mesh.shared.rest;
  }

  /** What is kept while its vertices stay where they were given; shared by all instances. */
  get kept(): KeptParts {
    return this.#mesh.shared.kept;
  }

  /** Whether other objects share its mesh. */
  get isShared(): boolean {
    return this.#mesh.shared.users > 1;
  }

  /** As ObjectMesh has it. */
  get sources(): Uint32Array | undefined {
    return this.#mesh.sources;
  }

  /** The coordinates as given, of the vertices as they are after welding. */
  get positions(): Positions {
    return this.#mesh.positions;
  }

  /** Which objects it can meet. */
  get filter(): CheckedFilter {
    return this.state.filter;
  }

  set filter(filter: CheckedFilter) {
    this.state.filter = filter;
  }

  #allocate(bytes: number): number {
    const block = this.runtime.memory.allocate(bytes, this.label);
    this.#blocks.push(block);
    return block;
  }

  /** Writes positions for the vertices as the caller numbers them; the former ones stay when these are refused. */
  write(positions: Positions): void {
    this.#write(positions);
    this.dropAim();
    this.state.noteChange();
    this.#releaseElsewhere();
    if (this.isOnGpu) this.state.isOnGpu = false;
  }

  /** Takes the memory that `write` needs, so that it cannot fail for want of it. */
  reserveWrite(positions: Positions): void {
    if (this.vertexCount === 0) return;
    this.#unshare();
    this.#mesh.reserveUpload(positions);
  }

  /** The object's positions are on the GPU from now on; the copy on the CPU is out of date until they are read back. */
  moveElsewhere(positions: PositionsElsewhere): void {
    this.dropAim();
    this.#releaseElsewhere();
    this.#elsewhere = positions;
    this.state.isOnGpu = true;
    this.state.noteChange();
    this.kept.drop();
    this.markStale();
  }

  #releaseElsewhere(): void {
    this.#elsewhere?.release();
    this.#elsewhere = undefined;
  }

  /** Positions as they are elsewhere, which is where they stay as well. */
  bringToCpu(positions: Float32Array): void {
    this.#write(positions);
    this.state.isOnGpu = false;
    this.#wasOnCpu = true;
  }

  get elsewhere(): PositionsElsewhere | undefined {
    return this.#elsewhere;
  }

  /** Whether the positions on the CPU are out of date. */
  get isOnGpu(): boolean {
    return this.state.isOnGpu;
  }

  /** Whether the CPU has at least an earlier state of the positions. */
  get hasEarlierPositions(): boolean {
    return !this.#elsewhere || this.#wasOnCpu;
  }

  /** The box of positions that are elsewhere. */
  noteBox(box: readonly number[]): void {
    this.state.setBoxes(box, this.#placed(box, 'move'));
  }

  /** A box as it is placed; throws when that is out of range. */
  #placed(box: readonly number[], call: string): readonly number[] {
    const { matrix } = this;
    return matrix ? placedBox(box, matrix, `${call}: ${this.label}`) : box;
  }

  #unshare(): void {
    this.#mesh.unshare();
    this.state.mesh = this.#mesh.shared.record;
  }

  #write(positions: Positions): void {
    if (this.vertexCount === 0) return;
    this.#unshare();
    const uploaded = this.#mesh.upload(positions);
    // May refuse them as well.
    this.state.setBoxes(uploaded.box, this.#placed(uploaded.box, 'move'));
    this.state.hasTiny = uploaded.hasTiny;
    this.#hasSingleValues = uploaded.hasSingleValues;
    uploaded.copyTo(this.rest);
    this.kept.drop();
    this.openEdges = undefined;
    this.markStale();
  }

  /** `call` is what the caller asked for. */
  place(matrix: Float64Array, call: 'place' | 'replace' = 'place'): void {
    const box = isIdentity(matrix) ? undefined : placedBox(this.restBox, matrix, `${call}: ${this.label}`);
    this.dropAim();
    this.state.go(box && matrix, box ?? this.restBox);
  }

  /** A copy of what its coordinates are to be multiplied by, if anything. */
  get matrix(): Float64Array | undefined {
    return this.state.matrix;
  }

  get isPlaced(): boolean {
    return this.state.isPlaced;
  }

  /** Whether it has been placed by a matrix that can be undone: its triangles then meet each other as they were given. */
  get isPlacedInvertibly(): boolean {
    return this.state.isPlacedInvertibly;
  }

  /** Where it was placed: as `matrix`, but an object without vertices has a place too, for what replaces it. */
  get placement(): Float64Array | undefined {
    return this.state.placement;
  }

  /** Whether it was given in single precision. */
  get hasSingleFormat(): boolean {
    return this.format === FORMAT_F32;
  }

  /** Whether the coordinates to be tested are single-precision numbers as given. */
  get isSingle(): boolean {
    return this.format === FORMAT_F32 && !this.isPlaced;
  }

  /** Whether the coordinates to be tested are numbers of single precision, in whatever form they were given. */
  get hasSingleValues(): boolean {
    return this.#hasSingleValues && !this.isPlaced;
  }

  /** As ObjectState has them. */
  get version(): number {
    return this.state.version;
  }

  get stamp(): number {
    return this.state.stamp;
  }

  get restBox(): readonly number[] {
    return this.state.restBox;
  }

  get box(): readonly number[] {
    return this.state.box;
  }

  /**
   * Whether some coordinates to be tested are so small that exact arithmetic must mind underflow. Of an object that is yet to
   * be placed, the query that places it finds out.
   */
  get isWide(): boolean {
    return this.isPlaced ? this.#place.hasTiny : this.state.hasTiny;
  }

  /** The same of the coordinates that were given. */
  get isGivenWide(): boolean {
    return this.state.hasTiny;
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
    return this.isPlaced ? { address: this.world, format: FORMAT_F64 } : { address: this.rest, format: this.format };
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
    this.runtime.memory.u32.fill(0, fans >>> 2, (fans + this.vertexCount + 3) >>> 2);
    this.adjacency = { firstCorner, nextCorner, fans };
  }

  /** Forgets adjacency whose linking was not finished. */
  dropAdjacency(): void {
    if (!this.adjacency) return;
    for (const block of Object.values(this.adjacency)) {
      this.runtime.memory.blocks.free(block);
      this.#blocks.splice(this.#blocks.indexOf(block), 1);
    }
    this.adjacency = undefined;
  }

  /** Where its vertices will be: an object without triangles of its own. Undefined when it does not move. */
  get aimed(): SceneObject | undefined {
    return this.#aimed;
  }

  set aimed(aimed: SceneObject) {
    this.#aimed = aimed;
    this.state.isAimed = true;
  }

  /** The object no longer moves. */
  dropAim(): void {
    if (!this.#aimed) return;
    this.#aimed.free();
    this.#aimed = undefined;
    this.state.isAimed = false;
  }

  free(): void {
    this.dropAim();
    this.#releaseElsewhere();
    for (const copy of this.copies) copy.release();
    this.#mesh.release();
    this.neighbours.free();
    this.state.free();
    for (const block of this.#blocks.splice(0)) this.runtime.memory.blocks.free(block);
  }
}
