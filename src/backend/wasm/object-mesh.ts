/**
 * The mesh of an object: blocks that it shares with other instances until it is given positions of its own, and what those
 * positions are like.
 */
import { FORMAT_F32, FORMAT_F64 } from '../../memory/constants.ts';
import { badIndex, type CheckedMesh, meshLabel } from '../../mesh/check-mesh.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import type { SceneTally } from './kept-parts.ts';
import type { WasmRuntime } from './runtime.ts';
import { type MeshSizes, SharedMesh } from './shared-mesh.ts';
import {
  BYTES_PER_VERTEX,
  type PositionFormat,
  reserveUpload,
  type UploadedPositions,
  uploadPositions,
} from './upload-positions.ts';

export class ObjectMesh {
  readonly name: string;
  /** How messages call it. */
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
    this.vertexCount = mesh.vertexCount;
    this.triangleCount = mesh.triangleCount;
    if (mesh instanceof ObjectMesh) {
      this.format = mesh.format;
      this.#sourceCount = mesh.#sourceCount;
      this.#shared = mesh.#shared;
      this.#shared.users++;
      return;
    }
    this.format = mesh.positions instanceof Float32Array ? FORMAT_F32 : FORMAT_F64;
    this.#sourceCount = mesh.sources?.length ?? 0;
    this.#shared = new SharedMesh(runtime.memory, this, tally, this.label);
    try {
      this.#fill(mesh);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  #fill(mesh: CheckedMesh): void {
    this.#shared.allocate(this.#sizes, this.label);
    if (mesh.sources) this.#runtime.memory.u32.set(mesh.sources, this.#shared.sources >>> 2);
    this.#writeIndices(mesh.indices);
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

  #writeIndices(indices: Uint32Array | Uint16Array): void {
    const at = this.#shared.indices;
    this.#runtime.memory.u32.set(indices, at >>> 2);
    const bad = this.#runtime.kernels.firstBadIndex(at, indices.length, this.vertexCount);
    if (bad >= 0) throw badIndex(this.label, bad, indices[bad], this.vertexCount);
  }

  #leaveOutUnused(): void {
    const { vertexCount, triangleCount, label } = this;
    const block = { indices: this.#shared.indices, indexCount: 3 * triangleCount, vertexCount };
    const isUsed = findUsed(this.#runtime, block, label);
    if (!isUsed) return;
    if (this.#sourceCount === 0) {
      this.#shared.addSources(vertexCount, label);
      this.#sourceCount = vertexCount;
    }
    if (this.sources) leaveOutUnused(this.sources, isUsed);
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
      copy.allocate(this.#sizes, this.label);
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

// Vertices that no triangle uses must not count: a stray one far away would enlarge the scene's box. They keep their numbers, and take
// the coordinates of a used vertex.

export interface IndexBlock {
  /** Address of the indices, all of which are in range. */
  readonly indices: number;
  readonly indexCount: number;
  readonly vertexCount: number;
}

/** For each vertex 1 if a triangle uses it, else 0; undefined when all are used or, without triangles, none is. */
export function findUsed(
  { memory, kernels }: WasmRuntime,
  { indices, indexCount, vertexCount }: IndexBlock,
  purpose: string,
): Uint8Array | undefined {
  if (indexCount === 0) return undefined;
  // Behind the blocks lies memory that only queries use; none runs now.
  const marks = memory.blocks.top;
  memory.ensure(marks + vertexCount, purpose);
  if (kernels.markUsed(indices, indexCount, marks, vertexCount) === vertexCount) return undefined;
  return new Uint8Array(memory.u32.buffer, marks, vertexCount).slice();
}

/** `sources[v]` is the vertex that v takes its coordinates from: for unused ones this becomes the source of a used one. */
export function leaveOutUnused(sources: Uint32Array, isUsed: Uint8Array): void {
  const spare = sources[isUsed.indexOf(1)];
  for (let vertex = 0; vertex < sources.length; vertex++) if (isUsed[vertex] === 0) sources[vertex] = spare;
}
