/** The pairs of objects with themselves, for one query: kept ones, and what is not yet kept. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, participants } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Task } from '../../backend/wasm/task.ts';
import { countWanted, type OwnPairs } from './merge-pairs.ts';
import { type CheckedCollideOptions, checkCollideOptions } from './options.ts';
import { findOwnPairs } from './own-pairs.ts';
import { collideListed } from './wasm.ts';

/** Pairs of objects with themselves. */
export interface OwnAnswers {
  readonly pairs: ReadonlyMap<SceneObject, OwnPairs>;
  /** The same in ascending order of ids. */
  readonly inOrder: readonly OwnPairs[];
  /** Triangles without area of objects that were looked at where they are. */
  readonly flat: ReadonlyMap<SceneObject, Uint32Array>;
  /** How many pairs there are of the kinds that are asked for. */
  readonly count: number;
  /** Objects whose pairs had been kept before the query. */
  readonly keptBefore: number;
}

export const NO_PAIRS: OwnAnswers = { pairs: new Map(), inOrder: [], flat: new Map(), count: 0, keptBefore: 0 };

export const running = ({ signal }: CheckedCollideOptions) => (signal ? { signal } : {});

/**
 * The pairs of those objects with themselves that are asked for and `isOwn` says: kept ones, and what is not yet kept is found. Objects in a
 * place that cannot be undone are looked at where they are, and nothing is kept of that.
 */
export function* findOwn(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedCollideOptions,
  isOwn: (object: SceneObject) => boolean,
): Task<OwnAnswers> {
  const isKnown = ({ kept }: SceneObject) => kept.pairs && (!options.segments || kept.pairs.segments);
  const wanted = options.selfOf ? list.filter(({ object, id }) => options.selfOf!(object, id)) : list;
  const asked = wanted.filter(({ object }) => isOwn(object));
  const squashed = wanted.filter(({ object }) => isSquashed(object));
  const unknown = asked.map(({ object }) => object).filter((object) => !isKnown(object));
  yield* findOwnPairs(runtime, oneOfEach(unknown), options.segments, running(options));
  const pairs = new Map<SceneObject, OwnPairs>();
  const flat = new Map<SceneObject, Uint32Array>();
  for (const { id, object } of squashed) {
    const found = yield* findWhereItIs(runtime, id, object, options);
    pairs.set(object, found.own);
    flat.set(object, found.flat);
  }
  for (const { id, object } of asked) {
    if (object.kept.pairs) pairs.set(object, { id, matrix: object.matrix, ...object.kept.pairs });
  }
  const inOrder = [...pairs.values()].sort((a, b) => a.id - b.id);
  const count = inOrder.reduce((sum, own) => sum + countWanted(own.pairs, options), 0);
  return { pairs, inOrder, flat, count, keptBefore: asked.length - unknown.length };
}

/** The pairs of an object with itself, and its triangles without area, where it is placed. */
function* findWhereItIs(
  runtime: WasmRuntime,
  id: number,
  object: SceneObject,
  { segments, signal }: CheckedCollideOptions,
): Task<{ own: OwnPairs; flat: Uint32Array }> {
  const options = checkCollideOptions({ self: true, between: false, segments, ...(signal && { signal }) });
  const found = yield* collideListed(runtime, participants([[id, object]]), options);
  const pairs = Uint32Array.from({ length: 3 * found.kinds.length }, (_, i) => {
    const pair = Math.floor(i / 3);
    return i % 3 === 2 ? found.kinds[pair] : found.trianglePairs[4 * pair + 1 + 2 * (i % 3)];
  });
  const flat = found.degenerateTriangles.filter((_, i) => i % 2 === 1);
  return { own: { id, matrix: undefined, pairs, segments: found.segments }, flat };
}

/** Whether an object lies in a place that cannot be undone. */
export const isSquashed = ({ state }: SceneObject): boolean => state.isSquashed;

/** One of the instances of each mesh. */
export function oneOfEach(objects: readonly SceneObject[]): SceneObject[] {
  return [...new Map(objects.map((object) => [object.kept, object])).values()];
}
