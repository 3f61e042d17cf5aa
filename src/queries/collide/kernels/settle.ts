/**
 * What the GPU has found, settled exactly:
 *
 *   (prepare)                                                              → make room for the flags
 *   areas       which of the uncertain triangles have no area              → list them
 *   pairs       take over certain pairs, decide the others                 → join and sort the hits
 *   segments    where each pair meets, if asked for
 */

import { edgePairKind, pairKind, vertexPairKind } from '../../../exact/kernels/triangle-pair';
import {
  KIND_COPLANAR,
  KIND_CROSSING,
  KIND_NONE,
  KIND_TOUCHING,
  PHASE_AGAIN,
  PHASE_DONE,
  PHASE_PREPARE,
  STOP_LIMIT,
  STOP_NO,
} from '../../../memory/constants';
import {
  control,
  job,
  ObjectRecord,
  results,
  settleJob,
  ThreadRecord,
} from '../../../memory/generated/kernels/records';
import { peek, setPieces, stopped, take } from '../../../memory/kernels/memory';
import { exactPoint, objectOfTriangle, objectRecord } from '../../../memory/kernels/objects';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { addHit, gatherHits } from '../../../tile-lists/kernels/hits';
import { normalSignsExact } from '../../../tile-lists/kernels/normal-signs';
import { PHASE_SETTLE_AREAS, PHASE_SETTLE_PAIRS, PHASE_SETTLE_SEGMENTS } from '../constants';
import { findSegments } from './segments';

const AREAS_PER_PIECE: u32 = 4096;
const CROSSINGS_PER_PIECE: u32 = 8192;
const PAIRS_PER_PIECE: u32 = 512;
const SEGMENT_HITS: u32 = 1024;
/** Mark of a certain pair: the same triangle twice. */
const SAME_MARK: u32 = 0x80000000;

const first = reserveScratch(72);
const second = reserveScratch(72);

// @inline
function piecesOf(count: u32, perPiece: u32): u32 {
  return (count + perPiece - 1) / perPiece;
}

// @inline
function cornersOf(object: ObjectRecord, triangle: u32): usize {
  return object.indices + <usize>(triangle - object.triangleStart) * 12;
}

function settleAreas(from: u32, to: u32): void {
  const list = settleJob.uncertain;
  const isDegenerate = settleJob.isDegenerate;
  for (let i = from; i < to; i++) {
    const triangle = load<u32>(list + ((<usize>i) << 2));
    const object = objectRecord(objectOfTriangle(triangle));
    const corners = cornersOf(object, triangle);
    const signs = normalSignsExact(object, load<u32>(corners), load<u32>(corners, 4), load<u32>(corners, 8));
    if (signs == 0) store<u8>(isDegenerate + <usize>triangle, 1);
  }
}

/** Reads the triangle with its corners in this order: `a`, `b`, and the one that is left of its three. */
function readTriangle(object: ObjectRecord, corners: usize, a: u32, b: u32, out: usize): void {
  const v0 = load<u32>(corners);
  const v1 = load<u32>(corners, 4);
  const v2 = load<u32>(corners, 8);
  const c = v0 != a && v0 != b ? v0 : v1 != a && v1 != b ? v1 : v2;
  exactPoint(object, a, out);
  exactPoint(object, b, out + 24);
  exactPoint(object, c, out + 48);
}

// @inline
function isCorner(corners: usize, vertex: u32): bool {
  return load<u32>(corners) == vertex || load<u32>(corners, 4) == vertex || load<u32>(corners, 8) == vertex;
}

/** A corner of the triangle other than `vertex`. */
// @inline
function otherCorner(corners: usize, vertex: u32): u32 {
  const v0 = load<u32>(corners);
  return v0 != vertex ? v0 : load<u32>(corners, 4);
}

/** The kind of a pair within an object: neighbours do not collide where they are connected. */
function kindWithin(object: ObjectRecord, p: usize, q: usize): i32 {
  let common: u32 = 0;
  let shared0: u32 = 0;
  let shared1: u32 = 0;
  for (let k: usize = 0; k < 12; k += 4) {
    const vertex = load<u32>(p + k);
    if (!isCorner(q, vertex)) continue;
    if (common == 0) shared0 = vertex;
    else shared1 = vertex;
    common++;
  }
  if (common == 3) return KIND_COPLANAR;
  const p0 = common > 0 ? shared0 : load<u32>(p);
  const q0 = common > 0 ? shared0 : load<u32>(q);
  readTriangle(object, p, p0, common == 2 ? shared1 : otherCorner(p, p0), first);
  readTriangle(object, q, q0, common == 2 ? shared1 : otherCorner(q, q0), second);
  if (common == 2) return edgePairKind(first, second);
  return common == 1 ? vertexPairKind(first, second) : pairKind(first, second);
}

function kindBetween(objectA: ObjectRecord, p: usize, objectB: ObjectRecord, q: usize): i32 {
  readTriangle(objectA, p, load<u32>(p), load<u32>(p, 4), first);
  readTriangle(objectB, q, load<u32>(q), load<u32>(q, 4), second);
  return pairKind(first, second);
}

