/**
 * Scenes as culling keeps them on a device: image coordinates and triangles of all objects, uploaded when they change. Given up with
 * any of their objects.
 */
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { KernelMemory } from '../../../backend/wasm/kernel-memory.ts';
import type { Participant } from '../../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../../backend/wasm/scene-object.ts';
import { type ImageMap, sameMap } from '../../../tile-lists/image-map.ts';
import { GpuScene, type SceneBuffers } from '../../collide/gpu/scene.ts';
import type { CullCoverage } from '../cull.ts';
import type { ListLengths } from './cull-image.ts';

export class SceneOnGpu {
  readonly #scene: GpuScene;
  #map: ImageMap | undefined;
  /** How long the lists of the last query of each coverage had to be, and log2 of the squares' side. */
  readonly lengths = new Map<CullCoverage, ListLengths & { readonly bits: number }>();

  constructor(gpu: Gpu) {
    this.#scene = new GpuScene(gpu);
  }

  /** Uploads what is not there yet. Image coordinates must be up to date. Within a run. */
  bring(pass: ComputePass, memory: KernelMemory, list: readonly Participant[], map: ImageMap): SceneBuffers {
    // Coordinates are known by their map.
    if (!this.#map || !sameMap(this.#map, map)) this.#map = map;
    for (const { object } of list) object.copies.add(this);
    return this.#scene.upload(pass, memory, list, { map: this.#map });
  }

  /** As they were brought last. */
  get buffers(): SceneBuffers {
    return this.#scene.buffers;
  }

  /** A run that failed may not have brought them. */
  forget(): void {
    this.#scene.forget();
  }

  release(): void {
    this.#scene.release();
  }
}

type SceneObjects = ReadonlyMap<number, SceneObject>;
const known = new WeakMap<Gpu, WeakMap<SceneObjects, SceneOnGpu>>();

export function sceneOn(gpu: Gpu, objects: SceneObjects): SceneOnGpu {
  const ofGpu = known.get(gpu) ?? new WeakMap<SceneObjects, SceneOnGpu>();
  known.set(gpu, ofGpu);
  const scene = ofGpu.get(objects) ?? new SceneOnGpu(gpu);
  ofGpu.set(objects, scene);
  return scene;
}
