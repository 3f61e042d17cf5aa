/** `impacts` on the kernels: writes its fields, runs the job, and reads the answer back. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { numbered, type Participant, participants, sceneJob } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { runAsync, type Task } from '../../backend/wasm/task.ts';
import { JOB, RESULTS } from '../../memory/records.ts';
import { joinDegenerate } from '../collide/own-pairs.ts';
import { selectionOfJob } from '../pair-selection.ts';
import { queryNumber } from '../registry.ts';
import { COLLECT_EACH, COLLECT_NONE, COLLECT_TOGETHER, TICKS } from './constants.ts';
import type { Impacts } from './impacts.ts';
import { needsAdjacency, noteImpacts, openKept, reportedBelow } from './kept.ts';
import { coversAll, nearObjects, noteSettled } from './near-objects.ts';
import type { CheckedImpactsOptions } from './options.ts';
import { IMPACT, IMPACTS_JOB } from './records.ts';
import { emptyImpacts, readImpacts } from './wasm-result.ts';

export const RECORD_WORDS = IMPACT.bytes >>> 2;

/**
 * Pairs of features that could meet: of all objects of a list, on the way to any ends that are near enough to those that were asked
 * about. IMPACT records, numbered through that list.
 */
export interface Candidates {
  readonly ids: readonly number[];
  readonly records: Uint32Array;
}

/** The same for a search that covers this fraction of all paths. */
export interface ListedCandidates extends Candidates {
  readonly upTo: number;
}

/** What a search should record for later ones with other ends. */
export interface Collecting {
  /** How far ends may be from the path of their vertex, along each axis. */
  readonly margin: number;
  /** Whether all go the same fraction of their paths; otherwise each may go any fraction. */
  readonly isTogether: boolean;
  /** Whether only the earliest impacts are wanted, up to EARLIEST_WITHIN times as late as the first, and candidates up to there. */
  readonly earliest?: boolean;
}

/** Restrictions of the search for impacts. */
export interface ImpactsSearch {
  readonly collecting?: Collecting;
  /** Only these pairs are examined. */
  readonly given?: Candidates;
}

export interface FoundImpacts extends Impacts {
  readonly candidates?: ListedCandidates;
}

/** Runs the query. Must not run at the same time as another job of the same engine. */
export function impactsWasm(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedImpactsOptions,
  search: ImpactsSearch = {},
): Promise<FoundImpacts> {
  return runAsync(findImpacts(runtime, objects, options, search));
}

/** The objects to search, of all that take part. */
function lookedAt(
  all: readonly Participant[],
  { self, gap }: CheckedImpactsOptions,
  { collecting, given }: ImpactsSearch,
): readonly Participant[] {
  if (given) {
    const asked = new Set(given.ids);
    return numbered(all.flatMap(({ id, object }) => (asked.has(id) ? [[id, object] as const] : [])));
  }
  return self ? all : numbered(nearObjects(all, gap + 2 * (collecting?.margin ?? 0)));
}

/** The same as a task. */
export function* findImpacts(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedImpactsOptions,
  search: ImpactsSearch = {},
): Task<FoundImpacts> {
  const { collecting, given } = search;
  const began = performance.now();
  options.signal?.throwIfAborted();
  const all = participants(objects);
  const list = lookedAt(all, options, search);
  const ids = list.map(({ id }) => id);
  if (list.length === 0 || given?.records.length === 0) {
    const empty = emptyImpacts(runtime, all, options, performance.now() - began);
    return collecting ? { ...empty, candidates: { ids, records: new Uint32Array(0), upTo: 1 } } : empty;
  }
  const kept = collecting || given ? undefined : yield* openKept(runtime, list, options);
  const selects = kept?.selects;
  const selection = selectionOfJob(runtime, options, list);
  const masksAt = Math.ceil(selection.bytes / 64) * 64;
  const givenAt = Math.ceil((masksAt + (selects ? 4 * list.length : 0)) / 64) * 64;
  const write = (tables: number) => {
    const { u32, f64 } = runtime.memory;
    selection.write(tables);
    if (selects)
      for (const [i, { object }] of list.entries()) u32[((tables + masksAt) >>> 2) + i] = object.kept.masks ?? 0;
    if (given) u32.set(given.records, (tables + givenAt) >>> 2);
    const fields: [number, number][] = [
      [JOB.at.limit, 0],
      [RESULTS.at.degenerateCount, 0],
      [IMPACTS_JOB.at.first, Number(options.first)],
      [IMPACTS_JOB.at.prunes, Number((options.first || collecting?.earliest) && options.gap === 0)],
      [IMPACTS_JOB.at.wantsPoints, Number(options.points)],
      [IMPACTS_JOB.at.approaching, Number(options.approaching)],
      [IMPACTS_JOB.at.collects, collecting ? (collecting.isTogether ? COLLECT_TOGETHER : COLLECT_EACH) : COLLECT_NONE],
      [IMPACTS_JOB.at.given, given ? given.records.length / RECORD_WORDS : 0],
      [IMPACTS_JOB.at.candidates, tables + givenAt],
      [IMPACTS_JOB.at.keptMasks, tables + masksAt],
      [IMPACTS_JOB.at.vertexSources, 0],
      [IMPACTS_JOB.at.count, 0],
    ];
    for (const [field, value] of fields) u32[field >>> 2] = value;
    f64[IMPACTS_JOB.at.gap >>> 3] = options.gap;
    f64[IMPACTS_JOB.at.near >>> 3] = reportedBelow(list, options.gap);
    f64[IMPACTS_JOB.at.keep >>> 3] = options.keep;
    f64[IMPACTS_JOB.at.margin >>> 3] = collecting?.margin ?? 0;
  };
  const job = {
    query: queryNumber('impacts'),
    // Where neighbours may be asked for, of all objects.
    adjacency: options.approaching || !kept || needsAdjacency(kept) || ('whole' as const),
    moving: true,
    selects,
    selfOf: selection.selfOf,
    tableBytes: givenAt + (given?.records.byteLength ?? 0),
    write,
  };
  const outcome = yield* sceneJob(runtime, list, job, options);
  const found = readImpacts(runtime, { all, list }, options, { ...outcome, began });
  const candidates = collecting && { ids, ...readCandidates(runtime) };
  if (kept) yield* noteImpacts(runtime, list, kept, found.stats);
  const impacts = kept
    ? { ...found, degenerateTriangles: joinDegenerate(found.degenerateTriangles, list, kept.degenerate) }
    : found;
  if (!given && coversAll(options)) noteSettled(all, impacts);
  return candidates ? { ...impacts, candidates } : impacts;
}

/** The pairs that a search has recorded, and which fraction of the paths it covered. */
function readCandidates({ memory: { u32, buffer } }: WasmRuntime): Omit<ListedCandidates, 'ids'> {
  const at = u32[IMPACTS_JOB.at.candidates >>> 2] >>> 2;
  const records = u32.slice(at, at + RECORD_WORDS * u32[IMPACTS_JOB.at.candidateCount >>> 2]);
  if (u32[IMPACTS_JOB.at.prunes >>> 2] === 0) return { records, upTo: 1 };
  const best = Number(new BigInt64Array(buffer, IMPACTS_JOB.at.best, 1)[0]);
  return { records, upTo: best < TICKS ? best / TICKS : 1 };
}
