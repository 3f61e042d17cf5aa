/**
 * Runs a reader in steps, so that a long file can report progress and be stopped.
 *
 * A reader is a generator that yields the share it has done (0 to 1) every few megabytes. It runs through at once
 * unless somebody watches: a timer between steps costs a few milliseconds, and lets the signal arrive.
 */
import type { ReadOptions } from './model.ts';
import { bytesOf, type ModelSource } from './model-source.ts';

export type Steps<Result> = Generator<number, Result, void>;

/** Bytes of text or binary data between two yields. */
export const STEP_BYTES = 1 << 21;

const PAUSE_EVERY_MILLISECONDS = 40;

/** Runs a reader on what holds the bytes of a file. */
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
