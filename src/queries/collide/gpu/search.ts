/**
 * Finds pairs on the GPU: those that certainly cross, those that single precision cannot decide, and the triangles that may
 * have no area.
 *
 * Promise: nothing is lost. A list that turns out too short is grown and the run repeated; candidates are worked off in
 * slices, so that their list stays short whatever the scene. When lists and slices are as last time, one submission and
 * one read-back.
 */

import type { AppendLists, ListsRun } from '../../../backend/gpu/append-list.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import type { Gpu, RunOptions } from '../../../backend/gpu/gpu.ts';
import type { ReadBack } from '../../../backend/gpu/read-back.ts';
import {
  BOUNDS_WORDS,
  type PositionBounds,
  type ResidentPositions,
  readBounds,
} from '../../../backend/gpu/resident-positions.ts';
import type { Tally } from '../../../backend/gpu/tally.ts';
import { EngineError } from '../../../errors.ts';
import { positionsOnGpu } from '../../resident.ts';
import { type CollideLists, isComplete, type ListCounts, type ListReads, readLists, wordsOf } from './lists.ts';
import {
  type CollidePasses,
  type CornerList,
  LIST_BYTES,
  type ListName,
  PAIR_LISTS,
  SLICES_PER_RUN,
  type Slices,
} from './passes.ts';
import type { GpuPlan } from './plan.ts';
import type { GpuScene, SceneBuffers } from './scene.ts';

/** Pairs of triangles, two words each, the lower first, in no order; and single triangles. */
export interface GpuFindings {
  readonly crossings: readonly Uint32Array[];
  readonly undecided: readonly Uint32Array[];
  readonly uncertain: Uint32Array;
  /** Nine coordinates of each triangle of `undecided` and of `uncertain`, where positions are only on the GPU. */
  readonly undecidedCorners: readonly Float32Array[];
  readonly uncertainCorners: Float32Array;
  /** Bounds of the positions that are only on the GPU, in the order of the objects. */
  readonly bounds: readonly PositionBounds[];
  /** How long the lists are after the last run. */
  readonly counts: ListCounts;
  /** Entries of the image, and pairs whose boxes overlap. */
  readonly entryCount: number;
  readonly candidateCount: number;
  readonly undecidedCount: number;
  /** The walk is too heavy for a GPU and was not done: pairs and degenerate triangles are not known. */
  readonly isTooHeavy: boolean;
}

export interface SearchTools {
  readonly gpu: Gpu;
  readonly passes: CollidePasses;
  readonly lists: CollideLists;
}

export interface SearchOptions {
  readonly tally: Tally;
  readonly signal: AbortSignal | undefined;
  /** Called between runs, if there is more than one, with the part of the slices that is done. */
  readonly onProgress: ((done: number) => void) | undefined;
  /** Leaves what is found in the lists and reads none of it; pairs that do not fit one list are then refused. */
  readonly leaves: boolean;
}

interface Reads {
  readonly lists: ListReads;
  readonly corners: Readonly<Record<CornerList, ReadBack>> | undefined;
}

interface Recorded {
  readonly reads: Reads;
  readonly sliceCounts: ReadBack | undefined;
  readonly bounds: readonly ReadBack[];
  /** For runs that make the image. */
  readonly boxTests: (() => number) | undefined;
}

type Run = ListsRun<ListName, Recorded>;

/** One query: the runs that it takes until every list has held all that belongs to it. */
export class GpuSearch {
  readonly #gpu: Gpu;
  readonly #passes: CollidePasses;
  readonly #sizes: CollideLists;
  readonly #lists: AppendLists<ListName>;
  readonly #scene: GpuScene;
  readonly #plan: GpuPlan;
  readonly #upload: (pass: ComputePass) => SceneBuffers;
  readonly #options: SearchOptions;
  readonly #runOptions: RunOptions;
  readonly #onGpu: readonly ResidentPositions[];
  #crossings: Uint32Array[] = [];
  #undecided: Uint32Array[] = [];
  #undecidedCorners: Float32Array[] = [];
  #candidateCount = 0;

  constructor(
    { gpu, passes, lists }: SearchTools,
    scene: GpuScene,
    plan: GpuPlan,
    upload: (pass: ComputePass) => SceneBuffers,
    options: SearchOptions,
  ) {
    this.#gpu = gpu;
    this.#passes = passes;
    this.#sizes = lists;
    this.#lists = lists.reserve(plan.triangleCount);
    this.#scene = scene;
    this.#plan = plan;
    this.#upload = upload;
    this.#options = options;
    this.#onGpu = plan.list.flatMap(({ object }) => positionsOnGpu(object) ?? []);
    this.#runOptions = { purpose: 'a collision query', tally: options.tally, measure: true };
  }

