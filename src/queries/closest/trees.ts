/**
 * The trees of objects that `closest` and `sweep` search: the clusters that `collide` keeps, made when an object has none yet. They
 * belong to its coordinates as given, so placing keeps them, and moving or replacing drops them.
 */

import type { JobOptions, WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { runAsync } from '../../backend/wasm/task.ts';
import { MeshError } from '../../errors.ts';
import { oneOfEach } from '../collide/own-pairs.ts';
import { canHaveClusters, keepParts } from '../keep/keep.ts';

/** Makes what is missing. Must not run at the same time as another job of the same engine. */
export async function makeTrees(
  runtime: WasmRuntime,
  call: string,
  objects: readonly SceneObject[],
  options: JobOptions,
): Promise<void> {
  const lacking = oneOfEach(objects.filter(({ kept }) => !kept.clusters));
  for (const object of lacking) {
    if (canHaveClusters(object)) continue;
    throw new MeshError(
      'out-of-range',
      `${call}: ${object.label} has coordinates of 2^100 (about 1e30) or more, as given. Scale it down, and place it by a matrix.`,
    );
  }
  await runAsync(keepParts(runtime, lacking, new Set(lacking), options));
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/** Sixteen numbers: where an object is, whether or not it has been placed. */
export const matrixOf = (object: SceneObject): Float64Array => object.matrix ?? IDENTITY;
