/**
 * What an element of a picture shows, pixel by pixel, in double precision: bounds of its depth in each pixel it covers.
 *
 *   boxes          pixels whose centre lies in FAR's box; depths at which the ray through it enters and leaves
 *   conservative   every pixel that the triangle touches; bounds of its depth over the pixel (FAR §7)
 *
 * Conservative, why nothing is missed. Let P be a point of the given triangle in pixel X. The computed triangle has a point
 * P′ that differs from P by cullJob.grow at most in each coordinate. Pixels are tested as squares grown by that much, plus what
 * rounding can do to an edge's height (2^-46 of the image), so X is among them; P′ lies in the grown square and in the
 * triangle's rectangle, over which the plane is bounded, unless the plane is too steep for double precision: then the depth
 * is that of the whole triangle. Depth steps are rounded down, near and far alike, which keeps near ≤ far.
 */

import { COVER_BOXES } from '../constants';
import { BOXES_BYTES, CENTRE, copyBoxes, HALVES, NEXT, SLOPES_ACROSS, SLOPES_DOWN } from './box';
import { depthStep } from './depth-steps';
import {
  aU,
  aV,
  aW,
  bU,
  bV,
  bW,
  coverage,
  cU,
  cV,
  cW,
  firstX,
  firstY,
  growU,
  growV,
  growW,
  larger,
  lastX,
  lastY,
  maxU,
  maxV,
  maxW,
  minU,
  minV,
  minW,
  resolution,
  smaller,
} from './shape';

/** Rounding of an edge's height, in parts of the image. */
export const EDGE_ROUNDING: f64 = 1.4210854715202004e-14; // 2^-46
/** A triangle whose area is below this part of its grown rectangle has a plane too steep to compute with. */
const STEEP: f64 = 9.5367431640625e-7; // 2^-20
/** Rounding of a depth on a plane that is not too steep, in parts of the triangle's depth. */
const PLANE_ROUNDING: f64 = 1.4901161193847656e-8; // 2^-26
/** Ends of spans are widened by this part of a pixel: more than rounding does to them. */
const SPAN_ROUNDING: f64 = 1e-6;

/** State of a triangle or a box, of the row that was opened last, and of the pixel that was examined last. */
// @unmanaged
export class Shown {
  /** First and last pixel that may show it; none when the first is behind the last. */
  firstX: i32 = 0;
  firstY: i32 = 0;
  lastX: i32 = 0;
  lastY: i32 = 0;
  /** The pixels of the row. */
  from: i32 = 0;
  to: i32 = 0;
  /** Depth steps in the pixel. */
  near: u32 = 0;
  far: u32 = 0;
  /** Too steep to know more of its depth than that of its corners. */
  steep: i32 = 0;
  // Corners and bounds.
  aU: f64 = 0;
  aV: f64 = 0;
  aW: f64 = 0;
  bU: f64 = 0;
  bV: f64 = 0;
  cU: f64 = 0;
  cV: f64 = 0;
  minU: f64 = 0;
  maxU: f64 = 0;
  minV: f64 = 0;
  maxV: f64 = 0;
  minW: f64 = 0;
  maxW: f64 = 0;
  // Inner normals of the edges a b, b c, c a, and how far below an edge the centre of a touched pixel may lie.
  abU: f64 = 0;
  abV: f64 = 0;
  bcU: f64 = 0;
  bcV: f64 = 0;
  caU: f64 = 0;
  caV: f64 = 0;
  boundAB: f64 = 0;
  boundBC: f64 = 0;
  boundCA: f64 = 0;
  /** One over abU, bcU and caU. */
  perAB: f64 = 0;
  perBC: f64 = 0;
  perCA: f64 = 0;
  /** Depth per pixel across and down, and what is added to bounds of it. */
  slopeU: f64 = 0;
  slopeV: f64 = 0;
  slack: f64 = 0;
  rowLeast: f64 = 0;
  rowMost: f64 = 0;
  // Where covered pixels begin at the earliest and end at the latest, as lines: the place in row 0, and how much it moves from row to row.
  lower0: f64 = 0;
  lowerPerRow0: f64 = 0;
  lower1: f64 = 0;
  lowerPerRow1: f64 = 0;
  upper0: f64 = 0;
  upperPerRow0: f64 = 0;
  upper1: f64 = 0;
  upperPerRow1: f64 = 0;
  /** Where the line of a level edge goes, which bounds no row well enough to be computed with. */
  unused: f64 = 0;
  unusedPerRow: f64 = 0;
  // For a box: how far the row lies below its centre, and the boxes that it was made with, in the first lane (BOXES_BYTES).
  below: f64 = 0;
  box: f64 = 0;
}

/** Bytes of one. */
export const SHOWN_BYTES: usize = offsetof<Shown>() + BOXES_BYTES;