  async run(): Promise<GpuFindings> {
    let slices: Slices | undefined = this.#slicesFrom(
      0,
      this.#options.leaves ? Math.min(this.#sizes.slices, SLICES_PER_RUN) : this.#sizes.slices,
    );
    let run = await this.#runImage(slices);
    const { entries } = run.counts;
    const boxTests = run.result.boxTests?.() ?? 0;
    const isTooHeavy = boxTests > this.#plan.boxTestsMost;
    if (!isTooHeavy) run = await this.#readAll(run);
    const uncertain = wordsOf(run.result.reads.lists, run.counts, 'uncertain');
    const uncertainCorners = cornersOf(run.result.reads, 'uncertain', uncertain);
    const bounds = run.result.bounds.map((read) => readBounds(read.u32));
    while (slices && !isTooHeavy) {
      slices = await this.#judge(slices, run);
      if (!slices) break;
      this.#options.signal?.throwIfAborted();
      this.#options.onProgress?.(slices.from / slices.total);
      run = await this.#readAll(await this.#runOnce(slices, false));
    }
    if (!this.#options.leaves && !isTooHeavy)
      this.#sizes.remember({ ...run.counts, entries, uncertain: uncertain.length });
    return {
      crossings: this.#crossings,
      undecided: this.#undecided,
      uncertain,
      undecidedCorners: this.#undecidedCorners,
      uncertainCorners,
      bounds,
      counts: run.counts,
      entryCount: entries,
      candidateCount: this.#candidateCount,
      undecidedCount: this.#options.leaves ? run.counts.undecided : countPairs(this.#undecided),
      isTooHeavy,
    };
  }

