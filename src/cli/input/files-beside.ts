/**
 * Files that a model names, such as the .bin of a .gltf. Whoever wrote the model wrote those names, so they are looked at
 * before anything is opened.
 *
 * Promise: only regular files at or below the folder of the model are read, after links and `..` are resolved, and never
 * more of them than the model needs; nothing is downloaded, and no device or pipe is ever opened for long enough to block.
 * `allowOutside` lifts the rule of the folder, and no other.
 */

import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { ErrorCode } from '../../error-codes.ts';
import type { MeshError } from '../../errors.ts';
import { fileError } from '../../io/file-error.ts';

export interface BesideOptions {
  /** Also files outside of the model's folder. */
  readonly allowOutside?: boolean;
}

/** More than this is not read from one file, whatever the model says. */
const LARGEST_BYTES = 2 ** 32;
const SCHEME = /^[a-z][a-z0-9+.-]+:/i;
const DRIVE = /^[a-z]:/i;
/** A pipe opens at once instead of when somebody writes to it, and a link is not followed: it has been resolved. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** The first `byteLength` bytes of a file that the model `file` names as `uri`, or all of it where it is shorter. */
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

/** Opens a file that the model `file` names as `uri`; the caller closes it. */
export async function openBeside(
  file: string,
  uri: string,
  options: BesideOptions = {},
): Promise<{ handle: FileHandle; size: number }> {
  const path = await pathBeside(file, uri, options);
  const handle = await open(path, OPEN_FLAGS).catch((error: Error) => {
    throw unreadable(file, uri, error);
  });
  try {
    const found = await handle.stat();
    if (!found.isFile())
      throw refused(file, uri, 'no-plain-file', 'it is no regular file but a folder, device or pipe');
    return { handle, size: found.size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Where the file is, with all links resolved. */
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
  // Before it is looked for, so that the answer does not tell whether a file elsewhere exists.
  if (!allowOutside && !isBelow(folder, wanted)) throw outside(file, uri);
  const path = await real(wanted);
  if (!allowOutside && !isBelow(folder, path)) throw outside(file, uri);
  return path;
}

/** The name as a path of this system: percent signs undone, backslashes of Windows taken for slashes. */
function decoded(file: string, uri: string): string {
  if (SCHEME.test(uri)) throw refused(file, uri, 'not-downloaded', 'only files are read, nothing is downloaded');
  let name: string;
  try {
    name = decodeURIComponent(uri).replaceAll('\\', '/');
  } catch {
    throw refused(file, uri, 'bad-uri', 'a percent sign in it begins no character');
  }
  if (name === '' || name.includes('\0')) throw refused(file, uri, 'bad-uri', 'that is no name of a file');
  return name;
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
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
  const advice = 'Put the file below it, or use --allow-outside if you trust the model.';
  return refused(file, uri, 'outside-folder', "it lies outside of the model's folder", advice);
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
  advice = 'Put that file beside the model, or use a .glb, which holds everything.',
): MeshError {
  const found = `the file keeps its geometry in "${uri}", which could not be read (${reason})`;
  return fileError(code, { name: file }, { found, advice, details: { uri } });
}
