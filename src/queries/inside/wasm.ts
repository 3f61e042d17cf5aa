/** `inside` on the wasm engine: writes the points, runs the job, and reads the answer back. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { participants, runSceneJob } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { JOB } from '../../memory/records.ts';
import { openMeshError, opennessOf } from '../open-mesh.ts';
import { queryNumber } from '../registry.ts';
import type { CheckedInsideOptions, CheckedPoints } from './options.ts';
import { INSIDE_JOB } from './records.ts';

/** An object as the caller knows it. */
export interface Asked {
  readonly id: number;
  readonly label: string;
}

function refuseOpen(runtime: WasmRuntime, object: SceneObject, label: string): void {
  const edges = opennessOf(runtime, object);
  if (edges) throw openMeshError('inside', label, edges, 'then the answer is what one ray from each point meets.');
}

/** Runs the query. Must not run at the same time as another job of the same engine. */
export async function insideWasm(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  { id, label }: Asked,
  points: CheckedPoints,
  options: CheckedInsideOptions,
): Promise<Uint8Array> {
  options.signal?.throwIfAborted();
  const object = objects.get(id);
  const list = participants(object ? [[id, object]] : []);
  if (!object || list.length === 0 || points.count === 0) return new Uint8Array(points.count);
  // Whether edges cancel by their vertices' numbers is known from the first query on.
  if (object.edgesCancel === false && !options.allowOpen) refuseOpen(runtime, object, label);
  const write = (tables: number) => {
    const { u32, f64 } = runtime.memory;
    f64.set(points.coordinates, tables >>> 3);
    f64.set(points.box, INSIDE_JOB.at.pointBox >>> 3);
    u32[INSIDE_JOB.at.points >>> 2] = tables;
    u32[INSIDE_JOB.at.pointCount >>> 2] = points.count;
    u32[INSIDE_JOB.at.checkEdges >>> 2] = Number(object.edgesCancel === undefined);
    if (points.isWide) u32[JOB.at.wide >>> 2] = 1;
  };
  const job = { query: queryNumber('inside'), adjacency: false, tableBytes: points.coordinates.byteLength, write };
  await runSceneJob(runtime, list, job, options);
  const { u32 } = runtime.memory;
  if (object.edgesCancel === undefined) {
    object.edgesCancel = u32[INSIDE_JOB.at.edgeSum >>> 2] === 0 && u32[(INSIDE_JOB.at.edgeSum >>> 2) + 1] === 0;
    if (!object.edgesCancel && !options.allowOpen) refuseOpen(runtime, object, label);
  }
  const answers = u32[INSIDE_JOB.at.answers >>> 2];
  return new Uint8Array(runtime.memory.buffer, answers, points.count).slice();
}
