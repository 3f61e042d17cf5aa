/**
 * Self pairs of an object, decided once in its own coordinates and kept until these change.
 *
 * Why: an invertible matrix neither makes triangles meet nor parts them; rounding placed coordinates might.
 */

import type { JobOptions, WasmRuntime } from '../../backend/wasm/runtime.ts';
import { givenBulk } from '../../backend/wasm/scene-extent.ts';
import { numbered, type Participant, sceneJob } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Task } from '../../backend/wasm/task.ts';
import { JOB, RESULTS } from '../../memory/records.ts';
import type { Box } from '../../tile-lists/image-map.ts';
import { queryNumber } from '../registry.ts';
import { SMALL_TRIANGLES } from './wasm.ts';

/** Objects with more triangles get a job of their own, in which image coordinates have full precision. */
const LARGE_TRIANGLES = 20_000;
/** Objects with fewer triangles do not suffer from outliers: the number of all their pairs is small. */
const FEW_TRIANGLES = 1000;
/** Triangles of smaller objects that share one job. */
const TRIANGLES_AT_ONCE = 4_000_000;

/** Must not run at the same time as another job of the same engine. */
export function* findOwnPairs(
  runtime: WasmRuntime,
  objects: readonly SceneObject[],
  segments: boolean,
  options: JobOptions,
): Task<void> {
  let batch: SceneObject[] = [];
  let triangles = 0;
  const flush = function* (): Task<void> {
    if (batch.length > 0) yield* findInBatch(runtime, batch, segments, options);
    batch = [];
    triangles = 0;
  };
  for (const object of objects) {
    const bulk = object.triangleCount > FEW_TRIANGLES ? givenBulk(runtime.memory, object) : undefined;
    if (bulk || object.triangleCount > LARGE_TRIANGLES) yield* findInBatch(runtime, [object], segments, options, bulk);
    else {
      if (triangles + object.triangleCount > TRIANGLES_AT_ONCE) yield* flush();
      batch.push(object);
      triangles += object.triangleCount;
    }
  }
  yield* flush();
}

function* findInBatch(
  runtime: WasmRuntime,
  objects: readonly SceneObject[],
  segments: boolean,
  { signal }: JobOptions,
  bulk?: Box,
): Task<void> {
  const list = numbered(objects.map((object, id) => [id, object]));
  const write = () => {
    const { u32 } = runtime.memory;
    const fields: [number, number][] = [
      [JOB.at.self, 1],
      [JOB.at.between, 0],
      [JOB.at.penetrating, 0],
      [JOB.at.segments, Number(segments)],
      [JOB.at.limit, 0],
      [JOB.at.ignoreCount, 0],
      [RESULTS.at.hitCount, 0],
      [RESULTS.at.degenerateCount, 0],
      [RESULTS.at.segments, 0],
    ];
    for (const [field, value] of fields) u32[field >>> 2] = value;
  };
  const job = {
    query: queryNumber('collide'),
    adjacency: true,
    given: 'apart',
    smallTriangles: SMALL_TRIANGLES,
    ...(bulk && { bulk }),
    write,
  } as const;
  yield* sceneJob(runtime, list, job, signal ? { signal } : {});
  for (const participant of list) keepPairs(runtime, participant, segments);
}

/** The first index from `from` on at which `isBehind` holds; it holds from there to the end. */
function firstWhere(count: number, isBehind: (i: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Extracts an object's part of the answer: hits and triangles are sorted, so it is contiguous. */
function keepPairs(runtime: WasmRuntime, { object, triangleStart }: Participant, segments: boolean): void {
  const { u32, f64 } = runtime.memory;
  const hits = u32[RESULTS.at.hits >>> 2] >>> 2;
  const hitCount = u32[RESULTS.at.hitCount >>> 2];
  const end = triangleStart + object.triangleCount;
  const from = firstWhere(hitCount, (i) => u32[hits + 2 * i + 1] >= triangleStart);
  const to = firstWhere(hitCount, (i) => u32[hits + 2 * i + 1] >= end);
  const pairs = new Uint32Array(3 * (to - from));
  for (let i = from; i < to; i++) {
    const low = u32[hits + 2 * i];
    pairs[3 * (i - from)] = u32[hits + 2 * i + 1] - triangleStart;
    pairs[3 * (i - from) + 1] = (low >>> 2) - triangleStart;
    pairs[3 * (i - from) + 2] = low & 3;
  }
  const segmentsAt = (u32[RESULTS.at.segments >>> 2] >>> 3) + 6 * from;
  const found = segments && to > from ? f64.slice(segmentsAt, segmentsAt + 6 * (to - from)) : undefined;
  object.kept.pairs = { pairs, segments: found ?? (segments || to === from ? new Float64Array(0) : undefined) };
  const flatAt = u32[RESULTS.at.degenerate >>> 2] >>> 2;
  const flatCount = u32[RESULTS.at.degenerateCount >>> 2];
  const first = firstWhere(flatCount, (i) => u32[flatAt + i] >= triangleStart);
  const last = firstWhere(flatCount, (i) => u32[flatAt + i] >= end);
  object.kept.flat = Uint32Array.from(
    u32.subarray(flatAt + first, flatAt + last),
    (triangle) => triangle - triangleStart,
  );
}
