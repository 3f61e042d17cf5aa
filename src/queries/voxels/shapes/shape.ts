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

/** Lets long work report progress, be cancelled, and leave room for others on the same thread. */
export interface VoxelPace {
  /** The pace of a part of the work, such as `part(0, 0.5)` for its first half. */
  part(from: number, to: number): VoxelPace;
  /** Call it often, with the part that is done, 0 to 1, and await what it returns, if anything. */
  step(done: number): Promise<void> | undefined;
}

/** Anything that can voxelize itself; make one of your own, or one from a mesh, points, a function or patches. */
export interface VoxelShape {
  /** A box that holds the shape; undefined when the shape is empty. */
  readonly box: Bounds | undefined;
  /** Sets voxels in the sheet; those that are set already stay. Long work calls `pace` now and then. */
  voxelize(sheet: VoxelSheet, side: VoxelSide, pace: VoxelPace): Promise<void>;
}
