/**
 * `collide` on the GPU: the layered image and the walk over it in compute passes; what single precision cannot decide is
 * decided on the CPU.
 *
 * Promise: the same pairs and kinds as the wasm engine. Nine dispatches at most, whatever the scene (gpu-passes.ts); when
 * the lists are as long as last time, one submission and one read-back. A list that turns out too short is grown and
 * everything run again. A scene must not be moved before its query has resolved.
 */
import { AppendLists, type AppendTargets } from '../../gpu/append-list.ts';
import type { ComputePass } from '../../gpu/compute-pass.ts';
import type { Gpu } from '../../gpu/gpu.ts';
import type { ReadBack } from '../../gpu/read-back.ts';
import { Tally } from '../../gpu/tally.ts';
import type { ObjectPair } from '../options.ts';
import type { Contacts } from './collide.ts';
import { COLLIDE_DEFAULTS } from './collide.ts';
import { ExactPairs } from './exact-pairs.ts';
import { WANTED_SELF } from './gpu-kernels.ts';
import { CollidePasses, LIST_BYTES, type ListName } from './gpu-passes.ts';
import { type GpuPlan, planQuery } from './gpu-plan.ts';
import { type GpuFindings, type GpuPairs, joinFindings } from './gpu-result.ts';
import type { GpuSceneData } from './gpu-scene.ts';

export interface GpuCollideOptions {
  self?: boolean;
  between?: boolean;
  contacts?: Contacts;
  ignore?: readonly ObjectPair[];
  /** Time the stages by the GPU's clock, if it has one. */
  measure?: boolean;
}

export interface GpuCollideStats {
  readonly triangles: number;
  readonly image: {
    readonly axis: 0 | 1 | 2;
    readonly across: number;
    readonly down: number;
    readonly entries: number;
  };
  /** Pairs whose boxes overlap, neighbours among them. */
  readonly candidates: number;
  /** Candidates that went to the exact test on the CPU. */
  readonly undecided: number;
  readonly dispatches: number;
  readonly bytesUp: number;
  readonly bytesDown: number;
  readonly submissions: number;
  readonly reruns: number;
  /** Bytes of GPU memory in use. */
  readonly gpuBytes: number;
  /** Milliseconds per stage by the GPU's clock; empty unless measured. */
  readonly stageTimes: ReadonlyMap<string, number>;
  readonly milliseconds: { readonly prepare: number; readonly gpu: number; readonly exact: number };
}

export interface GpuCollisions extends GpuPairs {
  readonly stats: GpuCollideStats;
}

/** The lists that the CPU reads. */
const READ_LISTS = ['crossings', 'undecided', 'uncertain'] as const;
/** Room and read-back at first, and at least. */
const ENTRIES_MIN = 1024;
/** How much more than last time is read back at once. */
const READ_MARGIN = 1.25;

export class GpuCollide {
  readonly #gpu: Gpu;
  readonly #passes: CollidePasses;
  readonly #exact: ExactPairs;
  #lists: AppendLists<ListName> | undefined;
  #listsFor = { triangleCount: 0, self: false };
  #tail: Promise<unknown> = Promise.resolve();
  #lastCounts: Readonly<Partial<Record<ListName, number>>> = {};

  private constructor(gpu: Gpu, passes: CollidePasses, exact: ExactPairs) {
    this.#gpu = gpu;
    this.#passes = passes;
    this.#exact = exact;
  }

  static async create(gpu: Gpu): Promise<GpuCollide> {
    const [passes, exact] = await Promise.all([CollidePasses.create(gpu), ExactPairs.open()]);
    return new GpuCollide(gpu, passes, exact);
  }

  /** Queries are worked off one after the other, in the order of the calls. */
  collide(scene: GpuSceneData, options: GpuCollideOptions = {}): Promise<GpuCollisions> {
    const result = this.#tail.then(() => this.#collide(scene, options));
    this.#tail = result.catch(() => {});
    return result;
  }

