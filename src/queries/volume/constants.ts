/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */

// --- results ---
/**
 * A segment: from and to as f64, pixel (u32, row by row), how many times it counts (u32). A layer has the same size: depth
 * as f64, pixel (u32), +1 where the ray enters, −1 where it leaves (i32), triangle (u32), unused.
 */
export const SEGMENT_BYTES = 24;
/**
 * In the place of a layer's triangle: no layer, but the winding number (in the place of its direction) of the pixel's ray where it
 * comes into the volume of interest. Left out where that is 0.
 */
export const WINDING_BEFORE = 0x7fffffff;
export const PANE_PIXELS = 16;
export const LAYERS_OVERLAP = 0;
export const LAYERS_SELF = 1;
export const LAYERS_IMAGE = 2;

// --- phases ---
export const PHASE_LAYERS_COUNT = 1;
export const PHASE_LAYERS_FILL = 2;
export const PHASE_LAYERS_WALK = 3;

// --- phases of summing up what two objects have in common ---
export const PHASE_COMMON_PAIRS = 1;
export const PHASE_COMMON_CLASSES = 2;
export const PHASE_COMMON_RAYS = 3;
export const PHASE_COMMON_EDGES = 4;
export const COMMON_PAIRS_PER_PIECE = 256;
export const COMMON_TRIANGLES_PER_PIECE = 4096;
/** Bits of a vertex: not outside the common box; may lie on the surface of the other; belongs to a triangle with area. */
export const PLACE_IN_BOX = 1;
export const PLACE_MAYBE_ON = 2;
export const PLACE_USED = 4;
/** In the place of a jump: the triangle has no area. */
export const NO_AREA = 0x7fffffff;
/** … no sample is to be taken of it. */
export const AVOIDED = 0x7ffffffe;

// --- phases of finding out whether an object is a solid in a box ---
export const PHASE_SOLID_VERTICES = 1;
export const PHASE_SOLID_CLASSES = 2;
export const PHASE_SOLID_RAYS = 3;
/** Bit of a vertex: its triangles go once round it, and it lies in the wide box. */
export const PLACE_REGULAR = 1;

// --- phases of sampling triangles at the centres of pixels ---
export const PHASE_SAMPLED_VERTICES = 1;
export const PHASE_SAMPLED_TRIANGLES = 2;
export const PHASE_SAMPLED_SORT = 3;
/** Parts of a pixel that corners are moved to. */
export const SAMPLED_PLACES = 256;
