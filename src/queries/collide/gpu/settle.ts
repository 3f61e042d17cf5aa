/**
 * What the GPU has found, settled by the kernels: the undecided pairs are decided exactly, degenerate triangles taken
 * out, hits sorted, segments computed. With no findings it only places the objects and makes their image coordinates.
 */

import type { JobOptions, WasmRuntime } from '../../../backend/wasm/runtime.ts';
import { type Participant, runSceneJob, type SceneJobOutcome } from '../../../backend/wasm/scene-job.ts';
import { JOB, RESULTS } from '../../../memory/records.ts';
import type { ImageMap } from '../../../tile-lists/image-map.ts';
import { queryNumber } from '../../registry.ts';
import type { CheckedCollideOptions } from '../options.ts';
import { SETTLE_JOB } from '../records.ts';
import type { GpuFindings } from './search.ts';

const lengthOf = (parts: readonly Uint32Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);

/** Concatenates the parts; returns the address behind the last. */
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
  await runSceneJob(runtime, list, { query: queryNumber('settle'), adjacency: false, map }, options);
}

/** Without a map, image coordinates are not made. */
export function settleFindings(
  runtime: WasmRuntime,
  list: readonly Participant[],
  map: ImageMap | undefined,
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
      [SETTLE_JOB.at.crossings, tables],
      [SETTLE_JOB.at.crossingCount, lengthOf(crossings) / 2],
      [SETTLE_JOB.at.undecided, undecidedAt],
      [SETTLE_JOB.at.undecidedCount, lengthOf(undecided) / 2],
      [SETTLE_JOB.at.uncertain, uncertainAt],
      [SETTLE_JOB.at.uncertainCount, sorted.length],
      [JOB.at.penetrating, Number(options.contacts === 'penetrating')],
      [JOB.at.segments, Number(options.segments)],
      [JOB.at.limit, options.limit < 0xffffffff ? options.limit : 0],
      [RESULTS.at.hitCount, 0],
      [RESULTS.at.degenerateCount, 0],
      [RESULTS.at.segments, 0],
    ];
    for (const [field, value] of fields) u32[field >>> 2] = value;
  };
  const tableBytes = 4 * (lengthOf(crossings) + lengthOf(undecided) + sorted.length);
  const coordinates = map ? { map } : ({ given: 'bare placed' } as const);
  const job = { query: queryNumber('settle'), adjacency: false, tableBytes, write, ...coordinates };
  return runSceneJob(runtime, list, job, running);
}
