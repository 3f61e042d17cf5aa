/**
 * The pane that a thread works on: 128 × 128 pixels with a depth buffer of their own, and the triangles that show there in the
 * order of drawing. What pane-between.ts and pane-within.ts have in common.
 */

import { cullJob } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { COVER_BOXES, COVER_SAMPLED } from '../constants';
import { box, makeBox } from './box';
import { heldDepth } from './depth-steps';
import {
  ENTRY_BYTES,
  firstColumn,
  firstRow,
  heldBound,
  lastColumn,
  lastRow,
  nearBound,
  openEntries,
  rankOf,
} from './entry';
import { elementOfRank, indicesOfRank, objectOfRank, openRanks, recordOfRank } from './ranks';
import { PANE_BITS, PANE_BYTES, pixelAt } from './raster';
import { rasterBox } from './raster-box';
import { isHiddenInMiddle, Narrow, rasterSample, Wide } from './raster-sampled';
import { openTouchedRaster, rasterTouched } from './raster-touched';
import { aU, aV, aW, boundShape, bU, bV, bW, coverage, cU, cV, cW, readCorners, smaller } from './shape';
import { openSquares, SQUARES_BYTES } from './squares';

let labels: usize = 0;
let hidden: usize = 0;
let asked: u32 = 0;
let drawn: u32 = 0;
let isWide: bool = false;
export let backward: bool = false;

/** The depth buffer of this thread. */
export let buffer: usize = 0;
/** Addresses of entries: what is asked, what waits to be drawn, turned towards the viewer or away. */
export let open: usize = 0;
export let fronts: usize = 0;
export let backs: usize = 0;
/** Tables of squares. */
export let deepestAsked: usize = 0;
export let deepestDrawn: usize = 0;

/** First pixel of the pane, and its entries. */
export let left: i32 = 0;
export let top: i32 = 0;
export let from: usize = 0;
export let to: usize = 0;

/** Threads' own memory is known once entries have been counted. */
let openFor: u32 = 0;

export function forgetPanes(): void {
  openFor = 0;
  buffer = 0;
}

function openBuffers(most: u32): void {
  openFor = most;
  open = take((<u64>most) << 2);
  fronts = take((<u64>most) << 2);
  backs = take((<u64>most) << 2);
  if (buffer != 0) return;
  buffer = take(PANE_BYTES);
  deepestAsked = take(SQUARES_BYTES);
  deepestDrawn = take(SQUARES_BYTES);
  openSquares();
  if (coverage != COVER_SAMPLED && coverage != COVER_BOXES) openTouchedRaster();
}

/** Readies this thread for the running pass. */
export function openPass(): void {
  openRanks();
  openEntries();
  labels = cullJob.labels;
  hidden = cullJob.hidden;
  asked = cullJob.asked;
  drawn = cullJob.drawn;
  isWide = cullJob.depthBits == 32;
  backward = (cullJob.pass & 1) != 0;
  if (openFor < max<u32>(1, cullJob.mostEntries)) openBuffers(max<u32>(1, cullJob.mostEntries));
}

// @inline
export function elementOf(entry: usize): u32 {
  return elementOfRank(rankOf(entry));
}

// @inline
export function objectOf(entry: usize): u32 {
  return objectOfRank(rankOf(entry));
}

// @inline
function isIn(sets: u32, element: u32): bool {
  return ((sets >>> load<u8>(labels + <usize>element)) & 1) != 0;
}

// @inline
export function isDrawn(element: u32): bool {
  return isIn(drawn, element);
}

// @inline
export function isHidden(element: u32): bool {
  return load<u8>(hidden + <usize>element) != 0;
}

// @inline
export function setHidden(element: u32): void {
  store<u8>(hidden + <usize>element, 1);
}

/** Whether an element is asked for in the running pass and not known to be hidden. */
// @inline
export function isAsked(element: u32): bool {
  return isIn(asked, element) && !isHidden(element);
}

/** Reads what samples do not need to read. */
// @inline
function read(entry: usize): void {
  const rank = rankOf(entry);
  if (coverage == COVER_BOXES) makeBox(recordOfRank(rank).image, indicesOfRank(rank));
  else if (coverage != COVER_SAMPLED) {
    readCorners(recordOfRank(rank).image, indicesOfRank(rank));
    boundShape();
  }
}

/** Draws the samples of an entry, or asks; whether it is hidden. Within objects there is no other coverage. */
// @inline
export function rasterWithin<M>(into: usize, entry: usize): bool {
  return isWide ? rasterSample<Wide, M>(into, entry, left, top) : rasterSample<Narrow, M>(into, entry, left, top);
}

/** Draws what was read of an entry, or asks; whether it is hidden. */
// @inline
function rasterRead<M>(into: usize, entry: usize): bool {
  if (coverage == COVER_SAMPLED) return rasterWithin<M>(into, entry);
  if (coverage == COVER_BOXES) return rasterBox<M>(into, entry, left, top);
  return rasterTouched<M>(into, entry, left, top);
}

/** Draws an entry, or asks; whether it is hidden. */
export function raster<M>(into: usize, entry: usize): bool {
  read(entry);
  return rasterRead<M>(into, entry);
}

/** Whether an entry is hidden, equal depths included: in the pixel in its middle, where that is easily told, or anywhere. */
export function isHiddenHere<M>(entry: usize): bool {
  if (coverage == COVER_SAMPLED) {
    if (isHiddenInMiddle(buffer, entry, left, top, heldBound(nearBound(entry)))) return true;
    return rasterRead<M>(buffer, entry);
  }
  read(entry);
  let x: i32;
  let y: i32;
  let depth: i32;
  if (coverage == COVER_BOXES) {
    // The box holds a ball as wide as a pixel's diagonal, so the ray through the pixel's centre leaves it behind its middle.
    x = <i32>load<f32>(box);
    y = <i32>load<f32>(box, 4);
    const middle = load<f32>(box, 8);
    depth = reinterpret<i32>(middle > 0 ? middle : 0);
  } else {
    x = <i32>((aU + bU + cU) * 0.3333333333333333);
    y = <i32>((aV + bV + cV) * 0.3333333333333333);
    depth = heldDepth(smaller(aW, smaller(bW, cW)));
  }
  x -= left;
  y -= top;
  if (x >= firstColumn(entry) && x <= lastColumn(entry) && y >= firstRow(entry) && y <= lastRow(entry)) {
    if (load<i32>(pixelAt(buffer, x, y)) <= depth) return true;
  }
  return rasterRead<M>(buffer, entry);
}

/** Readies a pane; false when the running pass can learn nothing from it: no two that may hide each other, or none asked. */
export function openPane(pane: u32): bool {
  const starts = cullJob.paneStarts + ((<usize>pane) << 2);
  from = cullJob.entries + <usize>load<u32>(starts) * ENTRY_BYTES;
  to = cullJob.entries + <usize>load<u32>(starts, 4) * ENTRY_BYTES;
  if (to - from < 2 * ENTRY_BYTES) return false;
  if (cullJob.within == 0 && cullJob.inTurn == 0 && objectOf(from) == objectOf(to - ENTRY_BYTES)) return false;
  const panes = cullJob.panes;
  left = <i32>((pane % panes) << PANE_BITS);
  top = <i32>((pane / panes) << PANE_BITS);
  for (let entry = from; entry < to; entry += ENTRY_BYTES) if (isAsked(elementOf(entry))) return true;
  return false;
}
