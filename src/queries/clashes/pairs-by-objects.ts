/** The pairs of triangles of each pair of objects, as numbers of pairs. */
import type { Collisions } from '../collide/collide.ts';

export interface ObjectPairs {
  readonly a: number;
  readonly b: number;
  /** Ascending. */
  readonly pairs: Uint32Array;
}

/** Two triangles per pair, and its kind. */
export interface TrianglePairs {
  readonly pairs: Uint32Array;
  readonly kinds: Uint8Array;
}

/** The triangles and kinds of some pairs. */
export function trianglesOf({ trianglePairs, kinds }: Collisions, numbers: Uint32Array): TrianglePairs {
  const pairs = new Uint32Array(2 * numbers.length);
  const ownKinds = new Uint8Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    pairs[2 * i] = trianglePairs[4 * numbers[i] + 1];
    pairs[2 * i + 1] = trianglePairs[4 * numbers[i] + 3];
    ownKinds[i] = kinds[numbers[i]];
  }
  return { pairs, kinds: ownKinds };
}

export function pairsByObjects({ trianglePairs, objectPairs }: Collisions): ObjectPairs[] {
  const groups: (ObjectPairs & { filled: number })[] = [];
  const places = new Map<number, number>();
  let ids = 0;
  for (let at = 0; at < objectPairs.length; at += 3) ids = Math.max(ids, objectPairs[at + 1] + 1);
  for (let at = 0; at < objectPairs.length; at += 3) {
    const [a, b, count] = objectPairs.subarray(at, at + 3);
    places.set(a * ids + b, groups.push({ a, b, pairs: new Uint32Array(count), filled: 0 }) - 1);
  }
  let key = -1;
  let group: (typeof groups)[number] | undefined;
  for (let pair = 0; 4 * pair < trianglePairs.length; pair++) {
    const next = trianglePairs[4 * pair] * ids + trianglePairs[4 * pair + 2];
    if (next !== key) {
      key = next;
      group = groups[places.get(key)!];
    }
    group!.pairs[group!.filled++] = pair;
  }
  return groups;
}
