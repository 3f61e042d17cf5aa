/**
 * A triangle as a view sees it: its corners in pixels and depth steps, and which pixels may show it.
 *
 * Pixel = (coordinate − low) · scale, computed in double precision. What is computed differs from the triangle that was
 * given by cullJob.grow at most (rounding of image coordinates and of this product), which the conservative rule allows for.
 */

import { cullJob, ObjectRecord } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { COVER_BOXES, COVER_SAMPLED, FREE_VIEW } from '../constants';
import { boxRange, makeBox } from './box';

// The three corners: across and down in pixels, depth in steps.
export let aU: f64 = 0;
export let aV: f64 = 0;
export let aW: f64 = 0;
export let bU: f64 = 0;
export let bV: f64 = 0;
export let bW: f64 = 0;
export let cU: f64 = 0;
export let cV: f64 = 0;
export let cW: f64 = 0;
let cornerA: v128 = i32x4.splat(0);
let cornerB: v128 = i32x4.splat(0);
let cornerC: v128 = i32x4.splat(0);

// Their bounds.
export let minU: f64 = 0;
export let maxU: f64 = 0;
export let minV: f64 = 0;
export let maxV: f64 = 0;
export let minW: f64 = 0;
export let maxW: f64 = 0;

/** First and last pixel that may show it; none when the first is behind the last. */
export let firstX: i32 = 0;
export let lastX: i32 = -1;
export let firstY: i32 = 0;
export let lastY: i32 = -1;

export let coverage: u32 = 0;
export let growU: f64 = 0;
export let growV: f64 = 0;
export let growW: f64 = 0;
export let resolution: i32 = 0;
/** Bytes of a vertex in the order across, down, depth; image coordinates of the frame's low corner, and its scale. */
let order: v128 = i32x4.splat(0);
let lowUV: v128 = i32x4.splat(0);
let lowW: v128 = i32x4.splat(0);
let scaleUV: v128 = i32x4.splat(0);
let scaleW: v128 = i32x4.splat(0);
let scaleU: f64 = 0;
let scaleV: f64 = 0;
/** What depth is multiplied by before the low corner is taken off: 1, or −1. */
let sign: v128 = i32x4.splat(0);
let isFree: bool = false;

const BYTES_OF_X: i32 = 0x03020100;
const BYTES_PER_AXIS: i32 = 0x04040404;

export function openShape(): void {
  const axis = <i32>cullJob.axis;
  const across = BYTES_OF_X + ((axis + 1) % 3) * BYTES_PER_AXIS;
  const down = BYTES_OF_X + ((axis + 2) % 3) * BYTES_PER_AXIS;
  isFree = axis == FREE_VIEW;
  // Of a view along no axis the coordinates stay in their order, to be multiplied by its rows.
  order = isFree
    ? i32x4(BYTES_OF_X, BYTES_OF_X + BYTES_PER_AXIS, BYTES_OF_X + 2 * BYTES_PER_AXIS, -1)
    : i32x4(across, down, BYTES_OF_X + axis * BYTES_PER_AXIS, -1);
  sign = f64x2.splat(cullJob.sign);
  lowUV = v128.load(cullJob.low);
  lowW = v128.load64_splat(cullJob.low + 16);
  scaleUV = v128.load(cullJob.scale);
  scaleW = v128.load64_splat(cullJob.scale + 16);
  scaleU = load<f64>(cullJob.scale);
  scaleV = load<f64>(cullJob.scale + 8);
  growU = load<f64>(cullJob.grow);
  growV = load<f64>(cullJob.grow + 8);
  growW = load<f64>(cullJob.grow + 16);
  coverage = cullJob.coverage;
  resolution = <i32>cullJob.resolution;
}

/** As max and min, of numbers that are none but numbers, for which the processor needs one instruction. */
// @inline
export function larger(a: f64, b: f64): f64 {
  return a > b ? a : b;
}

// @inline
export function smaller(a: f64, b: f64): f64 {
  return a < b ? a : b;
}

/** Pixels whose centres lie from `low` to `high`. */
// @inline
function centresBetween(low: f64, high: f64, last: bool): i32 {
  return last
    ? <i32>larger(-1, smaller(<f64>(resolution - 1), floor(high - 0.5)))
    : <i32>larger(0, smaller(<f64>resolution, ceil(low - 0.5)));
}

function setCentres(lowX: f64, highX: f64, lowY: f64, highY: f64): void {
  firstX = centresBetween(lowX, highX, false);
  lastX = centresBetween(lowX, highX, true);
  firstY = centresBetween(lowY, highY, false);
  lastY = centresBetween(lowY, highY, true);
}

/** Across and down of a vertex, from the frame's low corner in image units. */
// @inline
function placeUV(vertex: v128): v128 {
  return f64x2.sub(isFree ? f64x2(alongRow(vertex, 0), alongRow(vertex, 24)) : f64x2.promote_low_f32x4(vertex), lowUV);
}

