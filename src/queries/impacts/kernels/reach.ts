/**
 * When only the earliest impacts are wanted, the search begins with a short part of the motion, in which boxes are small and
 * few overlap, and takes a longer one only when nothing has been found in it.
 *
 * The image then lists triangles by where they are at the start and at the end of that part. Those coordinates are
 * computed in single precision, so all boxes are grown by its error bound.
 */

import { grid, impactsJob, job, ObjectRecord } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { sweptHigh, sweptLow } from '../../../tile-lists/kernels/swept-box';
import { COLLECT_NONE, TICKS } from '../constants';
import { bestTick, latestTick } from './best-time';

export const VERTICES_AT_ONCE: u32 = 16384;

const FIRST_REACH: f64 = 0.015625;
/** Where what could meet is listed too, motions are those of a solver's step: short, and usually obstructed. */
const FIRST_REACH_OF_STEP: f64 = 0.125;
const LONGER: f64 = 8;
/** From this fraction on, the whole motion is searched. */
const REACH_MAX: f64 = 0.4;

/**
 * Error bound of a coordinate at an intermediate time, relative to the largest it is computed from: both ends are
 * rounded to single precision, and so are their difference, its product and the sum.
 */
export const SINGLE_SLACK: f32 = 1e-6;
export const SINGLE_SMALLEST: f32 = 1e-37;

// @inline
export function reachOfSearch(): f64 {
  return impactsJob.reach;
}

/** How far image coordinates at the end of the whole motion are from those at its start. */
// @inline
export function wholeSwept(object: ObjectRecord): usize {
  const end = object.end;
  return end != 0 ? ObjectRecord.at(end, 0).swept : 0;
}

/** Searching a part first pays when the sweep enlarges boxes by this factor: most pairs of boxes then overlap late. */
const GROWTH_TO_SPLIT: f64 = 3;
const GROWTH_TO_SPLIT_STEP: f64 = 1.5;
/** And searching a longer part next, if the first has none, when the sweep enlarges them by this factor. */
const GROWTH_TO_SPLIT_AGAIN: f64 = 16;
const SAMPLES: u32 = 4096;

/** How many times as large boxes of triangles are over the whole motion as at its start, about. */
function growthOfSweep(): f64 {
  let resting = f32x4.splat(0);
  let swept = f32x4.splat(0);
  const step = max<u32>(1, job.triangleCount / SAMPLES);
  for (let i: u32 = 0; i < job.objectCount; i++) {
    const object = objectRecord(i);
    const whole = wholeSwept(object);
    for (let triangle: u32 = 0; triangle < object.triangleCount; triangle += step) {
      const at = object.indices + <usize>triangle * 12;
      const a = object.image + ((<usize>load<u32>(at)) << 4);
      const b = object.image + ((<usize>load<u32>(at, 4)) << 4);
      const c = object.image + ((<usize>load<u32>(at, 8)) << 4);
      const low = f32x4.pmin(f32x4.pmin(v128.load(a), v128.load(b)), v128.load(c));
      const high = f32x4.pmax(f32x4.pmax(v128.load(a), v128.load(b)), v128.load(c));
      resting = f32x4.add(resting, f32x4.sub(high, low));
      swept = f32x4.add(swept, f32x4.sub(sweptHigh(high, a, b, c, whole), sweptLow(low, a, b, c, whole)));
    }
  }
  const ratio = f32x4.div(swept, f32x4.pmax(resting, f32x4.splat(SINGLE_SMALLEST)));
  return <f64>f32x4.extract_lane(ratio, 0) * <f64>f32x4.extract_lane(ratio, 1) * <f64>f32x4.extract_lane(ratio, 2);
}

