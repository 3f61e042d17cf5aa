/** Tells a job which pairs of objects are asked for. */
import type { Participant } from '../backend/wasm/participants.ts';
import type { WasmRuntime } from '../backend/wasm/runtime.ts';
import type { SceneJob } from '../backend/wasm/scene-job.ts';
import { JOB } from '../memory/records.ts';
import { type CheckedPairSelection, pairKeys } from './pair-selection.ts';

export interface SelectionOfJob {
  /** Of the job's tables; the selection's are the first. */
  readonly bytes: number;
  readonly selfOf: SceneJob['selfOf'];
  write(tables: number): void;
}

export function selectionOfJob(
  runtime: WasmRuntime,
  selection: CheckedPairSelection,
  list: readonly Participant[],
): SelectionOfJob {
  const { keys, listed } = pairKeys(selection, list);
  return {
    bytes: keys.byteLength,
    selfOf: selection.self ? selection.selfOf : undefined,
    write: (tables) => {
      const { u32, buffer } = runtime.memory;
      if (keys.length > 0) new BigUint64Array(buffer, tables, keys.length).set(keys);
      u32[JOB.at.self >>> 2] = Number(selection.self);
      u32[JOB.at.between >>> 2] = Number(selection.between);
      u32[JOB.at.ignore >>> 2] = tables;
      u32[JOB.at.ignoreCount >>> 2] = keys.length;
      u32[JOB.at.listed >>> 2] = Number(listed);
    },
  };
}
