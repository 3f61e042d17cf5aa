/**
 * Boxes of objects in strips, each sorted along another axis, so that those that overlap are found without looking at all pairs.
 *
 * An object is in every strip that its box reaches. A pair counts in the first strip that both are in, so it counts once. Strips
 * are several times as wide as the boxes are on average, so there are few more entries than objects.
 */

import { job } from '../../memory/generated/kernels/records';
import { take } from '../../memory/kernels/memory';
import { objectRecord } from '../../memory/kernels/objects';

const STRIPS_MAX: f64 = 4096;
/** Width of a strip as a multiple of the mean width of the boxes, and objects that a strip should have at least. */
const WIDTH: f64 = 4;
const OBJECTS_EACH: f64 = 8;

/** Offsets in bytes of the axis along which entries are sorted, and of the one across which strips lie. */
export let sortAxis: usize = 0;
let stripAxis: usize = 4;
export let stripCount: u32 = 1;
let stripLow: f64 = 0;
let stripsPerUnit: f64 = 0;
/** u32 per strip and one more: its first entry. */
let starts: usize = 0;
/** Entries: low and high of the box; in the fourth number of low the object's index. */
let entries: usize = 0;
/** The same once per object, in the order of the table: its records are large, and would be read again and again. */
let boxes: usize = 0;

// @inline
export function firstEntry(strip: u32): u32 {
  return load<u32>(starts + ((<usize>strip) << 2));
}

// @inline
export function entryAt(index: u32): usize {
  return entries + ((<usize>index) << 5);
}

// @inline
export function objectOfEntry(entry: usize): u32 {
  return load<u32>(entry, 12);
}

/** The strip that a coordinate lies in: a monotone function of it. */
// @inline
function stripAt(y: f32): u32 {
  const strip = (<f64>y - stripLow) * stripsPerUnit;
  return strip >= 0 ? min(stripCount - 1, <u32>min<f64>(strip, STRIPS_MAX)) : 0;
}

/** Whether a strip is the first that two overlapping entries are both in. */
// @inline
export function isFirstOfBoth(strip: u32, a: usize, b: usize): bool {
  return stripCount == 1 || stripAt(max(load<f32>(a + stripAxis), load<f32>(b + stripAxis))) == strip;
}

/** How many boxes, side by side, the scene is long along an axis; leaves its low end and the width of a strip. */
let low: f64 = 0;
let width: f64 = 0;
let range: f64 = 0;
function measure(axis: usize): f64 {
  const count = job.objectCount;
  let first: f64 = f64.MAX_VALUE;
  let last: f64 = -f64.MAX_VALUE;
  let sum: f64 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const box = boxOf(i);
    const from = <f64>load<f32>(box + axis);
    first = min(first, from);
    last = max(last, from);
    sum += max<f64>(0, <f64>load<f32>(box + axis, 16) - from);
  }
  low = first;
  range = last - first;
  width = (WIDTH * sum) / <f64>count;
  return range > 0 ? range / (sum / <f64>count + range * 1e-9) : 0;
}

/** Sorts along the axis on which objects lie least upon each other, in strips across the next best. */
function chooseAxes(): void {
  const x = measure(0);
  const y = measure(4);
  const z = measure(8);
  if (x >= y && x >= z) {
    sortAxis = 0;
    stripAxis = y >= z ? 4 : 8;
  } else if (y >= z) {
    sortAxis = 4;
    stripAxis = x >= z ? 0 : 8;
  } else {
    sortAxis = 8;
    stripAxis = x >= y ? 0 : 4;
  }
  measure(stripAxis);
  const most = min(STRIPS_MAX, <f64>job.objectCount / OBJECTS_EACH);
  const wanted = range > 0 ? min(most, range / max(width, range / STRIPS_MAX)) : 1;
  stripCount = wanted > 1 ? <u32>wanted : 1;
  stripLow = low;
  stripsPerUnit = stripCount > 1 ? <f64>stripCount / range : 0;
}

