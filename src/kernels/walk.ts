/**
 * The walk over a tile: its triangles are listed by pixel, and each pixel is swept.
 *
 * Pixels are as wide as the tile's triangles are on average; the few triangles that would cover many pixels are swept
 * against the whole tile instead. A tile with too many triangles is split into smaller tiles, which any thread may take.
 */
import { decideCandidates } from './candidates';
import {
  CTL_PIECE_COUNT,
  CTL_SPLITTING,
  GRID_ACROSS,
  GRID_FIRST,
  GRID_SCALE,
  GRID_SPLIT_CAPACITY,
  GRID_SPLIT_COUNT,
  GRID_SPLIT_LOCK,
  GRID_SPLIT_TILES,
  JOB_SELF,
  SPLIT_STRIDE,
} from './layout';
import { bump, control, lock, stopped, take, unlock } from './memory';
import { loadBoxes, sweepLarge, sweepPixel } from './sweep';
import {
  TILE_STEP_BITS,
  boxes,
  collectTile,
  corners,
  hasManyObjects,
  keepMembersNearOthers,
  listedTriangles,
  memberCount,
  orderMembers,
  readMembers,
  viewBoxes,
} from './tile-members';

const PIXEL_BITS_MAX: u32 = 6;
/** A triangle that covers more pixels than this counts as large. */
const PIXELS_OF_SMALL: u32 = 16;
/** Pixel width over mean box width. */
const PIXEL_WIDTHS: f32 = 2;
/** A tile of no more members than this is swept as one pixel. */
const MEMBERS_OF_ONE_PIXEL: u32 = 192;
const SPLIT_MEMBERS: u32 = 4096;
const SPLIT_DEPTH_MAX: u32 = 8;
/** More than this many entries per member, and splitting does not separate anything. */
const SPLIT_ENTRIES: u32 = 3;

let pixelStarts: usize = 0;
let pixelTags: usize = 0;
let pixelRanges: usize = 0;
let isLarge: usize = 0;
let memberCapacity: u32 = 0;
let entries: usize = 0;
let entryCapacity: u32 = 0;
let large: usize = 0;
let largeCount: u32 = 0;
let partCounts: usize = 0;
/** 0, 1, 2, …: the list of all members, by rank. */
let ranks: usize = 0;

export function openWalk(): void {
  const pixels = <u64>1 << (2 * PIXEL_BITS_MAX);
  pixelStarts = take((pixels + 1) << 2);
  pixelTags = take(pixels << 2);
  partCounts = take(64 * 4);
  ranks = take((MEMBERS_OF_ONE_PIXEL + 16) << 2);
  for (let rank: u32 = 0; rank < MEMBERS_OF_ONE_PIXEL + 16; rank++) store<u32>(ranks + (<usize>rank << 2), rank);
  memberCapacity = 0;
  entryCapacity = 0;
}

function reserveMembers(count: u32): void {
  if (count <= memberCapacity) return;
  memberCapacity = max<u32>(2048, count + (count >>> 2));
  pixelRanges = take(<u64>memberCapacity << 2);
  isLarge = take(memberCapacity);
  large = take(<u64>memberCapacity << 2);
}

function reserveEntries(count: u32): void {
  if (count <= entryCapacity) return;
  entryCapacity = max<u32>(2048, count + (count >>> 2));
  entries = take((<u64>entryCapacity + 16) << 2);
}

// @ts-ignore: decorator
@inline
function pixelBits(meanSteps: f32): u32 {
  const tile = <f32>(1 << TILE_STEP_BITS);
  let bits: u32 = 0;
  while (bits < PIXEL_BITS_MAX && tile / <f32>(2 << bits) >= PIXEL_WIDTHS * meanSteps) bits++;
  return bits;
}

/** Mean width and height of the members' boxes, in steps and cut off at the tile's end. */
let meanU: f32 = 0;
let meanV: f32 = 0;
function measureBoxes(): void {
  let sumU: u64 = 0;
  let sumV: u64 = 0;
  const tile = 1 << TILE_STEP_BITS;
  for (let rank: u32 = 0; rank < memberCount; rank++) {
    const box = boxes + (<usize>rank << 4);
    sumU += min<i32>(tile, load<i16>(box, 8)) - load<i16>(box);
    sumV += min<i32>(tile, load<i16>(box, 10)) - load<i16>(box, 2);
  }
  meanU = <f32>sumU / <f32>memberCount + 1;
  meanV = <f32>sumV / <f32>memberCount + 1;
}

