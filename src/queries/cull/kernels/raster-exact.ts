/** What raster.ts does, pixel by pixel in double precision: for triangles so steep that their depth does not fit there. */
import { COVER_SAMPLED } from '../constants';
import { EMPTY, held, heldDepth } from './depth-steps';
import { countPixels, triangle } from './raster';
import { aU, aV, aW, bU, bV, bW, coverage, cU, cV, cW, maxW, minW } from './shape';
import { openRow, showsAt } from './shown';

// As in raster.ts.
type Draw = u8;
type AskBehind = u32;

/** Address of a pixel of a pane. */
// @inline
export function pixelAt(buffer: usize, x: i32, y: i32): usize {
  return buffer + (((<usize>(x >> 2)) << 11) + ((<usize>y) << 4) + ((<usize>(x & 3)) << 2));
}

/** Draws to a pixel, or asks there; whether it is hidden. */
// @inline
function meet<M>(at: usize, depth: i32): bool {
  const old = load<i32>(at);
  if (sizeof<M>() == sizeof<Draw>()) {
    store<i32>(at, min(old, depth));
    return false;
  }
  return sizeof<M>() == sizeof<AskBehind>() ? old < depth : old <= depth && old != EMPTY;
}

/** Height of a point over the edge p q, the same, negated, on its other side. */
// @inline
function heightOver(pU: f64, pV: f64, qU: f64, qV: f64, u: f64, v: f64): f64 {
  const swap = pU > qU || (pU == qU && pV > qV);
  if (swap) return -((pU - qU) * (v - qV) - (pV - qV) * (u - qU));
  return (qU - pU) * (v - pV) - (qV - pV) * (u - pU);
}

// @inline
function isInside(pU: f64, pV: f64, qU: f64, qV: f64, u: f64, v: f64, sign: f64): bool {
  const height = sign * heightOver(pU, pV, qU, qV, u, v);
  if (height != 0) return height > 0;
  const dU = sign * (qU - pU);
  const dV = sign * (qV - pV);
  return dV < 0 || (dV == 0 && dU < 0);
}

/** Whether the pixel centre u, v lies in the triangle that was read. `sign` is that of its area. */
export function coversCentre(u: f64, v: f64, sign: f64): bool {
  return (
    isInside(aU, aV, bU, bV, u, v, sign) && isInside(bU, bV, cU, cV, u, v, sign) && isInside(cU, cV, aU, aV, u, v, sign)
  );
}

function runSampled<M>(buffer: usize, left: i32, top: i32, x0: i32, y0: i32, x1: i32, y1: i32): bool {
  const area = (bU - aU) * (cV - aV) - (bV - aV) * (cU - aU);
  const sign: f64 = area < 0 ? -1 : 1;
  const slopeU = ((bW - aW) * (cV - aV) - (cW - aW) * (bV - aV)) / area;
  const slopeV = ((cW - aW) * (bU - aU) - (bW - aW) * (cU - aU)) / area;
  for (let y = y0; y <= y1; y++) {
    const v = <f64>(top + y) + 0.5;
    const row = aW + slopeV * (v - aV);
    for (let x = x0; x <= x1; x++) {
      const u = <f64>(left + x) + 0.5;
      if (!coversCentre(u, v, sign)) continue;
      const depth = max(minW, min(maxW, row + slopeU * (u - aU)));
      if (meet<M>(pixelAt(buffer, x, y), heldDepth(depth))) return true;
    }
  }
  return false;
}

function runTouched<M>(buffer: usize, left: i32, top: i32, x0: i32, y0: i32, x1: i32, y1: i32): bool {
  for (let y = y0; y <= y1; y++) {
    if (!openRow(triangle, top + y)) continue;
    const to = min(x1, triangle.to - left);
    for (let x = max(x0, triangle.from - left); x <= to; x++) {
      showsAt(triangle, left + x);
      const step = sizeof<M>() == sizeof<Draw>() ? triangle.near : triangle.far;
      if (meet<M>(pixelAt(buffer, x, y), held(step))) return true;
    }
  }
  return false;
}

/** As rasterTriangle, for the triangle that was too steep for it. */
export function rasterExactly<M>(buffer: usize, left: i32, top: i32, x0: i32, y0: i32, x1: i32, y1: i32): bool {
  countPixels((x1 - x0 + 1) * (y1 - y0 + 1));
  if (coverage == COVER_SAMPLED) return runSampled<M>(buffer, left, top, x0, y0, x1, y1);
  return runTouched<M>(buffer, left, top, x0, y0, x1, y1);
}
