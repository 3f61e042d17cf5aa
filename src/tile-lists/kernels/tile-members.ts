/**
 * The triangles of one tile, brought together in this thread's scratch memory: boxes in steps of the tile, in order of
 * depth, with their corners beside them.
 *
 * Steps are monotone in the coordinate, so boxes that overlap still overlap in steps. Across and down, 0 means "begins
 * before this tile", which is how a pair that meets in several tiles is assigned to the tile that owns it. So that every pair
 * has one owner, a box begins before a tile exactly when the tile of its low corner (image.ts, split.ts) is an earlier one.
 * Tiles begin at numbers of single precision, and a difference of two such numbers has the sign it should have; scaling
 * it must not lose that sign. What begins before the grid belongs to its first tiles.
 */

import { GRID_LEVEL_SHIFT, GRID_LEVELS, REACHES_ACROSS, REACHES_DOWN } from '../../memory/constants';
import { grid, job } from '../../memory/generated/kernels/records';
import { take } from '../../memory/kernels/memory';
import { objectOfTriangle, objectRecord, triangleEnd } from '../../memory/kernels/objects';
import { fixed, reserveScratch } from '../../memory/kernels/scratch';
import { CHANGES_BOXES, growthOf, readGrowth } from './grown-box';
import { imageIsExact } from './normal-signs';
import { BITS_ACROSS, keepMeetingMembers, SLICES_DEEP, setOwners } from './overlap-filter';
import { findSlants, SLANT_MEMBERS, slantHigh, slantLow, slantMargin } from './slants';
import { sweptHigh, sweptLow } from './swept-box';

/** A tile is this many steps wide; a box may reach beyond it, up to STEP_LAST. */
export const TILE_STEP_BITS: u32 = 14;
const STEP_LAST: i16 = 32766;
/** Depth of the padding behind the last box: deeper than any box. */
export const STEP_BEYOND: i16 = 32767;
const DEPTH_BITS_MIN: u32 = 6;
const DEPTH_BITS_MAX: u32 = 13;

/**
 * Boxes in steps, 16 bytes: low across, down, depth, 0, high across, down, depth, 0. By depth. Where members are slanted, the
 * first of two slanted directions takes the place of depth, and the second that of 0.
 */
export let boxes: usize = 0;
/** Corners, 16 bytes: three addresses of image vertices, and 2 · object + 1, which is odd and so never an address. */
export let corners: usize = 0;
/** Triangle numbers. */
export let triangles: usize = 0;
export let memberCount: u32 = 0;
/** Whether members are separated by slanted directions (slants.ts). */
export let areSlanted: bool = false;
/** Whether the tile holds triangles of more than one object. */
export let hasManyObjects: bool = false;

/** Tile boxes as they are: two v128 in view order. In the order of the list. */
export let viewBoxes: usize = 0;
export let listedTriangles: usize = 0;
let listedCorners: usize = 0;
let listedSteps: usize = 0;
let slants: usize = 0;
let histogram: usize = 0;
let capacity: u32 = 0;

/** The largest image coordinate of the members, and whether they are the exact ones. */
export let largestCoordinate: f32 = 0;
export let areExact: bool = false;

export let depthLow: f32 = 0;
export let depthHigh: f32 = 0;

/** For vectors that loops need in every turn. */
const vectors = reserveScratch(64);

/** Scratch memory belongs to a job: forgotten when the next one begins. */
export function forgetMembers(): void {
  capacity = 0;
  listCapacity = 0;
  areSlanted = false;
}

function reserve(count: u32): void {
  if (count <= capacity) return;
  capacity = max<u32>(512, count + (count >>> 2));
  const n = <u64>capacity;
  boxes = take((n + 16) << 4);
  corners = take((n + 16) << 4);
  triangles = take((n + 16) << 2);
  viewBoxes = take(n << 5);
  listedCorners = take(n << 4);
  listedSteps = take(n << 4);
  slants = take(n << 4);
  histogram = take((((<u64>1) << DEPTH_BITS_MAX) + 1) << 2);
}

let listCapacity: u32 = 0;
let list: usize = 0;

function reserveList(count: u32): void {
  if (count <= listCapacity) return;
  const old = list;
  const oldCapacity = listCapacity;
  listCapacity = max<u32>(2048, count + (count >>> 1));
  list = take((<u64>listCapacity) << 2);
  memory.copy(list, old, (<usize>oldCapacity) << 2);
}

