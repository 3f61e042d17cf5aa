/** Which pixels may show a triangle, and between which depths: exact for samples, and never too little for the others. */

import { cullJob } from '../../../memory/generated/kernels/records';
import { COVER_BOXES, COVER_SAMPLED } from '../constants';
import { box, boxLeast, boxMost, boxSlack, makeBox, REACH } from './box';
import { BOX_BITS_MOST, depthStep } from './depth-steps';
import { packedDepths } from './entry';
import { projectedOf, VERTEX_BITS } from './project';
import { indicesOfRank, recordOfRank } from './ranks';
import {
  aU,
  aV,
  boundShape,
  bU,
  bV,
  coverage,
  cU,
  cV,
  firstX,
  firstY,
  growW,
  lastX,
  lastY,
  maxW,
  minW,
  readCorners,
  setPixels,
} from './shape';

/** By how much bounds of depth are wider than the corners', in parts of it and in steps: more than rounding does to depths. */
const DEPTH_ROUNDING: f64 = 4.76837158203125e-7; // 2^-21
const DEPTH_MORE: f64 = 0.001;

/** Bounds of the depth of what was bounded last, as entries have them. */
export let depths: u32 = 0;

function boundSample(rank: u32): bool {
  const indices = indicesOfRank(rank);
  const vertices = projectedOf(rank);
  const pa = vertices + ((<usize>load<u32>(indices)) << VERTEX_BITS);
  const pb = vertices + ((<usize>load<u32>(indices, 4)) << VERTEX_BITS);
  const pc = vertices + ((<usize>load<u32>(indices, 8)) << VERTEX_BITS);
  const a = v128.load(pa);
  const b = v128.load(pb);
  const c = v128.load(pc);
  const low = i32x4.min_s(i32x4.min_s(a, b), c);
  const high = i32x4.max_s(i32x4.max_s(a, b), c);
  // Pixels whose centres lie within.
  setPixels(i32x4.shr_s(i32x4.add(low, i32x4.splat(127)), 8), i32x4.shr_s(i32x4.sub(high, i32x4.splat(128)), 8));
  if (firstX > lastX || firstY > lastY) return false;
  const ab = i32x4.sub(b, a);
  const ac = i32x4.sub(c, a);
  const area =
    <i64>i32x4.extract_lane(ab, 0) * <i64>i32x4.extract_lane(ac, 1) -
    <i64>i32x4.extract_lane(ac, 0) * <i64>i32x4.extract_lane(ab, 1);
  if (area == 0) return false;
  const least = f64x2.extract_lane(f64x2.pmin(f64x2.pmin(a, b), c), 1);
  const most = f64x2.extract_lane(f64x2.pmax(f64x2.pmax(a, b), c), 1);
  const more = DEPTH_MORE + DEPTH_ROUNDING * (most - least + abs(least));
  depths = packedDepths(depthStep(least), depthStep(most + more), area > 0);
  return true;
}

/** Which pixels may show the box that was made. */
function boundBox(): void {
  const centre = v128.load(box);
  const reach = v128.load(box, REACH);
  const half = f32x4.splat(0.5);
  const low = f32x4.ceil(f32x4.sub(f32x4.sub(centre, reach), half));
  const high = f32x4.floor(f32x4.sub(f32x4.add(centre, reach), half));
  setPixels(i32x4.trunc_sat_f32x4_s(low), i32x4.trunc_sat_f32x4_s(high));
}

/** A step of a box as one of all bits. */
// @inline
function boxStep(depth: f32): u32 {
  const deepest = <f32>((1 << min(cullJob.depthBits, BOX_BITS_MOST)) - 1);
  const step = <u32>max<f32>(0, min<f32>(deepest, depth));
  return step << (max(cullJob.depthBits, BOX_BITS_MOST) - BOX_BITS_MOST);
}

/** Reads the triangle of the object whose image coordinates are given, and bounds it; of boxes also makes it. */
export function readShape(image: usize, indices: usize): bool {
  if (coverage == COVER_BOXES) {
    const isAway = makeBox(image, indices);
    boundBox();
    return isAway;
  }
  readCorners(image, indices);
  boundShape();
  return ((bU - aU) * (cV - aV) - (cU - aU) * (bV - aV)) * cullJob.sign > 0;
}

/** Bounds a rank: firstX… of shape.ts, and `depths`; false when it shows nowhere. */
export function boundRank(rank: u32): bool {
  if (coverage == COVER_SAMPLED) return boundSample(rank);
  const isAway = readShape(recordOfRank(rank).image, indicesOfRank(rank));
  if (coverage == COVER_BOXES) {
    const slack = boxSlack();
    depths = packedDepths(boxStep(boxLeast(2) - slack), boxStep(boxMost(2) + slack), isAway);
  } else {
    const least = minW - growW;
    const most = maxW + growW;
    const more = DEPTH_MORE + DEPTH_ROUNDING * (most - least + abs(least));
    depths = packedDepths(depthStep(least - more), depthStep(most + more), isAway);
  }
  return firstX <= lastX && firstY <= lastY;
}
