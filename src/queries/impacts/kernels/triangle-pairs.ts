/**
 * From pairs of triangles whose swept boxes overlap to pairs of features: a vertex of one and the face of the other, and
 * edges of both, where the triangles stand for them and no axis keeps them apart at both ends.
 *
 * When only the earliest impact is wanted, boxes cover the motion only up to the earliest time found so far.
 */

import { impactsJob, ObjectRecord } from '../../../memory/generated/kernels/records';
import { stopped } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { areLeftOut, ignoresPairs } from '../../../tile-lists/kernels/regions';
import { corners, triangles } from '../../../tile-lists/kernels/tile-members';
import { EDGE_EDGE, TICKS, VERTEX_FACE } from '../constants';
import { bestTick, noteBest } from './best-time';
import { MASK_CORNERS, MASK_EDGES_SHIFT } from './feature-masks';
import { impactTick, openFeaturePairs } from './feature-pair';
import { gapTick, touchesAtStart } from './gap-search';
import { addImpact } from './impact-list';
import { MOVING_POINT, readMovingPoint } from './moving-point';
import { reachOfSearch, SINGLE_SLACK, SINGLE_SMALLEST, wholeSwept } from './reach';
import { tickOfStartContact } from './start-contact';

/**
 * A side: boxes of three corners, then of three edges, then of the whole. A box: low and high at the start, low and high at
 * the end, four v128.
 */
const BOX: usize = 64;
const EDGES_AT: usize = 3 * BOX;
const WHOLE_AT: usize = 6 * BOX;
/** Then three moving points. */
const POINTS_AT: usize = 7 * BOX;
/** Then: object's record, three image addresses, triangle, mask, whether edges are there, whether points are. */
const OBJECT_AT: usize = POINTS_AT + 3 * MOVING_POINT;
const VERTICES_AT: usize = OBJECT_AT + 4;
const TRIANGLE_AT: usize = OBJECT_AT + 16;
const MASK_AT: usize = OBJECT_AT + 20;
const BOXED_AT: usize = OBJECT_AT + 24;
const READ_AT: usize = OBJECT_AT + 28;
const SIDE_BYTES: usize = OBJECT_AT + 32;

/** Pairs of features that were decided by this thread, since the job began. */
export let featurePairs: u64 = 0;

const sideA = reserveScratch(SIDE_BYTES);
const sideB = reserveScratch(SIDE_BYTES);
const room = reserveScratch(48);
/** Whether what comes after the earliest impact so far need not be looked at, and whether only the earliest is wanted at all. */
let onlyFirst: bool = false;
let wantsFirst: bool = false;
/** Whether features keep a gap, and how far apart boxes must be for that. */
let keepsGap: bool = false;
let apartBy: v128 = i32x4.splat(0);
/** Whether contacts at the start are left out when the features part. */
let isApproaching: bool = false;
/** How far boxes reach: 1 unless only the earliest impact is wanted. */
let reach: f32 = 1;

export function openImpactPairs(): void {
  featurePairs = 0;
  onlyFirst = impactsJob.prunes != 0;
  wantsFirst = impactsJob.first != 0;
  keepsGap = impactsJob.gap > 0;
  isApproaching = impactsJob.approaching != 0;
  reach = 1;
  openFeaturePairs();
}

// @inline
function setVertexBox(box: usize, at: usize, swept: usize): void {
  const start = v128.load(at);
  const end = v128.load(at + swept);
  v128.store(box, start);
  v128.store(box, start, 16);
  if (!onlyFirst) {
    v128.store(box, end, 32);
    v128.store(box, end, 48);
    return;
  }
  const size = f32x4.pmax(f32x4.abs(start), f32x4.abs(end));
  const slack = f32x4.add(f32x4.mul(size, f32x4.splat(SINGLE_SLACK)), f32x4.splat(SINGLE_SMALLEST));
  const reached = f32x4.add(start, f32x4.mul(f32x4.sub(end, start), f32x4.splat(reach)));
  v128.store(box, f32x4.sub(reached, slack), 32);
  v128.store(box, f32x4.add(reached, slack), 48);
}

