/**
 * The walk over the lists of pixels, in the order of drawing (first pass) or against it (second pass), with a running nearest
 * depth: an element of which a fragment lies behind, or at, that depth is not fully visible.
 *
 *   between objects   elements of one object are asked before any of them is drawn (FAR §4.2.1), so that they do not hide
 *                     each other; equal depths hide (CULLIDE)
 *   self              elements are asked one by one, in the first pass against themselves too (self-CULLIDE, figure 3)
 *     sampled           equal depths do not hide: touching neighbours are not reported (Quick-CULLIDE §3.2)
 *     depth intervals   neighbours overlap wherever they meet, so triangles that share a vertex do not hide each other;
 *                       whether those collide is decided elsewhere, exactly. Others of one object hide each other only if
 *                       their boxes overlap: on one surface most of what a pixel shows lies side by side
 *   by boxes          with depth intervals: triangles of different objects, too, hide each other only if their boxes overlap,
 *                     for those that collide do. No paper has that
 */

import { cullJob, ObjectRecord } from '../../../memory/generated/kernels/records';
import { objectRecord } from '../../../memory/kernels/objects';
import { COVER_SAMPLED } from '../constants';
import { coverage } from './shape';

/** A fragment in a list: rank, near step, far step. */
export const LISTED_STRIDE: usize = 12;
const NOTHING: u32 = 0xffffffff;

let elementOf: usize = 0;
let objectOf: usize = 0;
let labels: usize = 0;
let hidden: usize = 0;
let triangles: usize = 0;
let asked: u32 = 0;
let drawn: u32 = 0;
let backward: bool = false;
let isSelf: bool = false;
let byBoxes: bool = false;
let reach: f32 = 0;

export function openPass(): void {
  elementOf = cullJob.elementOf;
  objectOf = cullJob.objectOf;
  labels = cullJob.labels;
  hidden = cullJob.hidden;
  triangles = cullJob.triangles;
  asked = cullJob.asked;
  drawn = cullJob.drawn;
  backward = (cullJob.pass & 1) != 0;
  isSelf = cullJob.self != 0;
  byBoxes = cullJob.boxes != 0;
  reach = <f32>cullJob.reach;
}

// @inline
function fragmentAt(list: usize, i: i32): usize {
  return list + <usize>i * LISTED_STRIDE;
}

// @inline
function rankAt(list: usize, i: i32): u32 {
  return load<u32>(fragmentAt(list, i));
}

// @inline
function nearAt(list: usize, i: i32): u32 {
  return load<u32>(fragmentAt(list, i), 4);
}

// @inline
function farAt(list: usize, i: i32): u32 {
  return load<u32>(fragmentAt(list, i), 8);
}

// @inline
function elementAt(list: usize, i: i32): u32 {
  return load<u32>(elementOf + ((<usize>rankAt(list, i)) << 2));
}

// @inline
function objectAt(element: u32): u32 {
  return load<u32>(objectOf + ((<usize>element) << 2));
}

// @inline
function isIn(sets: u32, element: u32): bool {
  return ((sets >>> load<u8>(labels + <usize>element)) & 1) != 0;
}

/** Whether an element is drawn in the running pass. */
// @inline
export function isDrawn(element: u32): bool {
  return isIn(drawn, element);
}

/** Whether an element is asked for in the running pass and not known to be hidden. */
// @inline
export function isAsked(element: u32): bool {
  return isIn(asked, element) && load<u8>(hidden + <usize>element) == 0;
}

// @inline
function hide(element: u32): void {
  store<u8>(hidden + <usize>element, 1);
}

/** A pixel's list, `begin` to `end` (not reached) in steps of ±1; elements of one object do not hide each other. */
function walkBetween(list: usize, begin: i32, end: i32, step: i32): void {
  let others: u32 = NOTHING;
  let own: u32 = NOTHING;
  let object: u32 = NOTHING;
  let firstOwn = begin;
  for (let i = begin; i != end; i += step) {
    const element = elementAt(list, i);
    const owner = objectAt(element);
    if (owner != object) {
      others = min(others, own);
      own = NOTHING;
      object = owner;
      firstOwn = i;
    }
    const far = farAt(list, i);
    if (others != NOTHING && far >= others && isAsked(element)) {
      if (!byBoxes || isBehind(list, i, far, begin, firstOwn, step, false)) hide(element);
    }
    if (isDrawn(element)) own = min(own, nearAt(list, i));
  }
}

/** Elements are asked one by one; equal depths do not hide. */
function walkSampled(list: usize, begin: i32, end: i32, step: i32): void {
  let nearest: u32 = NOTHING;
  for (let i = begin; i != end; ) {
    const element = elementAt(list, i);
    let own: u32 = NOTHING;
    let next = i;
    for (; next != end && elementAt(list, next) == element; next += step) own = min(own, nearAt(list, next));
    const limit = backward ? nearest : min(nearest, own);
    if (isAsked(element)) {
      for (let k = i; k != next; k += step) {
        if (nearAt(list, k) <= limit) continue;
        hide(element);
        break;
      }
    }
    if (isDrawn(element)) nearest = min(nearest, own);
    i = next;
  }
}

