/**
 * Puts the triangles of an object into an order in which ranges of `size`, `size`², … triangles are clusters: patches of
 * neighbouring triangles, each patch made of smaller ones (self-CULLIDE §6.1 found a random hierarchy poor).
 *
 * From large to small, each patch is filled with smaller ones that grow from a triangle beside the last over shared
 * vertices. Where nothing is joined (a soup) triangles follow each other as they are numbered.
 */

import { cullJob } from '../../../memory/generated/kernels/records';
import { stopped, take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';

const NONE: u32 = 0xffffffff;

let indices: usize = 0;
let firstCorner: usize = 0;
let nextCorner: usize = 0;
let order: usize = 0;
/** The order of the patch that is being filled. */
let filled: usize = 0;
/** Triangles that are about to be added; what is left of it is where the next patch begins. */
let queue: usize = 0;
let head: u32 = 0;
let tail: u32 = 0;
/** u32 per triangle: number of the patch it is free in, 0 when it has been added or waits in the queue. */
let freeIn: usize = 0;
/** u32 per vertex: number of the last patch that has been grown over it. */
let grownOver: usize = 0;
let patch: u32 = 0;

// @inline
function at(list: usize, index: u32): usize {
  return list + ((<usize>index) << 2);
}

function enqueue(triangle: u32): void {
  store<u32>(at(freeIn, triangle), 0);
  store<u32>(at(queue, tail), triangle);
  tail++;
}

/** Queues the triangles of the larger patch that share a vertex with this one. */
function growOver(triangle: u32, larger: u32): void {
  for (let k: u32 = 0; k < 3; k++) {
    const vertex = load<u32>(at(indices, triangle * 3 + k));
    if (load<u32>(at(grownOver, vertex)) == patch) continue;
    store<u32>(at(grownOver, vertex), patch);
    let corner = load<u32>(at(firstCorner, vertex));
    while (corner != NONE) {
      const other = corner / 3;
      if (load<u32>(at(freeIn, other)) == larger) enqueue(other);
      corner = load<u32>(at(nextCorner, corner));
    }
  }
}

/** Fills the range from..to of the order with patches of `size`. */
function fillPatch(from: u32, to: u32, size: u32, larger: u32): void {
  for (let i = from; i < to; i++) store<u32>(at(freeIn, load<u32>(at(order, i))), larger);
  let unseen = from;
  let count = from;
  head = tail = 0;
  while (count < to) {
    if (stopped()) return;
    patch++;
    // What the last patch had in view is free again; the first of it is the seed of this one.
    const seed = head < tail ? load<u32>(at(queue, head)) : NONE;
    for (let i = head; i < tail; i++) store<u32>(at(freeIn, load<u32>(at(queue, i))), larger);
    head = tail = 0;
    if (seed != NONE) enqueue(seed);
    const end = min(to, count + size);
    while (count < end) {
      if (head == tail) {
        while (load<u32>(at(freeIn, load<u32>(at(order, unseen)))) != larger) unseen++;
        enqueue(load<u32>(at(order, unseen)));
      }
      const triangle = load<u32>(at(queue, head));
      head++;
      store<u32>(at(filled, count), triangle);
      count++;
      growOver(triangle, larger);
    }
  }
  memory.copy(at(order, from), at(filled, from), (<usize>(to - from)) << 2);
}

/** Orders the triangles of the object of a piece. */
export function clusterObject(piece: u32): void {
  const object = objectRecord(load<u32>(at(cullJob.clusterObjects, piece)));
  const triangles = object.triangleCount;
  const vertices = object.vertexCount;
  const smallest = cullJob.clusterSize;
  order = load<u32>(at(cullJob.clusterOrders, piece));
  for (let i: u32 = 0; i < triangles; i++) store<u32>(at(order, i), i);
  indices = object.indices;
  firstCorner = object.firstCorner;
  nextCorner = object.nextCorner;
  filled = take((<u64>triangles) << 2);
  queue = take((<u64>triangles) << 2);
  freeIn = take((<u64>triangles) << 2);
  grownOver = take((<u64>vertices) << 2);
  memory.fill(grownOver, 0, (<usize>vertices) << 2);
  memory.fill(freeIn, 0, (<usize>triangles) << 2);
  patch = 0;
  let larger: u32 = 0;
  let size: u64 = smallest;
  while (size * smallest < <u64>triangles) size *= smallest;
  let whole = triangles;
  while (size >= smallest) {
    for (let from: u32 = 0; from < triangles && !stopped(); from += whole) {
      larger++;
      fillPatch(from, min(triangles, from + whole), <u32>size, larger);
    }
    whole = <u32>size;
    size /= smallest;
  }
}
