/** Which pixels may show a triangle, and between which depths: exact for samples, and never too little for the others. */

import { cullJob } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { COVER_BOXES } from '../constants';
import { boxAt, boxLeasts, boxMosts, boxSlack, CENTRE, makeBoxes, NEXT, REACH } from './box';
import { placeTriangle } from './box-corners';
import { BOX_BITS_MOST, depthStep, depthSteps } from './depth-steps';
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
  resolution,
  setCutPixels,
  setPixels,
} from './shape';

/** By how much bounds of depth are wider than the corners', in parts of it and in steps: more than rounding does to depths. */
const DEPTH_ROUNDING: f64 = 4.76837158203125e-7; // 2^-21
const DEPTH_MORE: f64 = 0.001;

/** Bounds of the depth of what was bounded last, as entries have them. */
export let depths: u32 = 0;

/** Where the corners of a rank lie as the view samples them (project.ts). */
let cornerA: usize = 0;
let cornerB: usize = 0;
let cornerC: usize = 0;
let isAwayInView: bool = false;

/** Finds the pixels that may show the samples of a rank; false when there are none. */
// @inline
export function findPixelsOfSample(rank: u32): bool {
  const indices = indicesOfRank(rank);
  const vertices = projectedOf(rank);
  cornerA = vertices + ((<usize>load<u32>(indices)) << VERTEX_BITS);
  cornerB = vertices + ((<usize>load<u32>(indices, 4)) << VERTEX_BITS);
  cornerC = vertices + ((<usize>load<u32>(indices, 8)) << VERTEX_BITS);
  const a = v128.load(cornerA);
  const b = v128.load(cornerB);
  const c = v128.load(cornerC);
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
  isAwayInView = area > 0;
  return area != 0;
}

/** Bounds the depth of the samples whose pixels were found. In lanes: which corner is nearer is a branch that cannot be foretold. */
// @inline
export function boundDepthOfSample(): void {
  const ab = v128.shuffle<i64>(v128.load(cornerA), v128.load(cornerB), 1, 3);
  const c = v128.load64_splat(cornerC, 8);
  let least = f64x2.pmin(ab, c);
  let most = f64x2.pmax(ab, c);
  least = f64x2.pmin(least, v128.shuffle<i64>(least, least, 1, 0));
  most = f64x2.pmax(most, v128.shuffle<i64>(most, most, 1, 0));
  const rounded = f64x2.mul(f64x2.splat(DEPTH_ROUNDING), f64x2.add(f64x2.sub(most, least), f64x2.abs(least)));
  const beyond = f64x2.add(most, f64x2.add(f64x2.splat(DEPTH_MORE), rounded));
  const steps = depthSteps(v128.shuffle<i64>(least, beyond, 0, 2));
  depths = packedDepths(<u32>i32x4.extract_lane(steps, 0), <u32>i32x4.extract_lane(steps, 1), isAwayInView);
}

/** Pixels of the boxes that were bounded last, i32x4 each: first and last across, then down. */
const pixelsOfBoxes = reserveScratch(64);

// @inline
function boundBoxesAlong(coordinate: usize, at: usize): void {
  const half = f32x4.splat(0.5);
  const first = i32x4.trunc_sat_f32x4_s(f32x4.ceil(f32x4.sub(boxLeasts(coordinate), half)));
  const last = i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.sub(boxMosts(coordinate), half)));
  v128.store(pixelsOfBoxes + at, i32x4.max_s(first, i32x4.splat(0)));
  v128.store(pixelsOfBoxes + at, i32x4.min_s(last, i32x4.splat(resolution - 1)), 16);
}

/** Makes the boxes of the triangles that were placed, and bounds them; a bit for each that is turned away. */
export function boundBoxes(): u32 {
  const away = makeBoxes();
  boundBoxesAlong(CENTRE, 0);
  boundBoxesAlong(NEXT, 32);
  return away;
}

/** Says which pixels may show one of them. */
// @inline
function setPixelsOfBox(lane: u32): void {
  const at = pixelsOfBoxes + ((<usize>lane) << 2);
  setCutPixels(load<i32>(at), load<i32>(at, 32), load<i32>(at, 16), load<i32>(at, 48));
}

/** As boundTouched, for one of the boxes that were bounded. */
// @inline
export function boundLane(lane: u32, isAway: bool): bool {
  setPixelsOfBox(lane);
  const box = boxAt(lane);
  const depth = load<f32>(box, CENTRE + 2 * NEXT);
  const reach = load<f32>(box, REACH + 2 * NEXT);
  const slack = boxSlack(depth, reach);
  depths = packedDepths(boxStep(depth - reach - slack), boxStep(depth + reach + slack), isAway);
  return firstX <= lastX && firstY <= lastY;
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
    placeTriangle(0, image, indices);
    const away = boundBoxes();
    setPixelsOfBox(0);
    return (away & 1) != 0;
  }
  readCorners(image, indices);
  boundShape();
  return ((bU - aU) * (cV - aV) - (cU - aU) * (bV - aV)) * cullJob.sign > 0;
}

/** Bounds a rank that is conservatively covered: firstX… of shape.ts, and `depths`; false when it shows nowhere. */
export function boundTouched(rank: u32): bool {
  const isAway = readShape(recordOfRank(rank).image, indicesOfRank(rank));
  const least = minW - growW;
  const most = maxW + growW;
  const more = DEPTH_MORE + DEPTH_ROUNDING * (most - least + abs(least));
  depths = packedDepths(depthStep(least - more), depthStep(most + more), isAway);
  return firstX <= lastX && firstY <= lastY;
}
