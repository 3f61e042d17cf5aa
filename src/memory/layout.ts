/**
 * Where things lie in the engine's memory: the one place in which TypeScript and the kernels agree on offsets.
 *
 * Read by two compilers (tsc and asc), so it holds plain numbers only. All offsets are in bytes.
 *
 *   0            control block: job, barrier, results, fields of the running query, one record per thread
 *   65536        scratch memory of each thread
 *   1179648      static data of the kernels
 *   heap base    blocks that belong to scenes (positions, indices, adjacency), then the arena of the running query
 */

// --- control block -------------------------------------------------------------------------------------------------
/** Number of the current job; workers sleep on it. */
export const CTL_JOB = 0;
/** Threads that have finished the current phase. */
export const CTL_ARRIVED = 4;
/** Grows when a phase has been closed; threads that arrived early sleep on it. */
export const CTL_GENERATION = 8;
export const CTL_PHASE = 12;
/** Not zero: stop taking pieces. 1 cancelled by the caller, 2 enough pairs found, 3 failed (see CTL_ERROR). */
export const CTL_STOP = 16;
export const CTL_ERROR = 20;
/** f64: bytes that were asked for when memory ran out. */
export const CTL_ERROR_BYTES = 24;
export const CTL_NEXT_PIECE = 32;
export const CTL_PIECE_COUNT = 36;
/** Threads that are splitting a tile and will add pieces. */
export const CTL_SPLITTING = 40;
export const CTL_HIT_TOTAL = 44;
/** Two f32: which part of the whole job, from 0 to 1, the pieces of this phase are. */
export const CTL_PROGRESS_FROM = 48;
export const CTL_PROGRESS_TO = 52;
export const CTL_ARENA_NEXT = 56;
export const CTL_DONE_PIECES = 60;
/** Threads that have left the job; the last one reports. */
export const CTL_LEFT = 116;

// --- the job -------------------------------------------------------------------------------------------------------
export const JOB_OBJECTS = 64;
export const JOB_OBJECT_COUNT = 68;
export const JOB_TRIANGLE_COUNT = 72;
export const JOB_VERTEX_COUNT = 76;
/** Pieces of the first phase, PIECE_STRIDE bytes each: kind, object, from, to as u32, then room for a box. */
export const JOB_PIECES = 80;
export const JOB_PIECE_COUNT = 84;
export const JOB_SELF = 88;
export const JOB_BETWEEN = 92;
export const JOB_PENETRATING = 96;
export const JOB_SEGMENTS = 100;
/** Pairs to stop at; 0 means all. */
export const JOB_LIMIT = 104;
/** Sorted u64 keys objectA << 32 | objectB (indices into the object table, A < B). */
export const JOB_IGNORE = 108;
export const JOB_IGNORE_COUNT = 112;
/**
 * One byte per triangle of the scene, or 0 for no restriction: 0 leaves the triangle out of the walk, 1 tests it against
 * all others, 2 and 3 against all but those of the same number.
 */
export const JOB_SURVIVORS = 648;
/** Not zero: some coordinates are so small that products of them underflow; see predicates.ts. */
export const JOB_WIDE = 152;
/** Which query the job is: QUERY_COLLIDE and so on. */
export const JOB_QUERY = 156;
/** Four f64: centre x y z and scale of the map from coordinates to image coordinates. */
export const JOB_MAP = 120;

// --- results -------------------------------------------------------------------------------------------------------
/** Sorted u64 keys: triangleA << 32 | triangleB << 2 | kind, triangles numbered through the scene. */
export const OUT_HITS = 160;
export const OUT_HIT_COUNT = 164;
/** u32 triangle numbers, ascending. */
export const OUT_DEGENERATE = 168;
export const OUT_DEGENERATE_COUNT = 172;
export const OUT_SEGMENTS = 176;
export const OUT_AXIS = 180;
export const OUT_TILES_ACROSS = 184;
export const OUT_TILES_DOWN = 188;
export const OUT_ENTRY_COUNT = 192;
/** f64: the clock at the start of the first step and at the end of each; step = phase & STEP_MASK. */
export const OUT_PHASE_CLOCK = 200;

