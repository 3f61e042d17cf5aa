/** Fields of the job that sums up what two objects have in common (kernels/common-job.ts). */
import { record } from '../../memory/declare-record.ts';
import { QUERY_BLOCK } from '../../memory/records.ts';

export const COMMON_JOB = record('CommonJob', {
  /** Two COMMON_SIDE records: of a, and of b, which is moved by an infinitely small amount. */
  sides: 'address',
  /** Two u32 per pair: the triangle of a, and that of b. */
  pairs: 'address',
  pairCount: 'u32',
  /**
   * Not zero: both are one object, whose pairs are with itself. What is summed up is then the integral of w (w − 1) / 2 of its own winding
   * number w, and winding numbers round a vertex are those just above its triangles.
   */
  self: 'u32',
  /** Then: a u32 and an i32 each, a vertex of each shell and the winding number above its triangles; and how many. */
  known: 'address',
  knownCount: 'u32',
  /** COMMON_SUM records: of each piece of pairs, then of each piece of the triangles of a and of b. */
  sums: 'address',
  sumCount: 'u32',
  /** Six f64: low and high corner of what the boxes of the two have in common. */
  box: ['f64', 6],
  /** Its centre, and how far from that points are near in x, y and z: as far as its sides are long. */
  centre: ['f64', 3],
  near: ['f64', 3],
  /** Six f64: a larger box, in which the two must be solids in the plain sense (solid-in-box.ts). */
  wide: ['f64', 6],
}).placed(QUERY_BLOCK);

export const COMMON_SIDE = record('CommonSide', {
  /** Exact coordinates: FORMAT_F32 or FORMAT_F64. */
  exact: 'address',
  exactFormat: 'u32',
  vertexCount: 'u32',
  /** Three vertices per triangle. */
  corners: 'address',
  triangleCount: 'u32',
  /** Numbers of degenerate triangles. */
  degenerate: 'address',
  degenerateCount: 'u32',
  /**
   * i32 per corner: by how much the winding number of the other object changes along the edge that begins there; NO_AREA in the
   * first of a degenerate triangle.
   */
  jumps: 'address',
  /** For one object with itself, u32 per corner: how many of these changes are by +1. */
  rises: 'address',
  /** One byte per vertex: PLACE_ bits. */
  places: 'address',
  /** u32 per vertex and one more, which stands for all vertices outside the box: a vertex of the same class, in the end its first. */
  parents: 'address',
  /** i32 each: by how much the winding number of the other object differs from that of the parent. */
  offsets: 'address',
  /** i32 each: the winding number of the other object round the first vertex of each class. */
  windings: 'address',
  /** u32: first vertices of classes that have no vertex outside the box, in ascending order of x; and how many. */
  samples: 'address',
  sampleCount: 'u32',
  /** One byte per vertex: beyond which sides of the wide box it lies; and one per triangle: not zero when its box meets that box. */
  outcodes: 'address',
  survivors: 'address',
});

export const COMMON_SUM = record('CommonSum', {
  /** Six times the volume: the sum, and what rounding took from it. */
  sum: 'f64',
  carry: 'f64',
  /** How much the sum may be off by. */
  bound: 'f64',
  /** 24 times the integral of the vector from the centre; rounded. */
  moments: ['f64', 3],
  /** Around the points that certainly belong to what is common, and around those that may: low and high x y z. */
  certain: ['f64', 6],
  possible: ['f64', 6],
  /** Winding numbers at the vertices that were tested: the side of these, the least and the most; for one object, along edges too. */
  side: 'u32',
  least: 'i32',
  most: 'i32',
  /** Pairs of triangles in which some sign was zero. */
  ties: 'u32',
});
