/** What raster-sampled.ts and raster-touched.ts do, pixel by pixel in double precision: for triangles too steep for them. */
import { EMPTY, held, heldDepth } from './depth-steps';
import { firstColumn, firstRow, lastColumn, lastRow, rankOf } from './entry';
import { projectedOf, VERTEX_BITS } from './project';
import { indicesOfRank } from './ranks';
import { AskBehind, AskBehindAndDraw, countPixels, Draw, pixelAt } from './raster';
import { openRow, Shown, showsAt } from './shown';

const PLACE: f64 = 0.00390625; // 2^-8

/** Draws to a pixel, or asks there; whether it is hidden. */
// @inline
function meet<M>(at: usize, depth: i32): bool {
  const old = load<i32>(at);
  if (sizeof<M>() == sizeof<Draw>() || sizeof<M>() == sizeof<AskBehindAndDraw>()) store<i32>(at, min(old, depth));
  if (sizeof<M>() == sizeof<Draw>()) return false;
  if (sizeof<M>() == sizeof<AskBehind>() || sizeof<M>() == sizeof<AskBehindAndDraw>()) return old < depth;
  return old <= depth && old != EMPTY;
}

/** Whether a centre lies on the left of the edge p q, or on it if the edge belongs to this side. Whole numbers, so exact. */
// @inline
function isLeft(pU: f64, pV: f64, qU: f64, qV: f64, u: f64, v: f64): bool {
  const height = (qU - pU) * (v - pV) - (qV - pV) * (u - pU);
  return height > 0 || (height == 0 && (qV < pV || (qV == pV && qU < pU)));
}

/** As rasterSample (raster-sampled.ts). */
export function rasterSteepSample<M>(buffer: usize, entry: usize, left: i32, top: i32): bool {
  const rank = rankOf(entry);
  const indices = indicesOfRank(rank);
  const vertices = projectedOf(rank);
  const a = vertices + ((<usize>load<u32>(indices)) << VERTEX_BITS);
  const p1 = vertices + ((<usize>load<u32>(indices, 4)) << VERTEX_BITS);
  const p2 = vertices + ((<usize>load<u32>(indices, 8)) << VERTEX_BITS);
  const aU = <f64>load<i32>(a);
  const aV = <f64>load<i32>(a, 4);
  const aW = load<f64>(a, 8);
  const twice =
    (<f64>load<i32>(p1) - aU) * (<f64>load<i32>(p2, 4) - aV) - (<f64>load<i32>(p2) - aU) * (<f64>load<i32>(p1, 4) - aV);
  const b = select<usize>(p2, p1, twice < 0);
  const c = select<usize>(p1, p2, twice < 0);
  const bU = <f64>load<i32>(b);
  const bV = <f64>load<i32>(b, 4);
  const bW = load<f64>(b, 8);
  const cU = <f64>load<i32>(c);
  const cV = <f64>load<i32>(c, 4);
  const cW = load<f64>(c, 8);
  const area = abs(twice);
  const slopeU = ((bW - aW) * (cV - aV) - (cW - aW) * (bV - aV)) / area;
  const slopeV = ((cW - aW) * (bU - aU) - (bW - aW) * (cU - aU)) / area;
  const least = min(aW, min(bW, cW));
  const most = max(aW, max(bW, cW));
  let isHidden = false;
  const y1 = lastRow(entry);
  const x1 = lastColumn(entry);
  countPixels((x1 - firstColumn(entry) + 1) * (y1 - firstRow(entry) + 1));
  for (let y = firstRow(entry); y <= y1; y++) {
    const v = (<f64>(top + y) + 0.5) / PLACE;
    for (let x = firstColumn(entry); x <= x1; x++) {
      const u = (<f64>(left + x) + 0.5) / PLACE;
      if (!isLeft(aU, aV, bU, bV, u, v) || !isLeft(bU, bV, cU, cV, u, v) || !isLeft(cU, cV, aU, aV, u, v)) continue;
      const depth = max(least, min(most, aW + slopeU * (u - aU) + slopeV * (v - aV)));
      if (meet<M>(pixelAt(buffer, x, y), heldDepth(depth))) {
        if (sizeof<M>() != sizeof<AskBehindAndDraw>()) return true;
        isHidden = true;
      }
    }
  }
  return isHidden;
}

/** As rasterTouched (raster-touched.ts), for the triangle that was taken. */
export function rasterSteepTouched<M>(buffer: usize, entry: usize, left: i32, top: i32, triangle: Shown): bool {
  const x0 = firstColumn(entry);
  const x1 = lastColumn(entry);
  const y1 = lastRow(entry);
  countPixels((x1 - x0 + 1) * (y1 - firstRow(entry) + 1));
  for (let y = firstRow(entry); y <= y1; y++) {
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
