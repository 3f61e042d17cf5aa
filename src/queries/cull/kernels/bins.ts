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
import { depthStep, EMPTY, held } from './depth-steps';
import { PANE_BITS } from './raster';
import {
  aU,
  aV,
  boundShape,
  bU,
  bV,
  coverage,
  cU,
  cV,
  findCorners,
  firstX,
  firstY,
  growW,
  lastX,
  lastY,
  maxW,
  minW,
  readCorners,
} from './shape';

const GROUPS_MAX: u32 = 64;
const GROUP_SIZE_MIN: u32 = 512;
const NOWHERE: u64 = 0x0000000000000001;
/** In the number of a triangle's first column: it is turned away from the viewer. */
const AWAY: u32 = 0x8000;
/** By how much bounds of depth are wider than the corners', in parts of it and in steps: more than rounding does to depths. */
const DEPTH_ROUNDING: f64 = 4.76837158203125e-7; // 2^-21
const DEPTH_MORE: f64 = 0.001;

// Bounds of a rank, in 16 bits each: columns and rows, first and last; least and most depth, of which 16 bits are kept.
const BOUNDS_BYTES: usize = 12;
const CORNERS_BYTES: usize = 12;

let boundsStart: usize = 0;
let cornersStart: usize = 0;
/** Bits of depth that bounds leave out. */
let bitsLess: u32 = 0;
const DEEPEST_KEPT: u32 = 0xffff;

/** Every thread, when a phase begins: the table may have been taken by another. */
export function openBounds(): void {
  boundsStart = cullJob.bounds;
  cornersStart = cullJob.corners;
  bitsLess = cullJob.depthBits - 16;
}

// @inline
export function boundsAt(rank: u32): usize {
  return boundsStart + <usize>rank * BOUNDS_BYTES;
}

/** Where the corners of a rank lie. */
// @inline
export function cornersAt(rank: u32): usize {
  return cornersStart + <usize>rank * CORNERS_BYTES;
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
  return held((<u32>load<u16>(bounds, 8)) << bitsLess);
}

// @inline
export function farBound(bounds: usize): i32 {
  const kept = <u32>load<u16>(bounds, 10);
  return kept == DEEPEST_KEPT ? EMPTY - 1 : held(((kept + 1) << bitsLess) - 1);
}

// @inline
export function facesAway(bounds: usize): bool {
  return (load<u16>(bounds) & <u16>AWAY) != 0;
}

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
  const counters = take(counterBytes);
  memory.fill(counters, 0, <usize>counterBytes);
  cullJob.counters = <u32>counters;
  if (cullJob.bounds != 0) return;
  cullJob.bounds = take(<u64>triangles * BOUNDS_BYTES);
  cullJob.corners = take(<u64>triangles * CORNERS_BYTES);
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
    away = load<f64>(centre + AXES + 64, 16) * cullJob.sign > 0;
  } else {
    const slack = coverage == COVER_SAMPLED ? 0 : growW;
    least = minW - slack;
    most = maxW + slack;
    away = ((bU - aU) * (cV - aV) - (cU - aU) * (bV - aV)) * cullJob.sign > 0;
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
  const stride = cullJob.stride;
  const triangles = cullJob.triangles;
  const elementOf = cullJob.elementOf;
  const objectOf = cullJob.objectOf;
  const labels = cullJob.labels;
  const counters = cullJob.counters + ((<usize>group * <usize>(panes * panes)) << 2);
  for (let rank = group * size; rank < end; rank++) {
    const element = load<u32>(elementOf + ((<usize>rank) << 2));
    const bounds = boundsAt(rank);
    store<u64>(bounds, NOWHERE);
    if (rank % stride != 0) continue;
    if (load<u8>(labels + <usize>element) == SET_BFV) continue;
    const corners = cornersAt(rank);
    const object = objectRecord(load<u32>(objectOf + ((<usize>element) << 2)));
    findCorners(object, load<u32>(triangles + ((<usize>rank) << 2)), corners);
    readCorners(corners);
    boundShape();
    if (!shows()) continue;
    boundDepth();
    store<u16>(bounds, <u16>(<u32>firstX | (away ? AWAY : 0)));
    store<u16>(bounds, <u16>firstY, 2);
    store<u16>(bounds, <u16>lastX, 4);
    store<u16>(bounds, <u16>lastY, 6);
    store<u16>(bounds, <u16>min(depthStep(least) >>> bitsLess, DEEPEST_KEPT), 8);
    store<u16>(bounds, <u16>min(depthStep(most) >>> bitsLess, DEEPEST_KEPT), 10);
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
