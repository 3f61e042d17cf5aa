/**
 * Pairs of triangles whose boxes overlap, waiting to be decided exactly: filled by the sweep, emptied tile by tile.
 */

import { pairKind } from '../../exact/kernels/triangle-pair';
import { KIND_TOUCHING, QUERY_IMPACTS, QUERY_WITHIN, SURVIVOR_APART } from '../../memory/constants';
import { job } from '../../memory/generated/kernels/records';
import { now, stopped, take } from '../../memory/kernels/memory';
import { reserveScratch } from '../../memory/kernels/scratch';
import { decideImpacts, openImpactPairs } from '../../queries/impacts/kernels/triangle-pairs';
import { decideNearPairs, openNearPairs } from '../../queries/within/kernels/near-pairs';
import { addHit } from './hits';
import { readMemberCorners } from './member-corners';
import { isIgnored } from './regions';
import { triangles } from './tile-members';

const CAPACITY: u32 = 4096;

let pairs: usize = 0;
let waiting: u32 = 0;
/** Whether pairs are wanted that are near, or that meet while they move, or else such that collide. */
let wantsNear: bool = false;
let wantsImpacts: bool = false;

/** Pairs decided and milliseconds spent on them by this thread, since the job began. */
export let decidedPairs: u64 = 0;
export let exactMilliseconds: f64 = 0;

/**
 * Without threads: whether what runs has used up its turn, and when it will have. Seen to after each batch of decisions,
 * by the clock that is read then anyway. Pairs are sorted in the end, so where turns end never shows.
 */
export let turnIsOver: bool = false;
let turnEnds: f64 = 0;
const TURN_MILLISECONDS: f64 = 8;

/** Begins a turn on the calling thread. */
export function openTurn(): void {
  turnEnds = now() + TURN_MILLISECONDS;
  turnIsOver = false;
}

/** Looks at the clock. */
export function checkTurn(): void {
  turnIsOver = now() > turnEnds;
}

let first: usize = 0;
let second: usize = 0;

export function bindCandidates(): void {
  first = reserveScratch(72);
  second = reserveScratch(72);
}

export function openCandidates(): void {
  pairs = take((<u64>CAPACITY) << 3);
  waiting = 0;
  decidedPairs = 0;
  exactMilliseconds = 0;
  wantsNear = job.query == QUERY_WITHIN;
  if (wantsNear) openNearPairs();
  wantsImpacts = job.query == QUERY_IMPACTS;
  if (wantsImpacts) openImpactPairs();
}

/** Adds a pair of members of the current tile, by rank. */
// @inline
export function addCandidate(a: u32, b: u32): void {
  const place = pairs + ((<usize>waiting) << 3);
  store<u32>(place, a);
  store<u32>(place, b, 4);
  if (++waiting == CAPACITY) decideCandidates();
}

/** Whether culling has shown that two members do not collide: both were fully visible in the same pass. */
// @inline
function keptApart(survivors: usize, a: u32, b: u32): bool {
  const set = load<u8>(survivors + <usize>load<u32>(triangles + ((<usize>a) << 2)));
  return set >= <u8>SURVIVOR_APART && set == load<u8>(survivors + <usize>load<u32>(triangles + ((<usize>b) << 2)));
}

/** Decides all waiting pairs. Must be called before the members of the tile change. */
export function decideCandidates(): void {
  if (waiting == 0) return;
  const began = now();
  let skipped: u32 = 0;
  if (wantsNear) decideNearPairs(pairs, waiting);
  else if (wantsImpacts) decideImpacts(pairs, waiting);
  else skipped = decideCollidingPairs();
  decidedPairs += waiting - skipped;
  waiting = 0;
  const ended = now();
  exactMilliseconds += ended - began;
  if (!ASC_FEATURE_THREADS) turnIsOver = ended > turnEnds;
}

/** Returns how many were skipped, because culling had settled them. */
function decideCollidingPairs(): u32 {
  const ignoring = job.ignoreCount != 0;
  const penetrating = job.penetrating != 0;
  const survivors = job.survivors;
  let skipped: u32 = 0;
  let current: u32 = u32.MAX_VALUE;
  let objectA: u32 = 0;
  for (let i: u32 = 0; i < waiting; i++) {
    if ((i & 1023) == 1023 && stopped()) break;
    const a = load<u32>(pairs + ((<usize>i) << 3));
    const b = load<u32>(pairs + ((<usize>i) << 3), 4);
    if (survivors != 0 && keptApart(survivors, a, b)) {
      skipped++;
      continue;
    }
    if (a != current) {
      objectA = readMemberCorners(a, first);
      current = a;
    }
    const objectB = readMemberCorners(b, second);
    if (ignoring && objectA != objectB && isIgnored(min(objectA, objectB), max(objectA, objectB))) continue;
    const kind = pairKind(first, second);
    if (kind < 0 || (penetrating && kind == KIND_TOUCHING)) continue;
    addHit(load<u32>(triangles + ((<usize>a) << 2)), load<u32>(triangles + ((<usize>b) << 2)), kind);
  }
  return skipped;
}
