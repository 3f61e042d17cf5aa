/**
 * `within` after the first phase: as `collide`, on grown boxes and without vertex fans, because pairs that share a vertex
 * are left out.
 *
 *   (prepare)                                                             → grow boxes; choose the view and the grid; or, where
 *                                                                           objects have kept clusters, list pairs of objects
 *   select         clusters that are near another object                  → make a small scene of them
 *   gather         places them                                            → grow boxes; choose the view and the grid
 *   count image    signs of normals, ranges of tiles, counters            → scan
 *   fill image     lists of triangles per tile                            → list the degenerate triangles
 *   walk           tiles                                                  → join and sort the hits
 *   measure        distances and nearest points of the hits
 */

import {
  PHASE_AGAIN,
  PHASE_DONE,
  PHASE_GATHER,
  PHASE_PREPARE,
  PHASE_SELECT,
  STOP_LIMIT,
  STOP_NO,
} from '../../../memory/constants';
import { control, grid, job, results, ThreadRecord, withinJob } from '../../../memory/generated/kernels/records';
import { peek, setPieces, take } from '../../../memory/kernels/memory';
import { noteCandidates, openCandidates } from '../../../tile-lists/kernels/candidates';
import { gatherPiece, openGathering } from '../../../tile-lists/kernels/gather-clusters';
import { growBoxes } from '../../../tile-lists/kernels/growth';
import { gatherHits } from '../../../tile-lists/kernels/hits';
import { countGroup, fillGroup, listDegenerate, scanImage } from '../../../tile-lists/kernels/image';
import { openGrid, openTiles } from '../../../tile-lists/kernels/image-phases';
import { listOverlaps } from '../../../tile-lists/kernels/regions';
import { closeSelection, openSelection, selectPiece } from '../../../tile-lists/kernels/select-clusters';
import { openSplit } from '../../../tile-lists/kernels/split';
import { openSweep } from '../../../tile-lists/kernels/sweep';
import { forgetMembers } from '../../../tile-lists/kernels/tile-members';
import { MEMBERS_OF_ONE_PIXEL, openWalk, walkPart, walkTile } from '../../../tile-lists/kernels/walk';
import { PHASE_WITHIN_COUNT, PHASE_WITHIN_FILL, PHASE_WITHIN_MEASURE, PHASE_WITHIN_WALK } from '../constants';
import { decideNearPairs, measureHits, openNearPairs } from './near-pairs';
import { decideNearestPairs, listNearestPairs, noteNearestPairs, openNearestPairs } from './nearest-pairs';

const HITS_AT_ONCE: u32 = 512;
/** Places for shares of tiles that cannot be split: boxes that have grown a lot cannot. */
const SHARES: u32 = 4096;

export function openThread(): void {
  forgetMembers();
  openSweep(true);
  openSelection(withinJob.distance);
  openNearPairs();
  if (withinJob.byObjects != 0) {
    openNearestPairs();
    openCandidates(decideNearestPairs);
  } else openCandidates(decideNearPairs);
  openSplit();
  openWalk(false);
}

export function doPiece(phase: i32, piece: u32): void {
  if (phase == PHASE_WITHIN_COUNT) countGroup(piece);
  else if (phase == PHASE_WITHIN_FILL) fillGroup(piece);
  else if (phase == PHASE_SELECT) selectPiece(piece);
  else if (phase == PHASE_GATHER) gatherPiece(piece);
  else if (phase == PHASE_WITHIN_WALK) {
    const tiles = grid.fixedPieces;
    if (piece < tiles) walkTile(piece);
    else walkPart(piece - tiles);
  } else if (phase == PHASE_WITHIN_MEASURE) {
    measureHits(piece * HITS_AT_ONCE, min(results.hitCount, (piece + 1) * HITS_AT_ONCE));
  }
}

/** Leaves in the thread's record what it has done so far; `milliseconds` went to the pieces it has just taken. */
export function noteThread(phase: i32, record: ThreadRecord, milliseconds: f64): void {
  if (phase == PHASE_SELECT) closeSelection(record);
  if (withinJob.byObjects != 0) noteNearestPairs(record);
  noteCandidates(record, phase == PHASE_WITHIN_WALK, milliseconds);
}

function closePrepare(): i32 {
  growBoxes(withinJob.distance);
  if (job.selects == 0) return openCount();
  setPieces(listOverlaps(), 0.01, 0.02);
  return PHASE_SELECT;
}

function closeSelect(): i32 {
  setPieces(openGathering(), 0.02, 0.03);
  return PHASE_GATHER;
}

/** The gathered clusters have boxes of their own. */
function closeGather(): i32 {
  growBoxes(withinJob.distance);
  return openCount();
}

function openCount(): i32 {
  openGrid();
  setPieces(grid.groupCount, 0.03, 0.05);
  return PHASE_WITHIN_COUNT;
}

function closeCount(): i32 {
  scanImage();
  setPieces(grid.groupCount, 0.05, 0.07);
  return PHASE_WITHIN_FILL;
}

function closeFill(): i32 {
  listDegenerate();
  setPieces(openTiles(0, SHARES, MEMBERS_OF_ONE_PIXEL), 0.07, 0.85);
  return PHASE_WITHIN_WALK;
}

function closeWalk(): i32 {
  if (withinJob.byObjects != 0) listNearestPairs();
  if (!gatherHits()) return PHASE_AGAIN;
  const hits = results.hitCount;
  if (hits == 0) return PHASE_DONE;
  // The limit has ended the search; the distances of the pairs found are still needed.
  if (peek(control.stop) == STOP_LIMIT) store<u32>(control.stop, STOP_NO);
  withinJob.distances = take((<u64>hits) << 3);
  if (withinJob.wantsPoints != 0) withinJob.points = take(<u64>hits * 48);
  setPieces((hits + HITS_AT_ONCE - 1) / HITS_AT_ONCE, 0.85, 1);
  return PHASE_WITHIN_MEASURE;
}

export function closePhase(phase: i32): i32 {
  if (phase == PHASE_PREPARE) return closePrepare();
  if (phase == PHASE_SELECT) return closeSelect();
  if (phase == PHASE_GATHER) return closeGather();
  if (phase == PHASE_WITHIN_COUNT) return closeCount();
  if (phase == PHASE_WITHIN_FILL) return closeFill();
  if (phase == PHASE_WITHIN_WALK) return closeWalk();
  return PHASE_DONE;
}
