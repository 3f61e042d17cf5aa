/**
 * The list of impacts: each thread fills its own chunks; they are joined and sorted at the end. No impact is lost: a
 * full chunk is followed by another. Order: kind, then a0, a1, b0, b1, numbered through the scene.
 */

import { THREAD_RECORDS, THREADS_MAX } from '../../../memory/constants';
import { IMPACT_BYTES, ImpactRecord, impactsJob, job, ThreadRecord } from '../../../memory/generated/kernels/records';
import { take } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { TICKS } from '../constants';
import { latestTick } from './best-time';

/** A chunk: previous chunk (u32), records in it (u32), then the records. */
const CHUNK_HEAD: usize = 32;
const CHUNK_RECORDS: u32 = 511;
/** A record begins with the words that it is sorted by: kind, a0, a1, b0, b1. */
const KEY_WORDS: i32 = 5;
const DIGIT_BITS: u32 = 11;
/** Up to this many records with the same kind and first vertex are sorted by insertion. */
const RUN_MOST: usize = 160;

/** A record that is being inserted. */
const held = reserveScratch(IMPACT_BYTES);

let chunk: usize = 0;
/** Counters of digits, once they were needed. */
let histogram: usize = 0;
let chunkCount: u32 = 0;

export function openImpactList(): void {
  chunk = 0;
  chunkCount = 0;
}

/** Publishes the list for the closing step. */
export function storeImpactList(thread: ThreadRecord): void {
  if (chunk != 0) store<u32>(chunk, chunkCount, 4);
  thread.impacts = <u32>chunk;
}

export function addImpact(kind: u32, a0: u32, a1: u32, b0: u32, b1: u32, tick: f64): void {
  if (chunk == 0 || chunkCount == CHUNK_RECORDS) {
    const fresh = take(CHUNK_HEAD + <u64>CHUNK_RECORDS * IMPACT_BYTES);
    if (chunk != 0) store<u32>(chunk, chunkCount, 4);
    store<u32>(fresh, <u32>chunk);
    chunk = fresh;
    chunkCount = 0;
  }
  const record = ImpactRecord.at(chunk + CHUNK_HEAD, chunkCount++);
  record.kind = kind;
  record.a0 = a0;
  record.a1 = a1;
  record.b0 = b0;
  record.b1 = b1;
  record.tick = tick;
}

// @inline
function copyRecord(from: usize, to: usize): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
}

