/**
 * Voxels on WebGPU: surfaces by both rules, and the voxels that two objects share. What whole steps of a voxel cannot decide is
 * voxelized by the kernels, so that the bits are those of the wasm engine.
 *
 * Promise: objects that have not changed are not uploaded again. Of two objects, a slab's counts come back, the list of
 * triangles left open, and the common voxels if asked for; a second run brings in what the kernels found of the open ones and
 * counts anew. With `identify`, another finds the colliding triangles (identify.ts). Filling is left to wasm.
 */

import { BetterOnWasm } from '../../../backend/choose.ts';
import type { AppendTargets } from '../../../backend/gpu/append-list.ts';
import type { ComputePass } from '../../../backend/gpu/compute-pass.ts';
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import type { ReadBack } from '../../../backend/gpu/read-back.ts';
import { readWhole } from '../../../backend/gpu/read-whole.ts';
import { Tally } from '../../../backend/gpu/tally.ts';
import type { WasmRuntime } from '../../../backend/wasm/runtime.ts';
import { type Participant, totalTriangles } from '../../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../../backend/wasm/scene-object.ts';
import { type GpuMeshes, meshesOn } from '../../gpu-meshes.ts';
import type { CheckedRunningOptions } from '../../options.ts';
import type { SlabFound, SlabPlan, SlabRange, VoxelBackend } from '../backend.ts';
import type { VoxelStats } from '../voxels.ts';
import { type GridUnits, gridUnits } from './grid-units.ts';
import { identifyOn } from './identify.ts';
import { alignedSteps, OPEN, slabWords, type VoxelizedMesh, type VoxelList, VoxelPasses } from './passes.ts';
import { cornersOf, settleTriangles } from './settle.ts';
import { settlePairs } from './settle-pairs.ts';

const opened = new WeakMap<Gpu, Promise<VoxelPasses>>();

/** What voxels keep on a device: compiled when it is first asked for. */
export function voxelsOn(gpu: Gpu): Promise<VoxelPasses> {
  const known = opened.get(gpu) ?? VoxelPasses.create(gpu);
  opened.set(gpu, known);
  known.catch(() => opened.delete(gpu)); // a later try may have better luck
  return known;
}

/** Entries of a list that are read back with the counts at least; how much more than last time. */
const READ_MIN = 256;
const READ_MARGIN = 1.25;

/** What a run reads back: three counts, prefixes of the lists of open triangles and of the common voxels, and bits. */
interface SlabReads {
  readonly counts: ReadBack;
  readonly open: readonly ReadBack[];
  readonly common: ReadBack | undefined;
  readonly bits: ReadBack | undefined;
}

interface SlabOnGpu {
  readonly counts: readonly [number, number, number];
  readonly open: readonly Uint32Array[];
  /** Pairs of a word and its bits. */
  readonly common: Uint32Array | undefined;
  readonly bits: Uint32Array | undefined;
}

type Record = (pass: ComputePass, lists: AppendTargets<VoxelList>) => void;

/** How long the lists of the last query were, by what keeps them. */
const lengths = new WeakMap<VoxelPasses, Map<VoxelList, number>>();

/** A GPU as it voxelizes. */
export class GpuVoxelBackend implements VoxelBackend {
  readonly #runtime: WasmRuntime;
  readonly #gpu: Gpu;
  readonly #passes: VoxelPasses;
  readonly #meshes: GpuMeshes;
  readonly #tally = new Tally();
  readonly #lengths: Map<VoxelList, number>;
  readonly #began = performance.now();
  #list: readonly Participant[] = [];
  #plan: SlabPlan | undefined;
  #units: GridUnits | undefined;
  #spent = { voxelize: 0, query: 0, identify: 0 };
  #undecided = 0;
  #settled = 0;
  #exactFallbacks = 0;
  #slabs = 0;

