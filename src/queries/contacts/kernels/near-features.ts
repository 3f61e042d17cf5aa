/**
 * From pairs of triangles whose grown boxes overlap to pairs of features that are near: a vertex of one and the face of the
 * other, and edges of both, where the triangles stand for them (impacts/kernels/feature-masks.ts). Features that share a vertex
 * are left out; triangles that do are not.
 *
 * Boxes of features in single precision come first (near-boxes.ts). What is left waits until there are four of a kind, whose distances
 * are bounded together (distance-bounds.ts). What that leaves open is decided exactly.
 */
import { isNearer, mayMeet, measureFeatures, openFeatureDistances } from '../../../exact/kernels/feature-distance';
import { STOP_LIMIT } from '../../../memory/constants';
import { contactsJob, control, job, ObjectRecord } from '../../../memory/generated/kernels/records';
import { bump, stop, stopped } from '../../../memory/kernels/memory';
import { exactPoint, objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { areLeftOut, ignoresPairs } from '../../../tile-lists/kernels/regions';
import { EDGE_EDGE, VERTEX_FACE } from '../../impacts/constants';
import { meetNow } from '../../impacts/kernels/exact-start';
import {
  addEdgesInOrder,
  nextCornerOf,
  objectOf,
  setSide,
  sideA,
  sideB,
  triangleOf,
  vertexAt,
} from '../../impacts/kernels/feature-sides';
import { addImpact } from '../../impacts/kernels/impact-list';
import {
  boundEdges,
  boundFaces,
  openDistanceBounds,
  PAIR_A,
  PAIR_B,
  PAIR_BYTES,
  PAIR_FACE,
  PAIR_SIZE,
} from './distance-bounds';
import { NEAR_A, NEAR_B, NEAR_EDGES, nearBoxes, nearSize, openNearBoxes, setNearBoxes } from './near-boxes';

const POINT: usize = 24;
const four = reserveScratch(4 * POINT);
/** Pairs that wait, of each kind up to four. */
const AT_ONCE: u32 = 4;
const faces = reserveScratch(AT_ONCE * PAIR_BYTES);
const edges = reserveScratch(AT_ONCE * PAIR_BYTES);
let faceCount: u32 = 0;
let edgeCount: u32 = 0;

/** Pairs of features that were measured by this thread, since the job began. */
export let featurePairs: u64 = 0;
let distance: f64 = 0;

export function openNearFeatures(): void {
  featurePairs = 0;
  distance = contactsJob.distance;
  openFeatureDistances();
}

/** A vertex of a pair, numbered within its object. */
// @inline
function ownVertex(pair: usize, slot: usize, object: ObjectRecord): u32 {
  return (load<u32>(pair + 4 * slot) - object.image) >>> 4;
}

// @inline
function objectA(pair: usize): ObjectRecord {
  return ObjectRecord.at(load<u32>(pair, PAIR_A), 0);
}

// @inline
function objectB(pair: usize): ObjectRecord {
  return ObjectRecord.at(load<u32>(pair, PAIR_B), 0);
}

/** 0 when the features of a pair meet, 1 when they are near, −1 when they are not: decided exactly. */
function decide(kind: u32, pair: usize): f64 {
  for (let slot: usize = 0; slot < 4; slot++) {
    const object = slot == 0 || (slot == 1 && kind == EDGE_EDGE) ? objectA(pair) : objectB(pair);
    exactPoint(object, ownVertex(pair, slot, object), four + slot * POINT);
  }
  measureFeatures(kind, four);
  if (mayMeet() && meetNow(kind, four)) return 0;
  return isNearer(kind, four, distance) ? 1 : -1;
}

/** A vertex of a pair, numbered through the scene. */
// @inline
function vertexNumber(pair: usize, slot: usize, object: ObjectRecord): u32 {
  const number = ownVertex(pair, slot, object) + object.vertexStart;
  const sources = contactsJob.vertexSources;
  return sources == 0 ? number : load<u32>(sources + ((<usize>number) << 2));
}

/** The face of a pair, numbered through the scene. */
// @inline
function faceNumber(pair: usize): u32 {
  const face = load<u32>(pair, PAIR_FACE);
  return job.sources == 0 ? face : load<u32>(job.sources + ((<usize>face) << 2));
}

/** Adds a pair that is near to the list. When that is enough, the search ends. */
function addPair(kind: u32, pair: usize, tick: f64): void {
  const a = objectA(pair);
  const b = objectB(pair);
  const a0 = vertexNumber(pair, 0, a);
  if (kind == VERTEX_FACE) {
    const face = faceNumber(pair);
    addImpact(VERTEX_FACE, a0, a0, face, face, tick);
  } else {
    addEdgesInOrder(a0, vertexNumber(pair, 1, a), vertexNumber(pair, 2, b), vertexNumber(pair, 3, b), tick);
  }
  const limit = job.limit;
  if (limit != 0 && bump(control.hitTotal, 1) + 1 >= limit) stop(STOP_LIMIT);
}

/** Decides the pairs of one kind that wait. */
function decideWaiting(kind: u32, pairs: usize, count: u32): void {
  for (let i = count; i < AT_ONCE; i++) memory.copy(pairs + i * PAIR_BYTES, pairs, PAIR_BYTES);
  const verdicts = kind == VERTEX_FACE ? boundFaces(pairs) : boundEdges(pairs);
  featurePairs += count;
  for (let i: u32 = 0; i < count; i++) {
    if (((verdicts >>> (AT_ONCE + i)) & 1) != 0) continue;
    const pair = pairs + <usize>i * PAIR_BYTES;
    const tick = ((verdicts >>> i) & 1) != 0 ? 1 : decide(kind, pair);
    if (tick >= 0) addPair(kind, pair, tick);
  }
}

/** What both kinds of pairs have in common. */
// @inline
function setPair(pair: usize, a: usize, b: usize): void {
  store<u32>(pair, <u32>changetype<usize>(objectOf(a)), PAIR_A);
  store<u32>(pair, <u32>changetype<usize>(objectOf(b)), PAIR_B);
  store<u32>(pair, triangleOf(b), PAIR_FACE);
  store<f32>(pair, nearSize, PAIR_SIZE);
}

/** The vertices of `p` with these bits against the face of `q`. */
// @inline
function verticesAgainstFace(p: usize, q: usize, bits: u32): void {
  for (let left = bits; left != 0; left &= left - 1) {
    const pair = faces + <usize>faceCount * PAIR_BYTES;
    store<u32>(pair, vertexAt(p, <usize>ctz(left)));
    for (let k: usize = 0; k < 3; k++) store<u32>(pair + 4 * k, vertexAt(q, k), 4);
    setPair(pair, p, q);
    if (++faceCount < AT_ONCE) continue;
    decideWaiting(VERTEX_FACE, faces, AT_ONCE);
    faceCount = 0;
  }
}

/** The edges of both sides with these bits: 3 i + j for edge i of A and j of B. */
// @inline
function edgesAgainstEdges(bits: u32): void {
  for (let left = bits; left != 0; left &= left - 1) {
    const bit = ctz(left);
    const i = <usize>(bit / 3);
    const j = <usize>(bit % 3);
    const pair = edges + <usize>edgeCount * PAIR_BYTES;
    store<u32>(pair, vertexAt(sideA, i));
    store<u32>(pair, vertexAt(sideA, nextCornerOf(i)), 4);
    store<u32>(pair, vertexAt(sideB, j), 8);
    store<u32>(pair, vertexAt(sideB, nextCornerOf(j)), 12);
    setPair(pair, sideA, sideB);
    if (++edgeCount < AT_ONCE) continue;
    decideWaiting(EDGE_EDGE, edges, AT_ONCE);
    edgeCount = 0;
  }
}

/** Decides the pairs still waiting: fewer than four of each kind. */
function decideRest(): void {
  if (faceCount != 0) decideWaiting(VERTEX_FACE, faces, faceCount);
  if (edgeCount != 0) decideWaiting(EDGE_EDGE, edges, edgeCount);
  faceCount = edgeCount = 0;
}

/** Adds the near features of pairs of members (ranks, two u32 each) to the list. None is skipped. */
export function decideContacts(pairs: usize, count: u32): u32 {
  const ignoring = ignoresPairs();
  const masks = contactsJob.masks;
  let current: u32 = u32.MAX_VALUE;
  let indexA: u32 = 0;
  faceCount = edgeCount = 0;
  openNearBoxes();
  openDistanceBounds();
  for (let i: u32 = 0; i < count; i++) {
    if ((i & 63) == 0 && stopped()) return 0;
    const a = load<u32>(pairs + ((<usize>i) << 3));
    const b = load<u32>(pairs + ((<usize>i) << 3), 4);
    if (a != current) {
      indexA = setSide(sideA, a, masks);
      setNearBoxes();
      current = a;
    }
    const indexB = setSide(sideB, b, masks);
    if (ignoring && areLeftOut(objectRecord(indexA), objectRecord(indexB))) continue;
    const near = nearBoxes();
    if (near == 0) continue;
    verticesAgainstFace(sideA, sideB, (near >>> NEAR_A) & 7);
    verticesAgainstFace(sideB, sideA, (near >>> NEAR_B) & 7);
    edgesAgainstEdges(near >>> NEAR_EDGES);
  }
  decideRest();
  return 0;
}
