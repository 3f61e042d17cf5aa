/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */

// --- phases; those of the tile lists as in `collide` ---
export const PHASE_CONTACTS_COUNT = 1;
export const PHASE_CONTACTS_FILL = 2;
export const PHASE_CONTACTS_WALK = 3;
export const PHASE_CONTACTS_MEASURE = 4;
