/**
 * Fields of a culling job.
 *
 * A job is one visit of a view at one level of the hierarchy: it lists what every pixel shows and walks the lists in
 * alternate directions until nothing changes or enough iterations were made. Another kind of job puts the triangles of
 * each object into the order in which ranges of them are clusters.
 */
import { record } from '../../memory/declare-record.ts';
import { QUERY_BLOCK } from '../../memory/records.ts';

export const CULL_JOB = record('CullJob', {
  /** One of TASK_… */
  task: 'u32',
  /** The view axis, 0 x, 1 y, 2 z; across is the next one in that circle, down the one after. */
  axis: 'u32',
  /** Pixels a side. */
  resolution: 'u32',
  /** One of COVER_… */
  coverage: 'u32',
  /** Not zero: elements are tested against each other even within an object, and against themselves. */
  self: 'u32',
  /** Not zero: the sets of the former pass count (Quick-CULLIDE); else every iteration begins anew (CULLIDE). */
  quick: 'u32',
  /** Not zero: the second pass asks only for what was fully visible in the first (FAR §4.2.1). */
  secondSaving: 'u32',
  /** Most iterations of two passes. */
  iterations: 'u32',
  /** Not zero: keep the labels after every pass. */
  trace: 'u32',
  /** Bits of depth: 16, 24 or 32. */
  depthBits: 'u32',
  /** Triangles of all elements, numbered through the scene, in the order in which they are drawn. The place is the rank. */
  triangles: 'address',
  triangleCount: 'u32',
  /** u32 per rank: its element; elements are numbered in the order in which they are drawn. */
  elementOf: 'address',
  elementCount: 'u32',
  /** u32 per element: index into the object table. */
  objectOf: 'address',
  /** One byte per element: SET_…, in and out. */
  labels: 'address',
  /** One byte per element: not zero keeps it, whatever is seen of it. */
  kept: 'u32',
  /** One byte per element: not fully visible in the running pass. */
  hidden: 'address',
  /** u32 indices into the object table, and where the u32 order of each goes. */
  clusterObjects: 'u32',
  clusterCount: 'u32',
  clusterOrders: 'u32',
  clusterSize: 'u32',
  /** Image coordinates of the first pixel's corner and of the near plane: across, down, depth. */
  low: ['f64', 3],
  /** Pixels per unit across and down, depth steps per unit. */
  scale: ['f64', 3],
  /** Width of a pixel across and down, and of a step. */
  pixel: ['f64', 3],
  /** By how much what is drawn is enlarged: across and down in pixels, depth in steps. Rounding, and what was asked for. */
  grow: ['f64', 3],
  /** Radius of the offset of FAR's boxes, in image units. */
  radius: 'f64',
  /** f64: boxes of triangles that collide, or are near enough, lie no farther apart than this, in image units. */
  reach: 'f64',
  /** log2 of the pixels of a tile's side, and tiles a side. */
  tileBits: 'u32',
  tiles: 'u32',
  groupSize: 'u32',
  groupCount: 'u32',
  /** u32 per group and tile: how many, then where the next goes. */
  counters: 'address',
  /** u32 per tile and one more: where its list begins in `entries`. */
  tileStarts: 'address',
  /** u32 ranks, ascending within a tile. */
  entries: 'address',
  /** Four u16 per rank: first and last tile, across, down, across, down; all ones when it shows nowhere. */
  ranges: 'address',
  /** u32 per tile: the stored lists, STORED_NOT_YET, STORED_NEVER (too much to keep) or STORED_NOTHING. */
  stored: 'address',
  /** u32, in units of 64 bytes: what lists may take, and what they have taken. */
  storeMost: 'u32',
  storeUsed: 'atomic',
  /** The running pass, from 0; odd ones go backward. */
  pass: 'u32',
  /** Which labels are asked for and which are drawn in the running pass: bit SET_…. */
  asked: 'u32',
  drawn: 'u32',
  /** Label changes in the running iteration, and whether the last one changed nothing. */
  changes: 'u32',
  stable: 'u32',
  /** u32: passes in the log, and the log: a CULL_LOG record per pass. */
  logCount: 'u32',
  log: 'address',
  /** f64: the clock when the running pass began. */
  clock: 'f64',
  /** Not zero: triangles of different objects hide each other only if their boxes overlap; those of one object always. */
  boxes: 'u32',
}).placed(QUERY_BLOCK);

export const CULL_LOG = record('CullLog', {
  before: 'u32',
  after: 'u32',
  queries: 'u32',
  renders: 'u32',
  /** Triangles of the elements drawn. */
  triangles: 'u32',
  /** Copy of the labels after the pass, if asked for. */
  labels: 'u32',
  /** f64: milliseconds. */
  time: 'f64',
});
