/** Voxels on the wasm engine: one job per slab of layers, its fields, and what it found. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, runSceneJob, totalTriangles } from '../../backend/wasm/scene-job.ts';
import {
  CTL_ARENA_NEXT,
  JOB_LIMIT,
  JOB_WIDE,
  OUT_HIT_COUNT,
  OUT_HITS,
  OUT_PHASE_CLOCK,
  QUERY_VOXELS,
  THREAD_FALLBACKS,
  THREAD_RECORDS,
  THREAD_STRIDE,
  THREADS_MAX,
} from '../../memory/layout.ts';
import type { ImageMap } from '../../tile-lists/image-map.ts';
import type { CheckedRunningOptions } from '../options.ts';
import { layerWords, rowWords, type VoxelGrid } from './grid.ts';
import {
  STEP_CLEAR,
  STEP_COLUMNS,
  STEP_COUNT_VOXELS,
  STEP_PAIRS,
  STEP_SURFACE,
  STEP_SYNTHESIZE,
  VOXEL_ACROSS,
  VOXEL_BITS_A,
  VOXEL_CANDIDATES,
  VOXEL_CONSERVATIVE,
  VOXEL_COUNT_A,
  VOXEL_COUNT_B,
  VOXEL_COUNT_COMMON,
  VOXEL_DOWN,
  VOXEL_EARLY,
  VOXEL_END_LAYER,
  VOXEL_ENTRY_COUNT,
  VOXEL_FIRST_LAYER,
  VOXEL_FOUND,
  VOXEL_GIVEN_BITS,
  VOXEL_GRID,
  VOXEL_IDENTIFY,
  VOXEL_KEEP_COMMON,
  VOXEL_LAYER_ROWS,
  VOXEL_PAPER,
  VOXEL_PICKED,
  VOXEL_ROW_WORDS,
  VOXEL_RULE,
  VOXEL_SHEET_Y_WORDS,
  VOXEL_SHEET_Z_WORDS,
  VOXEL_SLAB_BYTES,
  VOXEL_SOLID,
} from './layout.ts';
import type { SlabFound, SlabPlan, SlabRange, VoxelMachine } from './machine.ts';
import type { VoxelStats } from './voxels.ts';

/** A grid so small that its boundaries are below the range of the kernels' own exact arithmetic. */
const WIDE_VOXEL = 2 ** -228;

/** What a GPU has found in a slab, and the triangles that it left open: 1 for each of them, numbered through the objects. */
export interface UnsettledSlab {
  /** Bits of each object, where the GPU is certain that a triangle touches the voxel. */
  readonly bits: readonly Uint32Array[];
  readonly picked: Uint8Array;
}

function slabBytesOf({ grid }: SlabPlan, { firstLayer, endLayer }: SlabRange): number {
  return Math.ceil((4 * layerWords(grid) * (endLayer - firstLayer)) / 16) * 16;
}

function writeUnsettled(
  runtime: WasmRuntime,
  { bits, picked }: UnsettledSlab,
  tables: number,
  slabBytes: number,
): void {
  const { u32, buffer } = runtime.memory;
  // Memory of earlier jobs is not empty: what lies past the last row must be.
  u32.fill(0, tables >>> 2, (tables + bits.length * slabBytes) >>> 2);
  for (const [i, words] of bits.entries()) u32.set(words, (tables + i * slabBytes) >>> 2);
  const pickedAt = tables + bits.length * slabBytes;
  new Uint8Array(buffer, pickedAt, picked.length).set(picked);
  u32[VOXEL_GIVEN_BITS >>> 2] = tables;
  u32[VOXEL_PICKED >>> 2] = pickedAt;
}

function writeFields(runtime: WasmRuntime, plan: SlabPlan, range: SlabRange): void {
  const { u32, f64 } = runtime.memory;
  const { grid, region } = plan;
  const { firstLayer, endLayer } = range;
  const fields: [number, number][] = [
    [VOXEL_ACROSS, region[0]],
    [VOXEL_DOWN, region[1]],
    [VOXEL_FIRST_LAYER, firstLayer],
    [VOXEL_END_LAYER, endLayer],
    [VOXEL_ROW_WORDS, rowWords(grid)],
    [VOXEL_LAYER_ROWS, grid.resolution[1]],
    [VOXEL_RULE, plan.rule === 'paper' ? VOXEL_PAPER : VOXEL_CONSERVATIVE],
    [VOXEL_SOLID, plan.solid.reduce((bits, solid, object) => bits | (Number(solid) << object), 0)],
    // With identify the search goes on until triangles collide.
    [VOXEL_EARLY, Number(plan.early && !plan.identify)],
    [VOXEL_IDENTIFY, Number(plan.identify)],
    [VOXEL_KEEP_COMMON, Number(plan.keepCommon)],
    [VOXEL_SLAB_BYTES, slabBytesOf(plan, range)],
    [VOXEL_SHEET_Y_WORDS, Math.ceil(grid.resolution[1] / 32)],
    [VOXEL_SHEET_Z_WORDS, Math.ceil((endLayer - firstLayer) / 32)],
    [JOB_LIMIT, Number(plan.early && plan.identify)],
    [OUT_HIT_COUNT, 0],
  ];
  for (const [field, value] of fields) u32[field >>> 2] = value;
  f64.set([...grid.origin, grid.voxelSize], VOXEL_GRID >>> 3);
  if (grid.voxelSize < WIDE_VOXEL) u32[JOB_WIDE >>> 2] = 1;
}

