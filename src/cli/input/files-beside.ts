/**
 * Files that a model refers to, such as the .bin of a .gltf. The names come from whoever wrote the model, so they are
 * checked before anything is opened.
 *
 * Promise: only regular files in or below the model's folder are read, after resolving links and `..`, and never more of
 * them than the model needs; nothing is downloaded, and no device or pipe can block the process.
 * `allowOutside` lifts the restriction to the folder, and no other.
 */

import { constants } from 'node:fs';
import { type FileHandle, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { ErrorCode } from '../../error-codes.ts';
import type { MeshError } from '../../errors.ts';
import { fileError } from '../../io/file-error.ts';
import { NO_PLAIN_FILE, openRegular, READ_AT_ONCE } from '../../shards/regular-file.ts';
import { isBelow } from './is-below.ts';

export interface BesideOptions {
  /** Also read files outside the model's folder. */
  readonly allowOutside?: boolean;
}

/** Upper limit of bytes read from one file, whatever the model claims. */
const LARGEST_BYTES = 2 ** 32;
const SCHEME = /^[a-z][a-z0-9+.-]+:/i;
const DRIVE = /^[a-z]:/i;
/** Links are not followed: they are already resolved. */
const OPEN_FLAGS = READ_AT_ONCE | (constants.O_NOFOLLOW ?? 0);

/** The first `byteLength` bytes of the file that the model `file` refers to as `uri`, or all of it if it is shorter. */
export async function readBeside(
  file: string,
  uri: string,
  byteLength: number,
  options: BesideOptions = {},
): Promise<Uint8Array> {
  const { handle, size } = await openBeside(file, uri, options);
  try {
    const length = Math.min(size, byteLength);
    if (length > LARGEST_BYTES)
      throw refused(file, uri, 'too-large', `it has ${size} bytes, the limit is ${LARGEST_BYTES}`);
    return await readExactly(handle, length);
  } finally {
    await handle.close();
  }
}

/** Opens the file that the model `file` refers to as `uri`; the caller closes it. */
export async function openBeside(
  file: string,
  uri: string,
  options: BesideOptions = {},
): Promise<{ handle: FileHandle; size: number }> {
  const path = await pathBeside(file, uri, options);
  const handle = await openRegular(path, OPEN_FLAGS).catch((error: NodeJS.ErrnoException) => {
    if (['EISDIR', 'ENXIO', NO_PLAIN_FILE].includes(error.code ?? ''))
      throw refused(file, uri, 'no-plain-file', 'it is a folder, device or pipe, not a regular file');
    throw unreadable(file, uri, error);
  });
  try {
    return { handle, size: (await handle.stat()).size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The path of the file, with all links resolved. */
async function pathBeside(file: string, uri: string, { allowOutside = false }: BesideOptions): Promise<string> {
  const name = decoded(file, uri);
  const isRooted = isAbsolute(name) || DRIVE.test(name);
  if (isRooted && !allowOutside) throw outside(file, uri);
  const real = (path: string) =>
    realpath(path).catch((error: Error) => {
      throw unreadable(file, uri, error);
    });
  const folder = await real(dirname(resolve(file)));
  const wanted = isRooted ? name : join(folder, name);
  // Before looking for it, so that the error does not reveal whether a file elsewhere exists.
  if (!allowOutside && !isBelow(folder, wanted)) throw outside(file, uri);
  const path = await real(wanted);
  if (!allowOutside && !isBelow(folder, path)) throw outside(file, uri);
  return path;
}

/** The name as a path: percent-decoded, with backslashes from Windows as slashes. */
function decoded(file: string, uri: string): string {
  if (SCHEME.test(uri)) throw refused(file, uri, 'not-downloaded', 'only local files are read; nothing is downloaded');
  let name: string;
  try {
    name = decodeURIComponent(uri).replaceAll('\\', '/');
  } catch {
    throw refused(file, uri, 'bad-uri', 'it is not correctly percent-encoded');
  }
  if (name === '' || name.includes('\0')) throw refused(file, uri, 'bad-uri', 'it is not a file name');
  return name;
}

async function readExactly(handle: FileHandle, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let at = 0;
  while (at < length) {
    const { bytesRead } = await handle.read(bytes, at, Math.min(length - at, 2 ** 30), at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}

function outside(file: string, uri: string): MeshError {
  const advice = 'Move the file into that folder, or use --allow-outside if you trust the model.';
  return refused(file, uri, 'outside-folder', "it is outside the model's folder", advice);
}

function unreadable(file: string, uri: string, error: Error): MeshError {
  const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : error.message;
  return refused(file, uri, 'missing-resource', reason);
}

function refused(
  file: string,
  uri: string,
  code: ErrorCode,
  reason: string,
  advice = 'Put that file next to the model, or use a .glb, which contains everything.',
): MeshError {
  const found = `the file keeps its geometry in "${uri}", which could not be read (${reason})`;
  return fileError(code, { name: file }, { found, advice, details: { uri } });
}
