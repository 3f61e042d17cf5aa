/**
 * A scene on the GPU: coordinates and triangles of its objects, numbered through all of them.
 *
 * Promise: what has not changed since the last query is not uploaded again: coordinates by object and version, triangles
 * by object and place. Positions that are on the GPU are copied there. `topology` changes when triangles do.
 */
import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { KernelMemory } from '../../../backend/wasm/kernel-memory.ts';
import type { Participant } from '../../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../../backend/wasm/scene-object.ts';
import { IDENTITY_MAP, type ImageMap } from '../../../tile-lists/image-map.ts';
import type { UnitView } from '../../../tile-lists/unit-map.ts';
import { residentPositions } from '../../resident.ts';

/** Coordinates of an object that lie in the buffer. */
interface UploadedVertices {
  readonly object: SceneObject;
  readonly version: number;
  readonly vertexStart: number;
  readonly map: ImageMap;
}

interface UploadedTriangles {
  readonly object: SceneObject;
  readonly vertexStart: number;
  readonly triangleStart: number;
}

export interface SceneBuffers {
  /** vec4f per vertex: x, y, z as the view's map makes them, and a word without meaning. */
  readonly vertices: GPUBuffer;
  /** vec4u per triangle: its vertices, and its object as an index into the list. */
  readonly triangles: GPUBuffer;
}

export class GpuScene {
  readonly #vertices: GrowableBuffer;
  readonly #triangles: GrowableBuffer;
  #vertexBuffer: GPUBuffer | undefined;
  #triangleBuffer: GPUBuffer | undefined;
  #uploadedVertices: UploadedVertices[] = [];
  #uploadedTriangles: UploadedTriangles[] = [];
  #topology = 0;
  /** The view of the last query. */
  view: UnitView | undefined;

  constructor(gpu: Gpu) {
    this.#vertices = new GrowableBuffer(gpu.memory, 'vertices');
    this.#triangles = new GrowableBuffer(gpu.memory, 'triangles');
  }

  /** Another number after every change of the triangles. */
  get topology(): number {
    return this.#topology;
  }

  /** As they were uploaded last. */
  get buffers(): SceneBuffers {
    return { vertices: this.#vertices.reserve(16), triangles: this.#triangles.reserve(16) };
  }

  /** Uploads what is not there yet. Within a run. */
  upload(
    pass: ComputePass,
    memory: KernelMemory,
    list: readonly Participant[],
    view: Pick<UnitView, 'map'>,
  ): SceneBuffers {
    const last = list[list.length - 1];
    const vertices = this.#vertices.reserve(16 * (last.vertexStart + last.object.vertexCount));
    const triangles = this.#triangles.reserve(16 * (last.triangleStart + last.object.triangleCount));
    if (vertices !== this.#vertexBuffer) this.#uploadedVertices = [];
    if (triangles !== this.#triangleBuffer) this.#uploadedTriangles = [];
    this.#vertexBuffer = vertices;
    this.#triangleBuffer = triangles;
    this.#uploadedVertices = list.map((one, i) => this.#uploadVertices(pass, memory, one, i, view, vertices));
    const before = this.#uploadedTriangles;
    this.#uploadedTriangles = list.map((one, i) => this.#uploadTriangles(pass, memory, one, i, triangles));
    const isSame = before.length === list.length && before.every((one, i) => one === this.#uploadedTriangles[i]);
    if (!isSame) this.#topology++;
    return { vertices, triangles };
  }

  /** A run that failed may not have done what it was recorded for. */
  forget(): void {
    this.#uploadedVertices = [];
    this.#uploadedTriangles = [];
  }

  /** Gives the memory back. */
  release(): void {
    this.#vertices.release();
    this.#triangles.release();
    this.forget();
  }

  #uploadVertices(
    pass: ComputePass,
    memory: KernelMemory,
    { object, vertexStart }: Participant,
    index: number,
    { map }: Pick<UnitView, 'map'>,
    buffer: GPUBuffer,
  ): UploadedVertices {
    const { version } = object;
    const known = this.#uploadedVertices[index];
    const isThere = known?.object === object && known.vertexStart === vertexStart;
    if (isThere && known.version === version && known.map === map) return known;
    const resident = residentPositions(object);
    if (resident && map === IDENTITY_MAP) {
      pass.copy(resident.vertices, 0, buffer, 16 * vertexStart, 16 * object.vertexCount);
    } else {
      const image = object.imageFor(map, IDENTITY_MAP) >>> 2;
      // A copy: not every implementation takes shared memory.
      pass.upload(buffer, memory.f32.slice(image, image + 4 * object.vertexCount), 16 * vertexStart);
    }
    return { object, version, vertexStart, map };
  }

  #uploadTriangles(
    pass: ComputePass,
    memory: KernelMemory,
    { object, vertexStart, triangleStart }: Participant,
    index: number,
    buffer: GPUBuffer,
  ): UploadedTriangles {
    const known = this.#uploadedTriangles[index];
    const isThere = known?.object === object && known.vertexStart === vertexStart;
    if (isThere && known.triangleStart === triangleStart) return known;
    const indices = object.indices >>> 2;
    const { u32 } = memory;
    const { triangleCount } = object;
    const words = new Uint32Array(4 * triangleCount);
    for (let t = 0; t < triangleCount; t++) {
      words[4 * t] = vertexStart + u32[indices + 3 * t];
      words[4 * t + 1] = vertexStart + u32[indices + 3 * t + 1];
      words[4 * t + 2] = vertexStart + u32[indices + 3 * t + 2];
      words[4 * t + 3] = index;
    }
    pass.upload(buffer, words, 16 * triangleStart);
    return { object, vertexStart, triangleStart };
  }
}