/** Order of numbers as unsigned integers. */
// @inline
function ordered(value: f32): u32 {
  const bits = reinterpret<i32>(value);
  return <u32>(bits ^ ((bits >> 31) | i32.MIN_VALUE));
}

// @inline
function keyAt(keys: usize, i: u32): u64 {
  return load<u64>(keys + ((<usize>i) << 3));
}

function siftDown(keys: usize, root: u32, count: u32): void {
  const key = keyAt(keys, root);
  let parent = root;
  while (true) {
    let child: u32 = 2 * parent + 1;
    if (child >= count) break;
    if (child + 1 < count && keyAt(keys, child + 1) > keyAt(keys, child)) child++;
    if (key >= keyAt(keys, child)) break;
    store<u64>(keys + ((<usize>parent) << 3), keyAt(keys, child));
    parent = child;
  }
  store<u64>(keys + ((<usize>parent) << 3), key);
}

/** Heap sort. */
function sortKeys(keys: usize, count: u32): void {
  for (let root = count >>> 1; root-- > 0; ) siftDown(keys, root, count);
  for (let end = count; end > 1; ) {
    end--;
    const last = keyAt(keys, end);
    store<u64>(keys + ((<usize>end) << 3), load<u64>(keys));
    store<u64>(keys, last);
    siftDown(keys, 0, end);
  }
}

/** Where each strip begins; returns how many entries there are. */
function countEntries(): u32 {
  const count = job.objectCount;
  starts = take((<u64>stripCount + 1) << 2);
  memory.fill(starts, 0, (<usize>stripCount + 1) << 2);
  let total: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const box = boxOf(i);
    const last = stripAt(load<f32>(box + stripAxis, 16));
    for (let strip = stripAt(load<f32>(box + stripAxis)); strip <= last; strip++) {
      const at = starts + ((<usize>strip) << 2);
      store<u32>(at, load<u32>(at) + 1);
      total++;
    }
  }
  let sum: u32 = 0;
  for (let strip: u32 = 0; strip <= stripCount; strip++) {
    const at = starts + ((<usize>strip) << 2);
    const here = load<u32>(at);
    store<u32>(at, sum);
    sum += here;
  }
  return total;
}

// @inline
function boxOf(index: u32): usize {
  return boxes + ((<usize>index) << 5);
}

function copyBoxes(): void {
  const count = job.objectCount;
  boxes = take((<u64>count) << 5);
  for (let i: u32 = 0; i < count; i++) {
    const object = objectRecord(i);
    v128.store(boxOf(i), i32x4.replace_lane(v128.load(object.low), 3, <i32>i));
    v128.store(boxOf(i), v128.load(object.high), 16);
  }
}

/** Puts all objects into strips. */
export function openStrips(): void {
  copyBoxes();
  chooseAxes();
  const count = job.objectCount;
  const total = countEntries();
  const keys = take((<u64>total) << 3);
  const next = take((<u64>stripCount) << 2);
  memory.copy(next, starts, (<usize>stripCount) << 2);
  for (let i: u32 = 0; i < count; i++) {
    const box = boxOf(i);
    const key = ((<u64>ordered(load<f32>(box + sortAxis))) << 32) | <u64>i;
    const last = stripAt(load<f32>(box + stripAxis, 16));
    for (let strip = stripAt(load<f32>(box + stripAxis)); strip <= last; strip++) {
      const at = next + ((<usize>strip) << 2);
      const place = load<u32>(at);
      store<u32>(at, place + 1);
      store<u64>(keys + ((<usize>place) << 3), key);
    }
  }
  for (let strip: u32 = 0; strip < stripCount; strip++) {
    const first = firstEntry(strip);
    sortKeys(keys + ((<usize>first) << 3), firstEntry(strip + 1) - first);
  }
  entries = take((<u64>total) << 5);
  for (let i: u32 = 0; i < total; i++) {
    const box = boxOf(<u32>keyAt(keys, i));
    v128.store(entryAt(i), v128.load(box));
    v128.store(entryAt(i), v128.load(box, 16), 16);
  }
}
