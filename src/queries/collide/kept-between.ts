/**
 * Pairs between objects of which neither has changed since a query found them: they are in the next answer as they are, and
 * need not be found again.
 *
 * A change is another place, other positions, another mesh or another filter; a place that is the same bit for bit is none. Where
 * the lists of pairs to ignore differ, one object of each such pair counts as changed.
 *
 * Memory: 17 bytes a pair, 65 with segments, at most 256 MiB in all, and an eighth more so that it can be written again. An answer
 * that takes more is not kept, nor is one that was cut short by a limit.
 */
import { columnsOf, type Participant } from '../../backend/wasm/participants.ts';
import { STATE } from '../../memory/records.ts';
import type { ObjectPair } from '../options.ts';
import { ignoredDifference } from './ignored-difference.ts';
import {
  bytesOf,
  countStill,
  type Found,
  hasWhat,
  joinKept,
  type KeptLists,
  keep,
  withContacts,
} from './kept-lists.ts';
import { nearChanged } from './near-changed.ts';
import type { CheckedCollideOptions } from './options.ts';

/** When fewer than this part of the objects stay as they are from query to query, only pairs between these are kept. */
const STAYING_PART = 0.75;
/** After so many queries that asked for less than is kept, what they asked for is kept instead. */
const LESSER_QUERIES = 8;

/** What a query can take from an earlier one. */
export interface KnownPairs {
  /** How many pairs between objects are known, of the kinds that are asked for. */
  readonly count: number;
  /** Objects that have to be looked at: those that have changed, and those that can meet one of them. */
  readonly toLookAt: readonly (readonly [number, Participant['object']])[];
  /** Whether an object has not changed, so that its pairs with others like it are known, and its triangles without area. */
  isStill(id: number): boolean;
  /** The whole answer, with what was found of the objects that had to be looked at. */
  join(found: Found): Found;
}

export class KeptBetween {
  /** The objects of the last query that was noted, ascending, their stamps then, and whether their pairs are kept. */
  #ids: Uint32Array = new Uint32Array(0);
  #stamps = new Float64Array(0);
  #isIn = new Uint8Array(0);
  #ignore: readonly ObjectPair[] = [];
  #kept: KeptLists | undefined;
  /** Queries in a row that asked for less than is kept. */
  #lesser = 0;

  /** Bytes of the pairs that are kept. */
  get bytes(): number {
    return this.#kept ? bytesOf(this.#kept) : 0;
  }

  /** What is known of a scene as it is now; undefined when there is nothing to be gained. `mustLook` counts as changed. */
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

  /** Keeps what is worth it of the whole answer of a query between all objects of a scene. */
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

  /** Gives up all that is kept. */
  drop(): void {
    this.#kept = undefined;
  }

  /** Whether a query asks for less than is kept, which may be asked for again. */
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

  /** Tells of every object whether it is as it was in the query that was noted, whether its pairs are kept, and whether it is new. */
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
