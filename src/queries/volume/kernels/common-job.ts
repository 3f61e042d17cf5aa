/**
 * The volume that two closed objects have in common, as the integral of the product of their winding numbers (docs/volumes.md).
 * Works on coordinates that are up to date already, and on tables of its own.
 *
 *   (prepare)   nothing
 *   pairs       crossings, segments, and how winding numbers change along edges; a piece is some pairs of triangles
 *   classes     connected vertices; a piece is an object
 *   rays        winding numbers round vertices of classes that lie in the common box as a whole
 *   edges       edges as a whole; a piece is some triangles of an object
 *
 * Of one object with itself, both sides are the same tables: a pair adds what each of its triangles does to the other, and edges count once.
 */
import { PHASE_DONE, PHASE_PREPARE } from '../../../memory/constants';
import {
  COMMON_SIDE_BYTES,
  COMMON_SUM_BYTES,
  CommonSideRecord,
  CommonSumRecord,
  commonJob,
  ThreadRecord,
} from '../../../memory/generated/kernels/records';
import { setPieces, take } from '../../../memory/kernels/memory';
import {
  COMMON_PAIRS_PER_PIECE,
  COMMON_TRIANGLES_PER_PIECE,
  NO_AREA,
  PHASE_COMMON_CLASSES,
  PHASE_COMMON_EDGES,
  PHASE_COMMON_PAIRS,
  PHASE_COMMON_RAYS,
} from '../constants';
import { findClasses, useKnown } from './common-classes';
import { addEdges, noteVertices } from './common-edges';
import { addPairs } from './common-pairs';
import { castRays } from './common-rays';
import { closeSum, openSum } from './common-sum';

/** Threads keep nothing from one piece to the next. */
export function openThread(): void {}

// @inline
function sideOf(number: u32): CommonSideRecord {
  return CommonSideRecord.at(commonJob.sides, number);
}

function piecesOf(count: u32, most: u32): u32 {
  return (count + most - 1) / most;
}

/** Where part `part` of `parts` begins. */
function partOf(count: u32, part: u32, parts: u32): u32 {
  return <u32>((<u64>count * part) / parts);
}

function trianglePieces(number: u32): u32 {
  return piecesOf(sideOf(number).triangleCount, COMMON_TRIANGLES_PER_PIECE);
}

function objectCount(): u32 {
  return commonJob.self != 0 ? 1 : 2;
}

function edgePieces(): u32 {
  return commonJob.self != 0 ? trianglePieces(0) : trianglePieces(0) + trianglePieces(1);
}

/** Rays of side 0 meet triangles of side 1, and the other way round. */
function rayPieces(number: u32): u32 {
  return sideOf(number).sampleCount == 0 ? 0 : trianglePieces(1 - number);
}

function openTables(number: u32): void {
  const side = sideOf(number);
  const triangleBytes = <usize>side.triangleCount * 12;
  const vertexBytes = (<usize>side.vertexCount + 1) << 2;
  side.jumps = take(triangleBytes);
  memory.fill(side.jumps, 0, triangleBytes);
  for (let i: u32 = 0; i < side.degenerateCount; i++) {
    store<i32>(side.jumps + <usize>load<u32>(side.degenerate + ((<usize>i) << 2)) * 12, NO_AREA);
  }
  if (commonJob.self != 0) {
    side.rises = take(triangleBytes);
    memory.fill(side.rises, 0, triangleBytes);
  }
  side.places = take(side.vertexCount);
  memory.fill(side.places, 0, side.vertexCount);
  side.parents = take(vertexBytes);
  side.offsets = take(vertexBytes);
  side.windings = take(vertexBytes);
  side.outcodes = take(side.vertexCount);
  side.survivors = take(side.triangleCount);
}

export function doPiece(phase: i32, piece: u32): void {
  if (phase == PHASE_COMMON_CLASSES) return findClasses(sideOf(piece));
  if (phase == PHASE_COMMON_RAYS) {
    const first = rayPieces(0);
    const number: u32 = piece < first ? 0 : 1;
    const from = (number == 0 ? piece : piece - first) * COMMON_TRIANGLES_PER_PIECE;
    castRays(number, from, min(sideOf(1 - number).triangleCount, from + COMMON_TRIANGLES_PER_PIECE));
    return;
  }
  openSum();
  let place = piece;
  let number: u32 = 0;
  if (phase == PHASE_COMMON_PAIRS) {
    const from = piece * COMMON_PAIRS_PER_PIECE;
    addPairs(from, min(commonJob.pairCount, from + COMMON_PAIRS_PER_PIECE));
  } else {
    const first = trianglePieces(0);
    number = piece < first ? 0 : 1;
    const side = sideOf(number);
    const from = (piece < first ? piece : piece - first) * COMMON_TRIANGLES_PER_PIECE;
    addEdges(side, from, min(side.triangleCount, from + COMMON_TRIANGLES_PER_PIECE));
    // As many pieces of the vertices as of the triangles.
    const pieces = trianglePieces(number);
    const part = number == 0 ? piece : piece - first;
    noteVertices(side, partOf(side.vertexCount, part, pieces), partOf(side.vertexCount, part + 1, pieces));
    place += piecesOf(commonJob.pairCount, COMMON_PAIRS_PER_PIECE);
  }
  const record = CommonSumRecord.at(commonJob.sums, place);
  record.side = number;
  closeSum(record);
}

export function noteThread(_phase: i32, _record: ThreadRecord, _milliseconds: f64): void {}

export function closePhase(phase: i32): i32 {
  if (phase == PHASE_PREPARE) {
    openTables(0);
    if (commonJob.self == 0) openTables(1);
    else memory.copy(changetype<usize>(sideOf(1)), changetype<usize>(sideOf(0)), COMMON_SIDE_BYTES);
    const pieces = piecesOf(commonJob.pairCount, COMMON_PAIRS_PER_PIECE);
    commonJob.sumCount = pieces + edgePieces();
    commonJob.sums = take(<u64>commonJob.sumCount * COMMON_SUM_BYTES);
    setPieces(pieces, 0, 0.5);
    return PHASE_COMMON_PAIRS;
  }
  if (phase == PHASE_COMMON_PAIRS) {
    setPieces(objectCount(), 0.5, 0.7);
    return PHASE_COMMON_CLASSES;
  }
  if (phase == PHASE_COMMON_CLASSES) {
    if (commonJob.self != 0) useKnown(sideOf(0));
    setPieces(commonJob.self != 0 ? 0 : rayPieces(0) + rayPieces(1), 0.7, 0.8);
    return PHASE_COMMON_RAYS;
  }
  if (phase == PHASE_COMMON_RAYS) {
    setPieces(edgePieces(), 0.8, 1);
    return PHASE_COMMON_EDGES;
  }
  return PHASE_DONE;
}
