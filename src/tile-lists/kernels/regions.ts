/**
 * Where an object can meet another: the part of its box that lies in the boxes of others.
 *
 * Useful only when collisions within one object are not asked for; otherwise every triangle matters.
 */

import { SELECTS_PAIRS } from '../../memory/constants';
import { job, ObjectRecord } from '../../memory/generated/kernels/records';
import { objectRecord } from '../../memory/kernels/objects';
import { entryAt, firstEntry, isFirstOfBoth, objectOfEntry, openStrips, sortAxis, stripCount } from './object-strips';
import { addObjectPair, closePairs, openPairs } from './select-clusters';
import { openLeaf } from './tree-nodes';

/** Are these two objects (indices into the table of all objects, a < b) in the list? */
function isListed(a: u32, b: u32): bool {
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

/** Whether there are pairs of objects, or objects by themselves, that are not asked for. */
// @inline
export function ignoresPairs(): bool {
  return (job.ignoreCount | job.listed | job.masked | job.hasUnchanged | job.partlySelf) != 0;
}

/** May two objects of the table touch without being reported: known from before, by their masks, or because they are listed? */
export function areIgnored(a: ObjectRecord, b: ObjectRecord): bool {
  if ((a.unchanged & b.unchanged) != 0) return true;
  if ((a.category & b.mask) == 0 || (b.category & a.mask) == 0) return true;
  return isListed(min(a.original, b.original), max(a.original, b.original)) != (job.listed != 0);
}

/** The same for any two triangles' objects: within one object, whether its self pairs are not asked for. */
export function areLeftOut(a: ObjectRecord, b: ObjectRecord): bool {
  if (changetype<usize>(a) == changetype<usize>(b)) return job.partlySelf != 0 && a.self == 0;
  return areIgnored(a, b);
}

/** The intersection of two objects' boxes, while a pair of them is handed on. The fourth lane of both is meaningless. */
let commonLow: v128 = i32x4.splat(0);
let commonHigh: v128 = i32x4.splat(0);

function widen(object: ObjectRecord): void {
  v128.store(object.regionLow, f32x4.pmin(v128.load(object.regionLow), commonLow));
  v128.store(object.regionHigh, f32x4.pmax(v128.load(object.regionHigh), commonHigh));
}

function widenBoth(a: u32, b: u32): void {
  widen(objectRecord(a));
  widen(objectRecord(b));
}

/** Where objects can meet others. For objects whose self pairs are asked for, that is everywhere. */
export function findRegions(): void {
  const count = job.objectCount;
  const all = job.self != 0 && job.partlySelf == 0;
  for (let i: u32 = 0; i < count; i++) {
    const object = objectRecord(i);
    const edge: f32 = job.self != 0 && object.self != 0 ? -f32.MAX_VALUE : f32.MAX_VALUE;
    v128.store(object.regionLow, f32x4.splat(edge));
    v128.store(object.regionHigh, f32x4.splat(-edge));
  }
  if (!all) findOverlaps(widenBoth);
}

/** Lists the pairs of objects whose boxes overlap (select-clusters.ts). */
export function listOverlaps(): u32 {
  if (job.selects != SELECTS_PAIRS) makeLeaves();
  openPairs();
  findOverlaps(addObjectPair);
  return closePairs();
}

/** An object without clusters becomes one leaf. */
function makeLeaves(): void {
  const count = job.objectCount;
  for (let i: u32 = 0; i < count; i++) {
    const object = objectRecord(i);
    if (object.clusters == 0) openLeaf(object);
  }
}

/** Hands on all pairs of objects whose boxes overlap, each once. */
export function findOverlaps(found: (a: u32, b: u32) => void): void {
  openStrips();
  for (let strip: u32 = 0; strip < stripCount; strip++) sweepStrip(strip, found);
}

function sweepStrip(strip: u32, found: (a: u32, b: u32) => void): void {
  const ignoring = ignoresPairs();
  const to = firstEntry(strip + 1);
  for (let i = firstEntry(strip); i < to; i++) {
    const a = entryAt(i);
    const lowA = v128.load(a);
    const highA = v128.load(a, 16);
    const end = load<f32>(a + 16 + sortAxis);
    for (let j = i + 1; j < to; j++) {
      const b = entryAt(j);
      if (load<f32>(b + sortAxis) > end) break;
      commonLow = f32x4.pmax(lowA, v128.load(b));
      commonHigh = f32x4.pmin(highA, v128.load(b, 16));
      if (i32x4.bitmask(f32x4.gt(commonLow, commonHigh)) & 7) continue;
      if (!isFirstOfBoth(strip, a, b)) continue;
      const first = objectOfEntry(a);
      const second = objectOfEntry(b);
      if (ignoring && areIgnored(objectRecord(first), objectRecord(second))) continue;
      found(first, second);
    }
  }
}
