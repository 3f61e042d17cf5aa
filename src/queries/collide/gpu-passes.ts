/**
 * The passes of `collide` on the GPU, in order: cover (boxes, cells, lengths of the lists), scan, fill, walk, decide.
 *
 * Promise: nine dispatches at most, whatever the scene. Passes over a list that did not fit do nothing.
 */
import type { AppendTargets } from '../../gpu/append-list.ts';
import { INDIRECT, STORAGE_USAGE } from '../../gpu/buffer-usage.ts';
import { GrowableBuffer } from '../../gpu/buffers.ts';
import type { ComputePass } from '../../gpu/compute-pass.ts';
import { ExclusiveScan } from '../../gpu/exclusive-scan.ts';
import type { Gpu } from '../../gpu/gpu.ts';
import type { Kernel } from '../../gpu/pipelines.ts';
import {
  COLLIDE_COVER,
  COLLIDE_DECIDE,
  COLLIDE_FILL,
  COLLIDE_GROUPS,
  COLLIDE_WALK,
  IMAGE_PARAMETERS,
  LIST_PARAMETERS,
} from './gpu-kernels.ts';
import type { GpuPlan } from './gpu-plan.ts';
import type { GpuSceneData } from './gpu-scene.ts';

/** Lists that the passes make: see AppendLists. */
export type ListName = 'entries' | 'candidates' | 'crossings' | 'undecided' | 'uncertain';

export const LIST_BYTES = { entries: 8, candidates: 8, crossings: 8, undecided: 8, uncertain: 4 } as const;

interface Kernels {
  readonly cover: Kernel;
  readonly fill: Kernel;
  readonly groups: Kernel;
  readonly walk: Kernel;
  readonly decide: Kernel;
  readonly scan: ExclusiveScan;
}

/** What lies in the buffers of vertices and triangles. */
interface Uploaded {
  readonly scene: GpuSceneData;
  readonly version: number;
  readonly vertices: GPUBuffer;
  readonly triangles: GPUBuffer;
}

/** About one for each entry of the image; a power of two, 64 at least. */
function bucketCount(triangleCount: number): number {
  return 2 ** Math.max(6, Math.ceil(Math.log2(2 * triangleCount)));
}

export class CollidePasses {
  readonly #gpu: Gpu;
  readonly #kernels: Kernels;
  readonly #vertices: GrowableBuffer;
  readonly #triangles: GrowableBuffer;
  readonly #regions: GrowableBuffer;
  readonly #boxes: GrowableBuffer;
  readonly #cells: GrowableBuffer;
  readonly #groups: GrowableBuffer;
  #uploaded: Uploaded | undefined;

  private constructor(gpu: Gpu, kernels: Kernels) {
    this.#gpu = gpu;
    this.#kernels = kernels;
    const buffer = (label: string) => new GrowableBuffer(gpu.memory, label);
    this.#vertices = buffer('vertices');
    this.#triangles = buffer('triangles');
    this.#regions = buffer('regions');
    this.#boxes = buffer('boxes');
    this.#cells = buffer('cells');
    this.#groups = new GrowableBuffer(gpu.memory, 'workgroups', STORAGE_USAGE | INDIRECT);
  }

  static async create(gpu: Gpu): Promise<CollidePasses> {
    const constants = { THREADS: gpu.workSizes.plain.threads };
    const [cover, fill, groups, walk, decide, scan] = await Promise.all([
      gpu.compile(COLLIDE_COVER, constants),
      gpu.compile(COLLIDE_FILL, constants),
      gpu.compile(COLLIDE_GROUPS, constants),
      gpu.compile(COLLIDE_WALK, constants),
      gpu.compile(COLLIDE_DECIDE, constants),
      ExclusiveScan.create(gpu),
    ]);
    return new CollidePasses(gpu, { cover, fill, groups, walk, decide, scan });
  }

