/**
 * Visits on wasm: a depth buffer per pane of the image (kernels/pane.ts), passes over pairs of triangles whose boxes overlap
 * (passes-by-pairs.ts), or both.
 */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, runSceneJob, totalTriangles } from '../../backend/wasm/scene-job.ts';
import { THREAD_RECORDS, THREADS_MAX } from '../../memory/constants.ts';
import { THREAD } from '../../memory/records.ts';
import { queryNumber } from '../registry.ts';
import { LOG_PASSES, TASK_PAIR_ROUNDS, TASK_PRUNE } from './constants.ts';
import { type Elements, newElements, numberedTriangles } from './elements.ts';
import type { CheckedCullOptions } from './options.ts';
import { type PassPlan, savesSecondPass } from './passes.ts';
import { pruneByPairs } from './passes-by-pairs.ts';
import type { Prune, PruneRounds, Visit, VisitOutcome, VisitPass } from './prune.ts';
import { CULL_JOB, CULL_LOG, CULL_VIEW } from './records.ts';
import { TrianglePairs, writePairSearch } from './triangle-pairs.ts';
import {
  objectNumbers,
  visitTableBytes,
  writeSettings,
  writeView,
  writeViewRecord,
  writeVisitTables,
} from './visit-tables.ts';

/** What stands for Infinity in a record. */
const COUNT_MOST = 2 ** 31;

/** The passes of each visit. */
function readLog(runtime: WasmRuntime, elements: Elements, trace: boolean): VisitPass[][] {
  const { u32, f64, buffer } = runtime.memory;
  const u8 = new Uint8Array(buffer);
  const visits: VisitPass[][] = [];
  for (let i = 0; i < u32[CULL_JOB.at.logCount >>> 2]; i++) {
    const log = u32[CULL_JOB.at.log >>> 2] + i * CULL_LOG.bytes;
    const field = (offset: number) => u32[(log + offset) >>> 2];
    const sets = field(CULL_LOG.at.labels);
    const visit = field(CULL_LOG.at.visit);
    visits[visit] ??= [];
    visits[visit].push({
      before: field(CULL_LOG.at.before),
      after: field(CULL_LOG.at.after),
      queries: field(CULL_LOG.at.queries),
      renders: field(CULL_LOG.at.renders),
      triangles: field(CULL_LOG.at.triangles),
      // Begun and ended on two threads, whose clocks may differ by a hair (kernel-imports.ts).
      milliseconds: Math.max(0, f64[(log + CULL_LOG.at.time) >>> 3]),
      ...(trace && { sets: u8.slice(sets, sets + elements.count) }),
    });
  }
  return visits;
}

function sumPixels(runtime: WasmRuntime): number {
  let sum = 0;
  for (let slot = 0; slot < THREADS_MAX; slot++) {
    sum += runtime.memory.f64[(THREAD_RECORDS + slot * THREAD.bytes + THREAD.at.candidates) >>> 3];
  }
  return sum;
}

/** Runs a job on the elements of a visit; `fields` are those that say which passes to make. */
async function runVisit(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedCullOptions,
  visit: Visit,
  fields: readonly (readonly [number, number])[],
): Promise<number> {
  const write = (tables: number) => {
    const { u32 } = runtime.memory;
    writeSettings(runtime, options, visit.view);
    writeView(runtime, visit.view);
    writeVisitTables(runtime, list, visit, tables);
    u32[CULL_JOB.at.task >>> 2] = TASK_PRUNE;
    for (const [field, value] of fields) u32[field >>> 2] = value;
  };
  const job = { query: queryNumber('cull'), adjacency: false, tableBytes: visitTableBytes(list, visit), write };
  const { queryBytes } = await runSceneJob(runtime, list, job, {
    signal: options.signal,
    onProgress: visit.onProgress,
  });
  return queryBytes;
}

/** The fields of a job that say which passes to make. */
function passFields(options: CheckedCullOptions, iterations: number): [number, number][] {
  return [
    [CULL_JOB.at.within, Number(options.self)],
    [CULL_JOB.at.quick, Number(options.passes === 'quick')],
    [CULL_JOB.at.secondSaving, Number(savesSecondPass(options))],
    [CULL_JOB.at.iterations, Math.min(iterations, COUNT_MOST)],
    [CULL_JOB.at.trace, Number(options.trace)],
  ];
}

/** Whether depth buffers tell all there is to know. */
function usesDepthOnly({ coverage, self, boxes }: CheckedCullOptions): boolean {
  return coverage === 'sampled' || (!self && !boxes);
}

/** Visits by depth buffers alone: all passes in one job. */
function pruneByDepth(runtime: WasmRuntime, list: readonly Participant[], options: CheckedCullOptions): Prune {
  return async (visit): Promise<VisitOutcome> => {
    const { elements } = visit;
    const iterations = Math.min(visit.iterations, LOG_PASSES / 2);
    const bytes = await runVisit(runtime, list, options, visit, passFields(options, iterations));
    const { u32, buffer } = runtime.memory;
    elements.sets.set(new Uint8Array(buffer, u32[CULL_JOB.at.labels >>> 2], elements.count));
    return {
      passes: readLog(runtime, elements, options.trace)[0],
      stable: u32[CULL_JOB.at.stable >>> 2] !== 0,
      fragments: sumPixels(runtime),
      bytes,
    };
  };
}