// @inline
function boxOf(shown: Shown): usize {
  return changetype<usize>(shown) + offsetof<Shown>('box');
}

/** Takes what was read (shape.ts). */
export function takeShown(shown: Shown): void {
  shown.firstX = firstX;
  shown.firstY = firstY;
  shown.lastX = lastX;
  shown.lastY = lastY;
  if (coverage == COVER_BOXES) {
    copyBoxes(boxOf(shown));
    return;
  }
  shown.aU = aU;
  shown.aV = aV;
  shown.aW = aW;
  shown.bU = bU;
  shown.bV = bV;
  shown.cU = cU;
  shown.cV = cV;
  shown.minU = minU;
  shown.maxU = maxU;
  shown.minV = minV;
  shown.maxV = maxV;
  shown.minW = minW;
  shown.maxW = maxW;
  const spanU = maxU - minU;
  const spanV = maxV - minV;
  const area = (bU - aU) * (cV - aV) - (cU - aU) * (bV - aV);
  const steep: bool = !(abs(area) >= STEEP * (spanU + growU) * (spanV + growV) && area != 0);
  const sign: f64 = area < 0 ? -1 : 1;
  shown.steep = i32(steep);
  shown.abU = sign * (aV - bV);
  shown.abV = sign * (bU - aU);
  shown.bcU = sign * (bV - cV);
  shown.bcV = sign * (cU - bU);
  shown.caU = sign * (cV - aV);
  shown.caV = sign * (aU - cU);
  const rounding = EDGE_ROUNDING * <f64>resolution;
  const halfU = 0.5 + growU + rounding;
  const halfV = 0.5 + growV + rounding;
  // A sliver may have its edges the wrong way round; but no point of it is higher over an edge than the corner opposite.
  const below = steep ? abs(area) + rounding * (spanU + spanV) : 0;
  shown.boundAB = abs(shown.abU) * halfU + abs(shown.abV) * halfV + below;
  shown.boundBC = abs(shown.bcU) * halfU + abs(shown.bcV) * halfV + below;
  shown.boundCA = abs(shown.caU) * halfU + abs(shown.caV) * halfV + below;
  shown.perAB = 1 / shown.abU;
  shown.perBC = 1 / shown.bcU;
  shown.perCA = 1 / shown.caU;
  shown.slopeU = steep ? 0 : ((bW - aW) * (cV - aV) - (cW - aW) * (bV - aV)) / area;
  shown.slopeV = steep ? 0 : ((cW - aW) * (bU - aU) - (bW - aW) * (cU - aU)) / area;
  shown.slack = growW + PLANE_ROUNDING * (maxW - minW);
  if (!steep) findLines(shown);
}

const LINE_BYTES: usize = 16;
/** An edge that passes this many columns from row to row counts as horizontal. */
const LEVEL: f64 = 1024;
let lowerCount: usize = 0;
let upperCount: usize = 0;

/** Adds the line of an edge: of three, at most two bound a row from the same side. */
// @inline
function addLine(s: Shown, u: f64, v: f64, normalU: f64, normalV: f64, bound: f64, per: f64): void {
  const isUpper = usize(normalU < 0);
  const isLevel = usize(abs(normalU) * LEVEL <= abs(normalV));
  const place = isLevel != 0 ? 4 : isUpper != 0 ? 2 + upperCount : lowerCount;
  const line = changetype<usize>(s) + offsetof<Shown>('lower0') + place * LINE_BYTES;
  const perRow = -normalV * per;
  store<f64>(line, u - 0.5 - bound * per + perRow * (0.5 - v));
  store<f64>(line, perRow, 8);
  upperCount += isUpper;
  lowerCount += 1 - isUpper - isLevel;
}

function findLines(s: Shown): void {
  lowerCount = 0;
  upperCount = 0;
  // Lines that bound nothing, for edges that are not there.
  s.lower0 = -Infinity;
  s.lowerPerRow0 = 0;
  s.lower1 = -Infinity;
  s.lowerPerRow1 = 0;
  s.upper0 = Infinity;
  s.upperPerRow0 = 0;
  s.upper1 = Infinity;
  s.upperPerRow1 = 0;
  addLine(s, s.aU, s.aV, s.abU, s.abV, s.boundAB, s.perAB);
  addLine(s, s.bU, s.bV, s.bcU, s.bcV, s.boundBC, s.perBC);
  addLine(s, s.cU, s.cV, s.caU, s.caV, s.boundCA, s.perCA);
}

let spanFrom: f64 = 0;
let spanTo: f64 = 0;

