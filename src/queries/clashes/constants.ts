/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */

// --- phases of measuring depths ---
export const PHASE_DEPTH_SURFACES = 1;
export const PHASE_DEPTH_SEARCH = 2;

/** In a list of triangles: a triangle that is given by coordinates, not by its number in the surface. */
export const DEPTH_SMALL = 0x80000000;

// --- names of contact points: the second of two words ---
/** A vertex is (v, NAME_OF_VERTEX), an edge (lower, higher vertex), a face (f, NAME_OF_FACE). */
export const NAME_OF_VERTEX = -1;
export const NAME_OF_FACE = -2;

// --- what a contact point is ---
export const POINT_VERTEX = 0;
export const POINT_EDGE_FACE = 1;
export const POINT_EDGE_EDGE = 2;
/** Numbers that tell where a point comes from. */
export const POINT_OPERANDS = 5;

/** In corners of triangles inside: a vertex by its place in the list of vertices, not a contact point. */
export const INSIDE_VERTEX = 0x40000000;
/** Where stretches of edges lie. */
export const CELL_INSIDE = 1;
export const CELL_OUTSIDE = 2;
/** Words of a triangle of what lies inside: three corners, the triangle of the surface, a member of its set, and bits for arcs. */
export const SMALL_WORDS = 6;
/** Corners of a polygon with its holes, and twice where bridges lead to these. */
export const POLYGON_CORNERS = 1024;

/** A triangle that is on no coplanar one of the other surface. */
export const NOT_ON = -1;

/** Bytes of what kernels/cell-lists.ts has. */
export const CELL_EDGE_BYTES = 28;
export const CELL_RING_BYTES = 16;
export const CELL_CORNER_BYTES = 40;

// --- search for the triangles that meet a patch (kernels/patch-search.ts) ---
/** Bytes of a pair that was found, of an entry of the tree and of a node. */
export const PATCH_HIT_BYTES = 12;
export const PATCH_ENTRY_BYTES = 56;
export const PATCH_NODE_BYTES = 64;

/** Bytes of a group of triangles inside (kernels/cell-groups.ts), and where its words begin: behind a box of six doubles. */
export const GROUP_BYTES = 72;
export const GROUP_ROOT = 48;
export const GROUP_SMALL_END = 52;
export const GROUP_REACHED_END = 56;
export const GROUP_NODE = 60;
