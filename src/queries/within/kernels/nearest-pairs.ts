/**
 * Only the nearest pair of triangles of each pair of objects: a pair is measured when it may be nearer than the nearest
 * so far, so that the search shrinks as it goes, and nothing else is kept.
 *
 * Each thread has its own table. Of pairs at equal distance the one with the lower triangles counts; as every pair is
 * tested by some thread, the best of all tables is the same however the work was shared out.
 */

import { isNearer, triangleDistance } from '../../../exact/kernels/triangle-distance';
import { pairKind } from '../../../exact/kernels/triangle-pair';
import { THREAD_RECORDS, THREADS_MAX } from '../../../memory/constants';
import { ThreadRecord, withinJob } from '../../../memory/generated/kernels/records';
import { stopped, take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { addNumberedHit, closeHits, numberOf, openHits } from '../../../tile-lists/kernels/hits';
import { readMemberCorners } from '../../../tile-lists/kernels/member-corners';
import { areLeftOut, ignoresPairs } from '../../../tile-lists/kernels/regions';
import { corners, triangles } from '../../../tile-lists/kernels/tile-members';
import { HIT_APART, HIT_MEETING } from '../constants';
import { boxesAreBeyond, isBeyond, reachOf, readReach } from './far-filter';
import { ends, first, second } from './near-pairs';

/** An entry: objects (u64, 0 when free), distance (f64), triangles by their numbers through all objects (u64, low << 32 | high), reach (f32). */
const ENTRY: usize = 32;
const DISTANCE: usize = 8;
const TRIANGLES: usize = 16;
const REACH: usize = 24;
const FIRST_CAPACITY: u32 = 256;
/** The distance of objects that may be near: nothing is nearer. */
const IGNORED: f64 = -1;
const NO_TRIANGLES: u64 = u64.MAX_VALUE;

let table: usize = 0;
let capacity: u32 = 0;
let used: u32 = 0;

export function openNearestPairs(): void {
  capacity = FIRST_CAPACITY;
  table = freshTable(capacity);
  used = 0;
}

/** Leaves the table where the last step finds it. */
export function noteNearestPairs(record: ThreadRecord): void {
  if (table == 0) return;
  record.nearest = <u32>table;
  record.nearestCapacity = capacity;
}

function freshTable(entries: u32): usize {
  const bytes = <usize>entries * ENTRY;
  const at = take(bytes);
  memory.fill(at, 0, bytes);
  return at;
}

/** The entry of two objects, or the free one where theirs belongs. */
function placeOf(objects: u64): usize {
  let hash = <u32>(objects ^ (objects >> 29)) * 0x9e3779b1;
  hash ^= hash >>> 15;
  let slot = hash & (capacity - 1);
  while (true) {
    const entry = table + <usize>slot * ENTRY;
    const held = load<u64>(entry);
    if (held == objects || held == 0) return entry;
    slot = (slot + 1) & (capacity - 1);
  }
}

function grow(): void {
  const old = table;
  const oldCapacity = capacity;
  capacity *= 2;
  table = freshTable(capacity);
  for (let slot: u32 = 0; slot < oldCapacity; slot++) {
    const entry = old + <usize>slot * ENTRY;
    if (load<u64>(entry) != 0) memory.copy(placeOf(load<u64>(entry)), entry, ENTRY);
  }
}

/** The entry of two objects, which begins with the distance asked for. */
function entryOf(a: u32, b: u32): usize {
  const low = min(a, b);
  const high = max(a, b);
  // One more than the higher number, so that no key is 0.
  const objects = ((<u64>low) << 32) | (<u64>high + 1);
  let entry = placeOf(objects);
  if (load<u64>(entry) != 0) return entry;
  used++;
  if (used * 2 > capacity) {
    grow();
    entry = placeOf(objects);
  }
  const ignored = ignoresPairs() && areLeftOut(objectRecord(low), objectRecord(high));
  store<u64>(entry, objects);
  store<f64>(entry, ignored ? IGNORED : withinJob.distance, DISTANCE);
  store<u64>(entry, NO_TRIANGLES, TRIANGLES);
  store<f32>(entry, reachOf(withinJob.distance), REACH);
  return entry;
}

// @inline
function objectOf(member: u32): u32 {
  return load<u32>(corners + ((<usize>member) << 4), 12) >>> 1;
}

/** The least number above a finite one from 0 on. */
// @inline
function above(x: f64): f64 {
  return reinterpret<f64>(reinterpret<u64>(x) + 1);
}

/** Looks whether the pair is nearer than those before it, or as near and lower. */
function improve(entry: usize, a: u32, b: u32): void {
  const best = load<f64>(entry, DISTANCE);
  const low = numberOf(load<u32>(triangles + ((<usize>a) << 2)));
  const high = numberOf(load<u32>(triangles + ((<usize>b) << 2)));
  const pair = ((<u64>min(low, high)) << 32) | <u64>max(low, high);
  const held = load<u64>(entry, TRIANGLES);
  const comesAfter = pair > held;
  if (best == 0 && comesAfter) return;
  const reach = load<f32>(entry, REACH);
  if (boxesAreBeyond(a, b, reach) || isBeyond(a, b, reach)) return;
  readMemberCorners(a, first);
  readMemberCorners(b, second);
  let found: f64 = 0;
  if (pairKind(first, second) < 0) {
    if (best == 0) return;
    // Equally near pairs count if they come earlier in the order; nothing is as near as the distance asked for.
    const ties = !comesAfter && held != NO_TRIANGLES && best < Infinity;
    if (!isNearer(first, second, ties ? above(best) : best)) return;
    found = triangleDistance(first, second, ends);
  }
  if (found == best && comesAfter) return;
  store<f64>(entry, found, DISTANCE);
  store<u64>(entry, pair, TRIANGLES);
  store<f32>(entry, reachOf(found), REACH);
}

/** Takes note of the pairs (ranks of members, two u32 each) that are the nearest of their objects so far. */
export function decideNearestPairs(pairs: usize, count: u32): u32 {
  let lastA: u32 = u32.MAX_VALUE;
  let lastB: u32 = u32.MAX_VALUE;
  let entry: usize = 0;
  readReach();
  for (let i: u32 = 0; i < count; i++) {
    if ((i & 255) == 0 && stopped()) break;
    const a = load<u32>(pairs + ((<usize>i) << 3));
    const b = load<u32>(pairs + ((<usize>i) << 3), 4);
    const objectA = objectOf(a);
    const objectB = objectOf(b);
    if (objectA != lastA || objectB != lastB) {
      entry = entryOf(objectA, objectB);
      lastA = objectA;
      lastB = objectB;
    }
    if (load<f64>(entry, DISTANCE) != IGNORED) improve(entry, a, b);
  }
  return 0;
}

/** Turns the tables of all threads into hits: a pair of objects has as many as threads that met it. */
export function listNearestPairs(): void {
  openHits(0);
  for (let thread: u32 = 0; thread < <u32>THREADS_MAX; thread++) {
    const record = ThreadRecord.at(THREAD_RECORDS, thread);
    const found = <usize>record.nearest;
    if (found == 0) continue;
    for (let slot: u32 = 0; slot < record.nearestCapacity; slot++) {
      const entry = found + <usize>slot * ENTRY;
      const pair = load<u64>(entry, TRIANGLES);
      if (load<u64>(entry) == 0 || pair == NO_TRIANGLES) continue;
      addNumberedHit(<u32>(pair >> 32), <u32>pair, load<f64>(entry, DISTANCE) == 0 ? HIT_MEETING : HIT_APART);
    }
    record.nearest = 0;
  }
  closeHits(0);
  table = 0;
}
