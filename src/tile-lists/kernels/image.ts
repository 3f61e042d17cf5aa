/**
 * The tile lists: for every cell of the grid, the list of triangles whose box (grown-box.ts) covers it.
 *
 * Built by count, scan, fill. Each group of triangles has its own counters, so the lists are in ascending order of
 * triangles whatever thread does what. A triangle that covers no more than two by two tiles is listed once, in the first of them, with
 * marks that say whether it reaches into the next: how many tiles there are is unpredictable, and so are loops over them. Others
 * are listed in every cell that they cover, at the level of the pyramid at which these are few.
 */

import { GRID_LEVEL_SHIFT, GRID_LEVELS, RANGE_NONE, REACHES_DOWN } from '../../memory/constants';
import { grid, job, ObjectRecord, results } from '../../memory/generated/kernels/records';
import { bump, take } from '../../memory/kernels/memory';
import { objectOfTriangle, objectRecord, triangleEnd } from '../../memory/kernels/objects';
import { CHANGES_BOXES, growthOf, readGrowth } from './grown-box';
import { imageRounding, normalSignsExact, normalSignsSingle } from './normal-signs';
import { cellsOfObject, isNearOther, markCells } from './sieve';
import { sweptHigh, sweptLow } from './swept-box';

/** Up to this many objects, triangles that reach into the next tile are marked instead of listed again. */
const OBJECTS_TO_MARK: u32 = 8;
const GROUPS_MAX: u32 = 64;
const GROUP_SIZE_MIN: u32 = 1024;
/** A triangle that would cover more cells than this moves up a level. */
const CELLS_AT_A_LEVEL: u32 = 6;

export function openImage(): void {
  const triangles = job.triangleCount;
  const size = max<u32>(GROUP_SIZE_MIN, (triangles + GROUPS_MAX - 1) / GROUPS_MAX);
  const groups = (triangles + size - 1) / size;
  const cells = grid.cellCount;
  grid.groupSize = size;
  grid.groupCount = groups;
  const counterBytes = (<u64>groups * <u64>cells) << 2;
  grid.counters = take(counterBytes);
  memory.fill(grid.counters, 0, <usize>counterBytes);
  grid.ranges = take((<u64>triangles) << 2);
  grid.signs = take(triangles);
  grid.sieve = 0;
}

/** The level of the pyramid for a range of tiles. */
// @inline
function levelOf(x0: u32, y0: u32, x1: u32, y1: u32): u32 {
  let level: u32 = 0;
  let shift: u32 = 0;
  while (
    level < <u32>GRID_LEVELS - 1 &&
    ((x1 >>> shift) - (x0 >>> shift) + 1) * ((y1 >>> shift) - (y0 >>> shift) + 1) > CELLS_AT_A_LEVEL
  ) {
    level++;
    shift += GRID_LEVEL_SHIFT;
  }
  return level;
}

/** How many tiles a range has behind the first: across in the low byte, down in the next. */
// @inline
function furtherTiles(range: u32): u32 {
  return (range >>> 16) - (range & 0xffff);
}

/**
 * Whether there is none, or one, across and down. In scenes of many objects, none: the triangles of a tile then come in runs of one object
 * each, and several lists would make several times as many.
 */
// @inline
function areFew(further: u32): bool {
  return (further & (job.objectCount > OBJECTS_TO_MARK ? 0xffff : 0xfefe)) == 0;
}

/** The counter of the first tile of a range. */
// @inline
function firstCounter(counters: usize, across: u32, range: u32): usize {
  return counters + ((<usize>(((range >>> 8) & 255) * across + (range & 255))) << 2);
}

/** Adds one to the counter of every cell of the range. */
function countCells(counters: usize, across: u32, range: u32): void {
  const x0 = range & 255;
  const y0 = (range >>> 8) & 255;
  const x1 = (range >>> 16) & 255;
  const y1 = range >>> 24;
  const level = levelOf(x0, y0, x1, y1);
  const shift = level * GRID_LEVEL_SHIFT;
  const width = ((across - 1) >>> shift) + 1;
  const base = counters + ((<usize>load<u32>(grid.levelStarts + ((<usize>level) << 2))) << 2);
  for (let y = y0 >>> shift; y <= y1 >>> shift; y++) {
    for (let x = x0 >>> shift; x <= x1 >>> shift; x++) {
      const slot = base + ((<usize>(y * width + x)) << 2);
      store<u32>(slot, load<u32>(slot) + 1);
    }
  }
}

