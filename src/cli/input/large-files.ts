/** Whether files may be too large for one process: checked before loading anything that only such files need. */
import { stat } from 'node:fs/promises';

/** Files below this total size fit; if they do not, there is another reason. */
export const LARGE_BYTES = 100_000_000;

export async function bytesOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

export async function hasLargeFile(files: readonly string[]): Promise<boolean> {
  return (await bytesOf(files)) >= LARGE_BYTES;
}
