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

const RECORD_WORDS = IMPACT.bytes >>> 2;
const [A0, A1, B0, B1] = [IMPACT.at.a0, IMPACT.at.a1, IMPACT.at.b0, IMPACT.at.b1].map((at) => at >>> 2);
const VALUES_DOUBLES = CONTACT_VALUES.bytes >>> 3;

function readFeatures(runtime: WasmRuntime, list: readonly Participant[], count: number) {
  const { u32 } = runtime.memory;
  const kinds = new Uint8Array(count);
  const features = new Uint32Array(6 * count);
  const four = new Uint32Array(4 * count);
  const vertices = new SceneNumbers(list, 'vertices');
  const others = new SceneNumbers(list, 'vertices');
  const triangles = new SceneNumbers(list, 'triangles');
  let record = u32[CONTACTS_JOB.at.list >>> 2] >>> 2;
  for (let i = 0, to = 0; i < count; i++, to += 6, record += RECORD_WORDS) {
    const kind = u32[record];
    const b = kind === IMPACT_KIND.vertexFace ? triangles : others;
    kinds[i] = kind;
    features[to] = vertices.object(u32[record + A0]);
    features[to + 1] = vertices.within(u32[record + A0]);
    features[to + 2] = vertices.within(u32[record + A1]);
    features[to + 3] = b.object(u32[record + B0]);
    features[to + 4] = b.within(u32[record + B0]);
    features[to + 5] = b.within(u32[record + B1]);
    const isFace = b === triangles;
    four[4 * i] = features[to + 1];
    four[4 * i + 1] = isFace ? triangles.corner(u32[record + B0], 0, u32) : features[to + 2];
    four[4 * i + 2] = isFace ? triangles.corner(u32[record + B0], 1, u32) : features[to + 4];
    four[4 * i + 3] = isFace ? triangles.corner(u32[record + B0], 2, u32) : features[to + 5];
  }
  return { kinds, features, vertices: four };
}

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

/** So many doubles of each record of values, from a field on. */
function readDoubles(runtime: WasmRuntime, count: number, field: number, width: number): Float64Array {
  const { u32, f64 } = runtime.memory;
  const read = new Float64Array(width * count);
  let from = (u32[CONTACTS_JOB.at.values >>> 2] + field) >>> 3;
  for (let i = 0, to = 0; i < count; i++, from += VALUES_DOUBLES) {
    for (let k = 0; k < width; k++) read[to++] = f64[from + k];
  }
  return read;
}

function readValues(runtime: WasmRuntime, count: number, withPoints: boolean) {
  const { u32 } = runtime.memory;
  const { at, bytes } = CONTACT_VALUES;
  const doubles = (field: number, width: number) => readDoubles(runtime, count, field, width);
  const leads = new Uint8Array(count);
  const sides = new Int8Array(count);
  const values = u32[CONTACTS_JOB.at.values >>> 2] >>> 2;
  for (let i = 0, from = values; i < count; i++, from += bytes >>> 2) {
    leads[i] = u32[from + (at.lead >>> 2)];
    sides[i] = u32[from + (at.side >>> 2)];
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

/** The values of features that were given, in their order. What a search costs, and finds besides, there is none of. */
export function readGiven(runtime: WasmRuntime, list: readonly Participant[], began: number): FeatureContacts {
  const count = runtime.memory.u32[CONTACTS_JOB.at.count >>> 2];
  const records = readFeatures(runtime, list, count);
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
      featurePairs: 0,
      exactFallbacks: 0,
    },
  } as FeatureContacts;
}
