/**
 * Grids of voxels: cubes of equal size, whose boundaries and centres are exact doubles.
 *
 * Promise: origin + i · voxelSize and origin + (i + ½) · voxelSize are computed without rounding for every i of the
 * grid. So "a triangle touches a voxel" is a question about doubles, with one right answer. For this, the size of a
 * voxel is an even multiple of a power of two, and the origin a multiple of it; a requested size is rounded up by less
 * than 2^-18 of itself (more only for grids so far from zero that their voxels are near the precision of doubles
 * there).
 */
import { OptionError } from '../../errors.ts';
import type { Bounds, Triple } from '../../mesh/bounds.ts';
import { describe } from '../../mesh/check-mesh.ts';
import type { Box } from '../../tile-lists/image-map.ts';
import { checkBox, checkOptionNames } from '../options.ts';

/** A grid of cubes. */
export interface VoxelGrid {
  /** Voxels along x, y and z. */
  readonly resolution: Triple;
  /** The corner of voxel 0, 0, 0 with the lowest coordinates. */
  readonly origin: Triple;
  /** The edge of a voxel. */
  readonly voxelSize: number;
}

/** The fineness of a grid: by `resolution`, or by `voxelSize`. */
export interface GridChoice {
  /**
   * Voxels along each axis, or along x, y and z, 1 to 65536. Voxels are cubes, as large as the tightest axis needs.
   * @defaultValue `256`
   */
  resolution?: number | Triple;
  /**
   * The edge of a voxel; the grid then has as many as the box needs.
   * @defaultValue as `resolution` makes it
   */
  voxelSize?: number;
}

export const RESOLUTION_MAX = 65536;

/** Significant bits of a voxel's size, in units of the grid's quantum. */
const SIZE_BITS = 19;
/**
 * For a box that is a point: the edge of a voxel as a fraction of its largest coordinate, or the edge itself at the
 * origin.
 */
const POINT_PART = 2 ** -20;
/** Smaller voxels would have boundaries that are no normal doubles. */
const SMALLEST_SIZE = 2 ** -1000;

function quantumFor(size: number, reach: number): number {
  const bySize = 2 ** (Math.floor(Math.log2(size)) - SIZE_BITS);
  // Multiples of the quantum up to `reach` must have 53 bits at most; one is spared for rounding in this function.
  const byReach = 2 ** (Math.ceil(Math.log2(reach)) - 51);
  return Math.max(bySize, byReach);
}

/** The number of voxels from `origin` on that cover everything up to `high`; at least one. */
function voxelsUpTo(origin: number, high: number, size: number): number {
  let count = Math.max(1, Math.ceil((high - origin) / size));
  while (origin + count * size < high) count++;
  while (count > 1 && origin + (count - 1) * size >= high) count--;
  return count;
}

function gridOfSize(box: Box, wanted: number, counts: Triple | undefined): VoxelGrid {
  const reach = Math.max(...box.map(Math.abs)) + 2 * Math.max(wanted, ...[0, 1, 2].map((k) => box[k + 3] - box[k]));
  const quantum = quantumFor(wanted, reach);
  let multiple = Math.max(2, 2 * Math.ceil(wanted / quantum / 2));
  const origin = [0, 1, 2].map((k) => Math.floor(box[k] / quantum) * quantum) as [number, number, number];
  for (;;) {
    const voxelSize = multiple * quantum;
    const needed = [0, 1, 2].map((k) => voxelsUpTo(origin[k], box[k + 3], voxelSize)) as [number, number, number];
    if (!counts) return { resolution: needed, origin, voxelSize };
    if (needed.every((count, k) => count <= counts[k])) return { resolution: counts, origin, voxelSize };
    multiple += 2;
  }
}

export function checkResolution(call: string, resolution: unknown): Triple {
  const values = Array.isArray(resolution) || ArrayBuffer.isView(resolution) ? Array.from(resolution as number[]) : [];
  const triple = typeof resolution === 'number' ? [resolution, resolution, resolution] : values;
  const isCount = (value: unknown) =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= RESOLUTION_MAX;
  if (triple.length === 3 && triple.every(isCount)) return triple as unknown as Triple;
  throw new OptionError(
    'option-range',
    `${call}: resolution is ${values.length > 0 ? `[${values.join(', ')}]` : describe(resolution)}; expected a whole number from 1 to ${RESOLUTION_MAX}, or three of them.`,
    { option: 'resolution' },
  );
}

export function checkVoxelSize(call: string, size: unknown): number {
  if (typeof size === 'number' && size >= SMALLEST_SIZE && size <= 2 ** 250) return size;
  throw new OptionError(
    'option-range',
    `${call}: voxelSize is ${describe(size)}; expected a positive number, the edge of a voxel.`,
    {
      option: 'voxelSize',
    },
  );
}

/**
 * Makes the finest grid of a resolution, or the grid of voxels of a size, that covers a box. Boundaries and centres of
 * its voxels are exact doubles; for this the size is rounded up slightly.
 * @throws {@link OptionError} `option-value`, `option-range`, `option-conflict`, `grid-too-large`
 * @example
 * ```ts
 * const grid = voxelGrid({ min: [0, 0, 0], max: [1, 1, 1] }, { voxelSize: 0.01 });
 * const found = await voxels(scene, id, { grid });
 * ```
 */
