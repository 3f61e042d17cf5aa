/** The earliest time that any thread has found, in cells: later impacts need not be searched for. */
import { impactsJob } from '../../../memory/generated/kernels/records';

/** Compiled twice: with threads and shared memory, and without. */
const SHARED = ASC_FEATURE_THREADS;

// @inline
export function bestCell(): i64 {
  if (SHARED) return atomic.load<i64>(impactsJob.best);
  return load<i64>(impactsJob.best);
}

export function noteBest(cell: f64): void {
  const value = <i64>cell;
  while (true) {
    const best = bestCell();
    if (value >= best) return;
    if (SHARED) {
      if (atomic.cmpxchg<i64>(impactsJob.best, best, value) == best) return;
    } else {
      store<i64>(impactsJob.best, value);
      return;
    }
  }
}