/** Sets how far the search goes first. Returns whether that is only a part of the motion. */
export function openReach(): bool {
  impactsJob.reach = 1;
  if (impactsJob.prunes == 0) return false;
  impactsJob.sweepGrowth = growthOfSweep();
  const ofStep = impactsJob.collects != COLLECT_NONE;
  const growthToSplit = ofStep ? GROWTH_TO_SPLIT_STEP : GROWTH_TO_SPLIT;
  if (impactsJob.sweepGrowth < growthToSplit) return false;
  const sweptBoxes = take((<u64>job.vertexCount) << 4);
  let moves = false;
  for (let i: u32 = 0; i < job.objectCount; i++) {
    const object = objectRecord(i);
    if (object.end == 0) continue;
    moves = true;
    const own = sweptBoxes + ((<usize>object.vertexStart) << 4);
    object.swept = <u32>(own - object.image);
  }
  if (moves) setReach(ofStep ? FIRST_REACH_OF_STEP : FIRST_REACH);
  return moves;
}

function setReach(reach: f64): void {
  impactsJob.reach = reach;
  let sizes = f32x4.splat(0);
  for (let i: u32 = 0; i < job.objectCount; i++) {
    const object = objectRecord(i);
    sizes = f32x4.pmax(sizes, f32x4.abs(v128.load(object.low)));
    sizes = f32x4.pmax(sizes, f32x4.abs(v128.load(object.high)));
  }
  const slack = f32x4.add(f32x4.mul(sizes, f32x4.splat(SINGLE_SLACK)), f32x4.splat(SINGLE_SMALLEST));
  const growth = f32x4.replace_lane(f32x4.add(slack, f32x4.splat(impactsJob.imageGrowth)), 3, 0);
  v128.store(grid.growth, growth);
  // The grid must hold all that is grown: what begins before its first tile would be taken for another tile's.
  for (let i: u32 = 0; i < job.objectCount; i++) {
    const object = objectRecord(i);
    // A box that holds everything stays one of numbers.
    v128.store(object.low, f32x4.pmax(f32x4.splat(-f32.MAX_VALUE), f32x4.sub(v128.load(object.low), growth)));
    v128.store(object.high, f32x4.pmin(f32x4.splat(f32.MAX_VALUE), f32x4.add(v128.load(object.high), growth)));
  }
}

/** Searches the whole motion. */
function reachAll(): void {
  impactsJob.reach = 1;
  v128.store(grid.growth, f32x4.replace_lane(f32x4.splat(impactsJob.imageGrowth), 3, 0));
  for (let i: u32 = 0; i < job.objectCount; i++) {
    const object = objectRecord(i);
    object.swept = <u32>wholeSwept(object);
  }
}

export const REACH_ENOUGH: i32 = 0;
export const REACH_LONGER: i32 = 1;
export const REACH_ALL: i32 = 2;

/** After a search: whether it was enough, or how far the next one goes. */
export function nextReach(): i32 {
  const reach = reachOfSearch();
  const isEmpty = <f64>bestTick() >= TICKS;
  const latest = latestTick();
  if (reach >= 1 || (!isEmpty && latest < reach * TICKS)) return REACH_ENOUGH;
  // What has been found is early enough to look no farther than that.
  const found = isEmpty ? 1 : (latest + 1) / TICKS;
  const next = min(found, reach * LONGER);
  if (next > REACH_MAX || (isEmpty && impactsJob.sweepGrowth < GROWTH_TO_SPLIT_AGAIN)) {
    reachAll();
    return REACH_ALL;
  }
  setReach(next);
  return REACH_LONGER;
}

/** Image coordinates at the end of the part, of some vertices numbered through the scene. */
export function reachVertices(piece: u32): void {
  const from = piece * VERTICES_AT_ONCE;
  const to = min(job.vertexCount, from + VERTICES_AT_ONCE);
  const reach = f32x4.splat(<f32>reachOfSearch());
  for (let i: u32 = 0; i < job.objectCount; i++) {
    const object = objectRecord(i);
    const start = object.vertexStart;
    const end = start + object.vertexCount;
    if (end <= from || start >= to || object.end == 0) continue;
    const image = object.image;
    const swept = object.swept;
    const whole = wholeSwept(object);
    const stop = min(to, end) - start;
    for (let vertex = max(from, start) - start; vertex < stop; vertex++) {
      const at = image + ((<usize>vertex) << 4);
      const p = v128.load(at);
      v128.store(at + swept, f32x4.add(p, f32x4.mul(f32x4.sub(v128.load(at + whole), p), reach)));
    }
  }
}
