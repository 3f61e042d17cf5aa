/**
 * The lists of a tile: for every pixel in which something can hide something, its fragments in the order of drawing.
 *
 * Made once and kept while there is room; a tile whose lists are too large is rasterized again in every pass, in slabs of
 * rows, so that no size of image is refused. Pixels that show one object only (or one triangle, when objects are tested
 * within themselves) hide nothing and are left out.
 */

import { cullJob } from '../../../memory/generated/kernels/records';
import { bump, stopped, take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { STORED_NEVER, STORED_NOT_YET, STORED_NOTHING } from '../constants';
import { FRAGMENT_STRIDE, forgetFragments, fragments, fragmentsEnd, rasterize } from './raster';
import { readShape } from './shape';
import { isAsked, isDrawn, LISTED_STRIDE, walkLists } from './walk';

/** Triangles times pixels above which a tile is done in slabs. */
const SLAB_FRAGMENTS: u32 = 1 << 22;

/** The lists: u32 where each begins and one more, in fragments; and the fragments, as walkLists takes them. */
let starts: usize = 0;
let listed: usize = 0;
let capacity: usize = 0;
let counts: usize = 0;
let listCount: u32 = 0;
let listedCount: u32 = 0;

const PIXELS_MOST: u32 = 64 * 64;
/** Of stored lists: their number, the number of fragments, then where each begins, then the fragments. */
const STORED_HEAD: usize = 8;

export function openTile(): void {
  capacity = 0;
  counts = take((<u64>(PIXELS_MOST + 1)) << 2);
  starts = take((<u64>(PIXELS_MOST + 1)) << 2);
}

function reserve(count: usize): void {
  if (count <= capacity) return;
  capacity = max<usize>(8192, count + (count >>> 1));
  listed = take(<u64>capacity * LISTED_STRIDE);
}

function objectOfRank(rank: u32): u32 {
  const element = load<u32>(cullJob.elementOf + ((<usize>rank) << 2));
  return load<u32>(cullJob.objectOf + ((<usize>element) << 2));
}

/** Whether the ranks listed from..to can hide each other at all, in any pass. */
function canHide(from: u32, to: u32): bool {
  if (to - from < 2) return false;
  if (cullJob.self != 0) return true;
  // Ascending, and objects are drawn one after the other: the first and the last tell.
  const entries = cullJob.entries;
  return (
    objectOfRank(load<u32>(entries + ((<usize>from) << 2))) !=
    objectOfRank(load<u32>(entries + ((<usize>(to - 1)) << 2)))
  );
}

/** Whether the running pass can still learn something from the tile: an element that is not known to be hidden yet. */
function isOpen(from: u32, to: u32): bool {
  const entries = cullJob.entries;
  const elementOf = cullJob.elementOf;
  const objectOf = cullJob.objectOf;
  const self = cullJob.self != 0;
  const backward = (cullJob.pass & 1) != 0;
  let isDrawnBefore: bool = false;
  let isDrawnHere: bool = false;
  let unit: u32 = 0xffffffff;
  for (let i = from; i < to; i++) {
    const entry = backward ? from + to - 1 - i : i;
    const rank = load<u32>(entries + ((<usize>entry) << 2));
    const element = load<u32>(elementOf + ((<usize>rank) << 2));
    // What does not hide itself: an object, or a triangle.
    const here = self ? rank : load<u32>(objectOf + ((<usize>element) << 2));
    if (here != unit) {
      isDrawnBefore = isDrawnBefore || isDrawnHere;
      isDrawnHere = false;
      unit = here;
    }
    // Within itself an element may be hidden by its triangles that come later.
    if ((isDrawnBefore || self) && isAsked(element)) return true;
    isDrawnHere = isDrawnHere || isDrawn(element);
  }
  return false;
}

// @inline
function rankListed(i: u32): u32 {
  return load<u32>(listed + <usize>i * LISTED_STRIDE);
}

/** Sorts the fragments of a slab by pixel, keeping the order within each, and lists the pixels that matter. */
function sortFragments(pixels: u32): void {
  memory.fill(counts, 0, (<usize>(pixels + 1)) << 2);
  for (let at = fragments; at < fragmentsEnd; at += FRAGMENT_STRIDE) {
    const slot = counts + ((<usize>load<u32>(at)) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  reserve((fragmentsEnd - fragments) / FRAGMENT_STRIDE);
  let sum: u32 = 0;
  for (let slot = counts, end = counts + ((<usize>(pixels + 1)) << 2); slot < end; slot += 4) {
    const n = load<u32>(slot);
    store<u32>(slot, sum);
    sum += n;
  }
  for (let at = fragments; at < fragmentsEnd; at += FRAGMENT_STRIDE) {
    const slot = counts + ((<usize>load<u32>(at)) << 2);
    const place = load<u32>(slot);
    store<u32>(slot, place + 1);
    const out = listed + <usize>place * LISTED_STRIDE;
    store<u64>(out, load<u64>(at, 4));
    store<u32>(out, load<u32>(at, 12), 8);
  }
  const several = cullJob.self != 0;
  listCount = 0;
  listedCount = 0;
  let begin: u32 = 0;
  for (let pixel: u32 = 0; pixel < pixels; pixel++) {
    const end = load<u32>(counts + ((<usize>pixel) << 2));
    const from = begin;
    const n = end - from;
    begin = end;
    if (n < 2) continue;
    if (!several && objectOfRank(rankListed(from)) == objectOfRank(rankListed(end - 1))) continue;
    store<u32>(starts + ((<usize>listCount) << 2), listedCount);
    listCount++;
    if (from != listedCount) {
      memory.copy(
        listed + <usize>listedCount * LISTED_STRIDE,
        listed + <usize>from * LISTED_STRIDE,
        <usize>n * LISTED_STRIDE,
      );
    }
    listedCount += n;
  }
  store<u32>(starts + ((<usize>listCount) << 2), listedCount);
}

function rasterizeSlab(from: u32, to: u32, x0: i32, y0: i32, x1: i32, y1: i32): void {
  const entries = cullJob.entries;
  const triangles = cullJob.triangles;
  forgetFragments();
  for (let entry = from; entry < to; entry++) {
    if ((entry & 255) == 255 && stopped()) return;
    const rank = load<u32>(entries + ((<usize>entry) << 2));
    readShape(objectRecord(objectOfRank(rank)), load<u32>(triangles + ((<usize>rank) << 2)));
    rasterize(rank, x0, y0, x1, y1);
  }
  sortFragments(<u32>((x1 - x0 + 1) * (y1 - y0 + 1)));
}

/** Keeps the lists of a tile if there is room for them. */
function storeLists(slot: usize): void {
  if (listCount == 0) {
    store<u32>(slot, STORED_NOTHING);
    return;
  }
  const startBytes = (<usize>listCount + 1) << 2;
  const bytes = STORED_HEAD + startBytes + <usize>listedCount * LISTED_STRIDE;
  const units = <u32>((bytes + 63) >>> 6);
  if (bump(cullJob.storeUsed, units) + units > cullJob.storeMost) {
    store<u32>(slot, STORED_NEVER);
    return;
  }
  const block = take(bytes);
  store<u32>(block, listCount);
  store<u32>(block, listedCount, 4);
  memory.copy(block + STORED_HEAD, starts, startBytes);
  memory.copy(block + STORED_HEAD + startBytes, listed, <usize>listedCount * LISTED_STRIDE);
  store<u32>(slot, <u32>block);
}

function walkStored(block: usize): void {
  const lists = load<u32>(block);
  const first = block + STORED_HEAD;
  walkLists(first, lists, first + ((<usize>lists + 1) << 2));
}

/** Fragments that this thread has rasterized, those of tiles that are not stored once. */
export let rasterized: f64 = 0;

/** Walks the lists of a tile in the direction of the running pass. */
export function walkFragments(tile: u32): void {
  const slot = cullJob.stored + ((<usize>tile) << 2);
  const stored = load<u32>(slot);
  if (stored == STORED_NOTHING) return;
  const tileStarts = cullJob.tileStarts + ((<usize>tile) << 2);
  const from = load<u32>(tileStarts);
  const to = load<u32>(tileStarts, 4);
  if (stored == STORED_NOT_YET && !canHide(from, to)) {
    store<u32>(slot, STORED_NOTHING);
    return;
  }
  if (!isOpen(from, to)) return;
  if (stored > <u32>STORED_NOTHING) {
    walkStored(stored);
    return;
  }
  const bits = cullJob.tileBits;
  const tiles = cullJob.tiles;
  const last = <i32>cullJob.resolution - 1;
  const x0 = <i32>((tile % tiles) << bits);
  const y0 = <i32>((tile / tiles) << bits);
  const x1 = min(last, x0 + (1 << bits) - 1);
  const y1 = min(last, y0 + (1 << bits) - 1);
  const rows = <i32>max<u32>(1, min<u32>(64, SLAB_FRAGMENTS / ((to - from) << bits)));
  for (let y = y0; y <= y1 && !stopped(); y += rows) {
    rasterizeSlab(from, to, x0, y, x1, min(y1, y + rows - 1));
    if (stopped()) return;
    if (stored == STORED_NOT_YET) rasterized += <f64>((fragmentsEnd - fragments) / FRAGMENT_STRIDE);
    walkLists(starts, listCount, listed);
  }
  if (stored != STORED_NOT_YET) return;
  if (y0 + rows > y1) storeLists(slot);
  else store<u32>(slot, STORED_NEVER);
}

/** The fragments counted since this was last asked. */
export function takeRasterized(): f64 {
  const count = rasterized;
  rasterized = 0;
  return count;
}