export function voxelGrid(box: Bounds, choice: GridChoice = {}): VoxelGrid {
  const call = 'voxelGrid';
  checkOptionNames(call, choice, ['resolution', 'voxelSize']);
  const checked = checkBox(call, box);
  if (choice.voxelSize !== undefined) {
    if (choice.resolution !== undefined) throw bothGiven(call);
    return gridBySize(call, checked, checkVoxelSize(call, choice.voxelSize));
  }
  return gridByResolution(checked, checkResolution(call, choice.resolution ?? 256));
}

export function bothGiven(call: string): OptionError {
  return new OptionError(
    'option-conflict',
    `${call}: resolution and voxelSize exclude each other, because each determines the other. Pass one of them.`,
  );
}

export function gridByResolution(box: Box, resolution: Triple): VoxelGrid {
  const largest = Math.max(...box.map(Math.abs));
  const sides = [0, 1, 2].map((k) => (box[k + 3] - box[k]) / resolution[k]);
  const size = Math.max(...sides) || (largest || 1) * POINT_PART;
  return gridOfSize(box, Math.max(size, SMALLEST_SIZE), resolution);
}

export function gridBySize(call: string, box: Box, size: number): VoxelGrid {
  const counts = [0, 1, 2].map((k) => (box[k + 3] - box[k]) / size);
  if (counts.some((count) => count > RESOLUTION_MAX)) {
    const most = Math.max(...counts);
    throw new OptionError(
      'grid-too-large',
      `${call}: voxels of ${size} make ${Math.ceil(most)} along one axis; at most ${RESOLUTION_MAX} are possible. Use larger voxels or a smaller box.`,
      { option: 'voxelSize', found: Math.ceil(most), most: RESOLUTION_MAX },
    );
  }
  return gridOfSize(box, size, undefined);
}

/** The exponent of the lowest set bit of a double other than 0. */
function lowestBit(value: number): number {
  let exponent = Math.floor(Math.log2(Math.abs(value)));
  let rest = Math.abs(value) * 2 ** -exponent;
  while (!Number.isInteger(rest)) {
    rest *= 2;
    exponent--;
  }
  return exponent;
}

/** Checks a grid of the caller's; refuses one whose boundaries or centres would be rounded. */
export function checkGrid(call: string, grid: unknown): VoxelGrid {
  const { resolution, origin, voxelSize } = (typeof grid === 'object' && grid ? grid : {}) as Partial<VoxelGrid>;
  const checked = checkResolution(`${call}: grid`, resolution);
  const size = checkVoxelSize(`${call}: grid`, voxelSize);
  if (!Array.isArray(origin) || origin.length !== 3 || !origin.every((value) => Number.isFinite(value))) {
    throw new OptionError(
      'option-type',
      `${call}: grid.origin is ${describe(origin)}; expected three finite numbers.`,
      {
        option: 'grid',
      },
    );
  }
  // Half a voxel, and every coordinate of the origin, must be multiples of a quantum of which the grid spans few enough.
  const quantum = Math.min(lowestBit(size) - 1, ...origin.filter((value) => value !== 0).map(lowestBit));
  const reach = Math.max(...origin.map((value, k) => Math.max(Math.abs(value), Math.abs(value + checked[k] * size))));
  if (reach * 2 ** -quantum <= 2 ** 53) {
    return { resolution: checked, origin: [...origin] as unknown as Triple, voxelSize: size };
  }
  throw new OptionError(
    'grid-inexact',
    `${call}: boundaries of the grid (origin ${origin.join(', ')}, voxels of ${size}) are not exact doubles. Make it with voxelGrid(box, { voxelSize: ${size} }), which rounds the size so that they are.`,
    { option: 'grid' },
  );
}

/** Voxels along each axis up to the last that touches the box: a voxel that begins where the box ends does. */
export function voxelsWithin({ origin, resolution, voxelSize }: VoxelGrid, box: Box): Triple {
  const along = (k: number) => {
    // Boundaries are exact within the grid only; counting them far beyond it might never come to an end.
    if (box[k + 3] >= origin[k] + resolution[k] * voxelSize) return resolution[k];
    const covering = voxelsUpTo(origin[k], box[k + 3], voxelSize);
    const touching = origin[k] + covering * voxelSize === box[k + 3] ? covering + 1 : covering;
    return Math.min(resolution[k], touching);
  };
  return [along(0), along(1), along(2)];
}

/** Words of 32 voxels in a row along x, and in a layer. */
export function rowWords({ resolution }: VoxelGrid): number {
  return Math.ceil(resolution[0] / 32);
}

/** What is read of voxels that a caller hands back. */
export const VOXEL_FIELDS = ['resolution', 'origin', 'voxelSize', 'bits'] as const;

export function layerWords(grid: VoxelGrid): number {
  return rowWords(grid) * grid.resolution[1];
}

export function sameGrid(a: VoxelGrid, b: VoxelGrid): boolean {
  return (
    a.voxelSize === b.voxelSize &&
    [0, 1, 2].every((k) => a.origin[k] === b.origin[k] && a.resolution[k] === b.resolution[k])
  );
}
