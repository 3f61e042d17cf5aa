/**
 * Joins what is known to what was found: kept self pairs to an answer without them, rows of `objectPairs`, and lists of triangle pairs.
 */
import type { KeptPairs } from '../../backend/wasm/kept-parts.ts';
import { KIND_TOUCHING } from '../../memory/constants.ts';
import type { Collisions } from './collide.ts';
import type { CheckedCollideOptions } from './options.ts';

/** Kept pairs of an object, and where it is placed now. */
export interface OwnPairs extends KeptPairs {
  readonly id: number;
  readonly matrix: Float64Array | undefined;
}

export type Found = Omit<Collisions, 'stats'>;
type Wanted = Pick<CheckedCollideOptions, 'contacts' | 'limit' | 'segments'>;

/** Number of pairs of the kinds asked for. */
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

/** The rows of the first `count` pairs of triangles. */
export function countObjectPairs(pairs: Uint32Array, count: number): Uint32Array {
  const totals = new Map<number, Map<number, number>>();
  // Neighbouring pairs tend to be of the same objects: counted, and written when the objects change.
  let [a, b, run] = [0, 0, 0];
  const note = () => {
    if (run === 0) return;
    const row = totals.get(a) ?? new Map<number, number>();
    totals.set(a, row);
    row.set(b, (row.get(b) ?? 0) + run);
  };
  for (let at = 0; at < 4 * count; at += 4) {
    if (pairs[at] === a && pairs[at + 2] === b) {
      run++;
      continue;
    }
    note();
    a = pairs[at];
    b = pairs[at + 2];
    run = 1;
  }
  note();
  const rows = [...totals].flatMap(([first, row]) => [...row].map(([second, total]) => [first, second, total]));
  rows.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  return Uint32Array.from(rows.flat());
}

/** The rows of two lists that have no pair of objects in common; of the first, those that `isIn` says. */
export function joinObjectPairs(
  first: Uint32Array,
  isIn: (a: number, b: number) => boolean,
  second: Uint32Array,
): Uint32Array {
  const joined = new Uint32Array(first.length + second.length);
  let at = 0;
  let next = 0;
  const take = (rows: Uint32Array, from: number) => {
    joined[at++] = rows[from];
    joined[at++] = rows[from + 1];
    joined[at++] = rows[from + 2];
  };
  for (let row = 0; row < first.length; row += 3) {
    const a = first[row];
    const b = first[row + 1];
    if (!isIn(a, b)) continue;
    for (; next < second.length && (second[next] < a || (second[next] === a && second[next + 1] < b)); next += 3) {
      take(second, next);
    }
    take(first, row);
  }
  for (; next < second.length; next += 3) take(second, next);
  return at === joined.length ? joined : joined.slice(0, at);
}

/** Pairs of triangles as an answer has them. */
export interface PairLists {
  readonly trianglePairs: Uint32Array;
  readonly kinds: Uint8Array;
  readonly segments?: Float64Array;
}

/** Shorter runs are copied faster number by number. */
const LONG_RUN = 24;

export class PairWriter {
  readonly trianglePairs: Uint32Array;
  readonly kinds: Uint8Array;
  readonly segments: Float64Array | undefined;
  #count = 0;

  constructor(count: number, segments: boolean) {
    this.trianglePairs = new Uint32Array(4 * count);
    this.kinds = new Uint8Array(count);
    this.segments = segments ? new Float64Array(6 * count) : undefined;
  }

  /** Pairs so far. */
  get count(): number {
    return this.#count;
  }

