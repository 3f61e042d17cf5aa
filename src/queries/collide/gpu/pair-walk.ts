/**
 * Pairs of triangles whose boxes overlap, found by the tile lists on the GPU: cover (boxes, cells, lengths of the lists), scan, fill, weigh,
 * walk. `collide` decides them afterwards, `cull` looks at them in its views.
 *
 * Promise: no pair is lost. A walk over a list that exceeded its capacity does nothing, nor does one that was found too heavy (weigh.ts).
 */
import { INDIRECT, STORAGE_USAGE } from '../../../backend/gpu/buffer-usage.ts';
import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import { ExclusiveScan } from '../../../backend/gpu/exclusive-scan.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { Shader } from '../../../backend/gpu/pipelines.ts';
import type { GpuPlan } from './plan.ts';
import type { SceneBuffers } from './scene.ts';
import {
  COLLIDE_COVER,
  COLLIDE_FILL,
  COLLIDE_GROUPS,
  COLLIDE_WALK,
  COLLIDE_WALK_APART,
  IMAGE_PARAMETERS,
  type ImageParameters,
  LIST_PARAMETERS,
} from './shaders.ts';
import { GpuWeigh, unitsOf } from './weigh.ts';

/** Lists that the walk needs: see AppendLists. `uncertain` are triangles that may have no area. */
export type WalkList = 'entries' | 'candidates' | 'uncertain';

/** Their buffers; the caller may have further lists. */
export interface WalkTargets {
  readonly counters: { readonly buffer: GPUBuffer; index(name: WalkList): number };
  buffer(name: WalkList): GPUBuffer;
  capacity(name: WalkList): number;
}

/** A slice of the entries, and the number of slices. */
export interface Slice {
  readonly slice: number;
  readonly slices: number;
}

/** Those parameters shared by all shaders of an image that the caller sets. */
export type OwnParameters = Pick<ImageParameters, 'crossingsCounter' | 'undecidedCounter'>;

interface Shaders {
  readonly cover: Shader;
  readonly fill: Shader;
  readonly groups: Shader;
  readonly walk: Shader;
  readonly scan: ExclusiveScan;
}

const NO_OTHERS: OwnParameters = { crossingsCounter: 0, undecidedCounter: 0 };
const WHOLE: Slice = { slice: 0, slices: 1 };

/** About one per entry of the image; a power of two, at least 64. */
function bucketCount(triangleCount: number): number {
  return 2 ** Math.max(6, Math.ceil(Math.log2(2 * triangleCount)));
}

export class PairWalk {
  readonly #gpu: Gpu;
  readonly #shaders: Shaders;
  readonly #weigh: GpuWeigh;
  readonly #regions: GrowableBuffer;
  readonly #ignored: GrowableBuffer;
  readonly #boxes: GrowableBuffer;
  readonly #cells: GrowableBuffer;
  readonly #groups: GrowableBuffer;

  private constructor(gpu: Gpu, shaders: Shaders, weigh: GpuWeigh) {
    this.#gpu = gpu;
    this.#shaders = shaders;
    this.#weigh = weigh;
    const buffer = (label: string) => new GrowableBuffer(gpu.memory, label);
    this.#regions = buffer('regions');
    this.#ignored = buffer('ignored pairs of objects');
    this.#boxes = buffer('boxes');
    this.#cells = buffer('cells');
    this.#groups = new GrowableBuffer(gpu.memory, 'workgroups', STORAGE_USAGE | INDIRECT);
  }

  /** Triangles that share a vertex are left out: where its fan is certified (`fans`), or always. */
  static async create(gpu: Gpu, neighbours: 'fans' | 'none'): Promise<PairWalk> {
    const constants = { THREADS: gpu.workSizes.plain.threads };
    const [cover, fill, groups, walk, scan, weigh] = await Promise.all([
      gpu.compile(COLLIDE_COVER, constants),
      gpu.compile(COLLIDE_FILL, constants),
      gpu.compile(COLLIDE_GROUPS, constants),
      gpu.compile(neighbours === 'fans' ? COLLIDE_WALK : COLLIDE_WALK_APART, constants),
      ExclusiveScan.create(gpu),
      GpuWeigh.create(gpu),
    ]);
    return new PairWalk(gpu, { cover, fill, groups, walk, scan }, weigh);
  }

