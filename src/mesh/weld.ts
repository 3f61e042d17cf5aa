/**
 * Finds vertices with equal coordinates (−0 equals 0), so that triangles that meet there are neighbours.
 *
 * Open addressing over the bit patterns of the coordinates; one pass, no sorting. Promise: `sources[w]` is the first of
 * the vertices that became vertex w, so welded vertices keep the order in which they first appear.
 */
import type { Positions } from './mesh-input.ts';

export interface Weld {
  /** For each vertex given, its number after welding. */
  readonly targets: Uint32Array;
  /** For each vertex after welding, the first given vertex that it came from. */
  readonly sources: Uint32Array;
}

/** The sign bit of a 32-bit word: all there is of −0, or of its upper half. */
const SIGN = 0x80000000;

/** Coordinates as 32-bit words, with −0 turned into 0 so that equal numbers are equal words. A copy only where that may be needed. */
function wordsOf(positions: Positions): Uint32Array {
  const words = new Uint32Array(positions.buffer, positions.byteOffset, positions.byteLength >> 2);
  if (!words.includes(SIGN)) return words;
  const plain = positions.slice();
  for (let i = 0; i < plain.length; i++) plain[i] += 0;
  return new Uint32Array(plain.buffer, plain.byteOffset, plain.byteLength >> 2);
}

function hashOf(words: Uint32Array, at: number, count: number): number {
  let hash = 0;
  for (let k = 0; k < count; k++) {
    hash = Math.imul(hash ^ words[at + k], 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  return hash;
}

export function weld(positions: Positions): Weld {
  return weldRows(positions, 3);
}

/** The same for vertices that are equal when all `width` numbers of their rows are. */
export function weldRows(rows: Positions, width: number): Weld {
  const vertexCount = Math.floor(rows.length / width);
  const words = wordsOf(rows);
  const wordsPerVertex = vertexCount === 0 ? width : words.length / vertexCount;
  let slots = 16;
  while (slots < vertexCount * 2) slots *= 2;
  // For each slot the number of a vertex after welding plus one, or 0.
  const table = new Uint32Array(slots);
  const last = slots - 1;
  const targets = new Uint32Array(vertexCount);
  const sources = new Uint32Array(vertexCount);
  let count = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const at = vertex * wordsPerVertex;
    let slot = hashOf(words, at, wordsPerVertex) & last;
    for (;;) {
      const held = table[slot];
      if (held === 0) {
        sources[count] = vertex;
        targets[vertex] = count++;
        table[slot] = count;
        break;
      }
      if (sameWords(words, at, sources[held - 1] * wordsPerVertex, wordsPerVertex)) {
        targets[vertex] = held - 1;
        break;
      }
      slot = (slot + 1) & last;
    }
  }
  return { targets, sources: sources.slice(0, count) };
}

function sameWords(words: Uint32Array, a: number, b: number, count: number): boolean {
  for (let k = 0; k < count; k++) if (words[a + k] !== words[b + k]) return false;
  return true;
}
