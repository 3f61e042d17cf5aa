/**
 * The queries "which voxels does an object touch?" and "which voxels do two objects share?": options, answers and
 * guarantees.
 *
 * Promise: by the conservative rule a voxel is set exactly when some triangle touches it, as a closed box, on the coordinates
 * given. By the paper's rule the centre of every set voxel is within half a voxel's diagonal of the surface, but voxels that
 * the surface only clips may be missing. Both rules are decided exactly, so the bits are the same on every engine.
 * Source: Chen, Wan, Zhang, Bao & Peng, "Interactive Collision Detection for Complex and Deformable Models Using
 * Programmable Graphics Hardware", VRST 2004.
 */
import type { LeftToWasm } from '../../backend/left-to-wasm.ts';
import type { ErrorCode } from '../../error-codes.ts';
import type { Bounds, Triple } from '../../mesh/bounds.ts';
import type { GpuStats } from '../collide/collide.ts';
import type { RunningOptions } from '../options.ts';
import type { GridChoice, VoxelGrid } from './grid.ts';

/** Which voxels are set; see {@link VoxelsOptions.rule}. */
export type VoxelRule = 'conservative' | 'paper';

/** Layers of a grid along z. */
export interface VoxelSlab {
  /** Number of the first layer. */
  readonly firstLayer: number;
  /** Number of layers. */
  readonly layerCount: number;
  /** The bits of these layers, in the order of `Voxels.bits`. */
  readonly bits: Uint32Array;
  /** Voxels set in these layers. */
  readonly count: number;
}

/** Options of {@link voxels}. */
export interface VoxelsOptions extends RunningOptions, GridChoice {
  /**
   * The region to voxelize.
   * @defaultValue the object's own box
   */
  box?: Bounds;
  /**
   * A grid of your own or of another answer, instead of `resolution`, `voxelSize` and `box`.
   * @defaultValue none
   */
  grid?: VoxelGrid;
  /**
   * `conservative` sets every voxel that a triangle touches; `paper` samples at the centres of columns.
   * @defaultValue `'conservative'`
   */
  rule?: VoxelRule;
  /**
   * `true`: also set the voxels whose centres are inside. `'centres'`: set those alone, not what triangles only touch; their
   * number times a voxel's volume estimates the object's volume without bias. The mesh must be closed.
   * @defaultValue `false`
   */
  solid?: boolean | 'centres';
  /**
   * Called with each slab in turn, and the bits are not kept: for grids larger than memory.
   * @defaultValue none
   */
  onSlab?: (slab: VoxelSlab) => void;
  /**
   * Bytes of a slab, at most; one layer is the least.
   * @defaultValue `2 ** 28`
   */
  slabBytes?: number;
}

/** What {@link voxels} uses for options that you leave out. */
export const VOXELS_DEFAULTS = {
  resolution: 256,
  rule: 'conservative',
  solid: false,
  slabBytes: 2 ** 28,
} as const satisfies VoxelsOptions;

/** What a query of voxels cost. */
export interface VoxelStats {
  /** What the query ran on. */
  readonly backend: 'wasm' | 'webgpu';
  /** Worker threads of the engine. */
  readonly threads: number;
  /** Triangles of the objects. */
  readonly triangles: number;
  /** Slabs that the grid was cut into. */
  readonly slabs: number;
  /** Time of each stage. */
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
  /** If the query was restarted, on a new device or on wasm: the code of the error that caused it. */
  readonly restartedAfter?: ErrorCode;
  /** On WebGPU: triangles that whole steps of a voxel could not decide and the CPU voxelized; 0 on wasm. */
  readonly settled: number;
  /** What it cost on the GPU, when it ran there. */
  readonly gpu?: GpuStats;
  /** Signs that floating point could not decide and exact arithmetic did. */
  readonly exactFallbacks: number;
  /** Bytes of working memory. */
  readonly bytes: {
    /** Held by the scene. */
    readonly scene: number;
    /** Used by the query on top. */
    readonly query: number;
  };
  /** Why a WebGPU engine left the query to wasm, when it did. */
  readonly leftToWasm?: LeftToWasm;
}

