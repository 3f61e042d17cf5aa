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

/** A surface of a contact (kernels/contact-points.ts), and its cells (kernels/contact-stretches.ts, cell-triangles.ts). */
export const CONTACT_SIDE = record('ContactSide', {
  /** Exact coordinates: FORMAT_F32 or FORMAT_F64. */
  exact: 'address',
  exactFormat: 'u32',
  /** Three vertices per triangle. */
  corners: 'address',
  /** The winding number of what is inside, 1 or −1. */
  inside: 'i32',
  /** Triangles in pairs, each once, and how many; and a table of their places in the list. */
  faces: 'address',
  faceCount: 'u32',
  faceSlots: 'address',
  /** For each: the places of its corners in the list of vertices, and of its edges in that of edges. */
  faceCorners: 'address',
  /** Corners of these triangles, each once: vertices, and how many; and a table of their places. */
  vertices: 'address',
  vertexCount: 'u32',
  vertexSlots: 'address',
  /** CellEdges of the edges with contact points, and how many; and a table of their places. */
  edges: 'address',
  edgeCount: 'u32',
  edgeSlots: 'address',
  /** Contact points edge by edge, from the lower vertex on. */
  onEdges: 'address',
  /** The stretches that points divide edges into: the outer ones are vertices, others are counted from `vertexCount` on. */
  stretchCount: 'u32',
  /** Which stretches are connected within the surface, and for each set INSIDE or OUTSIDE the other surface. */
  parents: 'address',
  labels: 'address',
  /** A vertex for each stretch outside and each triangle with holes, and how many. */
  outside: 'address',
  outsideCount: 'u32',
  /** Arcs that close within a triangle. */
  loopCount: 'u32',
  /** For each triangle in pairs: 1 + a pair of its first hole, or 0, and whether it has loops that are none. */
  holes: 'address',
  hasLoops: 'address',
  /** Triangles of what lies inside: three corners, the triangle of the surface, a member of its set, and bits for arcs. */
  small: 'address',
  smallCount: 'u32',
  /** How many of them have no area as far as can be told: see CellMesh. */
  flatCount: 'u32',
});

/** The contact of two surfaces, with room for a number of pairs. */
export const CONTACT = record('Contact', {
  pairs: 'address',
  pairCount: 'u32',
  isSelf: 'u32',
  /** Two CONTACT_SIDE records. */
  sides: 'address',
  /** A table of the names of points; the size of all tables, less one. */
  slots: 'address',
  slotMask: 'u32',
  nodeCount: 'u32',
  /** Points whose coordinates in doubles would be too far off. */
  offCount: 'u32',
  /** For each point: four words of its name, coordinates and their error, below 0 where doubles would be too far off. */
  names: 'address',
  x: 'address',
  y: 'address',
  z: 'address',
  errors: 'address',
  /** For each point: POINT_VERTEX and so on, a side, and POINT_OPERANDS numbers, as Points has them. */
  kinds: 'address',
  sideOf: 'address',
  operands: 'address',
  /** For an edge through a face: the side of the face that its lower vertex is on. */
  lowerSides: 'address',
  /** Which points are connected by pairs. */
  components: 'address',
  /** The points of each pair, and how many. */
  pairPoints: 'address',
  pairPointCount: 'u32',
  counts: 'address',
  /** Ends of pairs are numbered 2 × pair + end. For each point one at it, and how many; for each end another at the same point, round. */
  uses: 'address',
  useCounts: 'address',
  links: 'address',
  /** For each end, the one at which what is inside goes on, within the triangle that the point lies in. */
  mates: 'address',
  /** Whether every point is an edge through a face, and every pair meets in a segment. */
  isGeneral: 'u32',
  /**
   * Scratch: a byte per pair, a word per point or hole, a ring of all points and three corners, and POLYGON_CORNERS
   * corners (kernels/cell-lists.ts).
   */
  isSeen: 'address',
  places: 'address',
  ring: 'address',
  polygon: 'address',
});

/** A search for the triangles of a surface that meet some of another, its patch (kernels/patch-search.ts). */
export const PATCH_SEARCH = record('PatchSearch', {
  /** Where the two may meet: low x y z, high x y z. */
  region: ['f64', 6],
  /** How the other object is placed, its placed centre, and what rounding may do along each axis: see cluster-walk.ts. */
  matrix: ['f64', 16],
  middle: ['f64', 3],
  slack: ['f64', 3],
  /** The surface that the patch is of: exact coordinates (FORMAT_F32 or FORMAT_F64), and three vertices per triangle. */
  ownExact: 'address',
  ownFormat: 'u32',
  ownCorners: 'address',
  /** The triangles of the patch; later, those of them without area. */
  patch: 'address',
  patchCount: 'u32',
  flatCount: 'u32',
  /** The other surface. */
  otherExact: 'address',
  otherFormat: 'u32',
  otherCorners: 'address',
  vertexCount: 'u32',
  /** The tree of the other object's clusters, where each begins, and their triangles. */
  clusterNodes: 'address',
  clusterStarts: 'address',
  clusterTriangles: 'address',
  /** Boxes of triangles of the patch, and a tree of them: see kernels/box-tree.ts. */
  entries: 'address',
  entryCount: 'u32',
  nodes: 'address',
  nodeCount: 'u32',
  /** PATCH_CELLS² words of 64 bits; and a word for each vertex of the other surface, with its cells. */
  grid: 'address',
  cells: 'address',
  /** Pairs that were found, PATCH_HIT_BYTES each: a triangle of the patch, one of the other surface, and the kind. */
  hits: 'address',
  hitCount: 'u32',
  hitsMost: 'u32',
});
