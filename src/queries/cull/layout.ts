/**
 * Fields of a culling job, and its phases. Plain numbers only: read by tsc and asc, like layout.ts.
 *
 * A job is one visit of a view at one level of the hierarchy: it lists what every pixel shows and walks the lists in
 * alternate directions until nothing changes or enough iterations were made. Another kind of job puts the triangles of
 * each object into the order in which ranges of them are clusters.
 */

// --- what to do: QUERY_BLOCK and up --------------------------------------------------------------------------------
/** One of TASK_… */
export const CULL_TASK = 1024;
export const TASK_PRUNE = 0;
export const TASK_CLUSTER = 1;
/** Nothing beyond the first phase: image coordinates are wanted by a generator on the GPU. */
export const TASK_PREPARE = 2;

/** The view axis, 0 x, 1 y, 2 z; across is the next one in that circle, down the one after. */
export const CULL_AXIS = 1028;
/** Pixels a side. */
export const CULL_RESOLUTION = 1032;
/** One of COVER_… */
export const CULL_COVERAGE = 1036;
export const COVER_SAMPLED = 0;
export const COVER_BOXES = 1;
export const COVER_CONSERVATIVE = 2;
/** Not zero: elements are tested against each other even within an object, and against themselves. */
export const CULL_SELF = 1040;
/** Not zero: the sets of the former pass count (Quick-CULLIDE); else every iteration begins anew (CULLIDE). */
export const CULL_QUICK = 1044;
/** Not zero: the second pass asks only for what was fully visible in the first (FAR §4.2.1). */
export const CULL_SECOND_SAVING = 1048;
/** Most iterations of two passes. */
export const CULL_ITERATIONS = 1052;
/** Not zero: keep the labels after every pass. */
export const CULL_TRACE = 1056;
/** Bits of depth: 16, 24 or 32. */
export const CULL_DEPTH_BITS = 1060;

// --- the elements --------------------------------------------------------------------------------------------------
/** Triangles of all elements, numbered through the scene, in the order in which they are drawn. The place is the rank. */
export const CULL_TRIANGLES = 1064;
export const CULL_TRIANGLE_COUNT = 1068;
/** u32 per rank: its element; elements are numbered in the order in which they are drawn. */
export const CULL_ELEMENT_OF = 1072;
export const CULL_ELEMENT_COUNT = 1076;
/** u32 per element: index into the object table. */
export const CULL_OBJECT_OF = 1080;
/** One byte per element: SET_…, in and out. */
export const CULL_LABELS = 1084;
/** One byte per element: not zero keeps it, whatever is seen of it. */
export const CULL_KEPT = 1088;
/** One byte per element: not fully visible in the running pass. */
export const CULL_HIDDEN = 1092;

/** Labels of elements: fully visible in neither pass, in the first only, in the second only, in both (and pruned). */
export const SET_NFV = 0;
export const SET_FFV = 1;
export const SET_SFV = 2;
export const SET_BFV = 3;

// --- clustering ----------------------------------------------------------------------------------------------------
/** u32 indices into the object table, and where the u32 order of each goes. */
export const CULL_CLUSTER_OBJECTS = 1096;
export const CULL_CLUSTER_COUNT = 1100;
export const CULL_CLUSTER_ORDERS = 1104;
export const CULL_CLUSTER_SIZE = 1108;

// --- the frame: f64 ------------------------------------------------------------------------------------------------
/** Image coordinates of the first pixel's corner and of the near plane: across, down, depth. */
export const CULL_LOW = 1120;
/** Pixels per unit across and down, depth steps per unit. */
export const CULL_SCALE = 1144;
/** Width of a pixel across and down, and of a step. */
export const CULL_PIXEL = 1168;
/** By how much what is drawn is enlarged: across and down in pixels, depth in steps. Rounding, and what was asked for. */
export const CULL_GROW = 1192;
/** Radius of the offset of FAR's boxes, in image units. */
export const CULL_RADIUS = 1216;

/** f64: boxes of triangles that collide, or are near enough, lie no farther apart than this, in image units. */
export const CULL_REACH = 1224;

// --- made by the job -----------------------------------------------------------------------------------------------
/** log2 of the pixels of a tile's side, and tiles a side. */
export const CULL_TILE_BITS = 1232;
export const CULL_TILES = 1236;
export const CULL_GROUP_SIZE = 1240;
export const CULL_GROUP_COUNT = 1244;
/** u32 per group and tile: how many, then where the next goes. */
export const CULL_COUNTERS = 1248;
/** u32 per tile and one more: where its list begins in CULL_ENTRIES. */
export const CULL_TILE_STARTS = 1252;
/** u32 ranks, ascending within a tile. */
export const CULL_ENTRIES = 1256;
/** Four u16 per rank: first and last tile, across, down, across, down; all ones when it shows nowhere. */
export const CULL_RANGES = 1260;
/** u32 per tile: the stored lists, STORED_NOT_YET, STORED_NEVER (too much to keep) or STORED_NOTHING. */
export const CULL_STORED = 1264;
export const STORED_NOT_YET = 0;
export const STORED_NEVER = 1;
export const STORED_NOTHING = 2;
/** u32, in units of 64 bytes: what lists may take, and what they have taken. */
export const CULL_STORE_MOST = 1268;
export const CULL_STORE_USED = 1272;
/** The running pass, from 0; odd ones go backward. */
export const CULL_PASS = 1276;
/** Which labels are asked for and which are drawn in the running pass: bit SET_…. */
export const CULL_ASKED = 1280;
export const CULL_DRAWN = 1284;
/** Label changes in the running iteration, and whether the last one changed nothing. */
export const CULL_CHANGES = 1288;
export const CULL_STABLE = 1292;
/** Fragments that were rasterized, f64, summed when lists are stored or walked for the first time. */
export const CULL_FRAGMENTS = 1296;
/** u32: passes in the log, and the log: LOG_STRIDE bytes per pass. */
export const CULL_LOG_COUNT = 1304;
export const CULL_LOG = 1308;
/** Passes that a job makes at most: an even number, as iterations have two. */
export const LOG_PASSES = 128;
export const LOG_STRIDE = 40;
export const LOG_BEFORE = 0;
export const LOG_AFTER = 4;
export const LOG_QUERIES = 8;
export const LOG_RENDERS = 12;
/** Triangles of the elements drawn. */
export const LOG_TRIANGLES = 16;
/** Copy of the labels after the pass, if asked for. */
export const LOG_LABELS = 20;
/** f64: milliseconds. */
export const LOG_TIME = 24;
/** f64: the clock when the running pass began. */
export const CULL_CLOCK = 1312;

/** Not zero: triangles of different objects hide each other only if their boxes overlap; those of one object always. */
export const CULL_BOXES = 1320;

// --- phases: QUERY_CULL << STEP_BITS | step ------------------------------------------------------------------------
export const PHASE_CULL_COUNT = 81;
export const PHASE_CULL_FILL = 82;
export const PHASE_CULL_WALK = 83;
export const PHASE_CULL_CLUSTER = 84;
