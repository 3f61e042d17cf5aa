/** A worksheet that shapes voxelize themselves into: a grid, its bits, and the ways to set them. */
import { type Bounds, boundsOfBox } from '../../../mesh/bounds.ts';
import { rowWords, type VoxelGrid } from '../grid.ts';
import { gridBox } from '../options.ts';
import { firstTouched, lastTouched } from './touched-range.ts';

/** First and last voxel along x, y and z, both included. */
export interface VoxelRange {
  /** The voxel with the lowest numbers. */
  readonly first: readonly [number, number, number];
  /** The voxel with the highest numbers. */
  readonly last: readonly [number, number, number];
}

/** A worksheet that shapes voxelize themselves into: a grid, its bits, and the ways to set them. */
export class VoxelSheet {
  /** The grid to voxelize on. */
  readonly grid: VoxelGrid;
  /** One bit per voxel, in the order of `Voxels.bits`. */
  readonly bits: Uint32Array;
  readonly #words: number;
  readonly #rows: number;

  constructor(grid: VoxelGrid, bits: Uint32Array) {
    this.grid = grid;
    this.bits = bits;
    this.#words = rowWords(grid);
    this.#rows = grid.resolution[1];
  }

  /**
   * An empty sheet on the same grid.
   * @example
   * ```ts
   * const other = sheet.blank();
   * other.set(0, 0, 0);
   * ```
   */
  blank(): VoxelSheet {
    return new VoxelSheet(this.grid, new Uint32Array(this.bits.length));
  }

  /**
   * Whether a voxel of the grid is set.
   * @example
   * ```ts
   * sheet.set(1, 2, 3);
   * console.log(sheet.has(1, 2, 3));
   * ```
   */
  has(x: number, y: number, z: number): boolean {
    return ((this.bits[(z * this.#rows + y) * this.#words + (x >> 5)] >>> (x & 31)) & 1) === 1;
  }

  /**
   * Sets a voxel of the grid.
   * @example
   * ```ts
   * sheet.set(1, 2, 3);
   * console.log(sheet.has(1, 2, 3));
   * ```
   */
  set(x: number, y: number, z: number): void {
    this.bits[(z * this.#rows + y) * this.#words + (x >> 5)] |= 1 << (x & 31);
  }

  /**
   * Sets the voxels x0 to x1 of a row, both included.
   * @example
   * ```ts
   * const [width] = sheet.grid.resolution;
   * sheet.setSpan(0, width - 1, 0, 0);
   * ```
   */
  setSpan(x0: number, x1: number, y: number, z: number): void {
    if (x0 > x1) return;
    const row = (z * this.#rows + y) * this.#words;
    const first = x0 >> 5;
    const last = x1 >> 5;
    for (let word = first; word <= last; word++) {
      let mask = -1;
      if (word === first) mask <<= x0 & 31;
      if (word === last) mask &= -1 >>> (31 - (x1 & 31));
      this.bits[row + word] |= mask;
    }
  }

  /**
   * Sets all voxels of a range.
   * @example
   * ```ts
   * const range = sheet.rangeOf(box);
   * if (range) sheet.setRange(range);
   * ```
   */
  setRange({ first, last }: VoxelRange): void {
    for (let z = first[2]; z <= last[2]; z++) {
      for (let y = first[1]; y <= last[1]; y++) this.setSpan(first[0], last[0], y, z);
    }
  }

  /**
   * The voxels that touch a box; undefined when it lies outside the grid.
   * @example
   * ```ts
   * const range = sheet.rangeOf({ min: [0, 0, 0], max: [1, 1, 1] });
   * if (range) sheet.setRange(range);
   * ```
   */
  rangeOf({ min, max }: Bounds): VoxelRange | undefined {
    const { grid } = this;
    const along = (k: number) => [firstTouched(grid, k, min[k]), lastTouched(grid, k, max[k])];
    const [x, y, z] = [along(0), along(1), along(2)];
    if (x[0] > x[1] || y[0] > y[1] || z[0] > z[1]) return undefined;
    return { first: [x[0], y[0], z[0]], last: [x[1], y[1], z[1]] };
  }

  /**
   * The voxels that lie wholly within a box; undefined when there are none.
   * @example
   * ```ts
   * const range = sheet.rangeWithin({ min: [0, 0, 0], max: [1, 1, 1] });
   * if (range) sheet.setRange(range);
   * ```
   */
  rangeWithin(box: Bounds): VoxelRange | undefined {
    const { origin, voxelSize } = this.grid;
    const touching = this.rangeOf(box);
    if (!touching) return undefined;
    const first = [...touching.first] as [number, number, number];
    const last = [...touching.last] as [number, number, number];
    for (let k = 0; k < 3; k++) {
      while (first[k] <= last[k] && origin[k] + first[k] * voxelSize < box.min[k]) first[k]++;
      while (last[k] >= first[k] && origin[k] + (last[k] + 1) * voxelSize > box.max[k]) last[k]--;
      if (first[k] > last[k]) return undefined;
    }
    return { first, last };
  }

  /** All of the grid. */
  get box(): Bounds {
    return boundsOfBox(gridBox(this.grid));
  }
}
