/**
 * Which of two triangles may hide the other in a view (hides.ts). Two bits per pair: the first hides the second, the second hides
 * the first.
 *
 * A pass over pairs whose boxes overlap needs nothing else: a triangle is fully visible unless one that is drawn before it
 * hides it (passes-by-pairs.ts).
 */

import { cullJob } from '../../../memory/generated/kernels/records';
import { stopped, take } from '../../../memory/kernels/memory';
import { objectOfTriangle, objectRecord } from '../../../memory/kernels/objects';
import { beginsAt, leavesAt } from '../../../memory/kernels/time-slice';
import { HIDES_FIRST, HIDES_SECOND, PAIRS_PER_PIECE } from '../constants';
import { readShape } from './bound';
import { forgetLooked, hides, looked } from './hides';
import { SHOWN_BYTES, Shown, takeShown } from './shown';

let first: Shown = changetype<Shown>(0);
let second: Shown = changetype<Shown>(0);

/** Takes what this thread needs. */
export function openRelate(): void {
  first = changetype<Shown>(take(SHOWN_BYTES));
  second = changetype<Shown>(take(SHOWN_BYTES));
}

function relatePair(): u32 {
  forgetLooked();
  return (hides(first, second) ? HIDES_SECOND : 0) | (hides(second, first) ? HIDES_FIRST : 0);
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