// @ts-ignore: decorator
@inline
function pixelOf(step: i32, shift: u32, last: i32): u32 {
  return <u32>min<i32>(last, max<i32>(0, step - 1) >> shift);
}

/** Counts the entries of each pixel, and tells the large members from the others. Returns the number of entries. */
function countPixels(bitsU: u32, bitsV: u32): u32 {
  const shiftU = TILE_STEP_BITS - bitsU;
  const shiftV = TILE_STEP_BITS - bitsV;
  const lastU = (1 << bitsU) - 1;
  const lastV = (1 << bitsV) - 1;
  const pixels: usize = 1 << (bitsU + bitsV);
  memory.fill(pixelStarts, 0, (pixels + 1) << 2);
  memory.fill(pixelTags, 0, pixels << 2);
  largeCount = 0;
  let total: u32 = 0;
  for (let rank: u32 = 0; rank < memberCount; rank++) {
    const box = boxes + (<usize>rank << 4);
    const x0 = pixelOf(load<i16>(box), shiftU, lastU);
    const y0 = pixelOf(load<i16>(box, 2), shiftV, lastV);
    const x1 = pixelOf(load<i16>(box, 8), shiftU, lastU);
    const y1 = pixelOf(load<i16>(box, 10), shiftV, lastV);
    store<u32>(pixelRanges + (<usize>rank << 2), x0 | (y0 << 8) | (x1 << 16) | (y1 << 24));
    const covered = (x1 - x0 + 1) * (y1 - y0 + 1);
    const big = covered > PIXELS_OF_SMALL;
    store<u8>(isLarge + <usize>rank, <u8>big);
    if (big) {
      store<u32>(large + (<usize>(largeCount++) << 2), rank);
      continue;
    }
    total += covered;
    const tag = load<u32>(corners + (<usize>rank << 4), 12);
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const pixel = <usize>((y << bitsU) + x) << 2;
        store<u32>(pixelStarts + pixel, load<u32>(pixelStarts + pixel) + 1);
        const seen = load<u32>(pixelTags + pixel);
        // 0 none yet, a tag (odd) one object, 2 several.
        store<u32>(pixelTags + pixel, select<u32>(tag, select<u32>(seen, 2, seen == tag), seen == 0));
      }
    }
  }
  return total;
}

function fillPixels(bitsU: u32, bitsV: u32): void {
  const pixels: usize = 1 << (bitsU + bitsV);
  let sum: u32 = 0;
  for (let p: usize = 0; p < pixels; p++) {
    const n = load<u32>(pixelStarts + (p << 2));
    store<u32>(pixelStarts + (p << 2), sum);
    sum += n;
  }
  // Eight entries behind the last are read by the sweep.
  for (let pad: u32 = 0; pad < 8; pad++) store<u32>(entries + (<usize>(sum + pad) << 2), 0);
  for (let rank: u32 = 0; rank < memberCount; rank++) {
    if (load<u8>(isLarge + <usize>rank) != 0) continue;
    const range = load<u32>(pixelRanges + (<usize>rank << 2));
    const x0 = range & 255;
    const x1 = (range >>> 16) & 255;
    const y1 = range >>> 24;
    for (let y = (range >>> 8) & 255; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const slot = pixelStarts + (<usize>((y << bitsU) + x) << 2);
        const place = load<u32>(slot);
        store<u32>(slot, place + 1);
        store<u32>(entries + (<usize>place << 2), rank);
      }
    }
  }
}

function sweepPixels(bitsU: u32, bitsV: u32): void {
  const mixedOnly = control(JOB_SELF) == 0;
  const shiftU = TILE_STEP_BITS - bitsU;
  const shiftV = TILE_STEP_BITS - bitsV;
  const pixels: u32 = 1 << (bitsU + bitsV);
  let begin: u32 = 0;
  for (let pixel: u32 = 0; pixel < pixels; pixel++) {
    const end = load<u32>(pixelStarts + (<usize>pixel << 2));
    const count = end - begin;
    const list = entries + (<usize>begin << 2);
    begin = end;
    if (count < 2 || (mixedOnly && load<u32>(pixelTags + (<usize>pixel << 2)) != 2)) continue;
    const x = pixel & ((1 << bitsU) - 1);
    const y = pixel >>> bitsU;
    sweepPixel(list, count, 1 + (x << shiftU), 1 + (y << shiftV));
    if ((pixel & 63) == 63 && stopped()) return;
  }
}

