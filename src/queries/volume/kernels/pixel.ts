/**
 * The walk along one pixel: lengths inside, and their error bounds.
 *
 * The entries' depth intervals fall into clusters that do not overlap. Between clusters no surface passes through the
 * pixel, so winding numbers are the same for all its rays, and those of the ray through the centre are exact. Within a
 * cluster that is one triangle over the whole pixel, the length is linear over the pixel, and its value at the centre
 * is its mean. Within any other cluster the length lies between the least and the most that winding numbers allow;
 * the centre's value is off by no more than that. docs/volumes.md has the proof.
 */

import { layersJob } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { WINDING_BEFORE } from '../constants';
import { cluster, limitCluster } from './cluster';
import { entryAt, keyLists, reserveHits, setKey, sortKeys } from './keys';
import { hitOf, leastTimes, limitAlone, limits, mostTimes, times } from './limits';
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
  raster,
} from './raster';
import { addLayer, addSegment, addUnsure } from './segments';

/** The current pixel. */
// @unmanaged
class PixelState {
  /** The centre's winding numbers at the depth that the walk has reached. */
  first: i32;
  second: i32;
  /** The depths between which the current pixel is walked. */
  pixelNear: f64;
  pixelFar: f64;
}
const pixel = changetype<PixelState>(reserveScratch(offsetof<PixelState>()));

/** The centre has `found`; other rays have no less than `least` and no more than `most`. */
// @inline
function addLimits(found: f64, least: f64, most: f64): void {
  if (most > least) addUnsure(max<f64>(0, found - least), max<f64>(0, most - found));
}

/** A cluster of one triangle, between the depths low and high. */
function walkAlone(entry: usize, low: f64, high: f64): void {
  const flags = load<u32>(entry, ENTRY_FLAGS);
  const isFull = (flags & FLAG_FULL) != 0;
  const isSecond = (flags & FLAG_SECOND) != 0;
  const begin = max(low, pixel.pixelNear);
  const end = min(high, pixel.pixelFar);
  const firstBefore = pixel.first;
  const secondBefore = pixel.second;
  if (isSecond) pixel.second += hitOf(flags);
  else pixel.first += hitOf(flags);
  const before = times(firstBefore, secondBefore);
  const after = times(pixel.first, pixel.second);
  const depth = max(begin, min(end, load<f64>(entry, ENTRY_DEPTH)));
  addSegment(begin, depth, before);
  addSegment(depth, end, after);
  if (isFull && before == after) return;
  if (isFull && low >= pixel.pixelNear && high <= pixel.pixelFar) {
    const error = <f64>load<f32>(entry, ENTRY_ERROR) * <f64>abs(after - before);
    addUnsure(error, error);
    return;
  }
  const height = max<f64>(0, end - begin);
  const found = <f64>before * (depth - begin) + <f64>after * (end - depth);
  limitAlone(entry, isSecond ? secondBefore : firstBefore, pixel.pixelNear, pixel.pixelFar);
  const firstLow = isSecond ? pixel.first : limits.aloneLow;
  const firstHigh = isSecond ? pixel.first : limits.aloneHigh;
  const secondLow = isSecond ? limits.aloneLow : pixel.second;
  const secondHigh = isSecond ? limits.aloneHigh : pixel.second;
  const least = leastTimes(firstLow, firstHigh, secondLow, secondHigh);
  addLimits(found, height * <f64>least, height * <f64>mostTimes(firstLow, firstHigh, secondLow, secondHigh));
}

/** Sorts what the centre's ray meets in the cluster of the entries from..to, and returns the number. */
function sortHits(keys: usize, from: u32, to: u32): u32 {
  let hitCount: u32 = 0;
  for (let i = from; i < to; i++) {
    const entry = entryAt(keys, i);
    if ((load<u32>(entry, ENTRY_FLAGS) & (FLAG_HIT_ENTERS | FLAG_HIT_LEAVES)) == 0) continue;
    setKey(keyLists.hits, hitCount, load<f64>(entry, ENTRY_DEPTH), entry, load<u32>(entry, ENTRY_TRIANGLE));
    hitCount++;
  }
  sortKeys(keyLists.hits, 0, hitCount);
  return hitCount;
}

/**
 * Walks a cluster of one object, wholly within the depths that are walked, whose triangles all face the same side; false when
 * it is not such a cluster. Winding numbers change only from the one before to the one behind, by one at most: where the
 * centre's ray crosses it, or not at all. Most clusters are of this kind.
 */
