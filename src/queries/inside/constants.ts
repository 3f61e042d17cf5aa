/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */

// --- results ---
export const INSIDE_OUT = 0xffffffff;

// --- phases ---
export const PHASE_INSIDE_COUNT = 1;
export const PHASE_INSIDE_FILL = 2;
export const PHASE_INSIDE_CROSS = 3;
export const PHASE_INSIDE_ANSWER = 4;
