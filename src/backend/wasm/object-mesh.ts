/**
 * The mesh of an object: blocks that it shares with other instances until it is given positions of its own, and what those
 * positions are like.
 */
import { FORMAT_F32, FORMAT_F64 } from '../../memory/constants.ts';
import { MESH } from '../../memory/scene-records.ts';
import { badCoordinate, badIndex, type CheckedMesh, meshLabel } from '../../mesh/check-mesh.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import { KeptParts, type SceneTally } from './kept-parts.ts';
import type { KernelMemory } from './kernel-memory.ts';
import type { WasmRuntime } from './runtime.ts';

export class ObjectMesh {
  readonly name: string;
  /** Its name in messages. */
  readonly label: string;
  readonly givenVertexCount: number;
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly format: PositionFormat;
  #shared: SharedMesh;
  /** How many sources there are: 0, or one for each vertex where some are welded or unused. */
  #sourceCount: number;
  readonly #runtime: WasmRuntime;

  /** A new mesh without positions, or another use of one that an object has. */
  constructor(runtime: WasmRuntime, mesh: CheckedMesh | ObjectMesh, tally: SceneTally) {
    this.#runtime = runtime;
    this.name = mesh.name;
    this.label = meshLabel(mesh.name);
    this.givenVertexCount = mesh.givenVertexCount;
    this.triangleCount = mesh.triangleCount;
    if (mesh instanceof ObjectMesh) {
      this.vertexCount = mesh.vertexCount;
      this.format = mesh.format;
      this.#sourceCount = mesh.#sourceCount;
      this.#shared = mesh.#shared;
      this.#shared.users++;
      return;
    }
    this.format = mesh.positions instanceof Float32Array ? FORMAT_F32 : FORMAT_F64;
    const indices = runtime.memory.allocate(12 * this.triangleCount, this.label);
    let shared: SharedMesh | undefined;
    try {
      this.#writeIndices(indices, mesh);
      const welded = mesh.isWelded ? weldVertices(runtime, mesh, indices, this.label) : undefined;
      this.vertexCount = welded?.count ?? mesh.vertices?.count ?? this.givenVertexCount;
      this.#sourceCount = welded?.count ?? mesh.vertices?.sources?.length ?? 0;
      shared = new SharedMesh(runtime.memory, this, tally, this.label);
      this.#shared = shared;
      this.#fill(indices, mesh, welded);
    } catch (error) {
      if (shared?.indices !== indices) runtime.memory.blocks.free(indices);
      shared?.release();
      throw error;
    }
  }

