/** The passes that make a layered depth image on the GPU from loose layers, and those that look things up in it. */

import type { AppendTargets } from '../../../backend/gpu/append-list.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import { ExclusiveScan } from '../../../backend/gpu/exclusive-scan.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import { ListGroups } from '../../../backend/gpu/list-groups.ts';
import type { Shader } from '../../../backend/gpu/pipelines.ts';
import {
  COVER_PARAMETERS,
  GATHER_PARAMETERS,
  LAYERS_COUNT,
  LAYERS_COVER,
  LAYERS_FILL,
  LAYERS_GATHER,
  LAYERS_INSIDE,
  LAYERS_OVERLAP,
  LAYERS_SELF_OVERLAP,
  LAYERS_SORT,
  SORT_PARAMETERS,
} from './layers-shaders.ts';

const SOURCES = {
  cover: LAYERS_COVER,
  gather: LAYERS_GATHER,
  count: LAYERS_COUNT,
  fill: LAYERS_FILL,
  sort: LAYERS_SORT,
  overlap: LAYERS_OVERLAP,
  selfOverlap: LAYERS_SELF_OVERLAP,
  inside: LAYERS_INSIDE,
} as const;
type Shaders = Readonly<Record<keyof typeof SOURCES, Shader>>;

/** Layers as they were found, and those within the volume of interest, pixel by pixel. */
export type LayerList = 'loose' | 'layers';

/** A layer that was drawn: depths in rows of `stride` words. */
export interface DrawnLayer {
  readonly depths: GPUBuffer;
  readonly stride: number;
  readonly enters: boolean;
}

/** How depths become parts of the volume of interest: (depth − front) · perDepth. */
export interface DepthParts {
  readonly front: number;
  readonly perDepth: number;
  readonly slack: number;
}

export class LayerPasses {
  readonly shaders: Shaders;
  readonly #gpu: Gpu;
  readonly #groups: ListGroups;
  readonly #scan: ExclusiveScan;

  private constructor(gpu: Gpu, shaders: Shaders, groups: ListGroups, scan: ExclusiveScan) {
    this.#gpu = gpu;
    this.shaders = shaders;
    this.#groups = groups;
    this.#scan = scan;
  }

  static async create(gpu: Gpu): Promise<LayerPasses> {
    const constants = { THREADS: gpu.workSizes.plain.threads };
    const compiled = Object.entries(SOURCES).map(async ([name, source]) => [
      name,
      await gpu.compile(source, constants),
    ]);
    const shaders = Object.fromEntries(await Promise.all(compiled)) as Shaders;
    return new LayerPasses(gpu, shaders, await ListGroups.create(gpu), await ExclusiveScan.create(gpu));
  }

  groupsFor(items: number): number {
    return Math.ceil(items / this.#gpu.workSizes.plain.threads);
  }

  /** Every triangle adds a layer to each pixel whose centre it covers. */
  recordCover(
    pass: ComputePass,
    lists: AppendTargets<LayerList>,
    size: number,
    corners: GPUBuffer,
    triangleCount: number,
  ): void {
    const parameters = { triangleCount, size, looseCounter: lists.counters.index('loose') };
    const buffers = [lists.counters.buffer, corners, lists.buffer('loose')];
    pass.stage('cover');
    pass.dispatch(this.shaders.cover, this.groupsFor(triangleCount), buffers, COVER_PARAMETERS.pack([parameters]));
  }

  recordGather(pass: ComputePass, lists: AppendTargets<LayerList>, size: number, drawn: readonly DrawnLayer[]): void {
    pass.stage('gather');
    for (const { depths, stride, enters } of drawn) {
      const parameters = { size, stride, enters: Number(enters), looseCounter: lists.counters.index('loose') };
      const buffers = [lists.counters.buffer, depths, lists.buffer('loose')];
      pass.dispatch(this.shaders.gather, this.groupsFor(size ** 2), buffers, GATHER_PARAMETERS.pack([parameters]));
    }
  }

  /** Loose layers by pixel and depth; `ends` has one word more than there are pixels, `windings` one per pixel. */
  recordSort(
    pass: ComputePass,
    lists: AppendTargets<LayerList>,
    pixels: number,
    ends: GPUBuffer,
    windings: GPUBuffer,
    depths: DepthParts,
  ): void {
    const { count, fill, sort } = this.shaders;
    const counters = lists.counters.buffer;
    const looseCounter = lists.counters.index('loose');
    const parameters = SORT_PARAMETERS.pack([{ pixels, looseCounter, ...depths }]);
    const [loose, layers] = [lists.buffer('loose'), lists.buffer('layers')];
    pass.stage('sort');
    pass.clear(ends, 0, 4 * (pixels + 1));
    pass.clear(windings, 0, 4 * pixels);
    this.#groups.dispatch(pass, lists, 'loose', count, [counters, ends, loose, windings], parameters);
    const totalIndex = lists.counters.index('layers');
    this.#scan.record(pass, { data: ends, capacity: pixels, counters, totalIndex });
    this.#groups.dispatch(pass, lists, 'loose', fill, [counters, ends, loose, layers], parameters);
    pass.dispatch(sort, this.groupsFor(pixels), [ends, layers], parameters);
  }
}

const opened = new WeakMap<Gpu, Promise<LayerPasses>>();

/** What layered depth images keep on a device: compiled when it is first asked for. */
export function layersOn(gpu: Gpu): Promise<LayerPasses> {
  const known = opened.get(gpu) ?? LayerPasses.create(gpu);
  opened.set(gpu, known);
  known.catch(() => opened.delete(gpu)); // a later try may have better luck
  return known;
}
