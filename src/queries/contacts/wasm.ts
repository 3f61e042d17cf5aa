/** `contacts` on the kernels: writes its fields, runs the job, and reads the answer back. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, participants, sceneBox, sceneJob } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { runAsync, type Task } from '../../backend/wasm/task.ts';
import { SELECTS_SOME } from '../../memory/constants.ts';
import { JOB, RESULTS } from '../../memory/records.ts';
import { joinDegenerate } from '../collide/own-pairs.ts';
import { selectionOfJob } from '../pair-selection.ts';
import { queryNumber } from '../registry.ts';
import { tooManyPairs } from '../within/wasm.ts';
import type { FeatureContacts } from './contacts.ts';
import { type KeptContacts, noteContacts, openKept } from './kept.ts';
import type { CheckedContactsOptions } from './options.ts';
import { CONTACTS_JOB } from './records.ts';
import { emptyContacts, readContacts } from './wasm-result.ts';

/** As in `within`. */
export const SMALL_TRIANGLES = 128;
/** Relative to the extent: nearer contacts get the normal of a plane, because their nearest points hardly define a direction. */
export const PLANE_BELOW = 2 ** -40;

/** The longest side of the box around all objects. */
export function extentOf(list: readonly Participant[]): number {
  const box = sceneBox(list);
  return Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
}

/** Runs the query. Must not run at the same time as another job of the same engine. */
export function contactsWasm(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedContactsOptions,
): Promise<FeatureContacts> {
  return runAsync(findContacts(runtime, objects, options));
}

/** The same as a task. */
export function* findContacts(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedContactsOptions,
): Task<FeatureContacts> {
  const began = performance.now();
  options.signal?.throwIfAborted();
  const list = participants(objects);
  if (list.length === 0) return emptyContacts(runtime, options, performance.now() - began);
  const kept = yield* openKept(runtime, list, options);
  const found = yield* search(runtime, list, options, kept, began);
  if (!kept) return found;
  yield* noteContacts(runtime, list, kept, found.stats);
  return { ...found, degenerateTriangles: joinDegenerate(found.degenerateTriangles, list, kept.degenerate) };
}

function* search(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedContactsOptions,
  kept: KeptContacts | undefined,
  began: number,
): Task<FeatureContacts> {
  const selection = selectionOfJob(runtime, options, list);
  const selects = kept?.selects;
  const write = (tables: number) => {
    const { u32, f64 } = runtime.memory;
    selection.write(tables);
    u32[JOB.at.limit >>> 2] = options.limit < 0xffffffff ? options.limit : 0;
    u32[RESULTS.at.degenerateCount >>> 2] = 0;
    if (selects) {
      // Near clusters are swept in an image, not pair by pair, even when all objects have clusters.
      u32[JOB.at.selects >>> 2] = SELECTS_SOME;
      const masks = tables + selection.bytes;
      u32[CONTACTS_JOB.at.keptMasks >>> 2] = masks;
      for (const [i, { object }] of list.entries()) u32[(masks >>> 2) + i] = object.kept.masks ?? 0;
    }
    f64[CONTACTS_JOB.at.distance >>> 3] = options.distance;
    f64[CONTACTS_JOB.at.planeBelow >>> 3] = PLANE_BELOW * extentOf(list);
  };
  const job = {
    query: queryNumber('contacts'),
    adjacency: 'whole',
    centreOnBulk: true,
    smallTriangles: SMALL_TRIANGLES,
    selects,
    selfOf: selection.selfOf,
    tableBytes: selection.bytes + (selects ? 4 * list.length : 0),
    write,
  } as const;
  try {
    const outcome = yield* sceneJob(runtime, list, job, options);
    return readContacts(runtime, list, options, { ...outcome, began });
  } catch (error) {
    throw tooManyPairs('contacts', error, options.distance);
  }
}