// @inline
function joinBoxes(box: usize, p: usize, q: usize): void {
  v128.store(box, f32x4.pmin(v128.load(p), v128.load(q)));
  v128.store(box, f32x4.pmax(v128.load(p, 16), v128.load(q, 16)), 16);
  v128.store(box, f32x4.pmin(v128.load(p, 32), v128.load(q, 32)), 32);
  v128.store(box, f32x4.pmax(v128.load(p, 48), v128.load(q, 48)), 48);
}

/** Whether coordinates are before others by what boxes must be apart. */
// @inline
function isBefore(high: v128, low: v128): v128 {
  return f32x4.lt(f32x4.add(high, apartBy), low);
}

/** The tick at which features meet or, with a gap, come too near; −1 for never. */
// @inline
function tickOf(kind: u32, q0: usize, q1: usize, q2: usize, q3: usize): f64 {
  return keepsGap ? gapTick(kind, q0, q1, q2, q3) : impactTick(kind, q0, q1, q2, q3);
}

/** Whether an axis keeps a member apart from side A, before anything is set up for it. */
// @inline
function areWholeApart(member: u32): bool {
  const record = corners + ((<usize>member) << 4);
  const p = <usize>load<u32>(record);
  const q = <usize>load<u32>(record, 4);
  const r = <usize>load<u32>(record, 8);
  const swept = wholeSwept(objectRecord(load<u32>(record, 12) >>> 1));
  const a = sideA + WHOLE_AT;
  const p0 = v128.load(p);
  const q0 = v128.load(q);
  const r0 = v128.load(r);
  const p1 = v128.load(p + swept);
  const q1 = v128.load(q + swept);
  const r1 = v128.load(r + swept);
  const low0 = f32x4.pmin(f32x4.pmin(p0, q0), r0);
  const high0 = f32x4.pmax(f32x4.pmax(p0, q0), r0);
  const low1 = f32x4.pmin(f32x4.pmin(p1, q1), r1);
  const high1 = f32x4.pmax(f32x4.pmax(p1, q1), r1);
  const before = v128.and(isBefore(v128.load(a, 16), low0), isBefore(v128.load(a, 48), low1));
  const behind = v128.and(isBefore(high0, v128.load(a)), isBefore(high1, v128.load(a, 32)));
  return (i32x4.bitmask(v128.or(before, behind)) & 7) != 0;
}

/** Sets up a member of the tile, given by rank. Returns its object's index. */
function setSide(side: usize, member: u32): u32 {
  const record = corners + ((<usize>member) << 4);
  const index = load<u32>(record, 12) >>> 1;
  const object = objectRecord(index);
  const swept = wholeSwept(object);
  for (let k: usize = 0; k < 3; k++) {
    const at = load<u32>(record + 4 * k);
    store<u32>(side + VERTICES_AT + 4 * k, at);
    setVertexBox(side + k * BOX, at, swept);
  }
  joinBoxes(side + WHOLE_AT, side, side + BOX);
  joinBoxes(side + WHOLE_AT, side + WHOLE_AT, side + 2 * BOX);
  store<u32>(side, <u32>changetype<usize>(object), OBJECT_AT);
  store<u32>(side, 0, BOXED_AT);
  store<u32>(side, 0, READ_AT);
  const triangle = load<u32>(triangles + ((<usize>member) << 2));
  store<u32>(side, triangle, TRIANGLE_AT);
  store<u32>(side, load<u8>(impactsJob.masks + <usize>triangle), MASK_AT);
  return index;
}

function boxEdges(side: usize): void {
  if (load<u32>(side, BOXED_AT) != 0) return;
  store<u32>(side, 1, BOXED_AT);
  joinBoxes(side + EDGES_AT, side, side + BOX);
  joinBoxes(side + EDGES_AT + BOX, side + BOX, side + 2 * BOX);
  joinBoxes(side + EDGES_AT + 2 * BOX, side + 2 * BOX, side);
}

function readPoints(side: usize): void {
  if (load<u32>(side, READ_AT) != 0) return;
  store<u32>(side, 1, READ_AT);
  const object = ObjectRecord.at(load<u32>(side, OBJECT_AT), 0);
  const image = object.image;
  for (let k: usize = 0; k < 3; k++) {
    const vertex = (load<u32>(side + VERTICES_AT + 4 * k) - image) >>> 4;
    readMovingPoint(object, vertex, side + POINTS_AT + k * MOVING_POINT, room);
  }
}

