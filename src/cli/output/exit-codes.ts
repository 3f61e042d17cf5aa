/** What the process says to the shell, and which error says what. */
import { EngineError } from '../../errors.ts';

export const EXIT = { done: 0, found: 1, badInput: 2, noEngine: 3, interrupted: 130, terminated: 143 } as const;

const TOO_LARGE: readonly string[] = ['out-of-memory', 'gpu-limit'];

/** A scene that is too large is the input's fault, everything else about the engine is the engine's. */
export function exitCodeOf(error: unknown): number {
  return error instanceof EngineError && !TOO_LARGE.includes(error.code) ? EXIT.noEngine : EXIT.badInput;
}
