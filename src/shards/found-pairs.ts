/**
 * What a space tile found: pairs of triangles, and the corners of the triangles that are in pairs, so that whoever joins
 * the tiles can say where pairs meet and which belong together without the model.
 */
import { padded, paddedBytes } from './padded.ts';
import type { TileObject } from './tile-mesh.ts';

export interface FoundPairs {
  /** Four per pair, as in `Collisions`, with the numbers of the model; ascending. */
  readonly trianglePairs: Uint32Array;
  readonly kinds: Uint8Array;
  /** The triangles that are in pairs, ascending: two numbers each, object and triangle. */
  readonly triangles: Uint32Array;
  /** Nine per triangle. */
  readonly corners: Float64Array;
  /** Three per triangle: their vertices, where those are told apart by number, else 0. */
  readonly vertices: Uint32Array;
}

const MAGIC = 0x31524943;
const HEAD_BYTES = 16;

export function foundBytes({ trianglePairs, kinds, triangles, corners, vertices }: FoundPairs): Uint8Array[] {
  const head = new Uint32Array([MAGIC, kinds.length, triangles.length / 2, 0]);
  return [head, trianglePairs, kinds, triangles, corners, vertices].map(paddedBytes);
}

/** Undefined when the bytes are none of these, or not all. */
export function parseFound(bytes: Uint8Array): FoundPairs | undefined {
  if (bytes.length < HEAD_BYTES) return undefined;
  const own = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  const [magic, pairs, triangles] = new Uint32Array(own.buffer, own.byteOffset, 3);
  const sizes = [16 * pairs, pairs, 8 * triangles, 72 * triangles, 12 * triangles].map(padded);
  if (magic !== MAGIC || own.length !== sizes.reduce((sum, size) => sum + size, HEAD_BYTES)) return undefined;
  const starts = sizes.map((_, i) => own.byteOffset + sizes.slice(0, i).reduce((sum, size) => sum + size, HEAD_BYTES));
  return {
    trianglePairs: new Uint32Array(own.buffer, starts[0], 4 * pairs),
    kinds: new Uint8Array(own.buffer, starts[1], pairs),
    triangles: new Uint32Array(own.buffer, starts[2], 2 * triangles),
    corners: new Float64Array(own.buffer, starts[3], 9 * triangles),
    vertices: new Uint32Array(own.buffer, starts[4], 3 * triangles),
  };
}

/** Pairs in numbers of a scene's objects, and which of them count; gives them in numbers of the model, with corners. */
export function gatherFound(
  objects: readonly TileObject[],
  trianglePairs: Uint32Array,
  kinds: Uint8Array,
  counts: (pair: number) => boolean,
): FoundPairs {
  const kept: number[] = [];
  for (let pair = 0; pair < kinds.length; pair++) if (counts(pair)) kept.push(pair);
  const used = objects.map(() => new Set<number>());
  const pairs = new Uint32Array(4 * kept.length);
  for (const [i, pair] of kept.entries()) {
    for (const at of [0, 2]) {
      const [object, triangle] = [trianglePairs[4 * pair + at], trianglePairs[4 * pair + at + 1]];
      used[object].add(triangle);
      pairs[4 * i + at] = objects[object].object;
      pairs[4 * i + at + 1] = objects[object].numbers[triangle];
    }
  }
  const count = used.reduce((sum, { size }) => sum + size, 0);
  const triangles = new Uint32Array(2 * count);
  const corners = new Float64Array(9 * count);
  const vertices = new Uint32Array(3 * count);
  let at = 0;
  for (const [i, own] of objects.entries()) {
    for (const triangle of Uint32Array.from(used[i]).sort()) {
      triangles[2 * at] = own.object;
      triangles[2 * at + 1] = own.numbers[triangle];
      corners.set(own.corners.subarray(9 * triangle, 9 * triangle + 9), 9 * at);
      if (own.vertices) vertices.set(own.vertices.subarray(3 * triangle, 3 * triangle + 3), 3 * at);
      at++;
    }
  }
  return { trianglePairs: pairs, kinds: Uint8Array.from(kept, (pair) => kinds[pair]), triangles, corners, vertices };
}
