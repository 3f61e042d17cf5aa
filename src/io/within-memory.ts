/**
 * Reports a model that does not fit into memory like any other problem with a file: as a `MeshError`.
 *
 * Only failed allocations are translated; other range errors are bugs and stay visible.
 */
import { fileError } from './file-error.ts';
import type { ReadOptions } from './model.ts';

const ALLOCATION_FAILED = /allocation|invalid (typed )?array( buffer)? length|invalid string length|out of memory/i;

export async function withinMemory<Result>(options: ReadOptions, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RangeError) || !ALLOCATION_FAILED.test(error.message)) throw error;
    throw fileError('too-large', options, {
      found: `the geometry does not fit into memory (${error.message})`,
      advice: 'Split the model, or read it on a machine with more memory.',
    });
  }
}
