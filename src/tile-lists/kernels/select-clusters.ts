/**
 * Which clusters of kept objects can meet another object: the trees of boxes of two objects are walked together, from the
 * top, and where two leaves overlap both clusters are marked. An object without clusters is one leaf.
 *
 * Promise: a triangle that meets a triangle of another object is in a marked cluster. Boxes hold all vertices of their
 * clusters (cluster-boxes.ts) in the coordinates in which triangles are compared later on.
 */

import { SELECTS_PAIRS, THREAD_RECORDS, THREADS_MAX } from '../../memory/constants';
import { grid, job, ThreadRecord } from '../../memory/generated/kernels/records';
import { stopped, take } from '../../memory/kernels/memory';
import { objectRecord } from '../../memory/kernels/objects';

/** Two nodes to look at: object, node, object, node. */
/** There are so many pieces at least, where the trees are large enough, and not many more. */
const PIECES: u32 = 64;
const PIECES_MAX: u32 = 1024;

// The list while it is being made, by the thread that closes the phase before.
let items: usize = 0;
let capacity: u32 = 0;
let count: u32 = 0;
/** This thread's stack of pairs of nodes. A tree has fewer than 64 levels, and each step down leaves one pair behind. */
const STACK_PAIRS: u32 = 256;
let stack: usize = 0;

/** This thread's list of pairs of clusters: chunks of a link, a count, and pairs of 16 bytes. */
const CHUNK_HEAD: usize = 16;
const CHUNK_PAIRS: u32 = 511;
let chunk: usize = 0;
let chunkCount: u32 = 0;
let listsPairs: bool = false;
/** Pairs of clusters that may still be listed in the current piece. On trial, few of every piece: they lie in many places. */
let room: u32 = 0;
const TRIAL_PAIRS: u32 = 8;

export function openSelection(): void {
  stack = 0;
  chunk = 0;
  chunkCount = 0;
  listsPairs = job.selects == SELECTS_PAIRS;
}

function addClusterPair(a: u32, clusterA: u32, b: u32, clusterB: u32): void {
  if (chunk == 0 || chunkCount == CHUNK_PAIRS) {
    const fresh = take(CHUNK_HEAD + ((<u64>CHUNK_PAIRS) << 4));
    if (chunk != 0) store<u32>(chunk, chunkCount, 4);
    store<u32>(fresh, chunk);
    chunk = fresh;
    chunkCount = 0;
  }
  const pair = chunk + CHUNK_HEAD + ((<usize>chunkCount) << 4);
  store<u32>(pair, a);
  store<u32>(pair, clusterA, 4);
  store<u32>(pair, b, 8);
  store<u32>(pair, clusterB, 12);
  chunkCount++;
}

/** Leaves this thread's list where all can find it. */
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

function addItem(a: u32, nodeA: u32, b: u32, nodeB: u32): void {
  if (count == capacity) {
    const larger = max<u32>(1024, capacity * 2);
    const moved = take((<u64>larger) << 4);
    memory.copy(moved, items, (<usize>count) << 4);
    items = moved;
    capacity = larger;
  }
  const item = items + ((<usize>count) << 4);
  store<u32>(item, a);
  store<u32>(item, nodeA, 4);
  store<u32>(item, b, 8);
  store<u32>(item, nodeB, 12);
  count++;
}

/** Begins the list of pairs of objects whose boxes overlap. */
export function openPairs(): void {
  items = 0;
  capacity = 0;
  count = 0;
}

export function addObjectPair(a: u32, b: u32): void {
  addItem(a, 0, b, 0);
}

// @inline
function overlap(a: usize, b: usize): bool {
  const apart = v128.or(f32x4.gt(v128.load(a), v128.load(b, 16)), f32x4.gt(v128.load(b), v128.load(a, 16)));
  return (i32x4.bitmask(apart) & 7) == 0;
}

// @inline
function sizeOf(box: usize): f32 {
  const extent = f32x4.sub(v128.load(box, 16), v128.load(box));
  return f32x4.extract_lane(extent, 0) + f32x4.extract_lane(extent, 1) + f32x4.extract_lane(extent, 2);
}