export function countGroup(group: u32): void {
  const size = grid.groupSize;
  const end = min(job.triangleCount, (group + 1) * size);
  const counters = grid.counters + ((<usize>group * <usize>grid.cellCount) << 2);
  let object = objectOfTriangle(group * size);
  for (let triangle = group * size; triangle < end; object++) {
    const record = objectRecord(object);
    const stop = min(end, triangleEnd(record));
    if (triangle < stop) countObject(object, record, triangle, stop, counters);
    triangle = stop;
  }
}

/** Counts the triangles from..to (numbered through the scene) of one object. */
function countObject(index: u32, object: ObjectRecord, from: u32, to: u32, counters: usize): void {
  const isGrown = CHANGES_BOXES && readGrowth();
  // Copies of one loop: the tests for motion and growth took a fifth of the time of those that need none.
  if (CHANGES_BOXES && (isGrown || job.moves != 0)) countTriangles(object, from, to, counters, isGrown, true, 0);
  else countTriangles(object, from, to, counters, false, false, grid.sieve != 0 ? cellsOfObject(index) : 0);
}

/** Counts those triangles of a group that come near another object. */
export function sieveGroup(group: u32): void {
  const size = grid.groupSize;
  const end = min(job.triangleCount, (group + 1) * size);
  const counters = grid.counters + ((<usize>group * <usize>grid.cellCount) << 2);
  let object = objectOfTriangle(group * size);
  for (let triangle = group * size; triangle < end; object++) {
    const stop = min(end, triangleEnd(objectRecord(object)));
    if (triangle < stop) countNear(object, triangle, stop, counters);
    triangle = stop;
  }
}

/** The same for one object; `ranges` has the codes of sieve.ts. */
function countNear(index: u32, from: u32, to: u32, counters: usize): void {
  const object = objectRecord(index);
  const image = object.image;
  const corners = object.indices - <usize>object.triangleStart * 12;
  const ranges = grid.ranges;
  const own = cellsOfObject(index);
  const hasWide = grid.sieveIsWide != 0;
  for (let triangle = from; triangle < to; triangle++) {
    const range = ranges + ((<usize>triangle) << 2);
    if (!isNearOther(load<u32>(range), own, hasWide)) {
      store<u32>(range, RANGE_NONE);
      continue;
    }
    const i = corners + <usize>triangle * 12;
    const a = v128.load(image + ((<usize>load<u32>(i)) << 4));
    const b = v128.load(image + ((<usize>load<u32>(i, 4)) << 4));
    const c = v128.load(image + ((<usize>load<u32>(i, 8)) << 4));
    countBox(f32x4.pmin(f32x4.pmin(a, b), c), f32x4.pmax(f32x4.pmax(a, b), c), range, counters);
  }
}

/** Two to the 23rd: the sum with a whole number below has that number as its last bits. */
const WHOLE: f32 = 8388608;

/**
 * Notes the range of tiles of a box, and counts it in their cells. Tiles are counted from the first; what lies beyond the grid belongs to the
 * nearest.
 *
 * Exact for low corners: the scale is a power of two, so the product is rounded only when it underflows, and then all that
 * can go is the sign, of a number below 0 that becomes −0. Its tile is −1. Steps within a tile keep to the same borders
 * (tile-members.ts). A high corner may be counted in the next tile, which costs an entry. Tiles are whole numbers below 2^22, so that single
 * precision has them, too.
 */
// @inline
function countBox(low: v128, high: v128, range: usize, counters: usize): void {
  // Low across, low down, high across, high down.
  const swizzle = v128.load(grid.swizzle);
  const lowView = i8x16.swizzle(low, i64x2.replace_lane(swizzle, 1, -1));
  const highView = i8x16.swizzle(high, v128.shuffle<i64>(i64x2.splat(-1), swizzle, 0, 2));
  const view = v128.or(lowView, highView);
  const first = v128.load(grid.firstTiles);
  let tile = f32x4.floor(f32x4.mul(view, v128.load(grid.scales)));
  const below = f32x4.lt(view, f32x4(0, 0, -f32.MAX_VALUE, -f32.MAX_VALUE));
  tile = f32x4.pmin(tile, v128.bitselect(f32x4.splat(-1), f32x4.splat(f32.MAX_VALUE), below));
  tile = f32x4.pmin(f32x4.pmax(tile, first), v128.load(grid.lastTiles));
  const whole = f32x4.add(f32x4.sub(tile, first), f32x4.splat(WHOLE));
  const bytes = v128.shuffle<i8>(whole, whole, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12);
  const tiles = <u32>i32x4.extract_lane(bytes, 0);
  store<u32>(range, tiles);
  const across = grid.across;
  if (areFew(furtherTiles(tiles))) {
    const slot = firstCounter(counters, across, tiles);
    store<u32>(slot, load<u32>(slot) + 1);
  } else countCells(counters, across, tiles);
}

