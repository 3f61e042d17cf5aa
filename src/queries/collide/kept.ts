/**
 * `collide` with what is kept of objects that stay as they were given, however they are placed.
 *
 * Pairs within an object that has been placed are decided in its own coordinates, once, and kept; so are those of an object
 * that has stayed as it is since an earlier query. Between objects, only clusters that can meet another object are looked
 * at, if most of the scene has stayed as it is. The answer is that of a scene in which nothing is kept.
 */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, participants, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { EngineError } from '../../errors.ts';
import type { EngineContext } from '../context.ts';
import { canHaveClusters, keepParts } from '../keep/keep.ts';
import { findPlacedFlat } from '../keep/placed-flat.ts';
import { collideCulled } from '../on-demand.ts';
import { bringHere } from '../resident.ts';
import type { Collisions } from './collide.ts';
import type { SceneObjects } from './gpu/collide-gpu.ts';
import { countWanted, mergePairs, type OwnPairs } from './merge-pairs.ts';
import { type CheckedCollideOptions, checkCollideOptions } from './options.ts';
import { findOwnPairs } from './own-pairs.ts';
import { collide } from './run.ts';
import { collideWasm, type KeptUse } from './wasm.ts';
import { emptyCollisions } from './wasm-result.ts';

/** Clusters are used when the objects that have some, or can, are this part of the scene's triangles at least. */
const STAYING_PART = 0.5;
/** A query that stops at so many pairs looks at some clusters first. */
const TRIAL_LIMIT = 4;
/** When clusters are selected; tests choose other numbers. */
export const SELECTION = {
  /** Below so many triangles, looking at all of them takes less time than selecting some. */
  leastTriangles: 2048,
  /**
   * Beside objects that deform, selecting pays as long as it leaves at most this part of the triangles to select from: placing
   * and numbering what is selected takes longer than leaving out the rest by the boxes of objects.
   */
  mostSelected: 1 / 3,
};

/** `collide` as a scene answers it: on wasm or on a GPU. */
export function collideKept(
  context: EngineContext,
  objects: SceneObjects,
  options: CheckedCollideOptions,
): Promise<Collisions> {
  const { runtime } = context;
  return collide(context, objects, options, {
    wasm: () => onWasm(runtime, objects, options),
    webgpu: (run) => betweenPlaced(runtime, objects, options, run),
  });
}

/** The same after visibility culling. */
export function collideCulledKept(
  context: EngineContext,
  objects: SceneObjects,
  options: CheckedCollideOptions & { readonly cull: NonNullable<CheckedCollideOptions['cull']> },
): Promise<Collisions> {
  return betweenPlaced(context.runtime, objects, options, (changed) =>
    collideCulled(context, objects, { ...changed, cull: options.cull }),
  );
}

/** Pairs of objects with themselves. */
interface OwnAnswers {
  readonly pairs: ReadonlyMap<SceneObject, OwnPairs>;
  /** Triangles without area of objects that were looked at where they are. */
  readonly flat: ReadonlyMap<SceneObject, Uint32Array>;
  /** How many pairs there are of the kinds that are asked for. */
  readonly count: number;
  /** Objects whose pairs had been kept before the query. */
  readonly keptBefore: number;
}

const NO_PAIRS: OwnAnswers = { pairs: new Map(), flat: new Map(), count: 0, keptBefore: 0 };

const running = ({ signal }: CheckedCollideOptions) => (signal ? { signal } : {});

/**
 * The pairs of those objects with themselves that `isOwn` says: kept ones, and what is not yet kept is found. Objects in a
 * place that cannot be undone are looked at where they are, and nothing is kept of that.
 */
async function findOwn(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedCollideOptions,
  isOwn: (object: SceneObject) => boolean,
): Promise<OwnAnswers> {
  const isKnown = ({ kept }: SceneObject) => kept.pairs && (!options.segments || kept.pairs.segments);
  const asked = list.filter(({ object }) => isOwn(object));
  const squashed = list.filter(({ object }) => isSquashed(object));
  const unknown = asked.map(({ object }) => object).filter((object) => !isKnown(object));
  await findOwnPairs(runtime, oneOfEach(unknown), options.segments, running(options));
  const pairs = new Map<SceneObject, OwnPairs>();
  const flat = new Map<SceneObject, Uint32Array>();
  for (const { id, object } of squashed) {
    const found = await findWhereItIs(runtime, id, object, options);
    pairs.set(object, found.own);
    flat.set(object, found.flat);
  }
  for (const { id, object } of asked) {
    if (object.kept.pairs) pairs.set(object, { id, matrix: object.matrix, ...object.kept.pairs });
  }
  const count = [...pairs.values()].reduce((sum, own) => sum + countWanted(own.pairs, options), 0);
  return { pairs, flat, count, keptBefore: asked.length - unknown.length };
}

