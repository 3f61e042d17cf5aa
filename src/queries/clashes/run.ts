/**
 * `clashes`: pairs of triangles from `collide`, joined into regions, each measured, in the order in which they matter.
 *
 * All that is decided here is decided on the exact pairs and coordinates, so it is the same on every engine.
 */

import { type Participant, participants, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Collisions } from '../collide/collide.ts';
import { checkCollideOptions } from '../collide/options.ts';
import { collide } from '../collide/run.ts';
import type { EngineContext } from '../context.ts';
import { asksAbout, selectionOf } from '../pair-selection.ts';
import { ClashFinder } from './clash-finder.ts';
import type { Clashes } from './clashes.ts';
import { overlappingBoxes } from './contained.ts';
import { bringExactCoordinates } from './exact-coordinates.ts';
import { addLayeredVolumes } from './layered-volumes.ts';
import { findNear } from './near-clashes.ts';
import type { CheckedClashesOptions } from './options.ts';
import { orderClashes } from './order.ts';
import { type ObjectPairs, pairsByObjects } from './pairs-by-objects.ts';
import { objectsMeetingThemselves } from './self-meetings.ts';
import { Surfaces } from './surfaces.ts';

/** Milliseconds after which the thread is given free for a moment, so that a signal is heard. */
const TURN_MILLISECONDS = 30;
/** The part of the whole that `collide` is taken to be, for progress. */
const COLLIDE_SHARE = 0.3;

export async function findClashes(
  context: EngineContext,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedClashesOptions,
): Promise<Clashes> {
  const began = performance.now();
  const { signal, onProgress } = options;
  signal?.throwIfAborted();
  const collisions = await collide(context, objects, {
    ...checkCollideOptions({}),
    ...selectionOf(options),
    signal,
    onProgress: onProgress && ((done: number) => onProgress(COLLIDE_SHARE * done)),
  });
  const list = participants(objects);
  await bringExactCoordinates(context, list, options.signal);
  const collided = performance.now();
  const clashing = clashingPairs(list, collisions, options);
  const meetThemselves = options.volume
    ? await findSelfMeetings(context, objects, clashing, options)
    : new Set<number>();
  const selfAsked = performance.now();
  const finder = new ClashFinder(
    context.runtime,
    new Surfaces(context.runtime, objects, collisions),
    options,
    meetThemselves,
  );
  await lookAtAll(finder, clashing, options);
  const looked = performance.now();
  const near = await findNear(context.runtime, objects, finder.found, options);
  const measured = performance.now();
  const met = options.volume ? await addLayeredVolumes(context, objects, finder.found, options) : finder.found;
  const found = [...met, ...near];
  const ordered = orderClashes(found, collisions.kinds.length);
  onProgress?.(1);
  return {
    ...ordered,
    collisions,
    stats: {
      backend: collisions.stats.backend,
      threads: collisions.stats.threads,
      objects: list.length,
      triangles: totalTriangles(list),
      pairs: collisions.kinds.length,
      objectPairs: collisions.objectPairs.length / 3,
      contactPoints: finder.contactPoints,
      milliseconds: {
        collide: collided - began,
        regions: looked - selfAsked - finder.depthMilliseconds - finder.volumeMilliseconds,
        depth: finder.depthMilliseconds + measured - looked,
        volume: selfAsked - collided + finder.volumeMilliseconds + performance.now() - measured,
        total: performance.now() - began,
      },
    },
  };
}

/** Pairs of objects that meet, then those that may lie in each other. */
function clashingPairs(
  list: readonly Participant[],
  collisions: Collisions,
  options: CheckedClashesOptions,
): ObjectPairs[] {
  const grouped = pairsByObjects(collisions);
  const key = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;
  const known = new Set(grouped.map(({ a, b }) => key(a, b)));
  const isAsked = asksAbout(options);
  const apart = overlappingBoxes(list.map(({ object }) => object.box))
    .map(([i, j]) => ({ a: list[i].id, b: list[j].id, pairs: new Uint32Array(0) }))
    .filter(({ a, b }) => isAsked(a, b) && !known.has(key(a, b)));
  return [...grouped, ...apart];
}

function findSelfMeetings(
  { runtime }: EngineContext,
  objects: ReadonlyMap<number, SceneObject>,
  clashing: readonly ObjectPairs[],
  { signal }: CheckedClashesOptions,
): Promise<Set<number>> {
  const ids = [...new Set(clashing.flatMap(({ a, b }) => [a, b]))].sort((p, q) => p - q);
  return objectsMeetingThemselves(runtime, new Map(ids.map((id) => [id, objects.get(id)!])), signal);
}

async function lookAtAll(
  finder: ClashFinder,
  clashing: readonly ObjectPairs[],
  { signal, onProgress }: CheckedClashesOptions,
): Promise<void> {
  let turn = performance.now();
  for (const [i, pair] of clashing.entries()) {
    if (performance.now() - turn > TURN_MILLISECONDS) {
      onProgress?.(COLLIDE_SHARE + ((1 - COLLIDE_SHARE) * i) / clashing.length);
      await new Promise((resolve) => setTimeout(resolve));
      turn = performance.now();
    }
    signal?.throwIfAborted();
    await finder.look(pair);
  }
  await finder.finish();
}
