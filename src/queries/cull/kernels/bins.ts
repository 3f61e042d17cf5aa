/**
 * Which triangles each pane of the image has to look at, and bounds of each triangle: count, scan, fill, in ascending order of
 * ranks.
 *
 * Each group of ranks has its own counters, so the lists are the same whatever thread does what (as in image.ts).
 */

import { cullJob } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { COVER_BOXES, COVER_SAMPLED, SET_BFV } from '../constants';
import { AXES, boxRange, centre } from './box';
import { heldDepth } from './depth-steps';
import { PANE_BITS } from './raster';
import { aU, aV, bU, bV, coverage, cU, cV, firstX, firstY, growW, lastX, lastY, maxW, minW, readShape } from './shape';

const GROUPS_MAX: u32 = 64;
const GROUP_SIZE_MIN: u32 = 512;
const NOWHERE: u64 = 0x0000000000000001;
/** In the number of a triangle's first column: it is turned away from the viewer. */
const AWAY: u32 = 0x8000;
/** By how much bounds of depth are wider than the corners', in parts of it and in steps: more than rounding does to depths. */
const DEPTH_ROUNDING: f64 = 4.76837158203125e-7; // 2^-21
const DEPTH_MORE: f64 = 0.001;

// Bounds of a rank: columns and rows, first and last, in 16 bits each; least and most depth, as the buffer holds them.
const BOUNDS_BITS: usize = 4;

let boundsStart: usize = 0;

/** Every thread, when a phase begins: the table may have been taken by another. */
export function openBounds(): void {
  boundsStart = cullJob.bounds;
}

// @inline
export function boundsAt(rank: u32): usize {
  return boundsStart + ((<usize>rank) << BOUNDS_BITS);
}

// @inline
export function firstColumn(bounds: usize): i32 {
  return <i32>load<u16>(bounds) & 0x7fff;
}

// @inline
export function firstRow(bounds: usize): i32 {
  return <i32>load<u16>(bounds, 2);
}

// @inline
export function lastColumn(bounds: usize): i32 {
  return <i32>load<u16>(bounds, 4);
}

// @inline
export function lastRow(bounds: usize): i32 {
  return <i32>load<u16>(bounds, 6);
}

// @inline
export function nearBound(bounds: usize): i32 {
  return load<i32>(bounds, 8);
}

// @inline
export function farBound(bounds: usize): i32 {
  return load<i32>(bounds, 12);
}

// @inline
export function facesAway(bounds: usize): bool {
  return (load<u16>(bounds) & <u16>AWAY) != 0;
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
  const counters = take(counterBytes);
  memory.fill(counters, 0, <usize>counterBytes);
  cullJob.counters = <u32>counters;
  cullJob.bounds = take((<u64>triangles) << BOUNDS_BITS);
}

/** Bounds of the depth of what was read, and whether it is turned away from the viewer. */
let least: f64 = 0;
let most: f64 = 0;
let away: bool = false;

function boundDepth(): void {
  if (coverage == COVER_BOXES) {
    const perUnit = load<f64>(cullJob.scale + 16);
    least = boxRange(2, -1) * perUnit;
    most = boxRange(2, 1) * perUnit;
    away = load<f64>(centre + AXES + 64, 16) > 0;
  } else {
    const slack = coverage == COVER_SAMPLED ? 0 : growW;
    least = minW - slack;
    most = maxW + slack;
    away = (bU - aU) * (cV - aV) - (cU - aU) * (bV - aV) > 0;
  }
  const more = DEPTH_MORE + DEPTH_ROUNDING * (most - least + abs(least));
  least -= coverage == COVER_SAMPLED ? 0 : more;
  most += more;
}

/** Whether what was read shows in a pixel. */
// @inline
function shows(): bool {
  if (firstX > lastX || firstY > lastY) return false;
  return coverage != COVER_SAMPLED || (bU - aU) * (cV - aV) - (bV - aV) * (cU - aU) != 0;
}

/** Bounds the triangles of a group of ranks, and counts them in their panes. */
export function countBins(group: u32): void {
  const size = cullJob.groupSize;
  const end = min(cullJob.triangleCount, (group + 1) * size);
  const panes = cullJob.panes;
  const triangles = cullJob.triangles;
  const elementOf = cullJob.elementOf;
  const objectOf = cullJob.objectOf;
  const labels = cullJob.labels;
  const counters = cullJob.counters + ((<usize>group * <usize>(panes * panes)) << 2);
  for (let rank = group * size; rank < end; rank++) {
    const element = load<u32>(elementOf + ((<usize>rank) << 2));
    const bounds = boundsAt(rank);
    store<u64>(bounds, NOWHERE);
    if (load<u8>(labels + <usize>element) == SET_BFV) continue;
    readShape(objectRecord(load<u32>(objectOf + ((<usize>element) << 2))), load<u32>(triangles + ((<usize>rank) << 2)));
    if (!shows()) continue;
    boundDepth();
    store<u16>(bounds, <u16>(<u32>firstX | (away ? AWAY : 0)));
    store<u16>(bounds, <u16>firstY, 2);
    store<u16>(bounds, <u16>lastX, 4);
    store<u16>(bounds, <u16>lastY, 6);
    store<i32>(bounds, heldDepth(least), 8);
    store<i32>(bounds, heldDepth(most), 12);
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
  const starts = take((<u64>cells + 1) << 2);
  cullJob.paneStarts = <u32>starts;
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
  // Taken in 64 bits: more entries than can be numbered are also more than there is memory for.
  cullJob.entries = take(sum << 2);
}

export function fillBins(group: u32): void {
  const size = cullJob.groupSize;
  const end = min(cullJob.triangleCount, (group + 1) * size);
  const panes = cullJob.panes;
  const entries = cullJob.entries;
  const counters = cullJob.counters + ((<usize>group * <usize>(panes * panes)) << 2);
  for (let rank = group * size; rank < end; rank++) {
    const bounds = boundsAt(rank);
    const x0 = firstColumn(bounds) >>> PANE_BITS;
    const x1 = lastColumn(bounds) >>> PANE_BITS;
    const y1 = lastRow(bounds) >>> PANE_BITS;
    if (firstColumn(bounds) > lastColumn(bounds)) continue;
    for (let y = firstRow(bounds) >>> PANE_BITS; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const slot = counters + ((<usize>(y * panes + x)) << 2);
        const place = load<u32>(slot);
        store<u32>(slot, place + 1);
        store<u32>(entries + ((<usize>place) << 2), rank);
      }
    }
  }
}
