/**
 * Keys of entries and of hits: what is sorted along a pixel.
 *
 * An order that does not depend on threads: by depth, then by triangle.
 */
import { take } from '../../../memory/kernels/memory';
import { reserveScratch } from '../../../memory/kernels/scratch';

/** A key: depth (f64), address of the entry, triangle. Keys are sorted, not entries. */
export const KEY_BYTES: usize = 16;

/** Lists of keys that grow as they must. */
// @unmanaged
export class KeyListsState {
  /** Keys of the hits of a cluster, and of its entries by their far ends. */
  hits: usize;
  hitCapacity: u32;
  endKeys: usize;
  endCapacity: u32;
}
export const keyLists = changetype<KeyListsState>(reserveScratch(offsetof<KeyListsState>()));

// @inline
export function setKey(keys: usize, index: u32, depth: f64, entry: usize, triangle: u32): void {
  const key = keys + ((<usize>index) << 4);
  store<f64>(key, depth);
  store<u32>(key, <u32>entry, 8);
  store<u32>(key, triangle, 12);
}

// @inline
export function entryAt(keys: usize, index: u32): usize {
  return <usize>load<u32>(keys + ((<usize>index) << 4), 8);
}

/** From here on the gaps of a Shell sort shrink by 2.25 each (Tokuda 1992). */
const GAP_SHRINK: f64 = 2.25;

/**
 * Sorts keys by depth, then by triangle: an order that does not depend on threads. Most pixels have a dozen or two; those
 * of a coarse image over a fine mesh may have thousands.
 */
export function sortKeys(keys: usize, from: u32, to: u32): void {
  let gap: u32 = 1;
  for (let next: f64 = 1; <u32>ceil(next) < (to - from) / 8; next = GAP_SHRINK * next + 1) gap = <u32>ceil(next);
  while (true) {
    sortByGap(keys, from, to, gap);
    if (gap == 1) return;
    gap = max<u32>(1, <u32>(<f64>gap / GAP_SHRINK));
  }
}

// @inline
function sortByGap(keys: usize, from: u32, to: u32, gap: u32): void {
  for (let i = from + gap; i < to; i++) {
    const key = keys + ((<usize>i) << 4);
    const depth = load<f64>(key);
    const rest = load<u64>(key, 8);
    let j = i;
    while (j >= from + gap) {
      const other = keys + ((<usize>(j - gap)) << 4);
      const otherDepth = load<f64>(other);
      // The triangle is the upper half.
      if (otherDepth < depth || (otherDepth == depth && load<u64>(other, 8) >> 32 <= rest >> 32)) break;
      v128.store(keys + ((<usize>j) << 4), v128.load(other));
      j -= gap;
    }
    if (j == i) continue;
    store<f64>(keys + ((<usize>j) << 4), depth);
    store<u64>(keys + ((<usize>j) << 4), rest, 8);
  }
}

export function openLayersHits(): void {
  keyLists.hits = 0;
  keyLists.hitCapacity = 0;
  keyLists.endKeys = 0;
  keyLists.endCapacity = 0;
}

/** Reserves memory for the far ends of `count` entries. */
export function reserveEndKeys(count: u32): void {
  if (count <= keyLists.endCapacity) return;
  keyLists.endCapacity = max(count, max<u32>(256, keyLists.endCapacity * 2));
  keyLists.endKeys = take(<u64>keyLists.endCapacity * KEY_BYTES);
}

/** Reserves memory for the hits of a pixel with `count` entries. */
export function reserveHits(count: u32): void {
  if (count <= keyLists.hitCapacity) return;
  keyLists.hitCapacity = max(count, max<u32>(256, keyLists.hitCapacity * 2));
  keyLists.hits = take(<u64>keyLists.hitCapacity * KEY_BYTES);
}
