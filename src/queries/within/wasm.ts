/** `within` on the kernels: writes its fields, runs the job, and reads the answer back. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { type Participant, participants, runSceneJob } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { EngineError } from '../../errors.ts';
import { SELECTS_SOME } from '../../memory/constants.ts';
import { JOB, RESULTS } from '../../memory/records.ts';
import { selectionOfJob } from '../pair-selection.ts';
import { queryNumber } from '../registry.ts';
import { KeptWithin } from './kept.ts';
import type { CheckedWithinOptions } from './options.ts';
import { WITHIN_JOB } from './records.ts';
import { emptyProximities, readProximities } from './wasm-result.ts';
import type { Proximities } from './within.ts';

/** As in `collide`; pairs that are near each other are more, and each takes longer. */
const SMALL_TRIANGLES = 128;

/** Runs the query. Must not run at the same time as another job of the same engine. */
export async function withinWasm(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  options: CheckedWithinOptions,
): Promise<Proximities> {
  const began = performance.now();
  options.signal?.throwIfAborted();
  const list = participants(objects);
  if (list.length === 0) return emptyProximities(runtime, options, performance.now() - began);
  const kept = await KeptWithin.open(runtime, list, options);
  const found = await search(runtime, list, options, kept, began);
  const degenerateTriangles = await kept.degenerateBeside(found.degenerateTriangles);
  await kept.note(found.stats);
  return { ...found, degenerateTriangles };
}

async function search(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedWithinOptions,
  { selects, distance }: KeptWithin,
  began: number,
): Promise<Proximities> {
  const selection = selectionOfJob(runtime, options, list);
  const write = (tables: number) => {
    const { u32, f64 } = runtime.memory;
    selection.write(tables);
    const fields: [number, number][] = [
      [JOB.at.survivors, 0],
      [JOB.at.limit, options.limit < 0xffffffff ? options.limit : 0],
      [RESULTS.at.hitCount, 0],
      [RESULTS.at.degenerateCount, 0],
      [WITHIN_JOB.at.byObjects, Number(options.objects)],
      [WITHIN_JOB.at.wantsPoints, Number(options.points)],
    ];
    for (const [field, value] of fields) u32[field >>> 2] = value;
    // Near clusters are swept in an image, not pair by pair, even when all objects have clusters.
    if (selects) u32[JOB.at.selects >>> 2] = SELECTS_SOME;
    f64[WITHIN_JOB.at.distance >>> 3] = distance;
  };
  const job = {
    query: queryNumber('within'),
    adjacency: false,
    centreOnBulk: true,
    smallTriangles: SMALL_TRIANGLES,
    selects,
    selfOf: selection.selfOf,
    tableBytes: selection.bytes,
    write,
  };
  try {
    const outcome = await runSceneJob(runtime, list, job, options);
    return await readProximities(runtime, list, options, { ...outcome, began });
  } catch (error) {
    throw tooManyPairs('within', error, options.distance);
  }
}

/** A large distance has many pairs: if they do not fit into memory, the remedy is a smaller distance. */
export function tooManyPairs(call: string, error: unknown, distance: number): unknown {
  const isFull = error instanceof RangeError || (error instanceof EngineError && error.code === 'out-of-memory');
  if (!isFull) return error;
  const reason = error.message.replace(/^out-of-memory: /, '');
  const details = error instanceof EngineError ? error.details : {};
  return new EngineError(
    'out-of-memory',
    `${call}: the pairs nearer than ${distance} do not fit into memory. Use a smaller distance, or set limit or points: false. (${reason})`,
    { ...details, distance },
  );
}
