/**
 * Storage for the results of shards, read by later ones: a folder visible to all machines, or anything else that stores bytes by
 * name.
 *
 * Promise: an entry exists with all its bytes or not at all, whichever process dies when. Writing a name twice is allowed.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OptionError } from '../errors.ts';
import { readFully } from './file-fingerprint.ts';

/** Part of an entry. */
export interface StoredBytes {
  readonly size: number;
  read(from: number, to: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface ShardStore {
  /** For messages. */
  readonly place: string;
  write(name: string, pieces: readonly Uint8Array[]): Promise<void>;
  /** Undefined when there is no such entry. */
  read(name: string): Promise<Uint8Array | undefined>;
  open(name: string): Promise<StoredBytes | undefined>;
  /** Names below a folder, in order. */
  list(folder: string): Promise<string[]>;
  /** Time of the last write in milliseconds; undefined when there is no such entry. */
  age(name: string): Promise<number | undefined>;
  /** Creates an entry; false when it exists already. */
  claim(name: string, bytes: Uint8Array): Promise<boolean>;
  remove(name: string): Promise<void>;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exhausted',
  EROFS: 'the disk is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
};

function writeError(path: string, error: unknown): OptionError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new OptionError(
    'cannot-write',
    `"${path}" could not be written: ${REASONS[code] ?? message}. No incomplete file was left behind. Make room or choose another folder with --data, then run the same command again: what is done stays done.`,
    { path, errno: code },
  );
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

export class FolderStore implements ShardStore {
  readonly place: string;

  constructor(folder: string) {
    this.place = folder;
  }

  async write(name: string, pieces: readonly Uint8Array[]): Promise<void> {
    const path = join(this.place, name);
    // Unique across machines, processes and calls, and unguessable.
    const temporary = `${path}.${randomBytes(12).toString('hex')}.part`;
    try {
      await mkdir(dirname(path), { recursive: true });
      const handle = await open(temporary, 'wx');
      try {
        for (const piece of pieces)
          for (let at = 0; at < piece.length; ) at += (await handle.write(piece, at)).bytesWritten;
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw writeError(path, error);
    }
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(join(this.place, name));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async open(name: string): Promise<StoredBytes | undefined> {
    try {
      const handle = await open(join(this.place, name));
      const { size } = await handle.stat();
      return {
        size,
        async read(from, to) {
          const bytes = new Uint8Array(to - from);
          const count = await readFully(handle, bytes, from);
          if (count === bytes.length) return bytes;
          throw new OptionError(
            'bad-shard-result',
            `"${name}" ends at byte ${from + count}, expected ${to}. Delete it and do its shard again.`,
          );
        },
        close: () => handle.close(),
      };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async list(folder: string): Promise<string[]> {
    try {
      return (await readdir(join(this.place, folder))).filter((name) => !name.endsWith('.part')).sort();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  async age(name: string): Promise<number | undefined> {
    const found = await stat(join(this.place, name)).catch(() => undefined);
    return found && Date.now() - found.mtimeMs;
  }

  async claim(name: string, bytes: Uint8Array): Promise<boolean> {
    const path = join(this.place, name);
    try {
      await mkdir(dirname(path), { recursive: true });
      const handle = await open(path, 'wx');
      await handle.write(bytes);
      await handle.close();
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw writeError(path, error);
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.place, name), { force: true });
  }
}
