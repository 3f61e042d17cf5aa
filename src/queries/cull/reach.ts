/** The elements that reach into the box of another object (kernels/reach.ts): the sweep and prune that comes before culling. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, runSceneJob } from '../../backend/wasm/scene-job.ts';
import { JOB } from '../../memory/records.ts';
import { queryNumber } from '../registry.ts';
import { TASK_REACH } from './constants.ts';
import { CULL_SET } from './cull.ts';
import { type Elements, type TriangleOrders, withoutSet } from './elements.ts';
import type { CheckedCullOptions } from './options.ts';
import { CULL_JOB } from './records.ts';
import { visitTableBytes, writeVisitTables } from './visit-tables.ts';

/** Those elements; image coordinates are up to date afterwards. `reach` is that of the views, in image units. */
export async function reachingElements(
  runtime: WasmRuntime,
  list: readonly Participant[],
  { signal }: CheckedCullOptions,
  { elements, orders, reach }: { elements: Elements; orders: TriangleOrders; reach: number },
): Promise<{ elements: Elements; bytes: number }> {
  const { memory } = runtime;
  const visit = { elements, orders, kept: new Uint8Array(0) };
  const write = (tables: number) => {
    writeVisitTables(runtime, list, visit, tables);
    memory.u32[JOB.at.ignoreCount >>> 2] = 0;
    memory.u32[CULL_JOB.at.task >>> 2] = TASK_REACH;
    memory.f64[CULL_JOB.at.reach >>> 3] = reach;
  };
  const job = { query: queryNumber('cull'), adjacency: false, tableBytes: visitTableBytes(list, visit), write };
  const { queryBytes } = await runSceneJob(runtime, list, job, signal ? { signal } : {});
  const marks = new Uint8Array(memory.buffer, memory.u32[CULL_JOB.at.hidden >>> 2], elements.count);
  for (let i = 0; i < elements.count; i++) if (marks[i] === 0) elements.sets[i] = CULL_SET.BFV;
  return { elements: withoutSet(elements, CULL_SET.BFV), bytes: queryBytes };
}