// --- the layered image, as planned after the first phase -----------------------------------------------------------
/** v128: byte shuffle that brings a vertex into view order: across, down, depth. */
export const GRID_SWIZZLE = 512;
/** v128 of f32: tiles per unit across and down (powers of two), 0, 0. */
export const GRID_SCALE = 528;
/** v128 of i32: number of the first tile across and down, 0, 0. */
export const GRID_FIRST = 544;
export const GRID_ACROSS = 560;
export const GRID_DOWN = 564;
/** First cell of each level of the pyramid; level 0 holds tiles, each further level cells of 8 × 8 of the one before. */
export const GRID_LEVEL_STARTS = 568;
export const GRID_LEVELS = 4;
export const GRID_LEVEL_SHIFT = 3;
export const GRID_CELL_COUNT = 584;
/** Triangles are counted and filled in groups of this size; each group has its own counters, so order never varies. */
export const GRID_GROUP_SIZE = 588;
export const GRID_GROUP_COUNT = 592;
/** u32 per group and cell: how many, then where the next goes. */
export const GRID_COUNTERS = 596;
/** u32 per cell and one more: where its list begins in GRID_ENTRIES. */
export const GRID_CELL_STARTS = 600;
/** u32 triangle numbers. */
export const GRID_ENTRIES = 604;
/** u32 per triangle: first and last tile, one byte each: across, down, across, down; RANGE_NONE when left out. */
export const GRID_RANGES = 608;
/** One byte per triangle: SIGN bits of its normal. */
export const GRID_SIGNS = 612;
/** One byte per vertex: 1 when its fan is certified. */
export const GRID_CERTIFIED = 616;
export const GRID_FAN_PIECES = 620;
/**
 * Parts of tiles that were split, SPLIT_STRIDE bytes each: list, count, tile across and down, scale across and down, depth,
 * share (index << 16 | number of shares, or 0 for the whole).
 */
export const GRID_SPLIT_TILES = 624;
export const GRID_SPLIT_CAPACITY = 628;
export const GRID_SPLIT_COUNT = 636;
export const GRID_SPLIT_LOCK = 640;
/** Pieces of the walk that are not split tiles: vertex chunks and tiles. */
export const GRID_FIXED_PIECES = 632;
export const SPLIT_STRIDE = 32;
export const GRID_TILES_MAX = 256;
export const RANGE_NONE = 255;
/** From this value of a survivor's byte on, two of the same value are not tested against each other. */
export const SURVIVOR_APART = 2;
/** v128 of f32: by how much boxes are grown in image coordinates, in x, y and z, and 0; all 0 when a job is opened. */
export const GRID_GROWTH = 656;
/** What nextPiece says when there is none. */
export const PIECE_NONE = 0xffffffff;

// --- fields of the query that runs -----------------------------------------------------------------------------------
/** Whichever query runs keeps its own fields here (its own layout file says which); zero when a job is opened. */
export const QUERY_BLOCK = 1024;
export const QUERY_BLOCK_BYTES = 3072;

// --- one record per thread -----------------------------------------------------------------------------------------
/** Slot 0 belongs to the thread that owns the engine, 1 and up to the workers of its pool. */
export const THREADS_MAX = 65;
export const THREAD_RECORDS = 4096;
export const THREAD_STRIDE = 128;
/** First chunk of this thread's list of hits. */
export const THREAD_HITS = 0;
export const THREAD_CANDIDATES = 8;
export const THREAD_CERTIFIED = 16;
export const THREAD_NEIGHBOURS = 24;
export const THREAD_FALLBACKS = 32;
export const THREAD_WALK_MS = 40;
export const THREAD_EXACT_MS = 48;

