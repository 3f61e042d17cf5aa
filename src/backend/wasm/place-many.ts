/** Placing many objects at once, by the kernels: checked first, all of them, and then placed. */

import type { KernelMemory } from './kernel-memory.ts';
import { takeStamps } from './object-state.ts';
import { arenaStart, columnsOf, type ListedObjects } from './participants.ts';
import type { WasmRuntime } from './runtime.ts';

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
  if (!hasRoom(memory, places + 128 * count)) return false;
  const { u32, f64 } = memory;
  if (!writeStates(objects, ids, u32, states >>> 2)) return false;
  f64.set(matrices, places >>> 3);
  if (kernels.firstNotPlaceable(states, count, places) < count) return false;
  kernels.placeObjects(states, count, places, takeStamps(count));
  return true;
}

function hasRoom(memory: KernelMemory, end: number): boolean {
  try {
    memory.ensure(end, 'placeMany');
    return true;
  } catch {
    return false;
  }
}

/** Writes the addresses of the objects' records. False when one is not known, or not worth looking for here. */
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
