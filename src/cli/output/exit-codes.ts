/** Exit codes, and which error leads to which. */
import { EngineError } from '../../errors.ts';

export const EXIT = { done: 0, found: 1, badInput: 2, noEngine: 3, interrupted: 130, terminated: 143 } as const;

const TOO_LARGE: readonly string[] = ['out-of-memory', 'gpu-limit'];

/** A scene that is too large counts as bad input; any other engine error as an unavailable engine. */
export function exitCodeOf(error: unknown): number {
  return error instanceof EngineError && !TOO_LARGE.includes(error.code) ? EXIT.noEngine : EXIT.badInput;
}
