/**
 * Pairs of triangles whose boxes overlap, waiting to be decided exactly by the query that runs: filled by the sweep,
 * emptied tile by tile.
 */

import { ThreadRecord } from '../../memory/generated/kernels/records';
import { now, take } from '../../memory/kernels/memory';
import { sliceEnds } from '../../memory/kernels/time-slice';
import { dropSeparated, holdsPlanes } from './plane-filter';

const CAPACITY: u32 = 4096;

let pairs: usize = 0;
let waiting: u32 = 0;

/** Pairs decided and milliseconds spent on them by this thread, since the job began. */
let decidedPairs: u64 = 0;
let exactMilliseconds: f64 = 0;
/** What it spent on walks besides, and how much of the former was known when it last told. */
let walkMilliseconds: f64 = 0;
let exactNoted: f64 = 0;

/**
 * Without threads: whether the current time slice is used up. Checked after each batch of decisions, when the clock is read
 * anyway. Pairs are sorted in the end, so the answer does not depend on where a slice ended.
 */
export let sliceIsOver: bool = false;

/** Begins another time slice of the walk. */
export function openWalkSlice(): void {
  sliceIsOver = false;
}

/** Looks at the clock. */
export function checkSlice(): void {
  sliceIsOver = now() > sliceEnds;
}

/** Decides pairs of members (ranks, two u32 each), and returns the number it skipped because culling had settled them. */
type Decide = (pairs: usize, count: u32) => u32;
let decide: Decide = decideNothing;

function decideNothing(_pairs: usize, count: u32): u32 {
  return count;
}

/** Readies the list for a job whose query decides pairs by `how`. */
export function openCandidates(how: Decide): void {
  decide = how;
  pairs = take((<u64>CAPACITY) << 3);
  waiting = 0;
  decidedPairs = 0;
  exactMilliseconds = 0;
  walkMilliseconds = 0;
  exactNoted = 0;
}

/** Leaves in the thread's record what it has decided so far; `milliseconds` went to the pieces it has just taken, those of a walk if `walked`. */
export function noteCandidates(record: ThreadRecord, walked: bool, milliseconds: f64): void {
  if (walked) walkMilliseconds += milliseconds - (exactMilliseconds - exactNoted);
  exactNoted = exactMilliseconds;
  record.candidates = <f64>decidedPairs;
  record.walkMs = walkMilliseconds;
  record.exactMs = exactMilliseconds;
}

/** Counts pairs that were decided elsewhere, and the time that took. */
export function noteDecided(count: u32, milliseconds: f64): void {
  decidedPairs += count;
  exactMilliseconds += milliseconds;
}

/** Adds a pair of members of the current tile, by rank. */
// @inline
export function addCandidate(a: u32, b: u32): void {
  const place = pairs + ((<usize>waiting) << 3);
  store<u32>(place, a);
  store<u32>(place, b, 4);
  if (++waiting == CAPACITY) decideCandidates();
}

/** Adds the pairs of a member with those of the eight at `others` (ranks, u32) that have a bit in `bits`, at least one. */
// @inline
export function addCandidates(a: u32, others: usize, bits: u32): void {
  if (waiting + 8 > CAPACITY) decideCandidates();
  let place = pairs + ((<usize>waiting) << 3);
  waiting += popcnt(bits);
  // Two without a branch, because how many there are is unpredictable.
  addPair(place, a, others, bits);
  let left = bits & (bits - 1);
  addPair(place + 8, a, others, left);
  for (left &= left - 1; left != 0; left &= left - 1) {
    addPair(place + 16, a, others, left);
    place += 8;
  }
}

/** The pair with the first of `others` that has a bit; without any, it does not matter which. */
// @inline
function addPair(place: usize, a: u32, others: usize, bits: u32): void {
  store<u32>(place, a);
  store<u32>(place, load<u32>(others + ((<usize>(ctz(bits) & 7)) << 2)), 4);
}

/** Decides all waiting pairs. Must be called before the members of the tile change. */
export function decideCandidates(): void {
  if (waiting == 0) return;
  const began = now();
  const skipped = decide(pairs, holdsPlanes ? dropSeparated(pairs, waiting) : waiting);
  decidedPairs += waiting - skipped;
  waiting = 0;
  const ended = now();
  exactMilliseconds += ended - began;
  if (!ASC_FEATURE_THREADS) sliceIsOver = ended > sliceEnds;
}
