/** What voxelizes a slab: the kernels, or a GPU. Grids, slabs and answers are the same for both. */
import type { Participant } from '../../backend/wasm/scene-job.ts';
import type { Triple } from '../../mesh/bounds.ts';
import type { CheckedRunningOptions } from '../options.ts';
import type { VoxelGrid } from './grid.ts';
import { layerWords } from './grid.ts';
import type { VoxelRule, VoxelStats } from './voxels.ts';

export interface SlabPlan {
  readonly grid: VoxelGrid;
  /** Voxels along each axis that the region reaches; beyond it nothing is set. */
  readonly region: Triple;
  readonly rule: VoxelRule;
  /** For each object that takes part. */
  readonly solid: readonly boolean[];
  /** Fill only voxels whose centres are inside. */
  readonly centresOnly: boolean;
  readonly early: boolean;
  readonly identify: boolean;
  readonly keepCommon: boolean;
  readonly slabBytes: number;
}

export interface SlabRange {
  readonly firstLayer: number;
  readonly endLayer: number;
}

export interface SlabFound {
  /** Voxels of the first object, of the second, and of both. */
  readonly counts: readonly [number, number, number];
  /** Whether a common voxel was met before all were counted. */
  readonly isFound: boolean;
  /** Bits of the only object, or the common bits of both if they are kept. */
  readonly bits: () => Uint32Array;
  /** With identify: the colliding pairs (hits.ts), entries of the lists, pairs tested. */
  readonly keys: BigUint64Array;
  readonly entries: number;
  readonly tests: number;
}

export interface VoxelBackend {
  /** Bytes of a slab that it can hold. */
  readonly slabBytesMost: number;
  /** Called once, before the first slab. */
  open(list: readonly Participant[], plan: SlabPlan): void;
  runSlab(range: SlabRange, options: CheckedRunningOptions): Promise<SlabFound>;
  report(list: readonly Participant[]): VoxelStats;
}

/** Slabs of the layers that the region reaches, each as thick as its bytes allow. */
export function slabRanges({ grid, region, slabBytes }: SlabPlan, slabBytesMost: number): SlabRange[] {
  const layers = Math.max(1, Math.floor(Math.min(slabBytes, slabBytesMost) / (4 * layerWords(grid))));
  const ranges: SlabRange[] = [];
  for (let firstLayer = 0; firstLayer < region[2]; firstLayer += layers) {
    ranges.push({ firstLayer, endLayer: Math.min(region[2], firstLayer + layers) });
  }
  return ranges;
}

/** Progress of one slab among several. */
export function slabProgress(
  { signal, onProgress }: CheckedRunningOptions,
  slab: number,
  slabs: number,
): CheckedRunningOptions {
  return { signal, onProgress: onProgress && ((done: number) => onProgress((slab + done) / slabs)) };
}
