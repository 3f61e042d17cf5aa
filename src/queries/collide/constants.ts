/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */

// --- phases of settling what the GPU found ---
export const PHASE_SETTLE_AREAS = 1;
export const PHASE_SETTLE_PAIRS = 2;
export const PHASE_SETTLE_SEGMENTS = 3;