  /** Copies pairs from..to. */
  copy({ trianglePairs, kinds, segments }: PairLists, from: number, to: number): void {
    if (to <= from) return;
    if (to - from >= LONG_RUN) {
      this.trianglePairs.set(trianglePairs.subarray(4 * from, 4 * to), 4 * this.#count);
      this.kinds.set(kinds.subarray(from, to), this.#count);
    } else {
      for (let i = 4 * from, at = 4 * this.#count; i < 4 * to; i++, at++) this.trianglePairs[at] = trianglePairs[i];
      for (let i = from, at = this.#count; i < to; i++, at++) this.kinds[at] = kinds[i];
    }
    if (segments && this.segments) {
      for (let i = 6 * from, at = 6 * this.#count; i < 6 * to; i++, at++) this.segments[at] = segments[i];
    }
    this.#count += to - from;
  }

  /** Adds a pair of two triangles of one object; the caller writes its segment. */
  addOwn(id: number, first: number, second: number, kind: number): void {
    const at = 4 * this.#count;
    this.trianglePairs[at] = id;
    this.trianglePairs[at + 1] = first;
    this.trianglePairs[at + 2] = id;
    this.trianglePairs[at + 3] = second;
    this.kinds[this.#count] = kind;
    this.#count++;
  }
}

// Lists of pairs that are kept, joined with what is found by copying runs of them.

/** More than this is not kept. */
const BYTES_MAX = 2 ** 28;
/** Capacity of arrays, relative to what they need, so that the next answer fits as well. */
const CAPACITY = 1.125;
const SMALL_BYTES = 65536;
const NONE = new Uint32Array(0);

/** An answer, and what it is about. */
export interface KeptLists extends PairLists {
  readonly objectPairs: Uint32Array;
  readonly degenerate: Uint32Array;
  readonly contacts: CheckedCollideOptions['contacts'];
}

/** A buffer for an array: that of an obsolete one, if it is large enough and not far too large. */
function bufferFor(old: ArrayBufferLike | undefined, bytes: number): ArrayBuffer {
  const fits = old instanceof ArrayBuffer && old.byteLength >= bytes && old.byteLength <= 2 * bytes + SMALL_BYTES;
  return fits ? old : new ArrayBuffer(8 * Math.ceil((bytes * CAPACITY) / 8));
}

/** A copy of an answer, in the place of what was kept before. */
function copyAll(answer: Found, old: KeptLists | undefined): PairLists & Pick<KeptLists, 'objectPairs'> {
  const { trianglePairs, kinds, segments } = answer;
  const pairsBuffer = bufferFor(old?.trianglePairs.buffer, trianglePairs.byteLength);
  const kept = {
    trianglePairs: new Uint32Array(pairsBuffer, 0, trianglePairs.length),
    kinds: new Uint8Array(bufferFor(old?.kinds.buffer, kinds.byteLength), 0, kinds.length),
    objectPairs: answer.objectPairs.slice(),
  };
  kept.trianglePairs.set(trianglePairs);
  kept.kinds.set(kinds);
  if (!segments) return kept;
  const segmentsBuffer = bufferFor(old?.segments?.buffer, segments.byteLength);
  const keptSegments = new Float64Array(segmentsBuffer, 0, segments.length);
  keptSegments.set(segments);
  return { ...kept, segments: keptSegments };
}

/** A copy of the pairs between unchanged objects. */
function copyUnchanged(
  answer: Found,
  unchanged: Uint8Array,
  segments: boolean,
): PairLists & Pick<KeptLists, 'objectPairs'> {
  const isIn = (a: number, b: number) => isBetweenUnchanged(unchanged, a, b);
  const objectPairs = joinObjectPairs(answer.objectPairs, isIn, NONE);
  return { ...copyWhere(answer, countUnchanged(objectPairs, unchanged), segments, isIn), objectPairs };
}

/**
 * What is kept of an answer: all of it, or the pairs between unchanged objects. Undefined when that takes too much memory. `old` is
 * given up for it.
 */
export function keep(
  answer: Found,
  unchanged: Uint8Array | undefined,
  { contacts, segments }: CheckedCollideOptions,
  old: KeptLists | undefined,
): KeptLists | undefined {
  const count = unchanged ? countUnchanged(answer.objectPairs, unchanged) : answer.kinds.length;
  if (count * (segments ? 65 : 17) > BYTES_MAX) return undefined;
  try {
    const lists = unchanged ? copyUnchanged(answer, unchanged, segments) : copyAll(answer, old);
    return { ...lists, degenerate: answer.degenerateTriangles.slice(), contacts };
  } catch (error) {
    // Not enough memory.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Self pairs are not kept in these lists; see own-pairs.ts. */
function isBetweenUnchanged(unchanged: Uint8Array, a: number, b: number): boolean {
  return unchanged[a] === 1 && unchanged[b] === 1 && a !== b;
}

/** How many pairs of triangles there are between unchanged objects. */
export function countUnchanged(objectPairs: Uint32Array, unchanged: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < objectPairs.length; row += 3) {
    if (isBetweenUnchanged(unchanged, objectPairs[row], objectPairs[row + 1])) count += objectPairs[row + 2];
  }
  return count;
}

/** The `count` pairs for which `isIn` holds. */
function copyWhere(
  lists: PairLists,
  count: number,
  segments: boolean,
  isIn: (a: number, b: number, kind: number) => boolean,
): PairLists {
  const { trianglePairs: pairs, kinds } = lists;
  const writer = new PairWriter(count, segments);
  let from = 0;
  for (let i = 0; i < kinds.length; i++) {
    if (isIn(pairs[4 * i], pairs[4 * i + 2], kinds[i])) continue;
    writer.copy(lists, from, i);
    from = i + 1;
  }
  writer.copy(lists, from, kinds.length);
  return { trianglePairs: writer.trianglePairs, kinds: writer.kinds, ...(segments && { segments: writer.segments! }) };
}

/** The kept pairs, without those that only touch if these are not asked for. */
export function withContacts(kept: KeptLists, contacts: CheckedCollideOptions['contacts']): KeptLists {
  if (kept.contacts === contacts) return kept;
  let count = 0;
  for (const kind of kept.kinds) if (kind !== KIND_TOUCHING) count++;
  const lists = copyWhere(kept, count, kept.segments !== undefined, (_a, _b, kind) => kind !== KIND_TOUCHING);
  return { ...lists, objectPairs: countObjectPairs(lists.trianglePairs, count), degenerate: kept.degenerate, contacts };
}

/** The whole answer: kept pairs between unchanged objects, and what was found. */
export function joinKept(kept: KeptLists, unchanged: Uint8Array, found: Found, segments: boolean): Found {
  const pairs = joinPairs(kept, unchanged, found, segments);
  const joined = {
    trianglePairs: pairs.trianglePairs,
    kinds: pairs.kinds,
    objectPairs: joinObjectPairs(kept.objectPairs, (a, b) => isBetweenUnchanged(unchanged, a, b), found.objectPairs),
    degenerateTriangles: joinKeptDegenerate(kept.degenerate, unchanged, found.degenerateTriangles),
    limited: found.limited,
  };
  return pairs.segments ? { ...joined, segments: pairs.segments } : joined;
}

function joinPairs(kept: KeptLists, unchanged: Uint8Array, found: Found, segments: boolean): PairLists {
  const pairs = kept.trianglePairs;
  const others = found.trianglePairs;
  const keptCount = kept.kinds.length;
  const foundCount = found.kinds.length;
  const writer = new PairWriter(countUnchanged(kept.objectPairs, unchanged) + foundCount, segments);
  /** The first pair of the run to be copied next, and the first that was found and not yet written. */
  let from = 0;
  let next = 0;
  for (let i = 0; i < keptCount; i++) {
    const at = 4 * i;
    const a = pairs[at];
    const b = pairs[at + 2];
    if (!isBetweenUnchanged(unchanged, a, b)) {
      writer.copy(kept, from, i);
      from = i + 1;
    } else if (next < foundCount && isBefore(others, 4 * next, pairs, at)) {
      writer.copy(kept, from, i);
      from = i;
      const first = next;
      while (next < foundCount && isBefore(others, 4 * next, pairs, at)) next++;
      writer.copy(found, first, next);
    }
  }
  writer.copy(kept, from, keptCount);
  writer.copy(found, next, foundCount);
  return { trianglePairs: writer.trianglePairs, kinds: writer.kinds, ...(segments && { segments: writer.segments! }) };
}

/** Whether a pair comes before another in an answer. */
function isBefore(pairs: Uint32Array, at: number, others: Uint32Array, other: number): boolean {
  for (let k = 0; k < 4; k++) if (pairs[at + k] !== others[other + k]) return pairs[at + k] < others[other + k];
  return false;
}

/** Degenerate triangles: the kept ones of unchanged objects, those that were found of the others. */
function joinKeptDegenerate(kept: Uint32Array, unchanged: Uint8Array, found: Uint32Array): Uint32Array {
  const rows = new Uint32Array(kept.length + found.length);
  let count = 0;
  let next = 0;
  const take = (from: Uint32Array, at: number) => {
    rows[count++] = from[at];
    rows[count++] = from[at + 1];
  };
  const takeFound = (until: number) => {
    for (; next < found.length && found[next] < until; next += 2) if (unchanged[found[next]] !== 1) take(found, next);
  };
  for (let at = 0; at < kept.length; at += 2) {
    if (unchanged[kept[at]] !== 1) continue;
    takeFound(kept[at]);
    take(kept, at);
  }
  takeFound(Infinity);
  return rows.slice(0, count);
}
