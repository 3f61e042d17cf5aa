/**
 * Limits what a glTF may unpack to, in proportion to its size: declaring an array takes a few words of JSON, and many arrays
 * may share the same bytes, so a small file could otherwise demand any amount of memory.
 *
 * Promise: everything is added up before anything is fetched or decoded.
 */
import type { MeshError } from '../../errors.ts';
import { fileError } from '../file-error.ts';
import type { ReadOptions } from '../model.ts';

export const GLTF_LIMITS = {
  /** Bytes of all buffers together. */
  bufferBytes: 2 ** 32,
  /** This much is always allowed. */
  freeBytes: 2 ** 26,
  /** Unpacked bytes of meshopt views per byte of the buffers, as for 3MF; real models stay below 20. */
  unpackedRatio: 200,
  /** Bytes of arrays per byte of their buffers. Arrays may overlap, but hardly do in real models. */
  overlapRatio: 4,
} as const;

export class GltfBudget {
  /** Bytes of the arrays wanted, as they are stored. */
  arrayBytes = 0;
  /** Bytes that packed buffer views unpack to. */
  unpackedBytes = 0;

  /** `heldBytes` are those of the file and `bufferBytes` those of its buffers. */
  check(heldBytes: number, bufferBytes: number, options: ReadOptions): void {
    const { bufferBytes: most, freeBytes, unpackedRatio, overlapRatio } = GLTF_LIMITS;
    if (bufferBytes > most) throw tooLarge(options, 'the buffers have', bufferBytes, most);
    const unpackedLimit = freeBytes + unpackedRatio * (heldBytes + bufferBytes);
    if (this.unpackedBytes > unpackedLimit) {
      throw tooLarge(options, 'the packed buffer views unpack to', this.unpackedBytes, unpackedLimit);
    }
    const arrayLimit = freeBytes + overlapRatio * (bufferBytes + this.unpackedBytes);
    if (this.arrayBytes > arrayLimit) throw tooLarge(options, 'the accessors ask for', this.arrayBytes, arrayLimit);
  }
}

function tooLarge(options: ReadOptions, what: string, byteCount: number, limit: number): MeshError {
  return fileError('too-large', options, {
    found: `${what} ${byteCount} bytes, the limit for a file of this size is ${limit}`,
    advice: 'Split the model, or export it again without arrays that overlap.',
    details: { byteCount, limit },
  });
}
