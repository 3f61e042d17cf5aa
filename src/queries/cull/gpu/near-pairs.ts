/**
 * Pairs of triangles whose boxes overlap, on the GPU: found by the passes of `collide`, then looked at in the views and passes of
 * culling (near-pairs.wgsl.ts).
 *
 * Promise: all pairs whose boxes lie no farther apart than the reach, except those that share a vertex. A list that was too short has
 * stopped the flow (flow.wgsl.ts) until it has grown.
 */
import { AppendLists } from '../../../backend/gpu/append-list.ts';
import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { Shader } from '../../../backend/gpu/pipelines.ts';
import type { WasmRuntime } from '../../../backend/wasm/runtime.ts';
import type { Participant } from '../../../backend/wasm/scene-job.ts';
import { unitViewOf } from '../../../tile-lists/unit-map.ts';
import { PairWalk, type WalkList } from '../../collide/gpu/pair-walk.ts';
import { type GpuPlan, planQuery } from '../../collide/gpu/plan.ts';
import type { SceneBuffers } from '../../collide/gpu/scene.ts';
import { unitsOf } from '../../collide/gpu/weigh.ts';
import type { Frame } from '../frame.ts';
import type { CheckedCullOptions } from '../options.ts';
import { PAIR_LIMITS } from './flow.ts';
import { CHECK_PAIRS } from './shaders.ts';

/** Initial capacity: entries and pairs per triangle, and in addition. */
const PER_TRIANGLE = { entries: 3.5, candidates: 4, uncertain: 0 } as const;
const BYTES = { entries: 8, candidates: 8, uncertain: 4 } as const;
const CAPACITY_LEAST = 1024;
/** Boxes that grow by this much all overlap: coordinates are of magnitude 1 at most, and boxes are cut there. */
const GROWTH_MOST = 4;
/** Pays for rounding of the growth, and of what it is added to (docs/cull.md). */
const GROWTH_MARGIN = 1 + 2 ** -20;
const GROWTH_ROUNDING = 2 ** -21;

/** Which pairs are wanted: within objects if asked for, between them where boxes are compared. */
export function planPairs(
  runtime: WasmRuntime,
  gpu: Gpu,
  list: readonly Participant[],
  { map, box }: Frame,
  { self, boxes }: CheckedCullOptions,
  reach: number,
): GpuPlan {
  const view = unitViewOf(map, box);
  const growth = (reach / 2) * view.scale * GROWTH_MARGIN + GROWTH_ROUNDING;
  const wanted = { self, between: boxes, ignore: [], limit: Number.POSITIVE_INFINITY, output: 'cpu' } as const;
  return planQuery(runtime, gpu, list, view, wanted, reach > 0 ? Math.min(GROWTH_MOST, growth) : 0);
}

/** How many there were when they were last found. */
export interface PairCounts {
  readonly counts: () => Readonly<Record<WalkList, number>>;
  readonly boxTests: () => number;
}

/** Shaders and buffers; one per GPU, used by one query at a time. */
export class NearPairs {
  readonly #gpu: Gpu;
  readonly #walk: PairWalk;
  readonly #check: Shader;
  #lists: AppendLists<WalkList> | undefined;
  #triangleCount = 0;
  readonly #relations: GrowableBuffer;

  private constructor(gpu: Gpu, walk: PairWalk, check: Shader) {
    this.#gpu = gpu;
    this.#walk = walk;
    this.#check = check;
    this.#relations = new GrowableBuffer(gpu.memory, 'cull relations of pairs');
  }

  static async create(gpu: Gpu): Promise<NearPairs> {
    const [walk, check] = await Promise.all([PairWalk.create(gpu, 'none'), gpu.compile(CHECK_PAIRS)]);
    return new NearPairs(gpu, walk, check);
  }

  /** Two triangles each, numbered through the scene. */
  get buffer(): GPUBuffer {
    return this.#lists!.buffer('candidates');
  }

  /** A word each. */
  get relations(): GPUBuffer {
    return this.#relations.reserve(4 * this.#lists!.capacity('candidates'));
  }

  get bytes(): number {
    const lists = this.#lists;
    const held = lists ? (['entries', 'candidates'] as const).map((name) => lists.buffer(name).size) : [];
    return this.#walk.bytes + this.#relations.capacityBytes + held.reduce((sum, size) => sum + size, 0);
  }

  /** Finds them; the state hears how many there are, or that a list is too short. */
  record(pass: ComputePass, scene: SceneBuffers, state: GPUBuffer, plan: GpuPlan): PairCounts {
    const lists = this.#reserve(plan.triangleCount);
    lists.counters.clear(pass);
    const boxTests = this.#walk.recordLists(pass, lists, scene, plan);
    this.#walk.recordWalk(pass, lists, scene, plan);
    const limits = PAIR_LIMITS.pack([
      {
        pairsCounter: lists.counters.index('candidates'),
        pairCapacity: lists.capacity('candidates'),
        entriesCounter: lists.counters.index('entries'),
        entryCapacity: lists.capacity('entries'),
        heaviest: unitsOf(plan.boxTestsMost),
      },
    ]);
    pass.dispatch(this.#check, 1, [state, lists.counters.buffer, this.#walk.weighed], limits);
    return { counts: lists.counters.readBack(pass), boxTests };
  }

  /** Grows the lists that were too short; returns whether any was. */
  async grow(counts: Readonly<Record<WalkList, number>>): Promise<boolean> {
    const lists = this.#lists!;
    const short = (['entries', 'candidates'] as const).filter((name) => counts[name] > lists.capacity(name));
    if (short.length > 0) await lists.grow(this.#gpu, { short, counts }, { purpose: 'the pairs of culling' });
    return short.length > 0;
  }

  #reserve(triangleCount: number): AppendLists<WalkList> {
    if (this.#lists && triangleCount <= this.#triangleCount) return this.#lists;
    this.#lists?.release();
    const list = (name: WalkList) => ({
      bytesPerEntry: BYTES[name],
      capacity: CAPACITY_LEAST + Math.ceil(PER_TRIANGLE[name] * triangleCount),
    });
    this.#lists = new AppendLists<WalkList>(this.#gpu.memory, {
      entries: list('entries'),
      candidates: list('candidates'),
      uncertain: list('uncertain'),
    });
    this.#triangleCount = triangleCount;
    return this.#lists;
  }
}
