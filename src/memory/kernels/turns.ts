/**
 * Turns on the calling thread: without threads, a piece of work that takes long is left in the middle and gone on with in
 * the next turn, so that whoever shares the thread gets on as well.
 *
 * A piece that may be left asks `beginsAt` where to begin and `leavesAt` between its steps. What it has found so far stays
 * in its own variables and memory: nobody else takes a piece until it is done.
 */
import { now } from './memory';

const TURN_MILLISECONDS: f64 = 8;
/** Work (voxels, points, pixels, pairs) after which the clock is looked at: some tenths of a millisecond. */
const WORK_PER_LOOK: u64 = 4096;

/** When what runs will have used up its turn. */
export let turnEnds: f64 = 0;
let workDone: u64 = 0;

/** Whether a piece has been left, which one, and before which of its steps. */
export let pieceIsLeft: bool = false;
export let leftPiece: u32 = 0;
let leftStep: u32 = 0;

/** Begins a turn. */
export function openTurn(): void {
  turnEnds = now() + TURN_MILLISECONDS;
}

/** A job may have ended before its piece did. */
export function forgetPiece(): void {
  pieceIsLeft = false;
  leftStep = 0;
}

/** Notes which piece runs, should it be left. */
export function openPiece(piece: u32): void {
  leftPiece = piece;
  pieceIsLeft = false;
}

/** The step that the piece begins with: `first`, or the one before which it was left. */
export function beginsAt(first: u32): u32 {
  if (ASC_FEATURE_THREADS) return first;
  const step = leftStep;
  leftStep = 0;
  return max(first, step);
}

/** Whether the piece, which has done so much work since it last asked, is to return now, and to go on with `step` later. */
// @inline
export function leavesAt(step: u32, work: u64): bool {
  if (ASC_FEATURE_THREADS) return false;
  workDone += work;
  return workDone >= WORK_PER_LOOK && looksAtClock(step);
}

function looksAtClock(step: u32): bool {
  workDone = 0;
  if (now() <= turnEnds) return false;
  pieceIsLeft = true;
  leftStep = step;
  return true;
}
