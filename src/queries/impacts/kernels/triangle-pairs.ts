/**
 * From pairs of triangles whose swept boxes overlap to pairs of features: a vertex of one and the face of the other, and
 * edges of both, where the triangles stand for them and no axis keeps them apart at both ends (moving-boxes.ts).
 */

import { impactsJob, job, ObjectRecord } from '../../../memory/generated/kernels/records';
import { stopped } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { areLeftOut, ignoresPairs } from '../../../tile-lists/kernels/regions';
import { COLLECT_EACH, COLLECT_NONE, EDGE_EDGE, TICKS, VERTEX_FACE } from '../constants';
import { latestTick, noteBest } from './best-time';
import { impactTick, openFeaturePairs } from './feature-pair';
import {
  addEdges,
  addressLanes,
  areInOrder,
  needsPoints,
  nextCornerOf,
  objectOf,
  ownVertex,
  pointsOf,
  setSide,
  sharedCorners,
  sideA,
  sideB,
  triangleOfAnswer,
  vertexNumber,
  vertexOfAnswer,
} from './feature-sides';
import { gapTick, touchesAtStart } from './gap-search';
import { addImpact } from './impact-list';
import {
  MAY_MEET_A,
  MAY_MEET_B,
  MAY_MEET_EDGES,
  movingBoxes,
  openMovingBoxes,
  pathBoxes,
  setBoxReach,
  setMovingBoxes,
  setPathBoxes,
} from './moving-boxes';
import { MOVING_POINT, readMovingPoint } from './moving-point';
import { reachOfSearch } from './reach';
import { tickOfStartContact } from './start-contact';

/** Pairs of features that were decided by this thread, since the job began. */
export let featurePairs: u64 = 0;

const work = reserveScratch(48);
/** Whether impacts after the earliest so far can be skipped, and whether their time is recorded. */
let onlyFirst: bool = false;
let notesBest: bool = false;
/** Whether features keep a gap. */
let keepsGap: bool = false;
/** Whether contacts at the start are left out when the features part. */
let isApproaching: bool = false;
/** Whether pairs that could meet are listed too, and whether each vertex may go any fraction of its path then. */
let collects: bool = false;
let collectsEach: bool = false;
/** How far boxes reach: 1 unless only the earliest impact is wanted. */
let reach: f32 = 1;

export function openImpactPairs(): void {
  featurePairs = 0;
  onlyFirst = impactsJob.prunes != 0;
  notesBest = impactsJob.first != 0 || onlyFirst;
  keepsGap = impactsJob.gap > 0;
  isApproaching = impactsJob.approaching != 0;
  collects = impactsJob.collects != COLLECT_NONE;
  collectsEach = impactsJob.collects == COLLECT_EACH;
  reach = 1;
  openFeaturePairs();
}

/** The tick at which features meet or, with a gap, come too near; −1 for never. */
export function tickOf(kind: u32, q0: usize, q1: usize, q2: usize, q3: usize): f64 {
  featurePairs++;
  return keepsGap ? gapTick(kind, q0, q1, q2, q3) : impactTick(kind, q0, q1, q2, q3);
}

function readPoints(side: usize): void {
  if (!needsPoints(side)) return;
  const object = objectOf(side);
  for (let k: usize = 0; k < 3; k++) readMovingPoint(object, ownVertex(side, k), pointOf(side, k), work);
}

// @inline
function pointOf(side: usize, k: usize): usize {
  return pointsOf(side) + k * MOVING_POINT;
}

/** The object of a side as it is in the table of all objects, where its triangles and their neighbours are as they were given. */
// @inline
function wholeOf(side: usize): ObjectRecord {
  return ObjectRecord.at(job.allObjects, objectOf(side).original);
}

/** A vertex of a side numbered within that. */
// @inline
function vertexOfWhole(side: usize, k: usize): u32 {
  return vertexOfAnswer(side, k) - wholeOf(side).vertexStart;
}

/** When a vertex of `p` that touches the face of `q` at the start counts. */
function faceStartContact(p: usize, k: usize, q: usize): f64 {
  const objectP = wholeOf(p);
  const objectQ = wholeOf(q);
  const vertex = vertexOfWhole(p, k);
  const b0 = vertexOfWhole(q, 0);
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
    wholeOf(sideA),
    vertexOfWhole(sideA, i),
    vertexOfWhole(sideA, iNext),
    wholeOf(sideB),
    vertexOfWhole(sideB, j),
    vertexOfWhole(sideB, jNext),
  );
}

/** Whether a contact at the start may be left out because the features part. */
// @inline
function mayPart(tick: f64): bool {
  return tick == 0 && isApproaching && (!keepsGap || touchesAtStart());
}

/** The vertices of `p` with these bits against the face of `q`; of them only those of `meeting` can meet, the others may be listed. */
function verticesAgainstFace(p: usize, q: usize, bits: u32, meeting: u32): void {
  for (let left = bits; left != 0; left &= left - 1) {
    const k = <usize>ctz(left);
    let tick: f64 = -1;
    if (((meeting >>> <u32>k) & 1) != 0) {
      tick = tickOf(VERTEX_FACE, pointOf(p, k), pointOf(q, 0), pointOf(q, 1), pointOf(q, 2));
      if (mayPart(tick)) tick = faceStartContact(p, k, q);
    }
    if (tick < 0 && !collects) continue;
    const vertex = vertexOfAnswer(p, k);
    const face = triangleOfAnswer(q);
    addImpact(VERTEX_FACE, vertex, vertex, face, face, tick);
    if (notesBest && tick >= 0) noteBest(tick);
  }
}

