/**
 * When all objects have kept clusters: pairs of clusters whose boxes overlap, one by one. Of each, the triangles are taken
 * whose boxes reach the other's box; where two of their boxes overlap, the triangles are decided exactly.
 */

import { pairKind } from '../../../exact/kernels/triangle-pair';
import { KIND_CROSSING, KIND_TOUCHING } from '../../../memory/constants';
import { grid, job, ObjectRecord } from '../../../memory/generated/kernels/records';
import { now, stopped, take } from '../../../memory/kernels/memory';
import { exactPoint, objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { noteDecided } from '../../../tile-lists/kernels/candidates';
import { addHit } from '../../../tile-lists/kernels/hits';
import { imageIsExact, normalSignsExact } from '../../../tile-lists/kernels/normal-signs';
import { holdReach, holdTriangle, isBesidePlane, largest } from './image-planes';

const PAIRS_PER_PIECE: u32 = 64;
/** Triangles of a cluster, at most, and candidates that are decided together. */
const MEMBERS: u32 = 256;
const CANDIDATES: u32 = 2048;

const first = reserveScratch(72);
const second = reserveScratch(72);
/** Numbers, in the small scene, of the triangles of either cluster that reach the other, and of those that one of them meets. */
let reachingA: usize = 0;
let reachingB: usize = 0;
let met: usize = 0;

/** Object, triangle, object, triangle: indices into the small table, triangles numbered through it. */
let candidates: usize = 0;
let waiting: u32 = 0;

export function readyMeeting(): void {
  candidates = 0;
  waiting = 0;
}

/** The number of pieces. */
export function openMeeting(): u32 {
  return (grid.clusterPairCount + PAIRS_PER_PIECE - 1) / PAIRS_PER_PIECE;
}

// @inline
function overlap(low: v128, high: v128, box: usize): bool {
  const apart = v128.or(f32x4.gt(low, v128.load(box, 16)), f32x4.gt(v128.load(box), high));
  return (i32x4.bitmask(apart) & 7) == 0;
}

function readCorners(object: ObjectRecord, triangle: u32, out: usize): void {
  const i = object.indices + <usize>(triangle - object.triangleStart) * 12;
  exactPoint(object, load<u32>(i), out);
  exactPoint(object, load<u32>(i, 4), out + 24);
  exactPoint(object, load<u32>(i, 8), out + 48);
}

function hasArea(object: ObjectRecord, triangle: u32): bool {
  const i = object.indices + <usize>(triangle - object.triangleStart) * 12;
  return normalSignsExact(object, load<u32>(i), load<u32>(i, 4), load<u32>(i, 8)) != 0;
}

function decide(): void {
  if (waiting == 0) return;
  const began = now();
  const penetrating = job.penetrating != 0;
  let current: u32 = u32.MAX_VALUE;
  for (let i: u32 = 0; i < waiting; i++) {
    if ((i & 255) == 255 && stopped()) break;
    const candidate = candidates + ((<usize>i) << 4);
    const a = objectRecord(load<u32>(candidate));
    const triangleA = load<u32>(candidate, 4);
    const b = objectRecord(load<u32>(candidate, 8));
    const triangleB = load<u32>(candidate, 12);
    if (triangleA != current) {
      readCorners(a, triangleA, first);
      current = triangleA;
    }
    readCorners(b, triangleB, second);
    const kind = pairKind(first, second);
    if (kind < 0 || (penetrating && kind == KIND_TOUCHING)) continue;
    // Corners of each of two that cross lie strictly off the plane of the other, so both have one.
    if (kind == KIND_CROSSING || (hasArea(a, triangleA) && hasArea(b, triangleB))) addHit(triangleA, triangleB, kind);
  }
  noteDecided(waiting, now() - began);
  waiting = 0;
}

/** Writes a pair behind those that wait; it is one of them once it has been counted. */
// @inline
function noteCandidate(a: u32, triangleA: u32, b: u32, triangleB: u32): void {
  const candidate = candidates + ((<usize>waiting) << 4);
  store<u32>(candidate, a);
  store<u32>(candidate, triangleA, 4);
  store<u32>(candidate, b, 8);
  store<u32>(candidate, triangleB, 12);
}

/** Triangles of a gathered cluster: from its own first to the next one's, or to the end of its object. */
// @inline
function endOf(place: u32, object: u32): u32 {
  const next = grid.gathered + ((<usize>(place + 1)) << 4);
  if (place + 1 < grid.gatheredCount && load<u32>(next) == object) return load<u32>(next, 8);
  return objectRecord(object).triangleCount;
}

/** Lists those of the triangles from..to whose boxes reach a box. No branches: what reaches it is as good as random. */
function listReaching(list: usize, from: u32, to: u32, low: v128, high: v128): usize {
  const boxes = grid.triangleBoxes;
  let count: usize = 0;
  for (let t = from; t < to; t++) {
    store<u32>(list + (count << 2), t);
    count += usize(overlap(low, high, boxes + ((<usize>t) << 5)));
  }
  return count;
}

/** The same of the triangles in a list. */
// @inline
function listMet(list: usize, from: usize, fromCount: usize, low: v128, high: v128): usize {
  const boxes = grid.triangleBoxes;
  let count: usize = 0;
  for (let k: usize = 0; k < fromCount; k++) {
    const t = load<u32>(from + (k << 2));
    store<u32>(list + (count << 2), t);
    count += usize(overlap(low, high, boxes + ((<usize>t) << 5)));
  }
  return count;
}

/** The number of a gathered cluster's first triangle. */
// @inline
function firstOf(place: u32): u32 {
  return load<u32>(grid.gathered + ((<usize>place) << 4), 8);
}

/** The largest image coordinate of two boxes. */
// @inline
function reachOf(lowA: v128, highA: v128, lowB: v128, highB: v128): f32 {
  const mostA = f32x4.pmax(f32x4.abs(lowA), f32x4.abs(highA));
  const mostB = f32x4.pmax(f32x4.abs(lowB), f32x4.abs(highB));
  return largest(f32x4.pmax(mostA, mostB));
}

/** A corner in image coordinates, given where its vertex's number is. */
// @inline
function corner(image: usize, index: usize): v128 {
  return v128.load(image + ((<usize>load<u32>(index)) << 4));
}

// @inline
function extentOf(box: usize): v128 {
  return f32x4.sub(v128.load(box, 16), v128.load(box));
}

/** The pair of clusters at two places of what was gathered. */
function meet(placeA: u32, placeB: u32): void {
  const boxA = grid.clusterBoxes + ((<usize>placeA) << 5);
  const boxB = grid.clusterBoxes + ((<usize>placeB) << 5);
  const lowA = v128.load(boxA);
  const highA = v128.load(boxA, 16);
  if (!overlap(lowA, highA, boxB)) return;
  const a = load<u32>(grid.gathered + ((<usize>placeA) << 4));
  const b = load<u32>(grid.gathered + ((<usize>placeB) << 4));
  const boxes = grid.triangleBoxes;
  const startB = objectRecord(b).triangleStart;
  const countB = listReaching(reachingB, startB + firstOf(placeB), startB + endOf(placeB, b), lowA, highA);
  // The box of those: what does not reach it meets none of them.
  let lowB = f32x4.splat(f32.MAX_VALUE);
  let highB = f32x4.splat(-f32.MAX_VALUE);
  for (let k: usize = 0; k < countB; k++) {
    const box = boxes + ((<usize>load<u32>(reachingB + (k << 2))) << 5);
    lowB = f32x4.pmin(lowB, v128.load(box));
    highB = f32x4.pmax(highB, v128.load(box, 16));
  }
  const startA = objectRecord(a).triangleStart;
  const countA = listReaching(reachingA, startA + firstOf(placeA), startA + endOf(placeA, a), lowB, highB);
  const imageA = objectRecord(a).image;
  const imageB = objectRecord(b).image;
  const areExact = imageIsExact(objectRecord(a), imageA) && imageIsExact(objectRecord(b), imageB);
  const decides = holdReach(reachOf(lowA, highA, lowB, highB), areExact);
  // Addresses of the corners of the triangle with number 0 in the small scene, had each object them all.
  const cornersA = objectRecord(a).indices - <usize>startA * 12;
  const cornersB = objectRecord(b).indices - <usize>startB * 12;
  for (let i: usize = 0; i < countA; i++) {
    const t = load<u32>(reachingA + (i << 2));
    const box = boxes + ((<usize>t) << 5);
    const count = listMet(met, reachingB, countB, v128.load(box), v128.load(box, 16));
    if (count == 0) continue;
    if (waiting + MEMBERS > CANDIDATES) decide();
    const index = cornersA + <usize>t * 12;
    if (decides)
      holdTriangle(corner(imageA, index), corner(imageA, index + 4), corner(imageA, index + 8), extentOf(box));
    for (let k: usize = 0; k < count; k++) {
      const other = load<u32>(met + (k << 2));
      const i = cornersB + <usize>other * 12;
      const extent = extentOf(boxes + ((<usize>other) << 5));
      noteCandidate(a, t, b, other);
      waiting += u32(
        !decides || !isBesidePlane(corner(imageB, i), corner(imageB, i + 4), corner(imageB, i + 8), extent),
      );
    }
  }
}

/** The pairs of clusters of a piece. */
export function meetPiece(piece: u32): void {
  if (candidates == 0) {
    candidates = take((<u64>CANDIDATES) << 4);
    reachingA = take((<u64>MEMBERS) << 2);
    reachingB = take((<u64>MEMBERS) << 2);
    met = take((<u64>MEMBERS) << 2);
  }
  const to = min(grid.clusterPairCount, (piece + 1) * PAIRS_PER_PIECE);
  // Objects of the pairs are those of the table of all; their marks say where their clusters have been gathered.
  const table = job.allObjects;
  for (let i = piece * PAIRS_PER_PIECE; i < to; i++) {
    const pair = grid.clusterPairs + ((<usize>i) << 4);
    const marksA = ObjectRecord.at(table, load<u32>(pair)).marks;
    const marksB = ObjectRecord.at(table, load<u32>(pair, 8)).marks;
    const placeA = load<u32>(marksA + ((<usize>load<u32>(pair, 4)) << 2)) - 1;
    const placeB = load<u32>(marksB + ((<usize>load<u32>(pair, 12)) << 2)) - 1;
    meet(placeA, placeB);
    if (stopped()) return;
  }
  decide();
}
