/** Fields of the job that measures depths (kernels/job.ts). */
import { record } from '../../memory/declare-record.ts';
import { QUERY_BLOCK } from '../../memory/records.ts';

export const DEPTH_JOB = record('DepthJob', {
  /** Scale of all coordinates and lengths while depths are measured: a power of two, so nothing is rounded. */
  scale: 'f64',
  /** DEPTH_SURFACE records. */
  surfaces: 'address',
  surfaceCount: 'u32',
  /** DEPTH_ITEM records, and two DEPTH_SOURCE records for each. */
  items: 'address',
  itemCount: 'u32',
  sources: 'address',
}).placed(QUERY_BLOCK);

/** A surface that depths are measured in. What it needs besides the tree of its object is made by the job. */
export const DEPTH_SURFACE = record('DepthSurface', {
  /** Exact coordinates: FORMAT_F32 or FORMAT_F64. */
  exact: 'address',
  exactFormat: 'u32',
  vertexCount: 'u32',
  /** Three vertices per triangle. */
  corners: 'address',
  triangleCount: 'u32',
  /** Numbers of the triangles with area, 0 for all; and how many. */
  triangles: 'address',
  count: 'u32',
  /** The clusters of the object, 0 for a surface that is looked at triangle by triangle; and where it is placed, scaled. */
  clusters: 'address',
  matrix: ['f64', 16],
  /** x y z of each vertex in f64. */
  positions: 'address',
  /** The triangles in the order of the tree, and the place of each triangle in it; 0 without clusters. */
  order: 'address',
  ranks: 'address',
  /** Precomputed frames for distances to triangles, in the order of the tree, and a byte each: see kernels/depth-surfaces.ts. */
  frames: 'address',
  marks: 'address',
  /** Boxes of triangles, four at a time, and a byte per cluster that says whether it has them: see kernels/nearest-triangle.ts. */
  groups: 'address',
  grouped: 'address',
  /** For distances to nodes, see kernels/point-gap.ts: axes row by row, these times the matrix, and whether that is diagonal. */
  axes: ['f64', 9],
  along: ['f64', 9],
  isSquare: 'u32',
  /** Where the centre is placed; the largest distance from it, coordinates added; rounding of gaps. */
  origin: ['f64', 3],
  radius: 'f64',
  slack: 'f64',
});

/** Triangles of one side of a clash that lie inside the other. */
export const DEPTH_SOURCE = record('DepthSource', {
  /** Which surfaces: whose triangles they are, and in which they lie. */
  own: 'u32',
  other: 'u32',
  /** Numbers of triangles of `own`, or DEPTH_SMALL and the number of one that is given by coordinates; and how many. */
  list: 'address',
  count: 'u32',
  /** Ranges of the list that are put in the order of the tree of `own`: first and end of each, and how many. */
  runs: 'address',
  runCount: 'u32',
  /** Nine f64 each. */
  small: 'address',
});

/** One depth to be measured: see DepthAim for what is asked, and DepthFound for the answer. */
export const DEPTH_ITEM = record('DepthItem', {
  part: 'f64',
  tolerance: 'f64',
  width: 'f64',
  slack: 'f64',
  least: 'f64',
  most: 'f64',
  inside: ['f64', 3],
  nearest: ['f64', 3],
  /** Which source the deepest point is of. */
  side: 'u32',
  /** Not zero: there were triangles, and so there is a depth. */
  isFound: 'u32',
});
