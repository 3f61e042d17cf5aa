/**
 * The questions "which voxels does an object touch?" and "which voxels do two objects share?": options, answers, promises.
 *
 * Promise: by the conservative rule a voxel is set exactly when some triangle touches it, as a closed box, on the coordinates
 * given. By the paper's rule the centre of every set voxel is within half a voxel's diagonal of the surface, but voxels that
 * the surface only clips may be missing. Both rules are decided exactly, so the bits are the same on every engine.
 * Source: Chen, Wan, Zhang, Bao & Peng, "Interactive Collision Detection for Complex and Deformable Models Using
 * Programmable Graphics Hardware", VRST 2004.
 */
import type { Box } from '../../tile-lists/image-map.ts';
import type { RunningOptions } from '../options.ts';
import type { GridChoice, Triple, VoxelGrid } from './grid.ts';

export type VoxelRule = 'conservative' | 'paper';

/** Layers of a grid along z, from `firstLayer` on. */
export interface VoxelSlab {
  readonly firstLayer: number;
  readonly layerCount: number;
  /** The bits of these layers, in the order of `Voxels.bits`. */
  readonly bits: Uint32Array;
  readonly count: number;
}

export interface VoxelsOptions extends RunningOptions, GridChoice {
  /** Low x, y, z and high x, y, z of the region to voxelize; by default the object's own box. */
  box?: Box;
  /** A grid of your own or of another answer, instead of `resolution`, `voxelSize` and `box`. */
  grid?: VoxelGrid;
  /** `conservative` sets every voxel that a triangle touches; `paper` samples at the centres of columns. */
  rule?: VoxelRule;
  /** Also set the voxels whose centres are inside; the mesh must be closed. */
  solid?: boolean;
  /** Called with each slab in turn, instead of keeping the bits: for grids beyond memory. */
  onSlab?: (slab: VoxelSlab) => void;
  /** Bytes of a slab, at most, if one layer is not more. */
  slabBytes?: number;
}

export const VOXELS_DEFAULTS = {
  resolution: 256,
  rule: 'conservative',
  solid: false,
  slabBytes: 2 ** 28,
} as const satisfies VoxelsOptions;

export interface VoxelStats {
  readonly backend: 'wasm' | 'webgpu';
  readonly threads: number;
  readonly triangles: number;
  readonly slabs: number;
  readonly milliseconds: {
    /** Coordinates of the grid, and clearing the worksheets. */
    readonly prepare: number;
    /** Voxelizing and filling the objects. */
    readonly voxelize: number;
    /** Counting, and comparing two worksheets. */
    readonly query: number;
    /** Exact tests of the triangles in common voxels. */
    readonly identify: number;
    /** From call to answer. */
    readonly total: number;
  };
  /** When the query was begun again, on a new device or on wasm: the code of the error that made it necessary. */
  readonly restartedAfter?: string;
  /** On WebGPU: triangles that single precision left open in some slab and the kernels voxelized; 0 on wasm. */
  readonly settled: number;
  /** Signs that floating point could not decide and exact arithmetic did. */
  readonly exactFallbacks: number;
  /** Bytes of working memory: what the scene holds, and what the query used on top. */
  readonly bytes: { readonly scene: number; readonly query: number };
}

export interface Voxels extends VoxelGrid {
  /** How many voxels are set. */
  readonly count: number;
  /**
   * One bit per voxel. Rows run along x and begin at whole words: voxel x, y, z is bit x & 31 of word
   * (z · resolution[1] + y) · ceil(resolution[0] / 32) + (x >> 5). Empty when `onSlab` took them.
   */
  readonly bits: Uint32Array;
  /** Whether a voxel is set; false outside the grid. */
  has(x: number, y: number, z: number): boolean;
  /** x, y, z of the centre of every set voxel, in ascending order of z, y, x. */
  centres(): Float64Array;
  readonly stats: VoxelStats;
}

export interface VoxelCollideOptions extends RunningOptions, GridChoice {
  /** A grid of your own, instead of one over the overlap of the two boxes. */
  grid?: VoxelGrid;
  rule?: VoxelRule;
  /** Fill both objects, or the first, or the second. Finds an object that is wholly inside another. */
  solid?: boolean | readonly [boolean, boolean];
  /** Stop at the first common voxel, or with `identify` at the first colliding pair. */
  early?: boolean;
  /** Go on to exact tests of the triangles in common voxels; needs the conservative rule. */
  identify?: boolean;
  /** List the common voxels. */
  list?: boolean;
  slabBytes?: number;
}

export const VOXEL_COLLIDE_DEFAULTS = {
  resolution: 256,
  rule: 'conservative',
  solid: false,
  early: false,
  identify: false,
  list: false,
  slabBytes: 2 ** 28,
} as const satisfies VoxelCollideOptions;

export interface VoxelCollision extends VoxelGrid {
  /** Whether the objects share a voxel; with `identify` whether triangles of theirs collide, exactly. */
  readonly collides: boolean;
  /** Voxels that both have; with `early` only how many had been met when the search stopped. */
  readonly common: number;
  /** Voxels of the first and of the second object within the region; not counted with `early`. */
  readonly counts: readonly [number, number];
  /** The overlap of the two boxes, low x, y, z and high x, y, z; none when they are apart. */
  readonly region: Box | undefined;
  /** When `list` was asked for: x, y, z of every common voxel, in ascending order of z, y, x. */
  readonly voxels?: Uint32Array;
  /** When `identify` was asked for: what `collide` says of the two objects, in the same form. */
  readonly trianglePairs?: Uint32Array;
  readonly kinds?: Uint8Array;
  readonly stats: VoxelStats & {
    /** With `identify`: entries of the lists of triangles per common voxel, and pairs that were tested. */
    readonly entries: number;
    readonly tests: number;
  };
}

/** Where a voxel's centre is. */
export function voxelCentre({ origin, voxelSize }: VoxelGrid, x: number, y: number, z: number): Triple {
  return [origin[0] + (x + 0.5) * voxelSize, origin[1] + (y + 0.5) * voxelSize, origin[2] + (z + 0.5) * voxelSize];
}
