/**
 * The table of a job that looks at all objects by their clusters: the kernels make it, and the pieces of the first phase, from what
 * they know of the objects between queries. No object is looked at here.
 */
import { OBJECTS_PER_PIECE, SELECTS_PAIRS } from '../../memory/constants.ts';
import { JOB, OBJECT, PIECE } from '../../memory/records.ts';
import { arenaStart, columnsOf, type Participant, surveyOf } from './participants.ts';
import type { WasmRuntime } from './runtime.ts';
import type { JobTable, SceneJob } from './scene-job.ts';
import { MARK_BYTES } from './table-of-views.ts';

const align = (address: number): number => Math.ceil(address / 64) * 64;

/** The map of the job must have been written. */
export function writeClusteredTable(runtime: WasmRuntime, list: readonly Participant[], job: SceneJob): JobTable {
  const { memory, kernels } = runtime;
  const { ids, states } = columnsOf(list);
  const { clusterCount, masked, tiny } = surveyOf(list);
  const pieceCount = Math.ceil(list.length / OBJECTS_PER_PIECE);
  const table = arenaStart(memory);
  const pieces = align(table + list.length * OBJECT.bytes);
  const marks = align(pieces + pieceCount * PIECE.bytes);
  const tables = align(marks + MARK_BYTES * clusterCount);
  const next = align(tables + (job.tableBytes ?? 0));
  // The list is wanted only now, so it lies where the job's own memory begins.
  memory.ensure(next + states.byteLength, 'the query');
  runtime.resetJob(next);
  const { u32 } = memory;
  u32.set(states, next >>> 2);
  u32.fill(0, marks >>> 2, (marks + MARK_BYTES * clusterCount) >>> 2);
  kernels.writeClusteredTable(next, list.length, table, pieces, marks, JOB.at.map);
  const { isStill } = job;
  if (isStill) {
    const still = (table + OBJECT.at.still) >>> 2;
    const step = OBJECT.bytes >>> 2;
    for (let i = 0; i < ids.length; i++) if (isStill(ids[i])) u32[still + i * step] = 1;
  }
  return {
    table,
    pieces,
    pieceCount,
    moves: false,
    selects: SELECTS_PAIRS,
    masked: masked > 0,
    wide: tiny > 0,
    tables,
  };
}