/** Narrows the span of a row to where height = row + slope · x is `least` or more; `per` is one over the slope. */
// @inline
function narrowSpan(row: f64, slope: f64, per: f64, least: f64): void {
  if (slope > 0) {
    const from = (least - row) * per - SPAN_ROUNDING;
    if (from > spanFrom) spanFrom = from;
  } else if (slope < 0) {
    const to = (least - row) * per + SPAN_ROUNDING;
    if (to < spanTo) spanTo = to;
  } else if (row < least) spanTo = -Infinity;
}

/** Readies a row from firstY to lastY; false when it shows nothing. */
export function openRow(s: Shown, y: i32): bool {
  if (coverage == COVER_BOXES) {
    openBoxRow(s, y);
    return s.firstX <= s.lastX;
  }
  const v = <f64>y + 0.5;
  // Heights of the pixel centre over the edges, as functions of x: the centre is at x + 1/2.
  const rowAB = s.abV * (v - s.aV) + s.abU * (0.5 - s.aU);
  const rowBC = s.bcV * (v - s.bV) + s.bcU * (0.5 - s.bU);
  const rowCA = s.caV * (v - s.cV) + s.caU * (0.5 - s.cU);
  spanFrom = <f64>s.firstX;
  spanTo = <f64>s.lastX;
  narrowSpan(rowAB, s.abU, s.perAB, -s.boundAB);
  narrowSpan(rowBC, s.bcU, s.perBC, -s.boundBC);
  narrowSpan(rowCA, s.caU, s.perCA, -s.boundCA);
  if (s.steep != 0) {
    narrowSpan(-rowAB, -s.abU, -s.perAB, -s.boundAB);
    narrowSpan(-rowBC, -s.bcU, -s.perBC, -s.boundBC);
    narrowSpan(-rowCA, -s.caU, -s.perCA, -s.boundCA);
  }
  if (!(spanFrom <= spanTo)) return false;
  s.from = <i32>ceil(spanFrom);
  s.to = <i32>floor(spanTo);
  if (s.steep != 0) {
    s.near = depthStep(s.minW - s.slack);
    s.far = depthStep(s.maxW + s.slack);
  } else openDepthRow(s, y);
  return s.from <= s.to;
}

/** Bounds of what a row adds to the depth. */
// @inline
export function openDepthRow(s: Shown, y: i32): void {
  const low = larger(s.minV, <f64>y) - growV - s.aV;
  const high = smaller(s.maxV, <f64>(y + 1)) + growV - s.aV;
  const slope = s.slopeV;
  s.rowLeast = s.aW + (slope > 0 ? slope * low : slope * high);
  s.rowMost = s.aW + (slope > 0 ? slope * high : slope * low);
}

/** What a column adds to the depth at least (`least`) or at most, over the row's own. */
// @inline
export function depthOfColumn(s: Shown, x: i32, least: bool): f64 {
  const left = <f64>x;
  const slope = s.slopeU;
  return slope > 0 == least
    ? slope * ((s.minU > left ? s.minU : left) - growU - s.aU)
    : slope * ((s.maxU < left + 1 ? s.maxU : left + 1) + growU - s.aU);
}

/** Looks at a pixel of the open row; false when it shows nothing. */
export function showsAt(s: Shown, x: i32): bool {
  if (coverage == COVER_BOXES) return boxShowsAt(s, x);
  if (s.steep != 0) return true;
  const near = s.rowLeast + depthOfColumn(s, x, true);
  const far = s.rowMost + depthOfColumn(s, x, false);
  s.near = depthStep((s.minW > near ? s.minW : near) - s.slack);
  s.far = depthStep((s.maxW < far ? s.maxW : far) + s.slack);
  return true;
}

/** Readies the rays through the centres of a row of pixels. */
// @inline
function openBoxRow(s: Shown, y: i32): void {
  s.from = s.firstX;
  s.to = s.lastX;
  s.below = <f64>y + 0.5 - <f64>load<f32>(boxOf(s), CENTRE + NEXT);
}

/** Sends a ray through the centre of a pixel of the row; false when it misses the box. */
function boxShowsAt(s: Shown, x: i32): bool {
  const at = boxOf(s);
  const beside = <f64>x + 0.5 - <f64>load<f32>(at, CENTRE);
  let enters = -Infinity;
  let leaves = Infinity;
  for (let face = at; face < at + 3 * NEXT; face += NEXT) {
    const depth = <f64>load<f32>(face, SLOPES_ACROSS) * beside + <f64>load<f32>(face, SLOPES_DOWN) * s.below;
    const half = <f64>load<f32>(face, HALVES);
    enters = larger(enters, depth - half);
    leaves = smaller(leaves, depth + half);
  }
  if (!(enters <= leaves)) return false;
  const depth = <f64>load<f32>(at, CENTRE + 2 * NEXT);
  s.near = depthStep(depth + enters);
  s.far = depthStep(depth + leaves);
  return true;
}
