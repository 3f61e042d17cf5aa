/** Two objects that a caller names are compared whatever their masks say. */
import { ALL_MEET } from '../backend/wasm/object-state.ts';
import type { WasmRuntime } from '../backend/wasm/runtime.ts';
import { SceneObject } from '../backend/wasm/scene-object.ts';
import type { ObjectPair } from './options.ts';
import { meet } from './pair-selection.ts';
import { bringToCpu } from './resident.ts';

/** Instances of two objects, without masks, by their ids in ascending order. They share the meshes; to be freed. */
export function unmaskedPair(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  [a, b]: ObjectPair,
): ReadonlyMap<number, SceneObject> {
  const pair = new Map<number, SceneObject>();
  try {
    for (const id of [Math.min(a, b), Math.max(a, b)]) {
      const object = objects.get(id)!;
      const made = new SceneObject(runtime, object);
      pair.set(id, made);
      made.filter = ALL_MEET;
      if (object.matrix) made.place(object.matrix);
    }
  } catch (error) {
    freePair(pair);
    throw error;
  }
  return pair;
}

export function freePair(pair: ReadonlyMap<number, SceneObject>): void {
  for (const object of pair.values()) object.free();
}

/** Asks about two objects as if they had no masks. */
export async function askNamed<T>(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  ids: ObjectPair,
  ask: (pair: ReadonlyMap<number, SceneObject>) => Promise<T>,
): Promise<T> {
  const [a, b] = ids.toSorted((p, q) => p - q);
  const [first, second] = [objects.get(a)!, objects.get(b)!];
  if (meet(first.filter, second.filter)) return ask(new Map([a, b].map((id) => [id, objects.get(id)!])));
  await bringToCpu([first, second]);
  const pair = unmaskedPair(runtime, objects, ids);
  try {
    return await ask(pair);
  } finally {
    freePair(pair);
  }
}
