/**
 * The points of `inside` in a grid of buckets, seen along an axis, so that a triangle finds the points it may cover.
 *
 * Coordinates become image coordinates and buckets by steps that are monotone and the same for points and triangles, so a
 * point over, under or on a triangle always lies in the triangle's range of buckets; no slack is needed (docs/collide.md).
 * Points outside the object's box are left out: they are outside.
 */

import { insideJob, job, ObjectRecord } from '../../../memory/generated/kernels/records';
import { bump, take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { INSIDE_OUT } from '../constants';

/** Desired points per bucket, and the most buckets across or down. */
const POINTS_PER_CELL: f64 = 1;
const CELLS_MAX: f64 = 2048;
/** Loads of four reach this far behind the last point. */
const PADDING: u64 = 16;

// @inline
function imageCoordinate(value: f64, axis: u32): f32 {
  return <f32>((value - load<f64>(job.map + ((<usize>axis) << 3))) * load<f64>(job.map + 24));
}

// @inline
function lane(box: usize, axis: u32): f32 {
  return load<f32>(box + ((<usize>axis) << 2));
}

/** Rays run along the shortest side of the object: fewest layers to cross. */
function chooseAxes(object: ObjectRecord): void {
  let depth: u32 = 2;
  let least: f32 = f32.MAX_VALUE;
  for (let i: u32 = 0; i < 3; i++) {
    const axis: u32 = 2 - i;
    const side = lane(object.high, axis) - lane(object.low, axis);
    if (side >= least) continue;
    least = side;
    depth = axis;
  }
  const across = (depth + 1) % 3;
  const down = (depth + 2) % 3;
  store<u32>(insideJob.axes, across);
  store<u32>(insideJob.axes + 4, down);
  store<u32>(insideJob.axes + 8, depth);
  for (let byte: u32 = 0; byte < 4; byte++) {
    store<u8>(insideJob.swizzle + byte, <u8>(4 * across + byte));
    store<u8>(insideJob.swizzle + 4 + byte, <u8>(4 * down + byte));
    store<u8>(insideJob.swizzle + 8 + byte, <u8>(4 * depth + byte));
    store<u8>(insideJob.swizzle + 12 + byte, 255);
  }
}

/** Plans the grid over the part of the points' box that lies in the object's, and allocates. */
export function planPointGrid(): void {
  const object = objectRecord(0);
  chooseAxes(object);
  const count = insideJob.pointCount;
  for (let i: u32 = 0; i < 3; i++) {
    const axis = load<u32>(insideJob.axes + ((<usize>i) << 2));
    const pointLow = imageCoordinate(load<f64>(insideJob.pointBox + ((<usize>axis) << 3)), axis);
    const pointHigh = imageCoordinate(load<f64>(insideJob.pointBox + 24 + ((<usize>axis) << 3)), axis);
    store<f32>(insideJob.low + ((<usize>i) << 2), max(pointLow, lane(object.low, axis)));
    store<f32>(insideJob.high + ((<usize>i) << 2), i == 2 ? f32.MAX_VALUE : min(pointHigh, lane(object.high, axis)));
  }
  store<f32>(insideJob.low + 12, 0);
  store<f32>(insideJob.high + 12, 0);
  const width = max<f64>(0, <f64>load<f32>(insideJob.high) - <f64>load<f32>(insideJob.low));
  const height = max<f64>(0, <f64>load<f32>(insideJob.high + 4) - <f64>load<f32>(insideJob.low + 4));
  const buckets = max(1, <f64>count / POINTS_PER_CELL);
  const across =
    width == 0
      ? 1
      : height == 0
        ? min(buckets, CELLS_MAX)
        : max(1, min(CELLS_MAX, ceil(sqrt((buckets * width) / height))));
  const down = height == 0 ? 1 : max(1, min(CELLS_MAX, ceil(buckets / across)));
  insideJob.across = <u32>across;
  insideJob.down = <u32>down;
  // Sides so short that this overflows leave all points in the last bucket; the answer is still right, only slower.
  v128.store(
    insideJob.scale,
    f32x4(
      width == 0 ? 0 : min<f32>(<f32>(across / width), 1e38),
      height == 0 ? 0 : min<f32>(<f32>(down / height), 1e38),
      0,
      0,
    ),
  );
  v128.store(insideJob.last, i32x4(<i32>across - 1, <i32>down - 1, 0, 0));
  const bucketCount = <u64>across * <u64>down;
  const starts = take((bucketCount + 2) << 2);
  memory.fill(starts, 0, <usize>((bucketCount + 2) << 2));
  insideJob.starts = <u32>starts;
  insideJob.buckets = take((<u64>count) << 2);
}

/** Bucket of a corner in view order, across and down in the first two lanes. The same for points and for triangles. */
// @inline
export function bucketOf(view: v128, low: v128, scale: v128, last: v128): v128 {
  const bucket = i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.sub(view, low), scale));
  return i32x4.min_s(i32x4.max_s(bucket, i32x4.splat(0)), last);
}

