/** Bits of a grid: which voxel is which bit, going through those that are set, and combining two sets. */
import { layerWords, rowWords, type VoxelGrid } from './grid.ts';
import { type VoxelStats, type Voxels, voxelCentre } from './voxels.ts';

export function onesIn(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) if (bits[i] !== 0) count += onesIn(bits[i]);
  return count;
}

/** Calls `visit` with every set voxel, in ascending order of z, y, x. `firstLayer` is the layer in which `bits` begin. */
export function eachVoxel(
  bits: Uint32Array,
  grid: VoxelGrid,
  visit: (x: number, y: number, z: number) => void,
  firstLayer = 0,
): void {
  const words = rowWords(grid);
  const rows = grid.resolution[1];
  for (let at = 0; at < bits.length; at++) {
    let word = bits[at];
    if (word === 0) continue;
    const row = Math.floor(at / words);
    const z = Math.floor(row / rows);
    const first = (at - row * words) * 32;
    while (word !== 0) {
      const low = word & -word;
      visit(first + 31 - Math.clz32(low), row - z * rows, firstLayer + z);
      word ^= low;
    }
  }
}

/** x, y, z of every set voxel. */
export function listVoxels(bits: Uint32Array, grid: VoxelGrid, firstLayer = 0): Uint32Array {
  const list = new Uint32Array(3 * countBits(bits));
  let at = 0;
  eachVoxel(
    bits,
    grid,
    (x, y, z) => {
      list[at] = x;
      list[at + 1] = y;
      list[at + 2] = z;
      at += 3;
    },
    firstLayer,
  );
  return list;
}

/** A set of voxels: an answer of {@link voxels} without its stats. */
export type VoxelSet = Omit<Voxels, 'stats'>;

/** An answer made of a grid and its bits. */
export function voxelsOf(grid: VoxelGrid, bits: Uint32Array, count: number, stats: VoxelStats): Voxels {
  return { ...voxelSet(grid, bits, count), stats };
}

export function voxelSet(grid: VoxelGrid, bits: Uint32Array, count: number): VoxelSet {
  const words = rowWords(grid);
  const { resolution, origin, voxelSize } = grid;
  return {
    resolution,
    origin,
    voxelSize,
    count,
    bits,
    has(x, y, z) {
      const isWithin = [x, y, z].every((value, k) => Number.isInteger(value) && value >= 0 && value < resolution[k]);
      return isWithin && ((bits[(z * resolution[1] + y) * words + (x >> 5)] >>> (x & 31)) & 1) === 1;
    },
    centres() {
      const centres = new Float64Array(3 * countBits(bits));
      let at = 0;
      eachVoxel(bits, grid, (x, y, z) => {
        centres.set(voxelCentre(grid, x, y, z), at);
        at += 3;
      });
      return centres;
    },
  };
}

/** Sets the voxels of a list (x, y, z each) in bits of their own. */
export function bitsOfList(list: Uint32Array, grid: VoxelGrid): Uint32Array {
  const bits = emptyBits(grid);
  const words = rowWords(grid);
  for (let at = 0; at < list.length; at += 3) {
    bits[(list[at + 2] * grid.resolution[1] + list[at + 1]) * words + (list[at] >> 5)] |= 1 << (list[at] & 31);
  }
  return bits;
}

/** Empty bits for a whole grid. */
export function emptyBits(grid: VoxelGrid): Uint32Array {
  return new Uint32Array(layerWords(grid) * grid.resolution[2]);
}
