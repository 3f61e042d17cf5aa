/**
 * Records of contacts and of what is searched for skins, apart from those of jobs: only `clashes` needs them, so pages that ask nothing like it need not load them, and they
 * have a number of their layout for themselves.
 */
import { layoutNumber, record } from '../../memory/declare-record.ts';

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

/** Groups of triangles of one side of a contact that lie inside the other surface (kernels/cell-groups.ts). */
export const CONTACT_GROUPS = record('ContactGroups', {
  contact: 'address',
  /** Which side; of its surface, how many vertices and triangles there are, and how many with area. */
  side: 'u32',
  vertexCount: 'u32',
  triangleCount: 'u32',
  areaCount: 'u32',
  /** Where its lists are to lie. */
  start: 'address',
  /** Whether whole triangles are wanted too. */
  walks: 'u32',
  /** Numbers of the triangles with area, 0 for all. */
  triangles: 'address',
  /** The neighbours of the surface, as neighbours.ts lays them out; 0 if they are not known: then they are listed when they are needed. */
  neighbourStarts: 'address',
  neighbours: 'address',
  marks: 'address',
  isNew: 'u32',
  /** Sets of stretches and loops, a word for each of the members; and for the name of a set the number of its group. */
  parents: 'address',
  memberCount: 'u32',
  groupOf: 'address',
  /** Groups, GROUP_BYTES each, and how many. */
  groups: 'address',
  groupCount: 'u32',
  /** The small triangles, group by group, and how many. */
  order: 'address',
  smallCount: 'u32',
  /** For each: the triangle of the surface, three points, a member of its set, a byte for each arc; group by group, if whole triangles are wanted: nine coordinates. */
  faceOf: 'address',
  corners: 'address',
  members: 'address',
  isArc: 'address',
  places: 'address',
  /** Vertices of small triangles: numbers of points from `firstPoint` on, which vertices, their coordinates; the points by place. */
  firstPoint: 'u32',
  addedCount: 'u32',
  added: 'address',
  x: 'address',
  y: 'address',
  z: 'address',
  pointOf: 'address',
  /** Vertices from which walks begin, group by group; the place of each in the list of vertices, by vertex; those still to be left. */
  starts: 'address',
  placeOf: 'address',
  stack: 'address',
  /** Whole triangles that were reached, walk by walk, and how many. */
  reached: 'address',
  reachedCount: 'u32',
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
  /** GRID_CELLS² words of 64 bits; and a word for each vertex of the other surface, with its cells. */
  grid: 'address',
  cells: 'address',
  /** Pairs that were found, PATCH_HIT_BYTES each: a triangle of the patch, one of the other surface, and the kind. */
  hits: 'address',
  hitCount: 'u32',
  hitsMost: 'u32',
});

/** Walks over the triangles of a surface that are in no pair (kernels/walks-in-turn.ts). */
export const WALKS_IN_TURN = record('WalksInTurn', {
  /** The surface: three vertices per triangle, and its neighbours and marks, as SurfaceTopology lays them out. */
  corners: 'address',
  vertexCount: 'u32',
  triangleCount: 'u32',
  neighbourStarts: 'address',
  neighbours: 'address',
  marks: 'address',
  /** Its triangles in pairs, and how many. */
  faces: 'address',
  faceCount: 'u32',
  /** Vertices from which walks may begin, and how many; for each the number of the walk, all bits set for none. */
  starts: 'address',
  startCount: 'u32',
  walksAt: 'address',
  walkCount: 'u32',
  /** Walks that have met, as parents; for the name of a set how many of its walks go on; and how many sets have such walks. */
  sets: 'address',
  walking: 'address',
  setCount: 'u32',
  /** Walks that go on, and for each walk the vertex that it continues from. */
  active: 'address',
  tops: 'address',
  /** For each vertex: the walk that reached it, and where that continues then. */
  walkOf: 'address',
  below: 'address',
});

export const CONTACT_RECORDS = [CONTACT_SIDE, CONTACT, CONTACT_GROUPS, PATCH_SEARCH, WALKS_IN_TURN];

/** Compared with that of the kernels, as an engine does with that of all others. */
export const CONTACT_LAYOUT_NUMBER = layoutNumber(CONTACT_RECORDS, []);