function settlePairs(from: u32, to: u32): void {
  const list = settleJob.undecided;
  const isDegenerate = settleJob.isDegenerate;
  const penetrating = job.penetrating != 0;
  for (let i = from; i < to; i++) {
    const a = load<u32>(list + ((<usize>i) << 3));
    const b = load<u32>(list + ((<usize>i) << 3), 4);
    if (load<u8>(isDegenerate + <usize>a) | load<u8>(isDegenerate + <usize>b)) continue;
    const objectA = objectRecord(objectOfTriangle(a));
    const objectB = objectRecord(objectOfTriangle(b));
    const p = cornersOf(objectA, a);
    const q = cornersOf(objectB, b);
    const kind = objectA == objectB ? kindWithin(objectA, p, q) : kindBetween(objectA, p, objectB, q);
    if (kind == KIND_NONE || (penetrating && kind == KIND_TOUCHING)) continue;
    addHit(a, b, kind);
    if (stopped()) return;
  }
}

function takeCrossings(from: u32, to: u32): void {
  const list = settleJob.crossings;
  for (let i = from; i < to && !stopped(); i++) {
    const second = load<u32>(list + ((<usize>i) << 3), 4);
    const kind = second & SAME_MARK ? KIND_COPLANAR : KIND_CROSSING;
    addHit(load<u32>(list + ((<usize>i) << 3)), second & ~SAME_MARK, kind);
  }
}

/** Threads keep nothing from one piece to the next. */
export function openThread(): void {}

export function doPiece(phase: i32, piece: u32): void {
  if (phase == PHASE_SETTLE_AREAS) {
    const from = piece * AREAS_PER_PIECE;
    settleAreas(from, min(settleJob.uncertainCount, from + AREAS_PER_PIECE));
  } else if (phase == PHASE_SETTLE_PAIRS) {
    const crossings = settleJob.crossingCount;
    const before = piecesOf(crossings, CROSSINGS_PER_PIECE);
    if (piece < before) {
      takeCrossings(piece * CROSSINGS_PER_PIECE, min(crossings, (piece + 1) * CROSSINGS_PER_PIECE));
    } else {
      const from = (piece - before) * PAIRS_PER_PIECE;
      settlePairs(from, min(settleJob.undecidedCount, from + PAIRS_PER_PIECE));
    }
  } else if (phase == PHASE_SETTLE_SEGMENTS) {
    findSegments(piece * SEGMENT_HITS, min(results.hitCount, (piece + 1) * SEGMENT_HITS));
  }
}

function closePrepare(): i32 {
  const triangles = job.triangleCount;
  const isDegenerate = take(triangles);
  memory.fill(isDegenerate, 0, triangles);
  settleJob.isDegenerate = <u32>isDegenerate;
  setPieces(piecesOf(settleJob.uncertainCount, AREAS_PER_PIECE), 0.03, 0.1);
  return PHASE_SETTLE_AREAS;
}

function closeAreas(): i32 {
  const list = settleJob.uncertain;
  const uncertain = settleJob.uncertainCount;
  const isDegenerate = settleJob.isDegenerate;
  const degenerate = take((<u64>uncertain) << 2);
  let count: u32 = 0;
  for (let i: u32 = 0; i < uncertain; i++) {
    const triangle = load<u32>(list + ((<usize>i) << 2));
    if (load<u8>(isDegenerate + <usize>triangle) != 0) store<u32>(degenerate + (usize(count++) << 2), triangle);
  }
  results.degenerate = <u32>degenerate;
  results.degenerateCount = count;
  const crossings = piecesOf(settleJob.crossingCount, CROSSINGS_PER_PIECE);
  setPieces(crossings + piecesOf(settleJob.undecidedCount, PAIRS_PER_PIECE), 0.1, 0.95);
  return PHASE_SETTLE_PAIRS;
}

function closePairs(): i32 {
  if (!gatherHits()) return PHASE_AGAIN;
  const hits = results.hitCount;
  if (job.segments == 0 || hits == 0) return PHASE_DONE;
  // The limit has ended the search; the segments of the pairs found are still needed.
  if (peek(control.stop) == STOP_LIMIT) store<u32>(control.stop, STOP_NO);
  results.segments = take(<u64>hits * 48);
  setPieces(piecesOf(hits, SEGMENT_HITS), 0.95, 1);
  return PHASE_SETTLE_SEGMENTS;
}

export function closePhase(phase: i32): i32 {
  if (phase == PHASE_PREPARE) return closePrepare();
  if (phase == PHASE_SETTLE_AREAS) return closeAreas();
  if (phase == PHASE_SETTLE_PAIRS) return closePairs();
  return PHASE_DONE;
}

/** Counts nothing. */
export function noteThread(_phase: i32, _record: ThreadRecord, _milliseconds: f64): void {}