function sweepLargeMembers(): void {
  reserveEntries(memberCount + 8);
  for (let rank: u32 = 0; rank < memberCount + 8; rank++) {
    store<u32>(entries + (<usize>rank << 2), min(rank, memberCount - 1));
  }
  loadBoxes(entries, memberCount);
  for (let i: u32 = 0; i < largeCount; i++) {
    sweepLarge(memberCount, load<u32>(large + (<usize>i << 2)), isLarge);
    if ((i & 63) == 63 && stopped()) return;
  }
}

/** Finds all pairs of the members that have been read, which belong to the tile at (tileU, tileV) of the given scale. */
function walkMembers(tileU: i32, tileV: i32, scaleU: f32, scaleV: f32): void {
  const startU = <f32>tileU / scaleU;
  const startV = <f32>tileV / scaleV;
  if (control(JOB_SELF) == 0) keepMembersNearOthers(startU, startV, scaleU, scaleV);
  if (memberCount < 2) return;
  reserveMembers(memberCount);
  orderMembers(startU, startV, scaleU, scaleV);
  if (memberCount <= MEMBERS_OF_ONE_PIXEL) {
    sweepPixel(ranks, memberCount, 1, 1);
    decideCandidates();
    return;
  }
  measureBoxes();
  const bitsU = pixelBits(meanU);
  const bitsV = pixelBits(meanV);
  const total = countPixels(bitsU, bitsV);
  reserveEntries(total);
  fillPixels(bitsU, bitsV);
  sweepPixels(bitsU, bitsV);
  if (largeCount > 0) sweepLargeMembers();
  decideCandidates();
}

// @ts-ignore: decorator
@inline
function partOf(coordinate: f32, scale: f32, first: i32, last: i32): u32 {
  return <u32>max<i32>(0, min<i32>(last, <i32>Mathf.floor(coordinate * scale) - first));
}

/** Splits the members that have been read into parts of the tile; false when that would not separate them. */
function splitTile(tileU: i32, tileV: i32, scaleU: f32, scaleV: f32, depth: u32): bool {
  const bits: u32 = memberCount > 8 * SPLIT_MEMBERS ? 3 : 2;
  // Beyond this the parts' borders would not be exact in single precision.
  if (abs(tileU) >= 1 << 19 || abs(tileV) >= 1 << 19) return false;
  const partU = tileU << bits;
  const partV = tileV << bits;
  const finerU = scaleU * <f32>(1 << bits);
  const finerV = scaleV * <f32>(1 << bits);
  const last = (1 << bits) - 1;
  memory.fill(partCounts, 0, 64 * 4);
  reserveMembers(memberCount);
  let total: u32 = 0;
  for (let k: u32 = 0; k < memberCount; k++) {
    const box = viewBoxes + (<usize>k << 5);
    const x0 = partOf(load<f32>(box), finerU, partU, last);
    const y0 = partOf(load<f32>(box, 4), finerV, partV, last);
    const x1 = partOf(load<f32>(box, 16), finerU, partU, last);
    const y1 = partOf(load<f32>(box, 20), finerV, partV, last);
    store<u32>(pixelRanges + (<usize>k << 2), x0 | (y0 << 8) | (x1 << 16) | (y1 << 24));
    total += (x1 - x0 + 1) * (y1 - y0 + 1);
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const slot = partCounts + (<usize>((y << bits) + x) << 2);
        store<u32>(slot, load<u32>(slot) + 1);
      }
    }
  }
  if (total > SPLIT_ENTRIES * memberCount) return false;
  const lists = take(<u64>total << 2);
  fillParts(lists, bits);
  queueParts(lists, bits, partU, partV, finerU, finerV, depth + 1);
  return true;
}

