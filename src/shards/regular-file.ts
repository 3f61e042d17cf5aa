/**
 * Files that somebody names: opened without waiting, and read only if they are regular files.
 *
 * Promise: no pipe, socket or device is ever waited for or read, whatever links lead there. What is to be read from a pipe
 * goes through standard input (`-`), which whoever starts the program chooses.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Opening a pipe does not wait for a writer. */
export const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Why something is not read; `code` as the system's own errors have it. */
function notRegular(isFolder: boolean): Error {
  const text = isFolder ? 'found a folder, expected a file' : 'it is a pipe, a socket or a device, not a regular file';
  return Object.assign(new Error(text), { code: isFolder ? 'EISDIR' : NO_PLAIN_FILE });
}

export const NO_PLAIN_FILE = 'no-plain-file';

/** Opens a regular file; the caller closes it. */
export async function openRegular(path: string, flags = READ_AT_ONCE): Promise<FileHandle> {
  const handle = await open(path, flags);
  try {
    const found = await handle.stat();
    if (found.isFile()) return handle;
    throw notRegular(found.isDirectory());
  } catch (error) {
    await handle.close();
    throw error;
  }
}

export async function readRegular(path: string): Promise<Uint8Array> {
  const handle = await openRegular(path);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

export function readRegularText(path: string): string {
  const handle = openSync(path, READ_AT_ONCE);
  try {
    const found = fstatSync(handle);
    if (!found.isFile()) throw notRegular(found.isDirectory());
    return readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
}
