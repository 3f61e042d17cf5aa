/** Fields of the job that finds out what can be kept of objects (kernels/job.ts). */
import { record } from '../../memory/declare-record.ts';
import { QUERY_BLOCK } from '../../memory/records.ts';

export const KEEP_JOB = record('KeepJob', {
  /** KEEP_ITEM records, one for each object of the table. */
  items: 'address',
}).placed(QUERY_BLOCK);

export const KEEP_ITEM = record('KeepItem', {
  /** Not zero: clusters are wanted, and the list of fragile triangles. */
  wantsClusters: 'u32',
  /** u32 numbers of the triangles to look at, ascending; 0 for all. */
  asked: 'address',
  askedCount: 'u32',
  /** The answer: u32 numbers of degenerate triangles in the coordinates of the job, ascending. */
  degenerate: 'address',
  degenerateCount: 'u32',
  /** The answer: those that are so thin that rounding of placed coordinates may take their area. */
  fragile: 'address',
  fragileCount: 'u32',
  /** Where clusters are made: a CLUSTER_WORK record and what belongs to it. 0 for one in the arena, which is then noted here. */
  work: 'address',
  workBytes: 'u32',
  /** How much work may be done now, in nanoseconds more or less; 0xffffffff for all of it. */
  budget: 'u32',
  /** The answer: whether the clusters, and all lists, are made. */
  isDone: 'u32',
  /** Low x y z and high x y z of the coordinates that were given. */
  box: ['f64', 6],
});