/** `cells`, if not 0, are those of the sieve, which are marked; what is counted is known later. */
// @inline
function countTriangles(
  object: ObjectRecord,
  from: u32,
  to: u32,
  counters: usize,
  isGrown: bool,
  mayMove: bool,
  cells: usize,
): void {
  const start = object.triangleStart;
  const image = object.image;
  const indices = object.indices;
  const rounding = imageRounding(object, image);
  const swept = object.swept;
  const atEnd = object.end;
  const regionLow = v128.load(object.regionLow);
  const regionHigh = v128.load(object.regionHigh);
  const ranges = grid.ranges;
  const signs = grid.signs;
  const survivors = job.survivors;
  const cellsLow = v128.load(grid.sieveLow);
  const cellsScale = v128.load(grid.sieveScale);
  for (let triangle = from; triangle < to; triangle++) {
    const i = indices + <usize>(triangle - start) * 12;
    const v0 = load<u32>(i);
    const v1 = load<u32>(i, 4);
    const v2 = load<u32>(i, 8);
    const pa = image + ((<usize>v0) << 4);
    const pb = image + ((<usize>v1) << 4);
    const pc = image + ((<usize>v2) << 4);
    const a = v128.load(pa);
    const b = v128.load(pb);
    const c = v128.load(pc);
    let sign = normalSignsSingle(a, b, c, rounding);
    if (sign == 0) sign = normalSignsExact(object, v0, v1, v2);
    if (mayMove && sign == 0 && atEnd != 0) sign = normalSignsExact(ObjectRecord.at(atEnd, 0), v0, v1, v2);
    store<u8>(signs + <usize>triangle, <u8>sign);
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
    const outside = v128.or(f32x4.gt(low, regionHigh), f32x4.lt(high, regionLow));
    const range = ranges + ((<usize>triangle) << 2);
    const culled = survivors != 0 && load<u8>(survivors + <usize>triangle) == 0;
    if (sign == 0 || culled || i32x4.bitmask(outside) & 7) {
      store<u32>(range, RANGE_NONE);
      continue;
    }
    if (cells != 0) store<u32>(range, markCells(cells, low, high, cellsLow, cellsScale));
    else countBox(low, high, range, counters);
  }
}

/** Cells that are processed together: one cache line in each group's counters. */
const CELLS_AT_ONCE: u32 = 16;

/** The sums, over all groups, of the counters of cells `cell` to `end`, as u32 at `sums`. */
function sumCells(cell: u32, end: u32, sums: usize): void {
  const groups = grid.groupCount;
  const step = (<usize>grid.cellCount) << 2;
  const first = grid.counters + ((<usize>cell) << 2);
  const bytes = (<usize>(end - cell)) << 2;
  memory.fill(sums, 0, bytes);
  for (let group: u32 = 0, row = first; group < groups; group++, row += step) {
    let at: usize = 0;
    for (; at + 16 <= bytes; at += 16) v128.store(sums + at, i32x4.add(v128.load(sums + at), v128.load(row + at)));
    for (; at < bytes; at += 4) store<u32>(sums + at, load<u32>(sums + at) + load<u32>(row + at));
  }
}

/** Puts the place of each group's first entry into the counters of cells `cell` to `end`, whose own begin at `places`. */
function placeGroups(cell: u32, end: u32, places: usize): void {
  const groups = grid.groupCount;
  const step = (<usize>grid.cellCount) << 2;
  const first = grid.counters + ((<usize>cell) << 2);
  const bytes = (<usize>(end - cell)) << 2;
  for (let group: u32 = 0, row = first; group < groups; group++, row += step) {
    let at: usize = 0;
    for (; at + 16 <= bytes; at += 16) {
      const place = v128.load(places + at);
      v128.store(places + at, i32x4.add(place, v128.load(row + at)));
      v128.store(row + at, place);
    }
    for (; at < bytes; at += 4) {
      const place = load<u32>(places + at);
      store<u32>(places + at, place + load<u32>(row + at));
      store<u32>(row + at, place);
    }
  }
}

