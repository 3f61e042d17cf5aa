/**
 * The points of `inside` in a grid of cells, seen along an axis, so that a triangle finds the points it may cover.
 *
 * Coordinates become image coordinates and cells by steps that are monotone and the same for points and triangles, so a
 * point over, under or on a triangle always lies in the triangle's range of cells; no slack is needed (docs/collide.md).
 * Points outside the object's box are left out: they are outside.
 */

import { bump, control, setControl, take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { JOB_MAP, OBJECT_HIGH, OBJECT_LOW } from '../../../memory/layout';
import {
  INSIDE_ACROSS,
  INSIDE_AXES,
  INSIDE_CELLS,
  INSIDE_DOWN,
  INSIDE_HIGH,
  INSIDE_LAST,
  INSIDE_LOW,
  INSIDE_ON,
  INSIDE_OUT,
  INSIDE_POINT_BOX,
  INSIDE_POINT_COUNT,
  INSIDE_POINTS,
  INSIDE_SCALE,
  INSIDE_SORTED_ACROSS,
  INSIDE_SORTED_COUNT,
  INSIDE_SORTED_DEPTH,
  INSIDE_SORTED_DOWN,
  INSIDE_SORTED_EXACT,
  INSIDE_SORTED_NUMBERS,
  INSIDE_STARTS,
  INSIDE_SWIZZLE,
  INSIDE_WINDINGS,
} from '../layout';

/** Points per cell to aim at, and the most cells across or down. */
const POINTS_PER_CELL: f64 = 1;
const CELLS_MAX: f64 = 2048;
/** Loads of four reach this far behind the last point. */
const PADDING: u64 = 16;

// @ts-ignore: decorator
@inline
function imageCoordinate(value: f64, axis: u32): f32 {
  return <f32>((value - load<f64>(JOB_MAP + (<usize>axis << 3))) * load<f64>(JOB_MAP + 24));
}

// @ts-ignore: decorator
@inline
function lane(box: usize, axis: u32): f32 {
  return load<f32>(box + (<usize>axis << 2));
}

/** Rays run along the shortest side of the object: fewest layers to cross. */
function chooseAxes(object: usize): void {
  let depth: u32 = 2;
  let least: f32 = f32.MAX_VALUE;
  for (let i: u32 = 0; i < 3; i++) {
    const axis: u32 = 2 - i;
    const side = lane(object + OBJECT_HIGH, axis) - lane(object + OBJECT_LOW, axis);
    if (side >= least) continue;
    least = side;
    depth = axis;
  }
  const across = (depth + 1) % 3;
  const down = (depth + 2) % 3;
  setControl(INSIDE_AXES, across);
  setControl(INSIDE_AXES + 4, down);
  setControl(INSIDE_AXES + 8, depth);
  for (let byte: u32 = 0; byte < 4; byte++) {
    store<u8>(INSIDE_SWIZZLE + byte, <u8>(4 * across + byte));
    store<u8>(INSIDE_SWIZZLE + 4 + byte, <u8>(4 * down + byte));
    store<u8>(INSIDE_SWIZZLE + 8 + byte, <u8>(4 * depth + byte));
    store<u8>(INSIDE_SWIZZLE + 12 + byte, 255);
  }
}

/** Plans the grid over the part of the points' box that lies in the object's, and allocates. */
export function planPointGrid(): void {
  const object = objectRecord(0);
  chooseAxes(object);
  const count = control(INSIDE_POINT_COUNT);
  for (let i: u32 = 0; i < 3; i++) {
    const axis = control(INSIDE_AXES + (<usize>i << 2));
    const pointLow = imageCoordinate(load<f64>(INSIDE_POINT_BOX + (<usize>axis << 3)), axis);
    const pointHigh = imageCoordinate(load<f64>(INSIDE_POINT_BOX + 24 + (<usize>axis << 3)), axis);
    store<f32>(INSIDE_LOW + (<usize>i << 2), max(pointLow, lane(object + OBJECT_LOW, axis)));
    store<f32>(INSIDE_HIGH + (<usize>i << 2), i == 2 ? f32.MAX_VALUE : min(pointHigh, lane(object + OBJECT_HIGH, axis)));
  }
  store<f32>(INSIDE_LOW + 12, 0);
  store<f32>(INSIDE_HIGH + 12, 0);
  const width = max<f64>(0, <f64>load<f32>(INSIDE_HIGH) - <f64>load<f32>(INSIDE_LOW));
  const height = max<f64>(0, <f64>load<f32>(INSIDE_HIGH + 4) - <f64>load<f32>(INSIDE_LOW + 4));
  const cells = max(1, <f64>count / POINTS_PER_CELL);
  const across = width == 0 ? 1 : height == 0 ? min(cells, CELLS_MAX) : max(1, min(CELLS_MAX, ceil(sqrt((cells * width) / height))));
  const down = height == 0 ? 1 : max(1, min(CELLS_MAX, ceil(cells / across)));
  setControl(INSIDE_ACROSS, <u32>across);
  setControl(INSIDE_DOWN, <u32>down);
  // Sides so short that this overflows leave all points in the last cell; that is right, only slower.
  v128.store(INSIDE_SCALE, f32x4(width == 0 ? 0 : min<f32>(<f32>(across / width), 1e38), height == 0 ? 0 : min<f32>(<f32>(down / height), 1e38), 0, 0));
  v128.store(INSIDE_LAST, i32x4(<i32>across - 1, <i32>down - 1, 0, 0));
  const cellCount = <u64>across * <u64>down;
  const starts = take((cellCount + 2) << 2);
  memory.fill(starts, 0, <usize>((cellCount + 2) << 2));
  setControl(INSIDE_STARTS, <u32>starts);
  setControl(INSIDE_CELLS, <u32>take(<u64>count << 2));
}

/** Cell of a corner in view order, across and down in the first two lanes. The same for points and for triangles. */
// @ts-ignore: decorator
@inline
export function cellOf(view: v128, low: v128, scale: v128, last: v128): v128 {
  const cell = i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.sub(view, low), scale));
  return i32x4.min_s(i32x4.max_s(cell, i32x4.splat(0)), last);
}

