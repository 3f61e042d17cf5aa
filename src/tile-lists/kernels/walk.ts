/**
 * The walk over a tile: its triangles are listed by pixel, and each pixel is swept.
 *
 * Pixels are as wide as the tile's triangles are on average; the few triangles that would cover many pixels are swept
 * against the whole tile instead. A tile with too many triangles is split first (split.ts); for `within` and
 * `impacts`, whose boxes may be so large that nothing separates them, one that cannot be split is shared out.
 *
 * Without threads, a tile that takes long is suspended (`walkIsLeft`) and resumed in the next time slice. Its members
 * stay in place until then, because no other thread walks.
 */

import { control, grid, job, SplitRecord } from '../../memory/generated/kernels/records';
import { bump, stopped, take } from '../../memory/kernels/memory';
import { decideCandidates, sliceIsOver } from './candidates';
import { forgetPlanes, openPlanes } from './plane-filter';
import { areCrowded, SLANT_MEMBERS } from './slants';
import { maySplit, shareTile, splitTile } from './split';
import { loadBoxes, ROW_NONE, rowFirst, rowLeft, rowStep, setRows, sweepLarge, sweepPixel } from './sweep';
import {
  areSlanted,
  boxes,
  collectTile,
  corners,
  hasManyObjects,
  keepMembersNearOthers,
  listedTriangles,
  memberCount,
  orderMembers,
  readMembers,
  slantMembers,
  TILE_STEP_BITS,
} from './tile-members';

const PIXEL_BITS_MAX: u32 = 6;
/** A triangle that covers more pixels than this counts as large. */
const PIXELS_OF_SMALL: u32 = 16;
/** Pixel width over mean box width. */
const PIXEL_WIDTHS: f32 = 2;
/** A tile with at most this many members is swept as one pixel. */
export const MEMBERS_OF_ONE_PIXEL: u32 = 512;

let pixelStarts: usize = 0;
let pixelTags: usize = 0;
let pixelRanges: usize = 0;
let isLarge: usize = 0;
let memberCapacity: u32 = 0;
let entries: usize = 0;
let entryCapacity: u32 = 0;
let large: usize = 0;
let largeCount: u32 = 0;
/** 0, 1, 2, …: the list of all members, by rank. */
let ranks: usize = 0;
let rankCount: u32 = 0;
/** Whether pairs of triangles that do not meet may be left out although their boxes overlap. */
let maySlant: bool = false;

/** Whether a tile was suspended, and where: the step, the pixel, the row and the step of rows. */
export let walkIsLeft: bool = false;
let leftIn: u32 = 0;
let leftPixel: u32 = 0;
let leftRow: u32 = 0;
let leftRowFirst: u32 = 0;
let leftRowStep: u32 = 1;
const IN_ONE_PIXEL: u32 = 0;
const IN_PIXELS: u32 = 1;
const IN_LARGE: u32 = 2;

/** Pixels across and down of the tile that is walked, as powers of two. */
let tileBitsU: u32 = 0;
let tileBitsV: u32 = 0;

/** A job may have ended before its tile did. */
export function forgetWalk(): void {
  walkIsLeft = false;
}

/** `slants` for a query that wants triangles that meet, and not all whose boxes, grown or swept, do. */
export function openWalk(slants: bool): void {
  maySlant = slants;
  forgetPlanes();
  const pixels = (<u64>1) << (2 * PIXEL_BITS_MAX);
  pixelStarts = take((pixels + 1) << 2);
  pixelTags = take(pixels << 2);
  rankCount = 0;
  reserveRanks(MEMBERS_OF_ONE_PIXEL);
  memberCapacity = 0;
  entryCapacity = 0;
}

/** Lists ranks for `count` members; the sweep reads up to eight beyond the last. */
function reserveRanks(count: u32): void {
  if (count <= rankCount) return;
  rankCount = count + (count >>> 2);
  ranks = take((<u64>rankCount + 16) << 2);
  for (let rank: u32 = 0; rank < rankCount + 16; rank++) store<u32>(ranks + ((<usize>rank) << 2), rank);
}

function reserveMembers(count: u32): void {
  if (count <= memberCapacity) return;
  memberCapacity = max<u32>(2048, count + (count >>> 2));
  pixelRanges = take((<u64>memberCapacity) << 2);
  isLarge = take(memberCapacity);
  large = take((<u64>memberCapacity) << 2);
}

function reserveEntries(count: u32): void {
  if (count <= entryCapacity) return;
  entryCapacity = max<u32>(2048, count + (count >>> 2));
  entries = take((<u64>entryCapacity + 16) << 2);
}