/** How far a vertex lies along a row of the view. */
function alongRow(vertex: v128, row: usize): f64 {
  const rows = cullJob.rows + row;
  return (
    <f64>f32x4.extract_lane(vertex, 0) * load<f64>(rows) +
    <f64>f32x4.extract_lane(vertex, 1) * load<f64>(rows, 8) +
    <f64>f32x4.extract_lane(vertex, 2) * load<f64>(rows, 16)
  );
}

/** Its depth, twice. */
// @inline
function placeW(vertex: v128): v128 {
  if (isFree) return f64x2.sub(f64x2.splat(alongRow(vertex, 48)), lowW);
  return f64x2.sub(f64x2.mul(f64x2.promote_low_f32x4(v128.shuffle<f32>(vertex, vertex, 2, 2, 2, 2)), sign), lowW);
}

// @inline
function lane0(pair: v128): f64 {
  return f64x2.extract_lane(pair, 0);
}

// @inline
function lane1(pair: v128): f64 {
  return f64x2.extract_lane(pair, 1);
}

/** Where the corners of a triangle of an object, numbered through the scene, lie in memory: three u32 at `out`. */
export function findCorners(object: ObjectRecord, triangle: u32, out: usize): void {
  const image = <u32>object.image;
  const i = object.indices + <usize>(triangle - object.triangleStart) * 12;
  store<u32>(out, image + (load<u32>(i) << 4));
  store<u32>(out, image + (load<u32>(i, 4) << 4), 4);
  store<u32>(out, image + (load<u32>(i, 8) << 4), 8);
}

/** Reads the corners of a triangle, which lie where findCorners has found them; of a box also makes it. */
export function readCorners(found: usize): void {
  const a = i8x16.swizzle(v128.load(<usize>load<u32>(found)), order);
  const b = i8x16.swizzle(v128.load(<usize>load<u32>(found, 4)), order);
  const c = i8x16.swizzle(v128.load(<usize>load<u32>(found, 8)), order);
  const aUV = placeUV(a);
  const bUV = placeUV(b);
  const cUV = placeUV(c);
  const a2 = placeW(a);
  const b2 = placeW(b);
  const c2 = placeW(c);
  if (coverage == COVER_BOXES) {
    makeBox(lane0(aUV), lane1(aUV), lane0(a2), lane0(bUV), lane1(bUV), lane0(b2), lane0(cUV), lane1(cUV), lane0(c2));
    return;
  }
  const pa = f64x2.mul(aUV, scaleUV);
  const pb = f64x2.mul(bUV, scaleUV);
  const pc = f64x2.mul(cUV, scaleUV);
  cornerA = pa;
  cornerB = pb;
  cornerC = pc;
  aU = lane0(pa);
  aV = lane1(pa);
  aW = lane0(f64x2.mul(a2, scaleW));
  bU = lane0(pb);
  bV = lane1(pb);
  bW = lane0(f64x2.mul(b2, scaleW));
  cU = lane0(pc);
  cV = lane1(pc);
  cW = lane0(f64x2.mul(c2, scaleW));
}

/** Bounds what was read: its corners, and which pixels may show it. */
export function boundShape(): void {
  if (coverage == COVER_BOXES) {
    // Where an extent is zero all pixels lie in one place: the first stands for all.
    setCentres(boxRange(0, -1) * scaleU, boxRange(0, 1) * scaleU, boxRange(1, -1) * scaleV, boxRange(1, 1) * scaleV);
    if (scaleU == 0) firstX = lastX = 0;
    if (scaleV == 0) firstY = lastY = 0;
    return;
  }
  const least = f64x2.pmin(f64x2.pmin(cornerA, cornerB), cornerC);
  const most = f64x2.pmax(f64x2.pmax(cornerA, cornerB), cornerC);
  minU = lane0(least);
  minV = lane1(least);
  maxU = lane0(most);
  maxV = lane1(most);
  minW = smaller(aW, smaller(bW, cW));
  maxW = larger(aW, larger(bW, cW));
  let first: v128;
  let last: v128;
  if (coverage == COVER_SAMPLED) {
    // Pixels whose centres lie within.
    first = f64x2.ceil(f64x2.sub(least, f64x2.splat(0.5)));
    last = f64x2.floor(f64x2.sub(most, f64x2.splat(0.5)));
  } else {
    const grow = f64x2(growU, growV);
    const beyond = f64x2.splat(<f64>(resolution - 1));
    first = f64x2.pmin(f64x2.floor(f64x2.sub(least, grow)), beyond);
    last = f64x2.pmax(f64x2.floor(f64x2.add(most, grow)), f64x2.splat(0));
  }
  const from = i32x4.max_s(i32x4.trunc_sat_f64x2_s_zero(first), i32x4.splat(0));
  const to = i32x4.min_s(i32x4.trunc_sat_f64x2_s_zero(last), i32x4.splat(resolution - 1));
  firstX = i32x4.extract_lane(from, 0);
  firstY = i32x4.extract_lane(from, 1);
  lastX = i32x4.extract_lane(to, 0);
  lastY = i32x4.extract_lane(to, 1);
}

const found = reserveScratch(12);

/** Reads a triangle of an object, and bounds it. */
export function readShape(object: ObjectRecord, triangle: u32): void {
  findCorners(object, triangle, found);
  readCorners(found);
  boundShape();
}