function pointImage(point: usize): v128 {
  return f32x4(
    imageCoordinate(load<f64>(point), 0),
    imageCoordinate(load<f64>(point, 8), 1),
    imageCoordinate(load<f64>(point, 16), 2),
    0,
  );
}

/** Finds the cells of the points from..to and counts them. */
export function countPoints(from: u32, to: u32): void {
  const object = objectRecord(0);
  const xyz = i32x4(-1, -1, -1, 0);
  const boxLow = v128.and(v128.load(object, OBJECT_LOW), xyz);
  const boxHigh = v128.and(v128.load(object, OBJECT_HIGH), xyz);
  const swizzle = v128.load(INSIDE_SWIZZLE);
  const low = v128.load(INSIDE_LOW);
  const scale = v128.load(INSIDE_SCALE);
  const last = v128.load(INSIDE_LAST);
  const across = control(INSIDE_ACROSS);
  const points = <usize>control(INSIDE_POINTS);
  const cells = <usize>control(INSIDE_CELLS);
  const starts = <usize>control(INSIDE_STARTS);
  for (let i = from; i < to; i++) {
    const image = pointImage(points + <usize>i * 24);
    let cell: u32 = INSIDE_OUT;
    if (i32x4.all_true(v128.and(f32x4.ge(image, boxLow), f32x4.le(image, boxHigh)))) {
      const at = cellOf(i8x16.swizzle(image, swizzle), low, scale, last);
      cell = <u32>i32x4.extract_lane(at, 1) * across + <u32>i32x4.extract_lane(at, 0);
      bump(starts + (<usize>cell << 2), 1);
    }
    store<u32>(cells + (<usize>i << 2), cell);
  }
}

/** Turns counts into places, and allocates the sorted points. */
export function scanPoints(): void {
  const cellCount = control(INSIDE_ACROSS) * control(INSIDE_DOWN);
  const starts = <usize>control(INSIDE_STARTS);
  let sum: u32 = 0;
  for (let cell: u32 = 0; cell < cellCount; cell++) {
    const slot = starts + (<usize>cell << 2);
    const count = load<u32>(slot);
    store<u32>(slot, sum);
    sum += count;
  }
  store<u32>(starts + (<usize>cellCount << 2), sum);
  const singles = (<u64>sum << 2) + PADDING;
  setControl(INSIDE_SORTED_COUNT, sum);
  setControl(INSIDE_SORTED_ACROSS, <u32>take(singles));
  setControl(INSIDE_SORTED_DOWN, <u32>take(singles));
  setControl(INSIDE_SORTED_DEPTH, <u32>take(singles));
  setControl(INSIDE_SORTED_NUMBERS, <u32>take(singles));
  setControl(INSIDE_SORTED_EXACT, <u32>take(<u64>sum * 24));
  const windings = take(singles);
  memory.fill(windings, 0, <usize>singles);
  setControl(INSIDE_WINDINGS, <u32>windings);
  const on = take(sum);
  memory.fill(on, 0, sum);
  setControl(INSIDE_ON, <u32>on);
}

/** Puts the points from..to in their places. Order within a cell depends on the threads, and no answer on that order. */
export function fillPoints(from: u32, to: u32): void {
  const axes = INSIDE_AXES;
  const acrossAxis = control(axes);
  const downAxis = control(axes + 4);
  const depthAxis = control(axes + 8);
  const points = <usize>control(INSIDE_POINTS);
  const cells = <usize>control(INSIDE_CELLS);
  const starts = <usize>control(INSIDE_STARTS);
  const sortedAcross = <usize>control(INSIDE_SORTED_ACROSS);
  const sortedDown = <usize>control(INSIDE_SORTED_DOWN);
  const sortedDepth = <usize>control(INSIDE_SORTED_DEPTH);
  const sortedNumbers = <usize>control(INSIDE_SORTED_NUMBERS);
  const sortedExact = <usize>control(INSIDE_SORTED_EXACT);
  for (let i = from; i < to; i++) {
    const cell = load<u32>(cells + (<usize>i << 2));
    if (cell == INSIDE_OUT) continue;
    const place = <usize>bump(starts + (<usize>cell << 2), 1);
    const point = points + <usize>i * 24;
    const u = load<f64>(point + (<usize>acrossAxis << 3));
    const v = load<f64>(point + (<usize>downAxis << 3));
    const w = load<f64>(point + (<usize>depthAxis << 3));
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

/** Filling has moved each start to the next cell's; moves them back by one place. */
export function restoreStarts(): void {
  const cellCount = control(INSIDE_ACROSS) * control(INSIDE_DOWN);
  const starts = <usize>control(INSIDE_STARTS);
  memory.copy(starts + 4, starts, <usize>cellCount << 2);
  store<u32>(starts, 0);
}
