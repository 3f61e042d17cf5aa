/**
 * Triangles to pixels, twice at once: which pixels a triangle touches and between which depths (never too few, never too
 * narrow), and which pixel centres it covers (exactly) and at what depth (within a stated error).
 *
 * Entries of a pane lie in one list: what a triangle is in a pixel. Centres are covered by the rule of inside/kernels/crossing.ts:
 * the ray is moved by (ε, ε²), so a centre on an edge belongs to exactly one side, and closed surfaces have no holes and
 * no double hits. Bounds of rounding errors are derived in docs/volumes.md.
 */

import { orient2d, underflow } from '../../../exact/kernels/predicates';
import { layersJob, ObjectRecord } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { movedSide } from '../../inside/kernels/crossing';
import { PANE_PIXELS } from '../constants';
import { boundColumns, edgeAB, edgeBC, edgeCA, edges, isBeside, openColumns, openEdges, setEdge } from './edges';
import {
  a,
  b,
  c,
  centreAcross,
  centreDown,
  EPSILON,
  firstCentres,
  firstPixels,
  lastCentres,
  lastPixels,
  setCorners,
  view,
} from './view';

/** An entry: depth interval low and high, depth at the centre as f64; its error as f32; triangle; pixel of the pane; flags. */
export const ENTRY_LOW: usize = 0;
export const ENTRY_HIGH: usize = 8;
export const ENTRY_DEPTH: usize = 16;
export const ENTRY_ERROR: usize = 24;
export const ENTRY_TRIANGLE: usize = 28;
export const ENTRY_PIXEL: usize = 32;
export const ENTRY_FLAGS: usize = 36;
export const ENTRY_BYTES: usize = 40;

/** The triangle covers the whole pixel, and its plane is known well. */
export const FLAG_FULL: u32 = 1;
/** Rays that cross it enter the object there, or leave it. Neither: it is seen exactly edge-on, and no ray crosses it. */
export const FLAG_ENTERS: u32 = 2;
export const FLAG_LEAVES: u32 = 4;
/** The ray through the centre enters there, leaves there. */
export const FLAG_HIT_ENTERS: u32 = 8;
export const FLAG_HIT_LEAVES: u32 = 16;
/** It belongs to the second object. */
export const FLAG_SECOND: u32 = 32;

const PANE_AREA: u32 = PANE_PIXELS * PANE_PIXELS;

/** The entries of a pane, and the triangle that is being rasterized. */
// @unmanaged
export class RasterState {
  /** Entries of the current pane, in memory that this thread keeps during the job. */
  entries: usize;
  entryCount: u32;
  entryCapacity: u32;
  /** i32 per pixel and object: winding number of the centre's ray at the pane's nearest depth. */
  windings: usize;
  /** i32 per pixel and object: by how much it has changed when the ray has passed everything; 0 for closed surfaces. */
  changes: usize;
  seesAll: bool;
  /** The depths between which the current pane can hold anything: within the volume, and within both objects there. */
  paneNear: f64;
  paneFar: f64;

  // The current triangle: what all its pixels share. Edge functions are those of points relative to corner a.
  triangleNumber: u32;
  isSecondObject: bool;
  lowW: f64;
  highW: f64;
  /** Flags that all its entries have. */
  kind: u32;
  /** Twice the area seen along the depth, and what rounding may have changed; its sign, 0 when it is not certain. */
  area: f64;
  areaError: f64;
  orientation: f64;
  /** The plane, unless the triangle is seen so nearly edge-on that rounding makes it useless. */
  hasPlane: bool;
  slopeU: f64;
  slopeV: f64;
  /** How far depths in a pixel are from that at its centre; how far that one may be off. */
  spread: f64;
  centreError: f32;
}
export const raster = changetype<RasterState>(reserveScratch(offsetof<RasterState>()));

export function openLayersRaster(): void {
  raster.entries = 0;
  raster.entryCapacity = 0;
  raster.windings = 0;
  raster.seesAll = layersJob.unclosed != 0;
}

