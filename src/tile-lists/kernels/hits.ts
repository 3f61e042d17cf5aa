/**
 * The list of colliding pairs. Each thread fills chunks of its own; at the end they are joined, sorted and rid of
 * duplicates. Nothing is ever cut off: a full chunk is followed by another.
 *
 * A hit is one u64: triangleA << 32 | triangleB << 2 | kind, so that numeric order is the order of the answer.
 */

import { STOP_LIMIT, THREAD_RECORDS, THREADS_MAX } from '../../memory/constants';
import { control, job, results, ThreadRecord } from '../../memory/generated/kernels/records';
import { bump, stop, take } from '../../memory/kernels/memory';

/** A chunk: next chunk (u32), hits in it (u32), then the hits. */
const CHUNK_HEAD: usize = 8;
const CHUNK_HITS: u32 = 1023;

let chunk: usize = 0;
let chunkCount: u32 = 0;

function recordOf(thread: u32): ThreadRecord {
  return ThreadRecord.at(THREAD_RECORDS, thread);
}

/** Resumes this thread's list where it was left. */
export function openHits(thread: u32): void {
  chunk = recordOf(thread).hits;
  chunkCount = chunk != 0 ? load<u32>(chunk, 4) : 0;
}

export function closeHits(thread: u32): void {
  if (chunk == 0) return;
  store<u32>(chunk, chunkCount, 4);
  recordOf(thread).hits = chunk;
}

function nextChunk(): void {
  const fresh = take(CHUNK_HEAD + ((<u64>CHUNK_HITS) << 3));
  if (chunk != 0) store<u32>(chunk, chunkCount, 4);
  store<u32>(fresh, chunk);
  chunk = fresh;
  chunkCount = 0;
}

/** Adds a pair of triangles of the object table; stored by their numbers across all objects. */
export function addHit(triangle: u32, other: u32, kind: i32): void {
  addNumberedHit(numberOf(triangle), numberOf(other), kind);
}

/** The number, across all objects, of a triangle of the object table. */
// @inline
export function numberOf(triangle: u32): u32 {
  const sources = job.sources;
  return sources != 0 ? load<u32>(sources + ((<usize>triangle) << 2)) : triangle;
}

/** The same for triangles given by these numbers. */
// @inline
export function addNumberedHit(first: u32, second: u32, kind: i32): void {
  if (chunk == 0 || chunkCount == CHUNK_HITS) nextChunk();
  const low = min(first, second);
  const high = max(first, second);
  const key = ((<u64>low) << 32) | ((<u64>high) << 2) | <u64>kind;
  store<u64>(chunk + CHUNK_HEAD + ((<usize>chunkCount) << 3), key);
  chunkCount++;
  const limit = job.limit;
  if (limit != 0 && bump(control.hitTotal, 1) + 1 >= limit) stop(STOP_LIMIT);
}

function insertionSort(keys: usize, count: u32): void {
  for (let i: u32 = 1; i < count; i++) {
    const key = load<u64>(keys + ((<usize>i) << 3));
    let j = i;
    while (j > 0 && load<u64>(keys + ((<usize>(j - 1)) << 3)) > key) {
      store<u64>(keys + ((<usize>j) << 3), load<u64>(keys + ((<usize>(j - 1)) << 3)));
      j--;
    }
    store<u64>(keys + ((<usize>j) << 3), key);
  }
}

/**
 * Joining and sorting, in steps of this many keys, because without threads other work on the calling thread must get to run.
 * Sorted by a least-significant-digit radix sort over 11 bits; digits in which no two keys differ are skipped.
 */
const KEYS_PER_STEP: u32 = 1 << 17;
const GATHER_JOIN: u32 = 0;
const GATHER_COMPARE: u32 = 1;
const GATHER_COUNT: u32 = 2;
const GATHER_MOVE: u32 = 3;
const GATHER_UNIQUE: u32 = 4;

let gathering: u32 = GATHER_JOIN;
let gathered: u32 = 0;
/** Where the keys are, and where the current pass moves them. */
let keys: usize = 0;
let spare: usize = 0;
let histogram: usize = 0;
let shift: u64 = 0;
let allBits: u64 = 0;
let anyBits: u64 = 0;
/** The next key of the step; the number of distinct keys so far, and the last of them. */
let nextKey: u32 = 0;
let kept: u32 = 0;
let lastKey: u64 = 0;

/** Forgets a list that was left unfinished. */
export function forgetGathering(): void {
  gathering = GATHER_JOIN;
}