// @inline
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
    const box = boxes + ((<usize>rank) << 4);
    sumU += min<i32>(tile, load<i16>(box, 8)) - load<i16>(box);
    sumV += min<i32>(tile, load<i16>(box, 10)) - load<i16>(box, 2);
  }
  meanU = <f32>sumU / <f32>memberCount + 1;
  meanV = <f32>sumV / <f32>memberCount + 1;
}

// @inline
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
    const box = boxes + ((<usize>rank) << 4);
    const x0 = pixelOf(load<i16>(box), shiftU, lastU);
    const y0 = pixelOf(load<i16>(box, 2), shiftV, lastV);
    const x1 = pixelOf(load<i16>(box, 8), shiftU, lastU);
    const y1 = pixelOf(load<i16>(box, 10), shiftV, lastV);
    store<u32>(pixelRanges + ((<usize>rank) << 2), x0 | (y0 << 8) | (x1 << 16) | (y1 << 24));
    const covered = (x1 - x0 + 1) * (y1 - y0 + 1);
    const big = covered > PIXELS_OF_SMALL;
    store<u8>(isLarge + <usize>rank, u8(big));
    if (big) {
      store<u32>(large + (usize(largeCount++) << 2), rank);
      continue;
    }
    total += covered;
    const tag = load<u32>(corners + ((<usize>rank) << 4), 12);
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const pixel = (<usize>((y << bitsU) + x)) << 2;
        store<u32>(pixelStarts + pixel, load<u32>(pixelStarts + pixel) + 1);
        const seen = load<u32>(pixelTags + pixel);
        // 0 none yet, a tag (odd) one object, 2 several.
        store<u32>(pixelTags + pixel, select<u32>(tag, select<u32>(seen, 2, seen == tag), seen == 0));
      }
    }
  }
  return total;
}

/** Whether some pixel, or the large members, would need very many comparisons; known after counting. */
function isCrowded(bitsU: u32, bitsV: u32): bool {
  let most = largeCount;
  const pixels: usize = 1 << (bitsU + bitsV);
  for (let p: usize = 0; p < pixels; p++) most = max(most, load<u32>(pixelStarts + (p << 2)));
  return most > MEMBERS_OF_ONE_PIXEL;
}

function fillPixels(bitsU: u32, bitsV: u32): void {
  const pixels: usize = 1 << (bitsU + bitsV);
  let sum: u32 = 0;
  for (let p: usize = 0; p < pixels; p++) {
    const n = load<u32>(pixelStarts + (p << 2));
    store<u32>(pixelStarts + (p << 2), sum);
    sum += n;
  }
  // The sweep reads up to eight entries beyond the last.
  for (let pad: u32 = 0; pad < 8; pad++) store<u32>(entries + ((<usize>(sum + pad)) << 2), 0);
  for (let rank: u32 = 0; rank < memberCount; rank++) {
    if (load<u8>(isLarge + <usize>rank) != 0) continue;
    const range = load<u32>(pixelRanges + ((<usize>rank) << 2));
    const x0 = range & 255;
    const x1 = (range >>> 16) & 255;
    const y1 = range >>> 24;
    for (let y = (range >>> 8) & 255; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const slot = pixelStarts + ((<usize>((y << bitsU) + x)) << 2);
        const place = load<u32>(slot);
        store<u32>(slot, place + 1);
        store<u32>(entries + ((<usize>place) << 2), rank);
      }
    }
  }
}

function leave(step: u32, pixel: u32, row: u32): void {
  walkIsLeft = true;
  leftIn = step;
  leftPixel = pixel;
  leftRow = row;
  leftRowFirst = rowFirst;
  leftRowStep = rowStep;
}

function sweepPixels(firstPixel: u32, firstRow: u32): void {
  const mixedOnly = job.self == 0;
  const shiftU = TILE_STEP_BITS - tileBitsU;
  const shiftV = TILE_STEP_BITS - tileBitsV;
  const pixels: u32 = 1 << (tileBitsU + tileBitsV);
  let begin: u32 = firstPixel == 0 ? 0 : load<u32>(pixelStarts + ((<usize>(firstPixel - 1)) << 2));
  let row = firstRow;
  for (let pixel = firstPixel; pixel < pixels; pixel++) {
    const end = load<u32>(pixelStarts + ((<usize>pixel) << 2));
    const count = end - begin;
    const list = entries + ((<usize>begin) << 2);
    begin = end;
    if (count < 2 || (mixedOnly && load<u32>(pixelTags + ((<usize>pixel) << 2)) != 2)) continue;
    const x = pixel & ((1 << tileBitsU) - 1);
    const y = pixel >>> tileBitsU;
    sweepPixel(list, count, 1 + (x << shiftU), 1 + (y << shiftV), row);
    if (rowLeft != ROW_NONE) {
      leave(IN_PIXELS, pixel, rowLeft);
      return;
    }
    row = rowFirst;
    if ((pixel & 63) == 63 && stopped()) return;
  }
}

