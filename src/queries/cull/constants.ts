/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */

// --- what to do ---
export const TASK_PRUNE = 0;
export const TASK_CLUSTER = 1;
/** Nothing beyond the first phase: image coordinates are wanted by a generator on the GPU. */
export const TASK_PREPARE = 2;
export const COVER_SAMPLED = 0;
export const COVER_BOXES = 1;
export const COVER_CONSERVATIVE = 2;

// --- the elements ---
/** Labels of elements: fully visible in neither pass, in the first only, in the second only, in both (and pruned). */
export const SET_NFV = 0;
export const SET_FFV = 1;
export const SET_SFV = 2;
export const SET_BFV = 3;

// --- made by the job ---
export const STORED_NOT_YET = 0;
export const STORED_NEVER = 1;
export const STORED_NOTHING = 2;
/** Passes that a job makes at most: an even number, as iterations have two. */
export const LOG_PASSES = 128;

// --- phases ---
export const PHASE_CULL_COUNT = 1;
export const PHASE_CULL_FILL = 2;
export const PHASE_CULL_WALK = 3;
export const PHASE_CULL_CLUSTER = 4;