// @inline
function keyAt(index: u32): u64 {
  return load<u64>(keys + ((<usize>index) << 3));
}

// @inline
function slotOf(key: u64): usize {
  return histogram + ((<usize>(key >> shift) & 2047) << 2);
}

function beginStep(step: u32): void {
  gathering = step;
  nextKey = 0;
}

/** Finds the next digit in which keys differ, from `shift` on. */
function beginPass(): void {
  while (shift < 64 && (((allBits ^ anyBits) >> shift) & 2047) == 0) shift += 11;
  if (shift >= 64) {
    beginUnique();
    return;
  }
  memory.fill(histogram, 0, 2048 * 4);
  beginStep(GATHER_COUNT);
}

function beginUnique(): void {
  kept = 0;
  lastKey = u64.MAX_VALUE;
  beginStep(GATHER_UNIQUE);
}

function joinLists(): void {
  let count: u32 = 0;
  for (let thread: u32 = 0; thread < <u32>THREADS_MAX; thread++) {
    for (let c = recordOf(thread).hits; c != 0; c = load<u32>(c)) count += load<u32>(c, 4);
  }
  keys = take((<u64>count) << 3);
  let place = keys;
  for (let thread: u32 = 0; thread < <u32>THREADS_MAX; thread++) {
    for (let c = recordOf(thread).hits; c != 0; c = load<u32>(c)) {
      const bytes = (<usize>load<u32>(c, 4)) << 3;
      memory.copy(place, c + CHUNK_HEAD, bytes);
      place += bytes;
    }
  }
  gathered = count;
  if (count <= 64) {
    insertionSort(keys, count);
    beginUnique();
    return;
  }
  spare = take((<u64>count) << 3);
  histogram = take(2048 * 4);
  allBits = u64.MAX_VALUE;
  anyBits = 0;
  beginStep(GATHER_COMPARE);
}

function compareKeys(to: u32): void {
  for (let i = nextKey; i < to; i++) {
    allBits &= keyAt(i);
    anyBits |= keyAt(i);
  }
  if (to < gathered) return;
  shift = 0;
  beginPass();
}

function countDigits(to: u32): void {
  for (let i = nextKey; i < to; i++) {
    const slot = slotOf(keyAt(i));
    store<u32>(slot, load<u32>(slot) + 1);
  }
  if (to < gathered) return;
  let sum: u32 = 0;
  for (let d: usize = 0; d < 2048; d++) {
    const slot = histogram + (d << 2);
    const n = load<u32>(slot);
    store<u32>(slot, sum);
    sum += n;
  }
  beginStep(GATHER_MOVE);
}

function moveKeys(to: u32): void {
  for (let i = nextKey; i < to; i++) {
    const key = keyAt(i);
    const slot = slotOf(key);
    const place = load<u32>(slot);
    store<u32>(slot, place + 1);
    store<u64>(spare + ((<usize>place) << 3), key);
  }
  if (to < gathered) return;
  const swap = keys;
  keys = spare;
  spare = swap;
  shift += 11;
  beginPass();
}

/** A pair may be found in more than one place, always of the same kind, so equal pairs are equal keys. */
function dropRepeated(to: u32): bool {
  for (let i = nextKey; i < to; i++) {
    const key = keyAt(i);
    if (key == lastKey) continue;
    store<u64>(keys + ((<usize>kept) << 3), key);
    kept++;
    lastKey = key;
  }
  return to == gathered;
}

/** One step; returns true after the last. */
function gatherStep(): bool {
  if (gathering == GATHER_JOIN) {
    joinLists();
    return false;
  }
  const step = gathering;
  const to = min(gathered, nextKey + KEYS_PER_STEP);
  let done: bool = false;
  if (step == GATHER_COMPARE) compareKeys(to);
  else if (step == GATHER_COUNT) countDigits(to);
  else if (step == GATHER_MOVE) moveKeys(to);
  else done = dropRepeated(to);
  if (to < gathered) nextKey = to;
  return done;
}

/**
 * Joins the lists of all threads into one sorted array (results.hits). Without threads it returns false after each step but
 * the last, and must be called again.
 */
export function gatherHits(): bool {
  while (!gatherStep()) {
    if (!ASC_FEATURE_THREADS) return false;
  }
  gathering = GATHER_JOIN;
  const limit = job.limit;
  results.hits = <u32>keys;
  results.hitCount = limit != 0 && kept > limit ? limit : kept;
  return true;
}
