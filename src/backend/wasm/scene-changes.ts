/**
 * Changes of a scene's objects: made at once, or after the queries that came before.
 *
 * A query works on the objects as they were when it was called: changes made while one runs are checked at once, copied, and
 * carried out when it is done, in the order in which they were made.
 */

import type { KernelMemory } from './kernel-memory.ts';
import { factsOfObject, type ObjectFacts } from './object-facts.ts';
import { takeStamps } from './object-state.ts';
import { arenaStart, columnsOf, type ListedObjects } from './participants.ts';
import type { WasmRuntime } from './runtime.ts';
import type { SceneObject } from './scene-object.ts';

export class SceneChanges {
  /** The objects as of the latest call, changes that wait included. */
  readonly known: KnownObjects;
  readonly #runtime: WasmRuntime;
  #failed: { readonly error: unknown } | undefined;
  #isOver = false;

  constructor(runtime: WasmRuntime, objects: ReadonlyMap<number, SceneObject>) {
    this.#runtime = runtime;
    this.known = new KnownObjects(objects);
  }

  /** Whether a change has to wait, so that what it takes must be copied. */
  get mustWait(): boolean {
    return this.#runtime.busy;
  }

  /**
   * Changes an object now, or after the queries that came before it. Whether it can be done is checked now, by `facts`. If it
   * still fails then (memory), the scene is as if the change had been refused at once, and the next query rejects with the
   * error: otherwise it would answer for a scene that nobody asked about.
   */
  make(object: number, facts: FactsChange, change: () => void, undo?: () => void): void {
    if (!this.mustWait) {
      change();
      return;
    }
    this.known.wait(object, facts);
    const carryOut = () => {
      if (this.#isOver) return;
      let hasFailed = false;
      try {
        change();
      } catch (error) {
        hasFailed = true;
        undo?.();
        this.#failed ??= { error };
      }
      this.known.settle(object, hasFailed);
    };
    // Rejects only when the engine has been disposed; nobody is left to tell.
    this.#runtime.exclusive(carryOut).catch(() => {});
  }

  /** Throws what a change failed with that had waited, once. */
  throwFailed(): void {
    const failed = this.#failed;
    this.#failed = undefined;
    if (failed) throw failed.error;
  }

  /** The scene is disposed: pending changes are not carried out. */
  end(): void {
    this.#isOver = true;
    this.known.clear();
  }
}

// What is known of the objects at the time of a call: their present state with all pending changes applied. A pending change may still
// fail, for lack of memory. It is then dropped, and the changes behind it are evaluated again.

/** Facts after a change; undefined when there is no such object. Throws when the change cannot be made. */
export type FactsChange = (before: ObjectFacts | undefined) => ObjectFacts | undefined;

export class KnownObjects {
  readonly #objects: ReadonlyMap<number, SceneObject>;
  /** Facts of objects with pending changes: undefined for one that will be removed. The others are as they stand in the scene. */
  readonly #facts = new Map<number, ObjectFacts | undefined>();
  readonly #waiting = new Map<number, FactsChange[]>();

  /** `objects` are those that are there. */
  constructor(objects: ReadonlyMap<number, SceneObject>) {
    this.#objects = objects;
  }

  /** In ascending order. */
  get ids(): number[] {
    const ids = new Set(this.#objects.keys());
    for (const [id, facts] of this.#facts) {
      if (facts) ids.add(id);
      else ids.delete(id);
    }
    return [...ids].sort((a, b) => a - b);
  }

  has(id: number): boolean {
    return this.#facts.has(id) ? this.#facts.get(id) !== undefined : this.#objects.has(id);
  }

  get(id: number): ObjectFacts | undefined {
    if (this.#facts.has(id)) return this.#facts.get(id);
    const object = this.#objects.get(id);
    return object && factsOfObject(id, object);
  }

  /** Records a pending change; throws if it cannot be made. */
  wait(id: number, change: FactsChange): void {
    this.#facts.set(id, change(this.get(id)));
    const waiting = this.#waiting.get(id);
    if (waiting) waiting.push(change);
    else this.#waiting.set(id, [change]);
  }

  /** The oldest pending change of an object has been carried out. */
  settle(id: number, hasFailed: boolean): void {
    const waiting = this.#waiting.get(id) ?? [];
    waiting.shift();
    if (waiting.length === 0) {
      this.#waiting.delete(id);
      this.#facts.delete(id);
    } else if (hasFailed) {
      this.#facts.delete(id);
      for (const change of waiting) this.#retry(id, change);
    }
  }

  #retry(id: number, change: FactsChange): void {
    try {
      this.#facts.set(id, change(this.get(id)));
    } catch {
      // It will fail when it is carried out, and leave the object unchanged.
    }
  }

  clear(): void {
    this.#facts.clear();
    this.#waiting.clear();
  }
}

// Placing many objects at once, by the kernels: checked first, all of them, and then placed.

/** For fewer objects than this part of a scene, its list is not made first. */
const LISTING_PART = 1 / 8;

/** Sixteen numbers for each object, as in `placeMany`. While no job runs. False when something speaks against it; nothing is done then. */
export function placedAtOnce(
  { memory, kernels }: WasmRuntime,
  objects: ListedObjects,
  ids: ArrayLike<number>,
  matrices: ArrayLike<number>,
): boolean {
  const count = ids.length;
  const states = arenaStart(memory);
  const places = Math.ceil((states + 4 * count) / 64) * 64;
  if (!fitsMemory(memory, places + 128 * count)) return false;
  const { u32, f64 } = memory;
  if (!writeStates(objects, ids, u32, states >>> 2)) return false;
  f64.set(matrices, places >>> 3);
  if (kernels.firstNotPlaceable(states, count, places) < count) return false;
  kernels.placeObjects(states, count, places, takeStamps(count));
  return true;
}

function fitsMemory(memory: KernelMemory, end: number): boolean {
  try {
    memory.ensure(end, 'placeMany');
    return true;
  } catch {
    return false;
  }
}

/** Writes the addresses of the objects' records. False when one is unknown, or not worth searching for. */
function writeStates(objects: ListedObjects, ids: ArrayLike<number>, u32: Uint32Array, at: number): boolean {
  if (objects.isListed || ids.length > LISTING_PART * objects.size) return writeListed(objects, ids, u32, at);
  for (let i = 0; i < ids.length; i++) {
    const object = objects.get(ids[i]);
    if (!object) return false;
    u32[at + i] = object.state.record;
  }
  return true;
}

/** By the arrays of the list: ids tend to come in ascending order, so the next one is tried first. */
function writeListed(objects: ListedObjects, ids: ArrayLike<number>, u32: Uint32Array, at: number): boolean {
  const columns = columnsOf(objects.list);
  let next = 0;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    if (columns.ids[next] !== id) next = indexOf(columns.ids, id);
    if (columns.ids[next] !== id) return false;
    u32[at + i] = columns.states[next++];
  }
  return true;
}

/** The index of the last that is not above an id. */
function indexOf(ascending: Uint32Array, id: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (ascending[middle] <= id) low = middle;
    else high = middle - 1;
  }
  return low;
}
