/**
 * The colliding triangles of common voxels on the GPU: lists of triangles by voxel, counted, allocated and filled; their pairs; what
 * `collide`'s shader says of each. What single precision leaves open is decided by the kernels.
 *
 * Promise: the pairs and kinds of wasm. Lists grow, and the run is repeated, until each has held all that belongs to it.
 */

import { AppendLists, type AppendTargets } from '../../../backend/gpu/append-list.ts';
import { GrowableBuffer } from '../../../backend/gpu/buffers.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import { ExclusiveScan } from '../../../backend/gpu/exclusive-scan.ts';
import type { Gpu, RunOptions } from '../../../backend/gpu/gpu.ts';
import { ListGroups } from '../../../backend/gpu/list-groups.ts';
import type { Shader } from '../../../backend/gpu/pipelines.ts';
import type { ReadBack } from '../../../backend/gpu/read-back.ts';
import { readWhole } from '../../../backend/gpu/read-whole.ts';
import type { SlabPlan, SlabRange } from '../backend.ts';
import {
  IDENTIFY_COMMON,
  IDENTIFY_COUNT,
  IDENTIFY_DECIDE,
  IDENTIFY_FILL,
  IDENTIFY_MARK,
  IDENTIFY_PAIRS,
  IDENTIFY_PARAMETERS,
} from './identify-shaders.ts';
import { PARTS, type SelectedParts, slabWords, type VoxelList, type VoxelPasses } from './passes.ts';
import { PATCH_PARAMETERS } from './shaders.ts';

const SOURCES = {
  common: IDENTIFY_COMMON,
  count: IDENTIFY_COUNT,
  fill: IDENTIFY_FILL,
  pairs: IDENTIFY_PAIRS,
  mark: IDENTIFY_MARK,
  decide: IDENTIFY_DECIDE,
} as const;
type Shaders = Readonly<Record<keyof typeof SOURCES, Shader>>;

/** Triangles by voxel; pairs of them, some more than once; those that certainly cross, those that are not decided. */
type IdentifyList = 'entries' | 'pairs' | 'crossings' | 'undecided';

const READ = ['crossings', 'undecided'] as const;
/** Initial capacity per common voxel. */
const ENTRIES_PER_VOXEL = 6;
const PAIRS_PER_VOXEL = 8;
const ENTRIES_MIN = 4096;
/** Pairs that are read back with their number at least; how much more than last time. */
const READ_MIN = 256;
const READ_MARGIN = 1.25;

/** What a slab is identified by. */
export interface IdentifiedSlab {
  readonly passes: VoxelPasses;
  readonly lists: AppendLists<VoxelList>;
  readonly plan: SlabPlan;
  readonly range: SlabRange;
  /** Common voxels of the slab. */
  readonly common: number;
  /** Where the second object's vertices begin among those in steps, and its triangles among all. */
  readonly stepsAt: number;
  readonly secondStart: number;
  /** Records the parts of both objects. */
  readonly select: (pass: ComputePass) => readonly [SelectedParts, SelectedParts];
}

/** Pairs, two triangle numbers each, the second object's behind the first's. */
export interface IdentifiedPairs {
  readonly crossings: Uint32Array;
  readonly undecided: Uint32Array;
  readonly entries: number;
  readonly tests: number;
}

export class IdentifyPasses {
  readonly #gpu: Gpu;
  readonly #shaders: Shaders;
  readonly #groups: ListGroups;
  readonly #scan: ExclusiveScan;
  readonly #common: GrowableBuffer;
  readonly #ranks: GrowableBuffer;
  readonly #starts: GrowableBuffer;
  readonly #table: GrowableBuffer;
  #lists: AppendLists<IdentifyList> | undefined;
  #lengths: Readonly<Record<(typeof READ)[number], number>> = { crossings: 0, undecided: 0 };

  private constructor(gpu: Gpu, shaders: Shaders, groups: ListGroups, scan: ExclusiveScan) {
    this.#gpu = gpu;
    this.#shaders = shaders;
    this.#groups = groups;
    this.#scan = scan;
    const buffer = (label: string) => new GrowableBuffer(gpu.memory, label);
    this.#common = buffer('common voxels');
    this.#ranks = buffer('ranks of common voxels');
    this.#starts = buffer('lists of common voxels');
    this.#table = buffer('table of pairs');
  }

  static async create(gpu: Gpu): Promise<IdentifyPasses> {
    const constants = { THREADS: gpu.workSizes.plain.threads };
    const compiled = Object.entries(SOURCES).map(async ([name, source]) => [
      name,
      await gpu.compile(source, constants),
    ]);
    const shaders = Object.fromEntries(await Promise.all(compiled)) as Shaders;
    return new IdentifyPasses(gpu, shaders, await ListGroups.create(gpu), await ExclusiveScan.create(gpu));
  }

