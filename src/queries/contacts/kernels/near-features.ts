/**
 * From pairs of triangles whose grown boxes overlap to pairs of features that are near: a vertex of one and the face of the
 * other, and edges of both, where the triangles stand for them (impacts/kernels/feature-masks.ts). Features that share a vertex
 * are left out; triangles that do are not.
 *
 * Boxes of features in single precision come first (near-boxes.ts). What is left is decided exactly.
 */
import { isNearer, mayMeet, measureFeatures, openFeatureDistances } from '../../../exact/kernels/feature-distance';
import { STOP_LIMIT } from '../../../memory/constants';
import { contactsJob, control, job } from '../../../memory/generated/kernels/records';
import { bump, stop, stopped } from '../../../memory/kernels/memory';
import { exactPoint, objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { areLeftOut, ignoresPairs } from '../../../tile-lists/kernels/regions';
import { EDGE_EDGE, VERTEX_FACE } from '../../impacts/constants';
import { meetNow } from '../../impacts/kernels/exact-start';
import {
  addEdges,
  needsPoints,
  nextCornerOf,
  objectOf,
  ownVertex,
  pointsOf,
  setSide,
  sideA,
  sideB,
  triangleOf,
  vertexNumber,
} from '../../impacts/kernels/feature-sides';
import { addImpact } from '../../impacts/kernels/impact-list';
import { NEAR_A, NEAR_B, NEAR_EDGES, nearBoxes, openNearBoxes, setNearBoxes } from './near-boxes';

const POINT: usize = 24;
const four = reserveScratch(4 * POINT);

/** Pairs of features that were measured by this thread, since the job began. */
export let featurePairs: u64 = 0;
let distance: f64 = 0;

export function openNearFeatures(): void {
  featurePairs = 0;
  distance = contactsJob.distance;
  openFeatureDistances();
}

function readPoints(side: usize): void {
  if (!needsPoints(side)) return;
  const object = objectOf(side);
  const points = pointsOf(side);
  for (let k: usize = 0; k < 3; k++) exactPoint(object, ownVertex(side, k), points + k * POINT);
}

// @inline
function setPoint(slot: usize, side: usize, k: usize): void {
  const from = pointsOf(side) + k * POINT;
  const to = four + slot * POINT;
  v128.store(to, v128.load(from));
  store<f64>(to, load<f64>(from, 16), 16);
}

/** 0 when the four points' features meet, 1 when they are near, −1 when they are not. */
function decide(kind: u32): f64 {
  featurePairs++;
  measureFeatures(kind, four);
  if (mayMeet() && meetNow(kind, four)) return 0;
  return isNearer(kind, four, distance) ? 1 : -1;
}

/** One more has been found; when that is enough, the search ends. */
// @inline
function countFound(): void {
  const limit = job.limit;
  if (limit != 0 && bump(control.hitTotal, 1) + 1 >= limit) stop(STOP_LIMIT);
}

/** The vertices of `p` with these bits against the face of `q`. */
function verticesAgainstFace(p: usize, q: usize, bits: u32): void {
  for (let left = bits; left != 0; left &= left - 1) {
    const k = <usize>ctz(left);
    setPoint(0, p, k);
    setPoint(1, q, 0);
    setPoint(2, q, 1);
    setPoint(3, q, 2);
    const meets = decide(VERTEX_FACE);
    if (meets < 0) continue;
    const vertex = vertexNumber(p, k);
    const face = triangleOf(q);
    addImpact(VERTEX_FACE, vertex, vertex, face, face, meets);
    countFound();
  }
}

/** The edges of both sides with these bits: 3 i + j for edge i of A and j of B. */
function edgesAgainstEdges(bits: u32): void {
  for (let left = bits; left != 0; left &= left - 1) {
    const bit = ctz(left);
    const i = <usize>(bit / 3);
    const j = <usize>(bit % 3);
    setPoint(0, sideA, i);
    setPoint(1, sideA, nextCornerOf(i));
    setPoint(2, sideB, j);
    setPoint(3, sideB, nextCornerOf(j));
    const meets = decide(EDGE_EDGE);
    if (meets < 0) continue;
    addEdges(i, j, meets);
    countFound();
  }
}

/** Adds the near features of pairs of members (ranks, two u32 each) to the list. None is skipped. */
export function decideContacts(pairs: usize, count: u32): u32 {
  const ignoring = ignoresPairs();
  const masks = contactsJob.masks;
  let current: u32 = u32.MAX_VALUE;
  let objectA: u32 = 0;
  openNearBoxes();
  for (let i: u32 = 0; i < count; i++) {
    if ((i & 63) == 0 && stopped()) return 0;
    const a = load<u32>(pairs + ((<usize>i) << 3));
    const b = load<u32>(pairs + ((<usize>i) << 3), 4);
    if (a != current) {
      objectA = setSide(sideA, a, masks);
      setNearBoxes();
      current = a;
    }
    const objectB = setSide(sideB, b, masks);
    if (ignoring && areLeftOut(objectRecord(objectA), objectRecord(objectB))) continue;
    const near = nearBoxes();
    if (near == 0) continue;
    readPoints(sideA);
    readPoints(sideB);
    verticesAgainstFace(sideA, sideB, (near >>> NEAR_A) & 7);
    verticesAgainstFace(sideB, sideA, (near >>> NEAR_B) & 7);
    edgesAgainstEdges(near >>> NEAR_EDGES);
  }
  return 0;
}
