/**
 * Which pieces (pieces.ts) may show in each square of the image, in the order of drawing.
 *
 * Squares are as small as the lists allow: a pixel goes through the list of its square, so small ones save work, and large triangles
 * are listed in many of them.
 */
import { PIECE, PIECE_WORDS } from './pieces.ts';

/** log2 of the pixels of a square's side. */
const SMALLEST_BITS = 3;
const LARGEST_BITS = 7;
/** Entries in all lists for which squares are made larger. */
const ENTRIES_MOST = 1 << 23;

export interface SquareLists {
  readonly bits: number;
  /** Squares along a side of the image. */
  readonly squares: number;
  /** One per square and one more: where its list begins. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** Numbers of pieces. */
  readonly entries: Uint32Array<ArrayBuffer>;
}

/** Calls back for every square that a piece may show in. */
function forSquares(words: Uint32Array, bits: number, squares: number, visit: (square: number, piece: number) => void) {
  for (let at = 0, piece = 0; at < words.length; at += PIECE_WORDS, piece++) {
    const [first, last] = [words[at + PIECE.first], words[at + PIECE.last]];
    const [x0, x1] = [(first & 0xffff) >>> bits, (last & 0xffff) >>> bits];
    const y1 = last >>> (16 + bits);
    for (let y = first >>> (16 + bits); y <= y1; y++) {
      for (let x = x0; x <= x1; x++) visit(y * squares + x, piece);
    }
  }
}

function entryCount(words: Uint32Array, bits: number): number {
  let sum = 0;
  for (let at = 0; at < words.length; at += PIECE_WORDS) {
    const [first, last] = [words[at + PIECE.first], words[at + PIECE.last]];
    const across = ((last & 0xffff) >>> bits) - ((first & 0xffff) >>> bits) + 1;
    sum += across * ((last >>> (16 + bits)) - (first >>> (16 + bits)) + 1);
  }
  return sum;
}

/** `entriesMost` is for tests. */
export function squareLists(words: Uint32Array, resolution: number, entriesMost = ENTRIES_MOST): SquareLists {
  let bits = SMALLEST_BITS;
  while (bits < LARGEST_BITS && entryCount(words, bits) > entriesMost) bits++;
  const squares = Math.ceil(resolution / 2 ** bits);
  const starts: Uint32Array<ArrayBuffer> = new Uint32Array(squares * squares + 1);
  forSquares(words, bits, squares, (square) => {
    starts[square + 1]++;
  });
  for (let square = 1; square < starts.length; square++) starts[square] += starts[square - 1];
  const entries: Uint32Array<ArrayBuffer> = new Uint32Array(starts[starts.length - 1]);
  const cursors = starts.slice();
  forSquares(words, bits, squares, (square, piece) => {
    entries[cursors[square]++] = piece;
  });
  return { bits, squares, starts, entries };
}