/** Adds to a list of `count` triangles those of a tile that have all of these marks. Returns how many there are then. */
function addMarked(tile: u32, marks: u32, count: u32): u32 {
  const cell = grid.cellStarts + ((<usize>tile) << 2);
  const from = load<u32>(cell);
  const to = load<u32>(cell, 4);
  reserveList(count + to - from);
  const end = grid.entries + ((<usize>to) << 2);
  let place = list + ((<usize>count) << 2);
  for (let at = grid.entries + ((<usize>from) << 2); at < end; at += 4) {
    const entry = load<u32>(at);
    store<u32>(place, entry & ~(REACHES_ACROSS | REACHES_DOWN));
    place += select<usize>(4, 0, (entry & marks) == marks);
  }
  return <u32>((place - list) >>> 2);
}

/** The triangles of a tile of the grid: its own list, and those of the tiles before it and of the cells above it that reach it. */
export function collectTile(x: u32, y: u32): u32 {
  const across = grid.across;
  const starts = grid.cellStarts;
  const entries = grid.entries;
  const ranges = grid.ranges;
  const tile = y * across + x;
  let count = addMarked(tile, 0, 0);
  if (x > 0) count = addMarked(tile - 1, REACHES_ACROSS, count);
  if (y > 0) count = addMarked(tile - across, REACHES_DOWN, count);
  if (x > 0 && y > 0) count = addMarked(tile - across - 1, REACHES_ACROSS | REACHES_DOWN, count);
  for (let level: u32 = 1; level < <u32>GRID_LEVELS; level++) {
    const shift = level * GRID_LEVEL_SHIFT;
    const width = ((across - 1) >>> shift) + 1;
    const cell = load<u32>(grid.levelStarts + ((<usize>level) << 2)) + (y >>> shift) * width + (x >>> shift);
    const begin = load<u32>(starts + ((<usize>cell) << 2));
    const end = load<u32>(starts + ((<usize>cell) << 2), 4);
    if (begin == end) continue;
    reserveList(count + end - begin);
    for (let e = begin; e < end; e++) {
      const triangle = load<u32>(entries + ((<usize>e) << 2));
      const range = load<u32>(ranges + ((<usize>triangle) << 2));
      const inside =
        (range & 255) <= x && ((range >>> 16) & 255) >= x && ((range >>> 8) & 255) <= y && range >>> 24 >= y;
      store<u32>(list + ((<usize>count) << 2), triangle);
      count += u32(inside);
    }
  }
  listedTriangles = list;
  return count;
}

// Members come in runs of one object each: the object of the longest run, and the first three objects.
let longestTag: u32 = 0;
let longestRun: u32 = 0;
let tag0: u32 = 0;
let tag1: u32 = 0;
let tag2: u32 = 0;

function openRuns(): void {
  longestTag = longestRun = tag0 = tag1 = tag2 = 0;
}

function noteRun(tag: u32, length: u32): void {
  if (tag == 0) return;
  if (length > longestRun) {
    longestRun = length;
    longestTag = tag;
  }
  if (tag == tag0 || tag == tag1 || tag == tag2) return;
  if (tag0 == 0) tag0 = tag;
  else if (tag1 == 0) tag1 = tag;
  else if (tag2 == 0) tag2 = tag;
}

function closeRuns(): void {
  hasManyObjects = tag1 != 0;
  const isThere = longestTag == tag0 || longestTag == tag1 || longestTag == tag2;
  setOwners(tag0, tag1, isThere ? tag2 : longestTag);
}

/** Reads corners and boxes of the listed triangles, in the order of the list; tiles have `scaleU` × `scaleV` to a unit. */
export function readMembers(source: usize, count: u32, scaleU: f32, scaleV: f32): void {
  reserve(count);
  listedTriangles = source;
  memberCount = count;
  const isGrown = CHANGES_BOXES && readGrowth();
  // Two copies of one loop, as in image.ts.
  if (CHANGES_BOXES && (isGrown || job.moves != 0)) readTriangles(source, count, scaleU, scaleV, isGrown, true);
  else readTriangles(source, count, scaleU, scaleV, false, false);
}