function sweepLargeMembers(from: u32): void {
  reserveEntries(memberCount + 8);
  for (let rank: u32 = 0; rank < memberCount + 8; rank++) {
    store<u32>(entries + ((<usize>rank) << 2), min(rank, memberCount - 1));
  }
  loadBoxes(entries, memberCount);
  for (let i = from; i < largeCount; i += rowStep) {
    if (!ASC_FEATURE_THREADS && sliceIsOver && i != from) {
      leave(IN_LARGE, 0, i);
      return;
    }
    sweepLarge(memberCount, load<u32>(large + ((<usize>i) << 2)), isLarge);
    if (stopped()) return;
  }
}

/** Sweeps the sorted members from a given place to the end, or until the time slice is over. */
function sweepMembers(step: u32, pixel: u32, row: u32): void {
  walkIsLeft = false;
  if (step == IN_ONE_PIXEL) {
    sweepPixel(ranks, memberCount, 1, 1, row);
    if (rowLeft != ROW_NONE) leave(IN_ONE_PIXEL, 0, rowLeft);
  } else {
    if (step == IN_PIXELS) sweepPixels(pixel, row);
    if (!walkIsLeft && largeCount > 0) sweepLargeMembers(step == IN_LARGE ? row : rowFirst);
  }
  if (!walkIsLeft) decideCandidates();
}

/** Resumes the suspended tile. */
export function resumeWalk(): void {
  setRows(leftRowFirst, leftRowStep);
  sweepMembers(leftIn, leftPixel, leftRow);
  setRows(0, 1);
}

/** Finds all pairs of the members that have been read, which belong to the tile at (tileU, tileV) of the given scale. */
function walkMembers(tileU: i32, tileV: i32, scaleU: f32, scaleV: f32, depth: u32, mayShare: bool): void {
  const startU = <f32>tileU / scaleU;
  const startV = <f32>tileV / scaleV;
  // Members of a share have been filtered already, and other threads read the same list.
  if (job.self == 0 && rowStep == 1) keepMembersNearOthers(startU, startV, scaleU, scaleV);
  if (memberCount < 2) return;
  reserveMembers(memberCount);
  if (maySlant) slantMembers();
  orderMembers(startU, startV, scaleU, scaleV);
  openPlanes(memberCount, maySlant && memberCount >= SLANT_MEMBERS && areCrowded);
  if (areSlanted || memberCount <= MEMBERS_OF_ONE_PIXEL) {
    reserveRanks(memberCount);
    sweepMembers(IN_ONE_PIXEL, 0, rowFirst);
    return;
  }
  measureBoxes();
  tileBitsU = pixelBits(meanU);
  tileBitsV = pixelBits(meanV);
  const total = countPixels(tileBitsU, tileBitsV);
  if (mayShare && isCrowded(tileBitsU, tileBitsV) && shareTile(tileU, tileV, scaleU, scaleV, depth)) return;
  reserveEntries(total);
  fillPixels(tileBitsU, tileBitsV);
  sweepMembers(IN_PIXELS, 0, rowFirst);
}

function walkList(list: usize, count: u32, tileU: i32, tileV: i32, scaleU: f32, scaleV: f32, depth: u32): void {
  if (count < 2) return;
  // Idle threads wait while a tile may still be split or shared out.
  const large = rowStep == 1 && maySplit(count, depth);
  const mayShare = rowStep == 1 && count > grid.shareMembers;
  if (large || mayShare) bump(control.splitting, 1);
  readMembers(list, count, scaleU, scaleV);
  const skip = !hasManyObjects && job.self == 0;
  const done = skip || (large && splitTile(tileU, tileV, scaleU, scaleV, depth));
  if (large && !mayShare) bump(control.splitting, -1);
  if (!done) walkMembers(tileU, tileV, scaleU, scaleV, depth, mayShare);
  if (mayShare) bump(control.splitting, -1);
}

/** Walks a tile of the grid. */
export function walkTile(tile: u32): void {
  const across = grid.across;
  const x = tile % across;
  const y = tile / across;
  const count = collectTile(x, y);
  const tileU = load<i32>(grid.first) + <i32>x;
  const tileV = load<i32>(grid.first + 4) + <i32>y;
  walkList(listedTriangles, count, tileU, tileV, load<f32>(grid.scale), load<f32>(grid.scale + 4), 0);
}

/** Walks a part of a tile that was split. */
export function walkPart(index: u32): void {
  const part = SplitRecord.at(grid.splitTiles, index);
  const share = part.share;
  if (share != 0) setRows(share >>> 16, share & 0xffff);
  walkList(part.list, part.count, part.tileAcross, part.tileDown, part.scaleAcross, part.scaleDown, part.depth);
  setRows(0, 1);
}
