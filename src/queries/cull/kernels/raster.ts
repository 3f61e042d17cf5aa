/**
 * Rasterizes the triangle that was read (shape.ts) into a list of fragments: pixel, near depth, far depth.
 *
 *   sampled        pixels whose centre lies in the triangle, edges by the top-left rule; one depth, at the centre
 *   boxes          pixels whose centre lies in FAR's box; depths at which the ray through it enters and leaves
 *   conservative   every pixel that the triangle touches; bounds of its depth over the pixel (FAR §7)
 *
 * Conservative, why nothing is missed. Let P be a point of the given triangle in pixel X. The computed triangle has a point
 * P′ that differs from P by cullJob.grow at most in each coordinate. Pixels are tested as squares grown by that much, plus what
 * rounding can do to an edge's height (2^-46 of the image), so X is among them; P′ lies in the grown square and in the
 * triangle's rectangle, over which the plane is bounded, unless the plane is too steep for double precision: then the depth
 * is that of the whole triangle. Depth steps are rounded down, near and far alike, which keeps near ≤ far.
 */

import { cullJob } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { COVER_BOXES, COVER_SAMPLED } from '../constants';
import { enters, leaves, meetsBox, openRay } from './box';
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
  lastX,
  lastY,
  maxU,
  maxV,
  maxW,
  minU,
  minV,
  minW,
  resolution,
} from './shape';

/** Rounding of an edge's height, in parts of the image. */
const EDGE_ROUNDING: f64 = 1.4210854715202004e-14; // 2^-46
/** A triangle whose area is below this part of its grown rectangle has a plane too steep to compute with. */
const STEEP: f64 = 9.5367431640625e-7; // 2^-20
/** Rounding of a depth on a plane that is not too steep, in parts of the triangle's depth. */
const PLANE_ROUNDING: f64 = 1.4901161193847656e-8; // 2^-26

/** Ends of spans are widened by this part of a pixel: more than rounding does to them. */
const SPAN_ROUNDING: f64 = 1e-6;

/** The fragments, FRAGMENT_STRIDE bytes each: pixel (its place in the slab, row by row), rank, near step, far step. */
export const FRAGMENT_STRIDE: usize = 16;
export let fragments: usize = 0;
/** One past the last. */
export let fragmentsEnd: usize = 0;
let capacityEnd: usize = 0;

let deepest: f64 = 0;

export function openRaster(): void {
  fragments = fragmentsEnd = capacityEnd = 0;
  const bits = cullJob.depthBits;
  // The far plane itself is a step of its own where there is room for it; the last number of all says "nothing".
  deepest = bits == 32 ? 4294967294 : <f64>((<u64>1) << (<u64>bits));
}

export function forgetFragments(): void {
  fragmentsEnd = fragments;
}

/** Makes room for `count` more fragments. */
function reserve(count: i32): void {
  const needed = <usize>count * FRAGMENT_STRIDE;
  if (capacityEnd - fragmentsEnd >= needed) return;
  const used = fragmentsEnd - fragments;
  const bytes = max<u64>(1 << 17, (<u64>used + needed) * 2);
  const larger = take(bytes);
  memory.copy(larger, fragments, used);
  fragments = larger;
  fragmentsEnd = larger + used;
  capacityEnd = larger + <usize>bytes;
}

/** As max and min of numbers that are none but numbers, for which the processor needs one instruction. */
// @inline
function larger(a: f64, b: f64): f64 {
  return a > b ? a : b;
}

// @inline
function smaller(a: f64, b: f64): f64 {
  return a < b ? a : b;
}

/** The step of a depth. */
// @inline
function depthStep(depth: f64, last: f64): u32 {
  return <u32>larger(0, smaller(last, depth));
}

// @inline
function storeFragment(at: usize, pixel: u32, rank: u32, near: u32, far: u32): void {
  store<u32>(at, pixel);
  store<u32>(at, rank, 4);
  store<u32>(at, near, 8);
  store<u32>(at, far, 12);
}

/**
 * An edge p q with the triangle on its left, as a function of the place: height = row(y) + slope · x, the same numbers,
 * negated, for the triangle on the other side.
 */
let edgeLowU: f64 = 0;
let edgeLowV: f64 = 0;
let edgeU: f64 = 0;
let edgeV: f64 = 0;
let edgeSign: f64 = 0;
/** Whether points on the edge belong to the triangle: each shared edge to one side (top-left rule). */
let edgeIsOwn: bool = false;

function setEdge(pU: f64, pV: f64, qU: f64, qV: f64): void {
  const swap = pU > qU || (pU == qU && pV > qV);
  edgeSign = swap ? -1 : 1;
  edgeLowU = swap ? qU : pU;
  edgeLowV = swap ? qV : pV;
  edgeU = (swap ? pU : qU) - edgeLowU;
  edgeV = (swap ? pV : qV) - edgeLowV;
  edgeIsOwn = qV < pV || (qV == pV && qU < pU);
}

