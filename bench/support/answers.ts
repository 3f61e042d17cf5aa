/** Comparing answers: sets of triangle pairs, and an exact judge for those on which two sides differ. */
import { createHash } from 'node:crypto';
import { oracle } from '../../oracle/oracle.ts';
import type { Collisions } from '../../src/index.ts';

/** Pairs of triangles, counted through all objects of the scene, as one number each. */
export type PairSet = ReadonlySet<number>;

const SHIFT = 2 ** 32;

export function pairKey(first: number, second: number): number {
  return first * SHIFT + second;
}

export function trianglesOf(key: number): [number, number] {
  return [Math.floor(key / SHIFT), key % SHIFT];
}

/** Our pairs; `firstTriangles[object]` is the number of the object's first triangle. */
export function ourPairSet({ trianglePairs }: Collisions, firstTriangles: readonly number[]): PairSet {
  const keys = new Set<number>();
  for (let at = 0; at < trianglePairs.length; at += 4) {
    const [objectA, triangleA, objectB, triangleB] = trianglePairs.subarray(at, at + 4);
    keys.add(pairKey(firstTriangles[objectA] + triangleA, firstTriangles[objectB] + triangleB));
  }
  return keys;
}

/** The rival's pairs, two numbers each. */
export function rivalPairSet(pairs: readonly number[]): PairSet {
  const keys = new Set<number>();
  for (let at = 0; at < pairs.length; at += 2) keys.add(pairKey(pairs[at], pairs[at + 1]));
  return keys;
}

export interface Difference {
  /** In ours, not in the rival's. */
  readonly missed: readonly number[];
  /** In the rival's, not in ours. */
  readonly extra: readonly number[];
}

export function difference(ours: PairSet, rivals: PairSet): Difference {
  return {
    missed: [...ours].filter((key) => !rivals.has(key)),
    extra: [...rivals].filter((key) => !ours.has(key)),
  };
}

/** sha256 of the text with one line per pair: what `check --pairs FILE` writes. */
export function answerHash({ trianglePairs }: Collisions): string {
  const hash = createHash('sha256');
  for (let at = 0; at < trianglePairs.length; at += 4) {
    hash.update(`${trianglePairs.subarray(at, at + 4).join('\t')}\n`);
  }
  return hash.digest('hex');
}

/** Nine coordinates of a triangle, by its number in the scene. */
export type CornersOf = (triangle: number) => ArrayLike<number>;

/**
 * Whether exact arithmetic agrees with us on every differing pair: all pairs the other side missed do meet, none of its
 * extra pairs does.
 */
export function isOursExact({ missed, extra }: Difference, corners: CornersOf): boolean {
  const meets = (key: number) => {
    const soups = trianglesOf(key).map((triangle) => ({ positions: Float64Array.from(corners(triangle)) }));
    return oracle.collide(soups).trianglePairs.length === 1;
  };
  return missed.every(meets) && !extra.some(meets);
}

/** Pairs that have a vertex in common, by index or by coordinates. */
export function sharesVertex(key: number, corners: CornersOf): boolean {
  const [a, b] = trianglesOf(key).map((triangle) => {
    const at = corners(triangle);
    return [0, 3, 6].map((corner) => `${at[corner] + 0},${at[corner + 1] + 0},${at[corner + 2] + 0}`);
  });
  return a.some((vertex) => b.includes(vertex));
}

export function withoutSharedVertices(keys: PairSet, corners: CornersOf): PairSet {
  return new Set([...keys].filter((key) => !sharesVertex(key, corners)));
}
