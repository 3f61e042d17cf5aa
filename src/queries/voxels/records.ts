/**
 * Fields of a voxel job.
 *
 * Rows of voxels run along x and begin at whole words: voxel x, y, z is bit x & 31 of word
 * ((z − zFirst) · rowsPerLayer + y) · rowWords + (x >> 5). Coordinates of voxels are those of the whole grid; `zFirst` is the
 * first layer of the slab that this job is about.
 */
import { record } from '../../memory/declare-record.ts';
import { QUERY_BLOCK } from '../../memory/records.ts';

export const VOXEL_JOB = record('VoxelJob', {
  /** Four f64: origin x y z and the edge of a voxel. Every boundary origin + i · edge, and every centre, is a double. */
  grid: ['f64', 4],
  /** Voxels along x, y, z that can be set: those beyond the region of interest stay empty. */
  across: 'u32',
  down: 'u32',
  /** First layer of the slab, and one past its last. */
  firstLayer: 'u32',
  endLayer: 'u32',
  /** Words of a row, and rows of a layer, as they lie in memory. */
  rowWords: 'u32',
  layerRows: 'u32',
  /** VOXEL_CONSERVATIVE or VOXEL_PAPER. */
  rule: 'u32',
  /** Bit 0: fill the first object; bit 1: the second. */
  solid: 'u32',
  /** Not zero: set only voxels whose centres are inside, not those that triangles touch. */
  centresOnly: 'u32',
  /** Not zero: stop at the first common voxel. */
  early: 'u32',
  /** Not zero: find the colliding triangles of the common voxels. */
  identify: 'u32',
  /** Not zero: the common voxels are kept, in the bits of the first object. */
  keepCommon: 'u32',
  /** Bits of the first and of the second object, slabBytes each; the second is 0 when there is one object. */
  bitsA: 'address',
  bitsB: 'address',
  slabBytes: 'u32',
  /** The directional sheets whose bits run along y and along z; the one along x has the form of the result. */
  sheetY: 'address',
  sheetZ: 'address',
  /** Words of a row of those sheets: layers of y, and layers of the slab, in 32s. */
  sheetYWords: 'u32',
  sheetZWords: 'u32',
  /** u32 per row of the slab: crossings of its centre line, then where the next one goes. */
  rowCounts: 'address',
  /** u32 per row and one more: where its crossings begin. */
  rowStarts: 'address',
  /** u32 per crossing: first voxel behind it << 1 | 1 when the surface faces +x. */
  crossings: 'address',
  /** Memory to be cleared before the first triangle: from, and bytes. */
  clearFrom: 'address',
  clearBytes: 'u32',
  /** Which object is being voxelized: 0 or 1. */
  current: 'u32',
  /** u32 per word of the bits: common voxels before it. */
  ranks: 'address',
  /** u32 per common voxel and object (voxel · 2 + object) and one more: how many triangles, then where they begin. */
  listStarts: 'address',
  listNext: 'address',
  /** u32 triangle numbers, counted through both objects. */
  lists: 'address',
  /** One byte per triangle of both objects: 1 when it touches a common voxel. */
  listed: 'address',
  /** Voxels of the first object, of the second, and of both. */
  countA: 'atomic',
  countB: 'atomic',
  countCommon: 'atomic',
  /** Not zero: a common voxel was found, and the search stopped. */
  found: 'u32',
  /** Pairs of triangles that share a common voxel and whose boxes overlap. */
  candidates: 'atomic',
  /** Entries of the lists of triangles per common voxel. */
  entryCount: 'u32',
}).placed(QUERY_BLOCK);