function fillParts(lists: usize, bits: u32): void {
  let sum: u32 = 0;
  for (let part: usize = 0; part < 64; part++) {
    const n = load<u32>(partCounts + (part << 2));
    store<u32>(partCounts + (part << 2), sum);
    sum += n;
  }
  for (let k: u32 = 0; k < memberCount; k++) {
    const range = load<u32>(pixelRanges + (<usize>k << 2));
    const triangle = load<u32>(listedTriangles + (<usize>k << 2));
    for (let y = (range >>> 8) & 255; y <= range >>> 24; y++) {
      for (let x = range & 255; x <= ((range >>> 16) & 255); x++) {
        const slot = partCounts + (<usize>((y << bits) + x) << 2);
        const place = load<u32>(slot);
        store<u32>(slot, place + 1);
        store<u32>(lists + (<usize>place << 2), triangle);
      }
    }
  }
}

function queueParts(lists: usize, bits: u32, partU: i32, partV: i32, scaleU: f32, scaleV: f32, depth: u32): void {
  const parts: u32 = 1 << (2 * bits);
  // A descriptor per part, in memory of its own: the scratch is overwritten if parts have to be walked here and now.
  const descriptors = take(<u64>parts * SPLIT_STRIDE);
  let begin: u32 = 0;
  let kept: u32 = 0;
  for (let part: u32 = 0; part < parts; part++) {
    const end = load<u32>(partCounts + (<usize>part << 2));
    const count = end - begin;
    const list = lists + (<usize>begin << 2);
    begin = end;
    if (count < 2) continue;
    const at = descriptors + <usize>(kept++) * SPLIT_STRIDE;
    store<u32>(at, <u32>list);
    store<u32>(at, count, 4);
    store<i32>(at, partU + <i32>(part & ((1 << bits) - 1)), 8);
    store<i32>(at, partV + <i32>(part >>> bits), 12);
    store<f32>(at, scaleU, 16);
    store<f32>(at, scaleV, 20);
    store<u32>(at, depth, 24);
  }
  if (publish(descriptors, kept)) return;
  for (let i: u32 = 0; i < kept; i++) walkPart(descriptors + <usize>i * SPLIT_STRIDE);
}

/** Hands the parts to all threads; false when the queue is full. Locked, so that pieces appear in the order of the queue. */
function publish(descriptors: usize, kept: u32): bool {
  lock(GRID_SPLIT_LOCK);
  const first = control(GRID_SPLIT_COUNT);
  const fits = first + kept <= control(GRID_SPLIT_CAPACITY);
  if (fits) {
    memory.copy(control(GRID_SPLIT_TILES) + <usize>first * SPLIT_STRIDE, descriptors, <usize>kept * SPLIT_STRIDE);
    store<u32>(GRID_SPLIT_COUNT, first + kept);
    bump(CTL_PIECE_COUNT, kept);
  }
  unlock(GRID_SPLIT_LOCK);
  return fits;
}

function walkList(list: usize, count: u32, tileU: i32, tileV: i32, scaleU: f32, scaleV: f32, depth: u32): void {
  if (count < 2) return;
  // Threads without work wait while a tile may still become many.
  const maySplit = count >= SPLIT_MEMBERS && depth < SPLIT_DEPTH_MAX;
  if (maySplit) bump(CTL_SPLITTING, 1);
  readMembers(list, count, scaleU, scaleV);
  const skip = !hasManyObjects && control(JOB_SELF) == 0;
  const done = skip || (maySplit && splitTile(tileU, tileV, scaleU, scaleV, depth));
  if (maySplit) bump(CTL_SPLITTING, -1);
  if (!done) walkMembers(tileU, tileV, scaleU, scaleV);
}

/** Walks a tile of the grid. */
export function walkTile(tile: u32): void {
  const across = control(GRID_ACROSS);
  const x = tile % across;
  const y = tile / across;
  const count = collectTile(x, y);
  const tileU = load<i32>(GRID_FIRST) + <i32>x;
  const tileV = load<i32>(GRID_FIRST + 4) + <i32>y;
  walkList(listedTriangles, count, tileU, tileV, load<f32>(GRID_SCALE), load<f32>(GRID_SCALE + 4), 0);
}

/** Walks a part of a tile that was split. */
export function walkPart(part: usize): void {
  walkList(
    load<u32>(part),
    load<u32>(part, 4),
    load<i32>(part, 8),
    load<i32>(part, 12),
    load<f32>(part, 16),
    load<f32>(part, 20),
    load<u32>(part, 24),
  );
}