/** Turns counts into places: cell by cell, within a cell group by group. */
export function scanImage(): void {
  const cells = grid.cellCount;
  const starts = take((<u64>cells + 1) << 2);
  grid.cellStarts = <u32>starts;
  const cellSums = take(CELLS_AT_ONCE << 2);
  let sum: u32 = 0;
  for (let cell: u32 = 0; cell < cells; cell += CELLS_AT_ONCE) {
    const end = min(cells, cell + CELLS_AT_ONCE);
    sumCells(cell, end, cellSums);
    for (let c = cell; c < end; c++) {
      const place = cellSums + ((<usize>(c - cell)) << 2);
      const n = load<u32>(place);
      store<u32>(place, sum);
      store<u32>(starts + ((<usize>c) << 2), sum);
      sum += n;
    }
    placeGroups(cell, end, cellSums);
  }
  store<u32>(starts + ((<usize>cells) << 2), sum);
  store<u32>(results.entryCount, sum);
  grid.entries = take((<u64>sum) << 2);
}

export function fillGroup(group: u32): void {
  const size = grid.groupSize;
  const end = min(job.triangleCount, (group + 1) * size);
  const counters = grid.counters + ((<usize>group * <usize>grid.cellCount) << 2);
  const ranges = grid.ranges;
  const entries = grid.entries;
  const across = grid.across;
  let reached: u32 = 0;
  for (let triangle = group * size; triangle < end; triangle++) {
    const range = load<u32>(ranges + ((<usize>triangle) << 2));
    if (range == RANGE_NONE) continue;
    const further = furtherTiles(range);
    if (!areFew(further)) {
      fillCells(counters, across, range, triangle);
      continue;
    }
    const slot = firstCounter(counters, across, range);
    const place = load<u32>(slot);
    store<u32>(slot, place + 1);
    const marks = (further << 31) | ((further << 22) & REACHES_DOWN);
    store<u32>(entries + ((<usize>place) << 2), triangle | marks);
    reached += (further & 1) + (further >>> 8) + (further & (further >>> 8));
  }
  bump(results.entryCount, reached);
}

/** Lists a triangle in every cell of its range. */
function fillCells(counters: usize, across: u32, range: u32, triangle: u32): void {
  const x0 = range & 255;
  const y0 = (range >>> 8) & 255;
  const x1 = (range >>> 16) & 255;
  const y1 = range >>> 24;
  const level = levelOf(x0, y0, x1, y1);
  const shift = level * GRID_LEVEL_SHIFT;
  const width = ((across - 1) >>> shift) + 1;
  const base = counters + ((<usize>load<u32>(grid.levelStarts + ((<usize>level) << 2))) << 2);
  for (let y = y0 >>> shift; y <= y1 >>> shift; y++) {
    for (let x = x0 >>> shift; x <= x1 >>> shift; x++) {
      const slot = base + ((<usize>(y * width + x)) << 2);
      const place = load<u32>(slot);
      store<u32>(slot, place + 1);
      store<u32>(grid.entries + ((<usize>place) << 2), triangle);
    }
  }
}

/** Lists the degenerate triangles, by their numbers through all objects: count, allocate, fill. */
export function listDegenerate(): void {
  const triangles = job.triangleCount;
  const sources = job.sources;
  const signs = grid.signs;
  let count: u32 = 0;
  let t: u32 = 0;
  // Hardly any: sixteen at a time.
  for (; t + 16 <= triangles; t += 16) {
    const none = i8x16.bitmask(i8x16.eq(v128.load(signs + <usize>t), i8x16.splat(0)));
    count += popcnt(none);
  }
  for (; t < triangles; t++) count += u32(load<u8>(signs + <usize>t) == 0);
  results.degenerateCount = count;
  if (count == 0) return;
  const list = take((<u64>count) << 2);
  results.degenerate = <u32>list;
  let place = list;
  for (let t: u32 = 0; t < triangles; t++) {
    if (load<u8>(signs + <usize>t) != 0) continue;
    store<u32>(place, sources != 0 ? load<u32>(sources + ((<usize>t) << 2)) : t);
    place += 4;
  }
}
