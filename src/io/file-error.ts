/**
 * Errors about a file, all in one form: which file, where in it, what was found, what was expected, what to do.
 *
 * Promise: readers throw nothing but `MeshError` made here (and the reason of an aborted signal).
 */
import type { ErrorCode } from '../error-codes.ts';
import { MeshError } from '../errors.ts';
import type { ReadOptions } from './model.ts';

export interface FileProblem {
  /** Line or byte, as in `line 12` or `byte 84`. */
  where?: string;
  /** What was found and what was expected, as one clause. */
  found: string;
  /** A sentence that says what to do. */
  advice: string;
  /** The numbers named in the message. */
  details?: Record<string, unknown>;
}

export function fileError(code: ErrorCode, options: ReadOptions | undefined, problem: FileProblem): MeshError {
  const where = problem.where === undefined ? '' : `, ${problem.where}`;
  const details = { file: options?.name, ...problem.details };
  return new MeshError(code, `${fileLabel(options)}${where}: ${problem.found}. ${problem.advice}`, details);
}

/** The name of the file in messages. */
export function fileLabel(options: ReadOptions | undefined): string {
  return options?.name === undefined ? 'the file' : `file "${options.name}"`;
}

/** The name of a part that has none in the file: the file name without its folders. */
export function partNameOf(options: ReadOptions | undefined): string {
  return options?.name?.split(/[\\/]/).pop() || 'mesh';
}

/** An empty file is not a model in any format. */
export function refuseEmpty(bytes: Uint8Array, options: ReadOptions | undefined): void {
  if (bytes.length > 0) return;
  throw fileError('empty-file', options, {
    found: 'found 0 bytes, expected a mesh',
    advice: 'Check that the file was written or copied completely.',
  });
}