/** The triangles that a job on all views has left. */
function readLeft(runtime: WasmRuntime, list: readonly Participant[]): Elements {
  const { u32, buffer } = runtime.memory;
  const count = u32[CULL_JOB.at.elementCount >>> 2];
  const elements = newElements(count, true);
  const Objects = objectNumbers(list);
  elements.object.set(new Objects(buffer as ArrayBuffer, u32[CULL_JOB.at.objectOf >>> 2], count));
  elements.sets.set(new Uint8Array(buffer, u32[CULL_JOB.at.labels >>> 2], count));
  const triangles = u32[CULL_JOB.at.triangles >>> 2] >>> 2;
  const indices = list.map(({ object }) => object.indices);
  for (let i = 0; i < count; i++) {
    const triangle = (u32[triangles + i] - indices[elements.object[i]]) / 12;
    elements.from[i] = triangle;
    elements.to[i] = triangle + 1;
  }
  return elements;
}

function readBoxes({ memory }: WasmRuntime, list: readonly Participant[]): Float32Array {
  const from = memory.u32[CULL_JOB.at.leftBoxes >>> 2] >>> 2;
  return memory.f32.slice(from, from + 8 * list.length);
}

/** Whether passes over pairs tell all there is to know. */
function usesPairsOnly({ coverage, boxes, sweep }: CheckedCullOptions): boolean {
  return coverage !== 'sampled' && boxes && !sweep;
}

/** All visits in one job, by depth buffers or pairs alone, if elements are triangles and nothing else is asked of each visit. */
export function pruneRoundsOnWasm(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedCullOptions,
): PruneRounds | undefined {
  const byPairs = usesPairsOnly(options);
  if (options.trace || options.refit || !(byPairs || usesDepthOnly(options))) return undefined;
  return async ({ views, elements: given, orders, kept, iterations, rounds, onProgress }) => {
    if (!given.areTriangles) return undefined;
    const elements = numberedTriangles(given, orders);
    const viewBytes = CULL_VIEW.bytes * views.length;
    const write = (tables: number) => {
      writeSettings(runtime, options, views[0]);
      writeView(runtime, views[0]);
      for (const [i, view] of views.entries()) writeViewRecord(runtime, view, tables + i * CULL_VIEW.bytes);
      writeVisitTables(runtime, list, { elements, orders: [], kept }, tables + viewBytes);
      const fields: [number, number][] = [
        [CULL_JOB.at.task, byPairs ? TASK_PAIR_ROUNDS : TASK_PRUNE],
        ...passFields(options, iterations),
        [CULL_JOB.at.sweeps, Number(options.sweep)],
        [CULL_JOB.at.views, tables],
        [CULL_JOB.at.viewCount, views.length],
        [CULL_JOB.at.visitCount, Math.min(rounds * views.length, COUNT_MOST)],
      ];
      for (const [field, value] of fields) runtime.memory.u32[field >>> 2] = value;
      if (byPairs) writePairSearch(runtime, options, { between: true, reach: views[0].reach });
    };
    const tableBytes = viewBytes + visitTableBytes(list, { elements, kept });
    const job = { query: queryNumber('cull'), adjacency: false, tableBytes, write };
    const { queryBytes } = await runSceneJob(runtime, list, job, { signal: options.signal, onProgress });
    return {
      elements: readLeft(runtime, list),
      orders: [],
      boxes: readBoxes(runtime, list),
      visits: readLog(runtime, elements, false),
      swept: runtime.memory.u32[CULL_JOB.at.swept >>> 2],
      fragments: sumPixels(runtime),
      bytes: queryBytes,
    };
  };
}

/** One pass between objects, by depth buffers; one byte per element, not zero where it is hidden. */
async function passByDepth(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedCullOptions,
  visit: Visit,
  plan: PassPlan,
): Promise<Uint8Array> {
  const inTurn = options.order !== 'given' && visit.elements.count > list.length;
  await runVisit(runtime, list, options, visit, [
    [CULL_JOB.at.onePass, 1],
    [CULL_JOB.at.pass, Number(plan.backward)],
    [CULL_JOB.at.asked, plan.asked],
    [CULL_JOB.at.drawn, plan.drawn],
    [CULL_JOB.at.inTurn, Number(inTurn)],
  ]);
  const { u32, buffer } = runtime.memory;
  return new Uint8Array(buffer, u32[CULL_JOB.at.hidden >>> 2], visit.elements.count).slice();
}

export function pruneOnWasm(runtime: WasmRuntime, list: readonly Participant[], options: CheckedCullOptions): Prune {
  const { boxes } = options;
  if (usesDepthOnly(options)) return pruneByDepth(runtime, list, options);
  const pairs = new TrianglePairs(runtime, list, options, { between: boxes });
  const starts = list.map(({ triangleStart }) => triangleStart);
  const beside = (visit: Visit, plan: PassPlan) => passByDepth(runtime, list, options, visit, plan);
  return pruneByPairs(pairs, options, starts, totalTriangles(list), boxes ? undefined : beside);
}
