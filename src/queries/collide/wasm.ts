/** `collide` on the wasm engine: writes its fields, runs the job, and reads the answer back. */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, participants, type SceneJob, sceneJob } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { runAsync, type Task } from '../../backend/wasm/task.ts';
import { STOP_LIMIT } from '../../memory/constants.ts';
import { CONTROL, JOB, RESULTS, THREAD } from '../../memory/records.ts';
import type { ImageMap } from '../../tile-lists/image-map.ts';
import {
  emptyPairStats,
  type JobOutcome,
  readDegenerate,
  readPairStats,
  readPairs,
  readTimes,
  sumOverThreads,
} from '../pair-result.ts';
import { selectionOfJob } from '../pair-selection.ts';
import { queryNumber } from '../registry.ts';
import type { CollideStats, Collisions } from './collide.ts';
import type { Selection } from './keeper.ts';
import type { CheckedCollideOptions } from './options.ts';

const QUERY = queryNumber('collide');

/**
 * Below this, a query takes less time on the calling thread than waking others does; and should all of these triangles meet
 * all others, the calling thread is blocked for a few frames at most.
 */
export const SMALL_TRIANGLES = 512;

/** The same for a trial, which places the boxes of clusters and examines a few of them: a millisecond for 400 000 triangles. */
const SMALL_TRIAL_TRIANGLES = 1 << 20;

/** What the job may use of what is kept (`plan` in run.ts); see SceneJob. */
export interface KeptUse {
  readonly selects?: Selection | undefined;
  readonly isTrial?: boolean;
  readonly selfOf?: SceneJob['selfOf'];
  readonly unchanged?: SceneJob['unchanged'];
  readonly map?: ImageMap | undefined;
}

/**
 * Runs the query, with the pairs where objects are placed. Must not run at the same time as another job of the same engine. `survivors` is what culling has left:
 * one byte per triangle of all objects (see JOB.at.survivors); triangles that share a vertex are decided all the same.
 */
export async function collideWasm(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedCollideOptions,
  survivors?: Uint8Array,
): Promise<Collisions> {
  return runAsync(collideListed(runtime, participants(objects), options, survivors));
}

/** The same for the objects of a list, as a task. */
export function* collideListed(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedCollideOptions,
  survivors?: Uint8Array,
  use: KeptUse = {},
): Task<Collisions> {
  const began = performance.now();
  options.signal?.throwIfAborted();
  if (list.length === 0) return emptyCollisions(runtime, options, performance.now() - began);
  const selection = selectionOfJob(runtime, options, list);
  const write = (tables: number) => {
    const { u32 } = runtime.memory;
    selection.write(tables);
    const survivorsAt = tables + selection.bytes;
    if (survivors) new Uint8Array(runtime.memory.buffer, survivorsAt, survivors.length).set(survivors);
    u32[JOB.at.penetrating >>> 2] = Number(options.contacts === 'penetrating');
    u32[JOB.at.segments >>> 2] = Number(options.segments);
    u32[JOB.at.limit >>> 2] = options.limit < 0xffffffff ? options.limit : 0;
    u32[JOB.at.survivors >>> 2] = survivors ? survivorsAt : 0;
    u32[RESULTS.at.hitCount >>> 2] = 0;
    u32[RESULTS.at.degenerateCount >>> 2] = 0;
    u32[RESULTS.at.segments >>> 2] = 0;
  };
  const tableBytes = selection.bytes + (survivors?.length ?? 0);
  const job = {
    query: QUERY,
    adjacency: options.self,
    centreOnBulk: true,
    smallTriangles: use.isTrial ? SMALL_TRIAL_TRIANGLES : SMALL_TRIANGLES,
    selfOf: selection.selfOf,
    tableBytes,
    write,
    ...use,
  };
  const outcome = yield* sceneJob(runtime, list, job, options);
  return yield* readCollisions(runtime, list, options, { ...outcome, began });
}

// Reads the answer of a `collide` job out of the engine's memory.

function readStats(runtime: WasmRuntime, list: readonly Participant[], outcome: JobOutcome): CollideStats {
  // Named one by one: spreading them into another object takes microseconds, which counts in small scenes.
  const { backend, threads, objects, triangles, image, candidates, bytes } = readPairStats(runtime, list, outcome);
  return {
    backend,
    threads,
    objects,
    triangles,
    image,
    candidates,
    bytes,
    trianglesLookedAt: runtime.memory.u32[RESULTS.at.selectedTriangles >>> 2],
    milliseconds: readTimes(runtime, outcome.began),
    certifiedFans: sumOverThreads(runtime, THREAD.at.certified),
    neighbourTests: sumOverThreads(runtime, THREAD.at.neighbours),
    exactFallbacks: sumOverThreads(runtime, THREAD.at.fallbacks),
  };
}

/** The pairs found, without statistics; the same for every job that produces hits. */
export function* readAnswer(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedCollideOptions,
  stopped: number,
): Task<Omit<Collisions, 'stats'>> {
  const words = runtime.memory.u32;
  const count = words[RESULTS.at.hitCount >>> 2];
  const pairs = yield* readPairs(runtime, list);
  const segmentsAt = words[RESULTS.at.segments >>> 2] >>> 3;
  const limited = stopped === STOP_LIMIT || words[CONTROL.at.hitTotal >>> 2] >= options.limit;
  const answer = { ...pairs, degenerateTriangles: readDegenerate(runtime, list), limited };
  if (!options.segments) return answer;
  return { ...answer, segments: runtime.memory.f64.slice(segmentsAt, segmentsAt + 6 * count) };
}

export function* readCollisions(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedCollideOptions,
  outcome: JobOutcome,
): Task<Collisions> {
  const answer = yield* readAnswer(runtime, list, options, outcome.stopped);
  return { ...answer, stats: readStats(runtime, list, outcome) };
}

/** The answer for a scene without triangles. */
export function emptyCollisions(
  runtime: WasmRuntime,
  options: CheckedCollideOptions,
  total: number,
  backend: CollideStats['backend'] = 'wasm',
): Collisions {
  const { threads, objects, triangles, image, candidates, bytes } = emptyPairStats(runtime);
  const answer = {
    trianglePairs: new Uint32Array(0),
    kinds: new Uint8Array(0),
    objectPairs: new Uint32Array(0),
    degenerateTriangles: new Uint32Array(0),
    limited: false,
    stats: {
      backend,
      threads,
      objects,
      triangles,
      image,
      candidates,
      bytes,
      trianglesLookedAt: 0,
      milliseconds: { bounds: 0, image: 0, walk: 0, exact: 0, total },
      certifiedFans: 0,
      neighbourTests: 0,
      exactFallbacks: 0,
    },
  };
  return options.segments ? { ...answer, segments: new Float64Array(0) } : answer;
}
