/**
 * Every query that the kernels run, in one table. A new query is one line here, a folder with its record, and a kernels
 * file with four stages:
 *
 *   openThread()                              readies a thread, once per job
 *   doPiece(phase, piece)                     does one piece of a phase's work
 *   closePhase(phase)                         when all threads have arrived: readies the next phase, and names it
 *   noteThread(phase, record, milliseconds)   leaves a thread's counts in its record
 *
 * scripts/generate-registry.mjs writes the dispatch from this table, and a stage that is missing fails to compile. The first
 * COLLIDE_SET_QUERIES rows, all that `collide` needs, are a build of their own, which is what an engine begins with; so are the first
 * STEP_SET_QUERIES rows, what a simulation asks in every step.
 * Phases are numbered from 1 within each query; phase 0, PHASE_PREPARE, is the same for all.
 */
import type { RecordFields, RecordLayout } from '../memory/declare-record.ts';
import { DEPTH_ITEM, DEPTH_JOB, DEPTH_SOURCE, DEPTH_SURFACE } from './clashes/records.ts';
import { CLOSEST_ITEM, CLOSEST_JOB } from './closest/records.ts';
import { SETTLE_JOB } from './collide/records.ts';
import { CONTACTS_JOB } from './contacts/records.ts';
import { CULL_JOB, CULL_LOG, CULL_VIEW } from './cull/records.ts';
import { IMPACT, IMPACTS_JOB } from './impacts/records.ts';
import { INSIDE_JOB } from './inside/records.ts';
import { KEEP_ITEM, KEEP_JOB } from './keep/records.ts';
import { SWEEP_ITEM, SWEEP_JOB, SWEEP_SIDE } from './sweep/records.ts';
import { COMMON_JOB, COMMON_SIDE, COMMON_SUM } from './volume/common-records.ts';
import { LAYERS_JOB, LAYERS_PANE } from './volume/records.ts';
import { SAMPLED_JOB } from './volume/sampled-records.ts';
import { SOLID_JOB, SOLID_SAMPLE } from './volume/solid-records.ts';
import { VOXEL_JOB } from './voxels/records.ts';
import { WITHIN_JOB } from './within/records.ts';

export interface QueryEntry {
  /** The file with the stages, from src/queries, without its ending. */
  readonly kernels: string;
  /** Records that only this query uses; the first lies in QUERY_BLOCK. */
  readonly records: readonly RecordLayout<RecordFields>[];
}

export const QUERIES = {
  collide: { kernels: 'collide/kernels/job', records: [] },
  settle: { kernels: 'collide/kernels/settle', records: [SETTLE_JOB] },
  keep: { kernels: 'keep/kernels/job', records: [KEEP_JOB, KEEP_ITEM] },
  within: { kernels: 'within/kernels/job', records: [WITHIN_JOB] },
  impacts: { kernels: 'impacts/kernels/job', records: [IMPACTS_JOB, IMPACT] },
  contacts: { kernels: 'contacts/kernels/job', records: [CONTACTS_JOB] },
  inside: { kernels: 'inside/kernels/job', records: [INSIDE_JOB] },
  cull: { kernels: 'cull/kernels/job', records: [CULL_JOB, CULL_LOG, CULL_VIEW] },
  volume: { kernels: 'volume/kernels/job', records: [LAYERS_JOB, LAYERS_PANE] },
  sampled: { kernels: 'volume/kernels/sampled-job', records: [SAMPLED_JOB] },
  common: { kernels: 'volume/kernels/common-job', records: [COMMON_JOB, COMMON_SIDE, COMMON_SUM] },
  solid: { kernels: 'volume/kernels/solid-job', records: [SOLID_JOB, SOLID_SAMPLE] },
  voxels: { kernels: 'voxels/kernels/job', records: [VOXEL_JOB] },
  depths: {
    kernels: 'clashes/kernels/job',
    records: [DEPTH_JOB, DEPTH_SURFACE, DEPTH_SOURCE, DEPTH_ITEM],
  },
  closest: { kernels: 'closest/kernels/job', records: [CLOSEST_JOB, CLOSEST_ITEM] },
  sweep: { kernels: 'sweep/kernels/job', records: [SWEEP_JOB, SWEEP_ITEM, SWEEP_SIDE] },
} as const satisfies Record<string, QueryEntry>;

export type QueryName = keyof typeof QUERIES;

/** A query's number, as kernels know it: its place in the table. */
export function queryNumber(name: QueryName): number {
  return Object.keys(QUERIES).indexOf(name);
}
