/**
 * A query as a sequence of phases: pieces of work that threads take one by one, and a closing step that one thread does
 * when all have arrived and that names the next phase.
 *
 * The first phase is the same for every query: place, centre and bound the objects, and link their corners. What follows
 * is in the query's own file (collide-job.ts and others), which offers three functions: ready a thread, do a piece, and
 * close a phase.
 */

import { setWide, takeExactFallbacks } from '../../exact/kernels/predicates';
import {
  PHASE_DONE,
  PHASE_PREPARE,
  PIECE_NONE,
  QUERY_COLLIDE,
  QUERY_CULL,
  QUERY_IMPACTS,
  QUERY_INSIDE,
  QUERY_LAYERS,
  QUERY_VOXELS,
  QUERY_WITHIN,
  STEP_MASK,
  STOP_LIMIT,
  STOP_NO,
  THREAD_RECORDS,
} from '../../memory/constants';
import { control, job, results, ThreadRecord } from '../../memory/generated/kernels/records';
import { nextPiece, now, peek, pieceDone, setPieces, stopped } from '../../memory/kernels/memory';
import { joinBoxes, preparePiece } from '../../mesh/kernels/prepare';
import { openTurn } from '../../tile-lists/kernels/candidates';
import { closeHits, forgetGathering, openHits } from '../../tile-lists/kernels/hits';
import { forgetWalk, resumeWalk, walkIsLeft } from '../../tile-lists/kernels/walk';
import { QUERY_SETTLE } from '../collide/constants';
import { closeCollidePhase, collidePiece, noteCollideThread, openCollideThread } from '../collide/kernels/job';
import { closeSettlePhase, settlePiece } from '../collide/kernels/settle';
import { closeCullPhase, cullPiece, noteCullThread, openCullThread } from '../cull/kernels/job';
import { closeImpactsPhase, impactsPiece, noteImpactsThread, openImpactsThread } from '../impacts/kernels/job';
import { closeInsidePhase, insidePiece } from '../inside/kernels/job';
import { closeLayersPhase, layersPiece, openLayersThread } from '../volume/kernels/job';
import { closeVoxelPhase, openVoxelThread, voxelPiece } from '../voxels/kernels/job';
import { closeWithinPhase, noteWithinThread, openWithinThread, withinPiece } from '../within/kernels/job';

/** Readies this thread for a new job. Called once per thread before its first piece. */
export function openThread(): void {
  forgetWalk();
  forgetGathering();
  setWide(job.wide != 0);
  takeExactFallbacks();
  const query = job.query;
  if (query == QUERY_COLLIDE) openCollideThread();
  else if (query == QUERY_VOXELS) openVoxelThread();
  else if (query == QUERY_CULL) openCullThread();
  else if (query == QUERY_WITHIN) openWithinThread();
  else if (query == QUERY_LAYERS) openLayersThread();
  else if (query == QUERY_IMPACTS) openImpactsThread();
}

function doPiece(query: u32, phase: i32, piece: u32): void {
  if (phase == PHASE_PREPARE) preparePiece(piece);
  else if (query == QUERY_COLLIDE) collidePiece(phase, piece);
  else if (query == QUERY_INSIDE) insidePiece(phase, piece);
  else if (query == QUERY_SETTLE) settlePiece(phase, piece);
  else if (query == QUERY_VOXELS) voxelPiece(phase, piece);
  else if (query == QUERY_CULL) cullPiece(phase, piece);
  else if (query == QUERY_WITHIN) withinPiece(phase, piece);
  else if (query == QUERY_LAYERS) layersPiece(phase, piece);
  else if (query == QUERY_IMPACTS) impactsPiece(phase, piece);
}

/** Takes at most `most` pieces of the phase. Returns true when there may be more. */
export function runPhase(phase: i32, thread: u32, most: u32): bool {
  openHits(thread);
  const query = job.query;
  const began = now();
  let done: u32 = 0;
  let more = true;
  if (!ASC_FEATURE_THREADS) openTurn();
  while (done < most) {
    if (stopped()) {
      more = false;
      break;
    }
    if (!ASC_FEATURE_THREADS && walkIsLeft) {
      resumeWalk();
      if (!walkIsLeft) pieceDone();
      done++;
      continue;
    }
    // Read first: when it was zero and no piece was left, none can be added any more.
    const splitting = peek(control.splitting);
    const piece = nextPiece();
    if (piece == PIECE_NONE) {
      if (splitting != 0) continue;
      more = false;
      break;
    }
    doPiece(query, phase, piece);
    if (ASC_FEATURE_THREADS || !walkIsLeft) pieceDone();
    done++;
  }
  closeHits(thread);
  const record = ThreadRecord.at(THREAD_RECORDS, thread);
  record.fallbacks = record.fallbacks + <f64>takeExactFallbacks();
  if (query == QUERY_COLLIDE) noteCollideThread(phase, record, now() - began);
  else if (query == QUERY_CULL) noteCullThread(record);
  else if (query == QUERY_WITHIN) noteWithinThread(phase, record, now() - began);
  else if (query == QUERY_IMPACTS) noteImpactsThread(phase, record, now() - began);
  return more;
}

/** Starts the clock and the first phase. Called once per job, before any thread runs. */
export function openJob(): i32 {
  setPieces(job.pieceCount, 0, 0.03);
  store<f64>(results.phaseClock, now());
  return PHASE_PREPARE;
}

/** Closes a phase that all threads have left, and names the next. */
export function closePhase(phase: i32): i32 {
  // Left for good when the phase was stopped.
  forgetWalk();
  store<f64>(results.phaseClock + ((<usize>((phase & STEP_MASK) + 1)) << 3), now());
  const reason = peek(control.stop);
  if (reason != STOP_NO && reason != STOP_LIMIT) return PHASE_DONE;
  if (phase == PHASE_PREPARE) joinBoxes(job.pieceCount, job.objectCount);
  const query = job.query;
  if (query == QUERY_COLLIDE) return closeCollidePhase(phase);
  if (query == QUERY_INSIDE) return closeInsidePhase(phase);
  if (query == QUERY_SETTLE) return closeSettlePhase(phase);
  if (query == QUERY_VOXELS) return closeVoxelPhase(phase);
  if (query == QUERY_CULL) return closeCullPhase(phase);
  if (query == QUERY_WITHIN) return closeWithinPhase(phase);
  if (query == QUERY_LAYERS) return closeLayersPhase(phase);
  if (query == QUERY_IMPACTS) return closeImpactsPhase(phase);
  return PHASE_DONE;
}
