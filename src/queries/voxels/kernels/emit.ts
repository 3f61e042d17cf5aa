/**
 * What becomes of a voxel that a triangle touches: its bit is set; or it is compared with another object's voxels; or the
 * triangle is counted or listed in it. Voxelization itself does not know which.
 */

import { STOP_LIMIT } from '../../../memory/constants';
import { voxelJob } from '../../../memory/generated/kernels/records';
import { bump, stop } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';

export const EMIT_SET: u32 = 0;
/** Stop the job when the first object has the voxel. */
export const EMIT_COMPARE: u32 = 1;
export const EMIT_COUNT: u32 = 2;
export const EMIT_LIST: u32 = 3;

/** Where voxels go, and the triangle they belong to. */
// @unmanaged
class EmittedState {
  mode: u32;
  bits: usize;
  /** Inverts the bits so that a voxel about which nothing is known yet is 1: one not set, or one that the other object has. */
  inverted: u32;
  firstLayer: i32;
  layerRows: i32;
  rowWords: i32;
  /** The triangle that touches, numbered through the objects, and which of the two objects it is of. */
  triangle: u32;
  object: u32;
}
const emitted = changetype<EmittedState>(reserveScratch(offsetof<EmittedState>()));
emitted.mode = EMIT_SET;

/** `target` is where the bits are that are set, or that are compared with. */
export function openEmit(how: u32, target: usize, objectIndex: u32): void {
  emitted.mode = how;
  emitted.bits = target;
  emitted.inverted = how == EMIT_SET ? u32.MAX_VALUE : 0;
  emitted.object = objectIndex;
  emitted.firstLayer = <i32>voxelJob.firstLayer;
  emitted.layerRows = <i32>voxelJob.layerRows;
  emitted.rowWords = <i32>voxelJob.rowWords;
}

// @inline
export function emitTriangle(number: u32): void {
  emitted.triangle = number;
}

// @inline
export function isListing(): bool {
  return emitted.mode == EMIT_LIST;
}

// @inline
export function orWord(at: usize, mask: u32): void {
  // Most voxels are touched by several triangles; reading is much cheaper than an atomic write.
  if ((load<u32>(at) & mask) == mask) return;
  if (ASC_FEATURE_THREADS) atomic.or<u32>(at, mask);
  else store<u32>(at, load<u32>(at) | mask);
}

function emitOther(at: usize, mask: u32): void {
  if (emitted.mode == EMIT_COMPARE) {
    voxelJob.found = 1;
    stop(STOP_LIMIT);
    return;
  }
  const rank = load<u32>(voxelJob.ranks + (at - voxelJob.bitsA)) + popcnt(load<u32>(at) & (mask - 1));
  const list = (((<usize>rank) << 1) | emitted.object) << 2;
  if (emitted.mode == EMIT_COUNT) {
    bump(voxelJob.listStarts + list, 1);
    store<u8>(voxelJob.listed + emitted.triangle, 1);
  } else store<u32>(voxelJob.lists + ((<usize>bump(voxelJob.listNext + list, 1)) << 2), emitted.triangle);
}

/** Address of the word that holds voxel 0 of a row. */
// @inline
export function rowAddress(y: i32, z: i32): usize {
  return emitted.bits + (((<usize>(z - emitted.firstLayer) * emitted.layerRows + y) * emitted.rowWords) << 2);
}

/** Whether it matters that a triangle touches the voxel x of the row that begins at `row`; if not, it need not be tested. */
// @inline
export function isWanted(row: usize, x: i32): bool {
  return (((load<u32>(row + ((<usize>(x >>> 5)) << 2)) ^ emitted.inverted) >>> (x & 31)) & 1) != 0;
}

/** Whether any voxel from x0, y0, z0 to x1, y1, z1 matters; of large boxes it is taken for granted. */
export function wantsAny(x0: i32, y0: i32, z0: i32, x1: i32, y1: i32, z1: i32): bool {
  if (x0 >>> 5 != x1 >>> 5 || y1 - y0 + (z1 - z0) > 8) return true;
  const mask = (<u32>(((<u64>2) << (x1 - x0)) - 1)) << (x0 & 31);
  const column = (<usize>(x0 >>> 5)) << 2;
  for (let z = z0; z <= z1; z++) {
    for (let y = y0; y <= y1; y++) {
      if (((load<u32>(rowAddress(y, z) + column) ^ emitted.inverted) & mask) != 0) return true;
    }
  }
  return false;
}

/** The triangle touches the voxel x of the row that begins at `row`. */
// @inline
export function emit(row: usize, x: i32): void {
  if (!isWanted(row, x)) return;
  const at = row + ((<usize>(x >>> 5)) << 2);
  const mask: u32 = 1 << (x & 31);
  if (emitted.mode == EMIT_SET) orWord(at, mask);
  else emitOther(at, mask);
}
