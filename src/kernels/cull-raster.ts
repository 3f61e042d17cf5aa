/**
 * Rasterizes the triangle that was read (cull-shape.ts) into a list of fragments: pixel, near depth, far depth.
 *
 *   sampled        pixels whose centre lies in the triangle, edges by the top-left rule; one depth, at the centre
 *   boxes          pixels whose centre lies in FAR's box; depths at which the ray through it enters and leaves
 *   conservative   every pixel that the triangle touches; bounds of its depth over the pixel (FAR §7)
 *
 * Conservative, why nothing is missed. Let P be a point of the given triangle in pixel X. The computed triangle has a point
 * P′ that differs from P by CULL_GROW at most in each coordinate. Pixels are tested as squares grown by that much, plus what
 * rounding can do to an edge's height (2^-46 of the image), so X is among them; P′ lies in the grown square and in the
 * triangle's rectangle, over which the plane is bounded, unless the plane is too steep for double precision: then the depth
 * is that of the whole triangle. Depth steps are rounded down, near and far alike, which keeps near ≤ far.
 */
import { enters, leaves, meetsBox } from './cull-box';
import { COVER_BOXES, COVER_SAMPLED, CULL_DEPTH_BITS, CULL_PIXEL, CULL_SCALE } from './cull-layout';
import {
  aU, aV, aW, bU, bV, bW, cU, cV, cW,
  coverage,
  firstX, firstY, lastX, lastY,
  growU, growV, growW,
  maxU, maxV, maxW, minU, minV, minW,
  resolution,
} from './cull-shape';
import { control, take } from './memory';

/** Rounding of an edge's height, in parts of the image. */
const EDGE_ROUNDING: f64 = 1.4210854715202004e-14; // 2^-46
/** A triangle whose area is below this part of its grown rectangle has a plane too steep to compute with. */
const STEEP: f64 = 9.5367431640625e-7; // 2^-20
/** Rounding of a depth on a plane that is not too steep, in parts of the triangle's depth. */
const PLANE_ROUNDING: f64 = 1.4901161193847656e-8; // 2^-26

/** The fragments, one array per field. A pixel is its place in the slab, row by row. */
export let fragmentCount: u32 = 0;
export let fragmentPixels: usize = 0;
export let fragmentRanks: usize = 0;
export let fragmentNears: usize = 0;
export let fragmentFars: usize = 0;
let capacity: u32 = 0;

let deepest: f64 = 0;

export function openRaster(): void {
  capacity = 0;
  fragmentCount = 0;
  const bits = control(CULL_DEPTH_BITS);
  // The far plane itself is a step of its own where there is room for it.
  deepest = bits == 32 ? 4294967295 : <f64>(<u64>1 << <u64>bits);
}

function grow(old: usize, bytes: u64): usize {
  const larger = take(bytes);
  memory.copy(larger, old, <usize>fragmentCount << 2);
  return larger;
}

function reserve(): void {
  capacity = max<u32>(8192, capacity * 2);
  const bytes = <u64>capacity << 2;
  fragmentPixels = grow(fragmentPixels, bytes);
  fragmentRanks = grow(fragmentRanks, bytes);
  fragmentNears = grow(fragmentNears, bytes);
  fragmentFars = grow(fragmentFars, bytes);
}

export function forgetFragments(): void {
  fragmentCount = 0;
}

// @ts-ignore: decorator
@inline
function depthStep(depth: f64): u32 {
  return <u32>max<f64>(0, min<f64>(deepest, floor(depth)));
}

// @ts-ignore: decorator
@inline
function addFragment(pixel: u32, rank: u32, near: f64, far: f64): void {
  if (fragmentCount == capacity) reserve();
  const at = <usize>fragmentCount << 2;
  store<u32>(fragmentPixels + at, pixel);
  store<u32>(fragmentRanks + at, rank);
  store<u32>(fragmentNears + at, depthStep(near));
  store<u32>(fragmentFars + at, depthStep(far));
  fragmentCount++;
}

/** Twice the area to the left of the way from p to q, as seen from (x, y): the same number, negated, from q to p. */
// @ts-ignore: decorator
@inline
function heightOver(pU: f64, pV: f64, qU: f64, qV: f64, x: f64, y: f64): f64 {
  const swap = pU > qU || (pU == qU && pV > qV);
  const lU = swap ? qU : pU;
  const lV = swap ? qV : pV;
  const height = ((swap ? pU : qU) - lU) * (y - lV) - ((swap ? pV : qV) - lV) * (x - lU);
  return swap ? -height : height;
}

/** Whether points on the way from p to q, with the triangle on the left, belong to it: each shared edge to one side. */
// @ts-ignore: decorator
@inline
function ownsEdge(pU: f64, pV: f64, qU: f64, qV: f64): bool {
  return qV < pV || (qV == pV && qU < pU);
}

