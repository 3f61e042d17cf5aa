/**
 * `collide` on the GPU: the tile lists and the walk over them in compute passes; what single precision cannot decide is
 * decided by the kernels on the CPU.
 *
 * Promise: the same answer as on wasm, with every option. When the scene is as large as last time, one submission and one
 * read-back, and only what changed is uploaded.
 */

import { BetterOnWasm } from '../../../backend/choose.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import { Tally } from '../../../backend/gpu/tally.ts';
import type { WasmRuntime } from '../../../backend/wasm/runtime.ts';
import { type Participant, participants } from '../../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../../backend/wasm/scene-object.ts';
import { runAsync } from '../../../backend/wasm/task.ts';
import { EngineError } from '../../../errors.ts';
import { THREAD } from '../../../memory/records.ts';
import { AXES } from '../../../mesh/bounds.ts';
import { IDENTITY_MAP } from '../../../tile-lists/image-map.ts';
import { sumOverThreads } from '../../pair-result.ts';
import { bringToCpu } from '../../resident.ts';
import type { CollideStats, CollideTimes, Collisions, GpuCollisions, GpuStats } from '../collide.ts';
import type { CheckedCollideOptions } from '../options.ts';
import { emptyCollisions, readAnswer } from '../wasm.ts';
import { CollideLists } from './lists.ts';
import { type PairBuffers, RowWriter } from './output.ts';
import { CollidePasses } from './passes.ts';
import { chooseView, type GpuPlan, planQuery } from './plan.ts';
import { noteBoxes, placeCorners, receiveObjects } from './resident-objects.ts';
import { GpuScene } from './scene.ts';
import { type GpuFindings, GpuSearch, type SearchTools } from './search.ts';
import { prepareObjects, settleFindings } from './settle.ts';

/** The objects of a scene, by which it is known. */
export type SceneObjects = ReadonlyMap<number, SceneObject>;

/** The parts of a query that the device does and that the kernels do, for progress. */
const GPU_SHARE = 0.8;

/** What the passes bind at once. */
const STORAGE_BUFFERS_NEEDED = 8;

export class GpuCollide {
  readonly #tools: SearchTools;
  readonly #rows: RowWriter;
  readonly #scenes = new Map<SceneObjects, GpuScene>();

  private constructor(tools: SearchTools, rows: RowWriter) {
    this.#tools = tools;
    this.#rows = rows;
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
    const [passes, rows] = await Promise.all([CollidePasses.create(gpu), RowWriter.create(gpu)]);
    return new GpuCollide({ gpu, passes, lists: new CollideLists(gpu.memory) }, rows);
  }

  /** Runs the query. Must not run at the same time as another job of the same engine. */
  async collide(runtime: WasmRuntime, objects: SceneObjects, options: CheckedCollideOptions): Promise<Collisions> {
    const clock = new QueryClock();
    options.signal?.throwIfAborted();
    const list = participants(objects);
    if (list.length === 0) return emptyCollisions(runtime, options, clock.total, 'webgpu');
    const tally = new Tally();
    const { plan, findings } = await this.#search(runtime, objects, list, options, tally, clock);
    placeCorners(runtime.memory, list, findings);
    const running = { signal: options.signal, onProgress: partOf(options.onProgress, GPU_SHARE, 1) };
    const outcome = await settleFindings(runtime, list, plan.view.map, findings, options, running);
    const answer = await runAsync(readAnswer(runtime, list, options, outcome.stopped));
    clock.note('exact');
    return { ...answer, stats: this.#stats(runtime, plan, findings, tally, clock, outcome.queryBytes) };
  }

  /** Runs the query and leaves the pairs on the device. */
  async leave(runtime: WasmRuntime, objects: SceneObjects, options: CheckedCollideOptions): Promise<GpuCollisions> {
    const clock = new QueryClock();
    options.signal?.throwIfAborted();
    const list = participants(objects);
    if (list.length === 0) {
      const { stats } = emptyCollisions(runtime, options, clock.total, 'webgpu');
      return this.#own(await this.#rows.writeNone(), 0, false, stats);
    }
    const tally = new Tally();
    const { plan, findings } = await this.#search(runtime, objects, list, options, tally, clock);
    const { crossings, undecided } = findings.counts;
    const crossingCount = Math.min(crossings, options.limit);
    const undecidedCount = Math.min(undecided, options.limit - crossingCount);
    const lists = this.#tools.lists.reserve(plan.triangleCount);
    const found = {
      crossings: lists.buffer('crossings'),
      crossingCount,
      undecided: lists.buffer('undecided'),
      undecidedCount,
    };
    const { triangles } = this.#sceneOf(objects).buffers;
    const made = await this.#rows.write(triangles, found, plan, { purpose: 'pairs on the GPU', tally, measure: true });
    const stats = this.#stats(runtime, plan, findings, tally, clock, 0);
    options.onProgress?.(1);
    return this.#own(made, crossingCount + undecidedCount, crossings + undecided >= options.limit, stats);
  }

  /** Releases what it holds for a scene. */
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
    const view = chooseView(runtime, list, scene.view);
    scene.view = view;
    const isMapped = ({ object }: Participant) =>
      object.imageFor(view.map, IDENTITY_MAP) === object.rest || !object.needsImage(view.map);
    if (!list.every(isMapped)) await prepareObjects(runtime, list, view.map, { signal: options.signal });
    return planQuery(runtime, this.#tools.gpu, list, view, options);
  }

  /** Brings the objects to the GPU and finds pairs there; again, should positions have left the view. */
  async #search(
    runtime: WasmRuntime,
    objects: SceneObjects,
    list: readonly Participant[],
    options: CheckedCollideOptions,
    tally: Tally,
    clock: QueryClock,
  ): Promise<{ plan: GpuPlan; findings: GpuFindings }> {
    await receiveObjects(list, options.segments, tally);
    for (;;) {
      const plan = await this.#prepare(runtime, objects, list, options);
      clock.note('bounds');
      const findings = await this.#find(runtime, objects, plan, options, tally);
      options.signal?.throwIfAborted();
      clock.note('walk');
      const isSeen = noteBoxes(list, plan.view, findings);
      if (isSeen && !findings.isTooHeavy) return { plan, findings };
      if (isSeen) await this.#lighten(list, tally);
      tally.reruns++;
    }
  }

