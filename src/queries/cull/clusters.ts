/**
 * Orders of triangles in which ranges are clusters of neighbours, made by a job of the kernels (kernels/clusters.ts there).
 *
 * They follow from how a mesh is joined, so they are made once per mesh and kept while it moves.
 */

import type { JobOptions, WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, runSceneJob } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { queryNumber } from '../registry.ts';
import { TASK_CLUSTER } from './constants.ts';
import type { TriangleOrders } from './elements.ts';
import { CULL_JOB } from './records.ts';

interface KnownOrder {
  readonly clusterSize: number;
  readonly order: Uint32Array;
}

/** A mesh with other triangles is another SceneObject. */
const known = new WeakMap<SceneObject, KnownOrder>();

/** A level of clusters is of use when an object has this many of them. */
const CLUSTERS_LEAST = 4;

/**
 * Sizes of the elements below objects, from large to small; the last are triangles. A level costs a picture of all that is
 * left, so clusters are `clusterSize`² times as large from one level to the next: two levels of them only in objects of
 * millions of triangles.
 */
export function elementSizes(list: readonly Participant[], clusterSize: number): number[] {
  const largest = Math.max(...list.map(({ object }) => object.triangleCount));
  const sizes = [1];
  if (largest > clusterSize) sizes.unshift(clusterSize);
  for (let size = clusterSize ** 3; size * CLUSTERS_LEAST <= largest; size *= clusterSize ** 2) sizes.unshift(size);
  return sizes;
}

export async function triangleOrders(
  runtime: WasmRuntime,
  list: readonly Participant[],
  clusterSize: number,
  options: JobOptions,
): Promise<TriangleOrders> {
  const isKnown = (object: SceneObject) => known.get(object)?.clusterSize === clusterSize;
  const lacking = [...list.keys()].filter((index) => {
    const { object } = list[index];
    return object.triangleCount > clusterSize && !isKnown(object);
  });
  if (lacking.length > 0) await makeOrders(runtime, list, lacking, clusterSize, options);
  return list.map(({ object }) => (object.triangleCount > clusterSize ? known.get(object)?.order : undefined));
}

async function makeOrders(
  runtime: WasmRuntime,
  list: readonly Participant[],
  lacking: readonly number[],
  clusterSize: number,
  options: JobOptions,
): Promise<void> {
  const counts = lacking.map((index) => list[index].object.triangleCount);
  const head = 8 * lacking.length;
  const total = counts.reduce((sum, count) => sum + count, 0);
  let ordersAt = 0;
  const write = (tables: number) => {
    const { u32 } = runtime.memory;
    ordersAt = tables + head;
    u32.set(lacking, tables >>> 2);
    let at = ordersAt;
    for (const [i, count] of counts.entries()) {
      u32[(tables >>> 2) + lacking.length + i] = at;
      at += 4 * count;
    }
    u32[CULL_JOB.at.task >>> 2] = TASK_CLUSTER;
    u32[CULL_JOB.at.clusterObjects >>> 2] = tables;
    u32[CULL_JOB.at.clusterOrders >>> 2] = tables + 4 * lacking.length;
    u32[CULL_JOB.at.clusterCount >>> 2] = lacking.length;
    u32[CULL_JOB.at.clusterSize >>> 2] = clusterSize;
  };
  const job = { query: queryNumber('cull'), adjacency: true, tableBytes: head + 4 * total, write };
  await runSceneJob(runtime, list, job, options);
  let at = ordersAt >>> 2;
  for (const [i, index] of lacking.entries()) {
    known.set(list[index].object, { clusterSize, order: runtime.memory.u32.slice(at, at + counts[i]) });
    at += counts[i];
  }
}
