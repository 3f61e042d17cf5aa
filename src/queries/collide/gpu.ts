/**
 * `collide` on the GPU: the layered image and the walk over it in compute passes; what single precision cannot decide is
 * decided by the kernels on the CPU.
 *
 * Promise: the same answer as on wasm, with every option. When the scene is as large as last time, one submission and one
 * read-back, and only what changed is uploaded.
 */
import { EngineError } from '../../errors.ts';
import type { Gpu } from '../../gpu/gpu.ts';
import { Tally } from '../../gpu/tally.ts';
import { IDENTITY_MAP } from '../../image/image-map.ts';
import { THREAD_FALLBACKS } from '../../kernels/layout.ts';
import type { WasmRuntime } from '../../wasm/runtime.ts';
import { type Participant, participants } from '../../wasm/scene-job.ts';
import type { SceneObject } from '../../wasm/scene-object.ts';
import type { CollideStats, Collisions, GpuStats } from './collide.ts';
import { CollideLists } from './gpu-lists.ts';
import { CollidePasses } from './gpu-passes.ts';
import { chooseView, type GpuPlan, planQuery } from './gpu-plan.ts';
import { GpuScene } from './gpu-scene.ts';
import { type GpuFindings, GpuSearch, type SearchTools } from './gpu-search.ts';
import type { CheckedCollideOptions } from './options.ts';
import { prepareObjects, settleFindings } from './settle.ts';
import { emptyCollisions, readAnswer, sumOverThreads } from './wasm-result.ts';

/** The objects of a scene, by which it is known. */
export type SceneObjects = ReadonlyMap<number, SceneObject>;

/** The parts of a query that the device does and that the kernels do, for progress. */
const GPU_SHARE = 0.8;

/** What the passes bind at once. */
const STORAGE_BUFFERS_NEEDED = 8;

export class GpuCollide {
  readonly #tools: SearchTools;
  readonly #scenes = new Map<SceneObjects, GpuScene>();

  private constructor(tools: SearchTools) {
    this.#tools = tools;
  }

  static async create(gpu: Gpu): Promise<GpuCollide> {
    const buffers = gpu.device.limits.maxStorageBuffersPerShaderStage;
    if (buffers < STORAGE_BUFFERS_NEEDED) {
      throw new EngineError(
        'gpu-limit',
        `collide binds ${STORAGE_BUFFERS_NEEDED} storage buffers; this device allows ${buffers}. ` +
          "Use createEngine({ backend: 'wasm' }); it gives the same answers.",
        { buffers, buffersNeeded: STORAGE_BUFFERS_NEEDED },
      );
    }
    return new GpuCollide({ gpu, passes: await CollidePasses.create(gpu), lists: new CollideLists(gpu.memory) });
  }

  /** Runs the query. Must not run at the same time as another job of the same engine. */
  async collide(runtime: WasmRuntime, objects: SceneObjects, options: CheckedCollideOptions): Promise<Collisions> {
    const began = performance.now();
    options.signal?.throwIfAborted();
    const list = participants(objects);
    if (list.length === 0) return emptyCollisions(runtime, options, performance.now() - began, 'webgpu');
    const tally = new Tally();
    const plan = await this.#prepare(runtime, objects, list, options);
    const planned = performance.now();
    const findings = await this.#find(runtime, objects, plan, options, tally);
    options.signal?.throwIfAborted();
    const found = performance.now();
    const running = { signal: options.signal, onProgress: partOf(options.onProgress, GPU_SHARE, 1) };
    const outcome = await settleFindings(runtime, list, plan.view.map, findings, options, running);
    const answer = readAnswer(runtime, list, options, outcome.stopped);
    const ended = performance.now();
    const stats: CollideStats = {
      backend: 'webgpu',
      threads: runtime.threads,
      objects: list.length,
      triangles: plan.triangleCount,
      milliseconds: {
        bounds: planned - began,
        image: 0,
        walk: found - planned,
        exact: ended - found,
        total: ended - began,
      },
      image: {
        axis: plan.grid.axis,
        tilesAcross: plan.grid.across,
        tilesDown: plan.grid.down,
        entries: findings.entryCount,
      },
      candidates: findings.candidateCount,
      certifiedFans: 0,
      neighbourTests: 0,
      exactFallbacks: sumOverThreads(runtime, THREAD_FALLBACKS),
      bytes: { scene: runtime.memory.blocks.usedBytes, query: outcome.queryBytes },
      gpu: this.#gpuStats(tally, findings),
    };
    return { ...answer, stats };
  }

