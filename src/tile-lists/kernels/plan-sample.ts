/**
 * A sample of the triangles, from which the view and the grid are chosen: how large they are, and where they lie.
 *
 * Strays do not count. While nearly all of the sample lies in a small part of the box along some axis, the box is cut down to
 * that part and the sample examined again; what is left out belongs to the tiles at the border of the grid. Few enough
 * are left out for that to cost little: about STRAYS at each end of an axis.
 */

import { job, ObjectRecord } from '../../memory/generated/kernels/records';
import { take } from '../../memory/kernels/memory';
import { objectRecord } from '../../memory/kernels/objects';
import { CHANGES_BOXES, growthOf, readGrowth } from './grown-box';
import { sweptHigh, sweptLow } from './swept-box';

const SAMPLES: u32 = 4096;
/** The coarse grid on which occupancy is measured has this many cells a side. */
export const COARSE: u32 = 32;
/** A box is cut down when what is kept, and a cell more at each end, is no wider than this many of its cells. */
const KEPT_CELLS: u32 = COARSE / 4;
const STRAYS: u32 = 128;
/** Few triangles need no grid that suits them, and the sample of many may hold a stray or two. */
const TRIANGLES_TO_CUT: u32 = 512;
const SAMPLED_STRAYS: u32 = 2;
/** Each round makes the box at least four times as small: more rounds than the range of single precision allows. */
const ROUNDS_MAX: u32 = 140;

/** The box in which triangles count. */
export let sampleLow: v128 = i32x4.splat(0);
export let sampleHigh: v128 = i32x4.splat(0);
/** Sampled triangles in the box; each stands for `sampleStride`. */
export let sampleCount: u32 = 0;
export let sampleStride: u32 = 1;
// Sums of square roots of the extents: a mean in which a few huge triangles do not count for much.
export let rootX: f64 = 0;
export let rootY: f64 = 0;
export let rootZ: f64 = 0;

/** Sampled triangles by the place of their middles, for each axis seen along it: COARSE × COARSE of u32. */
let counts: usize = 0;
let perUnit: v128 = i32x4.splat(0);

// @inline
function countIn(axis: u32, a: u32, b: u32): void {
  const slot = counts + ((<usize>((axis * COARSE + a) * COARSE + b)) << 2);
  store<u32>(slot, load<u32>(slot) + 1);
}

/** The number in a cell, seen along an axis; a is on the next axis in the circle of x, y, z, and b on the one after. */
// @inline
export function coarseCount(axis: u32, a: u32, b: u32): u32 {
  return load<u32>(counts + ((<usize>((axis * COARSE + a) * COARSE + b)) << 2));
}

function sampleObject(object: ObjectRecord): void {
  const image = object.image;
  const swept = CHANGES_BOXES ? object.swept : 0;
  const indices = object.indices;
  const count = object.triangleCount;
  const isGrown = CHANGES_BOXES && readGrowth();
  const low = f32x4.pmax(sampleLow, v128.load(object.regionLow));
  const high = f32x4.pmin(sampleHigh, v128.load(object.regionHigh));
  const stride = sampleStride;
  let roots = f32x4.splat(0);
  for (let t = (stride - (object.triangleStart % stride)) % stride; t < count; t += stride) {
    const i = indices + <usize>t * 12;
    const pa = image + ((<usize>load<u32>(i)) << 4);
    const pb = image + ((<usize>load<u32>(i, 4)) << 4);
    const pc = image + ((<usize>load<u32>(i, 8)) << 4);
    const a = v128.load(pa);
    const b = v128.load(pb);
    const c = v128.load(pc);
    let triangleLow = sweptLow(f32x4.pmin(f32x4.pmin(a, b), c), pa, pb, pc, swept);
    let triangleHigh = sweptHigh(f32x4.pmax(f32x4.pmax(a, b), c), pa, pb, pc, swept);
    if (isGrown) {
      const growth = growthOf(triangleLow, triangleHigh);
      triangleLow = f32x4.sub(triangleLow, growth);
      triangleHigh = f32x4.add(triangleHigh, growth);
    }
    const outside = v128.or(f32x4.gt(triangleLow, high), f32x4.lt(triangleHigh, low));
    if (i32x4.bitmask(outside) & 7) continue;
    triangleLow = f32x4.pmax(triangleLow, sampleLow);
    triangleHigh = f32x4.pmin(triangleHigh, sampleHigh);
    roots = f32x4.add(roots, f32x4.sqrt(f32x4.sub(triangleHigh, triangleLow)));
    const middle = f32x4.mul(f32x4.add(triangleLow, triangleHigh), f32x4.splat(0.5));
    const cells = i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.sub(middle, sampleLow), perUnit));
    const cell = i32x4.min_s(i32x4.max_s(cells, i32x4.splat(0)), i32x4.splat(COARSE - 1));
    const x = <u32>i32x4.extract_lane(cell, 0);
    const y = <u32>i32x4.extract_lane(cell, 1);
    const z = <u32>i32x4.extract_lane(cell, 2);
    countIn(0, y, z);
    countIn(1, z, x);
    countIn(2, x, y);
    sampleCount++;
  }
  rootX += f32x4.extract_lane(roots, 0);
  rootY += f32x4.extract_lane(roots, 1);
  rootZ += f32x4.extract_lane(roots, 2);
}

