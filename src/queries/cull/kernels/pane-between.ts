/**
 * A pass over a pane, between objects: of each object all that is asked is looked at before anything of it is drawn (FAR §4.2.1),
 * so that it does not hide itself; equal depths hide (CULLIDE).
 *
 * Little is drawn: only where something that is asked may lie behind it, and what is turned away last, and only where nothing
 * nearer has been drawn. What is asked is looked at in one pixel first, and then until it turns out to be hidden.
 */

import { stopped } from '../../../memory/kernels/memory';
import { beginsAt, leavesAt } from '../../../memory/kernels/time-slice';
import { COVER_BOXES } from '../constants';
import { askEntry, askWaitingBoxes, drawEntry, drawWaitingBoxes, isHiddenAtPoint } from './ask-and-draw';
import { addAsked, clearAsked, closeAsked, meetsAsked } from './asked-area';
import { EMPTY } from './depth-steps';
import { ENTRY_BYTES, facesAway, farBound, nearBound } from './entry';
import {
  askedSquares,
  backs,
  backward,
  buffer,
  drawnSquares,
  elementOf,
  endOfObject,
  from,
  fronts,
  isAsked,
  isDrawn,
  isHidden,
  objectOf,
  open,
  setHidden,
  to,
  uncoveredSquares,
} from './pane';
import { PANE_BYTES } from './raster';
import { coverage } from './shape';
import { fillDepths, findUncovered, isBefore, isBehind, noteDeep, noteNear, SQUARES_BYTES } from './squares';

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

/** Work of an entry, for time slices. */
const WORK_PER_ENTRY: u64 = 16;
/**
 * What is done with the entries of an object: found; looked at in one pixel after what waits and is turned towards the viewer has
 * been drawn; asked after the rest has, of which what turned out to be hidden needs nothing.
 */
const STAGE_FIND = 0;
const STAGE_NEAR_FRONTS = 1;
const STAGE_LOOK_BEFORE = 2;
const STAGE_FRONTS = 3;
const STAGE_LOOK = 4;
const STAGE_BACKS = 5;
const STAGE_ASK = 6;

/**
 * How many boxes must wait, turned towards the viewer, and be asked, for the nearer ones to be drawn first: what those hide is not
 * drawn for. Triangles take less than looking twice.
 */
const MANY_TO_PART: u32 = 96;

// Where a piece that was left goes on: the entries of the object, the stage, the place in its list, and what it keeps of it.
let current: isize = 0;
let following: isize = 0;
let stage: i32 = STAGE_FIND;
let place: u32 = 0;
let kept: u32 = 0;
let openCount: u32 = 0;
/** Whether the squares of what is drawn have been found since what is asked was looked at. */
let areSquaresKnown: bool = false;
let isParted: bool = false;
let middleOfFronts: i32 = 0;

function openStage(next: i32): void {
  stage = next;
  place = 0;
  kept = 0;
}

/** Whether what is drawn leaves something to be seen behind an entry, as far as it is asked; as it was when this was first asked. */
// @inline
function isStillSeen(entry: usize, near: i32): bool {
  if (!areSquaresKnown) findUncovered(askedSquares, buffer, uncoveredSquares);
  areSquaresKnown = true;
  return isBefore(uncoveredSquares, entry, near);
}

/**
 * Draws what waits, lies no deeper than `deepest` and may hide something that is asked; the rest goes on waiting, `kept` of them.
 * May leave: then false.
 */
function drawList(list: usize, count: u32, deepest: i32, areHidden: bool): bool {
  for (; place < count; place++) {
    const entry = entryAt(list, place);
    const near = nearBound(entry);
    const meets = near <= deepest && meetsAsked(entry, near);
    if (!meets || !(areHidden ? isStillSeen(entry, near) : isBefore(askedSquares, entry, near))) {
      setEntry(list, kept, entry);
      kept++;
    } else {
      noteNear(drawnSquares, entry, near);
      drawEntry(entry);
      if (leavesAt(1, WORK_PER_ENTRY)) {
        drawWaitingBoxes();
        place++;
        return false;
      }
    }
  }
  drawWaitingBoxes();
  return true;
}

/** Looks at what is asked in one pixel each, and goes on with what is not hidden there. */
function lookAtPoints(): void {
  fillDepths(askedSquares, SQUARES_BYTES, 0);
  clearAsked();
  areSquaresKnown = false;
  let left: u32 = 0;
  for (let i: u32 = 0; i < openCount; i++) {
    const entry = entryAt(open, i);
    const element = elementOf(entry);
    // An element may have turned out to be hidden by another of its triangles.
    if (isHidden(element)) continue;
    const far = farBound(entry);
    if (isHiddenAtPoint(entry)) {
      setHidden(element);
      continue;
    }
    noteDeep(askedSquares, entry, far);
    addAsked(entry, far);
    setEntry(open, left, entry);
    left++;
  }
  closeAsked();
  openCount = left;
}

/** The middle of the near bounds of the fronts. */
function meanNear(): i32 {
  let sum: u32 = 0;
  for (let i: u32 = 0; i < frontCount; i++) sum += <u32>nearBound(entryAt(fronts, i));
  return <i32>(sum / frontCount);
}

