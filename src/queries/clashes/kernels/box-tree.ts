/**
 * A tree of boxes for looking up which of some boxes meet another: halved at the median along the longest axis until few are left.
 *
 * An entry is a box, low x y z and high x y z in f64, and a number. Nodes lie in the order in which a walk visits them, each with where
 * its part of them ends, so that a walk needs no stack.
 */

import { PATCH_ENTRY_BYTES, PATCH_NODE_BYTES } from '../constants';

/** An entry: its box, and its number. */
export const ENTRY: usize = PATCH_ENTRY_BYTES;
/** A node: its box, its first entry, how many it has (none unless it is a leaf), and the node behind its part. */
export const NODE: usize = PATCH_NODE_BYTES;
const LEAF_ENTRIES: u32 = 4;

// @inline
function swap(a: usize, b: usize): void {
  for (let k: usize = 0; k < ENTRY; k += 8) {
    const held = load<u64>(a + k);
    store<u64>(a + k, load<u64>(b + k));
    store<u64>(b + k, held);
  }
}

/** Twice the middle along an axis, given as an offset. */
// @inline
function middle(entry: usize, axis: usize): f64 {
  return load<f64>(entry + axis) + load<f64>(entry + axis, 24);
}

/** Moves entries until none before the place has a larger middle than one behind it (Hoare's selection). */
function select(entries: usize, from: u32, to: u32, place: u32, axis: usize): void {
  let low: i32 = from;
  let high: i32 = to - 1;
  while (low < high) {
    const pivot = middle(entries + (<usize>(low + high) >> 1) * ENTRY, axis);
    let i = low;
    let j = high;
    while (i <= j) {
      while (middle(entries + <usize>i * ENTRY, axis) < pivot) i++;
      while (middle(entries + <usize>j * ENTRY, axis) > pivot) j--;
      if (i > j) break;
      swap(entries + <usize>i * ENTRY, entries + <usize>j * ENTRY);
      i++;
      j--;
    }
    if (<i32>place <= j) high = j;
    else if (<i32>place >= i) low = i;
    else return;
  }
}

/** Stores the box around some entries. */
export function boxAround(entries: usize, from: u32, to: u32, out: usize): void {
  let lowXY = f64x2.splat(Infinity);
  let highXY = f64x2.splat(-Infinity);
  let lowZ: f64 = Infinity;
  let highZ: f64 = -Infinity;
  for (let at = entries + <usize>from * ENTRY; at < entries + <usize>to * ENTRY; at += ENTRY) {
    lowXY = f64x2.pmin(lowXY, v128.load(at));
    highXY = f64x2.pmax(highXY, v128.load(at, 24));
    lowZ = min(lowZ, load<f64>(at, 16));
    highZ = max(highZ, load<f64>(at, 40));
  }
  v128.store(out, lowXY);
  store<f64>(out, lowZ, 16);
  v128.store(out, highXY, 24);
  store<f64>(out, highZ, 40);
}

/** Makes the nodes of the entries from..to, the first of them at `node`; returns the number behind the last. */
export function makeNodes(entries: usize, from: u32, to: u32, nodes: usize, node: u32): u32 {
  const at = nodes + <usize>node * NODE;
  boxAround(entries, from, to, at);
  store<u32>(at, from, 48);
  const isLeaf = to - from <= LEAF_ENTRIES;
  store<u32>(at, isLeaf ? to - from : 0, 52);
  let end = node + 1;
  if (!isLeaf) {
    let axis: usize = 0;
    for (let k: usize = 8; k < 24; k += 8)
      if (load<f64>(at + k, 24) - load<f64>(at + k) > load<f64>(at + axis, 24) - load<f64>(at + axis)) axis = k;
    const half = (from + to) >>> 1;
    select(entries, from, to, half, axis);
    end = makeNodes(entries, half, to, nodes, makeNodes(entries, from, half, nodes, end));
  }
  store<u32>(at, end, 56);
  return end;
}

/** Whether two boxes have a point in common. */
// @inline
export function boxesMeet(a: usize, b: usize): bool {
  const apart = v128.or(f64x2.gt(v128.load(a), v128.load(b, 24)), f64x2.gt(v128.load(b), v128.load(a, 24)));
  return !v128.any_true(apart) && load<f64>(a, 16) <= load<f64>(b, 40) && load<f64>(b, 16) <= load<f64>(a, 40);
}

/** Whether a box meets that of some entry. */
export function meetsEntry(nodes: usize, nodeCount: u32, entries: usize, box: usize): bool {
  const end = nodes + <usize>nodeCount * NODE;
  for (let node = nodes; node < end; ) {
    if (!boxesMeet(node, box)) {
      node = nodes + <usize>load<u32>(node, 56) * NODE;
      continue;
    }
    const first = entries + <usize>load<u32>(node, 48) * ENTRY;
    for (let entry = first; entry < first + <usize>load<u32>(node, 52) * ENTRY; entry += ENTRY)
      if (boxesMeet(entry, box)) return true;
    node += NODE;
  }
  return false;
}
