/**
 * Unpacks gzip to no more than a stated limit: what a model can come to, not what a file of a few kilobytes can claim.
 * The limit is that of files in a 3MF (`packed-limit.ts`).
 */
import { promisify } from 'node:util';
import type { MeshError } from '../../errors.ts';
import { fileError } from '../../io/file-error.ts';
import { unpackedLimit } from '../../io/packed-limit.ts';

export async function unpackGzip(path: string, packed: Uint8Array): Promise<Uint8Array> {
  const { gunzip } = await import('node:zlib');
  const limit = unpackedLimit(packed.length);
  try {
    return await promisify(gunzip)(packed, { chunkSize: 1 << 20, maxOutputLength: limit });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === 'ERR_BUFFER_TOO_LARGE' ? bomb(path, packed.length, limit) : broken(path, packed.length, message);
  }
}

function bomb(path: string, packedBytes: number, limit: number): MeshError {
  return fileError(
    'zip-bomb',
    { name: path },
    {
      found: `${packedBytes} bytes of gzip data unpack to more than ${limit} bytes, the limit for so few`,
      advice: 'If you trust the file, unpack it yourself: gunzip -k model.obj.gz',
      details: { packedBytes, limit },
    },
  );
}

function broken(path: string, packedBytes: number, reason: string): MeshError {
  return fileError(
    'bad-gzip',
    { name: path },
    {
      found: `found ${packedBytes} bytes of gzip data that cannot be unpacked (${reason})`,
      advice: 'Copy or pack the file again.',
      details: { bytes: packedBytes },
    },
  );
}