/**
 * Whether two boxes are not kept apart by an axis: they are when one is before the other at both ends, for all that moves on
 * straight lines. Image coordinates are rounded, but keep their order.
 */
// @inline
function mayMeet(p: usize, q: usize): bool {
  const before = v128.and(isBefore(v128.load(p, 16), v128.load(q)), isBefore(v128.load(p, 48), v128.load(q, 32)));
  const behind = v128.and(isBefore(v128.load(q, 16), v128.load(p)), isBefore(v128.load(q, 48), v128.load(p, 32)));
  return (i32x4.bitmask(v128.or(before, behind)) & 7) == 0;
}

// @inline
function vertexAt(side: usize, k: usize): u32 {
  return load<u32>(side + VERTICES_AT + 4 * k);
}

/** A vertex numbered through the scene. */
// @inline
function vertexNumber(side: usize, k: usize): u32 {
  const object = ObjectRecord.at(load<u32>(side, OBJECT_AT), 0);
  return ((vertexAt(side, k) - object.image) >>> 4) + object.vertexStart;
}

// @inline
function pointOf(side: usize, k: usize): usize {
  return side + POINTS_AT + k * MOVING_POINT;
}

/** A vertex numbered within its object. */
// @inline
function ownVertex(side: usize, k: usize): u32 {
  return (vertexAt(side, k) - ObjectRecord.at(load<u32>(side, OBJECT_AT), 0).image) >>> 4;
}

/** When a vertex of `p` that touches the face of `q` at the start counts. */
function faceStartContact(p: usize, k: usize, q: usize): f64 {
  const objectP = ObjectRecord.at(load<u32>(p, OBJECT_AT), 0);
  const objectQ = ObjectRecord.at(load<u32>(q, OBJECT_AT), 0);
  const vertex = ownVertex(p, k);
  const b0 = ownVertex(q, 0);
  return tickOfStartContact(
    VERTEX_FACE,
    pointOf(p, k),
    pointOf(q, 0),
    pointOf(q, 1),
    pointOf(q, 2),
    objectP,
    vertex,
    vertex,
    objectQ,
    b0,
    b0,
  );
}

/** When edges that touch at the start count. */
function edgesStartContact(i: usize, iNext: usize, j: usize, jNext: usize): f64 {
  return tickOfStartContact(
    EDGE_EDGE,
    pointOf(sideA, i),
    pointOf(sideA, iNext),
    pointOf(sideB, j),
    pointOf(sideB, jNext),
    ObjectRecord.at(load<u32>(sideA, OBJECT_AT), 0),
    ownVertex(sideA, i),
    ownVertex(sideA, iNext),
    ObjectRecord.at(load<u32>(sideB, OBJECT_AT), 0),
    ownVertex(sideB, j),
    ownVertex(sideB, jNext),
  );
}

/** The vertices that `p` stands for against the face of `q`. */
function verticesAgainstFace(p: usize, q: usize): void {
  const mask = load<u32>(p, MASK_AT) & MASK_CORNERS;
  for (let k: usize = 0; k < 3; k++) {
    if (((mask >>> <u32>k) & 1) == 0 || !mayMeet(p + k * BOX, q + WHOLE_AT)) continue;
    const at = vertexAt(p, k);
    if (at == vertexAt(q, 0) || at == vertexAt(q, 1) || at == vertexAt(q, 2)) continue;
    readPoints(p);
    readPoints(q);
    featurePairs++;
    let tick = tickOf(VERTEX_FACE, pointOf(p, k), pointOf(q, 0), pointOf(q, 1), pointOf(q, 2));
    if (tick == 0 && isApproaching && (!keepsGap || touchesAtStart())) tick = faceStartContact(p, k, q);
    if (tick < 0) continue;
    const vertex = vertexNumber(p, k);
    const face = load<u32>(q, TRIANGLE_AT);
    addImpact(VERTEX_FACE, vertex, vertex, face, face, tick);
    if (wantsFirst) noteBest(tick);
  }
}

