/**
 * A triangle as a view sees it: its corners in pixels and depth steps, and which pixels may show it.
 *
 * Pixel = (coordinate − low) · scale, computed in double precision. What is computed differs from the triangle that was
 * given by cullJob.grow at most (rounding of image coordinates and of this product), which the conservative rule allows for.
 */

import { cullJob } from '../../../memory/generated/kernels/records';
import { FREE_VIEW } from '../constants';

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
export let orderOfView: v128 = i32x4.splat(0);
let lowUV: v128 = i32x4.splat(0);
let lowW: v128 = i32x4.splat(0);
export let scaleUV: v128 = i32x4.splat(0);
export let scaleW: v128 = i32x4.splat(0);
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
  // For a view along no axis the coordinates keep their order, to be multiplied by its rows.
  orderOfView = isFree
    ? i32x4(BYTES_OF_X, BYTES_OF_X + BYTES_PER_AXIS, BYTES_OF_X + 2 * BYTES_PER_AXIS, -1)
    : i32x4(across, down, BYTES_OF_X + axis * BYTES_PER_AXIS, -1);
  sign = f64x2.splat(cullJob.sign);
  lowUV = v128.load(cullJob.low);
  lowW = v128.load64_splat(cullJob.low + 16);
  scaleUV = v128.load(cullJob.scale);
  scaleW = v128.load64_splat(cullJob.scale + 16);
  growU = load<f64>(cullJob.grow);
  growV = load<f64>(cullJob.grow + 8);
  growW = load<f64>(cullJob.grow + 16);
  coverage = cullJob.coverage;
  resolution = <i32>cullJob.resolution;
}

/** As max and min, of numbers that are none but numbers. In lanes, because they are branches otherwise, which cannot be foretold. */
// @inline
export function larger(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.splat(a), f64x2.splat(b)), 0);
}

// @inline
export function smaller(a: f64, b: f64): f64 {
  return f64x2.extract_lane(f64x2.pmin(f64x2.splat(a), f64x2.splat(b)), 0);
}

/** Across and down of a vertex, from the frame's low corner in image units. */
// @inline
export function placeUV(vertex: v128): v128 {
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
export function placeW(vertex: v128): v128 {
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

/**
 * A vertex of an object whose image coordinates are given, for FAR's boxes: across, down and depth, f32x4, of which lowUVW has to be
 * taken off; depth has the sign that it has along the axis.
 */
// @inline
export function vertexUVW(image: usize, index: u32): v128 {
  const vertex = i8x16.swizzle(v128.load(image + ((<usize>index) << 4)), orderOfView);
  return isFree ? freeUVW(vertex) : vertex;
}

/** As vertexUVW, along no axis: from the frame's low corner on already. */
function freeUVW(vertex: v128): v128 {
  const uv = f32x4.demote_f64x2_zero(placeUV(vertex));
  return v128.shuffle<f32>(uv, f32x4.demote_f64x2_zero(placeW(vertex)), 0, 1, 4, 2);
}

/** The low corner that is to be taken off; along an axis it is made of image coordinates, so single precision has all of it. */
export function lowUVW(): v128 {
  if (isFree) return f32x4.splat(0);
  const uv = f32x4.demote_f64x2_zero(lowUV);
  return v128.shuffle<f32>(uv, f32x4.demote_f64x2_zero(lowW), 0, 1, 4, 2);
}

/** Reads the corners of a triangle, in pixels and steps. */
export function readCorners(image: usize, indices: usize): void {
  const a = i8x16.swizzle(v128.load(image + ((<usize>load<u32>(indices)) << 4)), orderOfView);
  const b = i8x16.swizzle(v128.load(image + ((<usize>load<u32>(indices, 4)) << 4)), orderOfView);
  const c = i8x16.swizzle(v128.load(image + ((<usize>load<u32>(indices, 8)) << 4)), orderOfView);
  cornerA = f64x2.mul(placeUV(a), scaleUV);
  cornerB = f64x2.mul(placeUV(b), scaleUV);
  cornerC = f64x2.mul(placeUV(c), scaleUV);
  aU = lane0(cornerA);
  aV = lane1(cornerA);
  aW = lane0(f64x2.mul(placeW(a), scaleW));
  bU = lane0(cornerB);
  bV = lane1(cornerB);
  bW = lane0(f64x2.mul(placeW(b), scaleW));
  cU = lane0(cornerC);
  cV = lane1(cornerC);
  cW = lane0(f64x2.mul(placeW(c), scaleW));
}

/** Says which pixels may show what was read, cut to those of the image already. */
// @inline
export function setCutPixels(x0: i32, y0: i32, x1: i32, y1: i32): void {
  firstX = x0;
  firstY = y0;
  lastX = x1;
  lastY = y1;
}

/** Says which pixels may show what was read: the first and the last, across and down, cut to those of the image. */
// @inline
export function setPixels(first: v128, last: v128): void {
  const from = i32x4.max_s(first, i32x4.splat(0));
  const to = i32x4.min_s(last, i32x4.splat(resolution - 1));
  firstX = i32x4.extract_lane(from, 0);
  firstY = i32x4.extract_lane(from, 1);
  lastX = i32x4.extract_lane(to, 0);
  lastY = i32x4.extract_lane(to, 1);
}

/** Bounds what was read: its corners, and which pixels may show it. */
export function boundShape(): void {
  const least = f64x2.pmin(f64x2.pmin(cornerA, cornerB), cornerC);
  const most = f64x2.pmax(f64x2.pmax(cornerA, cornerB), cornerC);
  minU = lane0(least);
  minV = lane1(least);
  maxU = lane0(most);
  maxV = lane1(most);
  minW = smaller(aW, smaller(bW, cW));
  maxW = larger(aW, larger(bW, cW));
  const grow = f64x2(growU, growV);
  const beyond = f64x2.splat(<f64>(resolution - 1));
  const first = f64x2.pmin(f64x2.floor(f64x2.sub(least, grow)), beyond);
  const last = f64x2.pmax(f64x2.floor(f64x2.add(most, grow)), f64x2.splat(0));
  setPixels(i32x4.trunc_sat_f64x2_s_zero(first), i32x4.trunc_sat_f64x2_s_zero(last));
}
