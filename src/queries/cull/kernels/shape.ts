/**
 * A triangle as a view sees it: its corners in pixels and depth steps, and which pixels may show it.
 *
 * Pixel = (coordinate − low) · scale, computed in double precision. What is computed differs from the triangle that was
 * given by cullJob.grow at most (rounding of image coordinates and of this product), which the conservative rule allows for.
 */

import { cullJob, ObjectRecord } from '../../../memory/generated/kernels/records';
import { COVER_BOXES, COVER_SAMPLED } from '../constants';
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
let offsetU: usize = 0;
let offsetV: usize = 0;
let offsetW: usize = 0;
let lowU: f64 = 0;
let lowV: f64 = 0;
let lowW: f64 = 0;
let scaleU: f64 = 0;
let scaleV: f64 = 0;
let scaleW: f64 = 0;

export function openShape(): void {
  const axis = cullJob.axis;
  offsetU = (<usize>((axis + 1) % 3)) << 2;
  offsetV = (<usize>((axis + 2) % 3)) << 2;
  offsetW = (<usize>axis) << 2;
  lowU = load<f64>(cullJob.low);
  lowV = load<f64>(cullJob.low + 8);
  lowW = load<f64>(cullJob.low + 16);
  scaleU = load<f64>(cullJob.scale);
  scaleV = load<f64>(cullJob.scale + 8);
  scaleW = load<f64>(cullJob.scale + 16);
  growU = load<f64>(cullJob.grow);
  growV = load<f64>(cullJob.grow + 8);
  growW = load<f64>(cullJob.grow + 16);
  coverage = cullJob.coverage;
  resolution = <i32>cullJob.resolution;
}

/** The whole number within the image that is nearest to x. */
// @inline
function pixelWithin(x: f64): i32 {
  return <i32>max<f64>(0, min<f64>(<f64>(resolution - 1), x));
}

/** Pixels whose centres lie from `low` to `high`. */
// @inline
function centresBetween(low: f64, high: f64, last: bool): i32 {
  return last
    ? <i32>max<f64>(-1, min<f64>(<f64>(resolution - 1), floor(high - 0.5)))
    : <i32>max<f64>(0, min<f64>(<f64>resolution, ceil(low - 0.5)));
}

function setCentres(lowX: f64, highX: f64, lowY: f64, highY: f64): void {
  firstX = centresBetween(lowX, highX, false);
  lastX = centresBetween(lowX, highX, true);
  firstY = centresBetween(lowY, highY, false);
  lastY = centresBetween(lowY, highY, true);
}

/** Reads a triangle of an object, numbered through the scene. */
export function readShape(object: ObjectRecord, triangle: u32): void {
  const image = object.image;
  const i = object.indices + <usize>(triangle - object.triangleStart) * 12;
  const a = image + ((<usize>load<u32>(i)) << 4);
  const b = image + ((<usize>load<u32>(i, 4)) << 4);
  const c = image + ((<usize>load<u32>(i, 8)) << 4);
  if (coverage == COVER_BOXES) {
    makeBox(
      <f64>load<f32>(a + offsetU) - lowU,
      <f64>load<f32>(a + offsetV) - lowV,
      <f64>load<f32>(a + offsetW) - lowW,
      <f64>load<f32>(b + offsetU) - lowU,
      <f64>load<f32>(b + offsetV) - lowV,
      <f64>load<f32>(b + offsetW) - lowW,
      <f64>load<f32>(c + offsetU) - lowU,
      <f64>load<f32>(c + offsetV) - lowV,
      <f64>load<f32>(c + offsetW) - lowW,
    );
    // Where an extent is zero all pixels lie in one place: the first stands for all.
    setCentres(boxRange(0, -1) * scaleU, boxRange(0, 1) * scaleU, boxRange(1, -1) * scaleV, boxRange(1, 1) * scaleV);
    if (scaleU == 0) firstX = lastX = 0;
    if (scaleV == 0) firstY = lastY = 0;
    return;
  }
  aU = (<f64>load<f32>(a + offsetU) - lowU) * scaleU;
  aV = (<f64>load<f32>(a + offsetV) - lowV) * scaleV;
  aW = (<f64>load<f32>(a + offsetW) - lowW) * scaleW;
  bU = (<f64>load<f32>(b + offsetU) - lowU) * scaleU;
  bV = (<f64>load<f32>(b + offsetV) - lowV) * scaleV;
  bW = (<f64>load<f32>(b + offsetW) - lowW) * scaleW;
  cU = (<f64>load<f32>(c + offsetU) - lowU) * scaleU;
  cV = (<f64>load<f32>(c + offsetV) - lowV) * scaleV;
  cW = (<f64>load<f32>(c + offsetW) - lowW) * scaleW;
  minU = min(aU, min(bU, cU));
  maxU = max(aU, max(bU, cU));
  minV = min(aV, min(bV, cV));
  maxV = max(aV, max(bV, cV));
  minW = min(aW, min(bW, cW));
  maxW = max(aW, max(bW, cW));
  if (coverage == COVER_SAMPLED) setCentres(minU, maxU, minV, maxV);
  else {
    firstX = pixelWithin(floor(minU - growU));
    lastX = pixelWithin(floor(maxU + growU));
    firstY = pixelWithin(floor(minV - growV));
    lastY = pixelWithin(floor(maxV + growV));
  }
}
