/** Reads the answer of a `contacts` job out of the engine's memory. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import { STOP_LIMIT } from '../../memory/constants.ts';
import { CONTROL, RESULTS, THREAD } from '../../memory/records.ts';
import { copied, copiedBytes, readFeatures } from '../impacts/read-features.ts';
import {
  emptyPairStats,
  type JobOutcome,
  phaseMilliseconds,
  readDegenerate,
  readPairStats,
  readTimes,
  sumOverThreads,
} from '../pair-result.ts';
import { PHASE_CONTACTS_MEASURE } from './constants.ts';
import type { ContactsStats, FeatureContacts } from './contacts.ts';
import type { CheckedContactsOptions } from './options.ts';
import { CONTACTS_JOB } from './records.ts';

/** Contacts of each pair of objects. */
export function countObjectPairs(features: Uint32Array): Uint32Array {
  const pairs = new Map<string, [number, number, number]>();
  let last: [number, number, number] | undefined;
  for (let i = 0; i < features.length; i += 6) {
    const a = Math.min(features[i], features[i + 3]);
    const b = Math.max(features[i], features[i + 3]);
    // Consecutive contacts tend to be of the same objects.
    if (last?.[0] !== a || last[1] !== b) {
      last = pairs.get(`${a} ${b}`) ?? [a, b, 0];
      pairs.set(`${a} ${b}`, last);
    }
    last[2]++;
  }
  return Uint32Array.from([...pairs.values()].sort((p, q) => p[0] - q[0] || p[1] - q[1]).flat());
}

function readValues({ memory: { buffer, u32, f64 } }: WasmRuntime, count: number, withPoints: boolean) {
  const { at } = CONTACTS_JOB;
  const doubles = (field: number, width: number) => copied(f64, u32[field >>> 2], width * count);
  const bytes = (field: number) => copiedBytes(buffer, u32[field >>> 2], count);
  return {
    distances: doubles(at.distances, 1),
    leads: bytes(at.leads),
    sides: new Int8Array(bytes(at.sides).buffer),
    ...(withPoints && { points: doubles(at.points, 6) }),
    normals: doubles(at.normals, 3),
    coordinates: doubles(at.coordinates, 2),
  };
}

function readStats(
  runtime: WasmRuntime,
  list: readonly Participant[],
  outcome: JobOutcome,
  count: number,
): ContactsStats {
  const { total, ...stages } = readTimes(runtime, outcome.began);
  return {
    ...readPairStats(runtime, list, outcome),
    milliseconds: { ...stages, measure: count > 0 ? phaseMilliseconds(runtime, PHASE_CONTACTS_MEASURE) : 0, total },
    trianglesLookedAt: runtime.memory.u32[RESULTS.at.selectedTriangles >>> 2],
    featurePairs: sumOverThreads(runtime, THREAD.at.featurePairs),
    exactFallbacks: sumOverThreads(runtime, THREAD.at.whole),
  };
}

/** Without `points` where they are not asked for: the scene's method says so in its types. */
export function readContacts(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedContactsOptions,
  outcome: JobOutcome,
): FeatureContacts {
  const { u32 } = runtime.memory;
  const count = u32[CONTACTS_JOB.at.count >>> 2];
  const records = readFeatures(runtime, list, CONTACTS_JOB.at, count);
  return {
    ...records,
    ...readValues(runtime, count, options.points),
    objectPairs: countObjectPairs(records.features),
    degenerateTriangles: readDegenerate(runtime, list),
    limited: outcome.stopped === STOP_LIMIT || u32[CONTROL.at.hitTotal >>> 2] >= options.limit,
    stats: readStats(runtime, list, outcome, count),
  } as FeatureContacts;
}

/** The values of features that were given, in their order. There are no search statistics, and no further results of a search. */
export function readGiven(runtime: WasmRuntime, list: readonly Participant[], began: number): FeatureContacts {
  const count = runtime.memory.u32[CONTACTS_JOB.at.count >>> 2];
  const records = readFeatures(runtime, list, CONTACTS_JOB.at, count);
  return {
    ...emptyContacts(runtime, { points: true }, performance.now() - began),
    ...records,
    ...readValues(runtime, count, true),
    objectPairs: countObjectPairs(records.features),
  };
}

/** The answer for a scene without triangles. */
export function emptyContacts(
  runtime: WasmRuntime,
  options: Pick<CheckedContactsOptions, 'points'>,
  total: number,
): FeatureContacts {
  const none = () => new Float64Array(0);
  return {
    kinds: new Uint8Array(0),
    features: new Uint32Array(0),
    vertices: new Uint32Array(0),
    distances: none(),
    leads: new Uint8Array(0),
    sides: new Int8Array(0),
    ...(options.points && { points: none() }),
    normals: none(),
    coordinates: none(),
    objectPairs: new Uint32Array(0),
    degenerateTriangles: new Uint32Array(0),
    limited: false,
    stats: {
      ...emptyPairStats(runtime),
      milliseconds: { bounds: 0, image: 0, walk: 0, exact: 0, measure: 0, total },
      trianglesLookedAt: 0,
      featurePairs: 0,
      exactFallbacks: 0,
    },
  } as FeatureContacts;
}
