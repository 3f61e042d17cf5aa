/**
 * `collide` after the first phase:
 *
 *   (prepare)                                                             → choose the view and the grid; or, where
 *                                                                           objects have kept clusters, list pairs of objects
 *   select         clusters that can meet another object                  → make a small scene of them
 *   gather         places them                                            → choose the view and the grid
 *   meet           pairs of clusters, when all objects have some, in the place of the next three
 *   count image    signs of normals, ranges of tiles, counters            → scan
 *   sieve          for a few large objects: drops what is near no other, counts the rest
 *   fill image     lists of triangles per tile; certify vertex fans       → list the degenerate triangles
 *   walk           tiles, and fans that were not certified                → join and sort the hits
 *   segments       where each pair meets, if asked for
 */

import {
  PHASE_AGAIN,
  PHASE_COUNT_IMAGE,
  PHASE_DONE,
  PHASE_FILL_IMAGE,
  PHASE_GATHER,
  PHASE_MEET,
  PHASE_PREPARE,
  PHASE_SEGMENTS,
  PHASE_SELECT,
  PHASE_SIEVE,
  PHASE_WALK,
  SELECTS_PAIRS,
  STOP_LIMIT,
  STOP_NO,
} from '../../../memory/constants';
import { control, grid, job, results, ThreadRecord } from '../../../memory/generated/kernels/records';
import { peek, setPieces, take } from '../../../memory/kernels/memory';
import { objectOfVertex, objectRecord } from '../../../memory/kernels/objects';
import { noteCandidates, openCandidates } from '../../../tile-lists/kernels/candidates';
import { gatherPiece, openGathering } from '../../../tile-lists/kernels/gather-clusters';
import { gatherHits } from '../../../tile-lists/kernels/hits';
import { countGroup, fillGroup, listDegenerate, scanImage, sieveGroup } from '../../../tile-lists/kernels/image';
import { openGrid, openTiles } from '../../../tile-lists/kernels/image-phases';
import { listOverlaps } from '../../../tile-lists/kernels/regions';
import {
  closeSelection,
  joinClusterPairs,
  openSelection,
  selectPiece,
} from '../../../tile-lists/kernels/select-clusters';
import { exchangeMarks, openSieve } from '../../../tile-lists/kernels/sieve';
import { openSplit } from '../../../tile-lists/kernels/split';
import { openSweep } from '../../../tile-lists/kernels/sweep';
import { forgetMembers } from '../../../tile-lists/kernels/tile-members';
import { openWalk, walkPart, walkTile } from '../../../tile-lists/kernels/walk';
import { decideCollidingPairs } from './decide-pairs';
import { certifiedFans, certifyFans, openFans } from './fans';
import { meetPiece, openMeeting, readyMeeting } from './meet-clusters';
import { neighbourTests, openNeighbours, testNeighbours } from './neighbours';
import { findSegments } from './segments';

const FAN_VERTICES: u32 = 4096;
const SEGMENT_HITS: u32 = 256;

export function openThread(): void {
  forgetMembers();
  openSweep(true);
  openSelection(0);
  readyMeeting();
  openFans();
  openNeighbours();
  openCandidates(decideCollidingPairs);
  openSplit();
  openWalk(true);
}

/** Vertices are numbered through the scene; a piece is a range of them and may span several objects. */
function forVertexRange(piece: u32, certify: bool): void {
  const from = piece * FAN_VERTICES;
  const to = min(job.vertexCount, from + FAN_VERTICES);
  const objects = job.objectCount;
  for (let o: u32 = objectOfVertex(from); o < objects; o++) {
    const object = objectRecord(o);
    const start = object.vertexStart;
    const end = start + object.vertexCount;
    if (start >= to) break;
    const low = max(from, start);
    const high = min(to, end);
    if (low >= high) continue;
    if (object.self == 0) continue;
    if (certify) certifyFans(object, low - start, high - start);
    else testNeighbours(object, low - start, high - start);
  }
}

