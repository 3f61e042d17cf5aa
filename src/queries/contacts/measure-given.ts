/** Measures features that are known already, without looking for others: the phases of `contacts` that search are left out. */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, participants, runSceneJob } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { JOB } from '../../memory/records.ts';
import { IMPACT_KIND } from '../impacts/impacts.ts';
import { IMPACT } from '../impacts/records.ts';
import { queryNumber } from '../registry.ts';
import type { FeatureContacts } from './contacts.ts';
import { CONTACTS_JOB } from './records.ts';
import { extentOf, PLANE_BELOW, SMALL_TRIANGLES } from './wasm.ts';
import { emptyContacts, readGiven } from './wasm-result.ts';

/** Features that are numbered as the caller numbers them, of each a kind and six numbers. */
export interface GivenFeatures {
  readonly kinds: Uint8Array;
  readonly features: Uint32Array;
}

/** Writes records of given features, numbered through the scene. */
function writeGiven(
  { u32 }: WasmRuntime['memory'],
  list: readonly Participant[],
  { kinds, features }: GivenFeatures,
  at: number,
): void {
  const byId = new Map(list.map((entry) => [entry.id, entry]));
  const welded = new Map<number, ReadonlyMap<number, number>>();
  const vertexOf = ({ id, object: { sources }, vertexStart }: Participant, given: number): number => {
    if (!sources) return vertexStart + given;
    let own = welded.get(id);
    if (!own) welded.set(id, (own = new Map(Array.from(sources, (source, vertex) => [source, vertex]))));
    return vertexStart + own.get(given)!;
  };
  for (let i = 0; i < kinds.length; i++) {
    const [objectA, a0, a1, objectB, b0, b1] = features.subarray(6 * i, 6 * i + 6);
    const [a, b] = [byId.get(objectA)!, byId.get(objectB)!];
    const record = at + i * IMPACT.bytes;
    const isFace = kinds[i] === IMPACT_KIND.vertexFace;
    u32[(record + IMPACT.at.kind) >>> 2] = kinds[i];
    u32[(record + IMPACT.at.a0) >>> 2] = vertexOf(a, a0);
    u32[(record + IMPACT.at.a1) >>> 2] = vertexOf(a, a1);
    u32[(record + IMPACT.at.b0) >>> 2] = isFace ? b.triangleStart + b0 : vertexOf(b, b0);
    u32[(record + IMPACT.at.b1) >>> 2] = isFace ? b.triangleStart + b1 : vertexOf(b, b1);
  }
}

/** Distances, points, normals and sides of given features, in their order, as `contacts` has them: however far apart they are. */
export async function measureGiven(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  given: GivenFeatures,
  signal: AbortSignal | undefined,
): Promise<FeatureContacts> {
  const began = performance.now();
  const count = given.kinds.length;
  const list = participants(objects);
  if (count === 0 || list.length === 0) return emptyContacts(runtime, { points: true }, performance.now() - began);
  const write = (tables: number) => {
    const { u32, f64 } = runtime.memory;
    writeGiven(runtime.memory, list, given, tables);
    u32[JOB.at.limit >>> 2] = 0;
    u32[CONTACTS_JOB.at.given >>> 2] = count;
    u32[CONTACTS_JOB.at.list >>> 2] = tables;
    f64[CONTACTS_JOB.at.distance >>> 3] = Number.POSITIVE_INFINITY;
    f64[CONTACTS_JOB.at.planeBelow >>> 3] = PLANE_BELOW * extentOf(list);
  };
  const job = {
    query: queryNumber('contacts'),
    adjacency: true,
    centreOnBulk: true,
    smallTriangles: SMALL_TRIANGLES,
    tableBytes: count * IMPACT.bytes,
    write,
  };
  await runSceneJob(runtime, list, job, { signal });
  return readGiven(runtime, list, began);
}
