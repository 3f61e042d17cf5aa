/** The bytes of a file, unpacked if gzipped. Throws the same kind of error as the readers: MeshError. */
import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import type { MeshError } from '../../errors.ts';
import { fileError } from '../../io/file-error.ts';
import { brokenGzip, gzipBomb, isGzip, nameInGzip, unpackedLimit } from '../../report/gzip.ts';
import { nearest } from '../../report/nearest.ts';
import { NO_PLAIN_FILE, openRegular, readRegular } from '../../shards/regular-file.ts';

export interface FileBytes {
  readonly bytes: Uint8Array;
  /** The path as given, without the `.gz` of a packed file, so that readers see the ending. */
  readonly name: string;
}

/** Name that stands for standard input among the files. */
export const STANDARD_INPUT = '-';

let standardInput: Promise<Uint8Array> | undefined;

/** Read once: a second `-` is the same model. */
function readStandardInput(): Promise<Uint8Array> {
  standardInput ??= (async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of process.stdin) pieces.push(piece as Uint8Array);
    return Buffer.concat(pieces);
  })();
  return standardInput;
}

export interface ByteSource {
  /** Actual path of the file, if it differs from its name. */
  readonly path?: string;
  /** Receives the raw bytes, before they are unpacked. */
  readonly check?: (bytes: Uint8Array) => void;
}

export async function readBytes(path: string, source: ByteSource = {}): Promise<FileBytes> {
  let bytes: Uint8Array;
  try {
    bytes = path === STANDARD_INPUT ? await readStandardInput() : await readRegular(source.path ?? path);
  } catch (error) {
    throw unreadable(path, error as NodeJS.ErrnoException);
  }
  source.check?.(bytes);
  const name = path === STANDARD_INPUT ? 'standard input' : path;
  if (!isGzip(bytes)) return { bytes, name };
  return { bytes: await unpackGzip(name, bytes), name: nameInGzip(name) };
}

/** Rejects with a MeshError unless the path is a regular file that can be read. */
export async function checkReadable(path: string): Promise<void> {
  try {
    await (await openRegular(path)).close();
  } catch (error) {
    throw unreadable(path, error as NodeJS.ErrnoException);
  }
}

function unreadable(path: string, error: NodeJS.ErrnoException): MeshError {
  const options = { name: path };
  const details = { errno: error.code };
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return fileError('no-such-file', options, { found: 'there is no such file', advice: neighbour(path), details });
    case 'EISDIR':
      return fileError('is-folder', options, {
        found: 'found a folder, expected a file',
        advice: 'Name the files in it, as in: collidescope check folder/*.stl',
        details,
      });
    case NO_PLAIN_FILE:
    case 'ENXIO':
      return fileError('no-plain-file', options, {
        found: 'it is a pipe, a socket or a device, not a regular file',
        advice: 'Save it as a file first, or pass it through standard input, as in: collidescope check - < pipe',
        details,
      });
    case 'EACCES':
    case 'EPERM':
      return fileError('no-permission', options, {
        found: 'permission to read it is denied',
        advice: 'Change its permissions, or run as another user.',
        details,
      });
    case 'ERR_FS_FILE_TOO_LARGE':
      return fileError('too-large', options, {
        found: 'it is larger than the 2 GiB that can be read at once',
        advice: 'Split the model.',
        details,
      });
    case 'ERR_MEMORY_ALLOCATION_FAILED':
      return tooLarge(path, error);
    default:
      if (error instanceof RangeError) return tooLarge(path, error);
      return fileError('unreadable-file', options, {
        found: `it could not be read (${error.message})`,
        advice: 'Check the disk and the path.',
        details,
      });
  }
}

function tooLarge(path: string, { message }: Error): MeshError {
  return fileError(
    'too-large',
    { name: path },
    {
      found: `it does not fit into the memory available to this process (${message})`,
      advice: 'Raise the limit (ulimit -v), or split the model.',
    },
  );
}

/** Suggests the file that may have been meant. */
function neighbour(path: string): string {
  try {
    const near = nearest(basename(path), readdirSync(dirname(path)));
    return near ? `Did you mean "${near}" in that folder?` : 'Check the name.';
  } catch {
    return `Check the path: the folder "${dirname(path)}" does not exist or cannot be read.`;
  }
}

// Unpacks gzip up to a limit, so that a file of a few kilobytes cannot fill the memory.

export async function unpackGzip(path: string, packed: Uint8Array): Promise<Uint8Array> {
  const { gunzip } = await import('node:zlib');
  const limit = unpackedLimit(packed.length);
  try {
    return await promisify(gunzip)(packed, { chunkSize: 1 << 20, maxOutputLength: limit });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw gzipBomb(path, packed.length, limit);
    throw brokenGzip(path, packed.length, message);
  }
}
