/**
 * The walk along one pixel: lengths inside, and how much they may be off.
 *
 * The entries' depth intervals fall into clusters that do not overlap. Between clusters no surface passes through the
 * pixel, so winding numbers are the same for all its rays, and those of the ray through the centre are exact. Within a
 * cluster that is one triangle over the whole pixel, the length is linear over the pixel, and its value at the centre
 * is its mean. Within any other cluster the length lies between the least and the most that winding numbers allow;
 * the centre's value is off by no more than that. docs/volumes.md has the proof.
 */
import { LAYERS_BOX, LAYERS_MODE, LAYERS_OVERLAP, LAYERS_TURN } from './layers-layout';
import {
  ENTRY_DEPTH,
  ENTRY_ERROR,
  ENTRY_FLAGS,
  ENTRY_HIGH,
  ENTRY_TRIANGLE,
  FLAG_ENTERS,
  FLAG_FULL,
  FLAG_HIT_ENTERS,
  FLAG_HIT_LEAVES,
  FLAG_LEAVES,
  FLAG_SECOND,
} from './layers-raster';
import { entryAt, hits, reserveHits, setKey, sortKeys } from './layers-keys';
import { addLayer, addSegment, addUnsure } from './layers-segments';
import { control } from './memory';

let isOverlap: bool = true;
/** 1, or −1 when the surface is turned inside out as a whole. */
let turn: i32 = 1;
let first: i32 = 0;
let second: i32 = 0;
/** Between which depths the pixel at hand is walked. */
let pixelNear: f64 = 0;
let pixelFar: f64 = 0;

export function openLayersPixels(): void {
  isOverlap = control(LAYERS_MODE) == LAYERS_OVERLAP;
  turn = <i32>control(LAYERS_TURN);
}

/** How often a place counts: once where it is inside both, or as often as a surface overlaps itself there. */
// @ts-ignore: decorator
@inline
function times(windingFirst: i32, windingSecond: i32): i32 {
  if (isOverlap) return i32(windingFirst != 0 && windingSecond != 0);
  const winding = turn * windingFirst;
  return winding > 0 ? winding - 1 : -winding;
}

// The winding numbers that rays of the pixel may meet in a cluster, of either object.
let firstLow: i32 = 0;
let firstHigh: i32 = 0;
let secondLow: i32 = 0;
let secondHigh: i32 = 0;

function leastTimes(): i32 {
  if (isOverlap) {
    const always = (firstLow > 0 || firstHigh < 0) && (secondLow > 0 || secondHigh < 0);
    return i32(always);
  }
  const low = turn > 0 ? firstLow : -firstHigh;
  const high = turn > 0 ? firstHigh : -firstLow;
  return low > 1 ? low - 1 : high < 0 ? -high : 0;
}

function mostTimes(): i32 {
  if (isOverlap) return i32((firstLow != 0 || firstHigh != 0) && (secondLow != 0 || secondHigh != 0));
  return max(times(firstLow, 0), times(firstHigh, 0));
}

// @ts-ignore: decorator
@inline
function hitOf(flags: u32): i32 {
  return i32((flags & FLAG_HIT_ENTERS) != 0) - i32((flags & FLAG_HIT_LEAVES) != 0);
}

/**
 * Bounds the winding numbers within the entries from..to, one object. Every ray of the pixel that passes the cluster
 * changes by `change` in all; on the way it may enter `enters` times and leave `leaves` times at most.
 */
// @ts-ignore: decorator
@inline
function lowWinding(winding: i32, change: i32, enters: i32, leaves: i32): i32 {
  return max(winding - leaves, winding + change - enters);
}
// @ts-ignore: decorator
@inline
function highWinding(winding: i32, change: i32, enters: i32, leaves: i32): i32 {
  return min(winding + enters, winding + change + leaves);
}