  async #collide(scene: GpuSceneData, options: GpuCollideOptions): Promise<GpuCollisions> {
    const { self, between, contacts } = { ...COLLIDE_DEFAULTS, ...options };
    const began = performance.now();
    const tally = new Tally();
    const plan = planQuery(scene, self, between);
    const planned = performance.now();
    const { findings, counts } = plan ? await this.#find(plan, tally, options.measure ?? false) : NOTHING;
    const found = performance.now();
    const pairs = joinFindings(scene, this.#exact, findings, { contacts, ignore: options.ignore ?? [] });
    const stats: GpuCollideStats = {
      triangles: scene.triangleCount,
      image: {
        axis: plan?.grid.axis ?? 2,
        across: plan?.grid.across ?? 0,
        down: plan?.grid.down ?? 0,
        entries: counts.entries,
      },
      candidates: counts.candidates,
      undecided: counts.undecided,
      dispatches: tally.dispatches,
      bytesUp: tally.bytesUp,
      bytesDown: tally.bytesDown,
      submissions: tally.runs,
      reruns: tally.reruns,
      gpuBytes: this.#gpu.memory.bytes,
      stageTimes: tally.stageTimes,
      milliseconds: { prepare: planned - began, gpu: found - planned, exact: performance.now() - found },
    };
    return { ...pairs, stats };
  }

  /** Gives back what it holds; the `Gpu` is its owner's to dispose. */
  dispose(): void {
    this.#passes.release();
    this.#lists?.release();
    this.#exact.dispose();
  }

  async #find(plan: GpuPlan, tally: Tally, measure: boolean): Promise<Found> {
    const lists = this.#reserveLists(plan.scene.triangleCount, (plan.wanted & WANTED_SELF) !== 0);
    const options = { purpose: 'a collision query', tally, measure };
    const record = (pass: ComputePass, targets: AppendTargets<ListName>) => {
      this.#passes.record(pass, targets, plan);
      return this.#readLists(pass, targets, (name) => (this.#lastCounts[name] ?? 0) * READ_MARGIN);
    };
    const { result, counts } = await lists.run(this.#gpu, record, options);
    this.#lastCounts = counts;
    const isShort = READ_LISTS.some((name) => result[name].u32.length * 4 < counts[name] * LIST_BYTES[name]);
    const reads = isShort
      ? await this.#gpu.run((pass) => this.#readLists(pass, lists, (name) => counts[name]), options)
      : result;
    const words = (name: (typeof READ_LISTS)[number]) =>
      reads[name].u32.subarray(0, (counts[name] * LIST_BYTES[name]) / 4);
    return {
      findings: { crossings: words('crossings'), undecided: words('undecided'), uncertain: words('uncertain') },
      counts,
    };
  }

  /** Reads back so many entries of each list, or all that it has room for. */
  #readLists(pass: ComputePass, lists: AppendTargets<ListName>, lengthOf: (name: ListName) => number) {
    const read = (name: (typeof READ_LISTS)[number]): ReadBack => {
      const length = Math.ceil(Math.min(lists.capacity(name), Math.max(ENTRIES_MIN, lengthOf(name))));
      return pass.readBack(lists.buffer(name), 0, length * LIST_BYTES[name]);
    };
    return { crossings: read('crossings'), undecided: read('undecided'), uncertain: read('uncertain') };
  }

  /** Lists with room for what a scene of this size usually has; those that fall short grow by themselves. */
  #reserveLists(triangleCount: number, self: boolean): AppendLists<ListName> {
    const known = this.#listsFor;
    if (this.#lists && triangleCount <= known.triangleCount && (known.self || !self)) return this.#lists;
    this.#lists?.release();
    const list = (name: ListName, perTriangle: number) => {
      // What is only a guess must not be refused.
      const most = Math.floor((this.#gpu.memory.bindingBytesMax - 256) / LIST_BYTES[name]);
      const capacity = Math.min(most, ENTRIES_MIN + Math.ceil(perTriangle * triangleCount));
      return { bytesPerEntry: LIST_BYTES[name], capacity };
    };
    this.#lists = new AppendLists<ListName>(this.#gpu.memory, {
      entries: list('entries', 3.5),
      candidates: list('candidates', self ? 8 : 2),
      crossings: list('crossings', 1 / 8),
      undecided: list('undecided', 1 / 8),
      uncertain: list('uncertain', 1 / 64),
    });
    this.#listsFor = { triangleCount, self };
    return this.#lists;
  }
}

interface Found {
  readonly findings: GpuFindings;
  readonly counts: Readonly<Record<ListName, number>>;
}

const NONE = new Uint32Array(0);
const NOTHING: Found = {
  findings: { crossings: NONE, undecided: NONE, uncertain: NONE },
  counts: { entries: 0, candidates: 0, crossings: 0, undecided: 0, uncertain: 0 },
};
