/**
 * A pass over one pane of the image: 128 × 128 pixels with a depth buffer of their own, and the triangles that show there in
 * the order of drawing (first pass) or against it (second pass).
 *
 *   between objects   of each object all that is asked is looked at before anything of it is drawn (FAR §4.2.1), so that it
 *                     does not hide itself; equal depths hide (CULLIDE)
 *   within, sampled   elements are looked at one by one, in the first pass against themselves too (self-CULLIDE, figure 3);
 *                     equal depths do not hide: touching neighbours are not reported (Quick-CULLIDE §3.2)
 *
 * Little is drawn: only where something that is asked may lie behind it, and what is turned away last, and only where nothing
 * nearer has been drawn. What is asked is looked at in one pixel first, and then until it turns out to be hidden.
 */

import { cullJob } from '../../../memory/generated/kernels/records';
import { stopped, take } from '../../../memory/kernels/memory';
import { COVER_BOXES, COVER_SAMPLED } from '../constants';
import {
  boundsAt,
  cornersAt,
  facesAway,
  farBound,
  firstColumn,
  firstRow,
  lastColumn,
  lastRow,
  nearBound,
} from './bins';
import { centre } from './box';
import { EMPTY, heldDepth } from './depth-steps';
import { isTooSteep, openRaster, PANE, PANE_BITS, PANE_BYTES, rasterTriangle } from './raster';
import { rasterBox } from './raster-box';
import { coversCentre, pixelAt, rasterExactly } from './raster-exact';
import { aU, aV, aW, boundShape, bU, bV, bW, coverage, cU, cV, cW, readCorners, smaller } from './shape';

// As in raster.ts.
type Draw = u8;
type Ask = u16;
type AskBehind = u32;
type Sampled = u8;
type Touched = u16;

let elementOf: usize = 0;
let objectOf: usize = 0;
let labels: usize = 0;
let hidden: usize = 0;
let entries: usize = 0;
let asked: u32 = 0;
let drawn: u32 = 0;
let backward: bool = false;

/** The depth buffer, and one for an element that is looked at but not drawn; of this thread. */
let buffer: usize = 0;
let ownBuffer: usize = 0;
/** u32 ranks: what is asked, what waits to be drawn, turned towards the viewer or away; and how many wait. */
let open: usize = 0;
let fronts: usize = 0;
let backs: usize = 0;
let frontCount: u32 = 0;
let backCount: u32 = 0;
let isClear: bool = false;

/** Of squares of 16 pixels, i32 each: the deepest bound of what is asked, and the deepest depth in the buffer. */
const SQUARE_BITS: i32 = 4;
const SQUARES: i32 = 8;
const SQUARES_BYTES: usize = 256;
let deepestAsked: usize = 0;
let deepestDrawn: usize = 0;

/** First pixel of the pane. */
let left: i32 = 0;
let top: i32 = 0;

/** Threads' own memory is known once panes have been counted. */
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
  ownBuffer = 0;
  deepestAsked = take(SQUARES_BYTES);
  deepestDrawn = take(SQUARES_BYTES);
  openRaster();
}

/** Readies this thread for the running pass. */
export function openPass(): void {
  elementOf = cullJob.elementOf;
  objectOf = cullJob.objectOf;
  labels = cullJob.labels;
  hidden = cullJob.hidden;
  entries = cullJob.entries;
  asked = cullJob.asked;
  drawn = cullJob.drawn;
  backward = (cullJob.pass & 1) != 0;
  if (openFor < max<u32>(1, cullJob.mostEntries)) openBuffers(max<u32>(1, cullJob.mostEntries));
}

// @inline
function at(list: usize, i: u32): u32 {
  return load<u32>(list + ((<usize>i) << 2));
}

// @inline
function isIn(sets: u32, element: u32): bool {
  return ((sets >>> load<u8>(labels + <usize>element)) & 1) != 0;
}

/** Whether an element is asked for in the running pass and not known to be hidden. */
// @inline
function isAsked(element: u32): bool {
  return isIn(asked, element) && load<u8>(hidden + <usize>element) == 0;
}

// @inline
function objectOfRank(rank: u32): u32 {
  return at(objectOf, at(elementOf, rank));
}