function walkSheet(keys: usize, from: u32, to: u32, low: f64, high: f64): bool {
  if (low < pixel.pixelNear || low <= raster.paneNear || high > pixel.pixelFar || high >= raster.paneFar) return false;
  let every: u32 = u32.MAX_VALUE;
  let any: u32 = 0;
  let hit = 0;
  let depth = high;
  for (let i = from; i < to; i++) {
    const entry = entryAt(keys, i);
    const flags = load<u32>(entry, ENTRY_FLAGS);
    every &= flags;
    any |= flags;
    if ((flags & (FLAG_HIT_ENTERS | FLAG_HIT_LEAVES)) == 0) continue;
    hit += hitOf(flags);
    depth = load<f64>(entry, ENTRY_DEPTH);
  }
  const isMixed = ((every ^ any) & FLAG_SECOND) != 0 || ((any & FLAG_ENTERS) != 0 && (any & FLAG_LEAVES) != 0);
  if (isMixed || abs(hit) > 1) return false;
  const before = times(pixel.first, pixel.second);
  if ((any & FLAG_SECOND) != 0) pixel.second += hit;
  else pixel.first += hit;
  const after = times(pixel.first, pixel.second);
  addSegment(low, depth, before);
  addSegment(depth, high, after);
  if (before == after) return true;
  const found = <f64>before * (depth - low) + <f64>after * (high - depth);
  addLimits(found, <f64>min(before, after) * (high - low), <f64>max(before, after) * (high - low));
  return true;
}

/** A cluster of several triangles: the entries from..to, between the depths low and high. */
function walkCluster(keys: usize, from: u32, to: u32, low: f64, high: f64): void {
  const begin = max(low, pixel.pixelNear);
  const end = min(high, pixel.pixelFar);
  limitCluster(keys, from, to, pixel.first, pixel.second, pixel.pixelNear, pixel.pixelFar);
  const hitCount = sortHits(keys, from, to);
  let cursor = begin;
  let found: f64 = 0;
  for (let i: u32 = 0; i < hitCount; i++) {
    const entry = entryAt(keyLists.hits, i);
    const flags = load<u32>(entry, ENTRY_FLAGS);
    const depth = max(cursor, min(end, load<f64>(entry, ENTRY_DEPTH)));
    const count = times(pixel.first, pixel.second);
    addSegment(cursor, depth, count);
    found += <f64>count * (depth - cursor);
    cursor = depth;
    if ((flags & FLAG_SECOND) != 0) pixel.second += hitOf(flags);
    else pixel.first += hitOf(flags);
  }
  const count = times(pixel.first, pixel.second);
  addSegment(cursor, end, count);
  found += <f64>count * max<f64>(0, end - cursor);
  addLimits(found, cluster.leastLength, cluster.mostLength);
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
  pixel.pixelNear = nearest;
  pixel.pixelFar = farthest;
  pixel.first = windingFirst;
  pixel.second = windingSecond;
  sortKeys(keys, from, to);
  reserveHits(to - from);
  let cursor = pixel.pixelNear;
  let i = from;
  while (i < to) {
    const low = load<f64>(keys + ((<usize>i) << 4));
    let high = load<f64>(entryAt(keys, i), ENTRY_HIGH);
    let j = i + 1;
    while (j < to && load<f64>(keys + ((<usize>j) << 4)) <= high) {
      high = max(high, load<f64>(entryAt(keys, j), ENTRY_HIGH));
      j++;
    }
    addSegment(cursor, low, times(pixel.first, pixel.second));
    if (j - i == 1) walkAlone(entryAt(keys, i), low, high);
    else if (!walkSheet(keys, i, j, low, high)) walkCluster(keys, i, j, low, high);
    cursor = max(cursor, min(high, pixel.pixelFar));
    i = j;
  }
  addSegment(cursor, pixel.pixelFar, times(pixel.first, pixel.second));
}

/** Lists what the centre's ray enters and leaves in the volume of interest, by depth, and how often it is inside before that. */
export function listLayers(keys: usize, from: u32, to: u32, windingBefore: i32): void {
  reserveHits(to - from);
  const hitCount = sortHits(keys, from, to);
  let winding = windingBefore;
  for (let i: u32 = 0; i < hitCount; i++) {
    const entry = entryAt(keyLists.hits, i);
    const hit = hitOf(load<u32>(entry, ENTRY_FLAGS));
    const depth = load<f64>(entry, ENTRY_DEPTH);
    if (hit == 0 || depth > load<f64>(layersJob.box + 40)) continue;
    if (depth < load<f64>(layersJob.box + 16)) winding += hit;
    else addLayer(depth, hit, load<u32>(entry, ENTRY_TRIANGLE));
  }
  if (winding != 0) addLayer(0, winding, WINDING_BEFORE);
}