  constructor(runtime: WasmRuntime, gpu: Gpu, passes: VoxelPasses) {
    this.#runtime = runtime;
    this.#gpu = gpu;
    this.#passes = passes;
    this.#meshes = meshesOn(gpu);
    this.#lengths = lengths.get(passes) ?? new Map();
    lengths.set(passes, this.#lengths);
  }

  get slabBytesMost(): number {
    return this.#passes.slabBytesMost;
  }

  open(list: readonly Participant[], plan: SlabPlan): void {
    this.#list = list;
    this.#plan = plan;
    this.#units = gridUnits(plan.grid);
    // Its voxels are near the precision of doubles: whole numbers of units would need more than 64 bits.
    if (!this.#units) throw new BetterOnWasm('double-precision');
  }

  async runSlab(range: SlabRange, options: CheckedRunningOptions): Promise<SlabFound> {
    options.signal?.throwIfAborted();
    this.#slabs++;
    try {
      const found = await this.#runSlab(range, options);
      this.#meshes.close(true);
      return found;
    } catch (error) {
      this.#meshes.close(false);
      throw error;
    }
  }

  async #runSlab(range: SlabRange, options: CheckedRunningOptions): Promise<SlabFound> {
    const plan = this.#plan!;
    const began = performance.now();
    const first = await this.#run(range, (pass, lists) => this.#recordObjects(pass, lists, range), true);
    const voxelized = performance.now();
    this.#spent.voxelize += voxelized - began;
    const isEnough = plan.early && !plan.identify && first.counts[2] > 0;
    const settled = isEnough ? [] : await this.#settle(first.open, range, options);
    if (!plan.identify) options.onProgress?.(1);
    const isPatched = settled.some((words) => words.length > 0);
    if (isPatched && this.#list.length < 2) return foundIn(patched(first, settled[0]), plan, range);
    const slab = isPatched ? await this.#run(range, (pass) => this.#recordPatches(pass, settled), false) : first;
    const queried = performance.now();
    if (isPatched) this.#spent.query += queried - voxelized;
    if (!plan.identify || slab.counts[2] === 0) return foundIn(slab, plan, range);
    const identified = await this.#identify(slab.counts[2], range, options);
    this.#spent.identify += performance.now() - queried;
    return { ...foundIn(slab, plan, range), ...identified };
  }

  /** The colliding pairs of a slab with `common` common voxels. */
  async #identify(common: number, range: SlabRange, options: CheckedRunningOptions) {
    const passes = await identifyOn(this.#gpu);
    const lists = this.#lists();
    const meshes = this.#voxelizedMeshes();
    const select = (pass: ComputePass) => {
      const [first, second] = meshes.map(({ object, ...mesh }, which) => {
        const voxelized = { ...mesh, mesh: this.#meshes.bring(pass, this.#runtime.memory, object) };
        return this.#passes.recordSelect(pass, lists, voxelized, which, this.#plan!, range, this.#units!);
      });
      return [first, second] as const;
    };
    const { stepsAt } = meshes[1];
    const secondStart = this.#list[1].triangleStart;
    const slab = { passes: this.#passes, lists, plan: this.#plan!, range, common, stepsAt, secondStart, select };
    const found = await passes.run(slab, { purpose: 'voxels', tally: this.#tally, measure: true });
    options.signal?.throwIfAborted();
    this.#undecided += found.undecided.length / 2;
    const limit = this.#plan!.early ? 1 : 0;
    const { signal, onProgress } = options;
    const running = { ...(signal && { signal }), ...(onProgress && { onProgress }) };
    const keys = await settlePairs(this.#runtime, this.#list, found, limit, running);
    return { keys, entries: found.entries, tests: found.tests };
  }

  #recordObjects(pass: ComputePass, lists: AppendTargets<VoxelList>, range: SlabRange): void {
    for (const [which, { object, ...mesh }] of this.#voxelizedMeshes().entries()) {
      const voxelized = { ...mesh, mesh: this.#meshes.bring(pass, this.#runtime.memory, object) };
      this.#passes.recordObject(pass, lists, voxelized, which, this.#plan!, range, this.#units!);
    }
  }

  /** The objects, and where their vertices go. */
  #voxelizedMeshes(): readonly (Omit<VoxelizedMesh, 'mesh'> & { readonly object: SceneObject })[] {
    const starts = [0];
    for (const { object } of this.#list) starts.push(starts[starts.length - 1] + alignedSteps(object.vertexCount));
    const stepsTotal = starts[this.#list.length];
    return this.#list.map(({ object }, i) => {
      const { vertexCount, triangleCount } = object;
      return { object, vertexCount, triangleCount, stepsAt: starts[i], stepsTotal };
    });
  }

  #recordPatches(pass: ComputePass, settled: readonly Uint32Array<ArrayBuffer>[]): void {
    for (const [which, words] of settled.entries()) this.#passes.recordPatches(pass, which, words);
  }

  /** Runs what is recorded, then compares the worksheets; once more, should a list have been longer than what was read. */
  async #run(range: SlabRange, record: Record, listsOpen: boolean): Promise<SlabOnGpu> {
    const options = { purpose: 'voxels', tally: this.#tally, measure: true };
    const lists = this.#lists();
    const run = await lists.run(
      this.#gpu,
      (pass, targets) => {
        record(pass, targets);
        return this.#recordReads(pass, targets, range, listsOpen);
      },
      options,
    );
    // Lists of common voxels hold what is cut into parts.
    if (listsOpen && this.#plan!.identify && run.counts.large > 0) throw new BetterOnWasm('large-triangles');
    const names = [...(listsOpen ? OPEN.slice(0, this.#list.length) : []), 'common'] as const;
    for (const name of names) this.#lengths.set(name, run.counts[name]);
    const { counts, open, common, bits } = run.result;
    const listed: Uint32Array[] = [];
    for (const [which, read] of open.entries()) {
      listed.push(await readWhole(this.#gpu, lists.buffer(OPEN[which]), read, run.counts[OPEN[which]], options));
    }
    const [a, b, both] = counts.u32;
    return {
      counts: this.#list.length > 1 ? [a, b, both] : [a, 0, 0],
      open: listed,
      common: common && (await readWhole(this.#gpu, lists.buffer('common'), common, 2 * run.counts.common, options)),
      bits: bits?.u32,
    };
  }

  #recordReads(pass: ComputePass, lists: AppendTargets<VoxelList>, range: SlabRange, listsOpen: boolean): SlabReads {
    const plan = this.#plan!;
    const words = slabWords(plan, range);
    const objects = this.#list.length;
    const counts = this.#passes.recordCompare(pass, lists, objects, words, plan.keepCommon);
    const read = (name: VoxelList, bytesPerEntry: number) => {
      const wanted = Math.max(READ_MIN, Math.ceil((this.#lengths.get(name) ?? 0) * READ_MARGIN));
      return pass.readBack(lists.buffer(name), 0, bytesPerEntry * Math.min(lists.capacity(name), wanted));
    };
    return {
      counts: pass.readBack(counts, 0, 12),
      open: listsOpen ? OPEN.slice(0, objects).map((name) => read(name, 4)) : [],
      common: plan.keepCommon ? read('common', 8) : undefined,
      bits: objects > 1 ? undefined : pass.readBack(this.#passes.bitsOf(0), 0, 4 * words),
    };
  }

  /** What the kernels find of the triangles left open, for each object. */
  async #settle(
    open: readonly Uint32Array[],
    range: SlabRange,
    options: CheckedRunningOptions,
  ): Promise<Uint32Array<ArrayBuffer>[]> {
    const settled: Uint32Array<ArrayBuffer>[] = [];
    for (const [which, { object }] of this.#list.entries()) {
      const running = { signal: options.signal, onProgress: undefined };
      const corners = await this.#cornersOf(object, open[which], which);
      const found = await settleTriangles(this.#runtime, corners, this.#plan!, range, running);
      settled.push(found.words);
      this.#exactFallbacks += found.exactFallbacks;
      this.#settled += open[which].length;
    }
    return settled;
  }

  /** The corners of triangles left open: those of positions that are only on the device come back alone. */
  async #cornersOf(object: SceneObject, triangles: Uint32Array, which: number): Promise<Float32Array | Float64Array> {
    const { memory } = this.#runtime;
    if (!object.isOnGpu || triangles.length === 0) return cornersOf(memory, object, triangles);
    const lists = this.#lists();
    const read = await this.#gpu.run(
      (pass) => {
        const mesh = this.#meshes.bring(pass, memory, object);
        return this.#passes.recordCorners(pass, lists.buffer(OPEN[which]), triangles.length, mesh);
      },
      { purpose: 'voxels', tally: this.#tally },
    );
    return read.f32;
  }

  #lists() {
    return this.#passes.lists(Math.max(...this.#list.map(({ object }) => object.triangleCount)));
  }

  report(list: readonly Participant[]): VoxelStats {
    const total = performance.now() - this.#began;
    const { bytesUp, bytesDown, dispatches, runs, reruns, stageTimes } = this.#tally;
    return {
      backend: 'webgpu',
      threads: this.#runtime.threads,
      triangles: totalTriangles(list),
      slabs: this.#slabs,
      milliseconds: {
        prepare: Math.max(0, total - this.#spent.voxelize - this.#spent.query - this.#spent.identify),
        voxelize: this.#spent.voxelize,
        query: this.#spent.query,
        identify: this.#spent.identify,
        total,
      },
      settled: this.#settled,
      exactFallbacks: this.#exactFallbacks,
      bytes: { scene: this.#runtime.memory.blocks.usedBytes, query: this.#gpu.memory.bytes },
      gpu: {
        bytesUp,
        bytesDown,
        dispatches,
        submissions: runs,
        reruns,
        undecided: this.#settled + this.#undecided,
        bytes: this.#gpu.memory.bytes,
        stages: Object.fromEntries(stageTimes),
      },
    };
  }
}

/** The bits of one object, with those that the kernels found. */
function patched({ bits, ...slab }: SlabOnGpu, words: Uint32Array): SlabOnGpu {
  const all = bits!;
  let more = 0;
  for (let i = 0; i < words.length; i += 2) {
    const missing = words[i + 1] & ~all[words[i]];
    for (let left = missing; left !== 0; left &= left - 1) more++;
    all[words[i]] |= words[i + 1];
  }
  return { ...slab, bits: all, counts: [slab.counts[0] + more, 0, 0] };
}

/** Bits of the only object, or the common ones of two. */
function bitsOf({ bits, common }: SlabOnGpu, words: number): Uint32Array {
  if (bits) return bits;
  const all = new Uint32Array(words);
  for (let i = 0; common && i < common.length; i += 2) all[common[i]] = common[i + 1];
  return all;
}

function foundIn(slab: SlabOnGpu, plan: SlabPlan, range: SlabRange): SlabFound {
  return {
    counts: slab.counts,
    isFound: slab.counts[2] > 0,
    bits: () => bitsOf(slab, slabWords(plan, range)),
    keys: new BigUint64Array(0),
    entries: 0,
    tests: 0,
  };
}
