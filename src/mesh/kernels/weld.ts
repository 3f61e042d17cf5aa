/**
 * Finds vertices with equal coordinates (−0 equals 0), so that triangles that meet there are neighbours.
 *
 * Open addressing over the bit patterns of the coordinates, chunk by chunk. Promise: welded vertices are numbered in the order in which
 * they first appear, and each notes the first given vertex that it came from; the same as weld.ts has. A chunk is hashed, and the
 * places of its vertices in the table are read, before any of them is looked up: the table is larger than the cache. So are the
 * coordinates of welded vertices; the table therefore has the bits of a hash that do not say its place beside each number.
 */

/** What is known of a welded vertex: its coordinates, with 0 in the place of −0, and behind them the given vertex. */
const SINGLE_BYTES: usize = 16;
const DOUBLE_BYTES: usize = 32;

// @inline
function mixed(hash: u32, word: u32): u32 {
  const product = (hash ^ word) * 0x85ebca6b;
  return product ^ (product >>> 15);
}

// @inline
function hashOf(at: usize, isDouble: bool): u32 {
  const hash = mixed(mixed(mixed(0, load<u32>(at)), load<u32>(at, 4)), load<u32>(at, 8));
  return isDouble ? mixed(mixed(mixed(hash, load<u32>(at, 12)), load<u32>(at, 16)), load<u32>(at, 20)) : hash;
}

// @inline
function areEqual(a: usize, b: usize, isDouble: bool): bool {
  if (isDouble) {
    const xy = v128.xor(v128.load(a), v128.load(b));
    return !v128.any_true(xy) && load<u64>(a, 16) == load<u64>(b, 16);
  }
  return load<u64>(a) == load<u64>(b) && load<u32>(a, 8) == load<u32>(b, 8);
}

/** What was read ahead, so that reading it is not left out. */
export let readAhead: u32 = 0;

/**
 * Welds `count` more vertices, of 12 or 24 bytes at `packed` (which is changed, and has 16 readable bytes behind it), the first of which is number `first` as given; `known`
 * are welded. `table` has `last` + 1 places for numbers, which begin at 1 and are at most `last`; `list` has what is known of `capacity`
 * vertices; `hashes` has 4 bytes for each of the chunk. Writes the number of each vertex to `targets`, and returns how many are known then; or −1 when there are
 * more than `capacity`.
 */
export function weldChunk(
  packed: usize,
  count: u32,
  first: u32,
  known: u32,
  capacity: u32,
  table: usize,
  last: u32,
  list: usize,
  hashes: usize,
  targets: usize,
  isDouble: bool,
): i32 {
  const step: usize = isDouble ? 24 : 12;
  const entryBytes = isDouble ? DOUBLE_BYTES : SINGLE_BYTES;
  const sourceAt: usize = isDouble ? 24 : 12;
  const bytes = <usize>count * step;
  for (let at: usize = packed; at < packed + bytes; at += 16) {
    const zero = f32x4.splat(0);
    const numbers = v128.load(at);
    v128.store(at, isDouble ? f64x2.add(numbers, zero) : f32x4.add(numbers, zero));
  }
  let ahead: u32 = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const hash = hashOf(packed + i * step, isDouble);
    store<u32>(hashes + (i << 2), hash);
    ahead |= load<u32>(table + ((<usize>(hash & last)) << 2));
  }
  readAhead = ahead;
  let number = known;
  for (let i: usize = 0; i < <usize>count; i++) {
    const at = packed + i * step;
    const hash = load<u32>(hashes + (i << 2));
    const rest = hash & ~last;
    let place = hash & last;
    let held = load<u32>(table + ((<usize>place) << 2));
    while (held != 0) {
      const isAlike = (held & ~last) == rest;
      if (isAlike && areEqual(at, list + <usize>((held & last) - 1) * entryBytes, isDouble)) break;
      place = (place + 1) & last;
      held = load<u32>(table + ((<usize>place) << 2));
    }
    if (held == 0) {
      if (number == capacity) return -1;
      const entry = list + <usize>number * entryBytes;
      v128.store(entry, v128.load(at));
      if (isDouble) v128.store(entry, v128.load(at, 16), 16);
      store<u32>(entry + sourceAt, first + <u32>i);
      held = ++number;
      store<u32>(table + ((<usize>place) << 2), rest | held);
    }
    store<u32>(targets + ((<usize>(first + <u32>i)) << 2), (held & last) - 1);
  }
  return number;
}

/** Writes to `sources` which given vertex each of `count` welded ones came from. */
export function listSources(list: usize, isDouble: bool, count: u32, sources: usize): void {
  const entryBytes = isDouble ? DOUBLE_BYTES : SINGLE_BYTES;
  let at = list + (isDouble ? 24 : 12);
  for (let i: u32 = 0; i < count; i++, at += entryBytes) store<u32>(sources + ((<usize>i) << 2), load<u32>(at));
}

/** Puts the number of the welded vertex in the place of each of `count` indices, all of which are in range. */
export function weldIndices(indices: usize, count: u32, targets: usize): void {
  for (let at = indices, end = indices + ((<usize>count) << 2); at < end; at += 4)
    store<u32>(at, load<u32>(targets + ((<usize>load<u32>(at)) << 2)));
}

/**
 * Has vertices that no triangle uses (0 in `marks`) take the coordinates of one that is used. `sources` says which given vertex each
 * takes; `isNew`: they take their own until now.
 */
export function leaveOutUnused(marks: usize, sources: usize, count: u32, isNew: bool): void {
  let used: u32 = 0;
  while (load<u8>(marks + <usize>used) == 0) used++;
  const spare = isNew ? used : load<u32>(sources + ((<usize>used) << 2));
  for (let vertex: u32 = 0; vertex < count; vertex++) {
    const at = sources + ((<usize>vertex) << 2);
    const own = isNew ? vertex : load<u32>(at);
    store<u32>(at, select<u32>(own, spare, load<u8>(marks + <usize>vertex) != 0));
  }
}
