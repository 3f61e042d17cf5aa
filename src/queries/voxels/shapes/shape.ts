/**
 * Anything that can voxelize itself into a grid: "our framework does not put any restriction on model representation schemes
 * as long as voxelizations of the models can be performed" (section 5 of the paper).
 *
 * Promise of every shape: `touched` sets every voxel that it touches, as a closed box, and perhaps a few more that are near;
 * `inside` sets only voxels that lie wholly inside it, and perhaps not all. So unions, intersections and differences of
 * shapes keep the promise, and two shapes that share a point share a voxel.
 */
import type { Bounds } from '../../../mesh/bounds.ts';
import type { VoxelSheet } from './sheet.ts';

/** Which voxels are wanted: those that a shape touches, or those that are wholly inside it. */
export type VoxelSide = 'touched' | 'inside';

/** Lets long work report progress, be cancelled, and let other work on the same thread run. */
export interface VoxelPace {
  /**
   * The pace of a part of the work.
   * @example
   * ```ts
   * await first(pace.part(0, 0.5));
   * await second(pace.part(0.5, 1));
   * ```
   */
  part(from: number, to: number): VoxelPace;
  /**
   * Call it often, with the part that is done, 0 to 1, and await what it returns, if anything.
   * @example
   * ```ts
   * const wait = pace.step(done / total);
   * if (wait) await wait;
   * ```
   */
  step(done: number): Promise<void> | undefined;
}

/** Anything that can voxelize itself: one of your own, or one made from a mesh, points, a function or patches. */
export interface VoxelShape {
  /** A box that holds the shape; undefined when the shape is empty. */
  readonly box: Bounds | undefined;
  /**
   * Sets voxels in the sheet and leaves those that are set. `touched` must include every voxel that the shape touches, as a
   * closed box; `inside` must include only voxels wholly inside. Long work calls `pace.step` often.
   * @example
   * ```ts
   * const voxelize: VoxelShape['voxelize'] = async (sheet, side) => {
   *   if (side === 'touched') sheet.set(0, 0, 0);
   * };
   * ```
   */
  voxelize(sheet: VoxelSheet, side: VoxelSide, pace: VoxelPace): Promise<void>;
}
