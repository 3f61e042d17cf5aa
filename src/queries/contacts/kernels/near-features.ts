/**
 * From pairs of triangles whose grown boxes overlap to pairs of features that are near: a vertex of one and the face of the
 * other, and edges of both, where the triangles stand for them (impacts/kernels/feature-masks.ts). Features that share a vertex
 * are left out; triangles that do are not.
 *
 * Boxes of features in single precision come first: farther apart than the distance, with the allowances of growth.ts, they are
 * certainly not near. What is left is decided exactly.
 */
import { isNearer, mayMeet, measureFeatures, openFeatureDistances } from '../../../exact/kernels/feature-distance';
import { STOP_LIMIT } from '../../../memory/constants';
import { contactsJob, control, grid, job, ObjectRecord } from '../../../memory/generated/kernels/records';
import { bump, stop, stopped } from '../../../memory/kernels/memory';
import { exactPoint, objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { areLeftOut, ignoresPairs } from '../../../tile-lists/kernels/regions';
import { corners, triangles } from '../../../tile-lists/kernels/tile-members';
import { EDGE_EDGE, VERTEX_FACE } from '../../impacts/constants';
import { meetNow } from '../../impacts/kernels/exact-start';
import { MASK_CORNERS, MASK_EDGES_SHIFT } from '../../impacts/kernels/feature-masks';
import { addImpact } from '../../impacts/kernels/impact-list';

const POINT: usize = 24;
/** A side: boxes (low and high v128) of three edges, then of the whole. */
const WHOLE_AT: usize = 96;
/** Then three points, then: object's record, three image addresses, triangle, mask, whether points were read. */
const POINTS_AT: usize = 128;
const OBJECT_AT: usize = POINTS_AT + 3 * POINT;
const VERTICES_AT: usize = OBJECT_AT + 4;
const TRIANGLE_AT: usize = OBJECT_AT + 16;
const MASK_AT: usize = OBJECT_AT + 20;
const READ_AT: usize = OBJECT_AT + 24;
const SIDE_BYTES: usize = OBJECT_AT + 32;

/** Twice the relative rounding error of the squared distance of two boxes. */
const BOX_MARGIN: f32 = 1.0000152587890625; // 1 + 2^-16
/** Squares below this might have lost digits to underflow. */
const SQUARE_LEAST: f32 = 1e-30;
/** Allowance for rounding of both boxes, in growths. */
const ROUNDINGS: f32 = 10;

const sideA = reserveScratch(SIDE_BYTES);
const sideB = reserveScratch(SIDE_BYTES);
const four = reserveScratch(4 * POINT);

/** Pairs of features that were measured by this thread, since the job began. */
export let featurePairs: u64 = 0;
let distance: f64 = 0;
/** How far boxes may be apart, in image coordinates, squared. */
let reachSquared: f32 = 0;

export function openNearFeatures(): void {
  featurePairs = 0;
  distance = contactsJob.distance;
  openFeatureDistances();
}

// @inline
function isFarther(lowP: v128, highP: v128, lowQ: v128, highQ: v128): bool {
  const gap = f32x4.pmax(f32x4.pmax(f32x4.sub(lowQ, highP), f32x4.sub(lowP, highQ)), f32x4.splat(0));
  const squares = f32x4.mul(gap, gap);
  const sum = f32x4.extract_lane(squares, 0) + f32x4.extract_lane(squares, 1) + f32x4.extract_lane(squares, 2);
  return sum > reachSquared;
}

// @inline
function storeBox(box: usize, p: v128, q: v128): void {
  v128.store(box, f32x4.pmin(p, q));
  v128.store(box, f32x4.pmax(p, q), 16);
}

/** Sets up a member of the tile, given by rank. Returns its object's index. */
function setSide(side: usize, member: u32): u32 {
  const record = corners + ((<usize>member) << 4);
  const index = load<u32>(record, 12) >>> 1;
  const p = v128.load(load<u32>(record));
  const q = v128.load(load<u32>(record, 4));
  const r = v128.load(load<u32>(record, 8));
  storeBox(side, p, q);
  storeBox(side + 32, q, r);
  storeBox(side + 64, r, p);
  v128.store(side + WHOLE_AT, f32x4.pmin(v128.load(side), r));
  v128.store(side + WHOLE_AT, f32x4.pmax(v128.load(side, 16), r), 16);
  store<u32>(side, <u32>changetype<usize>(objectRecord(index)), OBJECT_AT);
  memory.copy(side + VERTICES_AT, record, 12);
  const triangle = load<u32>(triangles + ((<usize>member) << 2));
  store<u32>(side, triangle, TRIANGLE_AT);
  store<u32>(side, load<u8>(contactsJob.masks + <usize>triangle), MASK_AT);
  store<u32>(side, 0, READ_AT);
  return index;
}

function readPoints(side: usize): void {
  if (load<u32>(side, READ_AT) != 0) return;
  store<u32>(side, 1, READ_AT);
  const object = ObjectRecord.at(load<u32>(side, OBJECT_AT), 0);
  const image = object.image;
  for (let k: usize = 0; k < 3; k++) {
    exactPoint(object, (vertexAt(side, k) - image) >>> 4, side + POINTS_AT + k * POINT);
  }
}

/** The address of a corner's image coordinates, which tells vertices apart. */
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
function setPoint(slot: usize, side: usize, k: usize): void {
  memory.copy(four + slot * POINT, side + POINTS_AT + k * POINT, POINT);
}

/** 0 when the four points' features meet, 1 when they are near, −1 when they are not. */
function decide(kind: u32): f64 {
  featurePairs++;
  measureFeatures(kind, four);
  if (mayMeet() && meetNow(kind, four)) return 0;
  return isNearer(kind, four, distance) ? 1 : -1;
}

function add(kind: u32, a0: u32, a1: u32, b0: u32, b1: u32, meets: f64): void {
  addImpact(kind, a0, a1, b0, b1, meets);
  const limit = job.limit;
  if (limit != 0 && bump(control.hitTotal, 1) + 1 >= limit) stop(STOP_LIMIT);
}

/** The vertices that `p` stands for against the face of `q`. */
function verticesAgainstFace(p: usize, q: usize): void {
  const mask = load<u32>(p, MASK_AT) & MASK_CORNERS;
  if (mask == 0) return;
  const low = v128.load(q + WHOLE_AT);
  const high = v128.load(q + WHOLE_AT, 16);
  for (let k: usize = 0; k < 3; k++) {
    if (((mask >>> <u32>k) & 1) == 0) continue;
    const at = vertexAt(p, k);
    const corner = v128.load(<usize>at);
    if (isFarther(corner, corner, low, high)) continue;
    if (at == vertexAt(q, 0) || at == vertexAt(q, 1) || at == vertexAt(q, 2)) continue;
    readPoints(p);
    readPoints(q);
    setPoint(0, p, k);
    memory.copy(four + POINT, q + POINTS_AT, 3 * POINT);
    const meets = decide(VERTEX_FACE);
    if (meets < 0) continue;
    const vertex = vertexNumber(p, k);
    const face = load<u32>(q, TRIANGLE_AT);
    add(VERTEX_FACE, vertex, vertex, face, face, meets);
  }
}

function addEdges(i: usize, iNext: usize, j: usize, jNext: usize, meets: f64): void {
  const a0 = vertexNumber(sideA, i);
  const a1 = vertexNumber(sideA, iNext);
  const b0 = vertexNumber(sideB, j);
  const b1 = vertexNumber(sideB, jNext);
  const aLow = min(a0, a1);
  const aHigh = max(a0, a1);
  const bLow = min(b0, b1);
  const bHigh = max(b0, b1);
  const inOrder = aLow < bLow || (aLow == bLow && aHigh < bHigh);
  if (inOrder) add(EDGE_EDGE, aLow, aHigh, bLow, bHigh, meets);
  else add(EDGE_EDGE, bLow, bHigh, aLow, aHigh, meets);
}

/** The edges that both sides stand for against each other. */
function edgesAgainstEdges(): void {
  const maskA = load<u32>(sideA, MASK_AT) >>> MASK_EDGES_SHIFT;
  const maskB = load<u32>(sideB, MASK_AT) >>> MASK_EDGES_SHIFT;
  if (maskA == 0 || maskB == 0) return;
  const lowB = v128.load(sideB + WHOLE_AT);
  const highB = v128.load(sideB + WHOLE_AT, 16);
  for (let i: usize = 0; i < 3; i++) {
    if (((maskA >>> <u32>i) & 1) == 0) continue;
    const low = v128.load(sideA + 32 * i);
    const high = v128.load(sideA + 32 * i, 16);
    if (isFarther(low, high, lowB, highB)) continue;
    const iNext: usize = i == 2 ? 0 : i + 1;
    const p = vertexAt(sideA, i);
    const q = vertexAt(sideA, iNext);
    for (let j: usize = 0; j < 3; j++) {
      if (((maskB >>> <u32>j) & 1) == 0) continue;
      if (isFarther(low, high, v128.load(sideB + 32 * j), v128.load(sideB + 32 * j, 16))) continue;
      const jNext: usize = j == 2 ? 0 : j + 1;
      const r = vertexAt(sideB, j);
      const s = vertexAt(sideB, jNext);
      if (p == r || p == s || q == r || q == s) continue;
      readPoints(sideA);
      readPoints(sideB);
      setPoint(0, sideA, i);
      setPoint(1, sideA, iNext);
      setPoint(2, sideB, j);
      setPoint(3, sideB, jNext);
      const meets = decide(EDGE_EDGE);
      if (meets >= 0) addEdges(i, iNext, j, jNext, meets);
    }
  }
}

/** How far boxes of the two sides may be apart. */
// @inline
function setReach(): void {
  const a = v128.load(sideA + WHOLE_AT);
  const b = v128.load(sideA + WHOLE_AT, 16);
  const c = v128.load(sideB + WHOLE_AT);
  const d = v128.load(sideB + WHOLE_AT, 16);
  const sizes = f32x4.pmax(f32x4.pmax(f32x4.abs(a), f32x4.abs(b)), f32x4.pmax(f32x4.abs(c), f32x4.abs(d)));
  const size = max(max(f32x4.extract_lane(sizes, 0), f32x4.extract_lane(sizes, 1)), f32x4.extract_lane(sizes, 2));
  const reach = grid.imageDistance + ROUNDINGS * grid.relativeGrowth * size;
  reachSquared = max(reach * reach * BOX_MARGIN, SQUARE_LEAST);
}

/** Adds the near features of pairs of members (ranks, two u32 each) to the list. None is skipped. */
export function decideContacts(pairs: usize, count: u32): u32 {
  const ignoring = ignoresPairs();
  let current: u32 = u32.MAX_VALUE;
  let objectA: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    if ((i & 63) == 0 && stopped()) return 0;
    const a = load<u32>(pairs + ((<usize>i) << 3));
    const b = load<u32>(pairs + ((<usize>i) << 3), 4);
    if (a != current) {
      objectA = setSide(sideA, a);
      current = a;
    }
    const objectB = setSide(sideB, b);
    if (ignoring && areLeftOut(objectRecord(objectA), objectRecord(objectB))) continue;
    setReach();
    verticesAgainstFace(sideA, sideB);
    verticesAgainstFace(sideB, sideA);
    edgesAgainstEdges();
  }
  return 0;
}
