/** Degenerate triangles that are known already or found separately from the job that searches for pairs. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Task } from '../../backend/wasm/task.ts';
import { keepParts } from '../keep/keep.ts';
import { findPlacedFlat } from '../keep/placed-flat.ts';
import type { CheckedCollideOptions } from './options.ts';
import { isSquashed, type OwnAnswers, oneOfEach, running } from './own-answers.ts';

/** Degenerate triangles by object, for objects where the job's own list is not used. */
export type KnownFlat = ReadonlyMap<SceneObject, Uint32Array>;

/** For no object. */
export const NO_FLAT: KnownFlat = new Map();

function hasNone(flat: KnownFlat): boolean {
  for (const { length } of flat.values()) if (length > 0) return false;
  return true;
}

/** Degenerate triangles of all objects: known ones where there are any, the job's for the others. */
export function joinFlat(found: Uint32Array, list: readonly Participant[], flat: KnownFlat): Uint32Array {
  if (flat.size === 0 || (found.length === 0 && hasNone(flat))) return found;
  const rows: number[] = [];
  let at = 0;
  for (const { id, object } of list) {
    const known = flat.get(object);
    if (known) for (const triangle of known) rows.push(id, triangle);
    for (; at < found.length && found[at] === id; at += 2) if (!known) rows.push(id, found[at + 1]);
  }
  return Uint32Array.from(rows);
}

/** Degenerate triangles of objects with kept self pairs: in own coordinates, or as placed where the matrix is singular. */
export function givenFlat(own: OwnAnswers): KnownFlat {
  const flat = new Map<SceneObject, Uint32Array>();
  for (const object of own.pairs.keys())
    flat.set(object, own.flat.get(object) ?? object.kept.flat ?? new Uint32Array(0));
  return flat;
}

/**
 * Degenerate triangles of all objects for an answer that needs no job: as placed when pairs between objects are asked for, else in
 * own coordinates.
 */
export function* allFlat(
  runtime: WasmRuntime,
  list: readonly Participant[],
  own: OwnAnswers,
  options: CheckedCollideOptions,
): Task<KnownFlat> {
  const objects = list.map(({ object }) => object);
  const lacking = objects.filter((object) => !isSquashed(object) && object.kept.flat === undefined);
  yield* keepParts(runtime, oneOfEach(lacking), new Set(), running(options));
  if (options.between) return yield* findPlacedFlat(runtime, objects, running(options));
  return givenFlat(own);
}
