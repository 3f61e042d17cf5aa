/** The layered image on the wasm engine: writes the elements, runs a job of two passes per iteration, reads the sets back. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, runSceneJob } from '../../backend/wasm/scene-job.ts';
import { QUERY_CULL, THREAD_CANDIDATES, THREAD_RECORDS, THREAD_STRIDE, THREADS_MAX } from '../../memory/layout.ts';
import { type Elements, forTriangles, triangleTotal } from './elements.ts';
import type { ViewFrame } from './frame.ts';
import {
  COVER_BOXES,
  COVER_CONSERVATIVE,
  COVER_SAMPLED,
  CULL_AXIS,
  CULL_BOXES,
  CULL_COVERAGE,
  CULL_DEPTH_BITS,
  CULL_ELEMENT_COUNT,
  CULL_ELEMENT_OF,
  CULL_GROW,
  CULL_HIDDEN,
  CULL_ITERATIONS,
  CULL_KEPT,
  CULL_LABELS,
  CULL_LOG,
  CULL_LOG_COUNT,
  CULL_LOW,
  CULL_OBJECT_OF,
  CULL_PIXEL,
  CULL_QUICK,
  CULL_RADIUS,
  CULL_REACH,
  CULL_RESOLUTION,
  CULL_SCALE,
  CULL_SECOND_SAVING,
  CULL_SELF,
  CULL_STABLE,
  CULL_TASK,
  CULL_TRACE,
  CULL_TRIANGLE_COUNT,
  CULL_TRIANGLES,
  LOG_AFTER,
  LOG_BEFORE,
  LOG_LABELS,
  LOG_PASSES,
  LOG_QUERIES,
  LOG_RENDERS,
  LOG_STRIDE,
  LOG_TIME,
  LOG_TRIANGLES,
  TASK_PRUNE,
} from './layout.ts';
import type { CheckedCullOptions } from './options.ts';
import type { Prune, Visit, VisitOutcome, VisitPass } from './prune.ts';

const COVER = { sampled: COVER_SAMPLED, uobb: COVER_BOXES, conservative: COVER_CONSERVATIVE };

/** Whether the second pass asks only for what was fully visible in the first: FAR's saving (§4.2.1). */
export function savesSecondPass({ passes, coverage }: CheckedCullOptions): boolean {
  return passes === 'cullide' && coverage === 'uobb';
}

function writeView(runtime: WasmRuntime, view: ViewFrame): void {
  const { f64 } = runtime.memory;
  f64.set(view.low, CULL_LOW >>> 3);
  f64.set(view.scale, CULL_SCALE >>> 3);
  f64.set(view.pixel, CULL_PIXEL >>> 3);
  f64.set(view.grow, CULL_GROW >>> 3);
  f64[CULL_RADIUS >>> 3] = view.radius;
  f64[CULL_REACH >>> 3] = view.reach;
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
    [CULL_TRIANGLES, tables],
    [CULL_TRIANGLE_COUNT, triangles],
    [CULL_ELEMENT_OF, tables + 4 * triangles],
    [CULL_ELEMENT_COUNT, elements.count],
    [CULL_OBJECT_OF, objectsAt],
    [CULL_LABELS, labelsAt],
    [CULL_KEPT, labelsAt + elements.count],
    [CULL_HIDDEN, labelsAt + 2 * elements.count],
  ];
  for (const [field, value] of fields) u32[field >>> 2] = value;
}

function writeSettings(runtime: WasmRuntime, options: CheckedCullOptions, visit: Visit): void {
  const { u32 } = runtime.memory;
  const fields: [number, number][] = [
    [CULL_TASK, TASK_PRUNE],
    [CULL_AXIS, visit.view.axis],
    [CULL_RESOLUTION, options.resolution],
    [CULL_COVERAGE, COVER[options.coverage]],
    [CULL_SELF, Number(options.self)],
    [CULL_BOXES, Number(options.boxes)],
    [CULL_QUICK, Number(options.passes === 'quick')],
    [CULL_SECOND_SAVING, Number(savesSecondPass(options))],
    [CULL_ITERATIONS, Math.min(visit.iterations, LOG_PASSES)],
    [CULL_TRACE, Number(options.trace)],
    [CULL_DEPTH_BITS, options.depthBits],
  ];
  for (const [field, value] of fields) u32[field >>> 2] = value;
}

function readLog(runtime: WasmRuntime, elements: Elements, trace: boolean): VisitPass[] {
  const { u32, f64, buffer } = runtime.memory;
  const u8 = new Uint8Array(buffer);
  const passes: VisitPass[] = [];
  for (let i = 0; i < u32[CULL_LOG_COUNT >>> 2]; i++) {
    const log = u32[CULL_LOG >>> 2] + i * LOG_STRIDE;
    const field = (offset: number) => u32[(log + offset) >>> 2];
    const sets = field(LOG_LABELS);
    passes.push({
      before: field(LOG_BEFORE),
      after: field(LOG_AFTER),
      queries: field(LOG_QUERIES),
      renders: field(LOG_RENDERS),
      triangles: field(LOG_TRIANGLES),
      milliseconds: f64[(log + LOG_TIME) >>> 3],
      ...(trace && { sets: u8.slice(sets, sets + elements.count) }),
    });
  }
  return passes;
}

function sumFragments(runtime: WasmRuntime): number {
  let sum = 0;
  for (let slot = 0; slot < THREADS_MAX; slot++) {
    sum += runtime.memory.f64[(THREAD_RECORDS + slot * THREAD_STRIDE + THREAD_CANDIDATES) >>> 3];
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
    const job = { query: QUERY_CULL, adjacency: false, tableBytes: bytes, write };
    const running = { signal: options.signal, onProgress: visit.onProgress };
    const { queryBytes } = await runSceneJob(runtime, list, job, running);
    const { u32, buffer } = runtime.memory;
    elements.sets.set(new Uint8Array(buffer, u32[CULL_LABELS >>> 2], elements.count));
    return {
      passes: readLog(runtime, elements, options.trace),
      stable: u32[CULL_STABLE >>> 2] !== 0,
      fragments: sumFragments(runtime),
      bytes: queryBytes,
    };
  };
}