// @inline
function readTriangles(source: usize, count: u32, scaleU: f32, scaleV: f32, isGrown: bool, mayMove: bool): void {
  const swizzle = v128.load(grid.swizzle);
  const tile = fixed(f32x4(1 / scaleU, 1 / scaleV, f32.MAX_VALUE, f32.MAX_VALUE), vectors);
  let depthsLow = f32x4.splat(f32.MAX_VALUE);
  let depthsHigh = f32x4.splat(-f32.MAX_VALUE);
  let anyLow = depthsLow;
  let anyHigh = depthsHigh;
  let objectStart: u32 = 1;
  let objectEnd: u32 = 0;
  let image: usize = 0;
  let swept: usize = 0;
  let indices: usize = 0;
  let tag: u32 = 0;
  let runStart: u32 = 0;
  areExact = true;
  openRuns();
  for (let k: u32 = 0; k < count; k++) {
    const triangle = load<u32>(source + ((<usize>k) << 2));
    if (triangle >= objectEnd || triangle < objectStart) {
      const object = objectOfTriangle(triangle);
      const record = objectRecord(object);
      objectStart = record.triangleStart;
      objectEnd = triangleEnd(record);
      image = record.image;
      if (mayMove) swept = record.swept;
      indices = record.indices;
      areExact = areExact && imageIsExact(record, image);
      noteRun(tag, k - runStart);
      tag = object * 2 + 1;
      runStart = k;
    }
    const i = indices + <usize>(triangle - objectStart) * 12;
    const pa = image + ((<usize>load<u32>(i)) << 4);
    const pb = image + ((<usize>load<u32>(i, 4)) << 4);
    const pc = image + ((<usize>load<u32>(i, 8)) << 4);
    const a = v128.load(pa);
    const b = v128.load(pb);
    const c = v128.load(pc);
    let low = f32x4.pmin(f32x4.pmin(a, b), c);
    let high = f32x4.pmax(f32x4.pmax(a, b), c);
    if (mayMove) {
      low = sweptLow(low, pa, pb, pc, swept);
      high = sweptHigh(high, pa, pb, pc, swept);
    }
    if (isGrown) {
      const growth = growthOf(low, high);
      low = f32x4.sub(low, growth);
      high = f32x4.add(high, growth);
    }
    low = i8x16.swizzle(low, swizzle);
    high = i8x16.swizzle(high, swizzle);
    anyLow = f32x4.pmin(anyLow, low);
    anyHigh = f32x4.pmax(anyHigh, high);
    if (i32x4.all_true(f32x4.le(f32x4.sub(high, low), tile))) {
      depthsLow = f32x4.pmin(depthsLow, low);
      depthsHigh = f32x4.pmax(depthsHigh, high);
    }
    const box = viewBoxes + ((<usize>k) << 5);
    v128.store(box, low);
    v128.store(box, high, 16);
    const corner = listedCorners + ((<usize>k) << 4);
    store<u32>(corner, <u32>pa);
    store<u32>(corner, <u32>pb, 4);
    store<u32>(corner, <u32>pc, 8);
    store<u32>(corner, tag, 12);
  }
  noteRun(tag, count - runStart);
  closeRuns();
  const most = f32x4.pmax(f32x4.abs(anyLow), f32x4.abs(anyHigh));
  largestCoordinate = max(max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)), f32x4.extract_lane(most, 2));
  // Depth is measured by the members that are smaller than the tile: a wall that passes through would blur the others.
  const small = f32x4.extract_lane(depthsLow, 2) <= f32x4.extract_lane(depthsHigh, 2);
  depthLow = f32x4.extract_lane(small ? depthsLow : anyLow, 2);
  depthHigh = f32x4.extract_lane(small ? depthsHigh : anyHigh, 2);
}

/** Leaves out members of a tile that begins at (startU, startV) that are near no other object. */
export function keepMembersNearOthers(startU: f32, startV: f32, scaleU: f32, scaleV: f32): void {
  const scaleW = scaleFor(SLICES_DEEP, depthLow, depthHigh);
  const origin = f32x4(startU, startV, depthLow, 0);
  const scale = f32x4(scaleU * BITS_ACROSS, scaleV * BITS_ACROSS, scaleW, 0);
  memberCount = keepMeetingMembers(memberCount, viewBoxes, listedCorners, listedTriangles, listedSteps, origin, scale);
}

/**
 * Depth steps for a tile of `count` members: a few times as many as members, so that sorting by counting is one cheap
 * pass and yet tells most members apart.
 */
// @inline
function depthBits(count: u32): u32 {
  return max<u32>(DEPTH_BITS_MIN, min<u32>(DEPTH_BITS_MAX, 33 - clz(count)));
}

/**
 * Steps of a corner, from its differences to the start of the tile. For a low corner, negative values stay negative, however
 * small; a high corner may be a step farther out.
 */
// @inline
function stepsOf(difference: v128, scale: v128, isLow: bool): v128 {
  const steps = i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.mul(difference, scale)));
  return isLow ? v128.or(steps, f32x4.lt(difference, f32x4.splat(0))) : steps;
}

/** The least step in a tile that begins at `start`: 1 in the first tile of the grid, which owns what begins before the grid. */
// @inline
function leastStep(start: f32, direction: usize): i16 {
  return i16(start == <f32>load<i32>(grid.first + direction) / load<f32>(grid.scale + direction));
}

/** Checks whether slanted directions separate the members better; to be called before they are sorted. */
export function slantMembers(): void {
  areSlanted = memberCount >= SLANT_MEMBERS && findSlants(memberCount, viewBoxes, listedCorners, slants);
}

