/**
 * The walk over a pixel: boxes in order of near depth, each compared with those that follow until they begin behind it.
 *
 * Eight boxes are compared at once, in 16-bit steps. Whether any of them overlaps is unpredictable, so the eight are recorded
 * without a branch and examined later. A pair is reported only in the pixel that holds the larger of the two low corners, so once
 * per scene. Pairs that share a vertex are left out for queries that handle them separately (collide's fans.ts) or not at all.
 */

import { job } from '../../memory/generated/kernels/records';
import { stopped, take } from '../../memory/kernels/memory';
import { reserveScratch } from '../../memory/kernels/scratch';
import { addCandidate, addCandidates, checkSlice, sliceIsOver } from './candidates';
import { areSlanted, boxes, corners, STEP_BEYOND } from './tile-members';

/**
 * The boxes of a pixel, one array per bound, each `stride` bytes behind the one before: low across, low down, low depth, high across,
 * high down, high depth, and for slanted members low and high in the second direction.
 */
let bounds: usize = 0;
let stride: usize = 0;
/** Their corners, one array per corner, and the tags of their objects, each two strides behind the one before. */
let cornerLists: usize = 0;
/** The least steps at which a pair of a row is reported, across and down: loaded, because V8 makes what it can anew in each turn of a loop. */
const least = reserveScratch(16);
/** Groups of eight in which some overlap the box of a row: row, first of the eight, bits of those that do. Three u32 each. */
let eights: usize = 0;
const EIGHT_BYTES: usize = 12;
/** This many are recorded, plus those of one row, before they are examined. */
const EIGHTS: u32 = 1024;
let capacity: u32 = 0;
let self: bool = false;
let between: bool = false;
/** Whether triangles of one object that share a vertex are left out. */
let dropsNeighbours: bool = false;

/** The rows to sweep: every `rowStep`th from `rowFirst` on. A tile that cannot be split is shared out by rows. */
export let rowFirst: u32 = 0;
export let rowStep: u32 = 1;

/** The row at which the last pixel was suspended; ROW_NONE when it was swept to its end. */
export const ROW_NONE: u32 = u32.MAX_VALUE;
export let rowLeft: u32 = ROW_NONE;

export function setRows(first: u32, step: u32): void {
  rowFirst = first;
  rowStep = step;
}

/** `leavesOut` pairs that share a vertex, or hands them on to the query. */
export function openSweep(leavesOut: bool): void {
  capacity = 0;
  setRows(0, 1);
  self = job.self != 0;
  between = job.between != 0;
  dropsNeighbours = self && leavesOut;
}

function reserve(count: u32): void {
  if (count <= capacity) return;
  capacity = max<u32>(1024, count + (count >>> 1));
  stride = ((<usize>capacity + 24) << 1) & ~15;
  bounds = take((<u64>stride) << 3);
  cornerLists = take((<u64>stride) << 3);
  eights = take((<u64>EIGHTS + capacity / 8 + 4) * EIGHT_BYTES);
}

