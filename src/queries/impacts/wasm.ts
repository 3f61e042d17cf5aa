/** `impacts` on the kernels: writes its fields, runs the job, and reads the answer back. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { numbered, participants, sceneJob } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { inTurns, type Task } from '../../backend/wasm/task.ts';
import { JOB, RESULTS } from '../../memory/records.ts';
import { selectionOfJob } from '../pair-selection.ts';
import { queryNumber } from '../registry.ts';
import type { Impacts } from './impacts.ts';
import { nearObjects } from './near-objects.ts';
import type { CheckedImpactsOptions } from './options.ts';
import { IMPACTS_JOB } from './records.ts';
import { emptyImpacts, readImpacts } from './wasm-result.ts';

/** Runs the query. Must not run at the same time as another job of the same engine. */
export function impactsWasm(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedImpactsOptions,
): Promise<Impacts> {
  return inTurns(findImpacts(runtime, objects, options));
}

/** The same as a task. */
export function* findImpacts(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedImpactsOptions,
): Task<Impacts> {
  const began = performance.now();
  options.signal?.throwIfAborted();
  const all = participants(objects);
  const list = options.self ? all : numbered(nearObjects(all, options.gap));
  if (list.length === 0) return emptyImpacts(runtime, all, options, performance.now() - began);
  const selection = selectionOfJob(runtime, options, list);
  const write = (tables: number) => {
    const { u32, f64 } = runtime.memory;
    selection.write(tables);
    const fields: [number, number][] = [
      [JOB.at.limit, 0],
      [RESULTS.at.degenerateCount, 0],
      [IMPACTS_JOB.at.first, Number(options.first)],
      [IMPACTS_JOB.at.prunes, Number(options.first && options.gap === 0)],
      [IMPACTS_JOB.at.wantsPoints, Number(options.points)],
      [IMPACTS_JOB.at.approaching, Number(options.approaching)],
    ];
    for (const [field, value] of fields) u32[field >>> 2] = value;
    f64[IMPACTS_JOB.at.gap >>> 3] = options.gap;
    f64[IMPACTS_JOB.at.keep >>> 3] = options.keep;
  };
  const job = {
    query: queryNumber('impacts'),
    adjacency: true,
    moving: true,
    selfOf: selection.selfOf,
    tableBytes: selection.bytes,
    write,
  };
  const outcome = yield* sceneJob(runtime, list, job, options);
  return readImpacts(runtime, { all, list }, options, { ...outcome, began });
}
