/**
 * Which elements reach into the box of another object: the sweep and prune of whole objects that the papers make before they look
 * closer. What reaches into none collides with nothing, and is nowhere near enough.
 *
 * Boxes are of image coordinates, which are rounded monotonically, so boxes of what collides overlap as they are. With a distance
 * they are grown by half of cullJob.reach, and by more than the rounding of that.
 */

import { cullJob, job, ObjectRecord } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { findOverlaps } from '../../../tile-lists/kernels/regions';
import { SET_BFV } from '../constants';
import { elementOfRank, indicesOfRank, objectOfRank } from './ranks';
import { compact } from './visits';

const RANKS_PER_PIECE: u32 = 2048;
/** More than a sum in single precision is off, in parts of the larger summand. */
const SUM_ROUNDING: f32 = 2.384185791015625e-7; // 2^-22
const BOX_BITS: usize = 5;

// @inline
function growth(corner: v128): v128 {
  return f32x4.add(f32x4.splat(<f32>(cullJob.reach / 2)), f32x4.mul(f32x4.abs(corner), f32x4.splat(SUM_ROUNDING)));
}

function growObject(object: ObjectRecord): void {
  const low = v128.load(object.low);
  const high = v128.load(object.high);
  v128.store(object.low, f32x4.sub(low, growth(low)));
  v128.store(object.high, f32x4.add(high, growth(high)));
}

// @inline
function startOf(object: u32): usize {
  return cullJob.otherStarts + ((<usize>object) << 2);
}

function countOther(a: u32, b: u32): void {
  store<u32>(startOf(a), load<u32>(startOf(a)) + 1);
  store<u32>(startOf(b), load<u32>(startOf(b)) + 1);
}

/** Puts the box of an object before those that another object has already. */
function addBox(to: u32, other: u32): void {
  const place = load<u32>(startOf(to)) - 1;
  const box = cullJob.otherBoxes + ((<usize>place) << BOX_BITS);
  const object = objectRecord(other);
  store<u32>(startOf(to), place);
  v128.store(box, v128.load(object.low));
  v128.store(box, v128.load(object.high), 16);
}

function addOther(a: u32, b: u32): void {
  addBox(a, b);
  addBox(b, a);
}

/** Lists the boxes that overlap each object's: counted, then filled. Returns the number of pieces that follow. */
export function openReach(): u32 {
  const count = job.objectCount;
  memory.fill(cullJob.hidden, 0, cullJob.elementCount);
  if (cullJob.reach > 0) for (let i: u32 = 0; i < count; i++) growObject(objectRecord(i));
  cullJob.otherStarts = <u32>take((<u64>count + 1) << 2);
  memory.fill(cullJob.otherStarts, 0, (<usize>count + 1) << 2);
  findOverlaps(countOther);
  let sum: u32 = 0;
  for (let i: u32 = 0; i <= count; i++) {
    sum += load<u32>(startOf(i));
    store<u32>(startOf(i), sum);
  }
  cullJob.otherBoxes = <u32>take((<u64>sum) << BOX_BITS);
  findOverlaps(addOther);
  return (cullJob.triangleCount + RANKS_PER_PIECE - 1) / RANKS_PER_PIECE;
}

// @inline
function reaches(low: v128, high: v128, from: usize, to: usize): bool {
  for (let box = from; box < to; box += (<usize>1) << BOX_BITS) {
    const apart = v128.or(f32x4.gt(v128.load(box), high), f32x4.gt(low, v128.load(box, 16)));
    if ((i32x4.bitmask(apart) & 7) == 0) return true;
  }
  return false;
}

/** Marks the elements of a piece of the ranks that reach into another object's box, in cullJob.hidden. */
export function markReaching(piece: u32): void {
  const end = min(cullJob.triangleCount, (piece + 1) * RANKS_PER_PIECE);
  const marks = cullJob.hidden;
  let object: u32 = u32.MAX_VALUE;
  let image: usize = 0;
  let from: usize = 0;
  let to: usize = 0;
  for (let rank = piece * RANKS_PER_PIECE; rank < end; rank++) {
    const mark = marks + <usize>elementOfRank(rank);
    if (load<u8>(mark) != 0) continue;
    const own = objectOfRank(rank);
    if (own != object) {
      object = own;
      image = objectRecord(own).image;
      from = cullJob.otherBoxes + ((<usize>load<u32>(startOf(own))) << BOX_BITS);
      to = cullJob.otherBoxes + ((<usize>load<u32>(startOf(own + 1))) << BOX_BITS);
    }
    if (from == to) continue;
    const indices = indicesOfRank(rank);
    const a = v128.load(image + ((<usize>load<u32>(indices)) << 4));
    const b = v128.load(image + ((<usize>load<u32>(indices, 4)) << 4));
    const c = v128.load(image + ((<usize>load<u32>(indices, 8)) << 4));
    let low = f32x4.pmin(f32x4.pmin(a, b), c);
    let high = f32x4.pmax(f32x4.pmax(a, b), c);
    if (cullJob.reach > 0) {
      low = f32x4.sub(low, growth(low));
      high = f32x4.add(high, growth(high));
    }
    if (reaches(low, high, from, to)) store<u8>(mark, 1);
  }
}

/** Leaves out the ranks that were not marked; each rank is an element. False when none is left. */
export function keepReaching(): bool {
  const count = cullJob.elementCount;
  for (let rank: usize = 0; rank < <usize>count; rank++) {
    if (load<u8>(cullJob.hidden + rank) == 0) store<u8>(cullJob.labels + rank, <u8>SET_BFV);
  }
  compact();
  cullJob.swept = count - cullJob.elementCount;
  return cullJob.elementCount > 0;
}