function sampleOnce(): void {
  const extent = f32x4.sub(sampleHigh, sampleLow);
  perUnit = v128.bitselect(
    f32x4.div(f32x4.splat(<f32>COARSE), extent),
    f32x4.splat(0),
    f32x4.gt(extent, f32x4.splat(0)),
  );
  memory.fill(counts, 0, 3 * COARSE * COARSE * 4);
  sampleCount = 0;
  rootX = rootY = rootZ = 0;
  const objects = job.objectCount;
  for (let o: u32 = 0; o < objects; o++) sampleObject(objectRecord(o));
}

/** The number in a slice of the box: a row of the picture along `axis`. */
function sliceCount(axis: u32, slice: u32): u32 {
  let sum: u32 = 0;
  for (let b: u32 = 0; b < COARSE; b++) sum += coarseCount(axis, slice, b);
  return sum;
}

/**
 * Slices that may be left out at one end (`step` 1: the low one, −1: the high one), at the cost of `allowance` samples; one less
 * than that, because a rounded middle may be counted in the next slice.
 */
function sparseSlices(axis: u32, step: i32, allowance: u32): u32 {
  let left: u32 = 0;
  let sum: u32 = 0;
  for (let slice: i32 = step > 0 ? 0 : <i32>COARSE - 1; left < COARSE - 1; slice += step) {
    sum += sliceCount(axis, <u32>slice);
    if (sum > allowance) break;
    left++;
  }
  return max<u32>(left, 1) - 1;
}

/** Cuts the box down along `along`, given its bounds. Returns low · 2^32 | high as bits, the same as before if it stays. */
function cutAlong(along: u32, low: f32, high: f32, allowance: u32): u64 {
  const axis = (along + 2) % 3;
  const before = sparseSlices(axis, 1, allowance);
  const behind = sparseSlices(axis, -1, allowance);
  let from = low;
  let to = high;
  if (before + behind < COARSE && COARSE - before - behind <= KEPT_CELLS) {
    const cell = (<f64>high - <f64>low) / <f64>COARSE;
    from = max(low, <f32>(<f64>low + cell * <f64>before));
    to = min(high, <f32>(<f64>high - cell * <f64>behind));
    // In steps of single precision a box may not get smaller any more.
    if (!(<f64>to - <f64>from <= 0.5 * (<f64>high - <f64>low))) {
      from = low;
      to = high;
    }
  }
  return ((<u64>reinterpret<u32>(from)) << 32) | <u64>reinterpret<u32>(to);
}

/** Cuts the box down where strays alone make it wide. Returns whether it has changed. */
function cutStrays(allowance: u32): bool {
  const x = cutAlong(0, f32x4.extract_lane(sampleLow, 0), f32x4.extract_lane(sampleHigh, 0), allowance);
  const y = cutAlong(1, f32x4.extract_lane(sampleLow, 1), f32x4.extract_lane(sampleHigh, 1), allowance);
  const z = cutAlong(2, f32x4.extract_lane(sampleLow, 2), f32x4.extract_lane(sampleHigh, 2), allowance);
  const low = i32x4(<i32>(x >> 32), <i32>(y >> 32), <i32>(z >> 32), 0);
  const high = i32x4(<i32>x, <i32>y, <i32>z, 0);
  const stays = v128.and(f32x4.eq(low, sampleLow), f32x4.eq(high, sampleHigh));
  sampleLow = low;
  sampleHigh = high;
  return (i32x4.bitmask(stays) & 7) != 7;
}

/** Samples the triangles of the box `low` to `high`, without strays. */
export function sampleTriangles(low: v128, high: v128): void {
  const triangles = job.triangleCount;
  sampleStride = max<u32>(1, triangles / SAMPLES) | 1;
  sampleLow = low;
  sampleHigh = high;
  counts = take(3 * COARSE * COARSE * 4);
  sampleOnce();
  if (triangles < TRIANGLES_TO_CUT) return;
  // Over all rounds together no more are left out than might be in one, at six ends; empty slices always are.
  const all = sampleCount;
  const allowance = max<u32>(SAMPLED_STRAYS, STRAYS / sampleStride);
  for (let round: u32 = 0; round < ROUNDS_MAX; round++) {
    const spent = (all - sampleCount) / 6;
    if (!cutStrays(allowance > spent ? allowance - spent : 0)) return;
    sampleOnce();
  }
}