/** One cluster: the entries from..to, between the depths low and high. */
function walkCluster(keys: usize, from: u32, to: u32, low: f64, high: f64): void {
  const entry = entryAt(keys, from);
  const flags = load<u32>(entry, ENTRY_FLAGS);
  const isWithin = low >= pixelNear && high <= pixelFar;
  const begin = max(low, pixelNear);
  const end = min(high, pixelFar);
  if (to - from == 1) {
    const before = times(first, second);
    if ((flags & FLAG_SECOND) != 0) second += hitOf(flags);
    else first += hitOf(flags);
    const after = times(first, second);
    const depth = max(begin, min(end, load<f64>(entry, ENTRY_DEPTH)));
    addSegment(begin, depth, before);
    addSegment(depth, end, after);
    if (before == after && (flags & FLAG_FULL) != 0) return;
    if (isWithin && (flags & FLAG_FULL) != 0) {
      addUnsure(<f64>load<f32>(entry, ENTRY_ERROR) * <f64>abs(after - before));
      return;
    }
    // The length of what the centre has, against all that the pixel may have.
    boundSingle(flags, begin, end, <f64>before * (depth - begin) + <f64>after * (end - depth));
    return;
  }
  let entersFirst = 0;
  let leavesFirst = 0;
  let entersSecond = 0;
  let leavesSecond = 0;
  let hitCount: u32 = 0;
  for (let i = from; i < to; i++) {
    const member = entryAt(keys, i);
    const kind = load<u32>(member, ENTRY_FLAGS);
    if ((kind & (FLAG_HIT_ENTERS | FLAG_HIT_LEAVES)) != 0) {
      setKey(hits, hitCount, load<f64>(member, ENTRY_DEPTH), member, load<u32>(member, ENTRY_TRIANGLE));
      hitCount++;
    }
    const enters = i32((kind & FLAG_ENTERS) != 0);
    const leaves = i32((kind & FLAG_LEAVES) != 0);
    if ((kind & FLAG_SECOND) != 0) {
      entersSecond += enters;
      leavesSecond += leaves;
    } else {
      entersFirst += enters;
      leavesFirst += leaves;
    }
  }
  const firstBefore = first;
  const secondBefore = second;
  sortKeys(hits, 0, hitCount);
  let cursor = begin;
  let found: f64 = 0;
  for (let i: u32 = 0; i < hitCount; i++) {
    const member = entryAt(hits, i);
    const kind = load<u32>(member, ENTRY_FLAGS);
    const hit = hitOf(kind);
    const depth = max(cursor, min(end, load<f64>(member, ENTRY_DEPTH)));
    const count = times(first, second);
    addSegment(cursor, depth, count);
    found += <f64>count * (depth - cursor);
    cursor = depth;
    if ((kind & FLAG_SECOND) != 0) second += hit;
    else first += hit;
  }
  const count = times(first, second);
  addSegment(cursor, end, count);
  found += <f64>count * (end - cursor);
  firstLow = lowWinding(firstBefore, first - firstBefore, entersFirst, leavesFirst);
  firstHigh = highWinding(firstBefore, first - firstBefore, entersFirst, leavesFirst);
  secondLow = lowWinding(secondBefore, second - secondBefore, entersSecond, leavesSecond);
  secondHigh = highWinding(secondBefore, second - secondBefore, entersSecond, leavesSecond);
  boundCluster(begin, end, found);
}

/** The centre has `found` between two depths; other rays have what the winding numbers allow. */
function boundCluster(begin: f64, end: f64, found: f64): void {
  const height = max<f64>(0, end - begin);
  const least = height * <f64>leastTimes();
  const most = height * <f64>mostTimes();
  if (most > least) addUnsure(max(found - least, most - found));
}

/** A cluster of one triangle that covers a part of the pixel, or leaves the volume of interest; `first` and `second` are past it. */
function boundSingle(flags: u32, begin: f64, end: f64, found: f64): void {
  const hit = hitOf(flags);
  const enters = i32((flags & FLAG_ENTERS) != 0);
  const leaves = i32((flags & FLAG_LEAVES) != 0);
  const isSecond = (flags & FLAG_SECOND) != 0;
  firstLow = isSecond ? first : lowWinding(first - hit, hit, enters, leaves);
  firstHigh = isSecond ? first : highWinding(first - hit, hit, enters, leaves);
  secondLow = isSecond ? lowWinding(second - hit, hit, enters, leaves) : second;
  secondHigh = isSecond ? highWinding(second - hit, hit, enters, leaves) : second;
  boundCluster(begin, end, found);
}

/** The pixel whose entries' keys, by their near ends, are from..to, and the centre's winding numbers where the walk begins. */
export function walkPixel(
  keys: usize,
  from: u32,
  to: u32,
  windingFirst: i32,
  windingSecond: i32,
  nearest: f64,
  farthest: f64,
): void {
  pixelNear = nearest;
  pixelFar = farthest;
  first = windingFirst;
  second = windingSecond;
  sortKeys(keys, from, to);
  reserveHits(to - from);
  let cursor = pixelNear;
  let i = from;
  while (i < to) {
    const low = load<f64>(keys + (<usize>i << 4));
    let high = load<f64>(entryAt(keys, i), ENTRY_HIGH);
    let j = i + 1;
    while (j < to && load<f64>(keys + (<usize>j << 4)) <= high) {
      high = max(high, load<f64>(entryAt(keys, j), ENTRY_HIGH));
      j++;
    }
    addSegment(cursor, low, times(first, second));
    walkCluster(keys, i, j, low, high);
    cursor = max(cursor, min(high, pixelFar));
    i = j;
  }
  addSegment(cursor, pixelFar, times(first, second));
}

/** Lists what the centre's ray enters and leaves, by depth. */
export function listLayers(keys: usize, from: u32, to: u32): void {
  reserveHits(to - from);
  let hitCount: u32 = 0;
  for (let i = from; i < to; i++) {
    const entry = entryAt(keys, i);
    if ((load<u32>(entry, ENTRY_FLAGS) & (FLAG_HIT_ENTERS | FLAG_HIT_LEAVES)) == 0) continue;
    setKey(hits, hitCount, load<f64>(entry, ENTRY_DEPTH), entry, load<u32>(entry, ENTRY_TRIANGLE));
    hitCount++;
  }
  sortKeys(hits, 0, hitCount);
  for (let i: u32 = 0; i < hitCount; i++) {
    const entry = entryAt(hits, i);
    const hit = hitOf(load<u32>(entry, ENTRY_FLAGS));
    const depth = load<f64>(entry, ENTRY_DEPTH);
    if (hit == 0 || depth < load<f64>(LAYERS_BOX + 16) || depth > load<f64>(LAYERS_BOX + 40)) continue;
    addLayer(depth, hit, load<u32>(entry, ENTRY_TRIANGLE));
  }
}