/** The tick of edge i of A and edge j of B, in the order of the list: a search for a gap rounds, so the order may tell in its answer. */
function tickOfEdges(i: usize, iNext: usize, j: usize, jNext: usize): f64 {
  const a0 = vertexOfAnswer(sideA, i);
  const a1 = vertexOfAnswer(sideA, iNext);
  const b0 = vertexOfAnswer(sideB, j);
  const b1 = vertexOfAnswer(sideB, jNext);
  const p0 = pointOf(sideA, a0 < a1 ? i : iNext);
  const p1 = pointOf(sideA, a0 < a1 ? iNext : i);
  const q0 = pointOf(sideB, b0 < b1 ? j : jNext);
  const q1 = pointOf(sideB, b0 < b1 ? jNext : j);
  const aComesFirst = areInOrder(a0, a1, b0, b1);
  return aComesFirst ? tickOf(EDGE_EDGE, p0, p1, q0, q1) : tickOf(EDGE_EDGE, q0, q1, p0, p1);
}

/** The same for the edges of both sides with these bits: 3 i + j for edge i of A and j of B. */
function edgesAgainstEdges(bits: u32, meeting: u32): void {
  for (let left = bits; left != 0; left &= left - 1) {
    const bit = ctz(left);
    const i = <usize>(bit / 3);
    const j = <usize>(bit % 3);
    let tick: f64 = -1;
    if (((meeting >>> bit) & 1) != 0) {
      const iNext = nextCornerOf(i);
      const jNext = nextCornerOf(j);
      tick = keepsGap
        ? tickOfEdges(i, iNext, j, jNext)
        : tickOf(EDGE_EDGE, pointOf(sideA, i), pointOf(sideA, iNext), pointOf(sideB, j), pointOf(sideB, jNext));
      if (mayPart(tick)) tick = edgesStartContact(i, iNext, j, jNext);
    }
    if (tick < 0 && !collects) continue;
    addEdges(i, j, tick);
    if (notesBest && tick >= 0) noteBest(tick);
  }
}

/** Whether the two sides share a vertex around which nothing meets. */
// @inline
function shareCertified(certified: usize): bool {
  for (let left = sharedCorners(addressLanes(sideB), sideA) & 7; left != 0; left &= left - 1) {
    if (load<u8>(certified + <usize>vertexNumber(sideB, <usize>ctz(left))) != 0) return true;
  }
  return false;
}

/** Reads the earliest time found so far; anything later is of no interest. Returns whether boxes reach less far now. */
function updateReach(): bool {
  const next = <f32>min(latestTick() / TICKS, reachOfSearch()) * 1.000001 + f32.EPSILON;
  if (next == reach) return false;
  reach = next;
  setBoxReach(reach);
  return true;
}

/** Adds the impacts between the features of pairs of members (ranks, two u32 each) to the list. */
export function decideImpacts(pairs: usize, count: u32): u32 {
  // Known since the first phase was closed, perhaps by another thread.
  // Where all go the same fraction of their paths, boxes at both ends tell what could meet, if they are apart by the margin too.
  const margin = impactsJob.imageMargin;
  openMovingBoxes(collects && !collectsEach ? margin : impactsJob.imageGap, margin);
  if (onlyFirst) setBoxReach(reach);
  const ignoring = ignoresPairs();
  const masks = impactsJob.masks;
  const certified = impactsJob.certified;
  let current: u32 = u32.MAX_VALUE;
  let objectA: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    if ((i & 15) == 0 && stopped()) return 0;
    const a = load<u32>(pairs + ((<usize>i) << 3));
    const b = load<u32>(pairs + ((<usize>i) << 3), 4);
    if ((onlyFirst && updateReach()) || a != current) {
      objectA = setSide(sideA, a, masks);
      setMovingBoxes();
      if (collectsEach) setPathBoxes();
      current = a;
    }
    const objectB = setSide(sideB, b, masks);
    if (ignoring && areLeftOut(objectRecord(objectA), objectRecord(objectB))) continue;
    if (certified != 0 && objectA == objectB && shareCertified(certified)) continue;
    const onPath = collectsEach ? pathBoxes() : 0;
    if (collectsEach && onPath == 0) continue;
    const meeting = movingBoxes();
    const listed = collectsEach ? onPath : meeting;
    if (listed == 0) continue;
    if (meeting != 0) {
      readPoints(sideA);
      readPoints(sideB);
    }
    verticesAgainstFace(sideA, sideB, (listed >>> MAY_MEET_A) & 7, meeting >>> MAY_MEET_A);
    verticesAgainstFace(sideB, sideA, (listed >>> MAY_MEET_B) & 7, meeting >>> MAY_MEET_B);
    edgesAgainstEdges(listed >>> MAY_MEET_EDGES, meeting >>> MAY_MEET_EDGES);
  }
  return 0;
}