/** The scale that divides a range into `steps` steps. */
// @inline
function scaleFor(steps: f32, low: f32, high: f32): f32 {
  const scale: f32 = steps / (high - low);
  return scale < f32.MAX_VALUE ? scale : 0;
}

// For slanted members: the offset and the scale of their intervals.
let slantShift: v128 = f32x4.splat(0);
let slantScale: v128 = f32x4.splat(0);

function openSlants(deepest: f32): void {
  const scaleP = scaleFor(deepest, f32x4.extract_lane(slantLow, 0), f32x4.extract_lane(slantHigh, 0));
  const scaleQ = scaleFor(<f32>STEP_LAST, f32x4.extract_lane(slantLow, 1), f32x4.extract_lane(slantHigh, 1));
  slantShift = f32x4(-slantMargin, -slantMargin, slantMargin, slantMargin);
  slantScale = f32x4(scaleP, scaleQ, scaleP, scaleQ);
}

/** Steps of a member with its slanted intervals in the place of depth. Rounding is monotone. */
// @inline
function slantedStep(step: v128, k: usize, last: v128): v128 {
  const interval = f32x4.sub(f32x4.add(v128.load(slants + (k << 4)), slantShift), slantLow);
  const steps = i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.mul(interval, slantScale)));
  const narrow = i16x8.min_s(i16x8.max_s(i16x8.narrow_i32x4_s(steps, steps), i16x8.splat(0)), last);
  return v128.shuffle<i16>(step, narrow, 0, 1, 8, 9, 4, 5, 10, 11);
}

/** Brings the boxes into steps of a tile that begins at (startU, startV), and sorts the members by depth. */
export function orderMembers(startU: f32, startV: f32, scaleU: f32, scaleV: f32): void {
  const buckets = 1 << depthBits(memberCount);
  const scaleW = scaleFor(<f32>(buckets - 2), depthLow, depthHigh);
  const steps = <f32>(1 << TILE_STEP_BITS);
  const origin = fixed(f32x4(startU, startV, depthLow, 0), vectors);
  const scale = fixed(f32x4(scaleU * steps, scaleV * steps, scaleW, 0), vectors + 16);
  const one = i16x8.splat(1);
  const leastU = leastStep(startU, 0);
  const leastV = leastStep(startV, 4);
  const least = fixed(i16x8(leastU, leastV, 0, 0, leastU, leastV, 0, 0), vectors + 32);
  const deepest = <i16>(buckets - 1);
  const last = fixed(i16x8(STEP_LAST, STEP_LAST, deepest, 0, STEP_LAST, STEP_LAST, deepest, 0), vectors + 48);
  if (areSlanted) openSlants(<f32>(buckets - 2));
  const lastSlant = i16x8(deepest, STEP_LAST, deepest, STEP_LAST, 0, 0, 0, 0);
  memory.fill(histogram, 0, (<usize>(buckets + 1)) << 2);
  const count = memberCount;
  const listed = listedSteps;
  const slots = histogram;
  for (let k: u32 = 0, box = viewBoxes; k < count; k++, box += 32) {
    const low = stepsOf(f32x4.sub(v128.load(box), origin), scale, true);
    const high = stepsOf(f32x4.sub(v128.load(box, 16), origin), scale, false);
    let step = i16x8.min_s(i16x8.max_s(i16x8.add_sat_s(i16x8.narrow_i32x4_s(low, high), one), least), last);
    if (areSlanted) step = slantedStep(step, <usize>k, lastSlant);
    v128.store(listed + ((<usize>k) << 4), step);
    const slot = slots + ((<usize>i16x8.extract_lane_u(step, 2)) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  let sum: u32 = 0;
  for (let slot = slots, end = slots + ((<usize>(buckets + 1)) << 2); slot < end; slot += 4) {
    const n = load<u32>(slot);
    store<u32>(slot, sum);
    sum += n;
  }
  // Module variables are loaded again in each turn of a loop that stores.
  const sortedBoxes = boxes;
  const sortedCorners = corners;
  const sortedTriangles = triangles;
  const fromCorners = listedCorners;
  const fromTriangles = listedTriangles;
  for (let k: usize = 0; k < <usize>count; k++) {
    const step = v128.load(listed + (k << 4));
    const slot = slots + ((<usize>i16x8.extract_lane_u(step, 2)) << 2);
    const rank = <usize>load<u32>(slot);
    store<u32>(slot, <u32>rank + 1);
    v128.store(sortedBoxes + (rank << 4), step);
    v128.store(sortedCorners + (rank << 4), v128.load(fromCorners + (k << 4)));
    store<u32>(sortedTriangles + (rank << 2), load<u32>(fromTriangles + (k << 2)));
  }
}
