/** Finds out, and keeps, what belongs to a mesh however it is placed: its triangles without area, and its clusters. */

import type { JobOptions, WasmRuntime } from '../../backend/wasm/runtime.ts';
import { numbered, sceneJob } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Task } from '../../backend/wasm/task.ts';
import { queryNumber } from '../registry.ts';
import { KEEP_ITEM, KEEP_JOB } from './records.ts';

/** Boxes of clusters are in single precision; objects beyond this have none. */
const REACH_MAX = 2 ** 100;
/** Triangles up to which the calling thread does it alone. */
const SMALL_TRIANGLES = 2048;

/** Whether clusters can be made of an object. */
export function canHaveClusters({ restBox, triangleCount, kept, isAway }: SceneObject): boolean {
  return !kept.clusters && triangleCount > 0 && !isAway && restBox.every((value) => Math.abs(value) < REACH_MAX);
}

/**
 * Must not run at the same time as another job of the same engine. `clustered` are those of the objects that get clusters, too.
 */
export function* keepParts(
  runtime: WasmRuntime,
  objects: readonly SceneObject[],
  clustered: ReadonlySet<SceneObject>,
  options: JobOptions,
): Task<void> {
  if (objects.length === 0) return;
  const list = numbered(objects.map((object, id) => [id, object]));
  let items = 0;
  const write = (tables: number) => {
    items = tables;
    const { u32, f64 } = runtime.memory;
    u32.fill(0, tables >>> 2, (tables + objects.length * KEEP_ITEM.bytes) >>> 2);
    u32[KEEP_JOB.at.items >>> 2] = tables;
    for (const [i, object] of objects.entries()) {
      const item = tables + i * KEEP_ITEM.bytes;
      u32[(item + KEEP_ITEM.at.wantsClusters) >>> 2] = Number(clustered.has(object));
      f64.set(object.restBox, (item + KEEP_ITEM.at.box) >>> 3);
    }
  };
  const job = {
    query: queryNumber('keep'),
    adjacency: false,
    given: 'bare',
    smallTriangles: SMALL_TRIANGLES,
    tableBytes: objects.length * KEEP_ITEM.bytes,
    write,
  } as const;
  yield* sceneJob(runtime, list, job, options);
  const found = objects.map((object, i) => {
    const word = (field: number) => runtime.memory.u32[(items + i * KEEP_ITEM.bytes + field) >>> 2];
    const at = word(KEEP_ITEM.at.flat) >>> 2;
    object.kept.flat = runtime.memory.u32.slice(at, at + word(KEEP_ITEM.at.flatCount));
    const fragile = word(KEEP_ITEM.at.fragile) >>> 2;
    if (fragile !== 0)
      object.kept.fragile = runtime.memory.u32.slice(fragile, fragile + word(KEEP_ITEM.at.fragileCount));
    return { object, clusters: word(KEEP_ITEM.at.clusters) };
  });
  // Blocks are taken from below the arena, and from its beginning: in ascending order none is written over before its turn.
  const made = found.filter(({ clusters }) => clusters !== 0).sort((a, b) => a.clusters - b.clusters);
  for (const { object, clusters } of made) object.kept.takeClusters(runtime.memory, clusters, object.label);
}
