/** Fields of `inside`. */
import { record } from '../../memory/declare-record.ts';
import { QUERY_BLOCK } from '../../memory/records.ts';

export const INSIDE_JOB = record('InsideJob', {
  /** Points as x y z in double precision, and how many. */
  points: 'address',
  pointCount: 'u32',
  /** Not zero: also find out whether the edges of the mesh cancel. */
  checkEdges: 'u32',
  /** Six f64: box of the points, low x y z, high x y z. */
  pointBox: ['f64', 6],
  /** v128 byte shuffle that brings coordinates into view order: across, down, depth. Depth is the direction of the rays. */
  swizzle: 'u8x16',
  /** v128 of f32: low corner of the grid and nearest depth of the points; high corner and no bound. */
  low: 'f32x4',
  high: 'f32x4',
  /** v128 of f32: buckets per unit across and down. */
  scale: 'f32x4',
  /** v128 of i32: last bucket across and down. */
  last: 'i32x4',
  /** Which coordinates are across, down and depth: 0, 1, 2 for x, y, z. */
  axes: ['u32', 3],
  across: 'u32',
  down: 'u32',
  /** u32 per bucket and one more: how many points, then where the next goes, in the end where the next bucket's points begin. */
  starts: 'address',
  /** u32 per point: its bucket, or INSIDE_OUT when it lies outside the object's box. */
  buckets: 'address',
  /** Points in order of buckets: three arrays of f32 image coordinates, x y z in f64 in view order, number of the point. */
  sortedAcross: 'u32',
  sortedDown: 'u32',
  sortedDepth: 'address',
  sortedExact: 'address',
  sortedNumbers: 'address',
  sortedCount: 'u32',
  /** i32 per sorted point: its winding number; one byte each: not zero when it lies on the surface. */
  windings: 'address',
  on: 'address',
  /** Bands of rows into which the work of each group of triangles is cut. */
  bands: 'u32',
  groups: 'u32',
  /** One byte per point: 0 outside, 1 inside, 2 on the surface. */
  answers: 'address',
  /** u64: sum of the signed hashes of all edges; 0 when each is met as often in one direction as in the other. */
  edgeSum: ['u64', 1],
}).placed(QUERY_BLOCK);
