/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */

// --- questions ---
export const VOXEL_CONSERVATIVE = 0;
export const VOXEL_PAPER = 1;

// --- phases ---
export const PHASE_VOXELS_CLEAR = 1;
export const PHASE_VOXELS_SURFACE = 2;
export const PHASE_VOXELS_SYNTHESIZE = 3;
export const PHASE_VOXELS_COUNT_CROSSINGS = 4;
export const PHASE_VOXELS_FILL_CROSSINGS = 5;
export const PHASE_VOXELS_COLUMNS = 6;
export const PHASE_VOXELS_COUNT_VOXELS = 7;
export const PHASE_VOXELS_COUNT_LISTS = 8;
export const PHASE_VOXELS_FILL_LISTS = 9;
export const PHASE_VOXELS_PAIRS = 10;
