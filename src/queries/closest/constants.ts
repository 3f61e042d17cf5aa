/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */
/** A triangle of an answer in which there is none. */
export const NO_TRIANGLE = 0xffffffff;

// --- phases ---
export const PHASE_CLOSEST = 1;
