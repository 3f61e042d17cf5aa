/**
 * Meshes on a GPU as they are in the kernels' memory: the coordinates that exact tests use, and three vertex numbers per triangle.
 *
 * Promise: what has not changed since the last query is not uploaded again, whatever the query asks about it: coordinates by
 * object and version, triangles by object. Positions that are on the GPU already are used where they are. The copies are given
 * up with the object.
 */
import { GrowableBuffer } from '../backend/gpu/buffers.ts';
import type { ComputePass } from '../backend/gpu/compute-pass.ts';
import type { Gpu } from '../backend/gpu/gpu.ts';
import type { KernelMemory } from '../backend/wasm/kernel-memory.ts';
import type { SceneObject } from '../backend/wasm/scene-object.ts';
import { FORMAT_F32 } from '../memory/constants.ts';
import { residentPositions } from './resident.ts';

export interface MeshOnGpu {
  /** Numbers of single precision, four words per vertex, the last without meaning; or of double precision, six words. */
  readonly positions: GPUBuffer;
  readonly isDouble: boolean;
  /** Three vertex numbers per triangle. */
  readonly indices: GPUBuffer;
}

/** The buffers of an object, and which of its versions they hold. */
interface Uploaded {
  positions?: GPUBuffer;
  version?: number;
  indices?: GPUBuffer;
}

interface Copy {
  readonly positions: GrowableBuffer;
  readonly indices: GrowableBuffer;
  uploaded: Uploaded;
  release(): void;
}

export class GpuMeshes {
  readonly #gpu: Gpu;
  #copies = new WeakMap<SceneObject, Copy>();
  /** Those of the running query: should it fail, they may not be there. */
  readonly #running = new Set<Copy>();

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
  }

  /** Uploads what is not there yet. Within a run. */
  bring(pass: ComputePass, memory: KernelMemory, object: SceneObject): MeshOnGpu {
    const copy = this.#copyOf(object);
    this.#running.add(copy);
    const resident = object.isPlaced ? undefined : residentPositions(object);
    const isDouble = object.exact.format !== FORMAT_F32;
    return {
      positions: resident?.vertices ?? this.#bringPositions(pass, memory, object, copy),
      isDouble,
      indices: this.#bringIndices(pass, memory, object, copy),
    };
  }

  /** To be called when a query has come to its end, or has failed. */
  close(succeeded: boolean): void {
    if (!succeeded) for (const copy of this.#running) copy.uploaded = {};
    this.#running.clear();
  }

  #copyOf(object: SceneObject): Copy {
    const known = this.#copies.get(object);
    if (known) return known;
    const { memory } = this.#gpu;
    const positions = new GrowableBuffer(memory, 'positions of a mesh');
    const indices = new GrowableBuffer(memory, 'triangles of a mesh');
    const release = () => {
      positions.release();
      indices.release();
    };
    const copy: Copy = { positions, indices, uploaded: {}, release };
    this.#copies.set(object, copy);
    object.copies.add(copy);
    return copy;
  }

  #bringPositions(pass: ComputePass, memory: KernelMemory, object: SceneObject, copy: Copy): GPUBuffer {
    const { address, format } = object.exact;
    const words = (format === FORMAT_F32 ? 4 : 6) * object.vertexCount;
    const buffer = copy.positions.reserve(4 * words);
    if (copy.uploaded.positions !== buffer || copy.uploaded.version !== object.version) {
      // A copy: not every implementation takes shared memory.
      pass.upload(buffer, memory.u32.slice(address >>> 2, (address >>> 2) + words));
      copy.uploaded = { ...copy.uploaded, positions: buffer, version: object.version };
    }
    return buffer;
  }

  #bringIndices(pass: ComputePass, memory: KernelMemory, object: SceneObject, copy: Copy): GPUBuffer {
    const words = 3 * object.triangleCount;
    const buffer = copy.indices.reserve(4 * words);
    if (copy.uploaded.indices !== buffer) {
      pass.upload(buffer, memory.u32.slice(object.indices >>> 2, (object.indices >>> 2) + words));
      copy.uploaded = { ...copy.uploaded, indices: buffer };
    }
    return buffer;
  }
}

const opened = new WeakMap<Gpu, GpuMeshes>();

/** The meshes that queries keep on a device. */
export function meshesOn(gpu: Gpu): GpuMeshes {
  const known = opened.get(gpu) ?? new GpuMeshes(gpu);
  opened.set(gpu, known);
  return known;
}
