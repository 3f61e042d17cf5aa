/** Reads the answer of a `collide` job out of the engine's memory. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import type { Task } from '../../backend/wasm/task.ts';
import { STOP_LIMIT } from '../../memory/constants.ts';
import { CONTROL, RESULTS, THREAD } from '../../memory/records.ts';
import {
  emptyPairStats,
  type JobOutcome,
  readDegenerate,
  readPairStats,
  readPairs,
  readTimes,
  sumOverThreads,
} from '../pair-result.ts';
import type { CollideStats, Collisions } from './collide.ts';
import type { CheckedCollideOptions } from './options.ts';

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

/** What was found, without what it took; alike for every job that leaves its hits behind. */
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