  async run(slab: IdentifiedSlab, options: RunOptions): Promise<IdentifiedPairs> {
    this.#lists ??= new AppendLists(this.#gpu.memory, {
      entries: { bytesPerEntry: 4, capacity: ENTRIES_MIN },
      pairs: { bytesPerEntry: 8, capacity: ENTRIES_MIN },
      crossings: { bytesPerEntry: 8, capacity: ENTRIES_MIN },
      undecided: { bytesPerEntry: 8, capacity: ENTRIES_MIN },
    });
    const lists = this.#lists;
    await this.#reserve(lists, slab.common, options);
    const record = (pass: ComputePass, targets: AppendTargets<IdentifyList>) => this.#record(pass, targets, slab);
    const { result, counts } = await lists.run(this.#gpu, record, options);
    this.#lengths = counts;
    const crossings = await readWhole(this.#gpu, lists.buffer('crossings'), result[0], 2 * counts.crossings, options);
    const undecided = await readWhole(this.#gpu, lists.buffer('undecided'), result[1], 2 * counts.undecided, options);
    return { crossings, undecided, entries: counts.entries, tests: counts.pairs };
  }

  /** About as much as will be needed, so that runs are seldom repeated. */
  async #reserve(lists: AppendLists<IdentifyList>, common: number, options: RunOptions): Promise<void> {
    const counts = {
      entries: ENTRIES_PER_VOXEL * common,
      pairs: PAIRS_PER_VOXEL * common,
      crossings: common,
      undecided: 0,
    };
    const short = (Object.keys(counts) as IdentifyList[]).filter((name) => counts[name] > lists.capacity(name));
    if (short.length > 0) await lists.grow(this.#gpu, { short, counts }, { purpose: options.purpose });
  }

  #record(pass: ComputePass, lists: AppendTargets<IdentifyList>, slab: IdentifiedSlab): readonly ReadBack[] {
    slab.lists.counters.clear(pass, [...PARTS, 'large']);
    const objects = slab.select(pass);
    pass.stage('identify');
    this.#recordLists(pass, lists, slab, objects);
    this.#recordPairs(pass, lists, slab, objects);
    return READ.map((name) => {
      const wanted = Math.max(READ_MIN, Math.ceil(this.#lengths[name] * READ_MARGIN));
      return pass.readBack(lists.buffer(name), 0, 8 * Math.min(lists.capacity(name), wanted));
    });
  }

  /** Triangles of both objects by common voxel: how many, where each list begins, then the triangles. */
  #recordLists(
    pass: ComputePass,
    lists: AppendTargets<IdentifyList>,
    slab: IdentifiedSlab,
    objects: readonly SelectedParts[],
  ): void {
    const { passes, plan, range } = slab;
    const { counters } = lists;
    const words = slabWords(plan, range);
    const common = this.#common.reserve(4 * words);
    const ranks = this.#ranks.reserve(4 * (words + 1));
    const listCount = 2 * slab.common;
    const starts = this.#starts.reserve(4 * (listCount + 1));
    pass.clear(starts, 0, 4 * (listCount + 1));
    pass.dispatch(
      this.#shaders.common,
      Math.ceil(words / this.#gpu.workSizes.plain.threads),
      [passes.bitsOf(0), passes.bitsOf(1), common, ranks],
      PATCH_PARAMETERS.pack([{ count: words }]),
    );
    this.#scan.record(pass, { data: ranks, capacity: words });
    const onParts = (shader: Shader, more: readonly GPUBuffer[]) => {
      for (const [which, { parts }] of objects.entries()) {
        const buffers = [...parts, common, ranks, starts, ...more];
        const parameters = passes.partsParameters(slab.lists, which, plan, range);
        passes.dispatchParts(pass, slab.lists, which, shader, buffers, parameters);
      }
    };
    onParts(this.#shaders.count, []);
    const totalIndex = counters.index('entries');
    this.#scan.record(pass, { data: starts, capacity: listCount, counters: counters.buffer, totalIndex });
    onParts(this.#shaders.fill, [lists.buffer('entries')]);
  }

  /** Pairs of triangles that are listed in the same voxel, and what is certain of them. */
  #recordPairs(
    pass: ComputePass,
    lists: AppendTargets<IdentifyList>,
    { common, stepsAt, secondStart }: IdentifiedSlab,
    [first, second]: readonly SelectedParts[],
  ): void {
    const { pairs: find, mark, decide } = this.#shaders;
    const counters = lists.counters.buffer;
    const places = 2 ** Math.ceil(Math.log2(lists.capacity('pairs')));
    const parameters = IDENTIFY_PARAMETERS.pack([
      {
        lists: 2 * common,
        stepsAt,
        secondStart,
        tableMask: places - 1,
        entriesCounter: lists.counters.index('entries'),
        pairsCounter: lists.counters.index('pairs'),
        crossingsCounter: lists.counters.index('crossings'),
        undecidedCounter: lists.counters.index('undecided'),
      },
    ]);
    const meshes = [second.all, first.parts[1], second.parts[1]];
    const pairs = lists.buffer('pairs');
    const inVoxels = [this.#starts.reserve(4), lists.buffer('entries'), ...meshes, pairs, counters];
    this.#groups.dispatch(pass, lists, 'entries', find, inVoxels, parameters);
    const table = this.#table.reserve(4 * places);
    pass.clear(table, 0, 4 * places);
    this.#groups.dispatch(pass, lists, 'pairs', mark, [pairs, counters, table], parameters);
    const found = [lists.buffer('crossings'), lists.buffer('undecided')];
    this.#groups.dispatch(pass, lists, 'pairs', decide, [pairs, table, ...meshes, ...found, counters], parameters);
  }
}

const opened = new WeakMap<Gpu, Promise<IdentifyPasses>>();

/** What identifying keeps on a device: compiled when it is first asked for. */
export function identifyOn(gpu: Gpu): Promise<IdentifyPasses> {
  const known = opened.get(gpu) ?? IdentifyPasses.create(gpu);
  opened.set(gpu, known);
  known.catch(() => opened.delete(gpu)); // a later try may have better luck
  return known;
}
