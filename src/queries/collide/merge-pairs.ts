/** Joins pairs of objects with themselves, which were kept, to an answer that has none of these objects' own. */
import type { KeptPairs } from '../../backend/wasm/kept-parts.ts';
import { KIND_TOUCHING } from '../../memory/constants.ts';
import type { Collisions } from './collide.ts';
import type { CheckedCollideOptions } from './options.ts';

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

/** Writes pairs one behind the other. */
class PairWriter {
  readonly trianglePairs: Uint32Array;
  readonly kinds: Uint8Array;
  readonly segments: Float64Array | undefined;
  #count = 0;

  constructor(count: number, segments: boolean) {
    this.trianglePairs = new Uint32Array(4 * count);
    this.kinds = new Uint8Array(count);
    this.segments = segments ? new Float64Array(6 * count) : undefined;
  }

  /** Copies pairs from..to of an answer. */
  copy({ trianglePairs, kinds, segments }: Found, from: number, to: number): void {
    this.trianglePairs.set(trianglePairs.subarray(4 * from, 4 * to), 4 * this.#count);
    this.kinds.set(kinds.subarray(from, to), this.#count);
    if (segments) this.segments?.set(segments.subarray(6 * from, 6 * to), 6 * this.#count);
    this.#count += to - from;
  }

  /** Adds a kept pair. */
  add({ id, pairs, segments, matrix }: OwnPairs, pair: number): void {
    const at = 4 * this.#count;
    this.trianglePairs[at] = id;
    this.trianglePairs[at + 1] = pairs[3 * pair];
    this.trianglePairs[at + 2] = id;
    this.trianglePairs[at + 3] = pairs[3 * pair + 1];
    this.kinds[this.#count] = pairs[3 * pair + 2];
    if (segments && this.segments) placeSegment(segments, 6 * pair, matrix, this.segments, 6 * this.#count);
    this.#count++;
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
  const total = found.kinds.length + own.reduce((sum, { pairs }) => sum + countWanted(pairs, wanted), 0);
  if (total === found.kinds.length) return found;
  const writer = new PairWriter(total, wanted.segments);
  let next = 0;
  for (const object of own) {
    const { id, pairs } = object;
    for (let pair = 0; 3 * pair < pairs.length; pair++) {
      if (wanted.contacts === 'penetrating' && pairs[3 * pair + 2] === KIND_TOUCHING) continue;
      const until = firstFrom(found.trianglePairs, next, id, pairs[3 * pair]);
      writer.copy(found, next, until);
      next = until;
      writer.add(object, pair);
    }
  }
  writer.copy(found, next, found.kinds.length);
  const kept = Math.min(total, wanted.limit);
  const { trianglePairs, kinds, segments } = writer;
  const isCut = kept < total;
  return {
    ...found,
    trianglePairs: isCut ? trianglePairs.slice(0, 4 * kept) : trianglePairs,
    kinds: isCut ? kinds.slice(0, kept) : kinds,
    ...(segments && { segments: isCut ? segments.slice(0, 6 * kept) : segments }),
    objectPairs: countObjectPairs(trianglePairs, kept),
    limited: found.limited || total >= wanted.limit,
  };
}

/** Three numbers per pair of objects: both, and their number of pairs of triangles. */
function countObjectPairs(pairs: Uint32Array, count: number): Uint32Array {
  const totals = new Map<number, Map<number, number>>();
  for (let at = 0; at < 4 * count; at += 4) {
    const row = totals.get(pairs[at]) ?? new Map<number, number>();
    totals.set(pairs[at], row);
    row.set(pairs[at + 2], (row.get(pairs[at + 2]) ?? 0) + 1);
  }
  const rows = [...totals].flatMap(([a, row]) => [...row].map(([b, total]) => [a, b, total]));
  rows.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  return Uint32Array.from(rows.flat());
}