  #fill(indices: number, mesh: CheckedMesh, welded: Welded | undefined): void {
    this.#shared.allocate(this.#sizes, this.label, indices);
    const { sources } = this.#shared;
    if (sources > 0 && welded) welded.writeSources(sources);
    else if (mesh.vertices?.sources) this.#runtime.memory.u32.set(mesh.vertices.sources, sources >>> 2);
    // A GPU buffer is used as it is, unused vertices included.
    if (!mesh.inBuffer) this.#leaveOutUnused();
  }

  /** Blocks and what is kept, for all instances. */
  get shared(): SharedMesh {
    return this.#shared;
  }

  get #sizes(): MeshSizes {
    const vertices = BYTES_PER_VERTEX[this.format] * this.vertexCount;
    return { indices: 12 * this.triangleCount, rest: vertices, sources: 4 * this.#sourceCount };
  }

  /** As given; those of a soup that is welded follow from welding. */
  #writeIndices(at: number, { indices, givenVertexCount, isWelded }: CheckedMesh): void {
    const { u32 } = this.#runtime.memory;
    if (!indices) {
      if (!isWelded) for (let i = 0; i < givenVertexCount; i++) u32[(at >>> 2) + i] = i;
      return;
    }
    u32.set(indices, at >>> 2);
    const bad = this.#runtime.kernels.firstBadIndex(at, indices.length, givenVertexCount);
    if (bad >= 0) throw badIndex(this.label, bad, indices[bad], givenVertexCount);
  }

  /**
   * Vertices that no triangle uses must not count: a distant stray one would enlarge the scene's box. They keep their numbers, and take
   * the coordinates of a used vertex.
   */
  #leaveOutUnused(): void {
    const { vertexCount, triangleCount, label } = this;
    const { kernels, memory } = this.#runtime;
    if (triangleCount === 0) return;
    // Behind the blocks, this one too, lies memory that only queries use; none runs now.
    const isNew = this.#sourceCount === 0;
    const marks = memory.blocks.top + (isNew ? 4 * vertexCount + 64 : 0);
    memory.ensure(marks + vertexCount, label);
    if (kernels.markUsed(this.#shared.indices, 3 * triangleCount, marks, vertexCount) === vertexCount) return;
    if (isNew) {
      this.#shared.addSources(4 * vertexCount, label);
      this.#sourceCount = vertexCount;
    }
    kernels.leaveOutUnused(marks, this.#shared.sources, vertexCount, Number(isNew));
  }

  /**
   * The given vertex that each takes its coordinates from, where some were welded or are unused. Valid while nothing is
   * allocated.
   */
  get sources(): Uint32Array | undefined {
    if (this.#sourceCount === 0) return undefined;
    const at = this.#shared.sources >>> 2;
    return this.#runtime.memory.u32.subarray(at, at + this.#sourceCount);
  }

  /** Before it is given positions of its own: a copy of the mesh that nobody else has. */
  unshare(): void {
    if (this.#shared.users === 1) return;
    const copy = new SharedMesh(this.#runtime.memory, this, this.#shared.kept.tally, this.label);
    try {
      copy.allocate(this.#sizes, this.label, this.#runtime.memory.allocate(this.#sizes.indices, this.label));
    } catch (error) {
      copy.release();
      throw error;
    }
    copy.copyFrom(this.#shared, this.#sizes);
    this.#shared.release();
    this.#shared = copy;
  }

  /** Grows memory as `upload` needs it. */
  reserveUpload(positions: Positions): void {
    const { format, vertexCount, label } = this;
    reserveUpload(this.#runtime, { format, vertexCount, label }, positions);
  }

  /** Positions for the vertices as the caller numbers them, checked, and not yet in their place. */
  upload(positions: Positions): UploadedPositions {
    const { format, vertexCount, label } = this;
    return uploadPositions(this.#runtime, { format, vertexCount, sources: this.#shared.sources, label }, positions);
  }

  /** The coordinates as given, of the vertices as they are after welding. */
  get positions(): Positions {
    const { f32, f64 } = this.#runtime.memory;
    const { rest } = this.#shared;
    if (this.format === FORMAT_F64) return f64.slice(rest >>> 3, (rest >>> 3) + 3 * this.vertexCount);
    const packed = new Float32Array(3 * this.vertexCount);
    for (let i = 0, at = rest >>> 2; i < packed.length; i += 3, at += 4) {
      packed[i] = f32[at];
      packed[i + 1] = f32[at + 1];
      packed[i + 2] = f32[at + 2];
    }
    return packed;
  }

  release(): void {
    this.#shared.release();
  }
}

// Welding, by the kernels in memory behind the blocks: chunk by chunk, so that most of what is needed beside the table is the coordinates
// of welded vertices.

interface Welded {
  /** How many vertices are left. */
  readonly count: number;
  /** Writes which given vertex each takes its coordinates from; right after its block and one for coordinates were allocated. */
  writeSources(at: number): void;
}

/** Vertices that are copied at a time. */
const CHUNK = 4096;
/** Corners that meet in a vertex: of a closed mesh six on average. */
const CORNERS_PER_VERTEX = 4;
/** What else may be allocated before sources are written: a few records. */
const SPARE_BYTES = 1 << 20;

const align = (address: number): number => Math.ceil(address / 64) * 64;

/** Puts the numbers of welded vertices in the place of the `indices` of a mesh; those of a soup are written. */
function weldVertices(runtime: WasmRuntime, mesh: CheckedMesh, indices: number, label: string): Welded {
  const { givenVertexCount } = mesh;
  // A table that is too large costs more than one that has to be made again.
  const expected = mesh.indices ? givenVertexCount : Math.ceil(givenVertexCount / CORNERS_PER_VERTEX);
  return (
    weldUpTo(expected, runtime, mesh, indices, label) ?? weldUpTo(givenVertexCount, runtime, mesh, indices, label)!
  );
}

/** Undefined when there are more than `capacity`. */
function weldUpTo(
  capacity: number,
  { kernels, memory }: WasmRuntime,
  { positions, indices: given, givenVertexCount, triangleCount }: CheckedMesh,
  indices: number,
  label: string,
): Welded | undefined {
  const isDouble = Number(positions instanceof Float64Array);
  let slots = 16;
  while (slots < 2 * capacity) slots *= 2;
  const entryBytes = isDouble ? 32 : 16;
  const packed = align(memory.blocks.top);
  const hashes = align(packed + (isDouble ? 24 : 12) * CHUNK + 16);
  const table = hashes + 4 * CHUNK;
  const targets = given ? table + 4 * slots : indices;
  const behind = given ? targets + 4 * givenVertexCount : table + 4 * slots;
  // Sources are read from here when coordinates and sources have got their blocks.
  const list = align(Math.max(behind, packed + (entryBytes + 4) * capacity + SPARE_BYTES));
  memory.ensure(list + entryBytes * capacity + 16, label);
  const { u32 } = memory;
  u32.fill(0, table >>> 2, (table >>> 2) + slots);
  const numbers = isDouble ? memory.f64 : memory.f32;
  const start = isDouble ? packed >>> 3 : packed >>> 2;
  let known = 0;
  for (let first = 0; first < givenVertexCount; first += CHUNK) {
    const count = Math.min(CHUNK, givenVertexCount - first);
    numbers.set(positions.subarray(3 * first, 3 * (first + count)), start);
    known = kernels.weldChunk(packed, count, first, known, capacity, table, slots - 1, list, hashes, targets, isDouble);
    if (known < 0) return undefined;
  }
  if (given) kernels.weldIndices(indices, 3 * triangleCount, targets);
  const count = known;
  return { count, writeSources: (at) => kernels.listSources(list, isDouble, count, at) };
}

// The blocks of a mesh, and what is kept of it, for all objects that are instances of it. Freed with the last of them.

/** Bytes of each block. */
export interface MeshSizes {
  readonly indices: number;
  readonly rest: number;
  /** 0 when each vertex takes its own coordinates. */
  readonly sources: number;
}

/** The constant properties of a mesh. */
export interface MeshShape {
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly format: PositionFormat;
}

export class SharedMesh {
  /** Address of its MESH record. */
  readonly record: number;
  indices = 0;
  /** Coordinates as they were given. */
  rest = 0;
  /** The given vertex that each takes its coordinates from; 0 when each takes its own. */
  sources = 0;
  /** Objects that have this mesh. */
  users = 1;
  readonly kept: KeptParts;
  readonly #memory: KernelMemory;

  constructor(
    memory: KernelMemory,
    { vertexCount, triangleCount, format }: MeshShape,
    tally: SceneTally,
    purpose: string,
  ) {
    this.#memory = memory;
    this.record = memory.meshes.take(purpose);
    this.kept = new KeptParts(memory, this.record, tally);
    const { u32 } = memory;
    const at = this.record >>> 2;
    u32.fill(0, at, at + (MESH.bytes >>> 2));
    u32[at + (MESH.at.vertexCount >>> 2)] = vertexCount;
    u32[at + (MESH.at.triangleCount >>> 2)] = triangleCount;
    u32[at + (MESH.at.format >>> 2)] = format;
  }

  /** What it got before memory ran out is freed by `release`. */
  allocate({ rest, sources }: MeshSizes, purpose: string, indices: number): void {
    this.indices = indices;
    this.rest = this.#memory.allocate(rest, purpose);
    if (sources > 0) this.addSources(sources, purpose);
    const { u32 } = this.#memory;
    u32[(this.record + MESH.at.indices) >>> 2] = this.indices;
    u32[(this.record + MESH.at.rest) >>> 2] = this.rest;
  }

  /** A block for them, to be written. */
  addSources(bytes: number, purpose: string): void {
    this.sources = this.#memory.allocate(bytes, purpose);
  }

  copyFrom(other: SharedMesh, sizes: MeshSizes): void {
    const { u32 } = this.#memory;
    for (const part of ['indices', 'rest', 'sources'] as const) {
      if (sizes[part] > 0) u32.copyWithin(this[part] >>> 2, other[part] >>> 2, (other[part] + sizes[part]) >>> 2);
    }
  }

  /** An object does without it from now on. */
  release(): void {
    if (--this.users > 0) return;
    this.kept.drop();
    for (const block of [this.indices, this.rest, this.sources]) if (block !== 0) this.#memory.blocks.free(block);
    this.indices = this.rest = this.sources = 0;
    this.#memory.meshes.give(this.record);
  }
}

// Taking a caller's positions into a mesh's block: they are copied behind the blocks, checked and bounded there, and moved into
// the block only when nothing can refuse them any more.

export type PositionFormat = typeof FORMAT_F32 | typeof FORMAT_F64;

export const BYTES_PER_VERTEX = { [FORMAT_F32]: 16, [FORMAT_F64]: 24 };

export interface PositionTarget {
  readonly format: PositionFormat;
  readonly vertexCount: number;
  /** The block that says which given vertex each takes; 0 when each takes its own. */
  readonly sources: number;
  /** For messages. */
  readonly label: string;
}

export interface UploadedPositions {
  /** Low x y z, high x y z. */
  readonly box: readonly number[];
  /** Whether some are so small that products of them underflow. */
  readonly hasTiny: boolean;
  /** Whether all are numbers of single precision, in whatever form they were given. */
  readonly hasSingleValues: boolean;
  /** Puts them in their place. Nothing may be allocated before. */
  copyTo(block: number): void;
}

/** Where positions are put as given, and where as the mesh has them; grows memory up to the end of both. */
function reservePlaces(
  { memory }: WasmRuntime,
  { format, vertexCount, label }: Omit<PositionTarget, 'sources'>,
  { byteLength }: Positions,
): { packed: number; copy: number; bytes: number } {
  const bytes = BYTES_PER_VERTEX[format] * vertexCount;
  // Behind the blocks lies memory that only queries use; none runs now.
  const packed = Math.ceil(memory.blocks.top / 64) * 64;
  const copy = packed + Math.ceil((byteLength + 16) / 64) * 64;
  memory.ensure(copy + bytes, label);
  return { packed, copy, bytes };
}

/** Grows memory, so that uploading does not fail for want of it. */
export function reserveUpload(
  runtime: WasmRuntime,
  target: Omit<PositionTarget, 'sources'>,
  positions: Positions,
): void {
  reservePlaces(runtime, target, positions);
}

/** Throws when a coordinate is no number or out of range, also one of a vertex that nobody takes. */
export function uploadPositions(runtime: WasmRuntime, target: PositionTarget, positions: Positions): UploadedPositions {
  const { kernels, memory } = runtime;
  const { format, vertexCount, sources, label } = target;
  const isSingle = format === FORMAT_F32;
  const { packed, copy, bytes } = reservePlaces(runtime, target, positions);
  if (isSingle) memory.f32.set(positions, packed >>> 2);
  else memory.f64.set(positions, packed >>> 3);
  if (sources !== 0) {
    const firstBad = isSingle ? kernels.firstBadSingle : kernels.firstBadDouble;
    const bad = firstBad(packed, positions.length);
    if (bad >= 0) throw badCoordinate(label, positions, Math.floor(bad / 3));
  }
  const spread = isSingle ? kernels.spreadSingle : kernels.copyDouble;
  const bad = spread(packed, sources, vertexCount, copy);
  if (bad >= 0) throw badCoordinate(label, positions, bad);
  const at = kernels.positionBoxAt() >>> 3;
  const { f64 } = memory;
  return {
    box: [f64[at], f64[at + 1], f64[at + 2], f64[at + 3], f64[at + 4], f64[at + 5]],
    hasTiny: kernels.hasTiny() !== 0,
    hasSingleValues: isSingle || kernels.hasSingleValues() !== 0,
    copyTo: (block) => memory.u32.copyWithin(block >>> 2, copy >>> 2, (copy + bytes) >>> 2),
  };
}