/** Whether to step down in the first of two nodes that are not both leaves: in the larger one. */
// @inline
function stepsInFirst(a: usize, b: usize): bool {
  if (load<u32>(b, 12) == 0) return true;
  return load<u32>(a, 12) != 0 && sizeOf(a) >= sizeOf(b);
}

/** Replaces pairs of large nodes by pairs of their children until there is a piece for every thread. */
function splitItems(): void {
  let first: u32 = 0;
  let leaves: u32 = 0;
  while (count - first < PIECES && leaves < count - first && count < 4 * PIECES) {
    const item = items + ((<usize>first) << 4);
    const a = load<u32>(item);
    const nodeA = load<u32>(item, 4);
    const b = load<u32>(item, 8);
    const nodeB = load<u32>(item, 12);
    const boxA = objectRecord(a).boxes + ((<usize>nodeA) << 5);
    const boxB = objectRecord(b).boxes + ((<usize>nodeB) << 5);
    first++;
    if (!overlap(boxA, boxB)) continue;
    const rightA = load<u32>(boxA, 12);
    const rightB = load<u32>(boxB, 12);
    if (rightA == 0 && rightB == 0) {
      addItem(a, nodeA, b, nodeB);
      leaves++;
    } else if (stepsInFirst(boxA, boxB)) {
      addItem(a, nodeA + 1, b, nodeB);
      addItem(a, rightA, b, nodeB);
    } else {
      addItem(a, nodeA, b, nodeB + 1);
      addItem(a, nodeA, b, rightB);
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
  if (stack == 0) stack = take((<u64>STACK_PAIRS) << 3);
  const pairs = <u64>grid.nodePairCount;
  const pieces = <u64>grid.selectPieces;
  const from = <u32>((<u64>piece * pairs) / pieces);
  const to = <u32>(((<u64>piece + 1) * pairs) / pieces);
  room = job.trial != 0 ? TRIAL_PAIRS : u32.MAX_VALUE;
  for (let i = from; i < to && room > 0; i++) {
    if ((i & 63) == 63 && stopped()) return;
    const item = grid.nodePairs + ((<usize>i) << 4);
    walkTrees(load<u32>(item), load<u32>(item, 4), load<u32>(item, 8), load<u32>(item, 12));
  }
}

function walkTrees(a: u32, firstA: u32, b: u32, firstB: u32): void {
  const objectA = objectRecord(a);
  const objectB = objectRecord(b);
  const boxesA = objectA.boxes;
  const boxesB = objectB.boxes;
  let depth: u32 = 1;
  store<u32>(stack, firstA);
  store<u32>(stack, firstB, 4);
  while (depth > 0 && room > 0) {
    depth--;
    const top = stack + ((<usize>depth) << 3);
    const nodeA = load<u32>(top);
    const nodeB = load<u32>(top, 4);
    const boxA = boxesA + ((<usize>nodeA) << 5);
    const boxB = boxesB + ((<usize>nodeB) << 5);
    if (!overlap(boxA, boxB)) continue;
    const rightA = load<u32>(boxA, 12);
    const rightB = load<u32>(boxB, 12);
    if (rightA == 0 && rightB == 0) {
      const clusterA = load<u32>(boxA, 28);
      const clusterB = load<u32>(boxB, 28);
      store<u32>(objectA.marks + ((<usize>clusterA) << 2), 1);
      store<u32>(objectB.marks + ((<usize>clusterB) << 2), 1);
      if (listsPairs) addClusterPair(a, clusterA, b, clusterB);
      room--;
      continue;
    }
    const inFirst = stepsInFirst(boxA, boxB);
    store<u32>(top, inFirst ? rightA : nodeA);
    store<u32>(top, inFirst ? nodeB : rightB, 4);
    store<u32>(top, inFirst ? nodeA + 1 : nodeA, 8);
    store<u32>(top, inFirst ? nodeB : nodeB + 1, 12);
    depth += 2;
  }
}