function addEdges(i: usize, iNext: usize, j: usize, jNext: usize, tick: f64): void {
  const a0 = vertexNumber(sideA, i);
  const a1 = vertexNumber(sideA, iNext);
  const b0 = vertexNumber(sideB, j);
  const b1 = vertexNumber(sideB, jNext);
  const aLow = min(a0, a1);
  const aHigh = max(a0, a1);
  const bLow = min(b0, b1);
  const bHigh = max(b0, b1);
  const inOrder = aLow < bLow || (aLow == bLow && aHigh < bHigh);
  if (inOrder) addImpact(EDGE_EDGE, aLow, aHigh, bLow, bHigh, tick);
  else addImpact(EDGE_EDGE, bLow, bHigh, aLow, aHigh, tick);
  if (wantsFirst) noteBest(tick);
}

/** The edges that both sides stand for against each other. */
function edgesAgainstEdges(): void {
  const maskA = load<u32>(sideA, MASK_AT) >>> MASK_EDGES_SHIFT;
  const maskB = load<u32>(sideB, MASK_AT) >>> MASK_EDGES_SHIFT;
  if (maskA == 0 || maskB == 0) return;
  boxEdges(sideA);
  boxEdges(sideB);
  for (let i: usize = 0; i < 3; i++) {
    if (((maskA >>> <u32>i) & 1) == 0 || !mayMeet(sideA + EDGES_AT + i * BOX, sideB + WHOLE_AT)) continue;
    const iNext: usize = i == 2 ? 0 : i + 1;
    const p = vertexAt(sideA, i);
    const q = vertexAt(sideA, iNext);
    for (let j: usize = 0; j < 3; j++) {
      if (((maskB >>> <u32>j) & 1) == 0) continue;
      if (!mayMeet(sideA + EDGES_AT + i * BOX, sideB + EDGES_AT + j * BOX)) continue;
      const jNext: usize = j == 2 ? 0 : j + 1;
      const r = vertexAt(sideB, j);
      const s = vertexAt(sideB, jNext);
      if (p == r || p == s || q == r || q == s) continue;
      readPoints(sideA);
      readPoints(sideB);
      featurePairs++;
      let tick = tickOf(EDGE_EDGE, pointOf(sideA, i), pointOf(sideA, iNext), pointOf(sideB, j), pointOf(sideB, jNext));
      if (tick == 0 && isApproaching && (!keepsGap || touchesAtStart())) tick = edgesStartContact(i, iNext, j, jNext);
      if (tick >= 0) addEdges(i, iNext, j, jNext, tick);
    }
  }
}

/** Reads the earliest time found so far; anything later is of no interest. */
function updateReach(): bool {
  const next = <f32>min(<f64>bestTick() / TICKS, reachOfSearch()) * 1.000001 + f32.EPSILON;
  if (next == reach) return false;
  reach = next;
  return true;
}

/** Adds the impacts between the features of pairs of members (ranks, two u32 each) to the list. */
export function decideImpacts(pairs: usize, count: u32): u32 {
  // Known since the first phase was closed, perhaps by another thread.
  apartBy = f32x4.splat(impactsJob.imageGap);
  const ignoring = ignoresPairs();
  let current: u32 = u32.MAX_VALUE;
  let objectA: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    if ((i & 15) == 0 && stopped()) return 0;
    const a = load<u32>(pairs + ((<usize>i) << 3));
    const b = load<u32>(pairs + ((<usize>i) << 3), 4);
    if ((onlyFirst && updateReach()) || a != current) {
      objectA = setSide(sideA, a);
      current = a;
    }
    if (!onlyFirst && areWholeApart(b)) continue;
    const objectB = setSide(sideB, b);
    if (onlyFirst && !mayMeet(sideA + WHOLE_AT, sideB + WHOLE_AT)) continue;
    if (ignoring && areLeftOut(objectRecord(objectA), objectRecord(objectB))) continue;
    verticesAgainstFace(sideA, sideB);
    verticesAgainstFace(sideB, sideA);
    edgesAgainstEdges();
  }
  return 0;
}