export function doPiece(phase: i32, piece: u32): void {
  const fans = grid.fanPieces;
  if (phase == PHASE_COUNT_IMAGE) countGroup(piece);
  else if (phase == PHASE_FILL_IMAGE) {
    if (piece < fans) forVertexRange(piece, true);
    else fillGroup(piece - fans);
  } else if (phase == PHASE_WALK) {
    const fixed = grid.fixedPieces;
    if (piece < fans) forVertexRange(piece, false);
    else if (piece < fixed) walkTile(piece - fans);
    else walkPart(piece - fixed);
  } else if (phase == PHASE_SELECT) selectPiece(piece);
  else if (phase == PHASE_GATHER) gatherPiece(piece);
  else if (phase == PHASE_MEET) meetPiece(piece);
  else if (phase == PHASE_SIEVE) sieveGroup(piece);
  else if (phase == PHASE_SEGMENTS) {
    findSegments(piece * SEGMENT_HITS, min(results.hitCount, (piece + 1) * SEGMENT_HITS));
  }
}

/** Leaves in the thread's record what it has done so far; `milliseconds` went to the pieces it has just taken. */
export function noteThread(phase: i32, record: ThreadRecord, milliseconds: f64): void {
  if (phase == PHASE_SELECT) closeSelection(record);
  noteCandidates(record, phase == PHASE_WALK || phase == PHASE_MEET, milliseconds);
  record.certified = <f64>certifiedFans;
  record.neighbours = <f64>neighbourTests;
}

function openCount(): i32 {
  openGrid();
  openSieve();
  setPieces(grid.groupCount, 0.03, 0.06);
  return PHASE_COUNT_IMAGE;
}

function closePrepare(): i32 {
  if (job.selects == 0) return openCount();
  setPieces(listOverlaps(), 0.03, 0.04);
  return PHASE_SELECT;
}

function closeSelect(): i32 {
  if (job.selects == SELECTS_PAIRS) joinClusterPairs();
  setPieces(openGathering(), 0.04, 0.05);
  return PHASE_GATHER;
}

function openSieving(): i32 {
  exchangeMarks();
  setPieces(grid.groupCount, 0.06, 0.07);
  return PHASE_SIEVE;
}

function closeCount(): i32 {
  scanImage();
  const self = job.self != 0;
  const vertices = job.vertexCount;
  grid.fanPieces = self ? (vertices + FAN_VERTICES - 1) / FAN_VERTICES : 0;
  if (self) grid.certified = take(vertices);
  setPieces(grid.fanPieces + grid.groupCount, 0.06, 0.1);
  return PHASE_FILL_IMAGE;
}

function closeFill(): i32 {
  listDegenerate();
  setPieces(openTiles(grid.fanPieces, 0, 0), 0.1, 0.95);
  return PHASE_WALK;
}

function closeWalk(): i32 {
  if (!gatherHits()) return PHASE_AGAIN;
  const hits = results.hitCount;
  if (job.segments == 0 || hits == 0) return PHASE_DONE;
  // The limit has ended the search; the segments of the pairs found are still needed.
  if (peek(control.stop) == STOP_LIMIT) store<u32>(control.stop, STOP_NO);
  results.segments = take(<u64>hits * 48);
  setPieces((hits + SEGMENT_HITS - 1) / SEGMENT_HITS, 0.95, 1);
  return PHASE_SEGMENTS;
}

function closeGather(): i32 {
  if (job.selects != SELECTS_PAIRS) return openCount();
  store<u32>(results.entryCount, 0);
  results.tilesAcross = results.tilesDown = 0;
  setPieces(openMeeting(), 0.05, 0.95);
  return PHASE_MEET;
}

export function closePhase(phase: i32): i32 {
  if (phase == PHASE_PREPARE) return closePrepare();
  if (phase == PHASE_SELECT) return closeSelect();
  if (phase == PHASE_GATHER) return closeGather();
  if (phase == PHASE_COUNT_IMAGE) return grid.sieve != 0 ? openSieving() : closeCount();
  if (phase == PHASE_SIEVE) return closeCount();
  if (phase == PHASE_FILL_IMAGE) return closeFill();
  if (phase == PHASE_WALK || phase == PHASE_MEET) return closeWalk();
  return PHASE_DONE;
}
