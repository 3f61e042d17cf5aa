/**
 * Anything that can voxelize itself into a grid: "our framework does not put any restriction on model representation schemes
 * as long as voxelizations of the models can be performed" (section 5 of the paper).
 *
 * Promise of every shape: `touched` sets every voxel that it touches, as a closed box, and perhaps a few more that are near;
 * `inside` sets only voxels that lie wholly inside it, and perhaps not all. So unions, intersections and differences of
 * shapes keep the promise, and two shapes that share a point share a voxel.
 */
import type { Box } from '../../../tile-lists/image-map.ts';
import type { Pace } from './pace.ts';
import type { VoxelSheet } from './sheet.ts';

/** Which voxels are wanted: those that a shape touches, or those that are wholly inside it. */
export type VoxelSide = 'touched' | 'inside';

export interface VoxelShape {
  /** A box that holds the shape, low x, y, z and high x, y, z; none when the shape is empty. */
  readonly box: Box | undefined;
  /** Sets voxels in the sheet; those that are set already stay. Long work calls `pace` now and then. */
  voxelize(sheet: VoxelSheet, side: VoxelSide, pace: Pace): Promise<void>;
}
