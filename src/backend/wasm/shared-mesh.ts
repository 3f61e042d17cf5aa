/** The blocks of a mesh, and what is kept of it, for all objects that are instances of it. Freed with the last of them. */

import { MESH } from '../../memory/records.ts';
import { KeptParts, type SceneTally } from './kept-parts.ts';
import type { KernelMemory } from './kernel-memory.ts';
import type { PositionFormat } from './upload-positions.ts';

/** Bytes of each block. */
export interface MeshSizes {
  readonly indices: number;
  readonly rest: number;
  /** 0 when each vertex takes its own coordinates. */
  readonly sources: number;
}

/** What does not change about a mesh. */
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
  allocate({ indices, rest, sources }: MeshSizes, purpose: string): void {
    this.indices = this.#memory.allocate(indices, purpose);
    this.rest = this.#memory.allocate(rest, purpose);
    if (sources > 0) this.sources = this.#memory.allocate(sources, purpose);
    const { u32 } = this.#memory;
    u32[(this.record + MESH.at.indices) >>> 2] = this.indices;
    u32[(this.record + MESH.at.rest) >>> 2] = this.rest;
  }

  /** Each vertex takes its own coordinates, until that is changed in the block. */
  addSources(vertexCount: number, purpose: string): void {
    this.sources = this.#memory.allocate(4 * vertexCount, purpose);
    const { u32 } = this.#memory;
    for (let vertex = 0, at = this.sources >>> 2; vertex < vertexCount; vertex++) u32[at + vertex] = vertex;
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
