/**
 * Runs a reader in steps, so that a long file can report progress and be stopped.
 *
 * A reader is a generator that yields the fraction done (0 to 1) every few megabytes. It runs without pauses unless there is
 * a listener or a signal: a timer between steps costs a few milliseconds, and lets the signal arrive.
 */
import type { ReadOptions } from './model.ts';
import { bytesOf, type ModelSource } from './model-source.ts';

export type Steps<Result> = Generator<number, Result, void>;

/** Bytes of text or binary data between two yields. */
export const STEP_BYTES = 1 << 21;

const PAUSE_EVERY_MILLISECONDS = 40;

/** Runs a reader on the bytes of a source. */
export async function readSteps<Result>(
  source: ModelSource,
  options: ReadOptions,
  steps: (bytes: Uint8Array, options: ReadOptions) => Steps<Result>,
): Promise<Result> {
  return runSteps(steps(await bytesOf(source, options), options), options);
}

export async function runSteps<Result>(steps: Steps<Result>, options: ReadOptions = {}): Promise<Result> {
  const { signal, onProgress } = options;
  const watched = signal !== undefined || onProgress !== undefined;
  let pausedAt = performance.now();
  for (;;) {
    signal?.throwIfAborted();
    const step = steps.next();
    onProgress?.(step.done ? 1 : step.value);
    if (step.done) return step.value;
    if (watched && performance.now() - pausedAt > PAUSE_EVERY_MILLISECONDS) {
      await new Promise((resume) => setTimeout(resume));
      pausedAt = performance.now();
    }
  }
}