/** Address of the three vertex numbers of a triangle. */
// @inline
function cornersOf(object: ObjectRecord, rank: u32): usize {
  const triangle = load<u32>(triangles + ((<usize>rank) << 2)) - object.triangleStart;
  return object.indices + <usize>triangle * 12;
}

// @inline
function objectOfRank(rank: u32): u32 {
  return objectAt(load<u32>(elementOf + ((<usize>rank) << 2)));
}

/** Whether two triangles of an object share a vertex. */
function areNeighbours(object: u32, rank: u32, other: u32): bool {
  const record = objectRecord(object);
  const p = cornersOf(record, rank);
  const q = cornersOf(record, other);
  const q0 = load<u32>(q);
  const q1 = load<u32>(q, 4);
  const q2 = load<u32>(q, 8);
  for (let k: usize = 0; k < 12; k += 4) {
    const vertex = load<u32>(p + k);
    if (vertex == q0 || vertex == q1 || vertex == q2) return true;
  }
  return false;
}

let boxLow: v128 = i32x4.splat(0);
let boxHigh: v128 = i32x4.splat(0);

function readBox(rank: u32): void {
  const record = objectRecord(objectOfRank(rank));
  const corners = cornersOf(record, rank);
  const image = record.image;
  const a = v128.load(image + ((<usize>load<u32>(corners)) << 4));
  const b = v128.load(image + ((<usize>load<u32>(corners, 4)) << 4));
  const c = v128.load(image + ((<usize>load<u32>(corners, 8)) << 4));
  boxLow = f32x4.pmin(f32x4.pmin(a, b), c);
  boxHigh = f32x4.pmax(f32x4.pmax(a, b), c);
}

/** Whether the boxes of two triangles lie farther apart than cullJob.reach. Image coordinates are rounded monotonically. */
function areApart(rank: u32, other: u32): bool {
  readBox(rank);
  const low = boxLow;
  const high = boxHigh;
  readBox(other);
  const gap = f32x4.pmax(f32x4.sub(boxLow, high), f32x4.sub(low, boxHigh));
  return (i32x4.bitmask(f32x4.gt(gap, f32x4.splat(reach))) & 7) != 0;
}

/** Whether two triangles that show in a pixel, one before the other, say nothing of each other. */
function isNoMatter(rank: u32, other: u32): bool {
  const object = objectOfRank(rank);
  if (object != objectOfRank(other)) return byBoxes && areApart(rank, other);
  return areNeighbours(object, rank, other) || areApart(rank, other);
}

/** Whether one of those from..to (not reached) hides a fragment. `own` are not asked if drawn. */
function isBehind(list: usize, i: i32, far: u32, from: i32, to: i32, step: i32, own: bool): bool {
  const rank = rankAt(list, i);
  for (let k = from; k != to; k += step) {
    if (k == i || nearAt(list, k) > far) continue;
    if (!own && !isDrawn(elementAt(list, k))) continue;
    if (!isNoMatter(rank, rankAt(list, k))) return true;
  }
  return false;
}

/** Elements are asked one by one; neighbours do not hide each other. */
function walkIntervals(list: usize, begin: i32, end: i32, step: i32): void {
  let nearest: u32 = NOTHING;
  for (let i = begin; i != end; ) {
    const element = elementAt(list, i);
    let own: u32 = NOTHING;
    let next = i;
    for (; next != end && elementAt(list, next) == element; next += step) own = min(own, nearAt(list, next));
    if (isAsked(element)) {
      const within = !backward && next != i + step;
      for (let k = i; k != next; k += step) {
        const far = farAt(list, k);
        const behindOthers = far >= nearest && nearest != NOTHING && isBehind(list, k, far, begin, i, step, false);
        if (!behindOthers && !(within && far >= own && isBehind(list, k, far, i, next, step, true))) continue;
        hide(element);
        break;
      }
    }
    if (isDrawn(element)) nearest = min(nearest, own);
    i = next;
  }
}

/** Walks lists, each in the direction of the running pass. */
export function walkLists(starts: usize, lists: u32, fragments: usize): void {
  const step: i32 = backward ? -1 : 1;
  for (let i: u32 = 0; i < lists; i++) {
    const from = load<i32>(starts + ((<usize>i) << 2));
    const to = load<i32>(starts + ((<usize>i) << 2), 4);
    const begin = backward ? to - 1 : from;
    const end = backward ? from - 1 : to;
    if (!isSelf) walkBetween(fragments, begin, end, step);
    else if (coverage == COVER_SAMPLED) walkSampled(fragments, begin, end, step);
    else walkIntervals(fragments, begin, end, step);
  }
}