/** Coordinates of the grid, in units of a voxel. */
function mapOf({ origin, voxelSize }: VoxelGrid): ImageMap {
  return { centre: origin, scale: 1 / voxelSize };
}

/** The kernels as they voxelize: one job per slab. */
export class WasmVoxels implements VoxelMachine {
  readonly slabBytesMost = Number.POSITIVE_INFINITY;
  readonly #runtime: WasmRuntime;
  readonly #began = performance.now();
  #list: readonly Participant[] = [];
  #plan: SlabPlan | undefined;
  #prepare = 0;
  #voxelize = 0;
  #query = 0;
  #identify = 0;
  #fallbacks = 0;
  #queryBytes = 0;
  #slabs = 0;

  constructor(runtime: WasmRuntime) {
    this.#runtime = runtime;
  }

  open(list: readonly Participant[], plan: SlabPlan): void {
    this.#list = list;
    this.#plan = plan;
  }

  runSlab(range: SlabRange, options: CheckedRunningOptions): Promise<SlabFound> {
    return this.#run(range, options);
  }

  /** Voxelizes the triangles of a slab that a GPU left open, beside what it found. */
  settleSlab(range: SlabRange, unsettled: UnsettledSlab, options: CheckedRunningOptions): Promise<SlabFound> {
    return this.#run(range, options, unsettled);
  }

  /** The bits are in memory until the next job. */
  async #run(
    range: SlabRange,
    { signal, onProgress }: CheckedRunningOptions,
    unsettled?: UnsettledSlab,
  ): Promise<SlabFound> {
    const runtime = this.#runtime;
    const plan = this.#plan!;
    const slabBytes = slabBytesOf(plan, range);
    const job = {
      query: QUERY_VOXELS,
      adjacency: false,
      map: mapOf(plan.grid),
      tableBytes: unsettled ? unsettled.bits.length * slabBytes + unsettled.picked.length : 0,
      write: (tables: number) => {
        writeFields(runtime, plan, range);
        if (unsettled) writeUnsettled(runtime, unsettled, tables, slabBytes);
      },
    };
    await runSceneJob(runtime, this.#list, job, { ...(signal && { signal }), ...(onProgress && { onProgress }) });
    this.#note();
    const { u32, buffer } = runtime.memory;
    const field = (offset: number) => u32[offset >>> 2];
    return {
      counts: [field(VOXEL_COUNT_A), field(VOXEL_COUNT_B), field(VOXEL_COUNT_COMMON)],
      isFound: field(VOXEL_FOUND) !== 0,
      bits: () => {
        const from = field(VOXEL_BITS_A) >>> 2;
        return runtime.memory.u32.slice(from, from + layerWords(plan.grid) * (range.endLayer - range.firstLayer));
      },
      keys: plan.identify
        ? new BigUint64Array(buffer, field(OUT_HITS), field(OUT_HIT_COUNT)).slice()
        : new BigUint64Array(0),
      entries: field(VOXEL_ENTRY_COUNT),
      tests: field(VOXEL_CANDIDATES),
    };
  }

  /** Adds up what a job says of itself. */
  #note(): void {
    const { u32, f64, blocks } = this.#runtime.memory;
    const ended = (step: number) => f64[(OUT_PHASE_CLOCK >>> 3) + step + 1];
    const began = f64[OUT_PHASE_CLOCK >>> 3];
    const cleared = ended(STEP_CLEAR);
    // Steps that this job did not have ended in an earlier one, so the latest are this job's.
    const voxelized = Math.max(cleared, ended(STEP_SURFACE), ended(STEP_SYNTHESIZE), ended(STEP_COLUMNS));
    const counted = Math.max(voxelized, ended(STEP_COUNT_VOXELS));
    this.#prepare += cleared - began;
    this.#voxelize += voxelized - cleared;
    this.#query += counted - voxelized;
    this.#identify += Math.max(counted, ended(STEP_PAIRS)) - counted;
    for (let slot = 0; slot < THREADS_MAX; slot++) {
      this.#fallbacks += f64[(THREAD_RECORDS + slot * THREAD_STRIDE + THREAD_FALLBACKS) >>> 3];
    }
    this.#queryBytes = Math.max(this.#queryBytes, u32[CTL_ARENA_NEXT >>> 2] - Math.ceil(blocks.top / 64) * 64);
    this.#slabs++;
  }

  report(list: readonly Participant[]): VoxelStats {
    return {
      backend: 'wasm',
      threads: this.#runtime.threads,
      triangles: totalTriangles(list),
      slabs: this.#slabs,
      milliseconds: {
        prepare: this.#prepare,
        voxelize: this.#voxelize,
        query: this.#query,
        identify: this.#identify,
        total: performance.now() - this.#began,
      },
      settled: 0,
      exactFallbacks: this.#fallbacks,
      bytes: { scene: this.#runtime.memory.blocks.usedBytes, query: this.#queryBytes },
    };
  }
}
