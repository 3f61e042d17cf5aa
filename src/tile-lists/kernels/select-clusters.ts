/**
 * Which clusters of kept objects can meet another object: the trees of boxes of two objects are walked together, from the
 * top, and where two leaves are not apart (tree-pair.ts) both clusters are marked. An object without clusters is one leaf.
 *
 * Promise: a triangle that meets a triangle of another object is in a marked cluster.
 */

import { SELECTS_PAIRS, THREAD_RECORDS, THREADS_MAX } from '../../memory/constants';
import { grid, job, ThreadRecord } from '../../memory/generated/kernels/records';
import { stopped, take } from '../../memory/kernels/memory';
import { objectRecord } from '../../memory/kernels/objects';
import { setApart } from './tree-frames';
import { areLeaves, clusterOf, leftOf, nodePair, rightOf, treeOf } from './tree-nodes';
import {
  areApart,
  areClustersApart,
  forgetTreePair,
  openTreePair,
  rootA,
  rootB,
  stepDown,
  stepsInFirst,
} from './tree-pair';

// Two nodes to look at: object, address of the node, object, address of the node.
/** Least number of pieces, where the trees are large enough; there are not many more. */
const PIECES: u32 = 64;
const PIECES_MAX: u32 = 256;

// The list while it is being made, by the thread that closes the phase before.
let items: usize = 0;
let capacity: u32 = 0;
let count: u32 = 0;
/**
 * This thread's stack of pairs of nodes, and those that were taken from it together. Where it is nearly full, they are taken one by
 * one: a tree has fewer than 64 levels, and each step down leaves one pair behind.
 */
const BATCH: u32 = 16;
const STACK_PAIRS: u32 = 1024;
const STACK_SAFE: u32 = STACK_PAIRS - 256;
let stack: usize = 0;
let batch: usize = 0;

/** This thread's list of pairs of clusters: chunks of a link, a count, and pairs of 16 bytes. */
const CHUNK_HEAD: usize = 16;
const CHUNK_PAIRS: u32 = 511;
let chunk: usize = 0;
let chunkCount: u32 = 0;
let listsPairs: bool = false;
/** How many more pairs of clusters the current piece may list. On trial, few per piece, so that they come from many places. */
let pairsLeft: u32 = 0;
const TRIAL_PAIRS: u32 = 2;

/** `apart`: clusters that are nearer than this are marked; 0 for those that may share a point. */
export function openSelection(apart: f64): void {
  setApart(apart);
  stack = 0;
  chunk = 0;
  chunkCount = 0;
  listsPairs = job.selects == SELECTS_PAIRS;
  forgetTreePair();
}

/** Adds a chunk for further pairs of clusters. */
function nextChunk(): void {
  const fresh = take(CHUNK_HEAD + ((<u64>CHUNK_PAIRS) << 4));
  if (chunk != 0) store<u32>(chunk, chunkCount, 4);
  store<u32>(fresh, chunk);
  chunk = fresh;
  chunkCount = 0;
}

/** Publishes this thread's list to the others. */
export function closeSelection(record: ThreadRecord): void {
  if (chunk == 0) return;
  store<u32>(chunk, chunkCount, 4);
  record.clusterPairs = <u32>chunk;
}

/** Joins the lists of all threads. */
export function joinClusterPairs(): void {
  let total: u32 = 0;
  for (let thread: u32 = 0; thread < <u32>THREADS_MAX; thread++) {
    const first: usize = ThreadRecord.at(THREAD_RECORDS, thread).clusterPairs;
    for (let c = first; c != 0; c = load<u32>(c)) total += load<u32>(c, 4);
  }
  const pairs = take((<u64>total) << 4);
  grid.clusterPairs = pairs;
  grid.clusterPairCount = total;
  let place = pairs;
  for (let thread: u32 = 0; thread < <u32>THREADS_MAX; thread++) {
    const first: usize = ThreadRecord.at(THREAD_RECORDS, thread).clusterPairs;
    for (let c = first; c != 0; c = load<u32>(c)) {
      const bytes = (<usize>load<u32>(c, 4)) << 4;
      memory.copy(place, c + CHUNK_HEAD, bytes);
      place += bytes;
    }
  }
}

function addItem(a: u32, nodeA: usize, b: u32, nodeB: usize): void {
  if (count == capacity) {
    const larger = max<u32>(1024, capacity * 2);
    const moved = take((<u64>larger) << 4);
    memory.copy(moved, items, (<usize>count) << 4);
    items = moved;
    capacity = larger;
  }
  const item = items + ((<usize>count) << 4);
  store<u32>(item, a);
  store<u32>(item, <u32>nodeA, 4);
  store<u32>(item, b, 8);
  store<u32>(item, <u32>nodeB, 12);
  count++;
}

/** Begins the list of pairs of objects whose boxes overlap. */
export function openPairs(): void {
  items = 0;
  capacity = 0;
  count = 0;
}

