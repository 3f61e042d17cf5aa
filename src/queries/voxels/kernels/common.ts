/** The collision query of the paper (section 3.4): AND of two worksheets, and how many voxels each and both have. */

import { STOP_LIMIT } from '../../../memory/constants';
import { voxelJob } from '../../../memory/generated/kernels/records';
import { bump, stop } from '../../../memory/kernels/memory';

/** Bytes of each worksheet that a piece looks at. */
const PIECE_BYTES: u32 = 1 << 18;

export function countPieces(): u32 {
  return (voxelJob.slabBytes + PIECE_BYTES - 1) / PIECE_BYTES;
}

// @inline
function onesIn(words: v128): i32 {
  const bytes = i8x16.popcnt(words);
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes));
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  );
}

/** Slabs are whole multiples of 16 bytes; what lies past their last row is empty. */
export function countVoxels(piece: u32): void {
  const from = <usize>piece * PIECE_BYTES;
  const to = min<usize>(from + PIECE_BYTES, voxelJob.slabBytes);
  const bitsA = voxelJob.bitsA;
  const bitsB = voxelJob.bitsB;
  const keep = voxelJob.keepCommon != 0 || voxelJob.identify != 0;
  let countA: i32 = 0;
  let countB: i32 = 0;
  let common: i32 = 0;
  for (let at = from; at < to; at += 16) {
    const a = v128.load(bitsA + at);
    if (v128.any_true(a)) countA += onesIn(a);
    if (bitsB == 0) continue;
    const b = v128.load(bitsB + at);
    if (v128.any_true(b)) countB += onesIn(b);
    const both = v128.and(a, b);
    if (v128.any_true(both)) common += onesIn(both);
    if (keep) v128.store(bitsA + at, both);
  }
  bump(voxelJob.countA, countA);
  bump(voxelJob.countB, countB);
  if (common == 0) return;
  bump(voxelJob.countCommon, common);
  if (voxelJob.early == 0) return;
  voxelJob.found = 1;
  stop(STOP_LIMIT);
}

/** Common voxels before each word, so that each has a number. */
export function rankCommon(): void {
  const bits = voxelJob.bitsA;
  const ranks = voxelJob.ranks;
  const bytes = <usize>voxelJob.slabBytes;
  let sum: u32 = 0;
  for (let at: usize = 0; at < bytes; at += 4) {
    store<u32>(ranks + at, sum);
    sum += popcnt(load<u32>(bits + at));
  }
}
