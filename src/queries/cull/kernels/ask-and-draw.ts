/**
 * Draws entries of a pane, and asks for them, whatever the coverage. FAR's boxes are made four at a time: they wait until there are
 * four, or until those who draw or ask say that no more will come (drawWaitingBoxes, askWaitingBoxes).
 */

import { reserveScratch } from '../../../memory/kernels/scratch';
import { COVER_BOXES, COVER_SAMPLED } from '../constants';
import { boxAt, makeBoxes } from './box';
import { placeTriangle, pointOf } from './box-corners';
import { heldDepth } from './depth-steps';
import { firstColumn, firstRow, heldBound, lastColumn, lastRow, nearBound, rankOf } from './entry';
import { buffer, elementOf, isHidden, isWide, left, setHidden, top } from './pane';
import { indicesOfRank, recordOfRank } from './ranks';
import { Ask, Draw, pixelAt } from './raster';
import { rasterBox } from './raster-box';
import { isHiddenInMiddle, Narrow, rasterSample, Wide } from './raster-sampled';
import { rasterTouched } from './raster-touched';
import { aU, aV, aW, boundShape, bU, bV, bW, coverage, cU, cV, cW, readCorners, smaller } from './shape';

/** Entries whose boxes are waited with. */
const waiting = reserveScratch(16);
let waitingCount: u32 = 0;

// @inline
function place(lane: u32, entry: usize): void {
  const rank = rankOf(entry);
  placeTriangle(lane, recordOfRank(rank).image, indicesOfRank(rank));
}

/** A job may have been stopped while some waited. */
export function forgetWaiting(): void {
  waitingCount = 0;
}

/** Lets a box wait; true when there are four. */
// @inline
function waits(entry: usize): bool {
  place(waitingCount, entry);
  store<u32>(waiting + ((<usize>waitingCount) << 2), <u32>entry);
  waitingCount++;
  return waitingCount == 4;
}

// @inline
function waitingEntry(lane: u32): usize {
  return <usize>load<u32>(waiting + ((<usize>lane) << 2));
}

export function drawWaitingBoxes(): void {
  if (waitingCount == 0) return;
  makeBoxes();
  for (let lane: u32 = 0; lane < waitingCount; lane++) {
    rasterBox<Draw>(buffer, boxAt(lane), waitingEntry(lane), left, top);
  }
  waitingCount = 0;
}

/** Those that turn out to be hidden are set so. */
export function askWaitingBoxes(): void {
  if (waitingCount == 0) return;
  makeBoxes();
  for (let lane: u32 = 0; lane < waitingCount; lane++) {
    const entry = waitingEntry(lane);
    const element = elementOf(entry);
    if (!isHidden(element) && rasterBox<Ask>(buffer, boxAt(lane), entry, left, top)) setHidden(element);
  }
  waitingCount = 0;
}

/** Draws the samples of an entry, or asks; whether it is hidden. Within objects there is no other coverage. */
// @inline
export function rasterWithin<M>(into: usize, entry: usize): bool {
  return isWide ? rasterSample<Wide, M>(into, entry, left, top) : rasterSample<Narrow, M>(into, entry, left, top);
}

// @inline
function readTouched(entry: usize): void {
  const rank = rankOf(entry);
  readCorners(recordOfRank(rank).image, indicesOfRank(rank));
  boundShape();
}

/** Draws an entry, or asks, without boxes; whether it is hidden. */
// @inline
function raster<M>(entry: usize): bool {
  if (coverage == COVER_SAMPLED) return rasterWithin<M>(buffer, entry);
  readTouched(entry);
  return rasterTouched<M>(buffer, entry, left, top);
}

/** Draws an entry; its box, at last with drawWaitingBoxes. */
export function drawEntry(entry: usize): void {
  if (coverage != COVER_BOXES) raster<Draw>(entry);
  else if (waits(entry)) drawWaitingBoxes();
}

/** Sets the element of an entry hidden if it is, equal depths included; its box, at last with askWaitingBoxes. */
export function askEntry(entry: usize): void {
  if (coverage == COVER_BOXES) {
    if (waits(entry)) askWaitingBoxes();
  } else if (raster<Ask>(entry)) setHidden(elementOf(entry));
}

/** Whether a pixel is one of the entry's, and what is drawn there lies no deeper than a depth. */
// @inline
function isBehindPixel(entry: usize, pixelX: i32, pixelY: i32, depth: i32): bool {
  const x = pixelX - left;
  const y = pixelY - top;
  if (x < firstColumn(entry) || x > lastColumn(entry) || y < firstRow(entry) || y > lastRow(entry)) return false;
  return load<i32>(pixelAt(buffer, x, y)) <= depth;
}

// @inline
function isBehindPoint(entry: usize, point: v128): bool {
  const pixel = i32x4.trunc_sat_f32x4_s(point);
  const depth = i32x4.extract_lane(f32x4.pmax(f32x4.floor(point), f32x4.splat(0)), 2);
  return isBehindPixel(entry, i32x4.extract_lane(pixel, 0), i32x4.extract_lane(pixel, 1), depth);
}

/**
 * Whether the box of an entry is hidden at the triangle's middle or a corner. The box holds a ball as wide as a pixel's diagonal
 * around each of its points, so the ray through the centre of a point's pixel leaves the box behind the point.
 */
function isBoxHiddenAtPoint(entry: usize): bool {
  place(0, entry);
  if (isBehindPoint(entry, pointOf(0, 3)) || isBehindPoint(entry, pointOf(0, 0))) return true;
  return isBehindPoint(entry, pointOf(0, 1)) || isBehindPoint(entry, pointOf(0, 2));
}

/** Whether an entry is hidden, equal depths included, in a pixel where that is easily told. */
export function isHiddenAtPoint(entry: usize): bool {
  if (coverage == COVER_SAMPLED) {
    return isHiddenInMiddle(buffer, entry, left, top, heldBound(nearBound(entry)));
  }
  if (coverage == COVER_BOXES) return isBoxHiddenAtPoint(entry);
  readTouched(entry);
  const x = <i32>((aU + bU + cU) * 0.3333333333333333);
  const y = <i32>((aV + bV + cV) * 0.3333333333333333);
  return isBehindPixel(entry, x, y, heldDepth(smaller(aW, smaller(bW, cW))));
}
