/**
 * Time slices on the calling thread: without threads, a long piece of work is suspended and resumed in the next slice, so that
 * other work on the thread makes progress too.
 *
 * A piece that can be suspended asks `beginsAt` where to begin and `leavesAt` between its steps. What it has found so
 * far stays in its variables and memory: no other piece is taken until it is done.
 */
import { now } from './memory';

const SLICE_MILLISECONDS: f64 = 8;
/** Work (voxels, points, pixels, pairs) after which the clock is read: a few tenths of a millisecond. */
const WORK_PER_LOOK: u64 = 4096;

/** The time at which the current time slice ends. */
export let sliceEnds: f64 = 0;
let workDone: u64 = 0;

/** Whether a piece is suspended, which one, and before which step. */
export let pieceIsLeft: bool = false;
export let leftPiece: u32 = 0;
let leftStep: u32 = 0;

/** Begins a time slice. */
export function openSlice(): void {
  sliceEnds = now() + SLICE_MILLISECONDS;
}

/** A job may have ended before its piece did. */
export function forgetPiece(): void {
  pieceIsLeft = false;
  leftStep = 0;
}

/** Notes which piece runs, in case it is suspended. */
export function openPiece(piece: u32): void {
  leftPiece = piece;
  pieceIsLeft = false;
}

/** The step to begin with: `first`, or the one before which the piece was suspended. */
export function beginsAt(first: u32): u32 {
  if (ASC_FEATURE_THREADS) return first;
  const step = leftStep;
  leftStep = 0;
  return max(first, step);
}

/** Whether the piece should return now and resume at `step` later; `work` is what it has done since it last asked. */
// @inline
export function leavesAt(step: u32, work: u64): bool {
  if (ASC_FEATURE_THREADS) return false;
  workDone += work;
  return workDone >= WORK_PER_LOOK && looksAtClock(step);
}

function looksAtClock(step: u32): bool {
  workDone = 0;
  if (now() <= sliceEnds) return false;
  pieceIsLeft = true;
  leftStep = step;
  return true;
}