/** Eight records of eight numbers become eight numbers of each bound. */
// @inline
function transpose(r0: v128, r1: v128, r2: v128, r3: v128, r4: v128, r5: v128, r6: v128, r7: v128, at: usize): void {
  const a0 = v128.shuffle<i16>(r0, r1, 0, 8, 1, 9, 2, 10, 3, 11);
  const a1 = v128.shuffle<i16>(r0, r1, 4, 12, 5, 13, 6, 14, 7, 15);
  const b0 = v128.shuffle<i16>(r2, r3, 0, 8, 1, 9, 2, 10, 3, 11);
  const b1 = v128.shuffle<i16>(r2, r3, 4, 12, 5, 13, 6, 14, 7, 15);
  const c0 = v128.shuffle<i16>(r4, r5, 0, 8, 1, 9, 2, 10, 3, 11);
  const c1 = v128.shuffle<i16>(r4, r5, 4, 12, 5, 13, 6, 14, 7, 15);
  const d0 = v128.shuffle<i16>(r6, r7, 0, 8, 1, 9, 2, 10, 3, 11);
  const d1 = v128.shuffle<i16>(r6, r7, 4, 12, 5, 13, 6, 14, 7, 15);
  const ab0 = v128.shuffle<i32>(a0, b0, 0, 4, 1, 5);
  const ab1 = v128.shuffle<i32>(a0, b0, 2, 6, 3, 7);
  const ab2 = v128.shuffle<i32>(a1, b1, 0, 4, 1, 5);
  const ab3 = v128.shuffle<i32>(a1, b1, 2, 6, 3, 7);
  const cd0 = v128.shuffle<i32>(c0, d0, 0, 4, 1, 5);
  const cd1 = v128.shuffle<i32>(c0, d0, 2, 6, 3, 7);
  const cd2 = v128.shuffle<i32>(c1, d1, 0, 4, 1, 5);
  const cd3 = v128.shuffle<i32>(c1, d1, 2, 6, 3, 7);
  const step = stride;
  let place = bounds + at;
  v128.store(place, v128.shuffle<i64>(ab0, cd0, 0, 2));
  v128.store((place += step), v128.shuffle<i64>(ab0, cd0, 1, 3));
  v128.store((place += step), v128.shuffle<i64>(ab1, cd1, 0, 2));
  v128.store((place += step), v128.shuffle<i64>(ab2, cd2, 0, 2));
  v128.store((place += step), v128.shuffle<i64>(ab2, cd2, 1, 3));
  v128.store((place += step), v128.shuffle<i64>(ab3, cd3, 0, 2));
  if (!areSlanted) return;
  v128.store((place += step), v128.shuffle<i64>(ab1, cd1, 1, 3));
  v128.store((place += step), v128.shuffle<i64>(ab3, cd3, 1, 3));
}

/** The corners of four members become four numbers of each kind. */
// @inline
function transposeCorners(list: usize, i: usize): void {
  const r0 = v128.load(corners + ((<usize>load<u32>(list + (i << 2))) << 4));
  const r1 = v128.load(corners + ((<usize>load<u32>(list + (i << 2), 4)) << 4));
  const r2 = v128.load(corners + ((<usize>load<u32>(list + (i << 2), 8)) << 4));
  const r3 = v128.load(corners + ((<usize>load<u32>(list + (i << 2), 12)) << 4));
  const a = v128.shuffle<i32>(r0, r1, 0, 4, 1, 5);
  const b = v128.shuffle<i32>(r2, r3, 0, 4, 1, 5);
  const c = v128.shuffle<i32>(r0, r1, 2, 6, 3, 7);
  const d = v128.shuffle<i32>(r2, r3, 2, 6, 3, 7);
  const step = stride << 1;
  let place = cornerLists + (i << 2);
  v128.store(place, v128.shuffle<i64>(a, b, 0, 2));
  v128.store((place += step), v128.shuffle<i64>(a, b, 1, 3));
  v128.store((place += step), v128.shuffle<i64>(c, d, 0, 2));
  v128.store((place += step), v128.shuffle<i64>(c, d, 1, 3));
}

// @inline
function boxAt(list: usize, i: usize): v128 {
  return v128.load(boxes + ((<usize>load<u32>(list + (i << 2))) << 4));
}

/** Loads the boxes of `count` listed members. Reads seven ranks beyond the list, which must be valid members, no matter which. */
export function loadBoxes(list: usize, count: u32): void {
  reserve(count);
  for (let i: usize = 0; i < <usize>count; i += 8) {
    transpose(
      boxAt(list, i),
      boxAt(list, i + 1),
      boxAt(list, i + 2),
      boxAt(list, i + 3),
      boxAt(list, i + 4),
      boxAt(list, i + 5),
      boxAt(list, i + 6),
      boxAt(list, i + 7),
      i << 1,
    );
    transposeCorners(list, i);
    transposeCorners(list, i + 4);
  }
  v128.store(bounds + 2 * stride + ((<usize>count) << 1), i16x8.splat(STEP_BEYOND));
}

