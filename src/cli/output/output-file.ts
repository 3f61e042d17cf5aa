/**
 * A file that appears under its name only when it is complete.
 *
 * Promise: until `commit` the name holds what it held before, whatever happens; an interrupt removes what was begun.
 * What is no plain file (a pipe, /dev/stdout) is written to directly, for there is nothing to put in its place.
 */
import {
  accessSync,
  closeSync,
  constants,
  openSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  write,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { OptionError } from '../../errors.ts';

const writeBytes = promisify(write);
const unfinished = new Set<OutputFile>();

/** Removes every file that was begun and not completed; for the moment before the process ends. */
export function discardUnfinished(): void {
  for (const file of unfinished) file.discard();
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
};

export function writeError(path: string, error: unknown): OptionError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = REASONS[code] ?? message;
  return new OptionError(
    'cannot-write',
    `"${path}" could not be written: ${reason}. Nothing was left under that name; choose another place.`,
    {
      path,
      errno: code,
    },
  );
}

interface Place {
  /** What is opened, and what it becomes when it is complete. */
  readonly temporary: string;
  readonly final: string;
  readonly mode: number;
}

/** A temporary name beside the final one, so that renaming stays on one disk; links are followed, rights kept. */
function placeFor(path: string): Place {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { temporary: temporaryName(path), final: path, mode: 0o666 };
  if (found.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
  accessSync(path, constants.W_OK);
  if (!found.isFile()) return { temporary: path, final: path, mode: 0o666 };
  const real = realpathSync(path);
  return { temporary: temporaryName(real), final: real, mode: found.mode & 0o777 };
}

function temporaryName(path: string): string {
  return join(dirname(path), `.${basename(path)}.${process.pid}.part`);
}

export class OutputFile {
  readonly #path: string;
  readonly #place: Place;
  #handle: number | undefined;

  private constructor(path: string, place: Place, handle: number) {
    this.#path = path;
    this.#place = place;
    this.#handle = handle;
    unfinished.add(this);
  }

  /** Begins the file, and fails at once where it could not be written in the end. */
  static open(path: string): OutputFile {
    try {
      const place = placeFor(path);
      return new OutputFile(path, place, openSync(place.temporary, 'w', place.mode));
    } catch (error) {
      throw writeError(path, error);
    }
  }

  async write(content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    try {
      for (let at = 0; at < bytes.length; ) at += (await writeBytes(this.#handle!, bytes, at)).bytesWritten;
    } catch (error) {
      this.discard();
      throw writeError(this.#path, error);
    }
  }

  commit(): void {
    const { temporary, final } = this.#place;
    try {
      this.#close();
      if (temporary !== final) renameSync(temporary, final);
      unfinished.delete(this);
    } catch (error) {
      this.discard();
      throw writeError(this.#path, error);
    }
  }

  #close(): void {
    if (this.#handle === undefined) return;
    const handle = this.#handle;
    this.#handle = undefined;
    closeSync(handle);
  }

  /** Gives the file up. Does nothing when it is complete. */
  discard(): void {
    if (!unfinished.delete(this)) return;
    try {
      this.#close();
    } catch {
      // Nothing of it is kept.
    }
    if (this.#place.temporary === this.#place.final) return;
    try {
      unlinkSync(this.#place.temporary);
    } catch {
      // Already gone, or no longer ours to remove.
    }
  }
}
