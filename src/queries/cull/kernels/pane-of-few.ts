/**
 * A pass over a pane that shows few triangles, within objects too (pane-within.ts): large ones, of which filling would take the time.
 *
 * A triangle can only be hidden by those drawn before it that share a pixel with it and do not lie wholly behind it. Neighbours share
 * an edge or a vertex and no pixel, which their corners tell. So what is asked is held against each of those first, by rectangles, bounds of
 * depth and edges; only what is left of them is drawn, when first needed, and looked at. The answers are those of drawing everything.
 */

import { reserveScratch } from '../../../memory/kernels/scratch';
import { rasterWithin } from './ask-and-draw';
import { EMPTY } from './depth-steps';
import { ENTRY_BYTES, farBound, firstColumn, firstRow, lastColumn, lastRow, nearBound, rankOf } from './entry';
import { backward, buffer, elementOf, from, isAsked, isDrawn, setHidden, to } from './pane';
import { projectedOf, VERTEX_BITS } from './project';
import { indicesOfRank } from './ranks';
import { AskBehind, Draw, PANE_BYTES } from './raster';
import { fillDepths } from './squares';

/** Entries of a pane that shows few, and pixels of their rectangles, on average, from which this takes less than filling. */
const FEW: usize = 160;
const LARGE: usize = 800;
/** For those drawn so far in the pass: u32 entry; and whether the buffer has it. */
const drawn = reserveScratch(FEW * 4);
const isInBuffer = reserveScratch(FEW);

/** Whether the pane shows few triangles, and large ones. */
export function showsFew(): bool {
  const count = (to - from) / ENTRY_BYTES;
  if (count > FEW) return false;
  let pixels: i32 = 0;
  for (let entry = from; entry < to; entry += ENTRY_BYTES) {
    pixels += (lastColumn(entry) - firstColumn(entry) + 1) * (lastRow(entry) - firstRow(entry) + 1);
  }
  return <usize>pixels >= count * LARGE;
}

/** Corners in places; the sign of the area tells the way round. */
// @unmanaged
class Corners {
  ax: f64;
  ay: f64;
  bx: f64;
  by: f64;
  cx: f64;
  cy: f64;
  turn: f64;
}
const own = changetype<Corners>(reserveScratch(offsetof<Corners>()));
const other = changetype<Corners>(reserveScratch(offsetof<Corners>()));

function readCorners(entry: usize, into: Corners): void {
  const rank = rankOf(entry);
  const indices = indicesOfRank(rank);
  const vertices = projectedOf(rank);
  const a = vertices + ((<usize>load<u32>(indices)) << VERTEX_BITS);
  const b = vertices + ((<usize>load<u32>(indices, 4)) << VERTEX_BITS);
  const c = vertices + ((<usize>load<u32>(indices, 8)) << VERTEX_BITS);
  into.ax = <f64>load<i32>(a);
  into.ay = <f64>load<i32>(a, 4);
  into.bx = <f64>load<i32>(b);
  into.by = <f64>load<i32>(b, 4);
  into.cx = <f64>load<i32>(c);
  into.cy = <f64>load<i32>(c, 4);
  into.turn = (into.bx - into.ax) * (into.cy - into.ay) - (into.cx - into.ax) * (into.by - into.ay) < 0 ? -1 : 1;
}

/**
 * Whether the triangle with the corners `s` lies on the other side of the edge p q of a triangle, or on it: then they share no centre. A
 * centre on the edge counts as one a little to the right, and less above (sample-setup.ts), for every triangle alike, and that lies on one side
 * only. In whole numbers below 2^53, so exact.
 */
// @inline
function isBeyondEdge(px: f64, py: f64, qx: f64, qy: f64, turn: f64, s: Corners): bool {
  const dx = (qx - px) * turn;
  const dy = (qy - py) * turn;
  const a = dx * (s.ay - py) - dy * (s.ax - px);
  const b = dx * (s.by - py) - dy * (s.bx - px);
  const c = dx * (s.cy - py) - dy * (s.cx - px);
  return max(max(a, b), c) <= 0;
}

// @inline
function hasBeyondAnEdge(s: Corners, t: Corners): bool {
  return (
    isBeyondEdge(s.ax, s.ay, s.bx, s.by, s.turn, t) ||
    isBeyondEdge(s.bx, s.by, s.cx, s.cy, s.turn, t) ||
    isBeyondEdge(s.cx, s.cy, s.ax, s.ay, s.turn, t)
  );
}

/** Whether what was drawn may hide what is asked, whose corners have been read: not if they share no pixel, or it lies behind. */
// @inline
function mayHide(entry: usize, asked: usize, far: i32): bool {
  if (nearBound(entry) > far) return false;
  if (firstColumn(entry) > lastColumn(asked) || lastColumn(entry) < firstColumn(asked)) return false;
  if (firstRow(entry) > lastRow(asked) || lastRow(entry) < firstRow(asked)) return false;
  readCorners(entry, other);
  return !hasBeyondAnEdge(own, other) && !hasBeyondAnEdge(other, own);
}

let isClear: bool = false;

/** Draws one of those that are to be drawn, unless it has been. */
// @inline
function bring(place: usize): void {
  if (load<u8>(isInBuffer + place) != 0) return;
  store<u8>(isInBuffer + place, 1);
  if (!isClear) fillDepths(buffer, PANE_BYTES, EMPTY);
  isClear = true;
  rasterWithin<Draw>(buffer, load<u32>(drawn + (place << 2)));
}

/** Whether something of the first `count` drawn hides an entry. */
function isHiddenByDrawn(entry: usize, count: usize): bool {
  const far = farBound(entry);
  const near = nearBound(entry);
  let isOpen = false;
  readCorners(entry, own);
  for (let place: usize = 0; place < count; place++) {
    const front = <usize>load<u32>(drawn + (place << 2));
    if (!mayHide(front, entry, far)) continue;
    bring(place);
    isOpen = true;
    // An entry wholly in front hides it, if they share a centre: nothing else need be drawn for it.
    if (farBound(front) >= near) continue;
    if (rasterWithin<AskBehind>(buffer, entry)) return true;
    isOpen = false;
  }
  return isOpen && rasterWithin<AskBehind>(buffer, entry);
}

export function passFew(): void {
  isClear = false;
  memory.fill(isInBuffer, 0, FEW);
  let count: usize = 0;
  for (let left = (to - from) / ENTRY_BYTES, i: usize = 0; i < left; i++) {
    const entry = from + (backward ? left - 1 - i : i) * ENTRY_BYTES;
    const element = elementOf(entry);
    if (isAsked(element) && isHiddenByDrawn(entry, count)) setHidden(element);
    if (!isDrawn(element)) continue;
    store<u32>(drawn + (count << 2), <u32>entry);
    count++;
  }
}