/** The pairs of an object with itself, and its triangles without area, where it is placed. */
async function findWhereItIs(
  runtime: WasmRuntime,
  id: number,
  object: SceneObject,
  { segments, signal }: CheckedCollideOptions,
): Promise<{ own: OwnPairs; flat: Uint32Array }> {
  const options = checkCollideOptions({ self: true, between: false, segments, ...(signal && { signal }) });
  const found = await collideWasm(runtime, new Map([[id, object]]), options);
  const pairs = Uint32Array.from({ length: 3 * found.kinds.length }, (_, i) => {
    const pair = Math.floor(i / 3);
    return i % 3 === 2 ? found.kinds[pair] : found.trianglePairs[4 * pair + 1 + 2 * (i % 3)];
  });
  const flat = found.degenerateTriangles.filter((_, i) => i % 2 === 1);
  return { own: { id, matrix: undefined, pairs, segments: found.segments }, flat };
}

/** Whether an object lies in a place that cannot be undone. */
const isSquashed = (object: SceneObject): boolean => object.matrix !== undefined && !object.isPlacedInvertibly;

/** Triangles without area of those objects of which they are not to be read from what a job has found. */
type KnownFlat = ReadonlyMap<SceneObject, Uint32Array>;

/** The answer with what is known of objects by themselves: their own pairs, and their triangles without area. */
function complete(
  found: Collisions,
  list: readonly Participant[],
  own: OwnAnswers,
  flat: KnownFlat,
  options: CheckedCollideOptions,
): Collisions {
  if (own.pairs.size === 0 && flat.size === 0) return found;
  const merged = mergePairs(
    found,
    [...own.pairs.values()].sort((a, b) => a.id - b.id),
    options,
  );
  return { ...merged, degenerateTriangles: joinFlat(found.degenerateTriangles, list, flat), stats: found.stats };
}

/** Triangles without area: of objects of which they are known those, of the others what was found. */
function joinFlat(found: Uint32Array, list: readonly Participant[], flat: KnownFlat): Uint32Array {
  if (flat.size === 0) return found;
  const rows: number[] = [];
  let at = 0;
  for (const { id, object } of list) {
    const known = flat.get(object);
    if (known) for (const triangle of known) rows.push(id, triangle);
    for (; at < found.length && found[at] === id; at += 2) if (!known) rows.push(id, found[at + 1]);
  }
  return Uint32Array.from(rows);
}

/** Those of objects whose pairs with themselves are known, as they were given or, where squashed, as they are. */
function givenFlat(own: OwnAnswers): KnownFlat {
  const flat = new Map<SceneObject, Uint32Array>();
  for (const object of own.pairs.keys())
    flat.set(object, own.flat.get(object) ?? object.kept.flat ?? new Uint32Array(0));
  return flat;
}

/**
 * Triangles without area of all objects, for an answer that needs no job: as they are placed if pairs between objects are
 * asked for, else as they were given.
 */
async function allFlat(
  runtime: WasmRuntime,
  list: readonly Participant[],
  own: OwnAnswers,
  options: CheckedCollideOptions,
): Promise<KnownFlat> {
  const objects = list.map(({ object }) => object);
  const lacking = objects.filter((object) => !isSquashed(object) && object.kept.flat === undefined);
  await keepParts(runtime, oneOfEach(lacking), NO_OBJECTS, running(options));
  if (options.between) return findPlacedFlat(runtime, objects, running(options));
  return givenFlat(own);
}

/**
 * A query that knows nothing of own coordinates: as it is when no object has been placed, else between objects only, and the
 * pairs within them are found here.
 */
async function betweenPlaced(
  runtime: WasmRuntime,
  objects: SceneObjects,
  options: CheckedCollideOptions,
  run: (options: CheckedCollideOptions) => Promise<Collisions>,
): Promise<Collisions> {
  const list = participants(objects);
  const placed = list.map(({ object }) => object).filter((object) => object.isPlacedInvertibly);
  if (placed.length === 0) return run(options);
  await bringHere(objects.values());
  const own = options.self ? await findOwn(runtime, list, options, (object) => !isSquashed(object)) : NO_PAIRS;
  const room = options.limit - own.count;
  if (room > 0 && (options.between || !options.self)) {
    return complete(await run({ ...options, self: false, limit: room }), list, own, new Map(), options);
  }
  const flat = await allFlat(runtime, list, own, options);
  return complete(emptyCollisions(runtime, options, 0), list, own, flat, options);
}

const NO_OBJECTS: ReadonlySet<SceneObject> = new Set();

/** One of the instances of each mesh. */
function oneOfEach(objects: readonly SceneObject[]): SceneObject[] {
  return [...new Map(objects.map((object) => [object.kept, object])).values()];
}

