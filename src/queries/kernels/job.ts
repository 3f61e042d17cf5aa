/**
 * A query as a sequence of phases: pieces of work that threads take one by one, and a closing step that one thread does
 * when all have arrived and that names the next phase.
 *
 * The first phase is the same for every query: place, centre and bound the objects, and link their corners. What follows
 * is in the query's own stages, which src/queries/registry.ts lists.
 */

import { setWide, takeExactFallbacks } from '../../exact/kernels/predicates';
import { PHASE_DONE, PHASE_PREPARE, PIECE_NONE, STOP_LIMIT, STOP_NO, THREAD_RECORDS } from '../../memory/constants';
import { control, job, results, ThreadRecord } from '../../memory/generated/kernels/records';
import { nextPiece, now, peek, pieceDone, setPieces, stopped } from '../../memory/kernels/memory';
import { forgetPiece, leftPiece, openPiece, openSlice, pieceIsLeft } from '../../memory/kernels/time-slice';
import { joinPieces, preparePiece } from '../../mesh/kernels/prepare';
import { openWalkSlice } from '../../tile-lists/kernels/candidates';
import { closeHits, forgetGathering, openHits } from '../../tile-lists/kernels/hits';
import { forgetWalk, resumeWalk, walkIsLeft } from '../../tile-lists/kernels/walk';
import * as queries from '../generated/kernels/registry';

/** Readies this thread for a new job. Called once per thread before its first piece. */
export function openThread(): void {
  forgetWalk();
  forgetPiece();
  forgetGathering();
  takeExactFallbacks();
  queries.openThread(job.query);
}

/**
 * Takes at most `most` pieces of the phase. Returns true when there may be more. While others may still add pieces, a thread waits for
 * them; one that takes pieces singly is told that there may be more.
 */
export function runPhase(phase: i32, thread: u32, most: u32): bool {
  openHits(thread);
  // Each time: placing, in the first phase, may have made the scene wide.
  setWide(job.wide != 0);
  const query = job.query;
  const began = now();
  let done: u32 = 0;
  let more = true;
  if (!ASC_FEATURE_THREADS) {
    openSlice();
    openWalkSlice();
  }
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
    const piece = !ASC_FEATURE_THREADS && pieceIsLeft ? leftPiece : nextPiece();
    if (piece == PIECE_NONE) {
      if (splitting != 0 && most > 1) continue;
      more = splitting != 0;
      break;
    }
    openPiece(piece);
    if (phase == PHASE_PREPARE) preparePiece(piece);
    else queries.doPiece(query, phase, piece);
    if (ASC_FEATURE_THREADS || !(walkIsLeft || pieceIsLeft)) pieceDone();
    done++;
  }
  closeHits(thread);
  const record = ThreadRecord.at(THREAD_RECORDS, thread);
  record.fallbacks = record.fallbacks + <f64>takeExactFallbacks();
  queries.noteThread(query, phase, record, now() - began);
  return more;
}

/** Starts the clock and the first phase. Called once per job, before any thread runs. */
export function openJob(): i32 {
  setPieces(job.pieceCount, 0, 0.03);
  store<f64>(results.phaseClock, now());
  return PHASE_PREPARE;
}

/**
 * Notes when a phase ended. Threads read one clock as well as the platform lets them (kernel-imports.ts); should two of them
 * differ by a hair, no phase is noted to have ended before it began.
 */
function noteEnd(phase: i32): void {
  const at = results.phaseClock + ((<usize>phase) << 3);
  store<f64>(at, max<f64>(now(), latestClock(phase)), 8);
}

/** The latest time noted before the end of a phase. Phases are closed in ascending order; of one that was not, an earlier job's. */
function latestClock(phase: i32): f64 {
  let latest: f64 = load<f64>(results.phaseClock);
  for (let i: i32 = 1; i <= phase; i++) latest = max<f64>(latest, load<f64>(results.phaseClock + ((<usize>i) << 3)));
  return latest;
}

/** Closes a phase that all threads have left, and names the next. */
export function closePhase(phase: i32): i32 {
  // Left for good when the phase was stopped.
  forgetWalk();
  forgetPiece();
  noteEnd(phase);
  const reason = peek(control.stop);
  if (reason != STOP_NO && reason != STOP_LIMIT) return PHASE_DONE;
  if (phase == PHASE_PREPARE) joinPieces(job.pieceCount, job.objectCount);
  setWide(job.wide != 0);
  return queries.closePhase(job.query, phase);
}
