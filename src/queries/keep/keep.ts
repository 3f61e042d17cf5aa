/** Finds and keeps what depends on a mesh alone, however it is placed: its degenerate triangles, and its clusters. */

import type { JobOptions, WasmRuntime } from '../../backend/wasm/runtime.ts';
import { numbered, sceneJob } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Task } from '../../backend/wasm/task.ts';
import { CLUSTER_WORK_DEPTH, CLUSTER_WORK_MOST, NODE_BYTES, SLAB_BYTES } from '../../memory/constants.ts';
import { CLUSTER_WORK, CLUSTERS } from '../../memory/scene-records.ts';
import { queryNumber } from '../registry.ts';
import { KEEP_ITEM, KEEP_JOB } from './records.ts';

const QUERY = queryNumber('keep');

/** Boxes of clusters are in single precision; objects beyond this have none. */
const REACH_MAX = 2 ** 100;
/** The budget of work that is done in one go. */
const ALL = 0xffffffff;
/** Triangles up to which the calling thread does it alone. */
const SMALL_TRIANGLES = 2048;

/** Whether clusters can be made of an object. */
export function canHaveClusters({ restBox, triangleCount, kept, isOnGpu }: SceneObject): boolean {
  return !kept.clusters && triangleCount > 0 && !isOnGpu && restBox.every((value) => Math.abs(value) < REACH_MAX);
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
  const items = objects.map((object) => ({ object, work: 0, budget: clustered.has(object) ? ALL : 0 }));
  if (items.length > 0) yield* run(runtime, items, options);
}

/** An object to make clusters of, and how much work to do on it now, in nanoseconds of one thread, roughly. */
export interface PartToMake {
  readonly object: SceneObject;
  readonly budget: number;
}

/** Makes clusters as far as the budgets allow; later calls continue. Must not run at the same time as another job of the same engine. */
export function* continueParts(runtime: WasmRuntime, parts: readonly PartToMake[], options: JobOptions): Task<void> {
  try {
    const items = parts.map(({ object, budget }) => {
      const isWhole = budget === Number.POSITIVE_INFINITY && object.kept.work === undefined;
      return { object, work: isWhole ? 0 : workOf(runtime, object), budget: Math.min(Math.ceil(budget), ALL) };
    });
    if (items.length > 0) yield* run(runtime, items, options);
  } catch (error) {
    // Work that was interrupted cannot be continued.
    for (const { object } of parts) object.kept.dropWork();
    throw error;
  }
}

/** The memory in which the clusters of an object are made, if that takes several calls. */
function workOf({ memory }: WasmRuntime, object: SceneObject): number {
  return object.kept.work ?? object.kept.openWork(memory, workBytes(object), object.label);
}

/** The bytes that `layOut` of mesh/kernels/cluster-build.ts divides; there, a cluster has at least eight triangles, or all of them. */
function workBytes({ triangleCount, vertexCount }: SceneObject): number {
  const clusters = Math.max(1, Math.floor(triangleCount / 8));
  const lists = 36 * triangleCount + clusters * (8 + 2 * NODE_BYTES + SLAB_BYTES) + 4 * vertexCount;
  const stack = 12 * Math.min(CLUSTER_WORK_DEPTH, clusters + 1);
  const points = 72 * Math.min(CLUSTER_WORK_MOST, triangleCount);
  // Eleven lists and records begin on whole vectors, and one more start is listed than there are clusters.
  return lists + stack + points + CLUSTER_WORK.bytes + CLUSTERS.bytes + 11 * 16 + 8;
}

/** As KEEP_ITEM says; without a budget, no clusters are made. */
interface Item {
  readonly object: SceneObject;
  readonly work: number;
  readonly budget: number;
}

function* run(runtime: WasmRuntime, wanted: readonly Item[], options: JobOptions): Task<void> {
  let items = 0;
  const write = (tables: number) => {
    items = tables;
    const { u32, f64 } = runtime.memory;
    u32.fill(0, tables >>> 2, (tables + wanted.length * KEEP_ITEM.bytes) >>> 2);
    u32[KEEP_JOB.at.items >>> 2] = tables;
    for (const [i, { object, work, budget }] of wanted.entries()) {
      const item = tables + i * KEEP_ITEM.bytes;
      u32[(item + KEEP_ITEM.at.wantsClusters) >>> 2] = Number(budget > 0);
      u32[(item + KEEP_ITEM.at.work) >>> 2] = work;
      u32[(item + KEEP_ITEM.at.workBytes) >>> 2] = workBytes(object);
      u32[(item + KEEP_ITEM.at.budget) >>> 2] = budget;
      f64.set(object.restBox, (item + KEEP_ITEM.at.box) >>> 3);
    }
  };
  const job = {
    query: QUERY,
    adjacency: false,
    given: 'bare',
    smallTriangles: SMALL_TRIANGLES,
    tableBytes: wanted.length * KEEP_ITEM.bytes,
    write,
  } as const;
  yield* sceneJob(runtime, numbered(wanted.map(({ object }, id) => [id, object])), job, options);
  const made = wanted.flatMap(({ object, budget }, i) =>
    readItem(runtime, object, budget, items + i * KEEP_ITEM.bytes),
  );
  // New blocks may lie where the arena begins. Those in the arena go first, in ascending order: none is overwritten before it has been copied.
  made.sort((a, b) => Number(b.isInArena) - Number(a.isInArena) || a.work - b.work);
  for (const { object, work } of made) object.kept.takeClusters(runtime.memory, work, object.label);
}

/** Keeps the lists of an object; returns where its clusters lie, if they are made. */
function readItem({ memory }: WasmRuntime, object: SceneObject, budget: number, item: number) {
  const { u32 } = memory;
  const word = (field: number) => u32[(item + field) >>> 2];
  const list = (at: number, count: number) => u32.slice(at >>> 2, (at >>> 2) + count);
  if (budget > 0 && word(KEEP_ITEM.at.isDone) === 0) return [];
  object.kept.degenerate = list(word(KEEP_ITEM.at.degenerate), word(KEEP_ITEM.at.degenerateCount));
  if (budget === 0) return [];
  object.kept.fragile = list(word(KEEP_ITEM.at.fragile), word(KEEP_ITEM.at.fragileCount));
  const work = word(KEEP_ITEM.at.work);
  return [{ object, work, isInArena: work !== object.kept.work }];
}
