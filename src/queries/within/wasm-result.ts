/** Reads the answer of a `within` job out of the engine's memory. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import { runAsync } from '../../backend/wasm/task.ts';
import { STOP_LIMIT } from '../../memory/constants.ts';
import { CONTROL, RESULTS, THREAD } from '../../memory/records.ts';
import {
  emptyPairStats,
  type JobOutcome,
  phaseMilliseconds,
  readDegenerate,
  readPairStats,
  readPairs,
  readTimes,
  sumOverThreads,
} from '../pair-result.ts';
import { PHASE_WITHIN_MEASURE } from './constants.ts';
import type { CheckedWithinOptions } from './options.ts';
import { WITHIN_JOB } from './records.ts';
import type { Proximities, WithinStats, WithinTimes } from './within.ts';

interface NearestOfObjects {
  readonly objectDistances: Float64Array;
  readonly nearestPairs: Uint32Array;
}

/** The least distance between the objects of each pair. Consecutive triangle pairs tend to belong to the same objects. */
function findNearest(trianglePairs: Uint32Array, distances: Float64Array, objectPairs: Uint32Array): NearestOfObjects {
  const count = objectPairs.length / 3;
  const objectDistances = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const nearestPairs = new Uint32Array(count);
  const placeOf = new Map<string, number>();
  for (let i = 0; i < count; i++) placeOf.set(`${objectPairs[3 * i]} ${objectPairs[3 * i + 1]}`, i);
  let a = -1;
  let b = -1;
  let place = 0;
  for (let pair = 0; pair < distances.length; pair++) {
    if (trianglePairs[4 * pair] !== a || trianglePairs[4 * pair + 2] !== b) {
      a = trianglePairs[4 * pair];
      b = trianglePairs[4 * pair + 2];
      place = placeOf.get(`${a} ${b}`)!;
    }
    if (distances[pair] >= objectDistances[place]) continue;
    objectDistances[place] = distances[pair];
    nearestPairs[place] = pair;
  }
  return { objectDistances, nearestPairs };
}

type ListedPairs = Pick<
  Proximities,
  'trianglePairs' | 'distances' | 'points' | 'objectPairs' | 'objectDistances' | 'nearestPairs'
>;

/** Each thread has found a nearest pair per pair of objects; keeps the nearest of them. */
function onlyNearest({ trianglePairs, distances, points, objectPairs, nearestPairs }: ListedPairs): ListedPairs {
  const kept = nearestPairs.toSorted();
  const rows = <T extends Uint32Array | Float64Array>(from: T, width: number): T => {
    const to = from.slice(0, width * kept.length) as T;
    for (const [i, pair] of kept.entries()) to.set(from.subarray(width * pair, width * pair + width), width * i);
    return to;
  };
  const placeOf = new Map(Array.from(kept, (pair, i) => [pair, i]));
  return {
    trianglePairs: rows(trianglePairs, 4),
    distances: rows(distances, 1),
    ...(points && { points: rows(points, 6) }),
    objectPairs: objectPairs.map((value, at) => (at % 3 === 2 ? 1 : value)),
    objectDistances: Float64Array.from(nearestPairs, (pair) => distances[pair]),
    nearestPairs: nearestPairs.map((pair) => placeOf.get(pair)!),
  };
}

function readAllTimes(runtime: WasmRuntime, began: number, pairs: number): WithinTimes {
  const { total, ...stages } = readTimes(runtime, began);
  return { ...stages, measure: pairs > 0 ? phaseMilliseconds(runtime, PHASE_WITHIN_MEASURE) : 0, total };
}

function readStats(
  runtime: WasmRuntime,
  list: readonly Participant[],
  outcome: JobOutcome,
  pairs: number,
): WithinStats {
  return {
    ...readPairStats(runtime, list, outcome),
    trianglesLookedAt: runtime.memory.u32[RESULTS.at.selectedTriangles >>> 2],
    milliseconds: readAllTimes(runtime, outcome.began, pairs),
    exactFallbacks: sumOverThreads(runtime, THREAD.at.fallbacks),
  };
}

export async function readProximities(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedWithinOptions,
  outcome: JobOutcome,
): Promise<Proximities> {
  const { memory } = runtime;
  const { trianglePairs, kinds, objectPairs } = await runAsync(readPairs(runtime, list));
  const count = kinds.length;
  const doubles = (field: number, length: number) => {
    const at = memory.u32[field >>> 2] >>> 3;
    return memory.f64.slice(at, at + length);
  };
  const distances = doubles(WITHIN_JOB.at.distances, count);
  const listed: ListedPairs = {
    trianglePairs,
    distances,
    ...(options.points && { points: doubles(WITHIN_JOB.at.points, 6 * count) }),
    objectPairs,
    ...findNearest(trianglePairs, distances, objectPairs),
  };
  return {
    ...(options.objects ? onlyNearest(listed) : listed),
    degenerateTriangles: readDegenerate(runtime, list),
    limited: outcome.stopped === STOP_LIMIT || memory.u32[CONTROL.at.hitTotal >>> 2] >= options.limit,
    stats: readStats(runtime, list, outcome, count),
  };
}

/** The answer for a scene without triangles. */
export function emptyProximities(runtime: WasmRuntime, options: CheckedWithinOptions, total: number): Proximities {
  return {
    trianglePairs: new Uint32Array(0),
    distances: new Float64Array(0),
    ...(options.points && { points: new Float64Array(0) }),
    objectPairs: new Uint32Array(0),
    objectDistances: new Float64Array(0),
    nearestPairs: new Uint32Array(0),
    degenerateTriangles: new Uint32Array(0),
    limited: false,
    stats: {
      ...emptyPairStats(runtime),
      trianglesLookedAt: 0,
      milliseconds: { bounds: 0, image: 0, walk: 0, exact: 0, measure: 0, total },
      exactFallbacks: 0,
    },
  };
}
