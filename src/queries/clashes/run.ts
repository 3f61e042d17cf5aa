/**
 * `clashes`: pairs of triangles from `collide`, joined into regions, each measured, in the order in which they matter.
 *
 * Everything is decided on the exact pairs and coordinates, so it is the same on every engine.
 */

import { type Participant, participants, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Collisions } from '../collide/collide.ts';
import type { Keeper } from '../collide/keeper.ts';
import { checkCollideOptions } from '../collide/options.ts';
import { collide } from '../collide/run.ts';
import type { EngineContext } from '../context.ts';
import { asksAbout, meet, selectionOf } from '../pair-selection.ts';
import { ClashFinder } from './clash-finder.ts';
import type { Clashes } from './clashes.ts';
import { overlappingBoxes, shellsInside } from './contained.ts';
import { foldedSurfaces } from './folded-surfaces.ts';
import { JudgedObjects } from './judged-objects.ts';
import { addLayeredVolumes } from './layered-volumes.ts';
import { findNear } from './near-clashes.ts';
import type { CheckedClashesOptions } from './options.ts';
import { orderClashes } from './order.ts';
import { type ObjectPairs, pairsByObjects } from './pairs-by-objects.ts';
import { Skins } from './skins.ts';
import { bringExactCoordinates, Surfaces } from './surfaces.ts';

/** Milliseconds after which the thread is given free for a moment, so that a signal is heard. */
const SLICE_MILLISECONDS = 30;
/** The part of the whole that `collide` is taken to be, for progress. */
const COLLIDE_SHARE = 0.3;

/** `kept` is what the scene keeps between queries; nothing is when it is left out. */
export async function findClashes(
  context: EngineContext,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedClashesOptions,
  kept?: Keeper,
): Promise<Clashes> {
  const began = performance.now();
  const { signal, onProgress } = options;
  signal?.throwIfAborted();
  const asked = {
    ...checkCollideOptions({}),
    ...selectionOf(options),
    signal,
    onProgress: onProgress && ((done: number) => onProgress(COLLIDE_SHARE * done)),
  };
  // Regions within an object are those of its pairs where it is placed, and these are not kept.
  const collisions = await collide(context, objects, asked, asked.self ? undefined : kept);
  const list = participants(objects);
  await bringExactCoordinates(context, list, options.signal);
  const collided = performance.now();
  const surfaces = new Surfaces(context.runtime, objects, collisions);
  const clashing = await withoutThoseApart(surfaces, clashingPairs(list, collisions, options), options);
  const solids = clashing.filter(({ a, b }) => a !== b && surfaces.of(a).isClosed && surfaces.of(b).isClosed);
  const placed = new Set(solids.flatMap(({ a, b }) => [a, b]).filter((id) => objects.get(id)!.matrix));
  const judged =
    placed.size > 0
      ? JudgedObjects.of(context.runtime, objects, new Map([...placed].map((id) => [id, surfaces.of(id)])))
      : undefined;
  let finder: ClashFinder;
  try {
    const [own, ofOwn] = judged?.areOthers
      ? [judged.objects, new Surfaces(context.runtime, judged.objects, collisions)]
      : [objects, surfaces];
    finder = await lookAtAll(context, own, ofOwn, clashing, solids, options, kept);
  } finally {
    judged?.free();
  }
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
      ...(collisions.stats.leftToWasm && { leftToWasm: collisions.stats.leftToWasm }),
      objects: list.length,
      triangles: totalTriangles(list),
      pairs: collisions.kinds.length,
      objectPairs: collisions.objectPairs.length / 3,
      contactPoints: finder.contactPoints,
      milliseconds: {
        collide: collided - began,
        regions: looked - collided - finder.depthMilliseconds - finder.volumeMilliseconds,
        depth: finder.depthMilliseconds + measured - looked,
        volume: finder.volumeMilliseconds + performance.now() - measured,
        total: performance.now() - began,
      },
    },
  };
}

/** Finds the clashes of all pairs of objects; `solids` are those of closed ones. */
async function lookAtAll(
  context: EngineContext,
  objects: ReadonlyMap<number, SceneObject>,
  surfaces: Surfaces,
  clashing: readonly ObjectPairs[],
  solids: readonly ObjectPairs[],
  options: CheckedClashesOptions,
  kept: Keeper | undefined,
): Promise<ClashFinder> {
  const skins = await Skins.find(context, objects, surfaces, solids, options.signal, kept);
  const kernels = await context.runtime.loadKernels('all', options.signal);
  const folded = options.volume
    ? await foldedSurfaces(context.runtime, kernels, skins.surfacesOf(solids, surfaces), options.signal)
    : undefined;
  const finder = new ClashFinder(context.runtime, kernels, surfaces, options, skins, folded);
  try {
    await inSlices(clashing, options, (pair) => finder.look(pair));
    await finder.finish();
  } finally {
    finder.close();
  }
  return finder;
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
    .filter(([i, j]) => meet(list[i].object.filter, list[j].object.filter))
    .map(([i, j]) => ({ a: list[i].id, b: list[j].id, pairs: new Uint32Array(0) }))
    .filter(({ a, b }) => isAsked(a, b) && !known.has(key(a, b)));
  return [...grouped, ...apart];
}

/** Leaves out pairs of objects that do not meet, and of which none has a part inside the other. */
async function withoutThoseApart(
  surfaces: Surfaces,
  clashing: readonly ObjectPairs[],
  options: CheckedClashesOptions,
): Promise<ObjectPairs[]> {
  const kept: ObjectPairs[] = [];
  await inSlices(clashing, { ...options, onProgress: undefined }, (pair) => {
    const [a, b] = [surfaces.of(pair.a), surfaces.of(pair.b)];
    if (pair.pairs.length > 0 || shellsInside(a, b).length > 0 || shellsInside(b, a).length > 0) kept.push(pair);
  });
  return kept;
}

/** Does something for each pair of objects, and yields regularly to other work on the thread. */
async function inSlices(
  clashing: readonly ObjectPairs[],
  { signal, onProgress }: Pick<CheckedClashesOptions, 'signal' | 'onProgress'>,
  work: (pair: ObjectPairs) => void | Promise<void>,
): Promise<void> {
  let sliceStart = performance.now();
  for (const [i, pair] of clashing.entries()) {
    if (performance.now() - sliceStart > SLICE_MILLISECONDS) {
      onProgress?.(COLLIDE_SHARE + ((1 - COLLIDE_SHARE) * i) / clashing.length);
      await new Promise((resolve) => setTimeout(resolve));
      sliceStart = performance.now();
    }
    signal?.throwIfAborted();
    await work(pair);
  }
}
