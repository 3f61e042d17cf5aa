/**
 * Byte-order marks at the head of text files, which editors and exporters on Windows write.
 *
 * Promise: every reader of text skips the mark of UTF-8; text in UTF-16 or UTF-32 is refused by name, not as junk.
 * Binary files may begin with the same two bytes, so that a mark of UTF-16 counts only before an ASCII character.
 */
import type { MeshError } from '../../errors.ts';
import { fileError } from '../file-error.ts';
import type { ReadOptions } from '../model.ts';

const UTF8_MARK = [0xef, 0xbb, 0xbf];

/** Bytes that the mark of UTF-8 takes, 0 without one. */
export function markLength(bytes: Uint8Array): number {
  return UTF8_MARK.every((byte, i) => bytes[i] === byte) ? UTF8_MARK.length : 0;
}

/** Bytes behind the mark of UTF-8; text in wider units is refused. */
export function startOfText(bytes: Uint8Array, options: ReadOptions | undefined): number {
  const encoding = wideEncoding(bytes);
  if (encoding) throw wideText(encoding, options);
  return markLength(bytes);
}

function wideEncoding(bytes: Uint8Array): string | undefined {
  const [b0, b1, b2, b3] = bytes;
  if (b0 === 0xff && b1 === 0xfe) {
    if (b2 === 0 && b3 === 0) return isAscii(bytes[4]) ? 'UTF-32' : undefined;
    return isAscii(b2) && b3 === 0 ? 'UTF-16' : undefined;
  }
  if (b0 === 0xfe && b1 === 0xff) return b2 === 0 && isAscii(b3) ? 'UTF-16' : undefined;
  return b0 === 0 && b1 === 0 && b2 === 0xfe && b3 === 0xff ? 'UTF-32' : undefined;
}

function isAscii(byte: number | undefined): boolean {
  return byte !== undefined && byte > 0 && byte < 128;
}

function wideText(encoding: string, options: ReadOptions | undefined): MeshError {
  return fileError('text-encoding', options, {
    found: `found the byte-order mark of ${encoding}, expected text in ASCII or UTF-8`,
    advice: `Save it as UTF-8, for example with: iconv -f ${encoding} -t UTF-8 model.obj > model-utf8.obj`,
    details: { encoding },
  });
}
