/** Of which objects clusters are used, and making those that are missing. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { EngineError } from '../../errors.ts';
import { canHaveClusters, keepParts } from '../keep/keep.ts';
import type { CollideStats } from './collide.ts';
import type { CheckedCollideOptions } from './options.ts';
import { isSquashed, oneOfEach, running } from './own-answers.ts';

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

export const NO_OBJECTS: ReadonlySet<SceneObject> = new Set();

/** The objects whose clusters are to be used: none, when too little of the scene has stayed as it is. */
export function objectsToSelect(list: readonly Participant[]): ReadonlySet<SceneObject> {
  const total = totalTriangles(list);
  if (list.length < 2 || total < SELECTION.leastTriangles) return NO_OBJECTS;
  const all = list.filter(({ object }) => usesClusters(object));
  if (all.some(({ object }) => object.kept.isCrowded)) return NO_OBJECTS;
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
  clustered: ReadonlySet<SceneObject>,
  { trianglesLookedAt: lookedAt, candidates }: Pick<CollideStats, 'trianglesLookedAt' | 'candidates'>,
): void {
  if (clustered.size === 0) return;
  if (clustered.size === list.length) {
    // Only if the image has little more to do than the clusters had: a scene of instances may be far too large for it.
    const isMost = lookedAt > SELECTION.mostSelected * totalTriangles(list);
    if (isMost && candidates > SELECTION.mostCandidates * lookedAt) for (const { kept } of clustered) kept.noteCrowd();
    return;
  }
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
export async function makeClusters(
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
