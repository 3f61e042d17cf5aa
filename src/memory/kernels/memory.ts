/**
 * The control block, and the arena: memory of the running query, taken in one direction and given back all at once.
 *
 * Promise: `take` never returns memory that another thread has; when the address space is used up it records how much
 * was asked for and traps, and the job ends with that error.
 */
import { ERROR_MEMORY, PIECE_NONE, STOP_FAILED, STOP_NO } from '../constants';
import { control } from '../generated/kernels/records';

/** Compiled twice: with threads and shared memory, and without. */
const SHARED = ASC_FEATURE_THREADS;

// @external('env', 'now')
export declare function now(): f64;

/** Adds to a shared counter and gives its former value. */
// @inline
export function bump(offset: usize, amount: u32): u32 {
  if (SHARED) return atomic.add<u32>(offset, amount);
  const old = load<u32>(offset);
  store<u32>(offset, old + amount);
  return old;
}

// @inline
export function peek(offset: usize): u32 {
  if (SHARED) return atomic.load<u32>(offset);
  return load<u32>(offset);
}

// @inline
export function stopped(): bool {
  return peek(control.stop) != STOP_NO;
}

/** Stops the job unless it has been stopped already. */
export function stop(reason: u32): void {
  if (SHARED) atomic.cmpxchg<u32>(control.stop, STOP_NO, reason);
  else if (load<u32>(control.stop) == STOP_NO) store<u32>(control.stop, reason);
}

/** Sets the number of pieces of the phase, and the range of the job's progress that they cover, within 0 to 1. */
export function setPieces(count: u32, from: f32, to: f32): void {
  store<u32>(control.nextPiece, 0);
  store<u32>(control.donePieces, 0);
  store<u32>(control.pieceCount, count);
  control.progressFrom = from;
  control.progressTo = to;
}

/** The next piece of the phase, or PIECE_NONE. Pieces may be added while others run; none is ever skipped. */
export function nextPiece(): u32 {
  while (true) {
    const next = peek(control.nextPiece);
    if (next >= peek(control.pieceCount)) return PIECE_NONE;
    if (SHARED) {
      if (atomic.cmpxchg<u32>(control.nextPiece, next, next + 1) == next) return next;
    } else {
      store<u32>(control.nextPiece, next + 1);
      return next;
    }
  }
}

/** A spin lock: hold it for a few dozen instructions only. */
export function lock(offset: usize): void {
  if (SHARED) while (atomic.cmpxchg<u32>(offset, 0, 1) != 0);
}

export function unlock(offset: usize): void {
  if (SHARED) atomic.store<u32>(offset, 0);
}

// @inline
export function pieceDone(): void {
  bump(control.donePieces, 1);
}

function outOfMemory(bytes: u64): void {
  control.errorBytes = <f64>bytes;
  store<u32>(control.error, ERROR_MEMORY);
  stop(STOP_FAILED);
  unreachable();
}

/** `bytes` of arena memory, aligned to 64. */
export function take(bytes: u64): usize {
  const size = (bytes + 63) & ~63;
  if (size >= 0xffff0000) outOfMemory(bytes);
  // The counter has 32 bits: a request that would overflow it must not be added.
  let start: u32;
  while (true) {
    start = peek(control.arenaNext);
    const end = <u64>start + size;
    if (end > 0xffff0000) outOfMemory(end);
    if (SHARED) {
      if (atomic.cmpxchg<u32>(control.arenaNext, start, <u32>end) == start) break;
    } else {
      store<u32>(control.arenaNext, <u32>end);
      break;
    }
  }
  const end = <u64>start + size;
  const have = (<u64>memory.size()) << 16;
  if (end > have) {
    // Growing by a sixteenth more than needed keeps growths rare.
    const want = min<u64>(end + (end >> 4), 0xffff0000);
    if (memory.grow(<i32>((want - have + 65535) >> 16)) < 0) {
      const now = (<u64>memory.size()) << 16;
      if (end > now && memory.grow(<i32>((end - now + 65535) >> 16)) < 0) outOfMemory(end);
    }
  }
  return start;
}
