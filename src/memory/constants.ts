/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds numbers only. */

// --- the tile lists, as planned after the first phase ---
export const GRID_LEVELS = 4;
export const GRID_LEVEL_SHIFT = 3;
export const GRID_TILES_MAX = 256;
export const RANGE_NONE = 255;
/** Marks of a triangle in the list of a tile: it reaches into the next one across, or down. */
export const REACHES_ACROSS = 0x80000000;
export const REACHES_DOWN = 0x40000000;
/** From this value of a survivor's byte on, two of the same value are not tested against each other. */
export const SURVIVOR_APART = 2;
/** Returned by nextPiece when no piece is left. */
export const PIECE_NONE = 0xffffffff;

// --- one record per thread ---
/** Slot 0 belongs to the thread that owns the engine, 1 and up to the workers of its pool. */
export const THREADS_MAX = 65;
export const THREAD_RECORDS = 4096;

// --- scratch memory of fixed size, one block per thread ---
export const SCRATCH_START = 65536;
export const SCRATCH_BYTES = 40960;
/**
 * Static data of the kernels begin here (asc --memoryBase): those of each set of kernels, from the smallest to the largest. All of
 * them may be at work in one memory.
 */
export const STATIC_BASE = SCRATCH_START + THREADS_MAX * SCRATCH_BYTES;
export const STATIC_BYTES_EACH = 32768;
/** Queries with lower numbers are in every set of kernels. */
export const COLLIDE_SET_QUERIES = 3;
/** Queries with lower numbers are in every set but the smallest: what simulations ask in every step. The rest are only in the largest. */
export const STEP_SET_QUERIES = 6;
/** Bytes before kernels that lie in memory. */
export const KERNELS_HEADER = 16;

// --- one record per object ---
/** x y z as f32 in 16 bytes. */
export const FORMAT_F32 = 0;
/** x y z as f64 in 24 bytes. */
export const FORMAT_F64 = 1;
/** No coordinates of their own: those as given, in the format of `rest`, times the matrix, whenever they are asked for. */
export const FORMAT_PLACED = 2;
/** Whether a matrix is singular; determined when needed. */
export const SINGULAR_NO = 0;
export const SINGULAR_YES = 1;
export const SINGULAR_UNKNOWN = 2;
/** How the triangles around a vertex are connected: a closed fan, one known to go round once, an open one, or irregularly. */
export const FAN_UNKNOWN = 0;
export const FAN_CLOSED = 1;
export const FAN_ROUND = 2;
export const FAN_OPEN = 3;
export const FAN_IRREGULAR = 4;
/** A single triangle; told apart on the GPU only. */
export const FAN_ALONE = 5;

// --- kinds of pieces of the first phase ---
/** Find the box of image coordinates that are already there. */
export const PIECE_BOUND = 0;
/** Make image coordinates from the exact ones, and find their box. */
export const PIECE_IMAGE = 1;
/** Place the object in the world, then as PIECE_IMAGE. */
export const PIECE_PLACE = 2;
/** Link the corners of the vertices `from` to `to`. */
export const PIECE_ADJACENCY = 3;

/** Find the boxes of the objects `from` to `to`, all of which have clusters. */
export const PIECE_OBJECTS = 4;
/** Objects of such a piece. */
export const OBJECTS_PER_PIECE = 256;

// --- looking through a surface for what is near some boxes (mesh/kernels/box-grid.ts) ---
/** Cells along each side of a grid; a row of them is a word of 64 bits. */
export const GRID_CELLS = 64;

// --- clusters of an object ---
/** In the link of a node of the tree of clusters: it is a leaf, and its number is that of its cluster, not of a right child. */
export const CLUSTER_LEAF = 0x80000000;
/** In the link of every node. As a number of single precision, a lane that does not count, it is neither too small nor too large for fast arithmetic. */
export const NODE_TAG = 0x40000000;
export const NODE_NUMBER = 0x3fffffff;
/** Bytes of a node, and of one that stands alone: it may be read a little beyond its end. */
export const NODE_BYTES = 28;
export const NODE_BYTES_ALONE = 32;
/** Bytes of the slab of a cluster. */
export const SLAB_BYTES = 20;
/** Stages of making clusters: boxes of triangles, nodes, and all done but for a block of their own. */
export const WORK_BOXES = 1;
export const WORK_NODES = 2;
export const WORK_DONE = 3;
/** Parts of an object that wait to be cut at most: one per level of the tree, of which each has at most 3/4 of the one above. */
export const CLUSTER_WORK_DEPTH = 80;
/** Triangles of a cluster at most, where they share few vertices. */
export const CLUSTER_WORK_MOST = 48;

// --- phases: numbered within each query, at most PHASES_MAX of them ---
export const PHASES_MAX = 16;
/** The first phase of every query. */
export const PHASE_PREPARE = 0;
/** Phases of `collide`; those of `within` have the same numbers up to the walk. */
export const PHASE_COUNT_IMAGE = 1;
export const PHASE_FILL_IMAGE = 2;
export const PHASE_WALK = 3;
export const PHASE_SEGMENTS = 4;
/** Phases of `collide` before the others, when objects have kept clusters. */
export const PHASE_SELECT = 5;
export const PHASE_GATHER = 6;
/** In the place of the image and the walk, when all objects have kept clusters. */
export const PHASE_MEET = 7;
/** Between counting and filling, when triangles near no other object are left out first. */
export const PHASE_SIEVE = 8;

// --- which triangles of a job are searched ---
/** All; or, of objects with clusters, those that can meet others, in tile lists; or, when all have clusters, in pairs of clusters. */
export const SELECTS_NONE = 0;
export const SELECTS_SOME = 1;
export const SELECTS_PAIRS = 2;
/** Without threads, returned by closing a phase that is not finished: call again, after yielding to others. */
export const PHASE_AGAIN = 254;
export const PHASE_DONE = 255;
export const STOP_NO = 0;
export const STOP_CANCELLED = 1;
export const STOP_LIMIT = 2;
export const STOP_FAILED = 3;
export const ERROR_NONE = 0;
export const ERROR_MEMORY = 1;
export const ERROR_TRAP = 2;
export const KIND_TOUCHING = 0;
export const KIND_CROSSING = 1;
export const KIND_COPLANAR = 2;
/** Answer of a triangle test: they share no point that counts. */
export const KIND_NONE = -1;
