/** Fragment lists on wasm: writes the elements, runs a job of two passes per iteration, reads the sets back. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, runSceneJob } from '../../backend/wasm/scene-job.ts';
import { THREAD_RECORDS, THREADS_MAX } from '../../memory/constants.ts';
import { THREAD } from '../../memory/records.ts';
import { queryNumber } from '../registry.ts';
import { COVER_BOXES, COVER_CONSERVATIVE, COVER_SAMPLED, LOG_PASSES, TASK_PRUNE } from './constants.ts';
import { type Elements, forTriangles, triangleTotal } from './elements.ts';
import type { ViewFrame } from './frame.ts';
import type { CheckedCullOptions } from './options.ts';
import type { Prune, Visit, VisitOutcome, VisitPass } from './prune.ts';
import { CULL_JOB, CULL_LOG } from './records.ts';

const COVER = { sampled: COVER_SAMPLED, uobb: COVER_BOXES, conservative: COVER_CONSERVATIVE };

/** Whether the second pass asks only for what was fully visible in the first: FAR's saving (§4.2.1). */
export function savesSecondPass({ passes, coverage }: CheckedCullOptions): boolean {
  return passes === 'cullide' && coverage === 'uobb';
}

function writeView(runtime: WasmRuntime, view: ViewFrame): void {
  const { f64 } = runtime.memory;
  f64.set(view.low, CULL_JOB.at.low >>> 3);
  f64.set(view.scale, CULL_JOB.at.scale >>> 3);
  f64.set(view.pixel, CULL_JOB.at.pixel >>> 3);
  f64.set(view.grow, CULL_JOB.at.grow >>> 3);
  f64[CULL_JOB.at.radius >>> 3] = view.radius;
  f64[CULL_JOB.at.reach >>> 3] = view.reach;
}

/** Bytes of the tables: two numbers per triangle, one number and three bytes per element. */
function tableBytes(triangles: number, elements: number): number {
  return 8 * triangles + 4 * elements + 3 * elements;
}

function writeTables(runtime: WasmRuntime, list: readonly Participant[], visit: Visit, tables: number): void {
  const { elements, orders, kept } = visit;
  const triangles = triangleTotal(elements);
  const { u32, buffer } = runtime.memory;
  const u8 = new Uint8Array(buffer);
  const numbers = u32.subarray(tables >>> 2, (tables >>> 2) + triangles);
  const elementOf = u32.subarray((tables >>> 2) + triangles, (tables >>> 2) + 2 * triangles);
  const starts = list.map(({ triangleStart }) => triangleStart);
  let rank = 0;
  forTriangles(elements, orders, (element, triangle) => {
    numbers[rank] = starts[elements.object[element]] + triangle;
    elementOf[rank++] = element;
  });
  const objectsAt = tables + 8 * triangles;
  const labelsAt = objectsAt + 4 * elements.count;
  u32.set(elements.object, objectsAt >>> 2);
  u8.set(elements.sets, labelsAt);
  u8.set(kept, labelsAt + elements.count);
  const fields: [number, number][] = [
    [CULL_JOB.at.triangles, tables],
    [CULL_JOB.at.triangleCount, triangles],
    [CULL_JOB.at.elementOf, tables + 4 * triangles],
    [CULL_JOB.at.elementCount, elements.count],
    [CULL_JOB.at.objectOf, objectsAt],
    [CULL_JOB.at.labels, labelsAt],
    [CULL_JOB.at.kept, labelsAt + elements.count],
    [CULL_JOB.at.hidden, labelsAt + 2 * elements.count],
  ];
  for (const [field, value] of fields) u32[field >>> 2] = value;
}

function writeSettings(runtime: WasmRuntime, options: CheckedCullOptions, visit: Visit): void {
  const { u32 } = runtime.memory;
  const fields: [number, number][] = [
    [CULL_JOB.at.task, TASK_PRUNE],
    [CULL_JOB.at.axis, visit.view.axis],
    [CULL_JOB.at.resolution, options.resolution],
    [CULL_JOB.at.coverage, COVER[options.coverage]],
    [CULL_JOB.at.self, Number(options.self)],
    [CULL_JOB.at.boxes, Number(options.boxes)],
    [CULL_JOB.at.quick, Number(options.passes === 'quick')],
    [CULL_JOB.at.secondSaving, Number(savesSecondPass(options))],
    [CULL_JOB.at.iterations, Math.min(visit.iterations, LOG_PASSES)],
    [CULL_JOB.at.trace, Number(options.trace)],
    [CULL_JOB.at.depthBits, options.depthBits],
  ];
  for (const [field, value] of fields) u32[field >>> 2] = value;
}

function readLog(runtime: WasmRuntime, elements: Elements, trace: boolean): VisitPass[] {
  const { u32, f64, buffer } = runtime.memory;
  const u8 = new Uint8Array(buffer);
  const passes: VisitPass[] = [];
  for (let i = 0; i < u32[CULL_JOB.at.logCount >>> 2]; i++) {
    const log = u32[CULL_JOB.at.log >>> 2] + i * CULL_LOG.bytes;
    const field = (offset: number) => u32[(log + offset) >>> 2];
    const sets = field(CULL_LOG.at.labels);
    passes.push({
      before: field(CULL_LOG.at.before),
      after: field(CULL_LOG.at.after),
      queries: field(CULL_LOG.at.queries),
      renders: field(CULL_LOG.at.renders),
      triangles: field(CULL_LOG.at.triangles),
      milliseconds: f64[(log + CULL_LOG.at.time) >>> 3],
      ...(trace && { sets: u8.slice(sets, sets + elements.count) }),
    });
  }
  return passes;
}

function sumFragments(runtime: WasmRuntime): number {
  let sum = 0;
  for (let slot = 0; slot < THREADS_MAX; slot++) {
    sum += runtime.memory.f64[(THREAD_RECORDS + slot * THREAD.bytes + THREAD.at.candidates) >>> 3];
  }
  return sum;
}

export function pruneOnWasm(runtime: WasmRuntime, list: readonly Participant[], options: CheckedCullOptions): Prune {
  return async (visit): Promise<VisitOutcome> => {
    const { elements } = visit;
    const write = (tables: number) => {
      writeSettings(runtime, options, visit);
      writeView(runtime, visit.view);
      writeTables(runtime, list, visit, tables);
    };
    const bytes = tableBytes(triangleTotal(elements), elements.count);
    const job = { query: queryNumber('cull'), adjacency: false, tableBytes: bytes, write };
    const running = { signal: options.signal, onProgress: visit.onProgress };
    const { queryBytes } = await runSceneJob(runtime, list, job, running);
    const { u32, buffer } = runtime.memory;
    elements.sets.set(new Uint8Array(buffer, u32[CULL_JOB.at.labels >>> 2], elements.count));
    return {
      passes: readLog(runtime, elements, options.trace),
      stable: u32[CULL_JOB.at.stable >>> 2] !== 0,
      fragments: sumFragments(runtime),
      bytes: queryBytes,
    };
  };
}
