/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */

// --- phases of measuring depths ---
export const PHASE_DEPTH_SURFACES = 1;
export const PHASE_DEPTH_SEARCH = 2;

/** In a list of triangles: a triangle that is given by coordinates, not by its number in the surface. */
export const DEPTH_SMALL = 0x80000000;