  /** Records all passes. Lists that fall short are told by their counters; then all is to be recorded again. */
  record(pass: ComputePass, lists: AppendTargets<ListName>, plan: GpuPlan): void {
    const { scene } = plan;
    const { cover, fill, walk, decide, scan } = this.#kernels;
    const { vertices, triangles } = this.#upload(pass, scene);
    const regions = this.#regions.reserve(plan.regions.byteLength);
    pass.upload(regions, plan.regions);
    const boxes = this.#boxes.reserve(32 * scene.triangleCount);
    const buckets = bucketCount(scene.triangleCount);
    // Behind them their total, and which levels are used.
    const cellsBytes = 4 * (buckets + 2);
    const cells = this.#cells.reserve(cellsBytes);
    const counters = lists.counters.buffer;
    const parameters = this.#parameters(lists, plan);
    const perTriangle = Math.ceil(scene.triangleCount / this.#gpu.workSizes.plain.threads);

    pass.stage('cover');
    pass.clear(cells, 0, cellsBytes);
    const uncertain = lists.buffer('uncertain');
    pass.dispatch(cover, perTriangle, [vertices, triangles, regions, boxes, cells, uncertain, counters], parameters);
    pass.stage('scan');
    scan.record(pass, {
      data: cells,
      capacity: buckets,
      counters,
      totalIndex: lists.counters.index('entries'),
    });
    pass.stage('fill');
    const entries = lists.buffer('entries');
    pass.dispatch(fill, perTriangle, [boxes, cells, entries], parameters);
    if (plan.wanted === 0) return;
    pass.stage('walk');
    const candidates = lists.buffer('candidates');
    const walkBuffers = [boxes, cells, entries, candidates, counters];
    this.#dispatchFor(pass, walk, 'entries', lists, walkBuffers, parameters);
    pass.stage('decide');
    const decideBuffers = [
      vertices,
      triangles,
      candidates,
      lists.buffer('crossings'),
      lists.buffer('undecided'),
      counters,
    ];
    this.#dispatchFor(pass, decide, 'candidates', lists, decideBuffers, parameters);
  }

  /** Gives back the memory it works in. */
  release(): void {
    const inputs = [this.#vertices, this.#triangles, this.#regions];
    for (const buffer of [...inputs, this.#boxes, this.#cells, this.#groups]) buffer.release();
    this.#kernels.scan.release();
  }

  /** One thread for each entry of a list, as many as the GPU has counted. */
  #dispatchFor(
    pass: ComputePass,
    kernel: Kernel,
    name: ListName,
    lists: AppendTargets<ListName>,
    buffers: readonly GPUBuffer[],
    parameters: ArrayBuffer,
  ): void {
    const groups = this.#groups.reserve(12);
    const list = {
      counterIndex: lists.counters.index(name),
      capacity: lists.capacity(name),
      groupsPerRowMax: this.#gpu.device.limits.maxComputeWorkgroupsPerDimension,
    };
    pass.dispatch(this.#kernels.groups, 1, [lists.counters.buffer, groups], LIST_PARAMETERS.pack([list]));
    pass.dispatchIndirect(kernel, { buffer: groups, offset: 0 }, buffers, parameters);
  }

  #parameters({ counters }: AppendTargets<ListName>, { scene, grid, wanted }: GpuPlan): ArrayBuffer {
    const { axis, scaleAcross, scaleDown, firstAcross, firstDown, across, down } = grid;
    return IMAGE_PARAMETERS.pack([
      {
        triangleCount: scene.triangleCount,
        axis,
        scaleAcross,
        scaleDown,
        firstAcross,
        firstDown,
        across,
        down,
        bucketMask: bucketCount(scene.triangleCount) - 1,
        rounding: scene.image.rounding,
        wanted,
        entriesCounter: counters.index('entries'),
        candidatesCounter: counters.index('candidates'),
        crossingsCounter: counters.index('crossings'),
        undecidedCounter: counters.index('undecided'),
        uncertainCounter: counters.index('uncertain'),
      },
    ]);
  }

  /** Uploads what is not there yet. */
  #upload(pass: ComputePass, scene: GpuSceneData): { vertices: GPUBuffer; triangles: GPUBuffer } {
    const vertices = this.#vertices.reserve(16 * scene.vertexCount);
    const triangles = this.#triangles.reserve(16 * scene.triangleCount);
    const before = this.#uploaded;
    const isSame = before?.scene === scene;
    if (!isSame || before.triangles !== triangles) pass.upload(triangles, scene.triangles);
    if (!isSame || before.vertices !== vertices || before.version !== scene.version) {
      pass.upload(vertices, scene.image.coordinates);
    }
    this.#uploaded = { scene, version: scene.version, vertices, triangles };
    return { vertices, triangles };
  }
}