/** Begins a pane, and says between which depths something can be found in it. */
export function openPaneEntries(nearest: f64, farthest: f64): void {
  raster.paneNear = nearest;
  raster.paneFar = farthest;
  raster.entryCount = 0;
  if (raster.windings == 0) {
    raster.windings = take(PANE_AREA * 8);
    raster.changes = take(PANE_AREA * 8);
  }
  memory.fill(raster.windings, 0, PANE_AREA * 8);
  memory.fill(raster.changes, 0, PANE_AREA * 8);
}

function reserveEntries(more: u32): void {
  const need = raster.entryCount + more;
  if (need <= raster.entryCapacity) return;
  const capacity = max(need, max<u32>(4096, raster.entryCapacity * 2));
  const grown = take(<u64>capacity * ENTRY_BYTES);
  memory.copy(grown, raster.entries, <usize>raster.entryCount * ENTRY_BYTES);
  raster.entries = grown;
  raster.entryCapacity = capacity;
}

function exactSide(s: usize, t: usize, u: f64, v: f64): i32 {
  const side = orient2d(load<f64>(s), load<f64>(s, 8), load<f64>(t), load<f64>(t, 8), u, v);
  return movedSide(side, s, t);
}

/** −1, 0 or +1: whether the centre is covered, and in which sense the triangle is seen. */
function exactCover(u: f64, v: f64): i32 {
  const side = exactSide(a, b, u, v);
  return exactSide(b, c, u, v) == side && exactSide(c, a, u, v) == side ? side : 0;
}

// @inline
function addTo(counts: usize, pixel: u32, isSecond: bool, amount: i32): void {
  const count = counts + ((<usize>pixel) << 3) + (isSecond ? 4 : 0);
  store<i32>(count, load<i32>(count) + amount);
}

/** Adds what the triangle is in a pixel; `cover` says whether it covers the centre, `depth` where its plane is there. */
// @inline
function addEntry(pixel: u32, cover: i32, isFull: bool, depth: f64): void {
  if (raster.seesAll && cover != 0) addTo(raster.changes, pixel, raster.isSecondObject, -cover);
  const planeLow = depth - raster.spread;
  const planeHigh = depth + raster.spread;
  const low = raster.hasPlane && planeLow > raster.lowW ? planeLow : raster.lowW;
  const high = raster.hasPlane && planeHigh < raster.highW ? planeHigh : raster.highW;
  if (low >= raster.paneFar) return;
  if (high <= raster.paneNear) {
    // Before anything can be found: only whether the ray is inside matters.
    if (cover != 0) addTo(raster.windings, pixel, raster.isSecondObject, -cover);
    return;
  }
  const entry = raster.entries + <usize>raster.entryCount * ENTRY_BYTES;
  raster.entryCount++;
  store<f64>(entry, low, ENTRY_LOW);
  store<f64>(entry, high, ENTRY_HIGH);
  store<f64>(entry, depth < low ? low : depth > high ? high : depth, ENTRY_DEPTH);
  store<f32>(entry, raster.centreError, ENTRY_ERROR);
  store<u32>(entry, raster.triangleNumber, ENTRY_TRIANGLE);
  store<u32>(entry, pixel, ENTRY_PIXEL);
  // Rays leave through a triangle that is seen counter-clockwise, because its normal points away.
  const hit = cover > 0 ? FLAG_HIT_LEAVES : cover < 0 ? FLAG_HIT_ENTERS : 0;
  store<u32>(entry, raster.kind | hit | (isFull ? FLAG_FULL : 0), ENTRY_FLAGS);
}

