/** One voxel job per slab of layers: writes the query's fields, runs the job, and gives what it found. */
import type { Box, ImageMap } from '../../image/image-map.ts';
import {
  CTL_ARENA_NEXT,
  FORMAT_F32,
  JOB_LIMIT,
  JOB_WIDE,
  OUT_HIT_COUNT,
  OUT_PHASE_CLOCK,
  QUERY_VOXELS,
  THREAD_FALLBACKS,
  THREAD_RECORDS,
  THREAD_STRIDE,
  THREADS_MAX,
} from '../../kernels/layout.ts';
import {
  STEP_CLEAR,
  STEP_COLUMNS,
  STEP_COUNT_VOXELS,
  STEP_PAIRS,
  STEP_SURFACE,
  STEP_SYNTHESIZE,
  VOXEL_ACROSS,
  VOXEL_CONSERVATIVE,
  VOXEL_DOWN,
  VOXEL_EARLY,
  VOXEL_END_LAYER,
  VOXEL_FIRST_LAYER,
  VOXEL_GRID,
  VOXEL_IDENTIFY,
  VOXEL_KEEP_COMMON,
  VOXEL_LAYER_ROWS,
  VOXEL_PAPER,
  VOXEL_ROW_WORDS,
  VOXEL_RULE,
  VOXEL_SHEET_Y_WORDS,
  VOXEL_SHEET_Z_WORDS,
  VOXEL_SLAB_BYTES,
  VOXEL_SOLID,
} from '../../kernels/voxel-layout.ts';
import type { JobOptions, WasmRuntime } from '../../wasm/runtime.ts';
import { type Participant, runSceneJob, totalTriangles } from '../../wasm/scene-job.ts';
import { layerWords, rowWords, type Triple, type VoxelGrid } from './grid.ts';
import type { VoxelRule, VoxelStats } from './voxels.ts';

export interface SlabPlan {
  readonly grid: VoxelGrid;
  /** Voxels along each axis that the region reaches; beyond it nothing is set. */
  readonly region: Triple;
  readonly rule: VoxelRule;
  /** For each object that takes part. */
  readonly solid: readonly boolean[];
  readonly early: boolean;
  readonly identify: boolean;
  readonly keepCommon: boolean;
  readonly slabBytes: number;
}

export interface SlabRange {
  readonly firstLayer: number;
  readonly endLayer: number;
}

/** A grid so small that its boundaries are below the range of the kernels' own exact arithmetic. */
const WIDE_VOXEL = 2 ** -228;

/** Slabs of the layers that the region reaches, each as thick as its bytes allow. */
export function slabRanges({ grid, region, slabBytes }: SlabPlan): SlabRange[] {
  const layers = Math.max(1, Math.floor(slabBytes / (4 * layerWords(grid))));
  const ranges: SlabRange[] = [];
  for (let firstLayer = 0; firstLayer < region[2]; firstLayer += layers) {
    ranges.push({ firstLayer, endLayer: Math.min(region[2], firstLayer + layers) });
  }
  return ranges;
}

function writeFields(runtime: WasmRuntime, plan: SlabPlan, { firstLayer, endLayer }: SlabRange): void {
  const { u32, f64 } = runtime.memory;
  const { grid, region } = plan;
  const bytes = 4 * layerWords(grid) * (endLayer - firstLayer);
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
    [VOXEL_SLAB_BYTES, Math.ceil(bytes / 16) * 16],
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

/** Runs the job of one slab; its results are in memory until the next. */
export async function runSlab(
  runtime: WasmRuntime,
  list: readonly Participant[],
  plan: SlabPlan,
  range: SlabRange,
  options: JobOptions,
): Promise<void> {
  const write = () => writeFields(runtime, plan, range);
  await runSceneJob(runtime, list, { query: QUERY_VOXELS, adjacency: false, map: mapOf(plan.grid), write }, options);
}

/** The boxes of the objects, tight: an object that was placed is bounded by its vertices, not by its turned box. */
export async function tightBoxes(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: JobOptions,
): Promise<Box[]> {
  // Without room for voxels the job ends after its first phase, in which objects are placed.
  if (list.some(({ object }) => object.matrix)) {
    await runSceneJob(
      runtime,
      list,
      { query: QUERY_VOXELS, adjacency: false },
      { ...(options.signal && { signal: options.signal }) },
    );
  }
  return list.map(({ object }) => {
    if (!object.matrix) return object.box;
    const { address, format } = object.exact;
    const { f32, f64 } = runtime.memory;
    const [values, from, stride] = format === FORMAT_F32 ? [f32, address >>> 2, 4] : [f64, address >>> 3, 3];
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let vertex = 0; vertex < object.vertexCount; vertex++) {
      for (let k = 0; k < 3; k++) {
        const value = values[from + vertex * stride + k];
        if (value < box[k]) box[k] = value;
        if (value > box[k + 3]) box[k + 3] = value;
      }
    }
    return box;
  });
}

/** Adds up what the jobs of several slabs say of themselves. */
export class SlabStats {
  readonly #began = performance.now();
  #prepare = 0;
  #voxelize = 0;
  #query = 0;
  #identify = 0;
  #fallbacks = 0;
  #queryBytes = 0;
  #slabs = 0;

  /** To be called after each job. */
  add(runtime: WasmRuntime): void {
    const { u32, f64, blocks } = runtime.memory;
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

  report(runtime: WasmRuntime, list: readonly Participant[]): VoxelStats {
    return {
      backend: 'wasm',
      threads: runtime.threads,
      triangles: totalTriangles(list),
      slabs: this.#slabs,
      milliseconds: {
        prepare: this.#prepare,
        voxelize: this.#voxelize,
        query: this.#query,
        identify: this.#identify,
        total: performance.now() - this.#began,
      },
      exactFallbacks: this.#fallbacks,
      bytes: { scene: runtime.memory.blocks.usedBytes, query: this.#queryBytes },
    };
  }
}

/** Progress of one slab among several. */
export function slabProgress(options: JobOptions, slab: number, slabs: number): JobOptions {
  const { signal, onProgress } = options;
  return {
    ...(signal && { signal }),
    ...(onProgress && { onProgress: (done: number) => onProgress((slab + done) / slabs) }),
  };
}
