/** Fields of the job that finds out how often an object winds round places in a box (kernels/solid-job.ts). */
import { record } from '../../memory/declare-record.ts';
import { QUERY_BLOCK } from '../../memory/records.ts';

export const SOLID_JOB = record('SolidJob', {
  /** A COMMON_SIDE record. */
  side: 'address',
  /** Adjacency: the first corner of each vertex, and the next corner of each corner. */
  firstCorner: 'address',
  nextCorner: 'address',
  /** Six f64: the box in question, and a larger one, in which no two triangles meet that are not neighbours. */
  box: ['f64', 6],
  wide: ['f64', 6],
  /** u32: triangles that no sample is taken of; and how many. */
  avoided: 'address',
  avoidedCount: 'u32',
  /** Vertices in the wide box whose triangles do not go once round them. */
  irregular: 'atomic',
  /** How far from a sample all triangles but its own must be. */
  clear: 'f64',
  /** f64 per vertex and u32 per vertex: of the class of which it is the first, the best triangle to take a sample of, and how good. */
  scores: 'address',
  triangles: 'address',
  /** One byte per vertex: how many triangles of the class were examined. */
  tries: 'address',
  /** SOLID_SAMPLE records, in ascending order of x. */
  samples: 'address',
  sampleCount: 'u32',
}).placed(QUERY_BLOCK);

/** A point on a triangle, or so near that nothing else is between. */
export const SOLID_SAMPLE = record('SolidSample', {
  point: ['f64', 3],
  triangle: 'u32',
  /** How often the object winds round it. */
  winding: 'atomic',
  /** Not zero: another triangle is too near to tell. */
  unclear: 'atomic',
  /** 1 when it lies above its triangle, −1 below. */
  above: 'i32',
});
