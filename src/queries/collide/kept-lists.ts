/** Lists of pairs that are kept, and how they are joined with what is found: by copying runs of them. */
import { KIND_TOUCHING } from '../../memory/constants.ts';
import type { Collisions } from './collide.ts';
import { countObjectPairs, joinObjectPairs, type PairLists, PairWriter } from './join.ts';
import type { CheckedCollideOptions } from './options.ts';

/** More than this is not kept. */
const BYTES_MAX = 2 ** 28;
/** Arrays have this much more room than they need, so that the next answer fits as well. */
const ROOM_TO_GROW = 1.125;
const SMALL_BYTES = 65536;
const NONE = new Uint32Array(0);

export type Found = Omit<Collisions, 'stats'>;

/** An answer, and of what. */
export interface KeptLists extends PairLists {
  readonly objectPairs: Uint32Array;
  readonly flat: Uint32Array;
  readonly contacts: CheckedCollideOptions['contacts'];
}

export function bytesOf({ trianglePairs, kinds, segments, objectPairs, flat }: KeptLists): number {
  return (
    trianglePairs.byteLength + kinds.byteLength + (segments?.byteLength ?? 0) + objectPairs.byteLength + flat.byteLength
  );
}

/** Whether all that is asked for is kept. */
export function hasWhat(kept: KeptLists, { contacts, segments }: CheckedCollideOptions): boolean {
  return (kept.contacts === 'all' || contacts === 'penetrating') && (!segments || kept.segments !== undefined);
}

/** Room for an array: that of one which is not needed any more, if it is large enough and not far too large. */
function roomIn(old: ArrayBufferLike | undefined, bytes: number): ArrayBuffer {
  const fits = old instanceof ArrayBuffer && old.byteLength >= bytes && old.byteLength <= 2 * bytes + SMALL_BYTES;
  return fits ? old : new ArrayBuffer(8 * Math.ceil((bytes * ROOM_TO_GROW) / 8));
}

/** A copy of an answer, in the place of what was kept before. */
function copyAll(answer: Found, old: KeptLists | undefined): PairLists & Pick<KeptLists, 'objectPairs'> {
  const { trianglePairs, kinds, segments } = answer;
  const pairsRoom = roomIn(old?.trianglePairs.buffer, trianglePairs.byteLength);
  const kept = {
    trianglePairs: new Uint32Array(pairsRoom, 0, trianglePairs.length),
    kinds: new Uint8Array(roomIn(old?.kinds.buffer, kinds.byteLength), 0, kinds.length),
    objectPairs: answer.objectPairs.slice(),
  };
  kept.trianglePairs.set(trianglePairs);
  kept.kinds.set(kinds);
  if (!segments) return kept;
  const segmentsRoom = roomIn(old?.segments?.buffer, segments.byteLength);
  const keptSegments = new Float64Array(segmentsRoom, 0, segments.length);
  keptSegments.set(segments);
  return { ...kept, segments: keptSegments };
}

/** A copy of an answer, without the pairs of objects that are not still. */
function copyStill(answer: Found, still: Uint8Array, segments: boolean): PairLists & Pick<KeptLists, 'objectPairs'> {
  const isIn = (a: number, b: number) => isBetweenStill(still, a, b);
  const objectPairs = joinObjectPairs(answer.objectPairs, isIn, NONE);
  return { ...copyWhere(answer, countStill(objectPairs, still), segments, isIn), objectPairs };
}

/**
 * What is kept of an answer: all of it, or the pairs of still objects. Undefined when that takes too much memory. `old` is given
 * up for it.
 */
export function keep(
  answer: Found,
  still: Uint8Array | undefined,
  { contacts, segments }: CheckedCollideOptions,
  old: KeptLists | undefined,
): KeptLists | undefined {
  const count = still ? countStill(answer.objectPairs, still) : answer.kinds.length;
  if (count * (segments ? 65 : 17) > BYTES_MAX) return undefined;
  try {
    const lists = still ? copyStill(answer, still, segments) : copyAll(answer, old);
    return { ...lists, flat: answer.degenerateTriangles.slice(), contacts };
  } catch (error) {
    // No room for such arrays.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Of pairs within one object nothing is kept here; see own-pairs.ts. */
function isBetweenStill(still: Uint8Array, a: number, b: number): boolean {
  return still[a] === 1 && still[b] === 1 && a !== b;
}

/** How many pairs of triangles there are between objects that are still. */
export function countStill(objectPairs: Uint32Array, still: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < objectPairs.length; row += 3) {
    if (isBetweenStill(still, objectPairs[row], objectPairs[row + 1])) count += objectPairs[row + 2];
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

/** What is kept, without pairs that only touch if they are not asked for. */
export function withContacts(kept: KeptLists, contacts: CheckedCollideOptions['contacts']): KeptLists {
  if (kept.contacts === contacts) return kept;
  let count = 0;
  for (const kind of kept.kinds) if (kind !== KIND_TOUCHING) count++;
  const lists = copyWhere(kept, count, kept.segments !== undefined, (_a, _b, kind) => kind !== KIND_TOUCHING);
  return { ...lists, objectPairs: countObjectPairs(lists.trianglePairs, count), flat: kept.flat, contacts };
}

/** The whole answer: pairs between still objects as they were kept, and what was found. */
export function joinKept(kept: KeptLists, still: Uint8Array, found: Found, segments: boolean): Found {
  const pairs = joinPairs(kept, still, found, segments);
  const joined = {
    trianglePairs: pairs.trianglePairs,
    kinds: pairs.kinds,
    objectPairs: joinObjectPairs(kept.objectPairs, (a, b) => isBetweenStill(still, a, b), found.objectPairs),
    degenerateTriangles: joinFlat(kept.flat, still, found.degenerateTriangles),
    limited: found.limited,
  };
  return pairs.segments ? { ...joined, segments: pairs.segments } : joined;
}

function joinPairs(kept: KeptLists, still: Uint8Array, found: Found, segments: boolean): PairLists {
  const pairs = kept.trianglePairs;
  const others = found.trianglePairs;
  const keptCount = kept.kinds.length;
  const foundCount = found.kinds.length;
  const writer = new PairWriter(countStill(kept.objectPairs, still) + foundCount, segments);
  /** The first pair of the run to be copied next, and the first that was found and not yet written. */
  let from = 0;
  let next = 0;
  for (let i = 0; i < keptCount; i++) {
    const at = 4 * i;
    const a = pairs[at];
    const b = pairs[at + 2];
    if (!isBetweenStill(still, a, b)) {
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

/** Triangles without area: of objects that are still those that were kept, of the others those that were found. */
function joinFlat(kept: Uint32Array, still: Uint8Array, found: Uint32Array): Uint32Array {
  const rows = new Uint32Array(kept.length + found.length);
  let count = 0;
  let next = 0;
  const take = (from: Uint32Array, at: number) => {
    rows[count++] = from[at];
    rows[count++] = from[at + 1];
  };
  const takeFound = (until: number) => {
    for (; next < found.length && found[next] < until; next += 2) if (still[found[next]] !== 1) take(found, next);
  };
  for (let at = 0; at < kept.length; at += 2) {
    if (still[kept[at]] !== 1) continue;
    takeFound(kept[at]);
    take(kept, at);
  }
  takeFound(Infinity);
  return rows.slice(0, count);
}