// --- scratch memory of fixed size, one block per thread ------------------------------------------------------------
export const SCRATCH_START = 65536;
export const SCRATCH_BYTES = 16384;

/** Static data of the kernels begin here (asc --memoryBase). */
export const STATIC_BASE = 1179648;

// --- one record per object -----------------------------------------------------------------------------------------
export const OBJECT_STRIDE = 256;
export const OBJECT_VERTEX_COUNT = 0;
export const OBJECT_TRIANGLE_COUNT = 4;
/** Number of the object's first triangle and vertex, counted through the scene. */
export const OBJECT_TRIANGLE_START = 8;
export const OBJECT_VERTEX_START = 12;
/** Image coordinates: 16 bytes per vertex, x y z as f32 and four unused bytes. */
export const OBJECT_IMAGE = 16;
/** Coordinates as the caller gave them. */
export const OBJECT_REST = 20;
/** FORMAT_F32 or FORMAT_F64, of OBJECT_REST. */
export const OBJECT_REST_FORMAT = 24;
/** Coordinates in the world, FORMAT_F64; 0 when the object has not been placed. */
export const OBJECT_WORLD = 28;
/** Three u32 per triangle. */
export const OBJECT_INDICES = 32;
/** Adjacency: the first corner of each vertex, and the next corner of each corner; corner = 3 · triangle + 0, 1, 2. */
export const OBJECT_FIRST_CORNER = 36;
export const OBJECT_NEXT_CORNER = 40;
/** One byte per vertex: FAN_UNKNOWN, FAN_CLOSED, FAN_OPEN, FAN_IRREGULAR. */
export const OBJECT_FANS = 44;
/** Coordinates to test exactly: OBJECT_WORLD or OBJECT_REST, and their format. */
export const OBJECT_EXACT = 48;
export const OBJECT_EXACT_FORMAT = 52;
/** Image-space box of the object, two v128. */
export const OBJECT_LOW = 64;
export const OBJECT_HIGH = 80;
/** Image-space box outside which none of its triangles can meet another object, two v128. */
export const OBJECT_REGION_LOW = 96;
export const OBJECT_REGION_HIGH = 112;
/** Sixteen f64, column-major. */
export const OBJECT_MATRIX = 128;

/** x y z as f32 in 16 bytes. */
export const FORMAT_F32 = 0;
/** x y z as f64 in 24 bytes. */
export const FORMAT_F64 = 1;

export const FAN_UNKNOWN = 0;
export const FAN_CLOSED = 1;
export const FAN_OPEN = 2;
export const FAN_IRREGULAR = 3;

// --- kinds of pieces of the first phase ----------------------------------------------------------------------------
/** Find the box of image coordinates that are already there. */
export const PIECE_BOUND = 0;
/** Make image coordinates from the exact ones, and find their box. */
export const PIECE_IMAGE = 1;
/** Place the object in the world, then as PIECE_IMAGE. */
export const PIECE_PLACE = 2;
/** Link the corners of the vertices `from` to `to`. */
export const PIECE_ADJACENCY = 3;

/** Bytes of a piece of the first phase. */
export const PIECE_STRIDE = 48;

// --- queries, and their phases: query << STEP_BITS | step ------------------------------------------------------------
export const STEP_BITS = 4;
export const STEP_MASK = 15;

export const QUERY_COLLIDE = 0;
export const QUERY_WITHIN = 1;
export const QUERY_INSIDE = 6;
export const QUERY_VOXELS = 4;
/** Fields and phases: cull-layout.ts. */
export const QUERY_CULL = 5;
export const QUERY_LAYERS = 7;

/** The first phase of every query. */
export const PHASE_PREPARE = 0;
export const PHASE_COUNT_IMAGE = 1;
export const PHASE_FILL_IMAGE = 2;
export const PHASE_WALK = 3;
export const PHASE_SEGMENTS = 4;
/** After the last phase of every query. */
/** What closing a phase says without threads when it is not finished: to be called again, after a turn for others. */
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
