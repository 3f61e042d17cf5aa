/** Which voxels of an axis a closed interval touches, exactly: boundaries are doubles, and comparing doubles is exact. */
import type { VoxelGrid } from '../grid.ts';

/** The first voxel along axis k that reaches `low` or beyond, from 0 on. */
export function firstTouched({ origin, voxelSize }: VoxelGrid, k: number, low: number): number {
  const start = origin[k];
  let i = Math.max(0, Math.floor((low - start) / voxelSize) - 1);
  while (start + (i + 1) * voxelSize < low) i++;
  return i;
}

/** The last voxel along axis k that begins at `high` or before; −1 when none does. */
export function lastTouched({ origin, resolution, voxelSize }: VoxelGrid, k: number, high: number): number {
  const start = origin[k];
  let i = Math.min(resolution[k] - 1, Math.ceil((high - start) / voxelSize) + 1);
  while (i >= 0 && start + i * voxelSize > high) i--;
  return i;
}