  /**
   * The walk would be too heavy: it is left to wasm, unless the grid was chosen for positions that are out of date on the CPU. wasm would
   * need the new ones in any case.
   */
  async #lighten(list: readonly Participant[], tally: Tally): Promise<void> {
    const objects = list.map(({ object }) => object);
    if (!objects.some(({ isOnGpu }) => isOnGpu)) throw new BetterOnWasm('crowded-cells');
    await bringToCpu(objects, tally);
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
      { tally, signal: options.signal, onProgress, leaves: options.output === 'gpu' },
    );
    return search.run().catch((error: unknown) => {
      this.#tools.passes.forget();
      scene.forget();
      throw error;
    });
  }

  #sceneOf(objects: SceneObjects): GpuScene {
    const known = this.#scenes.get(objects) ?? new GpuScene(this.#tools.gpu);
    this.#scenes.set(objects, known);
    return known;
  }

  #own({ pairs, kinds, count }: PairBuffers, pairCount: number, limited: boolean, stats: CollideStats): GpuCollisions {
    const dispose = () => this.#tools.gpu.memory.discard([pairs, kinds, count]);
    return { pairs, kinds, count, pairCount, limited, stats, dispose, [Symbol.dispose]: dispose };
  }

  #stats(
    runtime: WasmRuntime,
    { list, triangleCount, grid }: GpuPlan,
    findings: GpuFindings,
    tally: Tally,
    clock: QueryClock,
    queryBytes: number,
  ): CollideStats {
    const gpu: GpuStats = {
      bytesUp: tally.bytesUp,
      bytesDown: tally.bytesDown,
      dispatches: tally.dispatches,
      submissions: tally.runs,
      reruns: tally.reruns,
      undecided: findings.undecidedCount,
      bytes: this.#tools.gpu.memory.bytes,
      stages: Object.fromEntries(tally.stageTimes),
    };
    return {
      backend: 'webgpu',
      threads: runtime.threads,
      objects: list.length,
      triangles: triangleCount,
      trianglesLookedAt: triangleCount,
      milliseconds: clock.times,
      image: {
        axis: AXES[grid.axis],
        tilesAcross: grid.across,
        tilesDown: grid.down,
        entries: findings.entryCount,
      },
      candidates: findings.candidateCount,
      exactFallbacks: sumOverThreads(runtime, THREAD.at.fallbacks),
      bytes: { scene: runtime.memory.blocks.usedBytes, query: queryBytes },
      gpu,
    };
  }
}

/** Where the time of a query went, by the clock of the calling thread. */
class QueryClock {
  readonly #began = performance.now();
  #last = this.#began;
  readonly #spent = { bounds: 0, walk: 0, exact: 0 };

  /** The time since the last note was spent on this. */
  note(stage: 'bounds' | 'walk' | 'exact'): void {
    const now = performance.now();
    this.#spent[stage] += now - this.#last;
    this.#last = now;
  }

  get total(): number {
    return performance.now() - this.#began;
  }

  get times(): CollideTimes {
    return { ...this.#spent, image: 0, total: this.total };
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
