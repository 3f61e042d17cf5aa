/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */

// --- what to do ---
export const TASK_PRUNE = 0;
export const TASK_CLUSTER = 1;
/** Nothing beyond the first phase: image coordinates are wanted by a generator on the GPU. */
export const TASK_PREPARE = 2;
/** Find pairs of triangles whose boxes overlap. */
export const TASK_PAIRS = 3;
/** Tell which of two triangles may hide the other. */
export const TASK_RELATE = 4;
/** Tell which elements reach into the box of another object. */
export const TASK_REACH = 5;
/** Find those pairs, and make the passes of all visits over them: elements are triangles. */
export const TASK_PAIR_ROUNDS = 6;
/** Instead of an axis: any direction. */
export const FREE_VIEW = 3;
export const COVER_SAMPLED = 0;
export const COVER_BOXES = 1;
export const COVER_CONSERVATIVE = 2;

// --- the elements ---
/** Labels of elements: fully visible in neither pass, in the first only, in the second only, in both (and pruned). */
export const SET_NFV = 0;
export const SET_FFV = 1;
export const SET_SFV = 2;
export const SET_BFV = 3;

// --- pairs ---
/** Bits of a relation: the second of the pair may hide the first, and vice versa. */
export const HIDES_FIRST = 1;
export const HIDES_SECOND = 2;
export const PAIRS_PER_PIECE = 512;

// --- made by the job ---
/** Initial capacity of the log in passes, and most passes of a job of one visit: an even number, as iterations have two. */
export const LOG_PASSES = 128;

// --- phases ---
export const PHASE_CULL_COUNT = 1;
export const PHASE_CULL_FILL = 2;
export const PHASE_CULL_PASS = 3;
export const PHASE_CULL_CLUSTER = 4;
export const PHASE_PAIRS_COUNT = 5;
export const PHASE_PAIRS_FILL = 6;
export const PHASE_PAIRS_WALK = 7;
export const PHASE_PAIRS_FLAT = 8;
export const PHASE_RELATE = 9;
export const PHASE_CULL_PROJECT = 10;
export const PHASE_CULL_REACH = 11;
export const PHASE_PAIR_PASS = 12;