/** Lists a triangle in the pixels of the pane whose first pixel is (firstColumn, firstRow). */
export function rasterTriangle(
  object: ObjectRecord,
  isSecond: bool,
  triangle: u32,
  firstColumn: i32,
  firstRow: i32,
): void {
  const local = triangle - object.triangleStart;
  setCorners(object, object.indices + <usize>local * 12);
  raster.lowW = view.lowDepth;
  raster.highW = view.highDepth;
  // For triangles before the pane's depths, only the centres they cover matter.
  const isBefore = raster.highW <= raster.paneNear;
  const pixelsLow = isBefore ? firstCentres() : firstPixels();
  const pixelsHigh = isBefore ? lastCentres() : lastPixels();
  const columnLow = max(firstColumn, i32x4.extract_lane(pixelsLow, 0));
  const columnHigh = min(firstColumn + PANE_PIXELS - 1, i32x4.extract_lane(pixelsHigh, 0));
  const rowLow = max(firstRow, i32x4.extract_lane(pixelsLow, 1));
  const rowHigh = min(firstRow + PANE_PIXELS - 1, i32x4.extract_lane(pixelsHigh, 1));
  if (columnLow > columnHigh || rowLow > rowHigh) return;
  reserveEntries(<u32>(columnHigh - columnLow + 1) * <u32>(rowHigh - rowLow + 1));
  raster.triangleNumber = triangle;
  raster.isSecondObject = isSecond;

  const au = load<f64>(a);
  const av = load<f64>(a, 8);
  const aw = load<f64>(a, 16);
  const abU = load<f64>(b) - au;
  const abV = load<f64>(b, 8) - av;
  const abW = load<f64>(b, 16) - aw;
  const caU = au - load<f64>(c);
  const caV = av - load<f64>(c, 8);
  const acW = load<f64>(c, 16) - aw;
  const bcU = load<f64>(c) - load<f64>(b);
  const bcV = load<f64>(c, 8) - load<f64>(b, 8);
  const normalU = abV * acW + abW * caV;
  const normalV = -abW * caU - abU * acW;
  raster.area = abV * caU - abU * caV;
  const sizes = f64x2.sub(view.highSides, view.lowSides);
  const sizeU = f64x2.extract_lane(sizes, 0);
  const sizeV = f64x2.extract_lane(sizes, 1);
  raster.areaError = 16 * EPSILON * sizeU * sizeV + underflow;
  raster.orientation = raster.area > raster.areaError ? 1 : raster.area < -raster.areaError ? -1 : 0;
  raster.kind =
    (isSecond ? FLAG_SECOND : 0) |
    (raster.orientation < 0 ? FLAG_ENTERS : 0) |
    (raster.orientation > 0 ? FLAG_LEAVES : 0);
  const reachU = sizeU + 2 * view.pixelAcross;
  const reachV = sizeV + 2 * view.pixelDown;
  const size = abs(raster.area);
  raster.hasPlane = size > 2 * raster.areaError;
  const halfU = 0.5 * view.pixelAcross * (1 + 1e-12) + view.offAcross;
  const halfV = 0.5 * view.pixelDown * (1 + 1e-12) + view.offDown;
  if (raster.hasPlane) {
    const perArea = 1 / raster.area;
    raster.slopeU = -normalU * perArea;
    raster.slopeV = -normalV * perArea;
    const reach = abs(raster.slopeU) * reachU + abs(raster.slopeV) * reachV;
    const normalError =
      16 * EPSILON * (raster.highW - raster.lowW) * (sizeV * reachU + sizeU * reachV) +
      8 * EPSILON * reach * size +
      underflow;
    const depthError =
      2 * (normalError + reach * raster.areaError) * abs(perArea) +
      8 * EPSILON * (reach + max(abs(raster.lowW), abs(raster.highW)));
    raster.spread = (abs(raster.slopeU) * halfU + abs(raster.slopeV) * halfV) * (1 + 1e-12) + 2 * depthError;
    // Rounded to single precision, and a little up.
    raster.centreError =
      <f32>((2 * depthError + abs(raster.slopeU) * view.offAcross + abs(raster.slopeV) * view.offDown) * (1 + 1e-6)) +
      1e-45;
  } else {
    raster.slopeU = 0;
    raster.slopeV = 0;
    raster.centreError = 0;
  }
  const abError = 16 * EPSILON * (abs(abU) * reachV + abs(abV) * reachU) + underflow;
  const bcError = 32 * EPSILON * (abs(bcU) * reachV + abs(bcV) * reachU) + underflow;
  const caError = 16 * EPSILON * (abs(caU) * reachV + abs(caV) * reachU) + underflow;
  openEdges();
  const sign: f64 = raster.orientation < 0 ? -1 : 1;
  setEdge(edgeAB, sign, abU, abV, 0, abError, halfU, halfV);
  setEdge(edgeBC, sign, bcU, bcV, bcU * abV - bcV * abU, bcError, halfU, halfV);
  setEdge(edgeCA, sign, caU, caV, 0, caError, halfU, halfV);
  if (raster.orientation == 0) {
    rasterSliver(columnLow, columnHigh, rowLow, rowHigh, firstColumn, firstRow);
    return;
  }
  const firstColumns = f64x2.splat(<f64>columnLow);
  const lastColumns = f64x2.splat(<f64>columnHigh);
  for (let row = rowLow; row <= rowHigh; row++) {
    const v = centreDown(row);
    const fromA = v - av;
    openColumns(firstColumns, lastColumns);
    if (!boundColumns(edgeAB, fromA) || !boundColumns(edgeBC, fromA) || !boundColumns(edgeCA, fromA)) continue;
    rasterRow(row, firstColumn, firstRow, aw + raster.slopeV * fromA, v);
  }
}

