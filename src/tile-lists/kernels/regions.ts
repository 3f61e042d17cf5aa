/**
 * Where an object can meet another: the part of its box that lies in the boxes of others.
 *
 * Useful only when collisions within one object are not asked for; otherwise every triangle matters.
 */

import { ClustersRecord, job, ObjectRecord } from '../../memory/generated/kernels/records';
import { take } from '../../memory/kernels/memory';
import { objectRecord } from '../../memory/kernels/objects';
import { addObjectPair, closePairs, openPairs } from './select-clusters';

/** May these two objects (indices into the table of all objects, a < b) touch without being reported? */
function isIgnored(a: u32, b: u32): bool {
  const key = ((<u64>a) << 32) | <u64>b;
  const keys = job.ignore;
  let low: u32 = 0;
  let high = job.ignoreCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = load<u64>(keys + ((<usize>middle) << 3));
    if (at == key) return true;
    if (at < key) low = middle + 1;
    else high = middle;
  }
  return false;
}

/** Whether there are pairs of objects that are not asked for. */
// @inline
export function ignoresPairs(): bool {
  return (job.ignoreCount | job.masked | job.hasStill) != 0;
}

/** May two objects of the table touch without being reported: known from before, by their masks, or because they are listed? */
export function areIgnored(a: ObjectRecord, b: ObjectRecord): bool {
  if ((a.still & b.still) != 0) return true;
  if ((a.category & b.mask) == 0 || (b.category & a.mask) == 0) return true;
  return isIgnored(min(a.original, b.original), max(a.original, b.original));
}

// @inline
function lowX(object: u32): f32 {
  return load<f32>(objectRecord(object).low);
}

// @inline
function indexAt(order: usize, i: u32): u32 {
  return load<u32>(order + ((<usize>i) << 2));
}

function siftDown(order: usize, root: u32, count: u32): void {
  let parent = root;
  while (true) {
    let child: u32 = 2 * parent + 1;
    if (child >= count) return;
    const right: u32 = child + 1;
    if (right < count && lowX(indexAt(order, right)) > lowX(indexAt(order, child))) child = right;
    const p = indexAt(order, parent);
    const c = indexAt(order, child);
    if (lowX(p) >= lowX(c)) return;
    store<u32>(order + ((<usize>parent) << 2), c);
    store<u32>(order + ((<usize>child) << 2), p);
    parent = child;
  }
}

/** Object indices by the low x of their boxes (heap sort). */
function sortByLowX(order: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) store<u32>(order + ((<usize>i) << 2), i);
  for (let root = count >>> 1; root-- > 0; ) siftDown(order, root, count);
  for (let end = count; end > 1; ) {
    end--;
    const last = load<u32>(order + ((<usize>end) << 2));
    store<u32>(order + ((<usize>end) << 2), load<u32>(order));
    store<u32>(order, last);
    siftDown(order, 0, end);
  }
}

function widen(object: ObjectRecord, low: v128, high: v128): void {
  v128.store(object.regionLow, f32x4.pmin(v128.load(object.regionLow), low));
  v128.store(object.regionHigh, f32x4.pmax(v128.load(object.regionHigh), high));
}

/** Where objects can meet others. Of objects whose own pairs are asked for, everything counts. */
export function findRegions(): void {
  const count = job.objectCount;
  const all = job.self != 0 && job.partlySelf == 0;
  for (let i: u32 = 0; i < count; i++) {
    const object = objectRecord(i);
    const edge: f32 = job.self != 0 && object.self != 0 ? -f32.MAX_VALUE : f32.MAX_VALUE;
    v128.store(object.regionLow, f32x4.splat(edge));
    v128.store(object.regionHigh, f32x4.splat(-edge));
  }
  if (!all) findOverlaps(false);
}

/** Lists the pairs of objects whose boxes overlap (select-clusters.ts). */
export function listOverlaps(): u32 {
  const count = job.objectCount;
  for (let i: u32 = 0; i < count; i++) openMarks(objectRecord(i));
  openPairs();
  findOverlaps(true);
  return closePairs();
}

/** No cluster is marked yet; an object without clusters becomes one leaf. */
function openMarks(object: ObjectRecord): void {
  const block = object.clusters;
  memory.fill(object.marks, 0, block == 0 ? 4 : (<usize>ClustersRecord.at(block, 0).clusterCount) << 2);
  if (block != 0) return;
  v128.store(object.boxes, i32x4.replace_lane(v128.load(object.low), 3, 0));
  v128.store(object.boxes, i32x4.replace_lane(v128.load(object.high), 3, 0), 16);
}

/** All pairs of objects whose boxes overlap: adds them to the list, or widens the regions of both. */
function findOverlaps(lists: bool): void {
  const count = job.objectCount;
  const order = take((<u64>count) << 2);
  sortByLowX(order, count);
  const ignoring = ignoresPairs();
  for (let i: u32 = 0; i < count; i++) {
    const a = load<u32>(order + ((<usize>i) << 2));
    const objectA = objectRecord(a);
    const lowA = v128.load(objectA.low);
    const highA = v128.load(objectA.high);
    const end = f32x4.extract_lane(highA, 0);
    for (let j = i + 1; j < count; j++) {
      const b = load<u32>(order + ((<usize>j) << 2));
      const objectB = objectRecord(b);
      const lowB = v128.load(objectB.low);
      if (f32x4.extract_lane(lowB, 0) > end) break;
      const low = f32x4.pmax(lowA, lowB);
      const high = f32x4.pmin(highA, v128.load(objectB.high));
      if (i32x4.bitmask(f32x4.gt(low, high)) & 7) continue;
      if (ignoring && areIgnored(objectA, objectB)) continue;
      if (lists) {
        addObjectPair(a, b);
        continue;
      }
      widen(objectA, low, high);
      widen(objectB, low, high);
    }
  }
}
