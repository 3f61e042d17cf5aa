/** Every record of the engine's memory, for the kernels' view of it and for the number of the layout. */
import { layoutNumber, type RecordFields, type RecordLayout } from '../memory/declare-record.ts';
import { CONTROL, GRID, JOB, OBJECT, PIECE, RESULTS, SPLIT, THREAD } from '../memory/records.ts';
import { CLUSTER_WORK, CLUSTERS, MESH, STATE, SURVEY } from '../memory/scene-records.ts';
import { QUERIES, type QueryEntry } from './registry.ts';

const queries: readonly QueryEntry[] = Object.values(QUERIES);

export const ALL_RECORDS: readonly RecordLayout<RecordFields>[] = [
  CONTROL,
  JOB,
  RESULTS,
  GRID,
  THREAD,
  OBJECT,
  MESH,
  STATE,
  SURVEY,
  CLUSTER_WORK,
  CLUSTERS,
  PIECE,
  SPLIT,
  ...queries.flatMap(({ records }) => records),
];

/** Changes whenever a record does, or the numbers of the queries. */
export const LAYOUT_NUMBER = layoutNumber(ALL_RECORDS, Object.keys(QUERIES));
