/** Unpacks gzip up to a limit, so that a file of a few kilobytes cannot fill the memory. */
import { promisify } from 'node:util';
import { brokenGzip, gzipBomb, unpackedLimit } from '../../report/gzip.ts';

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