/** One pass of a least-significant-digit radix sort. */
function radixPass(from: usize, to: usize, count: u32, field: usize, shift: u32): void {
  const mask: u32 = (1 << DIGIT_BITS) - 1;
  memory.fill(histogram, 0, 4 << DIGIT_BITS);
  for (let i: usize = 0; i < <usize>count; i++) {
    const digit = (load<u32>(from + i * IMPACT_BYTES + field) >>> shift) & mask;
    const slot = histogram + ((<usize>digit) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  let sum: u32 = 0;
  for (let d: usize = 0; d <= <usize>mask; d++) {
    const n = load<u32>(histogram + (d << 2));
    store<u32>(histogram + (d << 2), sum);
    sum += n;
  }
  for (let i: usize = 0; i < <usize>count; i++) {
    const record = from + i * IMPACT_BYTES;
    const slot = histogram + ((<usize>((load<u32>(record + field) >>> shift) & mask)) << 2);
    const place = load<u32>(slot);
    store<u32>(slot, place + 1);
    copyRecord(record, to + <usize>place * IMPACT_BYTES);
  }
}

/** Bits in which the records differ in a field. */
function differing(records: usize, count: u32, field: usize): u32 {
  let all: u32 = 0xffffffff;
  let any: u32 = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const value = load<u32>(records + i * IMPACT_BYTES + field);
    all &= value;
    any |= value;
  }
  return all ^ any;
}

/** Sorts by the fields from one on, with a buffer of the same size. Returns where the sorted records are: in place, or in the buffer. */
function sortByDigits(records: usize, other: usize, count: u32, first: i32): usize {
  if (histogram == 0) histogram = take(4 << DIGIT_BITS);
  let from = records;
  let to = other;
  // The fields lie in the order of their weight; the last has the least.
  for (let field: i32 = 4 * (KEY_WORDS - 1); field >= 4 * first; field -= 4) {
    const bits = differing(from, count, <usize>field);
    for (let shift: u32 = 0; shift < 32; shift += DIGIT_BITS) {
      if (((bits >>> shift) & ((1 << DIGIT_BITS) - 1)) == 0) continue;
      radixPass(from, to, count, <usize>field, shift);
      const swap = from;
      from = to;
      to = swap;
    }
  }
  return from;
}

/** Whether counters for each kind and first vertex are few enough compared with the number of records. */
// @inline
function placesPay(count: u32): bool {
  return (<u64>count) << 3 > <u64>job.vertexCount;
}

/** Whether a record comes before another with the same kind and first vertex. */
// @inline
function isBefore(p: usize, q: usize): bool {
  const a = load<u32>(p, 8);
  const b = load<u32>(q, 8);
  if (a != b) return a < b;
  const c = load<u32>(p, 12);
  const d = load<u32>(q, 12);
  return c != d ? c < d : load<u32>(p, 16) < load<u32>(q, 16);
}

/** Sorts records with the same kind and first vertex, with a buffer of the same size. */
function sortRun(from: usize, end: usize, work: usize): void {
  if (end - from > RUN_MOST * IMPACT_BYTES) {
    const sorted = sortByDigits(from, work, <u32>((end - from) / IMPACT_BYTES), 2);
    if (sorted != from) memory.copy(from, sorted, end - from);
    return;
  }
  for (let at = from + IMPACT_BYTES; at < end; at += IMPACT_BYTES) {
    if (!isBefore(at, at - IMPACT_BYTES)) continue;
    const low = v128.load(at);
    const high = v128.load(at, 16);
    v128.store(held, low);
    v128.store(held, high, 16);
    let place = at;
    do {
      copyRecord(place - IMPACT_BYTES, place);
      place -= IMPACT_BYTES;
    } while (place > from && isBefore(held, place - IMPACT_BYTES));
    v128.store(place, low);
    v128.store(place, high, 16);
  }
}

/** Sorts by kind and first vertex in one pass, and then those that have both in common. */
function sortByPlaces(records: usize, to: usize, count: u32): void {
  const vertices = <usize>job.vertexCount;
  const places = take((<u64>vertices) << 3);
  memory.fill(places, 0, vertices << 3);
  for (let i: usize = 0; i < <usize>count; i++) {
    const slot = placeOf(records + i * IMPACT_BYTES, places, vertices);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  let sum: u32 = 0;
  for (let slot = places, end = places + (vertices << 3); slot < end; slot += 4) {
    const n = load<u32>(slot);
    store<u32>(slot, sum);
    sum += n;
  }
  for (let i: usize = 0; i < <usize>count; i++) {
    const record = records + i * IMPACT_BYTES;
    const slot = placeOf(record, places, vertices);
    const place = load<u32>(slot);
    store<u32>(slot, place + 1);
    copyRecord(record, to + <usize>place * IMPACT_BYTES);
  }
  let run = to;
  for (let slot = places, end = places + (vertices << 3); slot < end; slot += 4) {
    const next = to + <usize>load<u32>(slot) * IMPACT_BYTES;
    if (next - run > IMPACT_BYTES) sortRun(run, next, records);
    run = next;
  }
}

// @inline
function placeOf(record: usize, places: usize, vertices: usize): usize {
  return places + ((<usize>load<u32>(record) * vertices + <usize>load<u32>(record, 4)) << 2);
}

/** Returns where the sorted records are. */
function sortRecords(records: usize, count: u32): usize {
  const to = take(<u64>count * IMPACT_BYTES);
  histogram = 0;
  if (!placesPay(count)) return sortByDigits(records, to, count, 0);
  sortByPlaces(records, to, count);
  return to;
}

/** The earliest record, the first of equals. */
function earliest(records: usize, count: u32): usize {
  let best: u32 = 0;
  for (let i: u32 = 1; i < count; i++) {
    if (ImpactRecord.at(records, i).tick < ImpactRecord.at(records, best).tick) best = i;
  }
  return records + <usize>best * IMPACT_BYTES;
}

/** The records of all threads in order, once they are gathered. */
export let gathered: usize = 0;

/** Records of all threads together. */
function countRecords(): u32 {
  let count: u32 = 0;
  for (let thread: u32 = 0; thread < <u32>THREADS_MAX; thread++) {
    let c = ThreadRecord.at(THREAD_RECORDS, thread).impacts;
    for (; c != 0; c = load<u32>(c)) count += load<u32>(c, 4);
  }
  return count;
}

/** Joins the lists of all threads into one, in no order. */
function joinRecords(count: u32): usize {
  const records = take(<u64>count * IMPACT_BYTES);
  let place = records;
  for (let thread: u32 = 0; thread < <u32>THREADS_MAX; thread++) {
    let c = ThreadRecord.at(THREAD_RECORDS, thread).impacts;
    for (; c != 0; c = load<u32>(c)) {
      const bytes = <usize>load<u32>(c, 4) * IMPACT_BYTES;
      memory.copy(place, c + CHUNK_HEAD, bytes);
      place += bytes;
    }
  }
  return records;
}

/** Joins the lists of all threads into one in order. Returns how many there are. */
export function gatherRecords(): u32 {
  const count = countRecords();
  const records = joinRecords(count);
  gathered = count > 1 ? sortRecords(records, count) : records;
  return count;
}

/** Those of some records that have a tick, none above `latest`, in order: the answer. Returns how many there are. */
export function chooseImpacts(records: usize, count: u32, latest: f64): u32 {
  let chosen: u32 = 0;
  for (let i: u32 = 0; i < count; i++) chosen += u32(isChosen(ImpactRecord.at(records, i), latest));
  const list = take(<u64>chosen * IMPACT_BYTES);
  let place = list;
  for (let i: u32 = 0; i < count; i++) {
    const record = ImpactRecord.at(records, i);
    if (!isChosen(record, latest)) continue;
    copyRecord(changetype<usize>(record), place);
    place += IMPACT_BYTES;
  }
  const sorted = chosen > 1 ? sortRecords(list, chosen) : list;
  impactsJob.list = <u32>sorted;
  impactsJob.count = impactsJob.prunes != 0 ? dropRepeated(sorted, chosen) : chosen;
  return impactsJob.count;
}

// @inline
function isChosen(record: ImpactRecord, latest: f64): bool {
  return record.tick >= 0 && record.tick <= latest;
}

/** Removes duplicates from sorted records: a longer search finds again what a shorter one found. Returns how many are left. */
function dropRepeated(records: usize, count: u32): u32 {
  let kept: u32 = min<u32>(count, 1);
  for (let i: u32 = 1; i < count; i++) {
    const record = records + <usize>i * IMPACT_BYTES;
    const last = records + <usize>(kept - 1) * IMPACT_BYTES;
    if (load<u64>(record) == load<u64>(last) && !isBefore(last, record)) continue;
    copyRecord(record, records + <usize>kept * IMPACT_BYTES);
    kept++;
  }
  return kept;
}

/** For `impacts` that lists what could meet besides: that list, and the answer. */
export function gatherCandidates(): u32 {
  const count = countRecords();
  impactsJob.candidates = <u32>joinRecords(count);
  impactsJob.candidateCount = count;
  return chooseImpacts(impactsJob.candidates, count, impactsJob.prunes != 0 ? latestTick() : TICKS);
}

/** For `impacts`: all in order; of them, if that was asked for, only the earliest. */
export function gatherImpacts(): u32 {
  let count = gatherRecords();
  let records = gathered;
  if (impactsJob.first != 0 && count > 1) {
    records = earliest(records, count);
    count = 1;
  }
  impactsJob.list = <u32>records;
  impactsJob.count = count;
  return count;
}
