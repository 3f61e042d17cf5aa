/** Boxes around objects where they stand, tight: one that was placed is bounded by its vertices, not by its transformed box. */

import type { JobOptions, WasmRuntime } from '../backend/wasm/runtime.ts';
import { type Participant, runSceneJob } from '../backend/wasm/scene-job.ts';
import type { SceneObject } from '../backend/wasm/scene-object.ts';
import type { Box } from '../tile-lists/image-map.ts';
import { queryNumber } from './registry.ts';

/** The tight box of an object whose placed vertices a job has brought up to date. */
export function tightBox({ memory }: WasmRuntime, { box: given, matrix, exact, vertexCount }: SceneObject): Box {
  if (!matrix) return given;
  const values = memory.f64.subarray(exact.address >>> 3, (exact.address >>> 3) + 3 * vertexCount);
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let at = 0; at < values.length; at += 3) {
    for (let k = 0; k < 3; k++) {
      const value = values[at + k];
      if (value < box[k]) box[k] = value;
      if (value > box[k + 3]) box[k + 3] = value;
    }
  }
  return box;
}

export async function tightBoxes(
  runtime: WasmRuntime,
  list: readonly Participant[],
  { signal }: JobOptions,
): Promise<Box[]> {
  // Without memory for voxels the job ends after its first phase, in which objects are placed.
  if (list.some(({ object }) => object.matrix)) {
    await runSceneJob(runtime, list, { query: queryNumber('voxels'), adjacency: false }, signal ? { signal } : {});
  }
  return list.map(({ object }) => tightBox(runtime, object));
}
