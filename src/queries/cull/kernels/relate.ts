/**
 * Which of two triangles may hide the other in a view: whether there is a pixel that both cover, with the one's near bound not
 * behind the other's far bound (shown.ts). Two bits per pair: the first hides the second, the second hides the first.
 *
 * A pass over pairs whose boxes overlap needs nothing else: a triangle is fully visible unless one that is drawn before it
 * hides it (passes-by-pairs.ts).
 */

import { cullJob } from '../../../memory/generated/kernels/records';
import { stopped, take } from '../../../memory/kernels/memory';
import { objectOfTriangle, objectRecord } from '../../../memory/kernels/objects';
import { beginsAt, leavesAt } from '../../../memory/kernels/turns';
import { HIDES_FIRST, HIDES_SECOND, PAIRS_PER_PIECE } from '../constants';
import { readShape } from './bound';
import { openRow, SHOWN_BYTES, Shown, showsAt, takeShown } from './shown';

let first: Shown = changetype<Shown>(0);
let second: Shown = changetype<Shown>(0);
const BOTH: u32 = HIDES_FIRST | HIDES_SECOND;

/** Takes what this thread needs. */
export function openRelate(): void {
  first = changetype<Shown>(take(SHOWN_BYTES));
  second = changetype<Shown>(take(SHOWN_BYTES));
}

/** Pixels that were looked at for the last pair. */
let looked: u64 = 0;

function relatePair(): u32 {
  const y0 = max(first.firstY, second.firstY);
  const y1 = min(first.lastY, second.lastY);
  let bits: u32 = 0;
  looked = 1;
  // From the middle: where triangles meet, both bits are found soonest.
  let y = (y0 + y1) >> 1;
  for (let left = y1 - y0; left >= 0; left--, y = y < y1 ? y + 1 : y0) {
    if (!openRow(first, y) || !openRow(second, y)) continue;
    const to = min(first.to, second.to);
    for (let x = max(first.from, second.from); x <= to; x++) {
      looked++;
      if (!showsAt(first, x) || !showsAt(second, x)) continue;
      if (first.near <= second.far) bits |= HIDES_SECOND;
      if (second.near <= first.far) bits |= HIDES_FIRST;
      if (bits == BOTH) return BOTH;
    }
  }
  return bits;
}

function readTriangle(triangle: u32, shown: Shown): void {
  const object = objectRecord(objectOfTriangle(triangle));
  readShape(object.image, object.indices + <usize>(triangle - object.triangleStart) * 12);
  takeShown(shown);
}

/** Relates the pairs of a piece: of cullJob.pairs, two u32 each, into cullJob.relations, one byte each. */
export function relatePairs(piece: u32): void {
  const start = piece * PAIRS_PER_PIECE;
  const end = min(cullJob.pairCount, start + PAIRS_PER_PIECE);
  const pairs = cullJob.pairs;
  const relations = cullJob.relations;
  let current: u32 = 0xffffffff;
  for (let i = beginsAt(start); i < end; i++) {
    if ((i & 63) == 0 && stopped()) return;
    const a = load<u32>(pairs + ((<usize>i) << 3));
    if (a != current) {
      current = a;
      readTriangle(a, first);
    }
    readTriangle(load<u32>(pairs + ((<usize>i) << 3), 4), second);
    store<u8>(relations + <usize>i, <u8>relatePair());
    if (leavesAt(i + 1, 64 + looked)) return;
  }
}
