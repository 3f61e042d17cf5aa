/**
 * What is kept of a scene between queries, and what a query uses of it: pairs between unchanged objects, and clusters.
 *
 * One rule: what is kept of a mesh (src/backend/wasm/kept-parts.ts: self pairs, degenerate triangles, clusters) is valid until its
 * vertices are written; what is kept between objects is valid while the stamps of both are those of the query that found it. Every change
 * of a matrix, of positions, of a mesh or a filter gives an object another stamp; setting the same matrix bit for bit does not. Where the
 * lists of ignored pairs differ, one object of each such pair counts as changed.
 *
 * Memory: 17 bytes per pair, 65 with segments, at most 256 MiB in all, plus an eighth for rewriting. Larger answers are not kept,
 * nor are answers cut short by a limit.
 */
import { columnsOf, nearObjects, type Participant, surveyOf, totalTriangles } from '../../backend/wasm/participants.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Task } from '../../backend/wasm/task.ts';
import { EngineError } from '../../errors.ts';
import { STATE } from '../../memory/scene-records.ts';
import { canHaveClusters, continueParts, keepParts, type PartToMake } from '../keep/keep.ts';
import type { ObjectPair } from '../options.ts';
import { ignoredDifference } from '../pair-selection.ts';
import type { CollideStats } from './collide.ts';
import { countUnchanged, type Found, type KeptLists, keep, withContacts } from './join.ts';
import type { CheckedCollideOptions } from './options.ts';
import { isSingular, oneOfEach, running } from './own-pairs.ts';

/** When a smaller share of the objects than this stays unchanged between queries, only pairs among those are kept. */
const STAYING_PART = 0.75;
/** After this many queries in a row that asked for less than is kept, only what they asked for is kept. */
const LESSER_QUERIES = 8;

/** What a query can reuse. */
export interface KnownPairs {
  /** Number of known pairs between objects, of the kinds asked for. */
  readonly count: number;
  /** Objects to search: changed ones, and those that can meet one of them. */
  readonly toSearch: readonly (readonly [number, SceneObject])[];
  /** By id, 1 for unchanged objects: their pairs with other unchanged objects, and their degenerate triangles, are known. */
  readonly unchanged: Uint8Array;
  /** The known pairs, of the kinds asked for, and others of changed objects. */
  readonly lists: KeptLists;
}

export class Keeper {
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

