/**
 * The pane that a thread works on: 128 × 128 pixels with a depth buffer of their own, and the triangles that show there in the
 * order of drawing. What pane-between.ts and pane-within.ts have in common; ask-and-draw.ts does what they ask for.
 */

import { cullJob } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { COVER_BOXES, COVER_SAMPLED } from '../constants';
import { ENTRY_BYTES, openEntries, rankOf } from './entry';
import { elementOfRank, objectOfRank, openRanks } from './ranks';
import { PANE_BITS, PANE_BYTES } from './raster';
import { openTouchedRaster } from './raster-touched';
import { coverage } from './shape';
import { openSquares, SQUARES_BYTES } from './squares';

let labels: usize = 0;
let hidden: usize = 0;
let asked: u32 = 0;
let drawn: u32 = 0;
export let isWide: bool = false;
export let backward: bool = false;

/** The depth buffer of this thread. */
export let buffer: usize = 0;
/** Addresses of entries: what is asked, what waits to be drawn, turned towards the viewer or away. */
export let open: usize = 0;
export let fronts: usize = 0;
export let backs: usize = 0;
/** Tables of squares: what is asked, the same where it is not yet covered, and what has been drawn. */
export let askedSquares: usize = 0;
export let uncoveredSquares: usize = 0;
export let drawnSquares: usize = 0;

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
  askedSquares = take(SQUARES_BYTES);
  uncoveredSquares = take(SQUARES_BYTES);
  drawnSquares = take(SQUARES_BYTES);
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

/**
 * Behind the last of the entries that lie together from `entry` on and are of its object, in the direction of the pass: in steps that
 * grow, and then by halves, because most objects have many.
 */
export function endOfObject(entry: isize, end: isize, step: isize): isize {
  const object = objectOf(<usize>entry);
  const count = (end - entry) / step;
  let inside: isize = 0;
  let reach: isize = 1;
  while (reach < count && objectOf(<usize>(entry + reach * step)) == object) {
    inside = reach;
    reach <<= 1;
  }
  let outside = min(reach, count);
  while (outside - inside > 1) {
    const middle = (inside + outside) >> 1;
    if (objectOf(<usize>(entry + middle * step)) == object) inside = middle;
    else outside = middle;
  }
  return entry + outside * step;
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
