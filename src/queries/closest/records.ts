/** Fields of `closest`. */
import { record } from '../../memory/declare-record.ts';
import { QUERY_BLOCK } from '../../memory/records.ts';

export const CLOSEST_JOB = record('ClosestJob', {
  /** CLOSEST_ITEM records, each a piece of the job. */
  items: 'address',
  itemCount: 'u32',
}).placed(QUERY_BLOCK);

/** Two objects, and the places in which their distance is asked for. */
export const CLOSEST_ITEM = record('ClosestItem', {
  /** Their numbers in the table of objects, and their clusters. */
  objectA: 'u32',
  objectB: 'u32',
  clustersA: 'address',
  clustersB: 'address',
  /** Only less than this is looked for; may be infinite. */
  below: 'f64',
  matrixA: ['f64', 16],
  matrixB: ['f64', 16],
  /** The answer: the distance, infinite when it is not below; the triangles, or NO_TRIANGLE; the nearest points. */
  distance: 'f64',
  triangleA: 'u32',
  triangleB: 'u32',
  points: ['f64', 6],
  /** Pairs of nodes, and of triangles, that were tested. */
  nodePairs: 'f64',
  trianglePairs: 'f64',
});