function fillDepths(into: usize, bytes: usize, value: i32): void {
  const four = i32x4.splat(value);
  for (let p = into, end = into + bytes; p < end; p += 64) {
    v128.store(p, four);
    v128.store(p, four, 16);
    v128.store(p, four, 32);
    v128.store(p, four, 48);
  }
}

// The part of the pane that an entry lies in.
let x0: i32 = 0;
let y0: i32 = 0;
let x1: i32 = 0;
let y1: i32 = 0;

// @inline
function setPart(bounds: usize): void {
  x0 = max(0, firstColumn(bounds) - left);
  y0 = max(0, firstRow(bounds) - top);
  x1 = min(PANE - 1, lastColumn(bounds) - left);
  y1 = min(PANE - 1, lastRow(bounds) - top);
}

/** Whether one of the squares that the part touches has at least the value. */
function reaches(table: usize, value: i32): bool {
  for (let y = y0 >> SQUARE_BITS; y <= y1 >> SQUARE_BITS; y++) {
    for (let x = x0 >> SQUARE_BITS; x <= x1 >> SQUARE_BITS; x++) {
      if (load<i32>(table + ((<usize>(y * SQUARES + x)) << 2)) >= value) return true;
    }
  }
  return false;
}

function raise(table: usize, value: i32): void {
  for (let y = y0 >> SQUARE_BITS; y <= y1 >> SQUARE_BITS; y++) {
    for (let x = x0 >> SQUARE_BITS; x <= x1 >> SQUARE_BITS; x++) {
      const slot = table + ((<usize>(y * SQUARES + x)) << 2);
      if (load<i32>(slot) < value) store<i32>(slot, value);
    }
  }
}

/** The deepest depth in each square. */
function findDeepest(): void {
  for (let y: usize = 0; y < <usize>SQUARES; y++) {
    for (let x: usize = 0; x < <usize>SQUARES; x++) {
      let most = i32x4.splat(i32.MIN_VALUE);
      for (let c: usize = 0; c < 4; c++) {
        const from = buffer + (((x << 2) + c) << 11) + (y << 8);
        for (let p = from; p < from + 256; p += 16) most = i32x4.max_s(most, v128.load(p));
      }
      most = i32x4.max_s(most, v128.shuffle<i32>(most, most, 2, 3, 0, 1));
      const deepest = max(i32x4.extract_lane(most, 0), i32x4.extract_lane(most, 1));
      store<i32>(deepestDrawn + (((y << 3) + x) << 2), deepest);
    }
  }
}

// @inline
function readRank(rank: u32): void {
  readCorners(cornersAt(rank));
}

/** Draws what was read in the part, or asks; whether it is hidden. */
function raster<M>(into: usize): bool {
  if (coverage == COVER_BOXES) return rasterBox<M>(into, left, top, x0, y0, x1, y1);
  if (coverage != COVER_SAMPLED) boundShape();
  const isHidden =
    coverage == COVER_SAMPLED
      ? rasterTriangle<Sampled, M>(into, left, top, x0, y0, x1, y1)
      : rasterTriangle<Touched, M>(into, left, top, x0, y0, x1, y1);
  if (!isTooSteep) return isHidden;
  boundShape();
  return rasterExactly<M>(into, left, top, x0, y0, x1, y1);
}

/** Whether the pixel in the middle is covered and hidden; false when that cannot be told so easily. Equal depths hide. */
function isHiddenInMiddle(): bool {
  let u: f64;
  let v: f64;
  let depth: f64;
  if (coverage == COVER_BOXES) {
    const pixelU = load<f64>(cullJob.scale);
    const pixelV = load<f64>(cullJob.scale + 8);
    u = load<f64>(centre) * pixelU;
    v = load<f64>(centre, 8) * pixelV;
    // The box holds a ball as wide as a pixel's diagonal, so the ray through the pixel's centre leaves it behind its middle.
    depth = load<f64>(centre, 16) * load<f64>(cullJob.scale + 16);
    if (pixelU == 0 || pixelV == 0) return false;
  } else {
    u = (aU + bU + cU) * 0.3333333333333333;
    v = (aV + bV + cV) * 0.3333333333333333;
    depth = smaller(aW, smaller(bW, cW));
  }
  const x = <i32>u - left;
  const y = <i32>v - top;
  if (x < x0 || x > x1 || y < y0 || y > y1) return false;
  const old = load<i32>(pixelAt(buffer, x, y));
  if (old > heldDepth(depth)) return false;
  if (coverage != COVER_SAMPLED) return true;
  const area = (bU - aU) * (cV - aV) - (bV - aV) * (cU - aU);
  return coversCentre(<f64>(x + left) + 0.5, <f64>(y + top) + 0.5, area < 0 ? -1 : 1);
}

