/**
 * What `contacts` uses of what is kept between queries: the clusters of objects whose vertices are unchanged, however they are placed.
 * Only clusters near another object are placed and searched, as in `within`; the answer is the same as without them. Objects that are
 * asked about themselves are searched as a whole.
 */
import { surveyOf } from '../../backend/wasm/participants.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Task } from '../../backend/wasm/task.ts';
import {
  chooseClusters,
  makeAhead,
  makeClusters,
  noteLackOfMemory,
  SELECTION,
  type Selection,
} from '../collide/keeper.ts';
import { oneOfEach, running } from '../collide/own-pairs.ts';
import { findPlacedDegenerate } from '../keep/placed-degenerate.ts';
import { UnchangedWatch } from '../keep/unchanged.ts';
import { isSmallFor } from '../within/kept.ts';
import type { ContactsStats } from './contacts.ts';
import { keepMasks } from './kept-masks.ts';
import type { CheckedContactsOptions } from './options.ts';

/** What a query uses, and what it makes for later ones. */
export interface KeptContacts {
  /** Objects that are searched by their clusters, if any are. */
  readonly selects: Selection | undefined;
  /** Their degenerate triangles, where they are placed. */
  readonly degenerate: ReadonlyMap<SceneObject, Uint32Array>;
  /** Objects whose clusters are made after the query. */
  readonly ahead: readonly SceneObject[];
}

const NOTHING: KeptContacts = { selects: undefined, degenerate: new Map(), ahead: [] };

const watch = new UnchangedWatch();

/** Chooses objects whose clusters are used, and makes what they lack; undefined when too little is known to be unchanged. */
export function* openKept(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedContactsOptions,
): Task<KeptContacts | undefined> {
  const isAsked = options.self ? (options.selfOf ?? (() => true)) : () => false;
  if (totalTriangles(list) < SELECTION.leastTriangles || !options.between) return undefined;
  if (!watch.look(list) || watch.isResting(list[0].object.kept)) return undefined;
  if (!isSmallFor(list, options.distance)) return undefined;
  if (list.every(({ object, id }) => isAsked(object, id))) return undefined;
  const { use, ahead: lacking } = chooseClusters(list);
  const ahead = lacking.filter((object) => watch.isUnchanged(object));
  // With clusters of some only, the others would have to be searched as a whole: better wait until all have them.
  if (ahead.length > 0) return { ...NOTHING, ahead };
  const made = yield* makeClusters(runtime, list, use, options);
  const clustered = list.filter(({ object, id }) => (made === 'all' || made.has(object)) && !isAsked(object, id));
  const objects = clustered.map(({ object }) => object);
  const degenerate = yield* findDegenerate(runtime, list, objects, options);
  const usable = new Set(objects.filter((object) => keepsDegenerate(object, degenerate.get(object))));
  if (usable.size === 0) return NOTHING;
  try {
    for (const object of oneOfEach([...usable])) keepMasks(runtime, object);
  } catch (error) {
    noteLackOfMemory(error, [...usable]);
    return NOTHING;
  }
  return {
    selects: made === 'all' && usable.size === list.length ? 'all' : usable,
    degenerate: new Map([...degenerate].filter(([object]) => usable.has(object))),
    ahead,
  };
}

const NONE = new Uint32Array(0);

/** The degenerate triangles of objects with clusters where they are placed. */
function* findDegenerate(
  runtime: WasmRuntime,
  list: readonly Participant[],
  objects: readonly SceneObject[],
  options: CheckedContactsOptions,
): Task<ReadonlyMap<SceneObject, Uint32Array>> {
  const { unclustered, thin } = surveyOf(list);
  if (unclustered === 0 && thin === 0) return new Map();
  return yield* findPlacedDegenerate(runtime, objects, running(options));
}

/** Whether the same triangles are degenerate as given and as placed, so that kept masks hold. */
function keepsDegenerate({ kept }: SceneObject, placed: Uint32Array | undefined): boolean {
  const given = kept.degenerate ?? NONE;
  const now = placed ?? NONE;
  return given.length === now.length && given.every((triangle, i) => triangle === now[i]);
}

/** Notes whether it paid off to gather clusters, and continues to make them for later queries. */
export function* noteContacts(
  runtime: WasmRuntime,
  list: readonly Participant[],
  { selects, ahead }: KeptContacts,
  stats: ContactsStats,
): Task<void> {
  if (selects && !watch.noteLookedAt(list, stats.trianglesLookedAt)) return;
  yield* makeAhead(runtime, ahead, stats);
}
