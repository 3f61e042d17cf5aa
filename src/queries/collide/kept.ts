/**
 * `collide` with what is kept of objects that stay as they were given, however they are placed.
 *
 * Pairs within an object that has been placed are decided in its own coordinates, once, and kept; so are those of an object
 * that has stayed as it is since an earlier query. Pairs between objects of which neither has changed are kept as well. Between
 * others, only clusters that can meet another object are looked at, if most of the scene has stayed as it is. The answer is that of
 * a scene in which nothing is kept.
 */

import type { KeptParts } from '../../backend/wasm/kept-parts.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { mapOfAll, numbered, type Participant, participants, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { EngineContext } from '../context.ts';
import { findPlacedFlat } from '../keep/placed-flat.ts';
import { collideCulled } from '../on-demand.ts';
import { bringHere } from '../resident.ts';
import { makeClusters, NO_OBJECTS, noteSelection, objectsToSelect } from './clusters-to-use.ts';
import type { Collisions } from './collide.ts';
import type { SceneObjects } from './gpu/collide-gpu.ts';
import type { KeptBetween, KnownPairs } from './kept-between.ts';
import { allFlat, givenFlat, joinFlat, type KnownFlat } from './known-flat.ts';
import { mergePairs } from './merge-pairs.ts';
import type { CheckedCollideOptions } from './options.ts';
import { findOwn, isSquashed, NO_PAIRS, type OwnAnswers, running } from './own-answers.ts';
import { collide } from './run.ts';
import { collideListed, type KeptUse } from './wasm.ts';
import { emptyCollisions } from './wasm-result.ts';

/** A query that stops at so many pairs looks at some clusters first. */
const TRIAL_LIMIT = 4;

/** `collide` as a scene answers it: on wasm or on a GPU. `kept` is what the scene keeps of pairs between its objects. */
export function collideKept(
  context: EngineContext,
  objects: SceneObjects,
  options: CheckedCollideOptions,
  kept: KeptBetween,
): Promise<Collisions> {
  const { runtime } = context;
  return collide(context, objects, options, {
    wasm: () => onWasm(runtime, objects, options, kept),
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

/** The answer with what is known of objects by themselves: their own pairs, and their triangles without area. */
function complete(
  found: Collisions,
  list: readonly Participant[],
  own: OwnAnswers,
  flat: KnownFlat,
  options: CheckedCollideOptions,
): Collisions {
  if (own.pairs.size === 0 && flat.size === 0) return found;
  const merged = mergePairs(found, own.inOrder, options);
  return { ...merged, degenerateTriangles: joinFlat(found.degenerateTriangles, list, flat), stats: found.stats };
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

/** Where few pairs suffice, some of the clusters that can meet are looked at first: they hold enough, as a rule. */
async function run(
  runtime: WasmRuntime,
  list: readonly Participant[],
  asked: CheckedCollideOptions,
  use: KeptUse,
  mayTry: boolean,
): Promise<Collisions> {
  if (mayTry) {
    const found = await collideListed(runtime, list, asked, undefined, { ...use, isTrial: true });
    if (found.limited) return found;
  }
  return collideListed(runtime, list, asked, undefined, use);
}

/** What was found of the objects that had to be looked at. */
interface Look {
  readonly found: Collisions;
  readonly clustered: ReadonlySet<SceneObject>;
}

/**
 * Looks at those objects of a scene of which not all is known. `room` is the number of pairs to stop at; without any, only
 * triangles without area are looked for.
 */
async function look(
  runtime: WasmRuntime,
  list: readonly Participant[],
  own: OwnAnswers,
  known: KnownPairs | undefined,
  options: CheckedCollideOptions,
  room: number,
): Promise<Look> {
  const looked = known ? numbered(known.toLookAt) : list;
  const changed = known ? looked.filter(({ id }) => !known.isStill(id)) : list;
  const selfInJob = options.self && own.pairs.size < list.length;
  const runs = room > 0 && looked.length > 0 && (options.between || selfInJob || !options.self);
  const wanted = selfInJob || !options.between || !runs ? NO_OBJECTS : objectsToSelect(looked);
  const clustered = (await makeClusters(runtime, wanted, options)) ? wanted : NO_OBJECTS;
  const clusteredAndChanged = known
    ? changed.map(({ object }) => object).filter((object) => clustered.has(object))
    : [...clustered];
  const flat = runs
    ? options.between
      ? await findPlacedFlat(runtime, clusteredAndChanged, running(options))
      : givenFlat(own)
    : await allFlat(runtime, changed, own, options);
  const use: KeptUse = {
    ...(clustered.size > 0 && { selects: clustered }),
    ...(own.pairs.size > 0 && { selfOf: (object: SceneObject) => !own.pairs.has(object) }),
    ...(known && { isStill: known.isStill, map: mapOfAll(runtime, list) }),
  };
  const asked = { ...options, self: selfInJob, limit: room };
  const mayTry = room <= TRIAL_LIMIT && clustered.size === looked.length;
  const found = runs ? await run(runtime, looked, asked, use, mayTry) : emptyCollisions(runtime, options, 0);
  if (runs) noteSelection(looked, clustered, found.stats);
  return { found: { ...found, degenerateTriangles: joinFlat(found.degenerateTriangles, looked, flat) }, clustered };
}

async function onWasm(
  runtime: WasmRuntime,
  objects: SceneObjects,
  options: CheckedCollideOptions,
  kept: KeptBetween,
): Promise<Collisions> {
  const began = performance.now();
  options.signal?.throwIfAborted();
  const list = participants(objects);
  if (list.length === 0) return emptyCollisions(runtime, options, performance.now() - began);
  const isOwn = (object: SceneObject) =>
    object.isPlacedInvertibly || (!object.matrix && (object.kept.hasStayed || object.kept.pairs !== undefined));
  const own = options.self ? await findOwn(runtime, list, options, isOwn) : NO_PAIRS;
  const hasSelfInJob = (object: SceneObject) => options.self && !own.pairs.has(object);
  const known = options.between ? kept.recall(list, options, hasSelfInJob) : undefined;
  const room = options.limit - own.count - (known?.count ?? 0);
  const { found, clustered } = await look(runtime, list, own, known, options, room);
  for (const { object } of list) object.kept.noteQuery();
  const between = known ? known.join(found) : found;
  if (options.between && room > 0) kept.note(list, options, between);
  const answer = mergePairs(between, own.inOrder, options);
  const counts = { objects: list.length, triangles: totalTriangles(list) };
  const milliseconds = { ...found.stats.milliseconds, total: performance.now() - began };
  const keptStats = {
    clusters: clustered.size,
    self: own.keptBefore,
    bytes: keptBytes(list),
    pairs: known?.count ?? 0,
    pairBytes: kept.bytes,
  };
  return { ...answer, stats: { ...found.stats, ...counts, milliseconds, kept: keptStats } };
}

function keptBytes(list: readonly Participant[]): number {
  let bytes = 0;
  const parts = new Set<KeptParts>();
  for (const { object } of list) {
    const { kept } = object;
    if (!kept.clusters || (object.isShared && parts.has(kept))) continue;
    if (object.isShared) parts.add(kept);
    bytes += kept.clusters.bytes;
  }
  return bytes;
}
