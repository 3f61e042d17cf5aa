/** Voxels on the wasm engine: one job per slab of layers, its fields, and what it found. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, runSceneJob, totalTriangles } from '../../backend/wasm/scene-job.ts';
import { THREAD_RECORDS, THREADS_MAX } from '../../memory/constants.ts';
import { CONTROL, JOB, RESULTS, THREAD } from '../../memory/records.ts';
import type { ImageMap } from '../../tile-lists/image-map.ts';
import type { CheckedRunningOptions } from '../options.ts';
import { queryNumber } from '../registry.ts';
import type { SlabFound, SlabPlan, SlabRange, VoxelBackend } from './backend.ts';
import {
  PHASE_VOXELS_CLEAR,
  PHASE_VOXELS_COLUMNS,
  PHASE_VOXELS_COUNT_VOXELS,
  PHASE_VOXELS_PAIRS,
  PHASE_VOXELS_SURFACE,
  PHASE_VOXELS_SYNTHESIZE,
  VOXEL_CONSERVATIVE,
  VOXEL_PAPER,
} from './constants.ts';
import { layerWords, rowWords, type VoxelGrid } from './grid.ts';
import { VOXEL_JOB } from './records.ts';
import type { VoxelStats } from './voxels.ts';

/** A grid so small that its boundaries are below the range of the kernels' own exact arithmetic. */
const WIDE_VOXEL = 2 ** -228;

function slabBytesOf({ grid }: SlabPlan, { firstLayer, endLayer }: SlabRange): number {
  return Math.ceil((4 * layerWords(grid) * (endLayer - firstLayer)) / 16) * 16;
}

function writeFields(runtime: WasmRuntime, plan: SlabPlan, range: SlabRange): void {
  const { u32, f64 } = runtime.memory;
  const { grid, region } = plan;
  const { firstLayer, endLayer } = range;
  const fields: [number, number][] = [
    [VOXEL_JOB.at.across, region[0]],
    [VOXEL_JOB.at.down, region[1]],
    [VOXEL_JOB.at.firstLayer, firstLayer],
    [VOXEL_JOB.at.endLayer, endLayer],
    [VOXEL_JOB.at.rowWords, rowWords(grid)],
    [VOXEL_JOB.at.layerRows, grid.resolution[1]],
    [VOXEL_JOB.at.rule, plan.rule === 'paper' ? VOXEL_PAPER : VOXEL_CONSERVATIVE],
    [VOXEL_JOB.at.solid, plan.solid.reduce((bits, solid, object) => bits | (Number(solid) << object), 0)],
    [VOXEL_JOB.at.centresOnly, Number(plan.centresOnly)],
    // With identify, the search continues until triangles collide.
    [VOXEL_JOB.at.early, Number(plan.early && !plan.identify)],
    [VOXEL_JOB.at.identify, Number(plan.identify)],
    [VOXEL_JOB.at.keepCommon, Number(plan.keepCommon)],
    [VOXEL_JOB.at.slabBytes, slabBytesOf(plan, range)],
    [VOXEL_JOB.at.sheetYWords, Math.ceil(grid.resolution[1] / 32)],
    [VOXEL_JOB.at.sheetZWords, Math.ceil((endLayer - firstLayer) / 32)],
    [JOB.at.limit, Number(plan.early && plan.identify)],
    [RESULTS.at.hitCount, 0],
  ];
  for (const [field, value] of fields) u32[field >>> 2] = value;
  f64.set([...grid.origin, grid.voxelSize], VOXEL_JOB.at.grid >>> 3);
  if (grid.voxelSize < WIDE_VOXEL) u32[JOB.at.wide >>> 2] = 1;
}

/** Coordinates of the grid, in units of a voxel. */
function mapOf({ origin, voxelSize }: VoxelGrid): ImageMap {
  return { centre: origin, scale: 1 / voxelSize };
}

/** The kernels as they voxelize: one job per slab. */
export class WasmVoxels implements VoxelBackend {
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

  /** The bits are in memory until the next job. */
  async runSlab(range: SlabRange, { signal, onProgress }: CheckedRunningOptions): Promise<SlabFound> {
    const runtime = this.#runtime;
    const plan = this.#plan!;
    const job = {
      query: queryNumber('voxels'),
      adjacency: false,
      map: mapOf(plan.grid),
      write: () => writeFields(runtime, plan, range),
    };
    await runSceneJob(runtime, this.#list, job, { ...(signal && { signal }), ...(onProgress && { onProgress }) });
    this.#note();
    const { u32, buffer } = runtime.memory;
    const field = (offset: number) => u32[offset >>> 2];
    return {
      counts: [field(VOXEL_JOB.at.countA), field(VOXEL_JOB.at.countB), field(VOXEL_JOB.at.countCommon)],
      isFound: field(VOXEL_JOB.at.found) !== 0,
      bits: () => {
        const from = field(VOXEL_JOB.at.bitsA) >>> 2;
        return runtime.memory.u32.slice(from, from + layerWords(plan.grid) * (range.endLayer - range.firstLayer));
      },
      keys: plan.identify
        ? new BigUint64Array(buffer, field(RESULTS.at.hits), field(RESULTS.at.hitCount)).slice()
        : new BigUint64Array(0),
      entries: field(VOXEL_JOB.at.entryCount),
      tests: field(VOXEL_JOB.at.candidates),
    };
  }

  /** Adds up the statistics of a job. */
  #note(): void {
    const { u32, f64, blocks } = this.#runtime.memory;
    const ended = (step: number) => f64[(RESULTS.at.phaseClock >>> 3) + step + 1];
    const began = f64[RESULTS.at.phaseClock >>> 3];
    const cleared = ended(PHASE_VOXELS_CLEAR);
    // Steps that this job did not have ended in an earlier one, so the latest are this job's.
    const voxelized = Math.max(
      cleared,
      ended(PHASE_VOXELS_SURFACE),
      ended(PHASE_VOXELS_SYNTHESIZE),
      ended(PHASE_VOXELS_COLUMNS),
    );
    const counted = Math.max(voxelized, ended(PHASE_VOXELS_COUNT_VOXELS));
    this.#prepare += cleared - began;
    this.#voxelize += voxelized - cleared;
    this.#query += counted - voxelized;
    this.#identify += Math.max(counted, ended(PHASE_VOXELS_PAIRS)) - counted;
    for (let slot = 0; slot < THREADS_MAX; slot++) {
      this.#fallbacks += f64[(THREAD_RECORDS + slot * THREAD.bytes + THREAD.at.fallbacks) >>> 3];
    }
    this.#queryBytes = Math.max(this.#queryBytes, u32[CONTROL.at.arenaNext >>> 2] - Math.ceil(blocks.top / 64) * 64);
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
