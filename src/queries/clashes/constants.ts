/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */

// --- phases of measuring depths ---
export const PHASE_DEPTH_TREES = 1;
export const PHASE_DEPTH_SEARCH = 2;

/** Levels of a tree of boxes, and one more: each box holds four, so no tree has as many. */
export const TREE_LEVELS = 20;
/** In a list of triangles: a triangle that is given by coordinates, not by its number in the surface. */
export const DEPTH_SMALL = 0x80000000;
