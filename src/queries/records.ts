/** Every record of the engine's memory, for the kernels' view of it and for the number of the layout. */
import { layoutNumber, type RecordFields, type RecordLayout } from '../memory/record.ts';
import { CONTROL, GRID, JOB, OBJECT, PIECE, RESULTS, SPLIT, THREAD } from '../memory/records.ts';
import { SETTLE_JOB } from './collide/records.ts';
import { CULL_JOB, CULL_LOG } from './cull/records.ts';
import { INSIDE_JOB } from './inside/records.ts';
import { LAYERS_JOB, LAYERS_TILE } from './volume/records.ts';
import { VOXEL_JOB } from './voxels/records.ts';
import { WITHIN_JOB } from './within/records.ts';

export const ALL_RECORDS: readonly RecordLayout<RecordFields>[] = [
  CONTROL,
  JOB,
  RESULTS,
  GRID,
  THREAD,
  OBJECT,
  PIECE,
  SPLIT,
  SETTLE_JOB,
  WITHIN_JOB,
  INSIDE_JOB,
  CULL_JOB,
  CULL_LOG,
  LAYERS_JOB,
  LAYERS_TILE,
  VOXEL_JOB,
];

/** Changes whenever a record does. */
export const LAYOUT_NUMBER = layoutNumber(ALL_RECORDS);
