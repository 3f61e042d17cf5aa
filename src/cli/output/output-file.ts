/**
 * An output file that appears under its name only once it is complete.
 *
 * Promise: until `commit`, the previous file stays in place; an interrupt removes the unfinished file. Anything but a
 * regular file (a pipe, /dev/stdout) is written to directly.
 */
import { randomBytes } from 'node:crypto';
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
import { cleanUpOnSignal } from '../signals.ts';

const writeBytes = promisify(write);
/** Characters of a name that its temporary file repeats: names have an upper limit. */
const NAME_KEPT = 100;
const unfinished = new Set<OutputFile>();

/** Removes all unfinished files; call it before the process ends. */
export function discardUnfinished(): void {
  for (const file of unfinished) file.discard();
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exhausted',
};

export function writeError(path: string, error: unknown): OptionError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = REASONS[code] ?? message;
  return new OptionError(
    'cannot-write',
    `"${path}" could not be written: ${reason}. No incomplete file was left behind. Choose another path.`,
    {
      path,
      errno: code,
    },
  );
}

interface Place {
  /** The path written to, and the path it is renamed to when complete. */
  readonly temporary: string;
  readonly final: string;
  readonly mode: number;
}

/** A temporary file next to the final one, so that renaming stays on one disk. Follows links and keeps permissions. */
function placeFor(path: string): Place {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { temporary: temporaryName(path), final: path, mode: 0o666 };
  if (found.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
  accessSync(path, constants.W_OK);
  if (!found.isFile()) return { temporary: path, final: path, mode: 0o666 };
  const real = realpathSync(path);
  return { temporary: temporaryName(real), final: real, mode: found.mode & 0o777 };
}

/** Unpredictable, so nobody else can put something there first. */
function temporaryName(path: string): string {
  return join(dirname(path), `.${basename(path).slice(0, NAME_KEPT)}.${randomBytes(8).toString('hex')}.part`);
}

export class OutputFile {
  readonly #path: string;
  readonly #place: Place;
  #handle: number | undefined;
  readonly #release: () => void;

  private constructor(path: string, place: Place, handle: number) {
    this.#path = path;
    this.#place = place;
    this.#handle = handle;
    unfinished.add(this);
    this.#release = cleanUpOnSignal(() => this.discard());
  }

  /** Creates the temporary file. Fails at once if the final one could not be written. */
  static open(path: string): OutputFile {
    // Listens before there is a file: a signal in between would leave it behind.
    const release = cleanUpOnSignal(() => {});
    try {
      const place = placeFor(path);
      // A temporary file must be new: if anything exists at that path, even a link, it is not opened.
      const flags = place.temporary === place.final ? 'w' : 'wx';
      return new OutputFile(path, place, openSync(place.temporary, flags, place.mode));
    } catch (error) {
      throw writeError(path, error);
    } finally {
      release();
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
      this.#release();
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

  /** Discards the file, unless it is complete. */
  discard(): void {
    if (!unfinished.delete(this)) return;
    this.#release();
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

/** Writes a file atomically: it appears when complete, or not at all. */
export async function writeOutput(path: string, text: string): Promise<void> {
  const file = OutputFile.open(path);
  try {
    await file.write(text);
    file.commit();
  } finally {
    file.discard();
  }
}