  /** The first run, which makes the image, until that has fitted. */
  async #runImage(slices: Slices): Promise<Run> {
    for (;;) {
      this.#options.signal?.throwIfAborted();
      const run = await this.#runOnce(slices, true);
      const short = run.short.filter((name) => name === 'entries' || name === 'uncertain');
      if (short.length === 0) return run;
      await this.#grow(run.counts, short);
    }
  }

  #runOnce(slices: Slices, withImage: boolean): Promise<Run> {
    const record = (pass: ComputePass): Recorded => {
      const buffers = this.#upload(pass);
      const boxTests = withImage
        ? this.#passes.recordImage(pass, this.#lists, this.#scene, buffers, this.#plan)
        : undefined;
      const asksForPairs = this.#plan.wanted !== 0;
      const sliceCounts = asksForPairs
        ? this.#passes.recordPairs(pass, this.#lists, buffers, this.#plan, slices)
        : undefined;
      const bounds = this.#onGpu.map((positions) => pass.readBack(positions.bounds, 0, 4 * BOUNDS_WORDS));
      return { reads: this.#recordReads(pass, buffers), sliceCounts, bounds, boxTests };
    };
    return this.#lists.runOnce(this.#gpu, record, this.#runOptions, withImage ? undefined : PAIR_LISTS);
  }

  #recordReads(pass: ComputePass, buffers: SceneBuffers, counts?: ListCounts): Reads {
    const lengths = this.#options.leaves ? NO_COUNTS : this.#sizes.readLengths(this.#lists, counts);
    const lists = readLists(pass, this.#lists, lengths);
    if (this.#onGpu.length === 0 || this.#options.leaves) return { lists, corners: undefined };
    const corners = (name: CornerList) => {
      const words = (lengths[name] * LIST_BYTES[name]) / 4;
      return this.#passes.recordCorners(pass, this.#lists, buffers, this.#plan, name, words);
    };
    return { lists, corners: { undecided: corners('undecided'), uncertain: corners('uncertain') } };
  }

  /** The same run with all that is to be taken from its lists, read again if more has come than was expected. */
  async #readAll(run: Run): Promise<Run> {
    if (this.#options.leaves) return run;
    // Pairs that did not fit are found again in the next run.
    const wanted = run.short.length === 0 ? run.counts : { ...run.counts, crossings: 0, undecided: 0 };
    if (isComplete(run.result.reads.lists, wanted)) return run;
    const reads = await this.#gpu.run((pass) => this.#recordReads(pass, this.#upload(pass), wanted), this.#runOptions);
    return { ...run, result: { ...run.result, reads } };
  }

  /** Takes what the run has found, unless something did not fit; says what is to be run next, if anything. */
  async #judge(slices: Slices, run: Run): Promise<Slices | undefined> {
    const { counts } = run;
    const candidates = sliceCandidates(run.result.sliceCounts);
    const capacity = this.#lists.capacity('candidates');
    if (candidates.some((count) => count > capacity)) return this.#moreSlices(slices, candidates, capacity);
    const short = run.short.filter((name) => name === 'crossings' || name === 'undecided');
    if (short.length > 0) {
      const fits = short.every((name) => counts[name] <= this.#sizes.most(name));
      if (fits || slices.total >= counts.entries || this.#options.leaves) {
        await this.#grow(counts, short);
        return slices;
      }
      this.#options.tally.reruns++;
      return slices.to - slices.from > 1 ? { ...slices, to: slices.from + 1 } : this.#startAgain(2 * slices.total);
    }
    const { reads } = run.result;
    const undecided = wordsOf(reads.lists, counts, 'undecided');
    this.#crossings.push(wordsOf(reads.lists, counts, 'crossings'));
    this.#undecided.push(undecided);
    this.#undecidedCorners.push(cornersOf(reads, 'undecided', undecided));
    for (const count of candidates) this.#candidateCount += count;
    this.#sizes.slices = slices.total;
    const isEnough = slices.to === slices.total || countPairs(this.#crossings) >= this.#plan.limit;
    return isEnough ? undefined : this.#slicesFrom(slices.to, slices.total);
  }

  /** Candidates did not fit: more slices, and a longer list if they would be too many. */
  async #moreSlices(slices: Slices, candidates: readonly number[], capacity: number): Promise<Slices> {
    if (this.#options.leaves) return this.#fitIntoOneRun(slices, candidates);
    const share = (slices.to - slices.from) / slices.total;
    const expected = candidates.reduce((sum, count) => sum + Math.min(count, 2 ** 33), 0) / share;
    const wanted = this.#sizes.arrange(expected, capacity);
    if (wanted.capacity > capacity) {
      await this.#grow({ ...NO_COUNTS, candidates: wanted.capacity }, ['candidates']);
    } else this.#options.tally.reruns++;
    return this.#startAgain(Math.max(wanted.slices, 2 * slices.total));
  }

  /** An answer left on the device is found in one run: the list grows to the longest slice, and the slices fit into one run. */
  async #fitIntoOneRun(slices: Slices, candidates: readonly number[]): Promise<Slices> {
    const longest = Math.max(...candidates);
    if (slices.total === SLICES_PER_RUN) {
      if (longest > this.#sizes.most('candidates')) throw tooManyToLeave();
      await this.#grow({ ...NO_COUNTS, candidates: longest }, ['candidates']);
    } else this.#options.tally.reruns++;
    return this.#startAgain(SLICES_PER_RUN);
  }

  #startAgain(total: number): Slices {
    this.#crossings = [];
    this.#undecided = [];
    this.#undecidedCorners = [];
    this.#candidateCount = 0;
    return this.#slicesFrom(0, total);
  }

  #slicesFrom(from: number, total: number): Slices {
    return { total, from, to: Math.min(total, from + SLICES_PER_RUN) };
  }

  #grow(counts: ListCounts, short: readonly ListName[]): Promise<void> {
    return this.#lists.grow(this.#gpu, { short, counts }, this.#runOptions);
  }
}

function tooManyToLeave(): EngineError {
  return new EngineError(
    'gpu-limit',
    "collide: there are more pairs of overlapping boxes than can be left on the device in one go. Query fewer objects at a time, or leave out output: 'gpu'.",
  );
}

const NO_COUNTS: ListCounts = { entries: 0, candidates: 0, crossings: 0, undecided: 0, uncertain: 0 };

const countPairs = (lists: readonly Uint32Array[]): number => lists.reduce((sum, { length }) => sum + length / 2, 0);

/** The corners of the triangles of a list, if they were asked for. */
function cornersOf({ corners }: Reads, name: CornerList, words: Uint32Array): Float32Array {
  return corners ? corners[name].f32.subarray(0, 9 * words.length) : new Float32Array(0);
}

/** Candidates of each slice; Infinity for more than 2^32. */
function sliceCandidates(read: ReadBack | undefined): number[] {
  const words = read?.u32 ?? new Uint32Array(0);
  return Array.from({ length: words.length / 2 }, (_, i) =>
    words[2 * i + 1] ? Number.POSITIVE_INFINITY : words[2 * i],
  );
}