/** Whether a height over an edge is inside. */
// @inline
function isInside(height: f64, owned: bool): bool {
  return height > 0 || (height == 0 && owned);
}

function sampleTriangle(rank: u32, x0: i32, y0: i32, x1: i32, y1: i32): void {
  setEdge(aU, aV, bU, bV);
  const area = edgeSign * (edgeU * (cV - edgeLowV) - edgeV * (cU - edgeLowU));
  if (area == 0) return;
  // The way round with the triangle on the left: a b c, or a c b.
  const turned = area < 0;
  const pU = turned ? cU : bU;
  const pV = turned ? cV : bV;
  const pW = turned ? cW : bW;
  const qU = turned ? bU : cU;
  const qV = turned ? bV : cV;
  const qW = turned ? bW : cW;
  setEdge(aU, aV, pU, pV);
  const lU0 = edgeLowU,
    lV0 = edgeLowV,
    dU0 = edgeU,
    dV0 = edgeV,
    s0 = edgeSign,
    own0 = edgeIsOwn;
  setEdge(pU, pV, qU, qV);
  const lU1 = edgeLowU,
    lV1 = edgeLowV,
    dU1 = edgeU,
    dV1 = edgeV,
    s1 = edgeSign,
    own1 = edgeIsOwn;
  setEdge(qU, qV, aU, aV);
  const lU2 = edgeLowU,
    lV2 = edgeLowV,
    dU2 = edgeU,
    dV2 = edgeV,
    s2 = edgeSign,
    own2 = edgeIsOwn;
  const whole = abs(area);
  const slopeU = ((pW - aW) * (qV - aV) - (qW - aW) * (pV - aV)) / whole;
  const slopeV = ((qW - aW) * (pU - aU) - (pW - aW) * (qU - aU)) / whole;
  const startU = aU,
    startV = aV,
    startW = aW,
    leastW = minW,
    mostW = maxW;
  const last = deepest;
  const across = x1 - x0 + 1;
  const fromX = max(x0, firstX),
    toX = min(x1, lastX),
    toY = min(y1, lastY);
  if (fromX > toX) return;
  for (let y = max(y0, firstY); y <= toY; y++) {
    const v = <f64>y + 0.5;
    const row0 = dU0 * (v - lV0),
      row1 = dU1 * (v - lV1),
      row2 = dU2 * (v - lV2);
    const rowW = startW + slopeV * (v - startV);
    reserve(toX - fromX + 1);
    let at = fragmentsEnd;
    let pixel = <u32>((y - y0) * across + (fromX - x0));
    for (let x = fromX; x <= toX; x++, pixel++) {
      const u = <f64>x + 0.5;
      if (!isInside(s0 * (row0 - dV0 * (u - lU0)), own0)) continue;
      if (!isInside(s1 * (row1 - dV1 * (u - lU1)), own1)) continue;
      if (!isInside(s2 * (row2 - dV2 * (u - lU2)), own2)) continue;
      const step = depthStep(max(leastW, min(mostW, rowW + slopeU * (u - startU))), last);
      storeFragment(at, pixel, rank, step, step);
      at += FRAGMENT_STRIDE;
    }
    fragmentsEnd = at;
  }
}

function coverBox(rank: u32, x0: i32, y0: i32, x1: i32, y1: i32): void {
  const perUnit = load<f64>(cullJob.scale + 16);
  const last = deepest;
  const across = x1 - x0 + 1;
  const fromX = max(x0, firstX),
    toX = min(x1, lastX),
    toY = min(y1, lastY);
  if (fromX > toX) return;
  for (let y = max(y0, firstY); y <= toY; y++) {
    reserve(toX - fromX + 1);
    let at = fragmentsEnd;
    openRay(y);
    for (let x = fromX; x <= toX; x++) {
      if (!meetsBox(x)) continue;
      const pixel = <u32>((y - y0) * across + (x - x0));
      storeFragment(at, pixel, rank, depthStep(enters * perUnit, last), depthStep(leaves * perUnit, last));
      at += FRAGMENT_STRIDE;
    }
    fragmentsEnd = at;
  }
}

let spanFrom: f64 = 0;
let spanTo: f64 = 0;

/** Narrows the span of a row to where height = row + slope · x is `least` or more; `inverse` is 1 / slope. */
// @inline
function narrowSpan(row: f64, slope: f64, inverse: f64, least: f64): void {
  if (slope > 0) {
    const from = (least - row) * inverse - SPAN_ROUNDING;
    if (from > spanFrom) spanFrom = from;
  } else if (slope < 0) {
    const to = (least - row) * inverse + SPAN_ROUNDING;
    if (to < spanTo) spanTo = to;
  } else if (row < least) spanTo = -Infinity;
}

