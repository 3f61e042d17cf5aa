/**
 * The passes of `collide` on the GPU, in order: those that find pairs of boxes (pair-walk.ts), fans before the walk, decide.
 *
 * Promise: at most 13 dispatches for any scene, and four per slice of the walk. Passes over a list that exceeded its capacity do
 * nothing, nor do walk and decide when the walk is too heavy. Walk and decide can be recorded again for other slices.
 */
import type { AppendTargets } from '../../../backend/gpu/append-list.ts';
import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { Shader } from '../../../backend/gpu/pipelines.ts';
import type { ReadBack } from '../../../backend/gpu/read-back.ts';
import { GpuFans } from './fans.ts';
import { PairWalk, type WalkList } from './pair-walk.ts';
import type { GpuPlan } from './plan.ts';
import type { GpuScene, SceneBuffers } from './scene.ts';
import { COLLIDE_CORNERS, COLLIDE_DECIDE, ROWS_PARAMETERS, WANTED_SELF } from './shaders.ts';

/** Lists that the passes make: see AppendLists. */
export type ListName = WalkList | 'crossings' | 'undecided';

export const LIST_BYTES = { entries: 8, candidates: 8, crossings: 8, undecided: 8, uncertain: 4 } as const;

/** Counters reset to 0 when walk and decide are recorded again for other slices. */
export const PAIR_LISTS = ['candidates', 'crossings', 'undecided'] as const satisfies readonly ListName[];

/** Most slices of the walk recorded in one run. */
export const SLICES_PER_RUN = 8;

/** Slices of the entries, walked one after the other into the same list of candidates: their number, and the range to walk. */
export interface Slices {
  readonly total: number;
  readonly from: number;
  readonly to: number;
}

interface Shaders {
  readonly decide: Shader;
  readonly corners: Shader;
}

/** Lists of triangles that the CPU decides exactly. */
export type CornerList = 'undecided' | 'uncertain';

export class CollidePasses {
  readonly #gpu: Gpu;
  readonly #shaders: Shaders;
  readonly #walk: PairWalk;
  readonly #fans: GpuFans;
  readonly #sliceCounts: GrowableBuffer;
  readonly #corners: Readonly<Record<CornerList, GrowableBuffer>>;

  private constructor(gpu: Gpu, shaders: Shaders, walk: PairWalk, fans: GpuFans) {
    this.#gpu = gpu;
    this.#shaders = shaders;
    this.#walk = walk;
    this.#fans = fans;
    const buffer = (label: string) => new GrowableBuffer(gpu.memory, label);
    this.#sliceCounts = buffer('candidates of slices');
    this.#corners = { undecided: buffer('corners of undecided'), uncertain: buffer('corners of uncertain') };
  }

  static async create(gpu: Gpu): Promise<CollidePasses> {
    const constants = { THREADS: gpu.workSizes.plain.threads };
    const [decide, corners, walk, fans] = await Promise.all([
      gpu.compile(COLLIDE_DECIDE, constants),
      gpu.compile(COLLIDE_CORNERS, constants),
      PairWalk.create(gpu, 'fans'),
      GpuFans.create(gpu),
    ]);
    return new CollidePasses(gpu, { decide, corners }, walk, fans);
  }

  /**
   * Records the tile lists, and the fans if neighbours are asked for. The returned function gives the box tests of the walk,
   * counted as weigh.ts does.
   */
  recordImage(
    pass: ComputePass,
    lists: AppendTargets<ListName>,
    scene: GpuScene,
    buffers: SceneBuffers,
    plan: GpuPlan,
  ): () => number {
    const boxTests = this.#walk.recordLists(pass, lists, buffers, plan);
    if (plan.wanted & WANTED_SELF) {
      this.#fans.record(pass, scene, buffers, this.#walk.boxes, plan, this.#walk.parameters(lists, plan));
    }
    return boxTests;
  }

  /**
   * Records walk and decide for some slices, over the image recorded last. Gives the number of candidates per slice; where it exceeds
   * the capacity of the list, the answer is incomplete. Two words each: the second is not 0 above 2^32.
   */
  recordPairs(
    pass: ComputePass,
    lists: AppendTargets<ListName>,
    buffers: SceneBuffers,
    plan: GpuPlan,
    { total, from, to }: Slices,
  ): ReadBack {
    const { vertices, triangles } = buffers;
    const { counters } = lists;
    const found = [lists.buffer('crossings'), lists.buffer('undecided')];
    const decideBuffers = [vertices, triangles, lists.buffer('candidates'), ...found, counters.buffer];
    const own = { crossingsCounter: counters.index('crossings'), undecidedCounter: counters.index('undecided') };
    const sliceCounts = this.#sliceCounts.reserve(8 * SLICES_PER_RUN);
    for (let slice = from; slice < to; slice++) {
      const part = { slice, slices: total };
      if (slice > from) counters.clear(pass, ['candidates']);
      this.#walk.recordWalk(pass, lists, buffers, plan, this.#fans.buffer, part);
      pass.stage('decide');
      const parameters = this.#walk.parameters(lists, plan, part, own);
      this.#walk.dispatchFor(pass, this.#shaders.decide, 'candidates', 1, lists, plan, decideBuffers, parameters);
      pass.copy(counters.buffer, 4 * counters.index('candidates'), sliceCounts, 8 * (slice - from), 8);
    }
    return pass.readBack(sliceCounts, 0, 8 * (to - from));
  }

  /** Records the corners of listed triangles, nine numbers each as uploaded; the list has the given number of words. */
  recordCorners(
    pass: ComputePass,
    lists: AppendTargets<ListName>,
    { vertices, triangles }: SceneBuffers,
    plan: GpuPlan,
    name: CornerList,
    words: number,
  ): ReadBack {
    const corners = this.#corners[name].reserve(36 * words);
    const parameters = ROWS_PARAMETERS.pack([{ count: words, firstRow: 0, kind: 0, total: plan.triangleCount }]);
    const groups = Math.ceil(words / this.#gpu.workSizes.plain.threads);
    pass.stage('corners');
    pass.dispatch(this.#shaders.corners, groups, [vertices, triangles, lists.buffer(name), corners], parameters);
    return pass.readBack(corners, 0, 36 * words);
  }

  /** A failed run may have left anything in the buffers. */
  forget(): void {
    this.#fans.forget();
  }

  /** Releases its buffers. */
  release(): void {
    for (const buffer of [this.#sliceCounts, ...Object.values(this.#corners)]) buffer.release();
    this.#walk.release();
    this.#fans.release();
  }
}
