/**
 * Tells whether a file is still the one that was planned with: its size, and a hash of each block of it.
 *
 * Blocks, so that whoever reads a part of a large file checks just that part. Promise: every byte that a shard reads of a
 * planned file has been compared with the plan, or the shard fails with `file-changed`.
 */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { MeshError } from '../errors.ts';
import { openRegular } from './regular-file.ts';

export interface FileFingerprint {
  readonly size: number;
  /** SHA-256 of each block of BLOCK_BYTES, in hexadecimal, the last one shorter. */
  readonly blocks: readonly string[];
}

export const BLOCK_BYTES = 4 * 2 ** 20;

/** Blocks that are read at once. */
const BLOCKS_AT_ONCE = 4;

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The fingerprint of bytes that are in memory. */
export function fingerprintOf(bytes: Uint8Array): FileFingerprint {
  const blocks: string[] = [];
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) blocks.push(hashOf(bytes.subarray(at, at + BLOCK_BYTES)));
  return { size: bytes.length, blocks };
}

export async function readFully(handle: FileHandle, into: Uint8Array, position: number): Promise<number> {
  let done = 0;
  while (done < into.length) {
    const { bytesRead } = await handle.read(into, done, into.length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return done;
}

/** Reads a file once, a few blocks at a time. */
export async function fingerprintFile(path: string, onProgress?: (bytes: number) => void): Promise<FileFingerprint> {
  const handle = await openRegular(path);
  try {
    const { size } = await handle.stat();
    const buffer = new Uint8Array(Math.min(size, BLOCKS_AT_ONCE * BLOCK_BYTES));
    const blocks: string[] = [];
    let at = 0;
    while (at < size) {
      const count = await readFully(handle, buffer, at);
      if (count === 0) break;
      blocks.push(...fingerprintOf(buffer.subarray(0, count)).blocks);
      at += count;
      onProgress?.(at);
    }
    return { size: at, blocks };
  } finally {
    await handle.close();
  }
}

export function changedError(file: string, found: string): MeshError {
  return new MeshError(
    'file-changed',
    `file "${file}" was changed after planning: ${found}. Make the plan again with: collidescope plan`,
    { file },
  );
}

/** Throws unless the bytes of a whole file are those of the plan. */
export function checkBytes(file: string, bytes: Uint8Array, planned: FileFingerprint): void {
  if (bytes.length !== planned.size) {
    throw changedError(file, `it has ${bytes.length} bytes, expected ${planned.size}`);
  }
  const at = fingerprintOf(bytes).blocks.findIndex((hash, i) => hash !== planned.blocks[i]);
  if (at >= 0) throw changedError(file, `its contents differ from byte ${at * BLOCK_BYTES} on`);
}