/** Adds the entries of a row, whose columns have been bounded. `depthOfRow` is where the plane is straight above corner a. */
function rasterRow(row: i32, firstColumn: i32, firstRow: i32, depthOfRow: f64, v: f64): void {
  const outerFrom = i32x4.trunc_sat_f64x2_s_zero(f64x2.ceil(edges.outerLow));
  const outerTo = i32x4.trunc_sat_f64x2_s_zero(f64x2.floor(edges.outerHigh));
  const from = i32x4.extract_lane(outerFrom, 0);
  const to = i32x4.extract_lane(outerTo, 0);
  if (from > to) return;
  const innerFrom = i32x4.trunc_sat_f64x2_s_zero(f64x2.ceil(edges.innerLow));
  const innerTo = i32x4.trunc_sat_f64x2_s_zero(f64x2.floor(edges.innerHigh));
  const coverFrom = i32x4.extract_lane(outerFrom, 1);
  const coverTo = i32x4.extract_lane(outerTo, 1);
  const sureFrom = i32x4.extract_lane(innerFrom, 1);
  const sureTo = i32x4.extract_lane(innerTo, 1);
  const fullFrom = raster.hasPlane ? i32x4.extract_lane(innerFrom, 0) : i32.MAX_VALUE;
  const fullTo = i32x4.extract_lane(innerTo, 0);
  const sense: i32 = raster.orientation < 0 ? -1 : 1;
  const au = load<f64>(a);
  const pixelOfRow = <u32>(row - firstRow) * PANE_PIXELS - <u32>firstColumn;
  for (let column = from; column <= to; column++) {
    const u = centreAcross(column);
    let cover = i32(column >= sureFrom) & i32(column <= sureTo) ? sense : 0;
    if (cover == 0 && column >= coverFrom && column <= coverTo) cover = exactCover(u, v);
    const depth = raster.hasPlane ? depthOfRow + raster.slopeU * (u - au) : 0.5 * (raster.lowW + raster.highW);
    addEntry(pixelOfRow + <u32>column, cover, column >= fullFrom && column <= fullTo, depth);
  }
}

/**
 * A triangle so thin that its sense is not certain in rounded arithmetic: it lies within its own area of each of its edges,
 * on either side. Exact arithmetic decides which side it faces.
 */
function rasterSliver(
  columnLow: i32,
  columnHigh: i32,
  rowLow: i32,
  rowHigh: i32,
  firstColumn: i32,
  firstRow: i32,
): void {
  const side = orient2d(load<f64>(a), load<f64>(a, 8), load<f64>(b), load<f64>(b, 8), load<f64>(c), load<f64>(c, 8));
  raster.kind |= side < 0 ? FLAG_ENTERS : side > 0 ? FLAG_LEAVES : 0;
  const more = abs(raster.area) + raster.areaError;
  for (let row = rowLow; row <= rowHigh; row++) {
    const v = centreDown(row);
    const fromA = v - load<f64>(a, 8);
    for (let column = columnLow; column <= columnHigh; column++) {
      const u = centreAcross(column);
      const across = u - load<f64>(a);
      if (
        isBeside(edgeAB, across, fromA, more) ||
        isBeside(edgeBC, across, fromA, more) ||
        isBeside(edgeCA, across, fromA, more)
      ) {
        continue;
      }
      const cover = side != 0 ? exactCover(u, v) : 0;
      addEntry(
        <u32>(row - firstRow) * PANE_PIXELS + <u32>(column - firstColumn),
        cover,
        false,
        0.5 * (raster.lowW + raster.highW),
      );
    }
  }
}