function sampleTriangle(rank: u32, x0: i32, y0: i32, x1: i32, y1: i32, across: i32): void {
  const area = heightOver(aU, aV, bU, bV, cU, cV);
  if (area == 0) return;
  // The way round with the triangle on the left: a b c, or a c b.
  const turned = area < 0;
  const pU = turned ? cU : bU;
  const pV = turned ? cV : bV;
  const pW = turned ? cW : bW;
  const qU = turned ? bU : cU;
  const qV = turned ? bV : cV;
  const qW = turned ? bW : cW;
  const ownsA = ownsEdge(aU, aV, pU, pV);
  const ownsP = ownsEdge(pU, pV, qU, qV);
  const ownsQ = ownsEdge(qU, qV, aU, aV);
  const whole = abs(area);
  const slopeU = ((pW - aW) * (qV - aV) - (qW - aW) * (pV - aV)) / whole;
  const slopeV = ((qW - aW) * (pU - aU) - (pW - aW) * (qU - aU)) / whole;
  for (let y = max(y0, firstY); y <= min(y1, lastY); y++) {
    const v = <f64>y + 0.5;
    for (let x = max(x0, firstX); x <= min(x1, lastX); x++) {
      const u = <f64>x + 0.5;
      const overA = heightOver(aU, aV, pU, pV, u, v);
      if (overA < 0 || (overA == 0 && !ownsA)) continue;
      const overP = heightOver(pU, pV, qU, qV, u, v);
      if (overP < 0 || (overP == 0 && !ownsP)) continue;
      const overQ = heightOver(qU, qV, aU, aV, u, v);
      if (overQ < 0 || (overQ == 0 && !ownsQ)) continue;
      const depth = max(minW, min(maxW, aW + slopeU * (u - aU) + slopeV * (v - aV)));
      addFragment(<u32>((y - y0) * across + (x - x0)), rank, depth, depth);
    }
  }
}

function coverBox(rank: u32, x0: i32, y0: i32, x1: i32, y1: i32, across: i32): void {
  const perUnit = load<f64>(CULL_SCALE + 16);
  for (let y = max(y0, firstY); y <= min(y1, lastY); y++) {
    for (let x = max(x0, firstX); x <= min(x1, lastX); x++) {
      if (meetsBox(x, y)) addFragment(<u32>((y - y0) * across + (x - x0)), rank, enters * perUnit, leaves * perUnit);
    }
  }
}

function coverTriangle(rank: u32, x0: i32, y0: i32, x1: i32, y1: i32, across: i32): void {
  const spanU = maxU - minU;
  const spanV = maxV - minV;
  const area = (bU - aU) * (cV - aV) - (cU - aU) * (bV - aV);
  const steep = !(abs(area) >= STEEP * (spanU + growU) * (spanV + growV) && area != 0);
  const sign: f64 = area < 0 ? -1 : 1;
  // Inner normals of the edges a b, b c, c a.
  const abU = sign * (aV - bV);
  const abV = sign * (bU - aU);
  const bcU = sign * (bV - cV);
  const bcV = sign * (cU - bU);
  const caU = sign * (cV - aV);
  const caV = sign * (aU - cU);
  const rounding = EDGE_ROUNDING * <f64>resolution;
  const halfU = 0.5 + growU + rounding;
  const halfV = 0.5 + growV + rounding;
  const boundAB = abs(abU) * halfU + abs(abV) * halfV;
  const boundBC = abs(bcU) * halfU + abs(bcV) * halfV;
  const boundCA = abs(caU) * halfU + abs(caV) * halfV;
  // A sliver may have its edges the wrong way round; but no point of it is higher over an edge than the corner opposite.
  const below = steep ? abs(area) + EDGE_ROUNDING * <f64>resolution * (spanU + spanV) : 0;
  const above = steep ? below : Infinity;
  const slopeU = steep ? 0 : ((bW - aW) * (cV - aV) - (cW - aW) * (bV - aV)) / area;
  const slopeV = steep ? 0 : ((cW - aW) * (bU - aU) - (bW - aW) * (cU - aU)) / area;
  const slack = growW + PLANE_ROUNDING * (maxW - minW);
  for (let y = max(y0, firstY); y <= min(y1, lastY); y++) {
    const v = <f64>y + 0.5;
    const rowAB = abV * (v - aV) - abU * aU;
    const rowBC = bcV * (v - bV) - bcU * bU;
    const rowCA = caV * (v - cV) - caU * cU;
    const lowV = max(minV, <f64>y) - growV - aV;
    const highV = min(maxV, <f64>(y + 1)) + growV - aV;
    const leastV = aW + (slopeV > 0 ? slopeV * lowV : slopeV * highV);
    const mostV = aW + (slopeV > 0 ? slopeV * highV : slopeV * lowV);
    for (let x = max(x0, firstX); x <= min(x1, lastX); x++) {
      const u = <f64>x + 0.5;
      const overAB = rowAB + abU * u;
      const overBC = rowBC + bcU * u;
      const overCA = rowCA + caU * u;
      if (overAB + boundAB < -below || overBC + boundBC < -below || overCA + boundCA < -below) continue;
      if (overAB - boundAB > above || overBC - boundBC > above || overCA - boundCA > above) continue;
      const pixel = <u32>((y - y0) * across + (x - x0));
      if (steep) {
        addFragment(pixel, rank, minW - slack, maxW + slack);
        continue;
      }
      const lowU = max(minU, <f64>x) - growU - aU;
      const highU = min(maxU, <f64>(x + 1)) + growU - aU;
      const least = leastV + (slopeU > 0 ? slopeU * lowU : slopeU * highU);
      const most = mostV + (slopeU > 0 ? slopeU * highU : slopeU * lowU);
      addFragment(pixel, rank, max(minW, least) - slack, min(maxW, most) + slack);
    }
  }
}

/** Adds the fragments of the triangle that was read, in the pixels x0…x1, y0…y1. */
export function rasterize(rank: u32, x0: i32, y0: i32, x1: i32, y1: i32): void {
  const across = x1 - x0 + 1;
  if (coverage == COVER_SAMPLED) sampleTriangle(rank, x0, y0, x1, y1, across);
  else if (coverage == COVER_BOXES) coverBox(rank, x0, y0, x1, y1, across);
  else coverTriangle(rank, x0, y0, x1, y1, across);
}