function pointImage(point: usize): v128 {
  return f32x4(
    imageCoordinate(load<f64>(point), 0),
    imageCoordinate(load<f64>(point, 8), 1),
    imageCoordinate(load<f64>(point, 16), 2),
    0,
  );
}

/** Finds the buckets of the points from..to and counts them. */
export function countPoints(from: u32, to: u32): void {
  const object = objectRecord(0);
  const xyz = i32x4(-1, -1, -1, 0);
  const boxLow = v128.and(v128.load(object.low), xyz);
  const boxHigh = v128.and(v128.load(object.high), xyz);
  const swizzle = v128.load(insideJob.swizzle);
  const low = v128.load(insideJob.low);
  const scale = v128.load(insideJob.scale);
  const last = v128.load(insideJob.last);
  const across = insideJob.across;
  const points = insideJob.points;
  const buckets = insideJob.buckets;
  const starts = insideJob.starts;
  for (let i = from; i < to; i++) {
    const image = pointImage(points + <usize>i * 24);
    let bucket: u32 = INSIDE_OUT;
    if (i32x4.all_true(v128.and(f32x4.ge(image, boxLow), f32x4.le(image, boxHigh)))) {
      const at = bucketOf(i8x16.swizzle(image, swizzle), low, scale, last);
      bucket = <u32>i32x4.extract_lane(at, 1) * across + <u32>i32x4.extract_lane(at, 0);
      bump(starts + ((<usize>bucket) << 2), 1);
    }
    store<u32>(buckets + ((<usize>i) << 2), bucket);
  }
}

/** Turns counts into places, and allocates the sorted points. */
export function scanPoints(): void {
  const bucketCount = insideJob.across * insideJob.down;
  const starts = insideJob.starts;
  let sum: u32 = 0;
  for (let bucket: u32 = 0; bucket < bucketCount; bucket++) {
    const slot = starts + ((<usize>bucket) << 2);
    const count = load<u32>(slot);
    store<u32>(slot, sum);
    sum += count;
  }
  store<u32>(starts + ((<usize>bucketCount) << 2), sum);
  const singles = ((<u64>sum) << 2) + PADDING;
  insideJob.sortedCount = sum;
  insideJob.sortedAcross = <u32>take(singles);
  insideJob.sortedDown = <u32>take(singles);
  insideJob.sortedDepth = take(singles);
  insideJob.sortedNumbers = take(singles);
  insideJob.sortedExact = take(<u64>sum * 24);
  const windings = take(singles);
  memory.fill(windings, 0, <usize>singles);
  insideJob.windings = <u32>windings;
  const on = take(sum);
  memory.fill(on, 0, sum);
  insideJob.on = <u32>on;
}

/** Puts the points from..to in their places. Order within a bucket depends on the threads, and no answer on that order. */
export function fillPoints(from: u32, to: u32): void {
  const axes = insideJob.axes;
  const acrossAxis = load<u32>(axes);
  const downAxis = load<u32>(axes + 4);
  const depthAxis = load<u32>(axes + 8);
  const points = insideJob.points;
  const buckets = insideJob.buckets;
  const starts = insideJob.starts;
  const sortedAcross = <usize>insideJob.sortedAcross;
  const sortedDown = <usize>insideJob.sortedDown;
  const sortedDepth = insideJob.sortedDepth;
  const sortedNumbers = insideJob.sortedNumbers;
  const sortedExact = insideJob.sortedExact;
  for (let i = from; i < to; i++) {
    const bucket = load<u32>(buckets + ((<usize>i) << 2));
    if (bucket == INSIDE_OUT) continue;
    const place = <usize>bump(starts + ((<usize>bucket) << 2), 1);
    const point = points + <usize>i * 24;
    const u = load<f64>(point + ((<usize>acrossAxis) << 3));
    const v = load<f64>(point + ((<usize>downAxis) << 3));
    const w = load<f64>(point + ((<usize>depthAxis) << 3));
    store<f32>(sortedAcross + (place << 2), imageCoordinate(u, acrossAxis));
    store<f32>(sortedDown + (place << 2), imageCoordinate(v, downAxis));
    store<f32>(sortedDepth + (place << 2), imageCoordinate(w, depthAxis));
    store<u32>(sortedNumbers + (place << 2), i);
    const exact = sortedExact + place * 24;
    store<f64>(exact, u);
    store<f64>(exact, v, 8);
    store<f64>(exact, w, 16);
  }
}

/** Filling has moved each start to the next bucket's; moves them back by one place. */
export function restoreStarts(): void {
  const bucketCount = insideJob.across * insideJob.down;
  const starts = insideJob.starts;
  memory.copy(starts + 4, starts, (<usize>bucketCount) << 2);
  store<u32>(starts, 0);
}
