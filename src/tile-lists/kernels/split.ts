/**
 * Splitting a tile that has too many members, such as the one that holds a scan on a table in a stadium: 4 × 4 or 8 × 8
 * parts, each a tile of its own, in a queue from which any thread may take them. Parts may be split again.
 */

import { control, grid, SPLIT_BYTES, SplitRecord } from '../../memory/generated/kernels/records';
import { bump, lock, take, unlock } from '../../memory/kernels/memory';
import { listedTriangles, memberCount, viewBoxes } from './tile-members';

const SPLIT_MEMBERS: u32 = 4096;
const SPLIT_DEPTH_MAX: u32 = 8;
/** With more entries per member than this, splitting separates nothing. */
const SPLIT_ENTRIES: u32 = 3;

/** Members per share of a tile, and the largest number of shares. */
const SHARE_MEMBERS: u32 = 32;
const SHARES_MAX: u32 = 1024;

/** The range of parts that each member covers, and the number of members of each part. */
let ranges: usize = 0;
let rangeCapacity: u32 = 0;
let partCounts: usize = 0;

export function openSplit(): void {
  rangeCapacity = 0;
  partCounts = take(64 * 4);
}

function reserveRanges(count: u32): void {
  if (count <= rangeCapacity) return;
  rangeCapacity = count + (count >>> 2);
  ranges = take((<u64>rangeCapacity) << 2);
}

/** Is it worth trying to split a tile of `count` members that comes from `depth` splits? */
export function maySplit(count: u32, depth: u32): bool {
  return count >= SPLIT_MEMBERS && depth < SPLIT_DEPTH_MAX;
}

/** The part of a tile that a coordinate lies in, or the nearest one. Exact, for the reason that tileOf in image.ts is. */
// @inline
function partOf(coordinate: f32, scale: f32, first: i32, last: i32): u32 {
  const below = <i32>floor<f32>(coordinate * scale);
  const part = coordinate < 0 ? min<i32>(below, -1) : below;
  // Clamped to the tile before subtracting: far from it the difference would overflow.
  return <u32>(max<i32>(first, min<i32>(first + last, part)) - first);
}

/**
 * Splits the members that have been read into parts of the tile. False when that would not separate them, or when the
 * queue is full; the tile is then walked as it is, which takes longer.
 */
export function splitTile(tileU: i32, tileV: i32, scaleU: f32, scaleV: f32, depth: u32): bool {
  const bits: u32 = memberCount > 8 * SPLIT_MEMBERS ? 3 : 2;
  // Beyond this the parts' borders would not be exact in single precision.
  if (abs(tileU) >= 1 << 19 || abs(tileV) >= 1 << 19) return false;
  const partU = tileU << bits;
  const partV = tileV << bits;
  const finerU = scaleU * <f32>(1 << bits);
  const finerV = scaleV * <f32>(1 << bits);
  const last = (1 << bits) - 1;
  memory.fill(partCounts, 0, 64 * 4);
  reserveRanges(memberCount);
  let total: u32 = 0;
  for (let k: u32 = 0; k < memberCount; k++) {
    const box = viewBoxes + ((<usize>k) << 5);
    const x0 = partOf(load<f32>(box), finerU, partU, last);
    const y0 = partOf(load<f32>(box, 4), finerV, partV, last);
    const x1 = partOf(load<f32>(box, 16), finerU, partU, last);
    const y1 = partOf(load<f32>(box, 20), finerV, partV, last);
    store<u32>(ranges + ((<usize>k) << 2), x0 | (y0 << 8) | (x1 << 16) | (y1 << 24));
    total += (x1 - x0 + 1) * (y1 - y0 + 1);
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const slot = partCounts + ((<usize>((y << bits) + x)) << 2);
        store<u32>(slot, load<u32>(slot) + 1);
      }
    }
  }
  if (total > SPLIT_ENTRIES * memberCount) return false;
  const lists = take((<u64>total) << 2);
  fillParts(lists, bits);
  return queueParts(lists, bits, partU, partV, finerU, finerV, depth + 1);
}

function fillParts(lists: usize, bits: u32): void {
  let sum: u32 = 0;
  for (let part: usize = 0; part < 64; part++) {
    const n = load<u32>(partCounts + (part << 2));
    store<u32>(partCounts + (part << 2), sum);
    sum += n;
  }
  for (let k: u32 = 0; k < memberCount; k++) {
    const range = load<u32>(ranges + ((<usize>k) << 2));
    const triangle = load<u32>(listedTriangles + ((<usize>k) << 2));
    for (let y = (range >>> 8) & 255; y <= range >>> 24; y++) {
      for (let x = range & 255; x <= ((range >>> 16) & 255); x++) {
        const slot = partCounts + ((<usize>((y << bits) + x)) << 2);
        const place = load<u32>(slot);
        store<u32>(slot, place + 1);
        store<u32>(lists + ((<usize>place) << 2), triangle);
      }
    }
  }
}

function queueParts(lists: usize, bits: u32, partU: i32, partV: i32, scaleU: f32, scaleV: f32, depth: u32): bool {
  const parts: u32 = 1 << (2 * bits);
  const descriptors = take(<u64>parts * SPLIT_BYTES);
  let begin: u32 = 0;
  let kept: u32 = 0;
  for (let part: u32 = 0; part < parts; part++) {
    const end = load<u32>(partCounts + ((<usize>part) << 2));
    const count = end - begin;
    const list = lists + ((<usize>begin) << 2);
    begin = end;
    if (count < 2) continue;
    const record = SplitRecord.at(descriptors, kept++);
    record.list = list;
    record.count = count;
    record.tileAcross = partU + <i32>(part & ((1 << bits) - 1));
    record.tileDown = partV + <i32>(part >>> bits);
    record.scaleAcross = scaleU;
    record.scaleDown = scaleV;
    record.depth = depth;
    record.share = 0;
  }
  return publish(descriptors, kept);
}

/**
 * Shares out a tile whose members cannot be separated: parts that all have the same list, and sweep some rows of it each.
 * False when the queue is full.
 */
export function shareTile(tileU: i32, tileV: i32, scaleU: f32, scaleV: f32, depth: u32): bool {
  const shares = min<u32>(SHARES_MAX, memberCount / SHARE_MEMBERS);
  // The list may be this thread's own, and is about to be used for something else.
  const list = take((<u64>memberCount) << 2);
  memory.copy(list, listedTriangles, (<usize>memberCount) << 2);
  const descriptors = take(<u64>shares * SPLIT_BYTES);
  for (let share: u32 = 0; share < shares; share++) {
    const record = SplitRecord.at(descriptors, share);
    record.list = list;
    record.count = memberCount;
    record.tileAcross = tileU;
    record.tileDown = tileV;
    record.scaleAcross = scaleU;
    record.scaleDown = scaleV;
    record.depth = depth;
    record.share = (share << 16) | shares;
  }
  return publish(descriptors, shares);
}

/** Hands the parts to all threads; false when the queue is full. Locked, so that pieces appear in the order of the queue. */
function publish(descriptors: usize, kept: u32): bool {
  lock(grid.splitLock);
  const first = grid.splitCount;
  const fits = first + kept <= grid.splitCapacity;
  if (fits) {
    memory.copy(grid.splitTiles + <usize>first * SPLIT_BYTES, descriptors, <usize>kept * SPLIT_BYTES);
    grid.splitCount = first + kept;
    bump(control.pieceCount, kept);
  }
  unlock(grid.splitLock);
  return fits;
}