/** Draws what waits and may hide something that is asked; the rest goes on waiting. Returns how many. */
function drawList(list: usize, count: u32, areBacks: bool): u32 {
  let kept: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const rank = at(list, i);
    const bounds = boundsAt(rank);
    const near = nearBound(bounds);
    setPart(bounds);
    if (!reaches(deepestAsked, near)) {
      store<u32>(list + ((<usize>kept) << 2), rank);
      kept++;
      continue;
    }
    if (areBacks && !reaches(deepestDrawn, near)) continue;
    readRank(rank);
    raster<Draw>(buffer);
  }
  return kept;
}

function drawWaiting(): void {
  if (!isClear) fillDepths(buffer, PANE_BYTES, EMPTY);
  isClear = true;
  frontCount = drawList(fronts, frontCount, false);
  if (backCount == 0) return;
  findDeepest();
  backCount = drawList(backs, backCount, true);
}

/** Lets what was drawn of the entries from..to wait. Returns the least of `nearest` and their depths. */
function queueDrawn(from: u32, to: u32, nearest: i32): i32 {
  let least = nearest;
  for (let i = from; i < to; i++) {
    const rank = at(entries, i);
    if (!isIn(drawn, at(elementOf, rank))) continue;
    const bounds = boundsAt(rank);
    least = min(least, nearBound(bounds));
    if (facesAway(bounds)) {
      store<u32>(backs + ((<usize>backCount) << 2), rank);
      backCount++;
    } else {
      store<u32>(fronts + ((<usize>frontCount) << 2), rank);
      frontCount++;
    }
  }
  return least;
}

/** Asks for the entries from..to of one object. Nothing drawn so far lies before `nearest`. */
function askEntries(from: u32, to: u32, nearest: i32): void {
  let count: u32 = 0;
  for (let i = from; i < to; i++) {
    const rank = at(entries, i);
    const bounds = boundsAt(rank);
    const far = farBound(bounds);
    if (far < nearest || !isAsked(at(elementOf, rank))) continue;
    if (count == 0) fillDepths(deepestAsked, SQUARES_BYTES, i32.MIN_VALUE);
    setPart(bounds);
    raise(deepestAsked, far);
    store<u32>(open + ((<usize>count) << 2), rank);
    count++;
  }
  if (count == 0) return;
  drawWaiting();
  for (let i: u32 = 0; i < count; i++) {
    const rank = at(open, i);
    const element = at(elementOf, rank);
    // An element may have turned out to be hidden by another of its triangles.
    if (load<u8>(hidden + <usize>element) != 0) continue;
    setPart(boundsAt(rank));
    readRank(rank);
    if (isHiddenInMiddle() || raster<Ask>(buffer)) store<u8>(hidden + <usize>element, 1);
  }
}

/** Where the entries of the next object begin and end: those of one object lie together. */
function besideObject(i: u32, step: i32, end: u32): u32 {
  const object = objectOfRank(at(entries, i));
  let next = i + step;
  while (next != end && objectOfRank(at(entries, next)) == object) next += step;
  return next;
}

function passBetween(from: u32, to: u32): void {
  let nearest = EMPTY;
  frontCount = backCount = 0;
  isClear = false;
  // One before the first and one behind the last are not reached.
  let i = backward ? to - 1 : from;
  const end = backward ? from - 1 : to;
  while (i != end && !stopped()) {
    const next = besideObject(i, backward ? -1 : 1, end);
    const low = backward ? next + 1 : i;
    const high = backward ? i + 1 : next;
    if (nearest != EMPTY) askEntries(low, high, nearest);
    if (next != end) nearest = queueDrawn(low, high, nearest);
    i = next;
  }
}

