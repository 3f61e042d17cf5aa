/** Fields of the job that settles what the GPU found (kernels/settle.ts). */
import { record } from '../../memory/declare-record.ts';
import { QUERY_BLOCK } from '../../memory/records.ts';

export const SETTLE_JOB = record('SettleJob', {
  /**
   * Pairs that certainly collide: two u32 each, the lower triangle first, numbered through the scene. They cross; with the
   * highest bit of the second they are the same triangle twice.
   */
  crossings: 'address',
  crossingCount: 'u32',
  /** Pairs to decide, in the same form. */
  undecided: 'address',
  undecidedCount: 'u32',
  /** Triangles that may have no area, u32, ascending. */
  uncertain: 'address',
  uncertainCount: 'u32',
  /** One byte per triangle: 1 when it has no area. */
  isDegenerate: 'address',
}).placed(QUERY_BLOCK);
