/** Reads the answer of an `impacts` job out of the engine's memory. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, totalTriangles } from '../../backend/wasm/scene-job.ts';
import { RESULTS, THREAD } from '../../memory/records.ts';
import {
  emptyPairStats,
  type JobOutcome,
  phaseMilliseconds,
  readDegenerate,
  readPairStats,
  readTimes,
  sumOverThreads,
} from '../pair-result.ts';
import { PHASE_IMPACTS_CONTACTS, TICKS } from './constants.ts';
import { sceneDeviation } from './deviation.ts';
import type { Impacts, ImpactsStats, ImpactsTimes } from './impacts.ts';
import type { CheckedImpactsOptions } from './options.ts';
import { type FeatureLists, readFeatures } from './read-features.ts';
import { IMPACT, IMPACTS_JOB } from './records.ts';

interface Records extends FeatureLists {
  readonly sides: Int8Array;
  readonly times: Float64Array;
}

function readRecords(runtime: WasmRuntime, list: readonly Participant[]): Records {
  const { u32, f64 } = runtime.memory;
  const at = u32[IMPACTS_JOB.at.list >>> 2];
  const count = u32[IMPACTS_JOB.at.count >>> 2];
  const sides = new Int8Array(count);
  const times = new Float64Array(count);
  for (let i = 0, record = at; i < count; i++, record += IMPACT.bytes) {
    sides[i] = u32[(record + IMPACT.at.side) >>> 2];
    times[i] = f64[(record + IMPACT.at.tick) >>> 3] / TICKS;
  }
  return { ...readFeatures(runtime, list, IMPACTS_JOB.at, count), sides, times };
}

interface PairSum {
  readonly a: number;
  readonly b: number;
  count: number;
  earliest: number;
}

/** Impacts of each pair of objects, and the earliest of them. */
function readObjectPairs({ features, times }: Records): Pick<Impacts, 'objectPairs' | 'earliest'> {
  const pairs = new Map<string, PairSum>();
  let pair: PairSum | undefined;
  for (let i = 0; i < times.length; i++) {
    const a = Math.min(features[6 * i], features[6 * i + 3]);
    const b = Math.max(features[6 * i], features[6 * i + 3]);
    // Consecutive impacts tend to belong to the same objects.
    if (pair?.a !== a || pair.b !== b) {
      const key = `${a} ${b}`;
      pair = pairs.get(key) ?? { a, b, count: 0, earliest: i };
      pairs.set(key, pair);
    }
    pair.count++;
    if (times[i] < times[pair.earliest]) pair.earliest = i;
  }
  const sorted = [...pairs.values()].sort((p, q) => p.a - q.a || p.b - q.b);
  return {
    objectPairs: Uint32Array.from(sorted.flatMap(({ a, b, count }) => [a, b, count])),
    earliest: Uint32Array.from(sorted, ({ earliest }) => earliest),
  };
}

function readContacts(runtime: WasmRuntime, count: number): Pick<Impacts, 'points' | 'normals' | 'coordinates'> {
  const { u32, f64 } = runtime.memory;
  const at = u32[IMPACTS_JOB.at.contacts >>> 2] >>> 3;
  const points = new Float64Array(3 * count);
  const normals = new Float64Array(3 * count);
  const coordinates = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    const from = at + 8 * i;
    for (let k = 0; k < 3; k++) {
      points[3 * i + k] = f64[from + k];
      normals[3 * i + k] = f64[from + 3 + k];
    }
    coordinates[2 * i] = f64[from + 6];
    coordinates[2 * i + 1] = f64[from + 7];
  }
  return { points, normals, coordinates };
}

function readAllTimes(runtime: WasmRuntime, began: number, impacts: number): ImpactsTimes {
  const { total, ...stages } = readTimes(runtime, began);
  return { ...stages, contacts: impacts > 0 ? phaseMilliseconds(runtime, PHASE_IMPACTS_CONTACTS) : 0, total };
}

/** Counts over all objects, including those that were too far from others to be searched. */
const sizesOf = (all: readonly Participant[]) => ({
  objects: all.length,
  triangles: totalTriangles(all),
  moving: movingCount(all),
});

const movingCount = (list: readonly Participant[]): number =>
  list.reduce((count, { object }) => count + Number(object.aimed !== undefined), 0);

function readStats(
  runtime: WasmRuntime,
  list: readonly Participant[],
  outcome: JobOutcome,
  contacts: number,
): ImpactsStats {
  return {
    ...readPairStats(runtime, list, outcome),
    milliseconds: readAllTimes(runtime, outcome.began, contacts),
    moving: 0,
    trianglesLookedAt: runtime.memory.u32[RESULTS.at.selectedTriangles >>> 2],
    featurePairs: sumOverThreads(runtime, THREAD.at.featurePairs),
    exactFallbacks: sumOverThreads(runtime, THREAD.at.whole),
  };
}

export function readImpacts(
  runtime: WasmRuntime,
  { all, list }: { readonly all: readonly Participant[]; readonly list: readonly Participant[] },
  options: CheckedImpactsOptions,
  outcome: JobOutcome,
): Impacts {
  const records = readRecords(runtime, list);
  const count = records.times.length;
  return {
    ...records,
    ...(options.points && readContacts(runtime, count)),
    ...readObjectPairs(records),
    deviation: sceneDeviation(all),
    degenerateTriangles: readDegenerate(runtime, list),
    stats: { ...readStats(runtime, list, outcome, count), ...sizesOf(all) },
  };
}

/** The answer where no object has triangles, or none is near another. */
export function emptyImpacts(
  runtime: WasmRuntime,
  all: readonly Participant[],
  options: CheckedImpactsOptions,
  total: number,
): Impacts {
  const none = () => new Float64Array(0);
  return {
    kinds: new Uint8Array(0),
    features: new Uint32Array(0),
    vertices: new Uint32Array(0),
    sides: new Int8Array(0),
    times: none(),
    ...(options.points && { points: none(), normals: none(), coordinates: none() }),
    objectPairs: new Uint32Array(0),
    earliest: new Uint32Array(0),
    deviation: sceneDeviation(all),
    degenerateTriangles: new Uint32Array(0),
    stats: {
      ...emptyPairStats(runtime),
      milliseconds: { bounds: 0, image: 0, walk: 0, exact: 0, contacts: 0, total },
      trianglesLookedAt: 0,
      featurePairs: 0,
      exactFallbacks: 0,
      ...sizesOf(all),
    },
  };
}
