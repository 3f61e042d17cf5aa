/**
 * Where an object can meet another: the part of its box that lies in the boxes of others.
 *
 * Only of use when collisions within one object are not asked for; otherwise every triangle matters.
 */

import { control, take } from '../../memory/kernels/memory';
import { objectRecord } from '../../memory/kernels/objects';
import {
  JOB_IGNORE,
  JOB_IGNORE_COUNT,
  JOB_OBJECT_COUNT,
  JOB_SELF,
  OBJECT_HIGH,
  OBJECT_LOW,
  OBJECT_REGION_HIGH,
  OBJECT_REGION_LOW,
} from '../../memory/layout';

/** May these two objects (indices into the table, a < b) touch without being reported? */
export function isIgnored(a: u32, b: u32): bool {
  const key = (<u64>a << 32) | <u64>b;
  const keys = <usize>control(JOB_IGNORE);
  let low: u32 = 0;
  let high = control(JOB_IGNORE_COUNT);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = load<u64>(keys + (<usize>middle << 3));
    if (at == key) return true;
    if (at < key) low = middle + 1;
    else high = middle;
  }
  return false;
}

// @ts-ignore: decorator
@inline
function lowX(object: u32): f32 {
  return load<f32>(objectRecord(object), OBJECT_LOW);
}

// @ts-ignore: decorator
@inline
function indexAt(order: usize, i: u32): u32 {
  return load<u32>(order + (<usize>i << 2));
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
    store<u32>(order + (<usize>parent << 2), c);
    store<u32>(order + (<usize>child << 2), p);
    parent = child;
  }
}

/** Object indices by the low x of their boxes (heap sort). */
function sortByLowX(order: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) store<u32>(order + (<usize>i << 2), i);
  for (let root = count >>> 1; root-- > 0; ) siftDown(order, root, count);
  for (let end = count; end > 1; ) {
    end--;
    const last = load<u32>(order + (<usize>end << 2));
    store<u32>(order + (<usize>end << 2), load<u32>(order));
    store<u32>(order, last);
    siftDown(order, 0, end);
  }
}

function widen(object: usize, low: v128, high: v128): void {
  v128.store(object, f32x4.pmin(v128.load(object, OBJECT_REGION_LOW), low), OBJECT_REGION_LOW);
  v128.store(object, f32x4.pmax(v128.load(object, OBJECT_REGION_HIGH), high), OBJECT_REGION_HIGH);
}

export function findRegions(): void {
  const count = control(JOB_OBJECT_COUNT);
  const all = control(JOB_SELF) != 0;
  const edge: f32 = all ? -f32.MAX_VALUE : f32.MAX_VALUE;
  for (let i: u32 = 0; i < count; i++) {
    v128.store(objectRecord(i), f32x4.splat(edge), OBJECT_REGION_LOW);
    v128.store(objectRecord(i), f32x4.splat(-edge), OBJECT_REGION_HIGH);
  }
  if (all) return;
  const order = take(<u64>count << 2);
  sortByLowX(order, count);
  const ignoring = control(JOB_IGNORE_COUNT) != 0;
  for (let i: u32 = 0; i < count; i++) {
    const a = load<u32>(order + (<usize>i << 2));
    const objectA = objectRecord(a);
    const lowA = v128.load(objectA, OBJECT_LOW);
    const highA = v128.load(objectA, OBJECT_HIGH);
    const end = f32x4.extract_lane(highA, 0);
    for (let j = i + 1; j < count; j++) {
      const b = load<u32>(order + (<usize>j << 2));
      const objectB = objectRecord(b);
      const lowB = v128.load(objectB, OBJECT_LOW);
      if (f32x4.extract_lane(lowB, 0) > end) break;
      const low = f32x4.pmax(lowA, lowB);
      const high = f32x4.pmin(highA, v128.load(objectB, OBJECT_HIGH));
      if (i32x4.bitmask(f32x4.gt(low, high)) & 7) continue;
      if (ignoring && isIgnored(min(a, b), max(a, b))) continue;
      widen(objectA, low, high);
      widen(objectB, low, high);
    }
  }
}
