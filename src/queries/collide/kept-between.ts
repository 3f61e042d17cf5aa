/**
 * Keeps pairs between unchanged objects, so that the next answer takes them over without a search.
 *
 * An object has changed when its matrix, positions, mesh or filter has; setting the same matrix bit for bit is no change. Where the
 * lists of ignored pairs differ, one object of each such pair counts as changed.
 *
 * Memory: 17 bytes per pair, 65 with segments, at most 256 MiB in all, plus an eighth for rewriting. Larger answers are not kept,
 * nor are answers cut short by a limit.
 */
import { columnsOf, type Participant } from '../../backend/wasm/participants.ts';
import { STATE } from '../../memory/records.ts';
import type { ObjectPair } from '../options.ts';
import { bytesOf, countStill, type Found, hasWhat, joinKept, type KeptLists, keep, withContacts } from './join.ts';
import type { CheckedCollideOptions } from './options.ts';

/** When a smaller share of the objects than this stays unchanged between queries, only pairs among those are kept. */
const STAYING_PART = 0.75;
/** After this many queries in a row that asked for less than is kept, only what they asked for is kept. */
const LESSER_QUERIES = 8;

/** What a query can reuse. */
export interface KnownPairs {
  /** Number of known pairs between objects, of the kinds asked for. */
  readonly count: number;
  /** Objects to search: changed ones, and those that can meet one of them. */
  readonly toLookAt: readonly (readonly [number, Participant['object']])[];
  /** Whether an object is unchanged: its pairs with other unchanged objects, and its degenerate triangles, are known. */
  isStill(id: number): boolean;
  /** The complete answer: known pairs joined with those found among the searched objects. */
  join(found: Found): Found;
}

export class KeptBetween {
  /** Objects of the last recorded query, ascending; their stamps at that time; whether their pairs are kept. */
  #ids: Uint32Array = new Uint32Array(0);
  #stamps = new Float64Array(0);
  #isIn = new Uint8Array(0);
  #ignore: readonly ObjectPair[] = [];
  #kept: KeptLists | undefined;
  /** Queries in a row that asked for less than is kept. */
  #lesser = 0;

  /** Size of the kept pairs in bytes. */
  get bytes(): number {
    return this.#kept ? bytesOf(this.#kept) : 0;
  }

  /** What can be reused for the scene as it is now; undefined when nothing is gained. Objects in `mustLook` count as changed. */
  recall(
    list: readonly Participant[],
    options: CheckedCollideOptions,
    mustLook?: (object: Participant['object'], id: number) => boolean,
  ): KnownPairs | undefined {
    if (!this.#kept || !hasWhat(this.#kept, options)) return undefined;
    const differing = ignoredDifference(this.#ignore, options.ignore);
    const still = new Uint8Array(list[list.length - 1].id + 1);
    const { ids } = columnsOf(list);
    const changed: number[] = [];
    this.#compare(list, (index, isSame, isIn) => {
      const id = ids[index];
      if (isSame && isIn && !differing.has(id) && !mustLook?.(list[index].object, id)) still[id] = 1;
      else changed.push(index);
    });
    if (list.length - changed.length < 2) return undefined;
    const kept = withContacts(this.#kept, options.contacts);
    const isStill = (id: number) => still[id] === 1;
    const isNear = nearChanged(list, changed);
    return {
      count: countStill(kept.objectPairs, still),
      toLookAt: list.filter((_, i) => isNear[i] === 1).map(({ id, object }) => [id, object] as const),
      isStill,
      join: (found) => joinKept(kept, still, found, options.segments),
    };
  }

  /** Records the complete answer of a query between all objects, as far as keeping it pays. */
  note(list: readonly Participant[], options: CheckedCollideOptions, answer: Found): void {
    if (answer.limited || this.#mayWait(options)) return;
    const stays = new Uint8Array(list[list.length - 1].id + 1);
    const { ids } = columnsOf(list);
    let staying = 0;
    this.#compare(list, (index, isSame, _, isNew) => {
      if (!isSame && !isNew) return;
      stays[ids[index]] = 1;
      staying++;
    });
    this.#remember(list, options);
    const old = this.#kept;
    this.#kept = undefined;
    if (staying < 2) return;
    const keepsAll = staying >= STAYING_PART * list.length;
    if (!keepsAll) for (let i = 0; i < list.length; i++) this.#isIn[i] = stays[ids[i]];
    this.#kept = keep(answer, keepsAll ? undefined : stays, options, old);
  }

  /** Drops everything kept. */
  drop(): void {
    this.#kept = undefined;
  }