/** The objects whose clusters are to be used: none, when too little of the scene has stayed as it is. */
function objectsToSelect(list: readonly Participant[]): ReadonlySet<SceneObject> {
  const total = totalTriangles(list);
  if (list.length < 2 || total < SELECTION.leastTriangles) return NO_OBJECTS;
  const all = list.filter(({ object }) => usesClusters(object));
  const staying = all.length === list.length ? all : all.filter(({ object }) => !object.kept.rests);
  const triangles = staying.reduce((sum, { object }) => sum + object.triangleCount, 0);
  return triangles >= STAYING_PART * total ? new Set(staying.map(({ object }) => object)) : NO_OBJECTS;
}

/** Notes, of a query in which some objects deform, whether selecting clusters has left out enough. */
function noteSelection(list: readonly Participant[], clustered: ReadonlySet<SceneObject>, lookedAt: number): void {
  if (clustered.size === 0 || clustered.size === list.length) return;
  let selectable = 0;
  for (const { triangleCount } of clustered) selectable += triangleCount;
  const selected = lookedAt - (totalTriangles(list) - selectable);
  if (selected > SELECTION.mostSelected * selectable) for (const { kept } of clustered) kept.rest();
}

function usesClusters(object: SceneObject): boolean {
  const { kept } = object;
  if (isSquashed(object) || kept.hasNoRoom) return false;
  return kept.clusters !== undefined || ((kept.hasStayed || object.isShared) && canHaveClusters(object));
}

/** Makes the clusters that are missing. False when there is no room for them, which is then not tried again. */
async function makeClusters(
  runtime: WasmRuntime,
  wanted: ReadonlySet<SceneObject>,
  options: CheckedCollideOptions,
): Promise<boolean> {
  const lacking = oneOfEach([...wanted].filter((object) => !object.kept.clusters));
  try {
    await keepParts(runtime, lacking, wanted, running(options));
    return true;
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'out-of-memory') throw error;
    for (const { kept } of lacking) kept.hasNoRoom = true;
    return false;
  }
}

/** Where few pairs suffice, some of the clusters that can meet are looked at first: they hold enough, as a rule. */
async function run(
  runtime: WasmRuntime,
  objects: SceneObjects,
  asked: CheckedCollideOptions,
  use: KeptUse,
  mayTry: boolean,
): Promise<Collisions> {
  if (mayTry) {
    const found = await collideWasm(runtime, objects, asked, undefined, { ...use, isTrial: true });
    if (found.limited) return found;
  }
  return collideWasm(runtime, objects, asked, undefined, use);
}

async function onWasm(
  runtime: WasmRuntime,
  objects: SceneObjects,
  options: CheckedCollideOptions,
): Promise<Collisions> {
  const began = performance.now();
  options.signal?.throwIfAborted();
  const list = participants(objects);
  if (list.length === 0) return emptyCollisions(runtime, options, performance.now() - began);
  const isOwn = (object: SceneObject) =>
    object.isPlacedInvertibly || (!object.matrix && (object.kept.hasStayed || object.kept.pairs !== undefined));
  const own = options.self ? await findOwn(runtime, list, options, isOwn) : NO_PAIRS;
  const selfInJob = options.self && own.pairs.size < list.length;
  const room = options.limit - own.count;
  const runs = room > 0 && (options.between || selfInJob || !options.self);
  const wanted = selfInJob || !options.between ? NO_OBJECTS : objectsToSelect(list);
  const clustered = (await makeClusters(runtime, wanted, options)) ? wanted : NO_OBJECTS;
  const flat = runs
    ? options.between
      ? await findPlacedFlat(runtime, [...clustered], running(options))
      : givenFlat(own)
    : await allFlat(runtime, list, own, options);
  const use: KeptUse = {
    ...(clustered.size > 0 && { selects: clustered }),
    ...(own.pairs.size > 0 && { selfOf: (object: SceneObject) => !own.pairs.has(object) }),
  };
  const asked = { ...options, self: selfInJob, limit: room };
  const mayTry = room <= TRIAL_LIMIT && clustered.size === list.length;
  const found = runs ? await run(runtime, objects, asked, use, mayTry) : emptyCollisions(runtime, options, 0);
  for (const { object } of list) object.kept.noteQuery();
  if (runs) noteSelection(list, clustered, found.stats.trianglesLookedAt);
  const answer = complete(found, list, own, flat, options);
  const counts = { objects: list.length, triangles: totalTriangles(list) };
  const kept = { clusters: clustered.size, self: own.keptBefore, bytes: keptBytes(list) };
  const milliseconds = { ...answer.stats.milliseconds, total: performance.now() - began };
  return { ...answer, stats: { ...answer.stats, ...counts, milliseconds, kept } };
}

function keptBytes(list: readonly Participant[]): number {
  const parts = new Set(list.map(({ object }) => object.kept));
  return [...parts].reduce((sum, { clusters }) => sum + (clusters?.bytes ?? 0), 0);
}
