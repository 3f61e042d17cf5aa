/** What the command line and the studio share about gzipped files: how to recognise one, its maximum unpacked size, and errors. */
import type { MeshError } from '../errors.ts';
import { fileError } from '../io/file-error.ts';

export { unpackedLimit } from '../io/packed-limit.ts';

const GZIP_ENDING = /\.gz$/i;

/** By its first two bytes. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The name of what is inside, so that readers see its ending. */
export function nameInGzip(name: string): string {
  return name.replace(GZIP_ENDING, '');
}

export function gzipBomb(name: string, packedBytes: number, limit: number): MeshError {
  return fileError(
    'zip-bomb',
    { name },
    {
      found: `${packedBytes} bytes of gzip data unpack to more than ${limit} bytes, the limit for a file of that size`,
      advice: 'If you trust the file, unpack it yourself (gunzip -k) and use the result.',
      details: { packedBytes, limit },
    },
  );
}

export function brokenGzip(name: string, packedBytes: number, reason: string): MeshError {
  return fileError(
    'bad-gzip',
    { name },
    {
      found: `found ${packedBytes} bytes of gzip data that cannot be unpacked (${reason})`,
      advice: 'Copy or pack the file again.',
      details: { bytes: packedBytes },
    },
  );
}
