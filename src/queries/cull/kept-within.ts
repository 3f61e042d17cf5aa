/**
 * Triangles that are kept whatever the images show, because they collide within their object and pictures cannot tell:
 *
 * - with a neighbour, one with which they share a vertex: neighbours overlap wherever they meet. They are decided exactly, by the
 *   vertex fans of `collide`;
 * - in a placed object, with any other: `collide` decides such pairs in the coordinates that were given, and where the object is
 *   placed, rounding may have parted them.
 */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, totalTriangles } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { runAsync } from '../../backend/wasm/task.ts';
import { checkCollideOptions } from '../collide/options.ts';
import { findOwn } from '../collide/own-pairs.ts';
import { collideWasm } from '../collide/wasm.ts';
import type { CheckedRunningOptions } from '../options.ts';

/** For each participant, the triangles that are kept. */
export async function collidingWithin(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  list: readonly Participant[],
  { signal }: CheckedRunningOptions,
): Promise<readonly ReadonlySet<number>[]> {
  const nothingWalked = new Uint8Array(totalTriangles(list));
  const options = checkCollideOptions({ self: true, between: false, ...(signal && { signal }) });
  const { trianglePairs } = await collideWasm(runtime, objects, options, nothingWalked);
  const indexOf = new Map(list.map(({ id }, index) => [id, index]));
  const found = list.map(() => new Set<number>());
  for (let at = 0; at < trianglePairs.length; at += 4) {
    const set = found[indexOf.get(trianglePairs[at])!];
    set.add(trianglePairs[at + 1]);
    set.add(trianglePairs[at + 3]);
  }
  const placed = list.filter(({ object }) => object.isPlacedInvertibly);
  for (const { id, pairs } of (await runAsync(findOwn(runtime, placed, options, () => true))).inOrder) {
    const set = found[indexOf.get(id)!];
    for (let at = 0; at < pairs.length; at += 3) set.add(pairs[at]).add(pairs[at + 1]);
  }
  return found;
}
