/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */

// --- phases of finding out what can be kept of an object ---
export const PHASE_KEEP = 1;

/** 2^-22: thinner triangles, as a part of the largest magnitude of the object's coordinates, are listed as fragile. */
export const FRAGILE_PART = 2.384185791015625e-7;
