/**
 * Which triangles each pane of the image has to look at: count, scan, fill, in ascending order of ranks.
 *
 * Each group of ranks has its own counters, so the lists are the same whatever thread does what (as in image.ts). Bounds are found
 * when triangles are counted, and kept until entries are made. Panes that show a single object get no list: between objects nothing
 * can be learned there.
 */

import { cullJob } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { COVER_BOXES, COVER_SAMPLED, SET_BFV } from '../constants';
import { boundBoxes, boundDepthOfSample, boundLane, boundTouched, depths, findPixelsOfSample } from './bound';
import { placeTriangle } from './box-corners';
import { ENTRY_BYTES } from './entry';
import { elementOfRank, indicesOfRank, objectOfRank, recordOfRank } from './ranks';
import { PANE, PANE_BITS } from './raster';
import { coverage, firstX, firstY, lastX, lastY } from './shape';

const GROUPS_MAX: u32 = 64;
const GROUP_SIZE_MIN: u32 = 512;

/** Bounds of a rank that are kept: u16 first column and row, last column and row; depths as entries have them. */
const BOUNDS_BYTES: usize = 12;
const NOWHERE: u64 = 1;

/** Instead of an object: several, or none. Instead of a place: the pane has no list. */
const MIXED: u32 = 0xffffffff;
const NOTHING: u32 = 0xfffffffe;
const LEFT_OUT: u32 = 0xffffffff;

/** Elements of more triangles than this, on average, are looked at by a part of them first. */
const TRIANGLES_TO_SAMPLE: u32 = 512;
const SAMPLE_STRIDE: u32 = 16;

/** Which ranks the lists are made of at first. */
export function openStride(): void {
  cullJob.stride = cullJob.triangleCount / TRIANGLES_TO_SAMPLE >= cullJob.elementCount ? SAMPLE_STRIDE : 1;
}

export function openBins(): void {
  const panes = ((cullJob.resolution - 1) >>> PANE_BITS) + 1;
  const cells = panes * panes;
  const triangles = cullJob.triangleCount;
  const size = max<u32>(GROUP_SIZE_MIN, (triangles + GROUPS_MAX - 1) / GROUPS_MAX);
  const groups = (triangles + size - 1) / size;
  cullJob.panes = panes;
  cullJob.groupSize = size;
  cullJob.groupCount = groups;
  const counterBytes = (<u64>groups * <u64>cells) << 2;
  // Lists of later views, and of all triangles after a part of them, reuse the memory of the first where they fit.
  if (cullJob.counterCapacity < <f64>counterBytes) {
    cullJob.counters = <u32>take(counterBytes);
    cullJob.counterCapacity = <f64>counterBytes;
  }
  memory.fill(cullJob.counters, 0, <usize>counterBytes);
  if (cullJob.bounds == 0) cullJob.bounds = take(<u64>triangles * BOUNDS_BYTES);
}

/** Whether a rank is one to look at. */
// @inline
function isListed(rank: u32, stride: u32): bool {
  if (stride > 1 && rank % stride != 0) return false;
  return load<u8>(cullJob.labels + <usize>elementOfRank(rank)) != SET_BFV;
}

