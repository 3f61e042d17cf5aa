/** Reads the answer of a `contacts` job out of the engine's memory. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import { STOP_LIMIT } from '../../memory/constants.ts';
import { CONTROL, THREAD } from '../../memory/records.ts';
import { IMPACT_KIND } from '../impacts/impacts.ts';
import { IMPACT } from '../impacts/records.ts';
import { SceneNumbers } from '../impacts/wasm-result.ts';
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
import { CONTACT_VALUES, CONTACTS_JOB } from './records.ts';

function readFeatures(runtime: WasmRuntime, list: readonly Participant[], count: number) {
  const { u32 } = runtime.memory;
  const at = u32[CONTACTS_JOB.at.list >>> 2];
  const kinds = new Uint8Array(count);
  const features = new Uint32Array(6 * count);
  const vertices = new SceneNumbers(list, 'vertices');
  const others = new SceneNumbers(list, 'vertices');
  const triangles = new SceneNumbers(list, 'triangles');
  for (let i = 0; i < count; i++) {
    const record = (at + i * IMPACT.bytes) >>> 2;
    const word = (field: number) => u32[record + (field >>> 2)];
    const kind = word(IMPACT.at.kind);
    const b = kind === IMPACT_KIND.vertexFace ? triangles : others;
    kinds[i] = kind;
    features[6 * i] = vertices.object(word(IMPACT.at.a0));
    features[6 * i + 1] = vertices.within(word(IMPACT.at.a0));
    features[6 * i + 2] = vertices.within(word(IMPACT.at.a1));
    features[6 * i + 3] = b.object(word(IMPACT.at.b0));
    features[6 * i + 4] = b.within(word(IMPACT.at.b0));
    features[6 * i + 5] = b.within(word(IMPACT.at.b1));
  }
  return { kinds, features };
}

/** Contacts of each pair of objects. */
function countObjectPairs(features: Uint32Array): Uint32Array {
  const counts = new Map<number, Map<number, number>>();
  for (let i = 0; i < features.length; i += 6) {
    const a = Math.min(features[i], features[i + 3]);
    const b = Math.max(features[i], features[i + 3]);
    let row = counts.get(a);
    if (!row) counts.set(a, (row = new Map()));
    row.set(b, (row.get(b) ?? 0) + 1);
  }
  const rows = [...counts].flatMap(([a, row]) => [...row].map(([b, count]) => [a, b, count]));
  return Uint32Array.from(rows.sort((p, q) => p[0] - q[0] || p[1] - q[1]).flat());
}

function readValues(runtime: WasmRuntime, count: number, withPoints: boolean) {
  const { u32, f64 } = runtime.memory;
  const values = u32[CONTACTS_JOB.at.values >>> 2];
  const { at, bytes } = CONTACT_VALUES;
  const doubles = (field: number, width: number): Float64Array => {
    const read = new Float64Array(width * count);
    for (let i = 0; i < count; i++) {
      const from = (values + i * bytes + field) >>> 3;
      for (let k = 0; k < width; k++) read[width * i + k] = f64[from + k];
    }
    return read;
  };
  const leads = new Uint8Array(count);
  const sides = new Int8Array(count);
  for (let i = 0; i < count; i++) {
    leads[i] = u32[(values + i * bytes + at.lead) >>> 2];
    sides[i] = u32[(values + i * bytes + at.side) >>> 2];
  }
  return {
    distances: doubles(at.distance, 1),
    leads,
    sides,
    ...(withPoints && { points: doubles(at.points, 6) }),
    normals: doubles(at.normal, 3),
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
  const records = readFeatures(runtime, list, count);
  return {
    ...records,
    ...readValues(runtime, count, options.points),
    objectPairs: countObjectPairs(records.features),
    degenerateTriangles: readDegenerate(runtime, list),
    limited: outcome.stopped === STOP_LIMIT || u32[CONTROL.at.hitTotal >>> 2] >= options.limit,
    stats: readStats(runtime, list, outcome, count),
  } as FeatureContacts;
}

/** The answer for a scene without triangles. */
export function emptyContacts(runtime: WasmRuntime, options: CheckedContactsOptions, total: number): FeatureContacts {
  const none = () => new Float64Array(0);
  return {
    kinds: new Uint8Array(0),
    features: new Uint32Array(0),
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
      featurePairs: 0,
      exactFallbacks: 0,
    },
  } as FeatureContacts;
}