  /** Whether a query asks for less than is kept; the rest may be asked for again later. */
  #mayWait(options: CheckedCollideOptions): boolean {
    const kept = this.#kept;
    const isLess = kept && ((kept.segments && !options.segments) || kept.contacts !== options.contacts);
    if (!isLess || !hasWhat(kept, options)) this.#lesser = 0;
    else this.#lesser++;
    return this.#lesser > 0 && this.#lesser <= LESSER_QUERIES;
  }

  #remember(list: readonly Participant[], { ignore }: CheckedCollideOptions): void {
    const { ids, states } = columnsOf(list);
    if (this.#ids.length !== list.length) {
      this.#stamps = new Float64Array(list.length);
      this.#isIn = new Uint8Array(list.length);
    }
    this.#ids = ids;
    const { f64 } = list[0].object.runtime.memory;
    for (let i = 0; i < states.length; i++) this.#stamps[i] = f64[(states[i] + STATE.at.stamp) >>> 3];
    this.#isIn.fill(1);
    this.#ignore = ignore;
    this.#lesser = 0;
  }

  /** For every object: whether it is unchanged since the recorded query, whether its pairs are kept, and whether it is new. */
  #compare(
    list: readonly Participant[],
    tell: (index: number, isSame: boolean, isIn: boolean, isNew: boolean) => void,
  ): void {
    const { ids, states } = columnsOf(list);
    const { f64 } = list[0].object.runtime.memory;
    const before = this.#ids;
    let at = 0;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i];
      while (at < before.length && before[at] < id) at++;
      const isNew = at === before.length || before[at] !== id;
      const stamp = f64[(states[i] + STATE.at.stamp) >>> 3];
      tell(i, !isNew && this.#stamps[at] === stamp, !isNew && this.#isIn[at] === 1, isNew);
    }
  }
}

// Which objects of a scene can meet one that has changed, by their boxes.

/**
 * One byte per object of the list: 1 for those that have changed, and for those whose box overlaps the box of one of these.
 * `changed` are indices into the list.
 */
export function nearChanged(list: readonly Participant[], changed: readonly number[]): Uint8Array {
  const isNear = new Uint8Array(list.length);
  // Among so many, hardly an object is far from all.
  if (2 * changed.length > list.length) return isNear.fill(1);
  const { f64 } = list[0].object.runtime.memory;
  const { states } = columnsOf(list);
  const boxes = changed.map((index) => list[index].object.box).sort((a, b) => a[0] - b[0]);
  // The farthest that any of the boxes up to each reaches.
  const reach = new Float64Array(boxes.length);
  for (let i = 0, farthest = -Infinity; i < boxes.length; i++) reach[i] = farthest = Math.max(farthest, boxes[i][3]);
  for (let i = 0; i < states.length; i++) {
    const at = (states[i] + STATE.at.box) >>> 3;
    for (let k = countUpTo(boxes, f64[at + 3]) - 1; k >= 0 && reach[k] >= f64[at]; k--) {
      if (!overlap(f64, at, boxes[k])) continue;
      isNear[i] = 1;
      break;
    }
  }
  for (const index of changed) isNear[index] = 1;
  return isNear;
}

/** How many boxes begin at x or before. */
function countUpTo(boxes: readonly (readonly number[])[], x: number): number {
  let low = 0;
  let high = boxes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (boxes[middle][0] <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether the box of six numbers from `at` on overlaps another. */
function overlap(f64: Float64Array, at: number, b: readonly number[]): boolean {
  return (
    f64[at] <= b[3] &&
    b[0] <= f64[at + 3] &&
    f64[at + 1] <= b[4] &&
    b[1] <= f64[at + 4] &&
    f64[at + 2] <= b[5] &&
    b[2] <= f64[at + 5]
  );
}

// Where two lists of pairs of objects to ignore differ.

type Partners = ReadonlyMap<number, ReadonlySet<number>>;

/** Partners with a higher id, for each object. */
function partnersOf(pairs: readonly ObjectPair[]): Partners {
  const partners = new Map<number, Set<number>>();
  for (const [a, b] of pairs) {
    const low = Math.min(a, b);
    const row = partners.get(low);
    if (row) row.add(Math.max(a, b));
    else partners.set(low, new Set([Math.max(a, b)]));
  }
  return partners;
}

const isSameList = (before: readonly ObjectPair[], now: readonly ObjectPair[]): boolean =>
  before.length === now.length && before.every(([a, b], i) => a === now[i][0] && b === now[i][1]);

/** One object of every pair that is in one of the lists only. */
export function ignoredDifference(before: readonly ObjectPair[], now: readonly ObjectPair[]): ReadonlySet<number> {
  const differing = new Set<number>();
  if (isSameList(before, now)) return differing;
  const [first, second] = [partnersOf(before), partnersOf(now)];
  for (const [some, others] of [
    [first, second],
    [second, first],
  ]) {
    for (const [a, row] of some) for (const b of row) if (!others.get(a)?.has(b)) differing.add(a);
  }
  return differing;
}