function clearBuffer(): void {
  fillDepths(buffer, PANE_BYTES, EMPTY);
  fillDepths(drawnSquares, SQUARES_BYTES, 0);
  isClear = true;
}

/** Draws what waits, as far as what is asked needs it; false when it has left. */
function drawWaiting(): bool {
  if (!isClear) clearBuffer();
  if (stage == STAGE_NEAR_FRONTS) {
    if (place == 0) middleOfFronts = meanNear();
    if (!drawList(fronts, frontCount, middleOfFronts, false)) return false;
    frontCount = kept;
    openStage(STAGE_LOOK_BEFORE);
  }
  if (stage == STAGE_LOOK_BEFORE) {
    lookAtPoints();
    openStage(STAGE_FRONTS);
  }
  if (stage == STAGE_FRONTS && openCount > 0) {
    if (!drawList(fronts, frontCount, NOTHING, isParted)) return false;
    frontCount = kept;
    openStage(STAGE_LOOK);
  }
  if (stage == STAGE_LOOK) {
    lookAtPoints();
    openStage(STAGE_BACKS);
  }
  if (stage == STAGE_BACKS && openCount > 0) {
    if (!drawList(backs, backCount, NOTHING, true)) return false;
    backCount = kept;
    openStage(STAGE_ASK);
  }
  return true;
}

/** Lets what is drawn of the entries low..high wait. */
function queueDrawn(low: usize, high: usize): void {
  for (let entry = low; entry < high; entry += ENTRY_BYTES) {
    if (!isDrawn(elementOf(entry))) continue;
    nearest = min(nearest, nearBound(entry));
    // Written to both lists: which it belongs to is a branch that cannot be foretold.
    const isAway = u32(facesAway(entry));
    setEntry(backs, backCount, entry);
    setEntry(fronts, frontCount, entry);
    backCount += isAway;
    frontCount += 1 - isAway;
  }
}

/** Finds what is asked of the entries low..high of one object. */
function findAsked(low: usize, high: usize): void {
  openCount = 0;
  clearAsked();
  for (let entry = low; entry < high; entry += ENTRY_BYTES) {
    const far = farBound(entry);
    if (far < nearest || !isAsked(elementOf(entry))) continue;
    if (openCount == 0) fillDepths(askedSquares, SQUARES_BYTES, 0);
    noteDeep(askedSquares, entry, far);
    addAsked(entry, far);
    setEntry(open, openCount, entry);
    openCount++;
  }
  closeAsked();
}

/** Asks for the entries low..high of one object; false when it has left. */
function askEntries(low: usize, high: usize): bool {
  if (stage == STAGE_FIND) {
    findAsked(low, high);
    isParted = coverage == COVER_BOXES && min(frontCount, openCount) >= MANY_TO_PART;
    openStage(isParted ? STAGE_NEAR_FRONTS : STAGE_FRONTS);
  }
  if (openCount > 0) {
    if (!drawWaiting()) return false;
    while (place < openCount) {
      const entry = entryAt(open, place);
      const element = elementOf(entry);
      place++;
      if (isHidden(element) || !isBehind(drawnSquares, entry, farBound(entry))) continue;
      askEntry(entry);
      if (leavesAt(1, WORK_PER_ENTRY)) {
        askWaitingBoxes();
        return false;
      }
    }
    askWaitingBoxes();
  }
  openStage(STAGE_FIND);
  return true;
}

function begin(): void {
  frontCount = backCount = 0;
  isClear = false;
  nearest = NOTHING;
  openStage(STAGE_FIND);
}

/** May leave. */
export function passBetween(): void {
  const isResumed = beginsAt(0) != 0;
  const size = <isize>ENTRY_BYTES;
  const step: isize = backward ? -size : size;
  // One before the first and one behind the last are not reached.
  const end = <isize>(backward ? from - ENTRY_BYTES : to);
  if (!isResumed) {
    begin();
    current = <isize>(backward ? to - ENTRY_BYTES : from);
  }
  while (current != end && !stopped()) {
    if (stage == STAGE_FIND) {
      following = endOfObject(current, end, step);
    }
    const low = <usize>(backward ? following + size : current);
    const high = <usize>(backward ? current + size : following);
    if (nearest != NOTHING && !askEntries(low, high)) return;
    if (following != end) queueDrawn(low, high);
    current = following;
  }
}

/** Asks for one entry without leaving. */
function askWhole(entry: usize): void {
  findAsked(entry, entry + ENTRY_BYTES);
  if (openCount == 0) return;
  if (!isClear) clearBuffer();
  for (let i: u32 = 0; i < frontCount; i++) drawEntry(entryAt(fronts, i));
  for (let i: u32 = 0; i < backCount; i++) drawEntry(entryAt(backs, i));
  drawWaitingBoxes();
  frontCount = backCount = 0;
  askEntry(entry);
  askWaitingBoxes();
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
      else if (nearest != NOTHING) askWhole(entry);
    }
  }
}
