/**
 * Quickly counts the vertices and triangles of an OBJ file, so that the reader can allocate once.
 *
 * Reason: OBJ does not state its counts, and growing lists hold everything twice when they are joined. Counting first takes a
 * quarter of the time and keeps memory for a file of many parts under three times its size.
 * Promise: exact for files without continued lines and without comments after corners; otherwise an estimate, which the
 * growing lists make up for.
 */
import { markLength } from '../text/byte-order-mark.ts';
import { CARRIAGE_RETURN, LINE_FEED, SPACE, TAB } from '../text/text-scanner.ts';

const SMALL_F = 102;
const SMALL_V = 118;

export interface ObjCounts {
  readonly vertexCount: number;
  readonly triangleCount: number;
}

export function countObj(bytes: Uint8Array): ObjCounts {
  const end = bytes.length;
  let vertexCount = 0;
  let triangleCount = 0;
  let at = markLength(bytes);
  while (at < end) {
    while (at < end && bytes[at] <= SPACE) at++;
    const isShort = at + 1 < end && (bytes[at + 1] === SPACE || bytes[at + 1] === TAB);
    if (isShort && bytes[at] === SMALL_F) {
      let wordCount = 0;
      let afterBlank = 0; // 0 or 1, so that the sum needs no branch
      for (at++; at < end && bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN; at++) {
        const blank = bytes[at] <= SPACE ? 1 : 0;
        wordCount += afterBlank & ~blank;
        afterBlank = blank;
      }
      triangleCount += Math.max(0, wordCount - 2);
    } else {
      if (isShort && bytes[at] === SMALL_V) vertexCount++;
      while (at < end && bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) at++;
    }
  }
  return { vertexCount, triangleCount };
}
