/**
 * `collide` after the first phase:
 *
 *   (prepare)                                                             → choose the view and the grid
 *   count image    signs of normals, ranges of tiles, counters            → scan
 *   fill image     lists of triangles per tile; certify vertex fans       → list the triangles without area
 *   walk           tiles, and fans that were not certified                → join and sort the hits
 *   segments       where each pair meets, if asked for
 */

import { control, peek, setControl, setPieces, take } from '../../../memory/kernels/memory';
import { objectRecord } from '../../../memory/kernels/objects';
import {
  CTL_STOP,
  GRID_CERTIFIED,
  GRID_FAN_PIECES,
  GRID_FIXED_PIECES,
  GRID_GROUP_COUNT,
  GRID_SPLIT_TILES,
  JOB_OBJECT_COUNT,
  JOB_SEGMENTS,
  JOB_SELF,
  JOB_VERTEX_COUNT,
  OBJECT_VERTEX_COUNT,
  OBJECT_VERTEX_START,
  OUT_HIT_COUNT,
  OUT_SEGMENTS,
  PHASE_AGAIN,
  PHASE_COUNT_IMAGE,
  PHASE_DONE,
  PHASE_FILL_IMAGE,
  PHASE_PREPARE,
  PHASE_SEGMENTS,
  PHASE_WALK,
  SPLIT_STRIDE,
  STOP_LIMIT,
  STOP_NO,
  THREAD_CANDIDATES,
  THREAD_CERTIFIED,
  THREAD_EXACT_MS,
  THREAD_NEIGHBOURS,
  THREAD_WALK_MS,
} from '../../../memory/layout';
import { decidedPairs, exactMilliseconds, openCandidates } from '../../../tile-lists/kernels/candidates';
import { gatherHits } from '../../../tile-lists/kernels/hits';
import { countGroup, fillGroup, listDegenerate, scanImage } from '../../../tile-lists/kernels/image';
import { openGrid, openTiles } from '../../../tile-lists/kernels/image-phases';
import { openSplit } from '../../../tile-lists/kernels/split';
import { openSweep } from '../../../tile-lists/kernels/sweep';
import { forgetMembers } from '../../../tile-lists/kernels/tile-members';
import { openWalk, walkPart, walkTile } from '../../../tile-lists/kernels/walk';
import { certifiedFans, certifyFans, openFans } from './fans';
import { neighbourTests, openNeighbours, testNeighbours } from './neighbours';
import { findSegments } from './segments';

const FAN_VERTICES: u32 = 4096;
const SEGMENT_HITS: u32 = 256;

/** Walk time of this thread, exact tests taken off. */
let walkMilliseconds: f64 = 0;
let exactNoted: f64 = 0;

export function openCollideThread(): void {
  forgetMembers();
  openSweep();
  openFans();
  openNeighbours();
  openCandidates();
  openSplit();
  openWalk();
  walkMilliseconds = 0;
  exactNoted = 0;
}

/** Vertices are numbered through the scene; a piece is a range of them and may span several objects. */
function forVertexRange(piece: u32, certify: bool): void {
  const from = piece * FAN_VERTICES;
  const to = min(control(JOB_VERTEX_COUNT), from + FAN_VERTICES);
  const objects = control(JOB_OBJECT_COUNT);
  for (let o: u32 = firstObjectWithVertex(from); o < objects; o++) {
    const object = objectRecord(o);
    const start = load<u32>(object, OBJECT_VERTEX_START);
    const end = start + load<u32>(object, OBJECT_VERTEX_COUNT);
    if (start >= to) break;
    const low = max(from, start);
    const high = min(to, end);
    if (low >= high) continue;
    if (certify) certifyFans(object, low - start, high - start);
    else testNeighbours(object, low - start, high - start);
  }
}

function firstObjectWithVertex(vertex: u32): u32 {
  let low: u32 = 0;
  let high = control(JOB_OBJECT_COUNT) - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (load<u32>(objectRecord(middle), OBJECT_VERTEX_START) <= vertex) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function collidePiece(phase: i32, piece: u32): void {
  const fans = control(GRID_FAN_PIECES);
  if (phase == PHASE_COUNT_IMAGE) countGroup(piece);
  else if (phase == PHASE_FILL_IMAGE) {
    if (piece < fans) forVertexRange(piece, true);
    else fillGroup(piece - fans);
  } else if (phase == PHASE_WALK) {
    const fixed = control(GRID_FIXED_PIECES);
    if (piece < fans) forVertexRange(piece, false);
    else if (piece < fixed) walkTile(piece - fans);
    else walkPart(<usize>control(GRID_SPLIT_TILES) + <usize>(piece - fixed) * SPLIT_STRIDE);
  } else if (phase == PHASE_SEGMENTS) {
    findSegments(piece * SEGMENT_HITS, min(control(OUT_HIT_COUNT), (piece + 1) * SEGMENT_HITS));
  }
}

/** Leaves in the thread's record what it has done so far; `milliseconds` went to the pieces it has just taken. */
export function noteCollideThread(phase: i32, record: usize, milliseconds: f64): void {
  if (phase == PHASE_WALK) walkMilliseconds += milliseconds - (exactMilliseconds - exactNoted);
  exactNoted = exactMilliseconds;
  store<f64>(record, <f64>decidedPairs, THREAD_CANDIDATES);
  store<f64>(record, <f64>certifiedFans, THREAD_CERTIFIED);
  store<f64>(record, <f64>neighbourTests, THREAD_NEIGHBOURS);
  store<f64>(record, walkMilliseconds, THREAD_WALK_MS);
  store<f64>(record, exactMilliseconds, THREAD_EXACT_MS);
}

function closePrepare(): i32 {
  openGrid();
  setPieces(control(GRID_GROUP_COUNT), 0.03, 0.06);
  return PHASE_COUNT_IMAGE;
}

function closeCount(): i32 {
  scanImage();
  const self = control(JOB_SELF) != 0;
  const vertices = control(JOB_VERTEX_COUNT);
  setControl(GRID_FAN_PIECES, self ? (vertices + FAN_VERTICES - 1) / FAN_VERTICES : 0);
  if (self) setControl(GRID_CERTIFIED, <u32>take(vertices));
  setPieces(control(GRID_FAN_PIECES) + control(GRID_GROUP_COUNT), 0.06, 0.1);
  return PHASE_FILL_IMAGE;
}

function closeFill(): i32 {
  listDegenerate();
  setPieces(openTiles(control(GRID_FAN_PIECES), 0), 0.1, 0.95);
  return PHASE_WALK;
}

function closeWalk(): i32 {
  if (!gatherHits()) return PHASE_AGAIN;
  const hits = control(OUT_HIT_COUNT);
  if (control(JOB_SEGMENTS) == 0 || hits == 0) return PHASE_DONE;
  // The limit has done its work; the segments of what was found are still wanted.
  if (peek(CTL_STOP) == STOP_LIMIT) setControl(CTL_STOP, STOP_NO);
  setControl(OUT_SEGMENTS, <u32>take(<u64>hits * 48));
  setPieces((hits + SEGMENT_HITS - 1) / SEGMENT_HITS, 0.95, 1);
  return PHASE_SEGMENTS;
}

export function closeCollidePhase(phase: i32): i32 {
  if (phase == PHASE_PREPARE) return closePrepare();
  if (phase == PHASE_COUNT_IMAGE) return closeCount();
  if (phase == PHASE_FILL_IMAGE) return closeFill();
  if (phase == PHASE_WALK) return closeWalk();
  return PHASE_DONE;
}