function coverTriangle(rank: u32, x0: i32, y0: i32, x1: i32, y1: i32): void {
  const spanU = maxU - minU;
  const spanV = maxV - minV;
  const area = (bU - aU) * (cV - aV) - (cU - aU) * (bV - aV);
  const steep = !(abs(area) >= STEEP * (spanU + growU) * (spanV + growV) && area != 0);
  const sign: f64 = area < 0 ? -1 : 1;
  // Inner normals of the edges a b, b c, c a.
  const abU = sign * (aV - bV),
    abV = sign * (bU - aU);
  const bcU = sign * (bV - cV),
    bcV = sign * (cU - bU);
  const caU = sign * (cV - aV),
    caV = sign * (aU - cU);
  const perAB = 1 / abU,
    perBC = 1 / bcU,
    perCA = 1 / caU;
  const rounding = EDGE_ROUNDING * <f64>resolution;
  const halfU = 0.5 + growU + rounding;
  const halfV = 0.5 + growV + rounding;
  const boundAB = abs(abU) * halfU + abs(abV) * halfV;
  const boundBC = abs(bcU) * halfU + abs(bcV) * halfV;
  const boundCA = abs(caU) * halfU + abs(caV) * halfV;
  // A sliver may have its edges the wrong way round; but no point of it is higher over an edge than the corner opposite.
  const below = steep ? abs(area) + rounding * (spanU + spanV) : 0;
  const slopeU = steep ? 0 : ((bW - aW) * (cV - aV) - (cW - aW) * (bV - aV)) / area;
  const slopeV = steep ? 0 : ((cW - aW) * (bU - aU) - (bW - aW) * (cU - aU)) / area;
  const slack = growW + PLANE_ROUNDING * (maxW - minW);
  const leastU = minU,
    mostU = maxU,
    leastW = minW,
    mostW = maxW,
    startU = aU,
    wide = growU;
  const last = deepest;
  const across = x1 - x0 + 1;
  const rises = slopeU > 0;
  const from = <f64>max(x0, firstX),
    right = <f64>min(x1, lastX),
    toY = min(y1, lastY);
  for (let y = max(y0, firstY); y <= toY; y++) {
    const v = <f64>y + 0.5;
    // Heights of the pixel centre over the edges, as functions of x: the centre is at x + 1/2.
    const rowAB = abV * (v - aV) + abU * (0.5 - aU);
    const rowBC = bcV * (v - bV) + bcU * (0.5 - bU);
    const rowCA = caV * (v - cV) + caU * (0.5 - cU);
    spanFrom = from;
    spanTo = right;
    narrowSpan(rowAB, abU, perAB, -below - boundAB);
    narrowSpan(rowBC, bcU, perBC, -below - boundBC);
    narrowSpan(rowCA, caU, perCA, -below - boundCA);
    if (steep) {
      narrowSpan(-rowAB, -abU, -perAB, -below - boundAB);
      narrowSpan(-rowBC, -bcU, -perBC, -below - boundBC);
      narrowSpan(-rowCA, -caU, -perCA, -below - boundCA);
    }
    if (!(spanFrom <= spanTo)) continue;
    const fromX = <i32>ceil(spanFrom),
      toX = <i32>floor(spanTo);
    if (fromX > toX) continue;
    reserve(toX - fromX + 1);
    let at = fragmentsEnd;
    let pixel = <u32>((y - y0) * across + (fromX - x0));
    if (steep) {
      const near = depthStep(leastW - slack, last);
      const far = depthStep(mostW + slack, last);
      for (let x = fromX; x <= toX; x++, pixel++, at += FRAGMENT_STRIDE) storeFragment(at, pixel, rank, near, far);
      fragmentsEnd = at;
      continue;
    }
    const lowV = max(minV, <f64>y) - growV - aV;
    const highV = min(maxV, <f64>(y + 1)) + growV - aV;
    const rowLeast = aW + (slopeV > 0 ? slopeV * lowV : slopeV * highV);
    const rowMost = aW + (slopeV > 0 ? slopeV * highV : slopeV * lowV);
    for (let x = fromX; x <= toX; x++, pixel++, at += FRAGMENT_STRIDE) {
      const left = <f64>x;
      const low = slopeU * (larger(leastU, left) - wide - startU);
      const high = slopeU * (smaller(mostU, left + 1) + wide - startU);
      const near = depthStep(larger(leastW, rowLeast + (rises ? low : high)) - slack, last);
      const far = depthStep(smaller(mostW, rowMost + (rises ? high : low)) + slack, last);
      storeFragment(at, pixel, rank, near, far);
    }
    fragmentsEnd = at;
  }
}

/** Adds the fragments of the triangle that was read, in the pixels x0…x1, y0…y1. */
export function rasterize(rank: u32, x0: i32, y0: i32, x1: i32, y1: i32): void {
  if (coverage == COVER_SAMPLED) sampleTriangle(rank, x0, y0, x1, y1);
  else if (coverage == COVER_BOXES) coverBox(rank, x0, y0, x1, y1);
  else coverTriangle(rank, x0, y0, x1, y1);
}
