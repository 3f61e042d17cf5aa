/** Which pairs of objects a query asks about: one rule for all queries, from the options to the keys that the kernels search. */

import { ALL_MEET, type CheckedFilter } from '../backend/wasm/object-state.ts';
import type { Participant } from '../backend/wasm/participants.ts';
import type { WasmRuntime } from '../backend/wasm/runtime.ts';
import type { SceneJob } from '../backend/wasm/scene-job.ts';
import type { SceneObject } from '../backend/wasm/scene-object.ts';
import { JOB } from '../memory/records.ts';
import { checkOptionNames, checkWhole, type ObjectPair, pairKey } from './options.ts';

/** Which pairs of objects a query asks about. Filters of objects apply besides. */
export interface PairSelection {
  /**
   * Also report what happens within one object.
   * @defaultValue `false`
   */
  self?: boolean;
  /**
   * Report what happens between different objects.
   * @defaultValue `true`
   */
  between?: boolean;
  /**
   * Pairs of objects that are left out.
   * @defaultValue none
   */
  ignore?: readonly ObjectPair[];
  /**
   * Only these pairs of objects, in place of `self` and `between`; `[a, a]` asks for what happens within `a`. What `ignore` lists
   * stays out. Other objects take no part.
   * @defaultValue all
   */
  pairs?: readonly ObjectPair[];
}

export interface CheckedPairSelection {
  readonly self: boolean;
  readonly between: boolean;
  readonly ignore: readonly ObjectPair[];
  readonly pairs?: readonly ObjectPair[] | undefined;
  /** With `pairs`: the objects whose self pairs are asked for. */
  readonly selfOf?: ((object: unknown, id: number) => boolean) | undefined;
}

/** These options alone, of those of a query that asks another one. */
export function selectionOf({ self, between, ignore, pairs, selfOf }: CheckedPairSelection): CheckedPairSelection {
  return { self, between, ignore, pairs, selfOf };
}

/** The objects that a query looks at: all, or those of its pairs. */
export function selectedObjects(
  objects: ReadonlyMap<number, SceneObject>,
  { pairs }: CheckedPairSelection,
): ReadonlyMap<number, SceneObject> {
  if (!pairs) return objects;
  const asked = new Set(pairs.flat());
  return new Map([...objects].filter(([id]) => asked.has(id)));
}

/** Whether two different objects are asked about, filters aside. */
export function asksAbout(selection: CheckedPairSelection): (a: number, b: number) => boolean {
  const ignored = new Set(selection.ignore.map(pairKey));
  const asked = selection.pairs && new Set(selection.pairs.map(pairKey));
  return (a, b) => selection.between && !ignored.has(pairKey([a, b])) && (asked?.has(pairKey([a, b])) ?? true);
}

const NO_KEYS = new BigUint64Array(0);

/** What the kernels search: JOB.ignore, and whether it lists what is asked for (JOB.listed) instead of what is not. */
export interface PairKeys {
  readonly keys: BigUint64Array;
  readonly listed: boolean;
}

/** The pairs as indices into the object table, sorted. */
export function pairKeys({ ignore, pairs }: CheckedPairSelection, list: readonly Participant[]): PairKeys {
  const named = pairs ?? ignore;
  if (named.length === 0) return { keys: NO_KEYS, listed: pairs !== undefined };
  const indexOf = new Map(list.map(({ id }, index) => [id, index]));
  const keys = new Set<bigint>();
  for (const [a, b] of named) {
    const i = indexOf.get(a);
    const j = indexOf.get(b);
    if (i === undefined || j === undefined || i === j) continue;
    keys.add((BigInt(Math.min(i, j)) << 32n) | BigInt(Math.max(i, j)));
  }
  return { keys: BigUint64Array.from([...keys]).sort(), listed: pairs !== undefined };
}

/** The same rule, filters included, as pairs to ignore: for a backend that knows nothing else. */
export function pairsToIgnore(
  objects: ReadonlyMap<number, SceneObject>,
  { ignore, pairs }: CheckedPairSelection,
): readonly ObjectPair[] {
  const masked = maskedPairs(objects);
  if (!pairs) return [...ignore, ...masked];
  const asked = new Set(pairs.map(pairKey));
  const ids = [...objects.keys()];
  const others = ids.flatMap((a, i) =>
    ids.slice(i + 1).flatMap((b): ObjectPair[] => (asked.has(pairKey([a, b])) ? [] : [[a, b]])),
  );
  return [...others, ...masked];
}

// Tells a job which pairs of objects are asked for.

export interface SelectionOfJob {
  /** Bytes of the job's tables; the selection's come first. */
  readonly bytes: number;
  readonly selfOf: SceneJob['selfOf'];
  write(tables: number): void;
}

export function selectionOfJob(
  runtime: WasmRuntime,
  selection: CheckedPairSelection,
  list: readonly Participant[],
): SelectionOfJob {
  const { keys, listed } = pairKeys(selection, list);
  return {
    bytes: keys.byteLength,
    selfOf: selection.self ? selection.selfOf : undefined,
    write: (tables) => {
      const { u32, buffer } = runtime.memory;
      if (keys.length > 0) new BigUint64Array(buffer, tables, keys.length).set(keys);
      u32[JOB.at.self >>> 2] = Number(selection.self);
      u32[JOB.at.between >>> 2] = Number(selection.between);
      u32[JOB.at.ignore >>> 2] = tables;
      u32[JOB.at.ignoreCount >>> 2] = keys.length;
      u32[JOB.at.listed >>> 2] = Number(listed);
    },
  };
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

// Which objects are compared: categories and masks of 32 bits, as physics engines have them.

const NAMES = ['category', 'mask'];
const BITS_MAX = 0xffffffff;

export function checkFilter(filter: { category?: number; mask?: number }): CheckedFilter {
  checkOptionNames('filter', filter, NAMES);
  const { category = ALL_MEET.category, mask = ALL_MEET.mask } = filter;
  checkWhole('filter', 'category', category, 0, BITS_MAX);
  checkWhole('filter', 'mask', mask, 0, BITS_MAX);
  return category === ALL_MEET.category && mask === ALL_MEET.mask ? ALL_MEET : { category, mask };
}

/** Whether two objects are compared. The kernels have the same in regions.ts. */
export function meet(a: CheckedFilter, b: CheckedFilter): boolean {
  return (a.category & b.mask) !== 0 && (b.category & a.mask) !== 0;
}

/** Pairs of objects that are not compared because of their masks, for a backend that knows lists of pairs only. */
export function maskedPairs(objects: ReadonlyMap<number, SceneObject>): ObjectPair[] {
  const all = [...objects].map(([id, { filter }]) => ({ id, filter }));
  if (all.every(({ filter }) => filter === ALL_MEET)) return [];
  return all.flatMap((a, i) =>
    all.slice(i + 1).flatMap((b): ObjectPair[] => (meet(a.filter, b.filter) ? [] : [[a.id, b.id]])),
  );
}
