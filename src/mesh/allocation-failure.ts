/**
 * What the language throws when an array cannot be allocated, said as every other want of memory is.
 *
 * Only that is translated; other range errors are bugs and stay visible.
 */
import { EngineError } from '../errors.ts';

const ALLOCATION_FAILED =
  /allocation failed|could not allocate|out of memory|invalid (typed )?array( buffer)? length|invalid string length/i;

/** The error to tell: `what` could not be done for want of memory, or the error as it is. */
export function clearOfMemory(error: unknown, what: string): unknown {
  if (!(error instanceof RangeError) || !ALLOCATION_FAILED.test(error.message)) return error;
  return new EngineError(
    'out-of-memory',
    `${what} needs more memory than the system gives this process (${error.message}). Split the scene into parts, or raise the ` +
      'limit (ulimit -v, a container, --max-old-space-size).',
  );
}

/** Does some work; want of memory is said clearly. */
export function withinMemory<Result>(what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw clearOfMemory(error, what);
  }
}