/** The answer of {@link voxels}. */
export interface Voxels extends VoxelGrid {
  /** Number of voxels that are set. */
  readonly count: number;
  /**
   * One bit per voxel. Rows run along x and begin at whole words: voxel x, y, z is bit x & 31 of word
   * (z · resolution[1] + y) · ceil(resolution[0] / 32) + (x >> 5). Empty when `onSlab` took them.
   */
  readonly bits: Uint32Array;
  /**
   * Whether a voxel is set; false outside the grid.
   * @example
   * ```ts
   * const found = await voxels(scene, id);
   * console.log(found.has(0, 0, 0));
   * ```
   */
  has(x: number, y: number, z: number): boolean;
  /**
   * x, y, z of the centre of every set voxel, in ascending order of z, y, x.
   * @example
   * ```ts
   * const points = voxels.centres();
   * console.log(points.length / 3 === voxels.count);
   * ```
   */
  centres(): Float64Array;
  /**
   * What the query cost.
   * @experimental What it holds may change in any version.
   */
  readonly stats: VoxelStats;
}

/** Options of {@link voxelCollide}. */
export interface VoxelCollideOptions extends RunningOptions, GridChoice {
  /**
   * A grid of your own. Not with `identify`.
   * @defaultValue one over the overlap of the two boxes
   */
  grid?: VoxelGrid;
  /**
   * As in {@link VoxelsOptions.rule}.
   * @defaultValue `'conservative'`
   */
  rule?: VoxelRule;
  /**
   * Fill both objects, or the first, or the second. Finds an object that is wholly inside another.
   * @defaultValue `false`
   */
  solid?: boolean | readonly [boolean, boolean];
  /**
   * Stop at the first common voxel, or with `identify` at the first colliding pair.
   * @defaultValue `false`
   */
  early?: boolean;
  /**
   * Go on to exact tests of the triangles in common voxels; needs the conservative rule.
   * @defaultValue `false`
   */
  identify?: boolean;
  /**
   * List the common voxels.
   * @defaultValue `false`
   */
  list?: boolean;
  /**
   * Bytes of a slab, at most; one layer is the least.
   * @defaultValue `2 ** 28`
   */
  slabBytes?: number;
}

/** What {@link voxelCollide} uses for options that you leave out. */
export const VOXEL_COLLIDE_DEFAULTS = {
  resolution: 256,
  rule: 'conservative',
  solid: false,
  early: false,
  identify: false,
  list: false,
  slabBytes: 2 ** 28,
} as const satisfies VoxelCollideOptions;

/** The answer of {@link voxelCollide}. */
export interface VoxelCollision extends VoxelGrid {
  /** Whether the objects share a voxel; with `identify`, whether their triangles collide, exactly. */
  readonly collides: boolean;
  /** Voxels that both have; with `early`, only those met before the search stopped. */
  readonly common: number;
  /** Voxels of the first and of the second object within the region; incomplete with `early`. */
  readonly counts: readonly [number, number];
  /** The overlap of the two boxes; undefined when they are apart. */
  readonly region: Bounds | undefined;
  /** With `list`: x, y, z of every common voxel, in ascending order of z, y, x. */
  readonly voxels?: Uint32Array;
  /** With `identify`: the pairs of the two objects, as `collide` reports them. */
  readonly trianglePairs?: Uint32Array;
  /** With `identify`: the kind of each pair, as `collide` reports it. */
  readonly kinds?: Uint8Array;
  /**
   * What the query cost.
   * @experimental What it holds may change in any version.
   */
  readonly stats: VoxelStats & {
    /** With `identify`: triangles in the lists of all common voxels. */
    readonly entries: number;
    /** With `identify`: pairs that were tested; on WebGPU those found, the same pair in several voxels among them. */
    readonly tests: number;
  };
}

/** Where a voxel's centre is. */
export function voxelCentre({ origin, voxelSize }: VoxelGrid, x: number, y: number, z: number): Triple {
  return [origin[0] + (x + 0.5) * voxelSize, origin[1] + (y + 0.5) * voxelSize, origin[2] + (z + 0.5) * voxelSize];
}