/** Bits of the four entries whose first corners are at `place` that share a corner with a triangle. */
// @inline
function sharing(place: usize, step: usize, a0: v128, a1: v128, a2: v128): i32 {
  const b0 = v128.load(place);
  const b1 = v128.load(place + step);
  const b2 = v128.load(place + 2 * step);
  const with0 = v128.or(v128.or(i32x4.eq(a0, b0), i32x4.eq(a0, b1)), i32x4.eq(a0, b2));
  const with1 = v128.or(v128.or(i32x4.eq(a1, b0), i32x4.eq(a1, b1)), i32x4.eq(a1, b2));
  const with2 = v128.or(v128.or(i32x4.eq(a2, b0), i32x4.eq(a2, b1)), i32x4.eq(a2, b2));
  return i32x4.bitmask(v128.or(v128.or(with0, with1), with2));
}

/** Those of the entries j to j + 7 in `hits` that are asked for: not neighbours, and of the right objects. */
// @inline
function wanted(hits: i32, j: u32, a0: v128, a1: v128, a2: v128, tag: v128): i32 {
  const step = stride << 1;
  const place = cornerLists + ((<usize>j) << 2);
  let kept = hits;
  if (dropsNeighbours) kept &= ~(sharing(place, step, a0, a1, a2) | (sharing(place + 16, step, a0, a1, a2) << 4));
  if (!self || !between) {
    const tags = place + 3 * step;
    const same =
      i32x4.bitmask(i32x4.eq(tag, v128.load(tags))) | (i32x4.bitmask(i32x4.eq(tag, v128.load(tags, 16))) << 4);
    if (!self) kept &= ~same;
    if (!between) kept &= same;
  }
  return kept;
}

/**
 * All pairs among the listed members that belong to the pixel at (baseU, baseV), from a row on. Without threads it may stop
 * before the end (`rowLeft`) when the time slice is over.
 */
export function sweepPixel(list: usize, count: u32, baseU: i32, baseV: i32, from: u32): void {
  loadBoxes(list, count);
  if (areSlanted) sweepRows(list, count, baseU, baseV, from, true);
  else sweepRows(list, count, baseU, baseV, from, false);
}

// @inline
function sweepRows(list: usize, count: u32, baseU: i32, baseV: i32, from: u32, slanted: bool): void {
  rowLeft = ROW_NONE;
  let rows: u32 = 0;
  let noted = eights;
  const base = bounds;
  const step = stride;
  const full = eights + <usize>EIGHTS * EIGHT_BYTES;
  for (let i = from; i + 1 < count; i += rowStep) {
    if (noted > full) {
      addEights(list, noted);
      noted = eights;
    }
    if ((++rows & 255) == 0) {
      if (stopped()) return;
      if (!ASC_FEATURE_THREADS) checkSlice();
    }
    if (!ASC_FEATURE_THREADS && sliceIsOver && i != from) {
      rowLeft = i;
      break;
    }
    const at = base + ((<usize>i) << 1);
    const u0 = v128.load16_splat(at);
    const v0 = v128.load16_splat(at + step);
    const u1 = v128.load16_splat(at + 3 * step);
    const v1 = v128.load16_splat(at + 4 * step);
    const w1 = v128.load16_splat(at + 5 * step);
    const x0 = slanted ? v128.load16_splat(at + 6 * step) : w1;
    const x1 = slanted ? v128.load16_splat(at + 7 * step) : w1;
    store<u32>(least, select<i32>(0, baseU, <i32>load<i16>(at) >= baseU));
    store<u32>(least, select<i32>(0, baseV, <i32>load<i16>(at + step) >= baseV), 4);
    const leastU = v128.load16_splat(least);
    const leastV = v128.load16_splat(least, 4);
    for (let j = i + 1; j < count; j += 8) {
      const other = base + ((<usize>j) << 1);
      const middle = other + 2 * step;
      const high = middle + step;
      const otherU = v128.load(other);
      const otherV = v128.load(other + step);
      const behind = i16x8.gt_s(v128.load(middle), w1);
      const apartU = v128.or(i16x8.gt_s(otherU, u1), i16x8.gt_s(u0, v128.load(high)));
      const apartV = v128.or(i16x8.gt_s(otherV, v1), i16x8.gt_s(v0, v128.load(high + step)));
      const elsewhere = v128.or(i16x8.gt_s(leastU, otherU), i16x8.gt_s(leastV, otherV));
      let apart = v128.or(v128.or(behind, apartU), v128.or(apartV, elsewhere));
      if (slanted) {
        const beyond = i16x8.gt_s(v128.load(high + 3 * step), x1);
        apart = v128.or(apart, v128.or(beyond, i16x8.gt_s(x0, v128.load(high + 4 * step))));
      }
      const hits = ~i16x8.bitmask(apart) & 255;
      store<u32>(noted, i);
      store<u32>(noted, j, 4);
      store<u32>(noted, hits, 8);
      noted += hits != 0 ? EIGHT_BYTES : 0;
      if (v128.any_true(behind)) break;
    }
  }
  addEights(list, noted);
}

