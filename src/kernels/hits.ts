/**
 * The list of colliding pairs: each thread fills chunks of its own; they are joined, sorted and freed of repetitions at
 * the end. Nothing is ever cut off: a full chunk is followed by another.
 *
 * A hit is one u64: triangleA << 32 | triangleB << 2 | kind, so that numeric order is the order of the answer.
 */
import {
  CTL_HIT_TOTAL,
  JOB_LIMIT,
  OUT_HITS,
  OUT_HIT_COUNT,
  STOP_LIMIT,
  THREADS_MAX,
  THREAD_HITS,
  THREAD_RECORDS,
  THREAD_STRIDE,
} from './layout';
import { bump, control, setControl, stop, take } from './memory';

/** A chunk: next chunk (u32), hits in it (u32), then the hits. */
const CHUNK_HEAD: usize = 8;
const CHUNK_HITS: u32 = 1023;

let chunk: usize = 0;
let chunkCount: u32 = 0;

function recordOf(thread: u32): usize {
  return THREAD_RECORDS + <usize>thread * THREAD_STRIDE;
}

/** Takes up this thread's list where it was left. */
export function openHits(thread: u32): void {
  chunk = load<u32>(recordOf(thread), THREAD_HITS);
  chunkCount = chunk != 0 ? load<u32>(chunk, 4) : 0;
}

export function closeHits(thread: u32): void {
  if (chunk == 0) return;
  store<u32>(chunk, chunkCount, 4);
  store<u32>(recordOf(thread), chunk, THREAD_HITS);
}

function nextChunk(): void {
  const fresh = take(CHUNK_HEAD + (<u64>CHUNK_HITS << 3));
  if (chunk != 0) store<u32>(chunk, chunkCount, 4);
  store<u32>(fresh, chunk);
  chunk = fresh;
  chunkCount = 0;
}

export function addHit(triangle: u32, other: u32, kind: i32): void {
  if (chunk == 0 || chunkCount == CHUNK_HITS) nextChunk();
  const low = min(triangle, other);
  const high = max(triangle, other);
  const key = (<u64>low << 32) | (<u64>high << 2) | <u64>kind;
  store<u64>(chunk + CHUNK_HEAD + (<usize>chunkCount << 3), key);
  chunkCount++;
  const limit = control(JOB_LIMIT);
  if (limit != 0 && bump(CTL_HIT_TOTAL, 1) + 1 >= limit) stop(STOP_LIMIT);
}

/** One pass of a least-significant-digit radix sort over 11 bits. */
function radixPass(from: usize, to: usize, count: u32, shift: u64, histogram: usize): void {
  memory.fill(histogram, 0, 2048 * 4);
  for (let i: u32 = 0; i < count; i++) {
    const slot = histogram + ((<usize>(load<u64>(from + (<usize>i << 3)) >> shift) & 2047) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  let sum: u32 = 0;
  for (let d: usize = 0; d < 2048; d++) {
    const slot = histogram + (d << 2);
    const n = load<u32>(slot);
    store<u32>(slot, sum);
    sum += n;
  }
  for (let i: u32 = 0; i < count; i++) {
    const key = load<u64>(from + (<usize>i << 3));
    const slot = histogram + ((<usize>(key >> shift) & 2047) << 2);
    const place = load<u32>(slot);
    store<u32>(slot, place + 1);
    store<u64>(to + (<usize>place << 3), key);
  }
}

function insertionSort(keys: usize, count: u32): void {
  for (let i: u32 = 1; i < count; i++) {
    const key = load<u64>(keys + (<usize>i << 3));
    let j = i;
    while (j > 0 && load<u64>(keys + (<usize>(j - 1) << 3)) > key) {
      store<u64>(keys + (<usize>j << 3), load<u64>(keys + (<usize>(j - 1) << 3)));
      j--;
    }
    store<u64>(keys + (<usize>j << 3), key);
  }
}

/** Sorts u64 keys; returns where the sorted ones are: `keys` or `spare`. Digits in which no two keys differ are skipped. */
function sortKeys(keys: usize, spare: usize, count: u32): usize {
  let all: u64 = u64.MAX_VALUE;
  let any: u64 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const key = load<u64>(keys + (<usize>i << 3));
    all &= key;
    any |= key;
  }
  const differing = all ^ any;
  const histogram = take(2048 * 4);
  let from = keys;
  let to = spare;
  for (let shift: u64 = 0; shift < 64; shift += 11) {
    if (((differing >> shift) & 2047) == 0) continue;
    radixPass(from, to, count, shift, histogram);
    const swap = from;
    from = to;
    to = swap;
  }
  return from;
}

/** A pair may be met in more than one place; the kind is the same each time, so equal pairs are equal keys. */
function dropRepeated(keys: usize, count: u32): u32 {
  let kept: u32 = 0;
  let last: u64 = u64.MAX_VALUE;
  for (let i: u32 = 0; i < count; i++) {
    const key = load<u64>(keys + (<usize>i << 3));
    if (key == last) continue;
    store<u64>(keys + (<usize>kept << 3), key);
    kept++;
    last = key;
  }
  return kept;
}

/** Joins the lists of all threads into one sorted array (OUT_HITS). */
export function gatherHits(): void {
  let count: u32 = 0;
  for (let thread: u32 = 0; thread < <u32>THREADS_MAX; thread++) {
    for (let c = <usize>load<u32>(recordOf(thread), THREAD_HITS); c != 0; c = load<u32>(c)) count += load<u32>(c, 4);
  }
  let keys = take(<u64>count << 3);
  let place = keys;
  for (let thread: u32 = 0; thread < <u32>THREADS_MAX; thread++) {
    for (let c = <usize>load<u32>(recordOf(thread), THREAD_HITS); c != 0; c = load<u32>(c)) {
      const bytes = <usize>load<u32>(c, 4) << 3;
      memory.copy(place, c + CHUNK_HEAD, bytes);
      place += bytes;
    }
  }
  if (count > 64) keys = sortKeys(keys, take(<u64>count << 3), count);
  else insertionSort(keys, count);
  count = dropRepeated(keys, count);
  const limit = control(JOB_LIMIT);
  if (limit != 0 && count > limit) count = limit;
  setControl(OUT_HITS, <u32>keys);
  setControl(OUT_HIT_COUNT, count);
}
