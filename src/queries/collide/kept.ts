/**
 * `collide` with everything that is kept between queries.
 *
 * Pairs within a placed object are decided once, in its own coordinates, and kept; so are those of an object that is unchanged since
 * an earlier query, and pairs between unchanged objects. Between other objects only the clusters that can meet another object are
 * searched, if most of the scene is unchanged. The answer is the same as without anything kept.
 */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { mapOfAll, numbered, type Participant, participants, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { surveyOf } from '../../backend/wasm/survey.ts';
import { inTurns, type Task } from '../../backend/wasm/task.ts';
import type { EngineContext } from '../context.ts';
import { findPlacedFlat } from '../keep/placed-flat.ts';
import { collideCulled } from '../on-demand.ts';
import { bringHere } from '../resident.ts';
import { makeClusters, NO_OBJECTS, noteSelection, objectsToSelect, type Selection } from './clusters-to-use.ts';
import type { Collisions } from './collide.ts';
import type { SceneObjects } from './gpu/collide-gpu.ts';
import type { KeptBetween, KnownPairs } from './kept-between.ts';
import { allFlat, givenFlat, joinFlat, type KnownFlat, NO_FLAT } from './known-degenerate.ts';
import { mergePairs } from './merge-pairs.ts';
import type { CheckedCollideOptions } from './options.ts';
import { findOwn, isSquashed, NO_PAIRS, type OwnAnswers, running } from './own-answers.ts';
import { collide } from './run.ts';
import { collideListed, type KeptUse } from './wasm.ts';
import { emptyCollisions } from './wasm-result.ts';

/** Up to this limit of pairs, a query searches some of the clusters first. */
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
    wasm: () => inTurns(collideOnWasm(runtime, objects, options, kept)),
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

/** Adds what is known of single objects to an answer: self pairs and degenerate triangles. */
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
 * For a backend without own coordinates: it answers alone when no object is placed; otherwise it searches between objects only, and
 * self pairs are found here.
 */
async function betweenPlaced(
  runtime: WasmRuntime,
  objects: SceneObjects,
  options: CheckedCollideOptions,
  run: (options: CheckedCollideOptions) => Promise<Collisions>,
): Promise<Collisions> {
  const list = participants(objects);
  // Self pairs of only some objects are found here, too: backends search all or none.
  const partlySelf = options.self && options.selfOf !== undefined;
  if (!partlySelf && !list.some(({ object }) => object.isPlacedInvertibly)) return run(options);
  await bringHere(objects.values());
  const own = options.self ? await inTurns(findOwn(runtime, list, options, (object) => !isSquashed(object))) : NO_PAIRS;
  const room = options.limit - own.count;
  if (room > 0 && (options.between || !options.self)) {
    return complete(await run({ ...options, self: false, limit: room }), list, own, new Map(), options);
  }
  const flat = await inTurns(allFlat(runtime, list, own, options));
  return complete(emptyCollisions(runtime, options, 0), list, own, flat, options);
}

/** For small limits, searches some of the clusters that can meet first: usually they hold enough pairs. */
function* run(
  runtime: WasmRuntime,
  list: readonly Participant[],
  asked: CheckedCollideOptions,
  use: KeptUse,
  mayTry: boolean,
): Task<Collisions> {
  if (mayTry) {
    const found = yield* collideListed(runtime, list, asked, undefined, { ...use, isTrial: true });
    if (found.limited) return found;
  }
  return yield* collideListed(runtime, list, asked, undefined, use);
}

/** What a search found among the objects it looked at. */
interface Look {
  readonly found: Collisions;
  /** Objects searched by their clusters. */
  readonly clustered: number;
}

/** Degenerate triangles of those objects of a list that have clusters. */
function* flatOfClustered(
  runtime: WasmRuntime,
  list: readonly Participant[],
  clustered: Selection,
  options: CheckedCollideOptions,
): Task<KnownFlat> {
  if (clustered === 'all' && (list.length === 0 || surveyOf(list).thin === 0)) return NO_FLAT;
  const objects = list.map(({ object }) => object);
  const selected = clustered === 'all' ? objects : objects.filter((object) => clustered.has(object));
  return selected.length === 0 ? NO_FLAT : yield* findPlacedFlat(runtime, selected, running(options));
}

/** Objects whose self pairs are asked for and not known. */
function selfToFind({ self, selfOf }: CheckedCollideOptions, own: OwnAnswers): KeptUse['selfOf'] {
  if (!self) return undefined;
  return (object, id) => !own.pairs.has(object) && (selfOf?.(object, id) ?? true);
}

/**
 * Searches the objects of a scene of which not everything is known. `room` is the number of pairs to stop at; with 0, only
 * degenerate triangles are looked for.
 */
function* look(
  runtime: WasmRuntime,
  list: readonly Participant[],
  own: OwnAnswers,
  known: KnownPairs | undefined,
  options: CheckedCollideOptions,
  room: number,
): Task<Look> {
  const looked = known ? numbered(known.toLookAt) : list;
  const changed = known ? looked.filter(({ id }) => !known.isStill(id)) : list;
  const hasSelfInJob = selfToFind(options, own);
  const selfInJob = hasSelfInJob !== undefined && list.some(({ object, id }) => hasSelfInJob(object, id));
  const runs = room > 0 && looked.length > 0 && (options.between || selfInJob || !options.self);
  const wanted = selfInJob || !options.between || !runs ? NO_OBJECTS : objectsToSelect(looked);
  const isChosen = wanted === 'all' || wanted.size === 0;
  const clustered = isChosen ? wanted : yield* makeClusters(runtime, looked, wanted, options);
  const knownFlat = runs
    ? options.between
      ? yield* flatOfClustered(runtime, changed, clustered, options)
      : givenFlat(own)
    : yield* allFlat(runtime, changed, own, options);
  const use: KeptUse = {
    selects: clustered === 'all' || clustered.size > 0 ? clustered : undefined,
    selfOf: selfInJob && (own.pairs.size > 0 || options.selfOf) ? hasSelfInJob : undefined,
    isStill: known?.isStill,
    map: known && mapOfAll(runtime, list),
  };
  const asked = { ...options, self: selfInJob, limit: room };
  const mayTry = room <= TRIAL_LIMIT && clustered === 'all';
  const found = runs ? yield* run(runtime, looked, asked, use, mayTry) : emptyCollisions(runtime, options, 0);
  if (runs) noteSelection(looked, clustered, found.stats);
  return {
    found: { ...found, degenerateTriangles: joinFlat(found.degenerateTriangles, looked, knownFlat) },
    clustered: clustered === 'all' ? looked.length : clustered.size,
  };
}

/** `collide` on the kernels, as a task. */
export function* collideOnWasm(
  runtime: WasmRuntime,
  objects: SceneObjects,
  options: CheckedCollideOptions,
  kept: KeptBetween,
): Task<Collisions> {
  const began = performance.now();
  options.signal?.throwIfAborted();
  const list = participants(objects);
  if (list.length === 0) return emptyCollisions(runtime, options, performance.now() - began);
  const isOwn = (object: SceneObject) =>
    object.isPlacedInvertibly || (!object.isPlaced && (object.kept.hasStayed || object.kept.pairs !== undefined));
  const own = options.self ? yield* findOwn(runtime, list, options, isOwn) : NO_PAIRS;
  // What is kept covers all objects; a query about some pairs leaves it untouched.
  const usesKept = options.between && !options.pairs;
  const known = usesKept ? kept.recall(list, options, selfToFind(options, own)) : undefined;
  const room = options.limit - own.count - (known?.count ?? 0);
  const { found, clustered } = yield* look(runtime, list, own, known, options, room);
  const { tally } = list[0].object.kept;
  tally.queries++;
  const between = known ? known.join(found) : found;
  if (usesKept && room > 0) kept.note(list, options, between);
  const answer = mergePairs(between, own.inOrder, options);
  const milliseconds = { ...found.stats.milliseconds, total: performance.now() - began };
  const keptStats = {
    clusters: clustered,
    self: own.keptBefore,
    bytes: tally.clusterBytes,
    pairs: known?.count ?? 0,
    pairBytes: kept.bytes,
  };
  const stats = {
    ...found.stats,
    objects: list.length,
    triangles: totalTriangles(list),
    milliseconds,
    kept: keptStats,
  };
  return { ...answer, stats };
}
