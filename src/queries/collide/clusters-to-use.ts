/** Of which objects clusters are used, and making those that are missing. */

import { surveyOf } from '../../backend/wasm/participants.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Task } from '../../backend/wasm/task.ts';
import { EngineError } from '../../errors.ts';
import { canHaveClusters, keepParts } from '../keep/keep.ts';
import type { CollideStats } from './collide.ts';
import type { CheckedCollideOptions } from './options.ts';
import { isSquashed, oneOfEach, running } from './own-pairs.ts';

/** Clusters are used when the objects that have some, or can, are this part of the scene's triangles at least. */
const STAYING_PART = 0.5;
/** New objects get clusters at once if they are at most this part of the triangles. */
const NEW_PART = 1 / 16;
/** When clusters are selected; tests choose other numbers. */
export const SELECTION = {
  /** Below so many triangles, looking at all of them takes less time than selecting some. */
  leastTriangles: 2048,
  /**
   * Beside objects that deform, selecting pays as long as it leaves at most this part of the triangles to select from: placing
   * and numbering what is selected takes longer than leaving out the rest by the boxes of objects.
   */
  mostSelected: 1 / 3,
  /**
   * Pairs of clusters are compared box by box. Where that leaves more candidates than so many for each triangle, as among long
   * slivers, the image does better: it sweeps along slanted directions.
   */
  mostCandidates: 128,
};

/** Objects whose clusters are used: some of a list, or all of it. */
export type Selection = ReadonlySet<SceneObject> | 'all';

export const NO_OBJECTS: ReadonlySet<SceneObject> = new Set();

/** The objects whose clusters are to be used: none, when too little of the scene has stayed as it is. */
export function objectsToSelect(list: readonly Participant[]): Selection {
  const total = totalTriangles(list);
  if (list.length < 2 || total < SELECTION.leastTriangles) return NO_OBJECTS;
  if (list[0].object.kept.tally.isCrowded) return NO_OBJECTS;
  if (surveyOf(list).unclustered === 0) return 'all';
  const all = list.filter(({ object }) => usesClusters(object));
  const others = all.length === list.length ? [] : list.filter(({ object }) => !usesClusters(object));
  // A few new objects beside instances, in a first query: with clusters of all, no image is needed.
  if (others.every(({ object }) => mayBeginWithClusters(object)) && trianglesOf(others) <= NEW_PART * total) {
    return objectsOf(list);
  }
  const staying = all.filter(({ object }) => !object.kept.rests);
  return trianglesOf(staying) >= STAYING_PART * total ? objectsOf(staying) : NO_OBJECTS;
}

function objectsOf(list: readonly Participant[]): ReadonlySet<SceneObject> {
  const objects = new Set<SceneObject>();
  for (const { object } of list) objects.add(object);
  return objects;
}

function trianglesOf(list: readonly Participant[]): number {
  return list.reduce((sum, { object }) => sum + object.triangleCount, 0);
}

/** Whether an object can have clusters and nothing says that it will not stay as it is. */
function mayBeginWithClusters(object: SceneObject): boolean {
  return object.kept.isNew && !isSquashed(object) && !object.kept.hasNoRoom && canHaveClusters(object);
}

/** Notes, of a query in which some objects deform, whether selecting clusters has left out enough; of others, whether they were crowded. */
export function noteSelection(
  list: readonly Participant[],
  clustered: Selection,
  { trianglesLookedAt: lookedAt, candidates }: Pick<CollideStats, 'trianglesLookedAt' | 'candidates'>,
): void {
  if (clustered === 'all') {
    // Only if the image has little more to do than the clusters had: a scene of instances may be far too large for it.
    const isMost = lookedAt > SELECTION.mostSelected * totalTriangles(list);
    if (isMost && candidates > SELECTION.mostCandidates * lookedAt) list[0].object.kept.tally.noteCrowd();
    return;
  }
  if (clustered.size === 0) return;
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

/**
 * Makes the clusters that objects of a list lack, of those that are wanted; returns which can be used. That is none when there is no
 * room for them, which is then not tried again.
 */
export function* makeClusters(
  runtime: WasmRuntime,
  list: readonly Participant[],
  wanted: Selection,
  options: CheckedCollideOptions,
): Task<Selection> {
  if (wanted === 'all' || wanted.size === 0) return wanted;
  const lacking = oneOfEach([...wanted].filter((object) => !object.kept.clusters));
  try {
    yield* keepParts(runtime, lacking, wanted, running(options));
    return wanted.size === list.length && surveyOf(list).unclustered === 0 ? 'all' : wanted;
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'out-of-memory') throw error;
    for (const { kept } of lacking) kept.hasNoRoom = true;
    return NO_OBJECTS;
  }
}
