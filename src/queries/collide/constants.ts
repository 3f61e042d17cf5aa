/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */
export const QUERY_SETTLE = 9;
export const PHASE_SETTLE_AREAS = 145;
export const PHASE_SETTLE_PAIRS = 146;
export const PHASE_SETTLE_SEGMENTS = 147;