  /** Boxes of all triangles, as recorded last (image.wgsl.ts). */
  get boxes(): GPUBuffer {
    return this.#boxes.reserve(0);
  }

  /** The box tests that the walk would make, as recorded last: in units of weigh.ts, and a word that is not 0 for more than 2^32. */
  get weighed(): GPUBuffer {
    return this.#weigh.buffer;
  }

  /** Bytes of its buffers. */
  get bytes(): number {
    const buffers = [this.#regions, this.#ignored, this.#boxes, this.#cells, this.#groups];
    return buffers.reduce((sum, { capacityBytes }) => sum + capacityBytes, 0);
  }

  /** Records the tile lists. The returned function gives the box tests of the walk, counted as weigh.ts does. */
  recordLists(
    pass: ComputePass,
    lists: WalkTargets,
    { vertices, triangles }: SceneBuffers,
    plan: GpuPlan,
  ): () => number {
    const { cover, fill, scan } = this.#shaders;
    const regions = this.#regions.reserve(plan.regions.byteLength);
    pass.upload(regions, plan.regions);
    if (plan.ignored.length > 0) pass.upload(this.#ignored.reserve(plan.ignored.byteLength), plan.ignored);
    const boxes = this.#boxes.reserve(32 * plan.triangleCount);
    const buckets = bucketCount(plan.triangleCount);
    // Followed by their total and a mask of the levels in use.
    const cellsBytes = 4 * (buckets + 2);
    const cells = this.#cells.reserve(cellsBytes);
    const counters = lists.counters.buffer;
    const parameters = this.parameters(lists, plan);
    const perTriangle = Math.ceil(plan.triangleCount / this.#gpu.workSizes.plain.threads);

    pass.stage('cover');
    pass.clear(cells, 0, cellsBytes);
    const uncertain = lists.buffer('uncertain');
    pass.dispatch(cover, perTriangle, [vertices, triangles, regions, boxes, cells, uncertain, counters], parameters);
    pass.stage('scan');
    scan.record(pass, { data: cells, capacity: buckets, counters, totalIndex: lists.counters.index('entries') });
    pass.stage('fill');
    pass.dispatch(fill, perTriangle, [boxes, cells, lists.buffer('entries')], parameters);
    return this.#weigh.record(pass, plan.triangleCount, [boxes, cells], parameters);
  }

  /** Records the walk over the lists recorded last, or a slice of them; `fans` where the walk was made for them. */
  recordWalk(
    pass: ComputePass,
    lists: WalkTargets,
    { triangles }: SceneBuffers,
    plan: GpuPlan,
    fans?: GPUBuffer,
    slice: Slice = WHOLE,
  ): void {
    const image = [this.#boxes.reserve(0), this.#cells.reserve(0), lists.buffer('entries'), triangles];
    const found = [this.#ignored.reserve(8), lists.buffer('candidates'), lists.counters.buffer];
    const buffers = [...image, ...found, ...(fans ? [fans] : [])];
    pass.stage('walk');
    const parameters = this.parameters(lists, plan, slice);
    this.dispatchFor(pass, this.#shaders.walk, 'entries', slice.slices, lists, plan, buffers, parameters);
  }

  /** One thread per entry of a list or of one of its slices, as counted by the GPU. */
  dispatchFor(
    pass: ComputePass,
    shader: Shader,
    name: WalkList,
    slices: number,
    lists: WalkTargets,
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

  parameters(
    { counters }: WalkTargets,
    plan: GpuPlan,
    slice: Slice = WHOLE,
    own: OwnParameters = NO_OTHERS,
  ): ArrayBuffer {
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
        growth: plan.growth,
        wanted: plan.wanted,
        ignoredCount: plan.ignored.length / 2,
        limit: plan.limit,
        ...slice,
        entriesCounter: counters.index('entries'),
        candidatesCounter: counters.index('candidates'),
        uncertainCounter: counters.index('uncertain'),
        ...own,
      },
    ]);
  }

  /** Releases its buffers. */
  release(): void {
    for (const buffer of [this.#regions, this.#ignored, this.#boxes, this.#cells, this.#groups]) buffer.release();
    this.#shaders.scan.release();
    this.#weigh.release();
  }
}
