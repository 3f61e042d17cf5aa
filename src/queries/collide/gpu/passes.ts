/**
 * The passes of `collide` on the GPU, in order: cover (boxes, cells, lengths of the lists), scan, fill, weigh, fans, walk,
 * decide.
 *
 * Promise: at most 13 dispatches for any scene, and four per slice of the walk. Passes over a list that exceeded its capacity do
 * nothing, nor do walk and decide when the walk is too heavy. Walk and decide can be recorded again for other slices.
 */
import type { AppendTargets } from '../../../backend/gpu/append-list.ts';
import { INDIRECT, STORAGE_USAGE } from '../../../backend/gpu/buffer-usage.ts';
import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import { ExclusiveScan } from '../../../backend/gpu/exclusive-scan.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { Shader } from '../../../backend/gpu/pipelines.ts';
import type { ReadBack } from '../../../backend/gpu/read-back.ts';
import { GpuFans } from './fans.ts';
import type { GpuPlan } from './plan.ts';
import type { GpuScene, SceneBuffers } from './scene.ts';
import {
  COLLIDE_CORNERS,
  COLLIDE_COVER,
  COLLIDE_DECIDE,
  COLLIDE_FILL,
  COLLIDE_GROUPS,
  COLLIDE_WALK,
  IMAGE_PARAMETERS,
  LIST_PARAMETERS,
  ROWS_PARAMETERS,
  WANTED_SELF,
} from './shaders.ts';
import { GpuWeigh, unitsOf } from './weigh.ts';

/** Lists that the passes make: see AppendLists. */
export type ListName = 'entries' | 'candidates' | 'crossings' | 'undecided' | 'uncertain';

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
  readonly cover: Shader;
  readonly fill: Shader;
  readonly groups: Shader;
  readonly walk: Shader;
  readonly decide: Shader;
  readonly corners: Shader;
  readonly scan: ExclusiveScan;
}

/** Lists of triangles that the CPU decides exactly. */
export type CornerList = 'undecided' | 'uncertain';

/** About one per entry of the image; a power of two, at least 64. */
function bucketCount(triangleCount: number): number {
  return 2 ** Math.max(6, Math.ceil(Math.log2(2 * triangleCount)));
}

export class CollidePasses {
  readonly #gpu: Gpu;
  readonly #shaders: Shaders;
  readonly #fans: GpuFans;
  readonly #weigh: GpuWeigh;
  readonly #regions: GrowableBuffer;
  readonly #ignored: GrowableBuffer;
  readonly #boxes: GrowableBuffer;
  readonly #cells: GrowableBuffer;
  readonly #groups: GrowableBuffer;
  readonly #sliceCounts: GrowableBuffer;
  readonly #corners: Readonly<Record<CornerList, GrowableBuffer>>;

  private constructor(gpu: Gpu, shaders: Shaders, fans: GpuFans, weigh: GpuWeigh) {
    this.#gpu = gpu;
    this.#shaders = shaders;
    this.#fans = fans;
    this.#weigh = weigh;
    const buffer = (label: string) => new GrowableBuffer(gpu.memory, label);
    this.#regions = buffer('regions');
    this.#ignored = buffer('ignored pairs of objects');
    this.#boxes = buffer('boxes');
    this.#cells = buffer('cells');
    this.#sliceCounts = buffer('candidates of slices');
    this.#corners = { undecided: buffer('corners of undecided'), uncertain: buffer('corners of uncertain') };
    this.#groups = new GrowableBuffer(gpu.memory, 'workgroups', STORAGE_USAGE | INDIRECT);
  }

