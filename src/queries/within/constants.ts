/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */
/** The two lowest bits of a hit. */
export const HIT_APART = 0;
export const HIT_MEETING = 1;

// --- phases; those of the tile lists as in `collide` ---
export const PHASE_WITHIN_COUNT = 1;
export const PHASE_WITHIN_FILL = 2;
export const PHASE_WITHIN_WALK = 3;
export const PHASE_WITHIN_MEASURE = 4;
