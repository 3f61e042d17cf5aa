/** The earliest time that any thread has found, in ticks: much later impacts need not be searched for. */
import { impactsJob } from '../../../memory/generated/kernels/records';
import { EARLIEST_WITHIN, TICKS } from '../constants';

/** Compiled twice: with threads and shared memory, and without. */
const SHARED = ASC_FEATURE_THREADS;

// @inline
export function bestTick(): i64 {
  if (SHARED) return atomic.load<i64>(impactsJob.best);
  return load<i64>(impactsJob.best);
}

/** The latest time that is of interest: that of the earliest impact so far, or a little more when those are wanted that come with it. */
export function latestTick(): f64 {
  const best = <f64>bestTick();
  return impactsJob.first != 0 ? best : min(best * EARLIEST_WITHIN, TICKS);
}

export function noteBest(tick: f64): void {
  const value = <i64>tick;
  while (true) {
    const best = bestTick();
    if (value >= best) return;
    if (SHARED) {
      if (atomic.cmpxchg<i64>(impactsJob.best, best, value) == best) return;
    } else {
      store<i64>(impactsJob.best, value);
      return;
    }
  }
}
