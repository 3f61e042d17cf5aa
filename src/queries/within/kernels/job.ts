/**
 * `within` after the first phase: as `collide`, on grown boxes and without vertex fans, because pairs that share a vertex
 * are left out.
 *
 *   (prepare)                                                             → grow boxes; choose the view and the grid
 *   count image    signs of normals, ranges of tiles, counters            → scan
 *   fill image     lists of triangles per tile                            → list the triangles without area
 *   walk           tiles                                                  → join and sort the hits
 *   measure        distances and nearest points of the hits
 */

import { control, peek, setControl, setPieces, take } from '../../../memory/kernels/memory';
import {
  CTL_STOP,
  GRID_FIXED_PIECES,
  GRID_GROUP_COUNT,
  GRID_SPLIT_TILES,
  OUT_HIT_COUNT,
  PHASE_AGAIN,
  PHASE_DONE,
  PHASE_PREPARE,
  SPLIT_STRIDE,
  STOP_LIMIT,
  STOP_NO,
  THREAD_CANDIDATES,
  THREAD_EXACT_MS,
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
import {
  PHASE_WITHIN_COUNT,
  PHASE_WITHIN_FILL,
  PHASE_WITHIN_MEASURE,
  PHASE_WITHIN_WALK,
  WITHIN_DISTANCE,
  WITHIN_DISTANCES,
  WITHIN_POINTS,
  WITHIN_WANTS_POINTS,
} from '../layout';
import { growBoxes } from './growth';
import { measureHits } from './near-pairs';

const HITS_AT_ONCE: u32 = 512;
/** Places for shares of tiles that cannot be split: boxes that have grown a lot cannot. */
const SHARES: u32 = 4096;

/** Walk time of this thread, tests of pairs taken off. */
let walkMilliseconds: f64 = 0;
let exactNoted: f64 = 0;

export function openWithinThread(): void {
  forgetMembers();
  openSweep();
  openCandidates();
  openSplit();
  openWalk();
  walkMilliseconds = 0;
  exactNoted = 0;
}

export function withinPiece(phase: i32, piece: u32): void {
  if (phase == PHASE_WITHIN_COUNT) countGroup(piece);
  else if (phase == PHASE_WITHIN_FILL) fillGroup(piece);
  else if (phase == PHASE_WITHIN_WALK) {
    const tiles = control(GRID_FIXED_PIECES);
    if (piece < tiles) walkTile(piece);
    else walkPart(<usize>control(GRID_SPLIT_TILES) + <usize>(piece - tiles) * SPLIT_STRIDE);
  } else if (phase == PHASE_WITHIN_MEASURE) {
    measureHits(piece * HITS_AT_ONCE, min(control(OUT_HIT_COUNT), (piece + 1) * HITS_AT_ONCE));
  }
}

/** Leaves in the thread's record what it has done so far; `milliseconds` went to the pieces it has just taken. */
export function noteWithinThread(phase: i32, record: usize, milliseconds: f64): void {
  if (phase == PHASE_WITHIN_WALK) walkMilliseconds += milliseconds - (exactMilliseconds - exactNoted);
  exactNoted = exactMilliseconds;
  store<f64>(record, <f64>decidedPairs, THREAD_CANDIDATES);
  store<f64>(record, walkMilliseconds, THREAD_WALK_MS);
  store<f64>(record, exactMilliseconds, THREAD_EXACT_MS);
}

function closePrepare(): i32 {
  growBoxes(load<f64>(WITHIN_DISTANCE));
  openGrid();
  setPieces(control(GRID_GROUP_COUNT), 0.03, 0.05);
  return PHASE_WITHIN_COUNT;
}

function closeCount(): i32 {
  scanImage();
  setPieces(control(GRID_GROUP_COUNT), 0.05, 0.07);
  return PHASE_WITHIN_FILL;
}

function closeFill(): i32 {
  listDegenerate();
  setPieces(openTiles(0, SHARES), 0.07, 0.85);
  return PHASE_WITHIN_WALK;
}

function closeWalk(): i32 {
  if (!gatherHits()) return PHASE_AGAIN;
  const hits = control(OUT_HIT_COUNT);
  if (hits == 0) return PHASE_DONE;
  // The limit has done its work; the distances of what was found are still wanted.
  if (peek(CTL_STOP) == STOP_LIMIT) setControl(CTL_STOP, STOP_NO);
  setControl(WITHIN_DISTANCES, <u32>take((<u64>hits) << 3));
  if (control(WITHIN_WANTS_POINTS) != 0) setControl(WITHIN_POINTS, <u32>take(<u64>hits * 48));
  setPieces((hits + HITS_AT_ONCE - 1) / HITS_AT_ONCE, 0.85, 1);
  return PHASE_WITHIN_MEASURE;
}

export function closeWithinPhase(phase: i32): i32 {
  if (phase == PHASE_PREPARE) return closePrepare();
  if (phase == PHASE_WITHIN_COUNT) return closeCount();
  if (phase == PHASE_WITHIN_FILL) return closeFill();
  if (phase == PHASE_WITHIN_WALK) return closeWalk();
  return PHASE_DONE;
}
