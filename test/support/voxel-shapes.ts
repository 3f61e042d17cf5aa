/** Balls as voxel shapes, and plain references for what shapes set. */
import type { Voxel } from '../../oracle/voxel-oracle.ts';
import { boundsOfBox, boxOfBounds } from '../../src/mesh/bounds.ts';
import { implicitShape, type VoxelShape, voxelGrid } from '../../src/papers/index.ts';
import { Pace } from '../../src/queries/voxels/shapes/pace.ts';
import { VoxelSheet } from '../../src/queries/voxels/shapes/sheet.ts';
import { setVoxels } from './voxel-lists.ts';

export type Box = readonly number[];

/** Least and greatest distance from the origin to a box. */
export function distances(box: Box): [number, number] {
  const near = [0, 1, 2].map((k) => Math.max(box[k], -box[k + 3], 0));
  const far = [0, 1, 2].map((k) => Math.max(Math.abs(box[k]), Math.abs(box[k + 3])));
  return [Math.hypot(...near), Math.hypot(...far)];
}

export const ballRange =
  (radius: number, x = 0) =>
  (box: Box) => {
    const [near, far] = distances(box.map((value, i) => value - (i % 3 === 0 ? x : 0)));
    return [near - radius, far - radius] as const;
  };
export const ballShape = (radius: number, x = 0, solid = true) =>
  implicitShape({
    box: { min: [x - radius, -radius, -radius], max: [x + radius, radius, radius] },
    range: (box) => ballRange(radius, x)(boxOfBounds(box)),
    solid,
  });

/** The voxels of a side, without going through the options of a call. */
export async function sideOf(
  shape: VoxelShape,
  side: 'touched' | 'inside',
  box: Box,
  resolution: number,
): Promise<Voxel[]> {
  const grid = voxelGrid(boundsOfBox(box), { resolution });
  const bits = new Uint32Array(Math.ceil(resolution / 32) * resolution ** 2);
  const sheet = new VoxelSheet(grid, bits);
  await shape.voxelize(sheet, side, new Pace({ signal: undefined, onProgress: undefined }));
  return setVoxels({ resolution: grid.resolution, has: (x, y, z) => sheet.has(x, y, z) });
}

function boxOfVoxel(grid: { origin: readonly number[]; voxelSize: number }, voxel: Voxel): Box {
  const low = voxel.map((i, k) => grid.origin[k] + i * grid.voxelSize);
  return [...low, ...low.map((value) => value + grid.voxelSize)];
}

/** Every voxel of a grid for which `wanted` says so. */
export function voxelsWhere(box: Box, resolution: number, wanted: (box: Box) => boolean): Voxel[] {
  const grid = voxelGrid(boundsOfBox(box), { resolution });
  return setVoxels({ resolution: grid.resolution, has: (x, y, z) => wanted(boxOfVoxel(grid, [x, y, z])) });
}
