/**
 * Fields of `inside` in the block of the running query (QUERY_BLOCK), and its phases. Read by tsc and asc like layout.ts:
 * plain numbers only, offsets in bytes.
 */

// --- what the caller writes ----------------------------------------------------------------------------------------
/** Points as x y z in double precision, and how many. */
export const INSIDE_POINTS = 1024;
export const INSIDE_POINT_COUNT = 1028;
/** Not zero: also find out whether the edges of the mesh cancel. */
export const INSIDE_CHECK_EDGES = 1032;
/** Six f64: box of the points, low x y z, high x y z. */
export const INSIDE_POINT_BOX = 1040;

// --- the grid of points --------------------------------------------------------------------------------------------
/** v128 byte shuffle that brings coordinates into view order: across, down, depth. Depth is the direction of the rays. */
export const INSIDE_SWIZZLE = 1104;
/** v128 of f32: low corner of the grid and nearest depth of the points; high corner and no bound. */
export const INSIDE_LOW = 1120;
export const INSIDE_HIGH = 1136;
/** v128 of f32: cells per unit across and down. */
export const INSIDE_SCALE = 1152;
/** v128 of i32: last cell across and down. */
export const INSIDE_LAST = 1168;
/** Which coordinates are across, down and depth: 0, 1, 2 for x, y, z. */
export const INSIDE_AXES = 1184;
export const INSIDE_ACROSS = 1200;
export const INSIDE_DOWN = 1204;
/** u32 per cell and one more: how many points, then where the next goes, in the end where the next cell's points begin. */
export const INSIDE_STARTS = 1208;
/** u32 per point: its cell, or INSIDE_OUT when it lies outside the object's box. */
export const INSIDE_CELLS = 1212;
/** Points in order of cells: three arrays of f32 image coordinates, x y z in f64 in view order, number of the point. */
export const INSIDE_SORTED_ACROSS = 1216;
export const INSIDE_SORTED_DOWN = 1220;
export const INSIDE_SORTED_DEPTH = 1224;
export const INSIDE_SORTED_EXACT = 1228;
export const INSIDE_SORTED_NUMBERS = 1232;
export const INSIDE_SORTED_COUNT = 1236;
/** i32 per sorted point: its winding number; one byte each: not zero when it lies on the surface. */
export const INSIDE_WINDINGS = 1240;
export const INSIDE_ON = 1244;
/** Bands of rows into which the work of each group of triangles is cut. */
export const INSIDE_BANDS = 1248;
export const INSIDE_GROUPS = 1252;

// --- results -------------------------------------------------------------------------------------------------------
/** One byte per point: 0 outside, 1 inside, 2 on the surface. */
export const INSIDE_ANSWERS = 1256;
/** u64: sum of the signed hashes of all edges; 0 when each is met as often in one direction as in the other. */
export const INSIDE_EDGE_SUM = 1264;

export const INSIDE_OUT = 0xffffffff;

// --- phases: QUERY_INSIDE << STEP_BITS | step ------------------------------------------------------------------------
export const PHASE_INSIDE_COUNT = 97;
export const PHASE_INSIDE_FILL = 98;
export const PHASE_INSIDE_CROSS = 99;
export const PHASE_INSIDE_ANSWER = 100;
