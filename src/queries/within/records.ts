/** Fields of `within`. */
import { record } from '../../memory/declare-record.ts';
import { QUERY_BLOCK } from '../../memory/records.ts';

export const WITHIN_JOB = record('WithinJob', {
  /** f64: pairs nearer than this are wanted; may be infinite. */
  distance: 'f64',
  /** Not zero: only the nearest pair of each pair of objects is wanted. */
  byObjects: 'u32',
  /** Whether nearest points are wanted. */
  wantsPoints: 'u32',
  /** Where the answer is: an f64 for each hit, and six f64 for each hit or 0. */
  distances: 'address',
  points: 'address',
}).placed(QUERY_BLOCK);