  /** Gives back what it holds of a scene. */
  forget(objects: SceneObjects): void {
    this.#scenes.get(objects)?.release();
    this.#scenes.delete(objects);
  }

  /** View and plan; objects are placed and mapped, if they have to be. */
  async #prepare(
    runtime: WasmRuntime,
    objects: SceneObjects,
    list: readonly Participant[],
    options: CheckedCollideOptions,
  ): Promise<GpuPlan> {
    const scene = this.#sceneOf(objects);
    const view = chooseView(list, scene.view);
    scene.view = view;
    const isMapped = ({ object }: Participant) =>
      object.imageFor(view.map, IDENTITY_MAP) === object.rest || !object.needsImage(view.map);
    if (!list.every(isMapped)) await prepareObjects(runtime, list, view.map, { signal: options.signal });
    return planQuery(runtime, list, view, options);
  }

  #find(
    runtime: WasmRuntime,
    objects: SceneObjects,
    plan: GpuPlan,
    options: CheckedCollideOptions,
    tally: Tally,
  ): Promise<GpuFindings> {
    const scene = this.#sceneOf(objects);
    const onProgress = partOf(options.onProgress, 0, GPU_SHARE);
    const search = new GpuSearch(
      this.#tools,
      scene,
      plan,
      (pass) => scene.upload(pass, runtime.memory, plan.list, plan.view),
      { tally, signal: options.signal, onProgress },
    );
    return search.run().catch((error: unknown) => {
      this.#tools.passes.forget();
      throw error;
    });
  }

  #sceneOf(objects: SceneObjects): GpuScene {
    const known = this.#scenes.get(objects) ?? new GpuScene(this.#tools.gpu);
    this.#scenes.set(objects, known);
    return known;
  }

  #gpuStats(tally: Tally, { undecided }: GpuFindings): GpuStats {
    return {
      bytesUp: tally.bytesUp,
      bytesDown: tally.bytesDown,
      dispatches: tally.dispatches,
      submissions: tally.runs,
      reruns: tally.reruns,
      undecided: undecided.reduce((sum, words) => sum + words.length / 2, 0),
      bytes: this.#tools.gpu.memory.bytes,
      stages: Object.fromEntries(tally.stageTimes),
    };
  }
}

/** Progress of a part of the query as progress of the whole. */
function partOf(
  onProgress: ((done: number) => void) | undefined,
  from: number,
  to: number,
): ((done: number) => void) | undefined {
  return onProgress && ((done) => onProgress(from + (to - from) * done));
}

/** Gives back what a device holds of a scene that is no more. */
export function forgetOn(gpu: Gpu | undefined, objects: SceneObjects): void {
  const known = gpu && opened.get(gpu);
  known?.then((collide) => collide.forget(objects)).catch(() => {}); // it may never have come to be
}

const opened = new WeakMap<Gpu, Promise<GpuCollide>>();

/** What `collide` keeps on a device: compiled when it is first asked for. */
export function collideOn(gpu: Gpu): Promise<GpuCollide> {
  const known = opened.get(gpu) ?? GpuCollide.create(gpu);
  opened.set(gpu, known);
  known.catch(() => opened.delete(gpu)); // a later try may have better luck
  return known;
}