/** Counts what was bounded in its panes. */
// @inline
function countBounded(counters: usize, panes: u32): void {
  if (((firstX ^ lastX) | (firstY ^ lastY)) >>> PANE_BITS == 0) {
    const slot = counters + ((<usize>((<u32>firstY >>> PANE_BITS) * panes + (<u32>firstX >>> PANE_BITS))) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
    return;
  }
  for (let y = <u32>firstY >>> PANE_BITS; y <= <u32>lastY >>> PANE_BITS; y++) {
    for (let x = <u32>firstX >>> PANE_BITS; x <= <u32>lastX >>> PANE_BITS; x++) {
      const slot = counters + ((<usize>(y * panes + x)) << 2);
      store<u32>(slot, load<u32>(slot) + 1);
    }
  }
}

/** Keeps the bounds of what was bounded. */
// @inline
function keepBounds(rank: u32): void {
  const kept = cullJob.bounds + <usize>rank * BOUNDS_BYTES;
  store<u32>(kept, <u32>firstX | ((<u32>firstY) << 16));
  store<u32>(kept, <u32>lastX | ((<u32>lastY) << 16), 4);
  store<u32>(kept, depths, 8);
}

// @inline
function keepNowhere(rank: u32): void {
  store<u64>(cullJob.bounds + <usize>rank * BOUNDS_BYTES, NOWHERE);
}

/** Bounds the triangles of a group of ranks, and counts them in their panes. */
export function countBins(group: u32): void {
  const size = cullJob.groupSize;
  const start = group * size;
  const end = min(cullJob.triangleCount, start + size);
  const panes = cullJob.panes;
  const counters = cullJob.counters + ((<usize>group * <usize>(panes * panes)) << 2);
  if (coverage == COVER_SAMPLED) countSamples(start, end, counters, panes);
  else if (coverage == COVER_BOXES) countBoxes(start, end, counters, panes);
  else countTouched(start, end, counters, panes);
}

function countSamples(start: u32, end: u32, counters: usize, panes: u32): void {
  const stride = cullJob.stride;
  for (let rank = start; rank < end; rank++) {
    if (isListed(rank, stride) && findPixelsOfSample(rank)) {
      boundDepthOfSample();
      keepBounds(rank);
      countBounded(counters, panes);
    } else keepNowhere(rank);
  }
}

function countTouched(start: u32, end: u32, counters: usize, panes: u32): void {
  const stride = cullJob.stride;
  for (let rank = start; rank < end; rank++) {
    if (isListed(rank, stride) && boundTouched(rank)) {
      keepBounds(rank);
      countBounded(counters, panes);
    } else keepNowhere(rank);
  }
}

/** Ranks of the boxes that are made together. */
const ranksOfLanes = reserveScratch(16);

/** As countTouched: four boxes are made at a time. */
function countBoxes(start: u32, end: u32, counters: usize, panes: u32): void {
  const stride = cullJob.stride;
  let lanes: u32 = 0;
  for (let rank = start; rank < end; rank++) {
    if (isListed(rank, stride)) {
      placeTriangle(lanes, recordOfRank(rank).image, indicesOfRank(rank));
      store<u32>(ranksOfLanes + ((<usize>lanes) << 2), rank);
      lanes++;
    } else keepNowhere(rank);
    if (lanes < 4 && rank + 1 < end) continue;
    const away = lanes > 0 ? boundBoxes() : 0;
    for (let lane: u32 = 0; lane < lanes; lane++) {
      const bounded = load<u32>(ranksOfLanes + ((<usize>lane) << 2));
      if (boundLane(lane, ((away >>> lane) & 1) != 0)) {
        keepBounds(bounded);
        countBounded(counters, panes);
      } else keepNowhere(bounded);
    }
    lanes = 0;
  }
}

/** The object of a group of ranks; MIXED when it has several, or when objects do not lie together. */
function objectOfGroup(group: u32): u32 {
  if (cullJob.within != 0 || cullJob.inTurn != 0) return MIXED;
  const first = objectOfRank(group * cullJob.groupSize);
  const last = objectOfRank(min(cullJob.triangleCount, (group + 1) * cullJob.groupSize) - 1);
  return first == last ? first : MIXED;
}

/** Whether nothing can be learned from a pane: what it shows is all of one object. */
function isOfOneObject(slots: usize, groups: u32, step: usize): bool {
  let object = NOTHING;
  for (let group: u32 = 0, slot = slots; group < groups; group++, slot += step) {
    if (load<u32>(slot) == 0) continue;
    const own = load<u32>(cullJob.groupObjects + ((<usize>group) << 2));
    if (own == MIXED || (object != NOTHING && object != own)) return false;
    object = own;
  }
  return true;
}

/** Turns counts into places: pane by pane, within a pane group by group. Panes of one object have no list. */
export function scanBins(): void {
  const panes = cullJob.panes;
  const cells = panes * panes;
  const groups = cullJob.groupCount;
  const counters = cullJob.counters;
  if (cullJob.paneStarts == 0) cullJob.paneStarts = <u32>take((<u64>cells + 1) << 2);
  if (cullJob.groupObjects == 0) cullJob.groupObjects = <u32>take(GROUPS_MAX << 2);
  for (let group: u32 = 0; group < groups; group++) {
    store<u32>(cullJob.groupObjects + ((<usize>group) << 2), objectOfGroup(group));
  }
  const starts = cullJob.paneStarts;
  const step = (<usize>cells) << 2;
  let sum: u64 = 0;
  let mostEntries: u64 = 0;
  for (let cell: u32 = 0; cell < cells; cell++) {
    const begin = sum;
    store<u32>(starts + ((<usize>cell) << 2), <u32>sum);
    let slot = counters + ((<usize>cell) << 2);
    const isLeftOut = isOfOneObject(slot, groups, step);
    for (let group: u32 = 0; group < groups; group++, slot += step) {
      const n = load<u32>(slot);
      store<u32>(slot, isLeftOut ? LEFT_OUT : <u32>sum);
      sum += isLeftOut ? 0 : n;
    }
    mostEntries = max(mostEntries, sum - begin);
  }
  store<u32>(starts + ((<usize>cells) << 2), <u32>sum);
  cullJob.mostEntries = <u32>mostEntries;
  if (<f64>sum <= cullJob.entryCapacity) return;
  // Taken in 64 bits: more entries than can be numbered are also more than there is memory for.
  cullJob.entries = take(sum * ENTRY_BYTES);
  cullJob.entryCapacity = <f64>sum;
}

/** Makes the entries of a rank. */
// @inline
function fillRank(rank: u32, x0: i32, y0: i32, x1: i32, y1: i32, between: u32, counters: usize, panes: i32): void {
  const entries = cullJob.entries;
  if (((x0 ^ x1) | (y0 ^ y1)) >>> PANE_BITS == 0) {
    // Most show in one pane only.
    const slot = counters + ((<usize>((y0 >> PANE_BITS) * panes + (x0 >> PANE_BITS))) << 2);
    const place = load<u32>(slot);
    if (place == LEFT_OUT) return;
    store<u32>(slot, place + 1);
    const entry = entries + <usize>place * ENTRY_BYTES;
    const mask = PANE - 1;
    store<u32>(entry, rank);
    store<u32>(entry, <u32>((x0 & mask) | ((y0 & mask) << 8) | ((x1 & mask) << 16) | ((y1 & mask) << 24)), 4);
    store<u32>(entry, between, 8);
    return;
  }
  for (let y = y0 >> PANE_BITS; y <= y1 >> PANE_BITS; y++) {
    const top = y << PANE_BITS;
    const rows = (max(0, y0 - top) << 8) | (min(PANE - 1, y1 - top) << 24);
    for (let x = x0 >> PANE_BITS; x <= x1 >> PANE_BITS; x++) {
      const left = x << PANE_BITS;
      const slot = counters + ((<usize>(y * panes + x)) << 2);
      const place = load<u32>(slot);
      if (place == LEFT_OUT) continue;
      store<u32>(slot, place + 1);
      const entry = entries + <usize>place * ENTRY_BYTES;
      store<u32>(entry, rank);
      store<u32>(entry, <u32>(max(0, x0 - left) | (min(PANE - 1, x1 - left) << 16) | rows), 4);
      store<u32>(entry, between, 8);
    }
  }
}

/** Makes the entries of a group of ranks. */
export function fillBins(group: u32): void {
  const size = cullJob.groupSize;
  const start = group * size;
  const end = min(cullJob.triangleCount, start + size);
  const panes = <i32>cullJob.panes;
  const counters = cullJob.counters + ((<usize>group * <usize>(panes * panes)) << 2);
  for (let rank = start; rank < end; rank++) {
    const kept = cullJob.bounds + <usize>rank * BOUNDS_BYTES;
    const x0 = <i32>load<u16>(kept);
    const x1 = <i32>load<u16>(kept, 4);
    if (x0 > x1) continue;
    const y0 = <i32>load<u16>(kept, 2);
    const y1 = <i32>load<u16>(kept, 6);
    fillRank(rank, x0, y0, x1, y1, load<u32>(kept, 8), counters, panes);
  }
}
