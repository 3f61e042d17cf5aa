/** Joins pairs of objects with themselves, which were kept, to an answer that has none of these objects' own. */
import type { KeptPairs } from '../../backend/wasm/kept-parts.ts';
import { KIND_TOUCHING } from '../../memory/constants.ts';
import type { Collisions } from './collide.ts';
import { countObjectPairs, joinObjectPairs } from './object-pairs.ts';
import type { CheckedCollideOptions } from './options.ts';
import { PairWriter } from './pair-writer.ts';

/** Kept pairs of an object, and where it is placed now. */
export interface OwnPairs extends KeptPairs {
  readonly id: number;
  readonly matrix: Float64Array | undefined;
}

type Found = Omit<Collisions, 'stats'>;
type Wanted = Pick<CheckedCollideOptions, 'contacts' | 'limit' | 'segments'>;

/** How many pairs there are of the kinds that are asked for. */
export function countWanted(pairs: Uint32Array, { contacts }: Pick<Wanted, 'contacts'>): number {
  if (contacts === 'all') return pairs.length / 3;
  let count = 0;
  for (let at = 2; at < pairs.length; at += 3) if (pairs[at] !== KIND_TOUCHING) count++;
  return count;
}

/** Six numbers of a segment, placed. */
function placeSegment(
  from: Float64Array,
  at: number,
  m: Float64Array | undefined,
  to: Float64Array,
  out: number,
): void {
  for (let k = 0; k < 6; k += 3) {
    const [x, y, z] = [from[at + k], from[at + k + 1], from[at + k + 2]];
    for (let row = 0; row < 3; row++) {
      to[out + k + row] = m ? m[row] * x + m[4 + row] * y + m[8 + row] * z + m[12 + row] : from[at + k + row];
    }
  }
}

/** The first pair of an answer, from `from` on, whose first triangle is not before triangle `triangle` of object `id`. */
function firstFrom(pairs: Uint32Array, from: number, id: number, triangle: number): number {
  let low = from;
  let high = pairs.length / 4;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const object = pairs[4 * middle];
    if (object > id || (object === id && pairs[4 * middle + 1] >= triangle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * `own` in ascending order of ids. A pair of an object with itself comes before those of the same triangle with objects
 * behind it.
 */
export function mergePairs(found: Found, own: readonly OwnPairs[], wanted: Wanted): Found {
  const counts = own.map(({ pairs }) => countWanted(pairs, wanted));
  const total = counts.reduce((sum, count) => sum + count, found.kinds.length);
  if (total === found.kinds.length) return cut(found, wanted.limit);
  const writer = new PairWriter(total, wanted.segments);
  let next = 0;
  for (const { id, pairs, segments, matrix } of own) {
    for (let pair = 0; 3 * pair < pairs.length; pair++) {
      const kind = pairs[3 * pair + 2];
      if (wanted.contacts === 'penetrating' && kind === KIND_TOUCHING) continue;
      const until = firstFrom(found.trianglePairs, next, id, pairs[3 * pair]);
      writer.copy(found, next, until);
      next = until;
      if (segments && writer.segments) placeSegment(segments, 6 * pair, matrix, writer.segments, 6 * writer.count);
      writer.addOwn(id, pairs[3 * pair], pairs[3 * pair + 1], kind);
    }
  }
  writer.copy(found, next, found.kinds.length);
  const rows = own.flatMap(({ id }, i) => (counts[i] > 0 ? [id, id, counts[i]] : []));
  const { trianglePairs, kinds, segments } = writer;
  const objectPairs = joinObjectPairs(found.objectPairs, () => true, Uint32Array.from(rows));
  const merged = { ...found, trianglePairs, kinds, ...(segments && { segments }), objectPairs };
  return cut(merged, wanted.limit);
}

/** The first pairs of an answer, up to a limit; there may be more when it has as many. */
function cut(found: Found, limit: number): Found {
  if (found.kinds.length < limit) return found;
  if (found.kinds.length === limit) return { ...found, limited: true };
  return {
    ...found,
    trianglePairs: found.trianglePairs.slice(0, 4 * limit),
    kinds: found.kinds.slice(0, limit),
    ...(found.segments && { segments: found.segments.slice(0, 6 * limit) }),
    objectPairs: countObjectPairs(found.trianglePairs, limit),
    limited: true,
  };
}
