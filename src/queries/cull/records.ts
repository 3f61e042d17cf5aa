/**
 * Fields of a culling job.
 *
 * A job is one visit of a view at one level of the hierarchy: it lists the triangles of every pane of the image and draws
 * them in alternate directions until nothing changes or enough iterations were made. Other kinds of job put the triangles
 * of each object into the order in which ranges of them are clusters, find pairs of triangles whose boxes overlap, tell
 * which of two such triangles may hide the other, and tell which elements reach into the box of another object.
 */
import { record } from '../../memory/declare-record.ts';
import { QUERY_BLOCK } from '../../memory/records.ts';

export const CULL_JOB = record('CullJob', {
  /** One of TASK_… */
  task: 'u32',
  /** The view axis, 0 x, 1 y, 2 z; across is the next one in that circle, down the one after. Or FREE_VIEW. */
  axis: 'u32',
  /** Pixels a side. */
  resolution: 'u32',
  /** One of COVER_… */
  coverage: 'u32',
  /** Not zero: elements are tested against each other even within an object, and against themselves. */
  within: 'u32',
  /** Not zero: elements of different objects are drawn in turn. */
  inTurn: 'u32',
  /** Not zero: the sets of the former pass count (Quick-CULLIDE); else every iteration starts afresh (CULLIDE). */
  quick: 'u32',
  /** Not zero: the second pass asks only for what was fully visible in the first (FAR §4.2.1). */
  secondSaving: 'u32',
  /** Most iterations of two passes. */
  iterations: 'u32',
  /** Not zero: keep the labels after every pass. */
  trace: 'u32',
  /** Bits of depth: 16, 24 or 32. */
  depthBits: 'u32',
  /** u32 per triangle of all elements, in the order in which they are drawn: where the numbers of its vertices lie. The place is the rank. */
  triangles: 'address',
  triangleCount: 'u32',
  /** u32 per rank: its element; elements are numbered in the order in which they are drawn. 0: each rank is one. */
  elementOf: 'address',
  elementCount: 'u32',
  /** u16 or u32 per element, as the bytes of one say: index into the object table. */
  objectOf: 'address',
  objectBytes: 'u32',
  /** One byte per element: SET_…, in and out. */
  labels: 'address',
  /** One byte per element: not zero keeps it, whatever is seen of it. 0: none is kept. */
  kept: 'u32',
  /** One byte per element: not fully visible in the running pass. */
  hidden: 'address',
  /** u32 indices into the object table, and where the u32 order of each goes. */
  clusterObjects: 'u32',
  clusterCount: 'u32',
  clusterOrders: 'u32',
  clusterSize: 'u32',
  /** For a view along no axis: across, down, depth, three numbers each. */
  rows: ['f64', 9],
  /** 1, or −1: depth is the coordinate along the axis, turned round. */
  sign: 'f64',
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
  /** Every `stride`th rank is drawn and queried; 1: all. */
  stride: 'u32',
  /** Panes a side. */
  panes: 'u32',
  groupSize: 'u32',
  groupCount: 'u32',
  /** u32 per group and pane: how many, then where the next goes. */
  counters: 'address',
  /** u32 per group: the object of all its ranks, if there is one. */
  groupObjects: 'address',
  /** u32 per pane and one more: where its list begins in `entries`. */
  paneStarts: 'address',
  /** f64: capacity of `counters` in bytes, and of `entries` in entries. */
  counterCapacity: 'f64',
  entryCapacity: 'f64',
  /** Entries in the longest list. */
  mostEntries: 'u32',
  /** See entry.ts; in ascending order of ranks within a pane. */
  entries: 'address',
  /** Bounds of each rank; see bins.ts. And vertices as the view samples them; see project.ts. */
  bounds: 'address',
  projected: 'address',
  /**
   * Two u32 per pair: triangles, numbered through the scene, and one byte per pair: HIDES_…. Of passes over pairs: ranks, and a byte per
   * pair and view (pair-passes.ts).
   */
  pairs: 'address',
  pairCount: 'u32',
  relations: 'address',
  /** u32 per triangle of the scene: its rank. Then, when a visit ends, u32 per rank: the one that it becomes. */
  numbers: 'address',
  /** Not zero: a job that visits several views begins with leaving out what reaches into no other object's box; how many those were. */
  sweeps: 'u32',
  swept: 'u32',
  /** Boxes that overlap an object's, two v128 each, by the object's index, and a u32 per object and one more: where its own begin. */
  otherBoxes: 'address',
  otherStarts: 'address',
  /** Boxes of what such a job has left of each object (left-boxes.ts). */
  leftBoxes: 'address',
  /** The running pass, from 0; odd ones go backward. */
  pass: 'u32',
  /** Which labels are asked for and which are drawn in the running pass: bit SET_…. */
  asked: 'u32',
  drawn: 'u32',
  /** Those that the method asks for: of some the answer is not needed. */
  queried: 'u32',
  /** Views of a job that visits several, CULL_VIEW records, or none; visits planned; the running one; views in a row that changed nothing. */
  views: 'address',
  viewCount: 'u32',
  visitCount: 'u32',
  visit: 'u32',
  unchanged: 'u32',
  /** Label changes in the running iteration, and whether the last one changed nothing. */
  changes: 'u32',
  stable: 'u32',
  /** Passes in the log, its capacity, and the log: a CULL_LOG record per pass. */
  logCount: 'u32',
  logCapacity: 'u32',
  log: 'address',
  /** f64: the clock when the running pass began. */
  clock: 'f64',
  /** Not zero: one pass only, of the number in `pass`, and its answers (`hidden`) as they are. */
  onePass: 'u32',
}).placed(QUERY_BLOCK);

/** A view, as the fields of a job of the same names. */
export const CULL_VIEW = record('CullView', {
  rows: ['f64', 9],
  sign: 'f64',
  low: ['f64', 3],
  scale: ['f64', 3],
  pixel: ['f64', 3],
  grow: ['f64', 3],
  radius: 'f64',
  axis: 'u32',
});

export const CULL_LOG = record('CullLog', {
  /** For a job that visits several views: the number of the visit. */
  visit: 'u32',
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
