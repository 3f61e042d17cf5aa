/**
 * Fields of a voxel job, in the block that belongs to whichever query runs (QUERY_BLOCK of layout.ts begins at 1024).
 *
 * Read by two compilers (tsc and asc), so it holds plain numbers only. All offsets are in bytes.
 *
 * Rows of voxels run along x and begin at whole words: voxel x, y, z is bit x & 31 of word
 * ((z − zFirst) · rowsPerLayer + y) · rowWords + (x >> 5). Coordinates of voxels are those of the whole grid; `zFirst` is the
 * first layer of the slab that this job is about.
 */

// --- the grid and the slab ---------------------------------------------------------------------------------------------
/** Four f64: origin x y z and the edge of a voxel. Every boundary origin + i · edge, and every centre, is a double. */
export const VOXEL_GRID = 1024;
/** Voxels along x, y, z that can be set: those beyond the region of interest stay empty. */
export const VOXEL_ACROSS = 1056;
export const VOXEL_DOWN = 1060;
/** First layer of the slab, and one past its last. */
export const VOXEL_FIRST_LAYER = 1064;
export const VOXEL_END_LAYER = 1068;
/** Words of a row, and rows of a layer, as they lie in memory. */
export const VOXEL_ROW_WORDS = 1072;
export const VOXEL_LAYER_ROWS = 1076;

// --- what is asked -----------------------------------------------------------------------------------------------------
/** VOXEL_CONSERVATIVE or VOXEL_PAPER. */
export const VOXEL_RULE = 1080;
/** Bit 0: fill the first object; bit 1: the second. */
export const VOXEL_SOLID = 1084;
/** Not zero: stop at the first common voxel. */
export const VOXEL_EARLY = 1088;
/** Not zero: find the colliding triangles of the common voxels. */
export const VOXEL_IDENTIFY = 1092;
/** Not zero: the common voxels are kept, in the bits of the first object. */
export const VOXEL_KEEP_COMMON = 1096;

export const VOXEL_CONSERVATIVE = 0;
export const VOXEL_PAPER = 1;

// --- where things are --------------------------------------------------------------------------------------------------
/** Bits of the first and of the second object, VOXEL_SLAB_BYTES each; the second is 0 when there is one object. */
export const VOXEL_BITS_A = 1100;
export const VOXEL_BITS_B = 1104;
export const VOXEL_SLAB_BYTES = 1108;
/** The directional sheets whose bits run along y and along z; the one along x has the form of the result. */
export const VOXEL_SHEET_Y = 1112;
export const VOXEL_SHEET_Z = 1116;
/** Words of a row of those sheets: layers of y, and layers of the slab, in 32s. */
export const VOXEL_SHEET_Y_WORDS = 1120;
export const VOXEL_SHEET_Z_WORDS = 1124;
/** u32 per row of the slab: crossings of its centre line, then where the next one goes. */
export const VOXEL_ROW_COUNTS = 1128;
/** u32 per row and one more: where its crossings begin. */
export const VOXEL_ROW_STARTS = 1132;
/** u32 per crossing: first voxel behind it << 1 | 1 when the surface faces +x. */
export const VOXEL_CROSSINGS = 1136;
/** Memory to be cleared before the first triangle: from, and bytes. */
export const VOXEL_CLEAR_FROM = 1140;
export const VOXEL_CLEAR_BYTES = 1144;
/** Which object is being voxelized: 0 or 1. */
export const VOXEL_CURRENT = 1148;

/**
 * Not zero: a GPU has voxelized the slab, and this job settles what it left open. Here are the bits that it found, as many
 * worksheets of VOXEL_SLAB_BYTES as there are objects, and one byte per triangle of all objects: 1 when it is to be done here.
 */
export const VOXEL_GIVEN_BITS = 1196;
export const VOXEL_PICKED = 1200;

// --- triangles of common voxels ----------------------------------------------------------------------------------------
/** u32 per word of the bits: common voxels before it. */
export const VOXEL_RANKS = 1152;
/** u32 per common voxel and object (voxel · 2 + object) and one more: how many triangles, then where they begin. */
export const VOXEL_LIST_STARTS = 1156;
export const VOXEL_LIST_NEXT = 1160;
/** u32 triangle numbers, counted through both objects. */
export const VOXEL_LISTS = 1164;
/** One byte per triangle of both objects: 1 when it touches a common voxel. */
export const VOXEL_LISTED = 1192;

// --- results -----------------------------------------------------------------------------------------------------------
/** Voxels of the first object, of the second, and of both. */
export const VOXEL_COUNT_A = 1168;
export const VOXEL_COUNT_B = 1172;
export const VOXEL_COUNT_COMMON = 1176;
/** Not zero: a common voxel was found, and the search stopped. */
export const VOXEL_FOUND = 1180;
/** Pairs of triangles that share a common voxel and whose boxes overlap. */
export const VOXEL_CANDIDATES = 1184;
/** Entries of the lists of triangles per common voxel. */
export const VOXEL_ENTRY_COUNT = 1188;

// --- steps; the phase of a step is QUERY_VOXELS << STEP_BITS | step ----------------------------------------------------
export const STEP_CLEAR = 1;
export const STEP_SURFACE = 2;
export const STEP_SYNTHESIZE = 3;
export const STEP_COUNT_CROSSINGS = 4;
export const STEP_FILL_CROSSINGS = 5;
export const STEP_COLUMNS = 6;
export const STEP_COUNT_VOXELS = 7;
export const STEP_COUNT_LISTS = 8;
export const STEP_FILL_LISTS = 9;
export const STEP_PAIRS = 10;
