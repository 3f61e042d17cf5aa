/**
 * Fields of layered depth images and of the volumes made from them, in the block of the running query (QUERY_BLOCK), and
 * their phases. Read by tsc and asc like layout.ts: plain numbers only, offsets in bytes.
 */

// --- what the caller writes ----------------------------------------------------------------------------------------
/** LAYERS_OVERLAP of the objects 0 and 1, LAYERS_SELF or LAYERS_IMAGE of object 0. */
export const LAYERS_MODE = 1024;
/** Pixels across and down. */
export const LAYERS_ACROSS = 1028;
export const LAYERS_DOWN = 1032;
/** Not zero: keep the segments. */
export const LAYERS_STACKS = 1036;
/** Address of one byte per pixel, to be set where a ray does not leave an object as often as it enters; 0: not wanted. */
export const LAYERS_UNCLOSED = 1056;
/** Which coordinates are across, down and depth: 0, 1, 2 for x, y, z. */
export const LAYERS_AXES = 1040;
/** Not zero: also find out whether the edges of object 0, of object 1 cancel. */
export const LAYERS_CHECK_EDGES = 1064;
/** Six f64 in view order: low and high corner of the volume of interest. */
export const LAYERS_BOX = 1072;

// --- tiles ---------------------------------------------------------------------------------------------------------
export const LAYERS_TILES_ACROSS = 1136;
export const LAYERS_TILES_DOWN = 1140;
/** u32 per tile and one more: how many triangles, then where the next goes, in the end where the next tile's begin. */
export const LAYERS_STARTS = 1144;
/** u32 triangle numbers, tile by tile. */
export const LAYERS_MEMBERS = 1148;
/** f64 per group of triangles: six times the volume they enclose together with the low corner of the box. */
export const LAYERS_GROUP_VOLUMES = 1152;
export const LAYERS_GROUPS = 1156;
/** Four u16 per triangle: first and last tile across, first and last down; first > last when it is left out. */
export const LAYERS_RANGES = 1184;
/** Two f32 per triangle: its nearest and farthest depth, rounded outwards. */
export const LAYERS_DEPTHS = 1188;
/** +1, or −1 when object 0 is turned inside out as a whole. */
export const LAYERS_TURN = 1160;

// --- results -------------------------------------------------------------------------------------------------------
/** One record per tile. */
export const LAYERS_TILE_RECORDS = 1164;
/** u64 per object: sum of the signed hashes of all edges; 0 when they cancel. */
export const LAYERS_EDGE_SUMS = 1168;

/** f64: length of overlap, by how much it may be too long, and length times place across, down and in depth. */
export const TILE_LENGTH = 0;
export const TILE_EXCESS = 8;
export const TILE_MOMENTS = 16;
/** f64: nearest and farthest depth; u32: first and last pixel across and down. Nothing was found where first > last. */
export const TILE_NEAREST = 40;
export const TILE_FARTHEST = 48;
export const TILE_FIRST_ACROSS = 56;
export const TILE_LAST_ACROSS = 60;
export const TILE_FIRST_DOWN = 64;
export const TILE_LAST_DOWN = 68;
/** u32: where the tile's segments or layers are, and how many. */
export const TILE_LIST = 72;
export const TILE_LIST_COUNT = 76;
/** u32: pixels that an edge touches, or in which surfaces may cross. */
export const TILE_UNSURE_PIXELS = 80;
/** f64: by how much the length may be too short. */
export const TILE_SHORTFALL = 88;
export const TILE_RECORD_BYTES = 96;

/** A segment: from and to as f64, pixel (u32, row by row), how many times it counts (u32). */
export const SEGMENT_BYTES = 24;
/** A layer: depth as f64, pixel (u32), +1 where the ray enters, −1 where it leaves (i32), triangle (u32), unused. */
export const LAYER_BYTES = 24;

export const TILE_PIXELS = 16;

export const LAYERS_OVERLAP = 0;
export const LAYERS_SELF = 1;
export const LAYERS_IMAGE = 2;

// --- phases: QUERY_LAYERS << STEP_BITS | step ------------------------------------------------------------------------
export const PHASE_LAYERS_COUNT = 113;
export const PHASE_LAYERS_FILL = 114;
export const PHASE_LAYERS_WALK = 115;