export function addObjectPair(a: u32, b: u32): void {
  addItem(a, treeOf(objectRecord(a)), b, treeOf(objectRecord(b)));
}

/** Replaces pairs of large nodes by pairs of their children until there is a piece for every thread. */
function splitItems(): void {
  let first: u32 = 0;
  let leaves: u32 = 0;
  while (count - first < PIECES && leaves < count - first && count < 4 * PIECES) {
    const item = items + ((<usize>first) << 4);
    const a = load<u32>(item);
    const nodeA = <usize>load<u32>(item, 4);
    const b = load<u32>(item, 8);
    const nodeB = <usize>load<u32>(item, 12);
    first++;
    openTreePair(a, b);
    if (areApart(nodeA, nodeB)) continue;
    if (areLeaves(nodeA, nodeB)) {
      addItem(a, nodeA, b, nodeB);
      leaves++;
    } else if (stepsInFirst(nodeA, nodeB)) {
      addItem(a, leftOf(nodeA), b, nodeB);
      addItem(a, rightOf(rootA, nodeA), b, nodeB);
    } else {
      addItem(a, nodeA, b, leftOf(nodeB));
      addItem(a, nodeA, b, rightOf(rootB, nodeB));
    }
  }
  items += (<usize>first) << 4;
  count -= first;
  capacity -= first;
}

/** Readies the walk of all pairs that were added; returns the number of pieces. */
export function closePairs(): u32 {
  if (count < PIECES) splitItems();
  grid.nodePairs = items;
  grid.nodePairCount = count;
  grid.selectPieces = min<u32>(count, PIECES_MAX);
  return grid.selectPieces;
}

/** Walks the pairs of a piece. */
export function selectPiece(piece: u32): void {
  if (stack == 0) {
    stack = take((<u64>STACK_PAIRS) << 3);
    batch = take((<u64>BATCH) << 3);
  }
  const pairs = <u64>grid.nodePairCount;
  const pieces = <u64>grid.selectPieces;
  const from = <u32>((<u64>piece * pairs) / pieces);
  const to = <u32>(((<u64>piece + 1) * pairs) / pieces);
  pairsLeft = job.trial != 0 ? TRIAL_PAIRS : u32.MAX_VALUE;
  for (let i = from; i < to && pairsLeft > 0; i++) {
    if ((i & 63) == 63 && stopped()) return;
    const item = grid.nodePairs + ((<usize>i) << 4);
    walkTrees(load<u32>(item), <usize>load<u32>(item, 4), load<u32>(item, 8), <usize>load<u32>(item, 12));
  }
}

/** Marks and lists two clusters unless they are apart, without a branch. */
// @inline
function noteLeaves(a: u32, nodeA: usize, marksA: usize, b: u32, nodeB: usize, marksB: usize): void {
  if (areApart(nodeA, nodeB)) return;
  const isNear = u32(!areClustersApart(nodeA, nodeB));
  const clusterA = clusterOf(nodeA);
  const clusterB = clusterOf(nodeB);
  const markA = marksA + ((<usize>clusterA) << 2);
  const markB = marksB + ((<usize>clusterB) << 2);
  // Other threads may mark the same clusters: marks are never cleared.
  if (isNear) store<u32>(markA, 1);
  if (isNear) store<u32>(markB, 1);
  pairsLeft -= isNear;
  if (!listsPairs) return;
  if (chunk == 0 || chunkCount == CHUNK_PAIRS) nextChunk();
  const pair = chunk + CHUNK_HEAD + ((<usize>chunkCount) << 4);
  store<u32>(pair, a);
  store<u32>(pair, clusterA, 4);
  store<u32>(pair, b, 8);
  store<u32>(pair, clusterB, 12);
  chunkCount += isNear;
}

/**
 * Walks the trees of two objects down from two nodes. Several pairs are taken from the stack at a time, so that their tests do not
 * depend on each other.
 */
function walkTrees(a: u32, firstA: usize, b: u32, firstB: usize): void {
  openTreePair(a, b);
  if (areApart(firstA, firstB)) return;
  const marksA = objectRecord(a).marks;
  const marksB = objectRecord(b).marks;
  store<u64>(stack, nodePair(firstA, firstB));
  let depth: u32 = 1;
  while (depth > 0 && pairsLeft > 0) {
    const taken: u32 = depth < STACK_SAFE ? min(depth, BATCH) : 1;
    depth -= taken;
    memory.copy(batch, stack + ((<usize>depth) << 3), (<usize>taken) << 3);
    for (let i: usize = 0; i < <usize>taken && pairsLeft > 0; i++) {
      const nodeA = <usize>load<u32>(batch + (i << 3));
      const nodeB = <usize>load<u32>(batch + (i << 3), 4);
      if (areLeaves(nodeA, nodeB)) noteLeaves(a, nodeA, marksA, b, nodeB, marksB);
      else depth += stepDown(stack + ((<usize>depth) << 3), nodeA, nodeB);
    }
  }
}
