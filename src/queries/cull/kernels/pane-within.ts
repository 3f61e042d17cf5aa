/**
 * A pass over a pane, within objects too, sampled: elements are looked at one by one, in the first pass against themselves too
 * (self-CULLIDE, figure 3); equal depths do not hide: touching neighbours are not reported (Quick-CULLIDE §3.2).
 *
 * A triangle does not lie behind itself, so an element that shows one here is looked at and drawn at once.
 */

import { cullJob } from '../../../memory/generated/kernels/records';
import { stopped, take } from '../../../memory/kernels/memory';
import { beginsAt, leavesAt } from '../../../memory/kernels/time-slice';
import { rasterWithin } from './ask-and-draw';
import { EMPTY } from './depth-steps';
import { ENTRY_BYTES } from './entry';
import { backward, buffer, elementOf, from, isAsked, isDrawn, setHidden, to } from './pane';
import { passFew, showsFew } from './pane-of-few';
import { AskBehind, AskBehindAndDraw, Draw, PANE_BYTES } from './raster';
import { fillDepths } from './squares';

/** A buffer for an element that is looked at but not drawn; of this thread. */
let ownBuffer: usize = 0;

export function forgetOwnBuffer(): void {
  ownBuffer = 0;
}

/** Draws the entries low..high into a buffer. */
function drawEntries(into: usize, low: usize, high: usize): void {
  for (let entry = low; entry < high; entry += ENTRY_BYTES) rasterWithin<Draw>(into, entry);
}

/** Whether one of the entries low..high lies behind what is in a buffer. */
function isBehind(buffered: usize, low: usize, high: usize): bool {
  for (let entry = low; entry < high; entry += ENTRY_BYTES) if (rasterWithin<AskBehind>(buffered, entry)) return true;
  return false;
}

/** Whether one of the entries low..high lies behind another of them. */
function isBehindItself(low: usize, high: usize): bool {
  if (ownBuffer == 0) ownBuffer = take(PANE_BYTES);
  fillDepths(ownBuffer, PANE_BYTES, EMPTY);
  drawEntries(ownBuffer, low, high);
  return isBehind(ownBuffer, low, high);
}

/** Looks at an element of several entries and draws it. */
function passElement(element: u32, low: usize, high: usize): void {
  const isLooked = isAsked(element);
  const isShown = isDrawn(element);
  // In the first pass what is drawn is drawn before it is looked at.
  const together = !backward && isShown;
  if (together) drawEntries(buffer, low, high);
  if (isLooked && (isBehind(buffer, low, high) || (!backward && !isShown && isBehindItself(low, high)))) {
    setHidden(element);
  }
  if (isShown && !together) drawEntries(buffer, low, high);
}

function passEntry(element: u32, entry: usize): void {
  const isShown = isDrawn(element);
  if (!isAsked(element)) {
    if (isShown) rasterWithin<Draw>(buffer, entry);
  } else if (isShown ? rasterWithin<AskBehindAndDraw>(buffer, entry) : rasterWithin<AskBehind>(buffer, entry))
    setHidden(element);
}

/** Work of an entry, for time slices, and where a suspended piece resumes. */
const WORK_PER_ENTRY: u64 = 16;
let current: isize = 0;

/** May leave. */
export function passWithin(): void {
  const isResumed = beginsAt(0) != 0;
  // Where every triangle is an element of its own, none shows in a pane twice.
  if (cullJob.elementOf == 0 && showsFew()) {
    passFew();
    return;
  }
  if (!isResumed) fillDepths(buffer, PANE_BYTES, EMPTY);
  const size = <isize>ENTRY_BYTES;
  const step: isize = backward ? -size : size;
  const end = <isize>(backward ? from - ENTRY_BYTES : to);
  let entry = isResumed ? current : <isize>(backward ? to - ENTRY_BYTES : from);
  while (entry != end && !stopped()) {
    const element = elementOf(<usize>entry);
    let next = entry + step;
    while (next != end && elementOf(<usize>next) == element) next += step;
    if (next == entry + step) passEntry(element, <usize>entry);
    else passElement(element, <usize>(backward ? next + size : entry), <usize>(backward ? entry + size : next));
    entry = next;
    if (leavesAt(1, WORK_PER_ENTRY)) {
      current = entry;
      return;
    }
  }
}
