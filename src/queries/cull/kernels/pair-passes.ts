/**
 * Passes over pairs of triangles whose boxes overlap, instead of over pixels: at the level of triangles, all views in one job.
 *
 * A triangle is hidden as soon as one that is drawn before it may hide it (hides.ts), so most pairs are never looked at: those of a
 * triangle that is known to be hidden, and those in which the one is not asked or the other not drawn. What was found of a pair in a
 * view is kept for later passes and rounds. Twin of passes-by-pairs.ts, which does the same for elements of several triangles.
 */

import { cullJob, job, results } from '../../../memory/generated/kernels/records';
import { stopped, take } from '../../../memory/kernels/memory';
import { beginsAt, leavesAt } from '../../../memory/kernels/time-slice';
import { HIDES_FIRST, HIDES_SECOND, PAIRS_PER_PIECE, SET_BFV } from '../constants';
import { readShape } from './bound';
import { forgetLooked, hides, looked } from './hides';
import { indicesOfRank, recordOfRank } from './ranks';
import { SHOWN_BYTES, Shown, takeShown } from './shown';

/** What is known of a pair in a view: HIDES_… once it is known, and these bits that it is. */
const KNOWN_BITS: u32 = 2;
const NO_RANK: u32 = 0xffffffff;

/** The lower and the higher rank of the pair that was looked at last, as the running view shows them. */
let lower: Shown = changetype<Shown>(0);
let higher: Shown = changetype<Shown>(0);
let lowerRank: u32 = NO_RANK;
let higherRank: u32 = NO_RANK;

/** Takes what this thread needs. */
export function openPairPasses(): void {
  lower = changetype<Shown>(take(SHOWN_BYTES));
  higher = changetype<Shown>(take(SHOWN_BYTES));
}

/** Another view shows them otherwise. */
export function forgetShown(): void {
  lowerRank = NO_RANK;
  higherRank = NO_RANK;
}

// @inline
function labelOf(rank: u32): u32 {
  return <u32>load<u8>(cullJob.labels + <usize>rank);
}

// @inline
function numberSlot(place: u32): usize {
  return cullJob.numbers + ((<usize>place) << 2);
}

/** Says of every triangle of the scene which rank it has. */
function numberTriangles(): void {
  const total = job.triangleCount;
  cullJob.numbers = take((<u64>total) << 2);
  memory.fill(cullJob.numbers, 0xff, (<usize>total) << 2);
  const count = cullJob.triangleCount;
  for (let rank: u32 = 0; rank < count; rank++) {
    const object = recordOfRank(rank);
    const triangle = object.triangleStart + <u32>(indicesOfRank(rank) - object.indices) / 12;
    store<u32>(numberSlot(triangle), rank);
  }
}

/** Makes pairs of ranks, the lower first, of the hits that were found; those of which one has no rank are left out. */
export function openPairs(): void {
  numberTriangles();
  const hits = results.hits;
  const hitCount = results.hitCount;
  let count: u32 = 0;
  for (let i: u32 = 0; i < hitCount; i++) {
    const hit = load<u64>(hits + ((<usize>i) << 3));
    const a = load<u32>(numberSlot(<u32>(hit >> 32)));
    const b = load<u32>(numberSlot(<u32>hit >>> 2));
    if (a == NO_RANK || b == NO_RANK) continue;
    const pair = hits + ((<usize>count) << 3);
    store<u32>(pair, min(a, b));
    store<u32>(pair, max(a, b), 4);
    count++;
  }
  cullJob.pairs = hits;
  cullJob.pairCount = count;
  const bytes = <u64>count * <u64>cullJob.viewCount;
  cullJob.relations = take(bytes);
  memory.fill(cullJob.relations, 0, <usize>bytes);
}

export function piecesOfPairs(): u32 {
  return (cullJob.pairCount + PAIRS_PER_PIECE - 1) / PAIRS_PER_PIECE;
}

function readRank(rank: u32, shown: Shown): void {
  readShape(recordOfRank(rank).image, indicesOfRank(rank));
  takeShown(shown);
}

/** Whether one of two ranks may hide the other in the running view, as the bit says; `known` is where that is kept. */
function mayHide(low: u32, high: u32, bit: u32, known: usize): bool {
  const before = <u32>load<u8>(known);
  if ((before & (bit << KNOWN_BITS)) != 0) return (before & bit) != 0;
  if (low != lowerRank) {
    lowerRank = low;
    readRank(low, lower);
  }
  if (high != higherRank) {
    higherRank = high;
    readRank(high, higher);
  }
  const isHidden = bit == HIDES_SECOND ? hides(lower, higher) : hides(higher, lower);
  store<u8>(known, <u8>(before | (bit << KNOWN_BITS) | (isHidden ? bit : 0)));
  return isHidden;
}

/** Goes through the pairs of a piece, in the direction of the running pass. */
export function passPairs(piece: u32): void {
  const start = piece * PAIRS_PER_PIECE;
  const end = min(cullJob.pairCount, start + PAIRS_PER_PIECE);
  const backward = (cullJob.pass & 1) != 0;
  const bit: u32 = backward ? HIDES_FIRST : HIDES_SECOND;
  const asked = cullJob.asked;
  const drawn = cullJob.drawn;
  const hidden = cullJob.hidden;
  const views = <usize>cullJob.viewCount;
  const relations = cullJob.relations + <usize>(cullJob.visit % cullJob.viewCount);
  for (let i = beginsAt(start); i < end; i++) {
    const pair = cullJob.pairs + ((<usize>i) << 3);
    const low = load<u32>(pair);
    const high = load<u32>(pair, 4);
    const front = backward ? high : low;
    const behind = <usize>(backward ? low : high);
    if (((drawn >>> labelOf(front)) & (asked >>> labelOf(<u32>behind)) & 1) == 0 || load<u8>(hidden + behind) != 0)
      continue;
    if ((i & 63) == 0 && stopped()) return;
    forgetLooked();
    if (mayHide(low, high, bit, relations + <usize>i * views)) store<u8>(hidden + behind, 1);
    if (leavesAt(i + 1, 64 + looked)) return;
  }
}

/** At the end of a visit, before ranks are renumbered: leaves out the pairs of pruned elements. */
export function keepOpenPairs(): void {
  const count = cullJob.elementCount;
  let next: u32 = 0;
  for (let rank: u32 = 0; rank < count; rank++) {
    store<u32>(numberSlot(rank), next);
    next += u32(labelOf(rank) != SET_BFV);
  }
  const pairCount = cullJob.pairCount;
  const views = <usize>cullJob.viewCount;
  let left: u32 = 0;
  for (let i: u32 = 0; i < pairCount; i++) {
    const pair = cullJob.pairs + ((<usize>i) << 3);
    const low = load<u32>(pair);
    const high = load<u32>(pair, 4);
    if (labelOf(low) == SET_BFV || labelOf(high) == SET_BFV) continue;
    const place = cullJob.pairs + ((<usize>left) << 3);
    store<u32>(place, load<u32>(numberSlot(low)));
    store<u32>(place, load<u32>(numberSlot(high)), 4);
    memory.copy(cullJob.relations + <usize>left * views, cullJob.relations + <usize>i * views, views);
    left++;
  }
  cullJob.pairCount = left;
}