  /** What can be reused for the scene as it is now; undefined when nothing is gained. `asked`: objects that count as changed. */
  recall(
    list: readonly Participant[],
    options: CheckedCollideOptions,
    asked: ((object: SceneObject, id: number) => boolean) | undefined,
  ): KnownPairs | undefined {
    if (!this.#kept || !hasWhat(this.#kept, options)) return undefined;
    const differing = ignoredDifference(this.#ignore, options.ignore);
    const unchanged = new Uint8Array(list[list.length - 1].id + 1);
    const { ids } = columnsOf(list);
    const changed: number[] = [];
    this.#compare(list, (index, isSame, isIn) => {
      const id = ids[index];
      if (isSame && isIn && !differing.has(id) && !asked?.(list[index].object, id)) unchanged[id] = 1;
      else changed.push(index);
    });
    if (list.length - changed.length < 2) return undefined;
    const lists = withContacts(this.#kept, options.contacts);
    const isNear = nearObjects(list, changed);
    return {
      count: countUnchanged(lists.objectPairs, unchanged),
      toSearch: list.filter((_, i) => isNear[i] === 1).map(({ id, object }) => [id, object] as const),
      unchanged,
      lists,
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
    visit: (index: number, isSame: boolean, isIn: boolean, isNew: boolean) => void,
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
      visit(i, !isNew && this.#stamps[at] === stamp, !isNew && this.#isIn[at] === 1, isNew);
    }
  }
}

function bytesOf({ trianglePairs, kinds, segments, objectPairs, degenerate }: KeptLists): number {
  return (
    trianglePairs.byteLength +
    kinds.byteLength +
    (segments?.byteLength ?? 0) +
    objectPairs.byteLength +
    degenerate.byteLength
  );
}

/** Whether all that is asked for is kept. */
function hasWhat(kept: KeptLists, { contacts, segments }: CheckedCollideOptions): boolean {
  return (kept.contacts === 'all' || contacts === 'penetrating') && (!segments || kept.segments !== undefined);
}

// Whose clusters a query uses, and making those that are missing.

/** Clusters are used when the objects that have clusters, or can have, hold at least this part of the triangles. */
const CLUSTERED_PART = 0.5;
/** New objects get clusters at once if they hold at most this part of the triangles. */
const NEW_PART = 1 / 16;
/**
 * Cost of a search in nanoseconds of one thread, as measured once: per triangle, per entry of the tile lists and per candidate. Only
 * ratios count: making clusters is measured in the same unit (mesh/kernels/cluster-build.ts).
 */
const COST_OF_TRIANGLE = 9;
const COST_OF_ENTRY = 30;
const COST_OF_CANDIDATE = 150;
/** Cost of making clusters: per triangle, and per object. */
const COST_OF_CLUSTERING = 110;
const COST_OF_OBJECT = 5000;
/** When clusters are selected; tests set other numbers. */
export const SELECTION = {
  /** Below this number of triangles, searching all of them takes less time than selecting some. */
  leastTriangles: 2048,
  /**
   * Beside deforming objects, selecting pays off as long as it selects at most this part of the triangles: placing and numbering what
   * is selected takes longer than leaving out the rest by the boxes of objects.
   */
  mostSelected: 1 / 3,
  /**
   * Pairs of clusters are compared box by box. Where that leaves more candidates per triangle than this, as among long slivers, the image
   * does better: it sweeps along slanted directions.
   */
  mostCandidates: 128,
  /** Clusters of unchanged objects are made at once if these have at most this part of the triangles. */
  atOnce: 1 / 16,
  /** Otherwise they are made after each search, in this part of its time, so that no query takes much longer than a first one. */
  ahead: 1 / 4,
};

/** Objects whose clusters are used: some of a list, or all of it. */
export type Selection = ReadonlySet<SceneObject> | 'all';

const NO_OBJECTS: ReadonlySet<SceneObject> = new Set();

/** The objects whose clusters a query uses, making missing ones; and those whose clusters are made after it, for later queries. */
export interface ClusterChoice {
  readonly use: Selection;
  readonly ahead: readonly SceneObject[];
}

export const NO_CHOICE: ClusterChoice = { use: NO_OBJECTS, ahead: [] };

/** No clusters are used when too little of the scene is unchanged. */
export function chooseClusters(list: readonly Participant[]): ClusterChoice {
  const total = totalTriangles(list);
  if (list.length < 2 || total < SELECTION.leastTriangles) return NO_CHOICE;
  if (list[0].object.kept.tally.isCrowded) return NO_CHOICE;
  if (surveyOf(list).unclustered === 0) return { use: 'all', ahead: [] };
  const able = list.filter(({ object }) => usesClusters(object));
  const others = able.length === list.length ? [] : list.filter(({ object }) => !usesClusters(object));
  const lacking = able.filter(({ object: { kept, isShared } }) => !kept.clusters && !isShared);
  const isAtOnce = trianglesOf(lacking) <= SELECTION.atOnce * total;
  // A few new objects beside instances, in a first query: with clusters of all, no image is needed.
  const areNew = others.every(({ object }) => mayBeginWithClusters(object)) && trianglesOf(others) <= NEW_PART * total;
  if (isAtOnce && areNew) return { use: objectsOf(list), ahead: [] };
  const ready = isAtOnce ? able : able.filter(({ object: { kept, isShared } }) => kept.clusters || isShared);
  const staying = ready.filter(({ object }) => !object.kept.rests);
  const isWorthIt = (some: readonly Participant[]) => trianglesOf(some) >= CLUSTERED_PART * total;
  return {
    use: isWorthIt(staying) ? objectsOf(staying) : NO_OBJECTS,
    ahead: isAtOnce || !isWorthIt(able) ? [] : oneOfEach(lacking.map(({ object }) => object)),
  };
}

function objectsOf(list: readonly Participant[]): ReadonlySet<SceneObject> {
  const objects = new Set<SceneObject>();
  for (const { object } of list) objects.add(object);
  return objects;
}

function trianglesOf(list: readonly Participant[]): number {
  return list.reduce((sum, { object }) => sum + object.triangleCount, 0);
}

/** Whether an object can have clusters and has never changed. */
function mayBeginWithClusters(object: SceneObject): boolean {
  return object.kept.isNew && !isSingular(object) && !object.kept.lacksMemory && canHaveClusters(object);
}

/**
 * Records whether selecting clusters has left out enough triangles where some objects have none, and whether the scene was crowded where
 * all have. Returns whether it paid off.
 */
export function noteSelection(
  list: readonly Participant[],
  clustered: Selection,
  { trianglesLookedAt: lookedAt, candidates }: Pick<CollideStats, 'trianglesLookedAt' | 'candidates'>,
): boolean {
  if (clustered === 'all') {
    // Only if the image has little more to do than the clusters had: a scene of instances may be far too large for it.
    const isMost = lookedAt > SELECTION.mostSelected * totalTriangles(list);
    if (isMost && candidates > SELECTION.mostCandidates * lookedAt) list[0].object.kept.tally.noteCrowd();
    return true;
  }
  if (clustered.size === 0) return true;
  let selectable = 0;
  for (const { triangleCount } of clustered) selectable += triangleCount;
  const selected = lookedAt - (totalTriangles(list) - selectable);
  const pays = selected <= SELECTION.mostSelected * selectable;
  if (!pays) for (const { kept } of clustered) kept.rest();
  return pays;
}

function usesClusters(object: SceneObject): boolean {
  const { kept } = object;
  if (isSingular(object) || kept.lacksMemory) return false;
  return kept.clusters !== undefined || ((kept.hasStayed || object.isShared) && canHaveClusters(object));
}

/**
 * Makes the wanted clusters that objects of a list lack, and returns which can be used: none when memory does not suffice, which is then
 * not tried again.
 */
export function* makeClusters(
  runtime: WasmRuntime,
  list: readonly Participant[],
  wanted: Selection,
  options: Pick<CheckedCollideOptions, 'signal'>,
): Task<Selection> {
  if (wanted === 'all' || wanted.size === 0) return wanted;
  const lacking = oneOfEach([...wanted].filter((object) => !object.kept.clusters));
  try {
    yield* keepParts(runtime, lacking, wanted, running(options));
    return wanted.size === list.length && surveyOf(list).unclustered === 0 ? 'all' : wanted;
  } catch (error) {
    noteLackOfMemory(error, lacking);
    return NO_OBJECTS;
  }
}

/** What is kept for which memory does not suffice is not tried again. Other errors are thrown on. */
export function noteLackOfMemory(error: unknown, lacking: readonly SceneObject[]): void {
  if (!(error instanceof EngineError) || error.code !== 'out-of-memory') throw error;
  for (const { kept } of lacking) kept.lacksMemory = true;
}

/**
 * Continues to make clusters, within a part of the cost of the search; threads share that budget, so that neither processor time nor elapsed
 * time grows by more.
 */
export function* makeAhead(
  runtime: WasmRuntime,
  objects: readonly SceneObject[],
  { triangles, image, candidates }: Pick<CollideStats, 'triangles' | 'image' | 'candidates'>,
): Task<void> {
  if (objects.length === 0) return;
  const took = triangles * COST_OF_TRIANGLE + image.entries * COST_OF_ENTRY + candidates * COST_OF_CANDIDATE;
  const budget = SELECTION.ahead * took;
  try {
    yield* continueParts(runtime, partsOf(objects, budget, Math.max(1, runtime.threads)), {});
  } catch (error) {
    noteLackOfMemory(error, objects);
  }
}

/** What to make now, within the budget: first what was begun, then whole objects. */
function partsOf(objects: readonly SceneObject[], budget: number, threads: number): PartToMake[] {
  const parts: PartToMake[] = [];
  let left = budget;
  const begun = objects.filter(({ kept }) => kept.work !== undefined);
  for (const object of [...begun, ...objects.filter(({ kept }) => kept.work === undefined)]) {
    if (left <= 0) break;
    const share = Math.min(left, budget / threads);
    const whole = object.triangleCount * COST_OF_CLUSTERING + COST_OF_OBJECT;
    const isWhole = object.kept.work === undefined && whole <= share;
    parts.push({ object, budget: isWhole ? Number.POSITIVE_INFINITY : share });
    left -= isWhole ? whole : share;
  }
  return parts;
}
