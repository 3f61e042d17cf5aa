/**
 * Turns the RangeError of a failed allocation into `out-of-memory`.
 *
 * Other range errors are bugs and pass unchanged.
 */
import { EngineError } from '../errors.ts';

const ALLOCATION_FAILED =
  /allocation failed|could not allocate|out of memory|invalid (typed )?array( buffer)? length|invalid string length/i;

/** The error to report: that `what` needs more memory, or the error itself. */
export function clearOfMemory(error: unknown, what: string): unknown {
  if (!(error instanceof RangeError) || !ALLOCATION_FAILED.test(error.message)) return error;
  return new EngineError(
    'out-of-memory',
    `${what} needs more memory than the system gives this process (${error.message}). Split the scene into parts, or raise the ` +
      'limit (ulimit -v, a container, --max-old-space-size).',
  );
}

/** Runs `work`; a failed allocation becomes `out-of-memory`. */
export function withinMemory<Result>(what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw clearOfMemory(error, what);
  }
}
