/**
 * A pass over a pane, between objects: of each object all that is asked is looked at before anything of it is drawn (FAR §4.2.1),
 * so that it does not hide itself; equal depths hide (CULLIDE).
 *
 * Little is drawn: only where something that is asked may lie behind it, and what is turned away last, and only where nothing
 * nearer has been drawn. What is asked is looked at in one pixel first, and then until it turns out to be hidden.
 */

import { stopped } from '../../../memory/kernels/memory';
import { EMPTY } from './depth-steps';
import { ENTRY_BYTES, facesAway, farBound, heldBound, nearBound } from './entry';
import {
  backs,
  backward,
  buffer,
  deepestAsked,
  deepestDrawn,
  elementOf,
  from,
  fronts,
  isAsked,
  isDrawn,
  isHidden,
  isHiddenHere,
  objectOf,
  open,
  raster,
  setHidden,
  to,
} from './pane';
import { Ask, Draw, PANE_BYTES } from './raster';
import { fillDepths, findDeepest, raise, reaches, SQUARES_BYTES } from './squares';

/** Nothing that waits or is drawn has a near bound below this: deeper than all bounds while there is nothing. */
const NOTHING: i32 = 0x10000;

let frontCount: u32 = 0;
let backCount: u32 = 0;
let nearest: i32 = 0;
let isClear: bool = false;

// @inline
function entryAt(list: usize, i: u32): usize {
  return <usize>load<u32>(list + ((<usize>i) << 2));
}

// @inline
function setEntry(list: usize, i: u32, entry: usize): void {
  store<u32>(list + ((<usize>i) << 2), <u32>entry);
}

/** Draws what waits and may hide something that is asked; the rest goes on waiting. Returns how many. */
function drawList(list: usize, count: u32, areBacks: bool): u32 {
  let kept: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const entry = entryAt(list, i);
    const near = nearBound(entry);
    if (!reaches(deepestAsked, entry, near)) {
      setEntry(list, kept, entry);
      kept++;
    } else if (!areBacks || reaches(deepestDrawn, entry, heldBound(near))) raster<Draw>(buffer, entry);
  }
  return kept;
}

function drawWaiting(): void {
  if (!isClear) fillDepths(buffer, PANE_BYTES, EMPTY);
  isClear = true;
  frontCount = drawList(fronts, frontCount, false);
  if (backCount == 0) return;
  findDeepest(buffer, deepestDrawn);
  backCount = drawList(backs, backCount, true);
}

/** Lets what is drawn of the entries low..high wait. */
function queueDrawn(low: usize, high: usize): void {
  for (let entry = low; entry < high; entry += ENTRY_BYTES) {
    if (!isDrawn(elementOf(entry))) continue;
    nearest = min(nearest, nearBound(entry));
    if (facesAway(entry)) {
      setEntry(backs, backCount, entry);
      backCount++;
    } else {
      setEntry(fronts, frontCount, entry);
      frontCount++;
    }
  }
}

/** Asks for the entries low..high of one object. */
function askEntries(low: usize, high: usize): void {
  let count: u32 = 0;
  for (let entry = low; entry < high; entry += ENTRY_BYTES) {
    const far = farBound(entry);
    if (far < nearest || !isAsked(elementOf(entry))) continue;
    if (count == 0) fillDepths(deepestAsked, SQUARES_BYTES, -1);
    raise(deepestAsked, entry, far);
    setEntry(open, count, entry);
    count++;
  }
  if (count == 0) return;
  drawWaiting();
  for (let i: u32 = 0; i < count; i++) {
    const entry = entryAt(open, i);
    const element = elementOf(entry);
    // An element may have turned out to be hidden by another of its triangles.
    if (!isHidden(element) && isHiddenHere<Ask>(entry)) setHidden(element);
  }
}

function begin(): void {
  frontCount = backCount = 0;
  isClear = false;
  nearest = NOTHING;
}

export function passBetween(): void {
  begin();
  const size = <isize>ENTRY_BYTES;
  const step: isize = backward ? -size : size;
  // One before the first and one behind the last are not reached.
  const end = <isize>(backward ? from - ENTRY_BYTES : to);
  let entry = <isize>(backward ? to - ENTRY_BYTES : from);
  while (entry != end && !stopped()) {
    // Entries of one object lie together.
    const object = objectOf(<usize>entry);
    let next = entry + step;
    while (next != end && objectOf(<usize>next) == object) next += step;
    const low = <usize>(backward ? next + size : entry);
    const high = <usize>(backward ? entry + size : next);
    if (nearest != NOTHING) askEntries(low, high);
    if (next != end) queueDrawn(low, high);
    entry = next;
  }
}

/** As passBetween, where elements of the objects are drawn in turn: looked at object by object, all others are drawn. */
export function passBetweenInTurn(): void {
  for (let k = from; k < to && !stopped(); k += ENTRY_BYTES) {
    const object = objectOf(k);
    let isFirst = true;
    for (let i = from; i < k && isFirst; i += ENTRY_BYTES) isFirst = objectOf(i) != object;
    if (!isFirst) continue;
    begin();
    for (let i = from; i < to; i += ENTRY_BYTES) {
      const entry = backward ? from + to - ENTRY_BYTES - i : i;
      if (objectOf(entry) != object) queueDrawn(entry, entry + ENTRY_BYTES);
      else if (nearest != NOTHING) askEntries(entry, entry + ENTRY_BYTES);
    }
  }
}
