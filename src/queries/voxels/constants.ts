/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */

// --- what is asked ---
export const VOXEL_CONSERVATIVE = 0;
export const VOXEL_PAPER = 1;

// --- steps; the phase of a step is QUERY_VOXELS << STEP_BITS | step ---
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