/** As passBetween, where elements of the objects are drawn in turn: looked at object by object, all others are drawn. */
function passBetweenInTurn(from: u32, to: u32): void {
  for (let k = from; k < to && !stopped(); k++) {
    const object = objectOfRank(at(entries, k));
    let isFirst = true;
    for (let i = from; i < k && isFirst; i++) isFirst = objectOfRank(at(entries, i)) != object;
    if (!isFirst) continue;
    frontCount = backCount = 0;
    isClear = false;
    let nearest = EMPTY;
    for (let i = from; i < to; i++) {
      const entry = backward ? from + to - 1 - i : i;
      if (objectOfRank(at(entries, entry)) != object) nearest = queueDrawn(entry, entry + 1, nearest);
      else if (nearest != EMPTY) askEntries(entry, entry + 1, nearest);
    }
  }
}

/** Draws the entries from..to into a buffer. */
function drawEntries(into: usize, from: u32, to: u32): void {
  for (let i = from; i < to; i++) {
    const rank = at(entries, i);
    setPart(boundsAt(rank));
    readRank(rank);
    raster<Draw>(into);
  }
}

/** Whether one of the entries from..to lies behind what is in a buffer. */
function isBehind(buffered: usize, from: u32, to: u32): bool {
  for (let i = from; i < to; i++) {
    const rank = at(entries, i);
    setPart(boundsAt(rank));
    readRank(rank);
    if (raster<AskBehind>(buffered)) return true;
  }
  return false;
}

/** Whether one of the entries from..to lies behind another of them. */
function isBehindItself(from: u32, to: u32): bool {
  if (to - from < 2) return false;
  if (ownBuffer == 0) ownBuffer = take(PANE_BYTES);
  fillDepths(ownBuffer, PANE_BYTES, EMPTY);
  drawEntries(ownBuffer, from, to);
  return isBehind(ownBuffer, from, to);
}

function passWithin(from: u32, to: u32): void {
  fillDepths(buffer, PANE_BYTES, EMPTY);
  let i = backward ? to - 1 : from;
  const end = backward ? from - 1 : to;
  const step = backward ? -1 : 1;
  while (i != end && !stopped()) {
    const element = at(elementOf, at(entries, i));
    let next = i + step;
    while (next != end && at(elementOf, at(entries, next)) == element) next += step;
    const low = backward ? next + 1 : i;
    const high = backward ? i + 1 : next;
    i = next;
    const isLooked = isAsked(element);
    const isShown = isIn(drawn, element);
    // In the first pass what is drawn is drawn before it is looked at.
    const together = !backward && isShown;
    if (together) drawEntries(buffer, low, high);
    if (isLooked && (isBehind(buffer, low, high) || (!backward && !isShown && isBehindItself(low, high)))) {
      store<u8>(hidden + <usize>element, 1);
    }
    if (isShown && !together) drawEntries(buffer, low, high);
  }
}

/** Whether the running pass can learn something from the entries from..to: two that may hide each other, one still asked. */
function isOpen(from: u32, to: u32): bool {
  if (to - from < 2) return false;
  if (cullJob.within == 0 && objectOfRank(at(entries, from)) == objectOfRank(at(entries, to - 1))) {
    if (cullJob.inTurn == 0) return false;
  }
  for (let i = from; i < to; i++) if (isAsked(at(elementOf, at(entries, i)))) return true;
  return false;
}

/** Does a pane, in the direction of the running pass. */
export function passPane(pane: u32): void {
  const starts = cullJob.paneStarts + ((<usize>pane) << 2);
  const from = load<u32>(starts);
  const to = load<u32>(starts, 4);
  if (!isOpen(from, to)) return;
  const panes = cullJob.panes;
  left = <i32>((pane % panes) << PANE_BITS);
  top = <i32>((pane / panes) << PANE_BITS);
  if (cullJob.within != 0) passWithin(from, to);
  else if (cullJob.inTurn != 0) passBetweenInTurn(from, to);
  else passBetween(from, to);
}
