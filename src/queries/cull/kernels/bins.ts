/**
 * Which triangles each pane of the image has to look at: count, scan, fill, in ascending order of ranks.
 *
 * Each group of ranks has its own counters, so the lists are the same whatever thread does what (as in image.ts). Bounds are found
 * when triangles are counted, and again when entries are made, where that is cheap; else they are kept in between.
 */

import { cullJob } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { COVER_SAMPLED, SET_BFV } from '../constants';
import { boundRank, depths } from './bound';
import { ENTRY_BYTES } from './entry';
import { elementOfRank } from './ranks';
import { PANE, PANE_BITS } from './raster';
import { coverage, firstX, firstY, lastX, lastY } from './shape';

const GROUPS_MAX: u32 = 64;
const GROUP_SIZE_MIN: u32 = 512;

/** Bounds of a rank that are kept: u16 first column and row, last column and row; depths as entries have them. */
const BOUNDS_BYTES: usize = 12;
const NOWHERE: u64 = 1;

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
  // Lists of later views, and of all triangles after a part of them, take the room of the first where they fit.
  if (cullJob.counterRoom < <f64>counterBytes) {
    cullJob.counters = <u32>take(counterBytes);
    cullJob.counterRoom = <f64>counterBytes;
  }
  memory.fill(cullJob.counters, 0, <usize>counterBytes);
  if (cullJob.bounds == 0 && coverage != COVER_SAMPLED) cullJob.bounds = take(<u64>triangles * BOUNDS_BYTES);
}

/** Finds where a rank shows, if it is one to look at. */
// @inline
function showsRank(rank: u32, stride: u32): bool {
  if (stride > 1 && rank % stride != 0) return false;
  if (load<u8>(cullJob.labels + <usize>elementOfRank(rank)) == SET_BFV) return false;
  return boundRank(rank);
}

/** Bounds the triangles of a group of ranks, and counts them in their panes. */
export function countBins(group: u32): void {
  const size = cullJob.groupSize;
  const end = min(cullJob.triangleCount, (group + 1) * size);
  const panes = cullJob.panes;
  const stride = cullJob.stride;
  const table = cullJob.bounds;
  const counters = cullJob.counters + ((<usize>group * <usize>(panes * panes)) << 2);
  for (let rank = group * size; rank < end; rank++) {
    const kept = table + <usize>rank * BOUNDS_BYTES;
    if (!showsRank(rank, stride)) {
      if (table != 0) store<u64>(kept, NOWHERE);
      continue;
    }
    if (table != 0) {
      store<u32>(kept, <u32>firstX | ((<u32>firstY) << 16));
      store<u32>(kept, <u32>lastX | ((<u32>lastY) << 16), 4);
      store<u32>(kept, depths, 8);
    }
    for (let y = <u32>firstY >>> PANE_BITS; y <= <u32>lastY >>> PANE_BITS; y++) {
      for (let x = <u32>firstX >>> PANE_BITS; x <= <u32>lastX >>> PANE_BITS; x++) {
        const slot = counters + ((<usize>(y * panes + x)) << 2);
        store<u32>(slot, load<u32>(slot) + 1);
      }
    }
  }
}

/** Turns counts into places: pane by pane, within a pane group by group. */
export function scanBins(): void {
  const panes = cullJob.panes;
  const cells = panes * panes;
  const groups = cullJob.groupCount;
  const counters = cullJob.counters;
  if (cullJob.paneStarts == 0) cullJob.paneStarts = <u32>take((<u64>cells + 1) << 2);
  const starts = cullJob.paneStarts;
  const step = (<usize>cells) << 2;
  let sum: u64 = 0;
  let mostEntries: u64 = 0;
  for (let cell: u32 = 0; cell < cells; cell++) {
    const begin = sum;
    store<u32>(starts + ((<usize>cell) << 2), <u32>sum);
    let slot = counters + ((<usize>cell) << 2);
    for (let group: u32 = 0; group < groups; group++) {
      const n = load<u32>(slot);
      store<u32>(slot, <u32>sum);
      sum += n;
      slot += step;
    }
    mostEntries = max(mostEntries, sum - begin);
  }
  store<u32>(starts + ((<usize>cells) << 2), <u32>sum);
  cullJob.mostEntries = <u32>mostEntries;
  if (<f64>sum <= cullJob.entryRoom) return;
  // Taken in 64 bits: more entries than can be numbered are also more than there is memory for.
  cullJob.entries = take(sum * ENTRY_BYTES);
  cullJob.entryRoom = <f64>sum;
}

/** Makes the entries of a rank. */
// @inline
function fillRank(rank: u32, x0: i32, y0: i32, x1: i32, y1: i32, between: u32, counters: usize, panes: i32): void {
  const entries = cullJob.entries;
  for (let y = y0 >> PANE_BITS; y <= y1 >> PANE_BITS; y++) {
    const top = y << PANE_BITS;
    const rows = (max(0, y0 - top) << 8) | (min(PANE - 1, y1 - top) << 24);
    for (let x = x0 >> PANE_BITS; x <= x1 >> PANE_BITS; x++) {
      const left = x << PANE_BITS;
      const slot = counters + ((<usize>(y * panes + x)) << 2);
      const place = load<u32>(slot);
      store<u32>(slot, place + 1);
      const entry = entries + <usize>place * ENTRY_BYTES;
      store<u32>(entry, rank);
      store<u32>(entry, <u32>(max(0, x0 - left) | (min(PANE - 1, x1 - left) << 16) | rows), 4);
      store<u32>(entry, between, 8);
    }
  }
}

export function fillBins(group: u32): void {
  const size = cullJob.groupSize;
  const end = min(cullJob.triangleCount, (group + 1) * size);
  const panes = <i32>cullJob.panes;
  const stride = cullJob.stride;
  const table = cullJob.bounds;
  const counters = cullJob.counters + ((<usize>group * <usize>(panes * panes)) << 2);
  for (let rank = group * size; rank < end; rank++) {
    if (table == 0) {
      if (showsRank(rank, stride)) fillRank(rank, firstX, firstY, lastX, lastY, depths, counters, panes);
      continue;
    }
    const kept = table + <usize>rank * BOUNDS_BYTES;
    const x0 = <i32>load<u16>(kept);
    const x1 = <i32>load<u16>(kept, 4);
    if (x0 > x1) continue;
    const y0 = <i32>load<u16>(kept, 2);
    const y1 = <i32>load<u16>(kept, 6);
    fillRank(rank, x0, y0, x1, y1, load<u32>(kept, 8), counters, panes);
  }
}
