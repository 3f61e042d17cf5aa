/**
 * What the GPU has found, settled by the kernels: the undecided pairs are decided exactly, triangles without area taken
 * out, hits sorted, segments computed. With no findings it only places the objects and makes their image coordinates.
 */

import type { JobOptions, WasmRuntime } from '../../../backend/wasm/runtime.ts';
import { type Participant, runSceneJob, type SceneJobOutcome } from '../../../backend/wasm/scene-job.ts';
import {
  JOB_LIMIT,
  JOB_PENETRATING,
  JOB_SEGMENTS,
  OUT_DEGENERATE_COUNT,
  OUT_HIT_COUNT,
  OUT_SEGMENTS,
} from '../../../memory/layout.ts';
import type { ImageMap } from '../../../tile-lists/image-map.ts';
import type { CheckedCollideOptions } from '../options.ts';
import {
  QUERY_SETTLE,
  SETTLE_CROSSING_COUNT,
  SETTLE_CROSSINGS,
  SETTLE_UNCERTAIN,
  SETTLE_UNCERTAIN_COUNT,
  SETTLE_UNDECIDED,
  SETTLE_UNDECIDED_COUNT,
} from '../settle-layout.ts';
import type { GpuFindings } from './search.ts';

const lengthOf = (parts: readonly Uint32Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);

/** Copies the parts one behind the other; returns the address behind the last. */
function copyParts(u32: Uint32Array, parts: readonly Uint32Array[], at: number): number {
  let end = at;
  for (const part of parts) {
    u32.set(part, end >>> 2);
    end += 4 * part.length;
  }
  return end;
}

/** Places the objects and makes their image coordinates under the map, as far as that has not been done. */
export async function prepareObjects(
  runtime: WasmRuntime,
  list: readonly Participant[],
  map: ImageMap,
  options: JobOptions,
): Promise<void> {
  await runSceneJob(runtime, list, { query: QUERY_SETTLE, adjacency: false, map }, options);
}

export function settleFindings(
  runtime: WasmRuntime,
  list: readonly Participant[],
  map: ImageMap,
  { crossings, undecided, uncertain }: Pick<GpuFindings, 'crossings' | 'undecided' | 'uncertain'>,
  options: CheckedCollideOptions,
  running: JobOptions,
): Promise<SceneJobOutcome> {
  const sorted = uncertain.slice().sort();
  const write = (tables: number) => {
    const { u32 } = runtime.memory;
    const undecidedAt = copyParts(u32, crossings, tables);
    const uncertainAt = copyParts(u32, undecided, undecidedAt);
    u32.set(sorted, uncertainAt >>> 2);
    const fields: [number, number][] = [
      [SETTLE_CROSSINGS, tables],
      [SETTLE_CROSSING_COUNT, lengthOf(crossings) / 2],
      [SETTLE_UNDECIDED, undecidedAt],
      [SETTLE_UNDECIDED_COUNT, lengthOf(undecided) / 2],
      [SETTLE_UNCERTAIN, uncertainAt],
      [SETTLE_UNCERTAIN_COUNT, sorted.length],
      [JOB_PENETRATING, Number(options.contacts === 'penetrating')],
      [JOB_SEGMENTS, Number(options.segments)],
      [JOB_LIMIT, options.limit < 0xffffffff ? options.limit : 0],
      [OUT_HIT_COUNT, 0],
      [OUT_DEGENERATE_COUNT, 0],
      [OUT_SEGMENTS, 0],
    ];
    for (const [field, value] of fields) u32[field >>> 2] = value;
  };
  const tableBytes = 4 * (lengthOf(crossings) + lengthOf(undecided) + sorted.length);
  return runSceneJob(runtime, list, { query: QUERY_SETTLE, adjacency: false, map, tableBytes, write }, running);
}