/**
 * Adds the pairs of the recorded groups of eight, up to `end`. First those groups are left out in which nothing is wanted, without a
 * branch, because which ones is unpredictable.
 */
function addEights(list: usize, end: usize): void {
  let kept = eights;
  const lists = cornerLists;
  const step = stride << 1;
  for (let eight = eights; eight < end; eight += EIGHT_BYTES) {
    const row = load<u32>(eight);
    const at = lists + ((<usize>row) << 2);
    const j = load<u32>(eight, 4);
    const a0 = v128.load32_splat(at);
    const a1 = v128.load32_splat(at + step);
    const a2 = v128.load32_splat(at + 2 * step);
    const tag = v128.load32_splat(at + 3 * step);
    const hits = wanted(load<u32>(eight, 8), j, a0, a1, a2, tag);
    store<u32>(kept, row);
    store<u32>(kept, j, 4);
    store<u32>(kept, hits, 8);
    kept += hits != 0 ? EIGHT_BYTES : 0;
  }
  for (let eight = eights; eight < kept; eight += EIGHT_BYTES) {
    const others = list + ((<usize>load<u32>(eight, 4)) << 2);
    addCandidates(load<u32>(list + ((<usize>load<u32>(eight)) << 2)), others, load<u32>(eight, 8));
  }
}

/**
 * One large member against all others of the tile, whose boxes have been loaded by rank. `isLarge` is one byte per
 * member: a pair of two large ones is taken from the lower rank only.
 */
export function sweepLarge(count: u32, member: u32, isLarge: usize): void {
  const step = stride;
  const at = bounds + ((<usize>member) << 1);
  const u0 = v128.load16_splat(at);
  const v0 = v128.load16_splat(at + step);
  const w0 = v128.load16_splat(at + 2 * step);
  const u1 = v128.load16_splat(at + 3 * step);
  const v1 = v128.load16_splat(at + 4 * step);
  const w1 = v128.load16_splat(at + 5 * step);
  const leastU = i16x8.splat(i16(load<i16>(at) == 0));
  const leastV = i16x8.splat(i16(load<i16>(at + step) == 0));
  const corner = corners + ((<usize>member) << 4);
  const tag = v128.load32_splat(corner, 12);
  const a0 = v128.load32_splat(corner);
  const a1 = v128.load32_splat(corner, 4);
  const a2 = v128.load32_splat(corner, 8);
  for (let j: u32 = 0; j < count; j += 8) {
    const other = bounds + ((<usize>j) << 1);
    const high = other + 3 * step;
    const otherU = v128.load(other);
    const otherV = v128.load(other + step);
    const behind = i16x8.gt_s(v128.load(other + 2 * step), w1);
    const apartW = v128.or(behind, i16x8.gt_s(w0, v128.load(high + 2 * step)));
    const apartU = v128.or(i16x8.gt_s(otherU, u1), i16x8.gt_s(u0, v128.load(high)));
    const apartV = v128.or(i16x8.gt_s(otherV, v1), i16x8.gt_s(v0, v128.load(high + step)));
    const elsewhere = v128.or(i16x8.gt_s(leastU, otherU), i16x8.gt_s(leastV, otherV));
    const apart = v128.or(v128.or(apartW, apartU), v128.or(apartV, elsewhere));
    let hits = ~i16x8.bitmask(apart) & 255;
    if (hits != 0) hits = wanted(hits, j, a0, a1, a2, tag);
    while (hits != 0) {
      const partner = j + ctz(hits);
      hits &= hits - 1;
      if (partner >= count || partner == member) continue;
      if (partner < member && load<u8>(isLarge + <usize>partner) != 0) continue;
      addCandidate(member, partner);
    }
    if (v128.any_true(behind)) break;
  }
}
