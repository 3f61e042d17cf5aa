/**
 * Writes a picture as PNG: 8 bits for red, green and blue.
 *
 * Source: W3C, Portable Network Graphics (PNG) Specification, second edition. Each row takes the filter whose differences are the
 * smallest in sum (section 12.8). Packing is fflate's, so the same picture is the same file wherever it is made.
 */
import { zlibSync } from 'fflate';
import type { Canvas } from './canvas.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const BYTES_PER_PIXEL = 3;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = CRC_TABLE[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

function paeth(left: number, above: number, corner: number): number {
  const byLeft = Math.abs(above - corner);
  const byAbove = Math.abs(left - corner);
  const byCorner = Math.abs(left + above - 2 * corner);
  if (byLeft <= byAbove && byLeft <= byCorner) return left;
  return byAbove <= byCorner ? above : corner;
}

/** A difference of two bytes as the sum counts it: from -128 to 127, without its sign. */
const SIZES = Uint8Array.from({ length: 256 }, (_, byte) => (byte < 128 ? byte : 256 - byte));

/**
 * Filters one row at a time by three of the standard's filters at once: the byte to the left, the one above, and Paeth's choice. What
 * lies left of the first pixel, or above the first row, is 0.
 */
class RowFilter {
  readonly #tried: readonly [Uint8Array, Uint8Array, Uint8Array];

  constructor(rowBytes: number) {
    this.#tried = [new Uint8Array(rowBytes + 1), new Uint8Array(rowBytes + 1), new Uint8Array(rowBytes + 1)];
    this.#tried.forEach((into, i) => {
      into[0] = [1, 2, 4][i];
    });
  }

  /** The number of the filter whose differences are the smallest in sum, and the differences. Valid until the next row. */
  filter(row: Uint8ClampedArray, above: Uint8ClampedArray): Uint8Array {
    const [byLeft, byAbove, byPaeth] = this.#tried;
    let leftSum = 0;
    let aboveSum = 0;
    let paethSum = 0;
    for (let i = 0; i < row.length; i++) {
      const left = i < BYTES_PER_PIXEL ? 0 : row[i - BYTES_PER_PIXEL];
      const corner = i < BYTES_PER_PIXEL ? 0 : above[i - BYTES_PER_PIXEL];
      const own = row[i];
      const up = above[i];
      const fromLeft = (own - left) & 255;
      const fromUp = (own - up) & 255;
      const fromPaeth = (own - paeth(left, up, corner)) & 255;
      byLeft[i + 1] = fromLeft;
      byAbove[i + 1] = fromUp;
      byPaeth[i + 1] = fromPaeth;
      leftSum += SIZES[fromLeft];
      aboveSum += SIZES[fromUp];
      paethSum += SIZES[fromPaeth];
    }
    if (leftSum <= aboveSum && leftSum <= paethSum) return byLeft;
    return aboveSum <= paethSum ? byAbove : byPaeth;
  }
}

export function encodePng({ width, height, pixels }: Canvas): Uint8Array {
  const rowBytes = BYTES_PER_PIXEL * width;
  const raw = new Uint8Array(height * (rowBytes + 1));
  const rows = new RowFilter(rowBytes);
  let above: Uint8ClampedArray = new Uint8ClampedArray(rowBytes);
  for (let y = 0; y < height; y++) {
    const row = pixels.subarray(y * rowBytes, (y + 1) * rowBytes);
    raw.set(rows.filter(row, above), y * (rowBytes + 1));
    above = row;
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8);
  const chunks = [chunk('IHDR', header), chunk('IDAT', zlibSync(raw, { level: 6 })), chunk('IEND', new Uint8Array(0))];
  const file = new Uint8Array(SIGNATURE.length + chunks.reduce((sum, { length }) => sum + length, 0));
  file.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const bytes of chunks) {
    file.set(bytes, at);
    at += bytes.length;
  }
  return file;
}