  static async create(gpu: Gpu): Promise<CollidePasses> {
    const constants = { THREADS: gpu.workSizes.plain.threads };
    const [cover, fill, groups, walk, decide, corners, scan, fans, weigh] = await Promise.all([
      gpu.compile(COLLIDE_COVER, constants),
      gpu.compile(COLLIDE_FILL, constants),
      gpu.compile(COLLIDE_GROUPS, constants),
      gpu.compile(COLLIDE_WALK, constants),
      gpu.compile(COLLIDE_DECIDE, constants),
      gpu.compile(COLLIDE_CORNERS, constants),
      ExclusiveScan.create(gpu),
      GpuFans.create(gpu),
      GpuWeigh.create(gpu),
    ]);
    return new CollidePasses(gpu, { cover, fill, groups, walk, decide, corners, scan }, fans, weigh);
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
    const { cover, fill, scan } = this.#shaders;
    const { vertices, triangles } = buffers;
    const regions = this.#regions.reserve(plan.regions.byteLength);
    pass.upload(regions, plan.regions);
    if (plan.ignored.length > 0) pass.upload(this.#ignored.reserve(plan.ignored.byteLength), plan.ignored);
    const boxes = this.#boxes.reserve(32 * plan.triangleCount);
    const buckets = bucketCount(plan.triangleCount);
    // Followed by their total and a mask of the levels in use.
    const cellsBytes = 4 * (buckets + 2);
    const cells = this.#cells.reserve(cellsBytes);
    const counters = lists.counters.buffer;
    const parameters = this.#parameters(lists, plan, 0, 1);
    const perTriangle = Math.ceil(plan.triangleCount / this.#gpu.workSizes.plain.threads);

    pass.stage('cover');
    pass.clear(cells, 0, cellsBytes);
    const uncertain = lists.buffer('uncertain');
    pass.dispatch(cover, perTriangle, [vertices, triangles, regions, boxes, cells, uncertain, counters], parameters);
    pass.stage('scan');
    scan.record(pass, { data: cells, capacity: buckets, counters, totalIndex: lists.counters.index('entries') });
    pass.stage('fill');
    pass.dispatch(fill, perTriangle, [boxes, cells, lists.buffer('entries')], parameters);
    const boxTests = this.#weigh.record(pass, plan.triangleCount, [boxes, cells], parameters);
    if (plan.wanted & WANTED_SELF) this.#fans.record(pass, scene, buffers, boxes, plan, parameters);
    return boxTests;
  }

  /**
   * Records walk and decide for some slices, over the image recorded last. Gives the number of candidates per slice; where it exceeds
   * the capacity of the list, the answer is incomplete. Two words each: the second is not 0 above 2^32.
   */
  recordPairs(
    pass: ComputePass,
    lists: AppendTargets<ListName>,
    { vertices, triangles }: SceneBuffers,
    plan: GpuPlan,
    { total, from, to }: Slices,
  ): ReadBack {
    const { walk, decide } = this.#shaders;
    const counters = lists.counters.buffer;
    const candidates = lists.buffer('candidates');
    const image = [this.#boxes.reserve(0), this.#cells.reserve(0), lists.buffer('entries')];
    const walkBuffers = [...image, triangles, this.#fans.buffer, this.#ignored.reserve(8), candidates, counters];
    const found = [lists.buffer('crossings'), lists.buffer('undecided')];
    const decideBuffers = [vertices, triangles, candidates, ...found, counters];
    const sliceCounts = this.#sliceCounts.reserve(8 * SLICES_PER_RUN);
    for (let slice = from; slice < to; slice++) {
      const parameters = this.#parameters(lists, plan, slice, total);
      if (slice > from) lists.counters.clear(pass, ['candidates']);
      pass.stage('walk');
      this.#dispatchFor(pass, walk, 'entries', total, lists, plan, walkBuffers, parameters);
      pass.stage('decide');
      this.#dispatchFor(pass, decide, 'candidates', 1, lists, plan, decideBuffers, parameters);
      pass.copy(counters, 4 * lists.counters.index('candidates'), sliceCounts, 8 * (slice - from), 8);
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
    const buffers = [this.#regions, this.#ignored, this.#boxes, this.#cells, this.#groups, this.#sliceCounts];
    for (const buffer of [...buffers, ...Object.values(this.#corners)]) buffer.release();
    this.#shaders.scan.release();
    this.#fans.release();
    this.#weigh.release();
  }

  /** One thread per entry of a list or of one of its slices, as counted by the GPU. */
  #dispatchFor(
    pass: ComputePass,
    shader: Shader,
    name: ListName,
    slices: number,
    lists: AppendTargets<ListName>,
    { boxTestsMost }: GpuPlan,
    buffers: readonly GPUBuffer[],
    parameters: ArrayBuffer,
  ): void {
    const groups = this.#groups.reserve(12);
    const list = {
      counterIndex: lists.counters.index(name),
      capacity: lists.capacity(name),
      slices,
      groupsPerRowMax: this.#gpu.device.limits.maxComputeWorkgroupsPerDimension,
      heaviest: unitsOf(boxTestsMost),
    };
    const counts = [lists.counters.buffer, this.#weigh.buffer];
    pass.dispatch(this.#shaders.groups, 1, [...counts, groups], LIST_PARAMETERS.pack([list]));
    pass.dispatchIndirect(shader, { buffer: groups, offset: 0 }, buffers, parameters);
  }

  #parameters({ counters }: AppendTargets<ListName>, plan: GpuPlan, slice: number, slices: number): ArrayBuffer {
    const { axis, scaleAcross, scaleDown, firstAcross, firstDown, across, down } = plan.grid;
    return IMAGE_PARAMETERS.pack([
      {
        triangleCount: plan.triangleCount,
        vertexCount: plan.vertexCount,
        axis,
        scale: plan.view.scale,
        scaleAcross,
        scaleDown,
        firstAcross,
        firstDown,
        across,
        down,
        bucketMask: bucketCount(plan.triangleCount) - 1,
        rounding: plan.view.rounding,
        wanted: plan.wanted,
        ignoredCount: plan.ignored.length / 2,
        limit: plan.limit,
        slice,
        slices,
        entriesCounter: counters.index('entries'),
        candidatesCounter: counters.index('candidates'),
        crossingsCounter: counters.index('crossings'),
        undecidedCounter: counters.index('undecided'),
        uncertainCounter: counters.index('uncertain'),
      },
    ]);
  }
}
