/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */

// --- results ---
export const INSIDE_OUT = 0xffffffff;

// --- phases: QUERY_INSIDE << STEP_BITS | step ---
export const PHASE_INSIDE_COUNT = 97;
export const PHASE_INSIDE_FILL = 98;
export const PHASE_INSIDE_CROSS = 99;
export const PHASE_INSIDE_ANSWER = 100;
