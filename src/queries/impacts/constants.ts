/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */
export const CONTACT_STRIDE = 64;
/** A tick is the unit of time: the whole motion lasts 2^52 of them. */
export const TICKS = 4503599627370496.0;
export const VERTEX_FACE = 0;
export const EDGE_EDGE = 1;

// --- phases; those of the tile lists, and of selecting clusters, as in `collide` ---
export const PHASE_IMPACTS_COUNT = 1;
export const PHASE_IMPACTS_FILL = 2;
export const PHASE_IMPACTS_WALK = 3;
export const PHASE_IMPACTS_CONTACTS = 4;
export const PHASE_IMPACTS_REACH = 7;
export const PHASE_IMPACTS_GIVEN = 8;

// --- which pairs are listed as those that could meet ---
export const COLLECT_NONE = 0;
/** Those that could meet when all vertices go the same fraction of their paths. */
export const COLLECT_TOGETHER = 1;
/** Those that could meet when each vertex goes any fraction. */
export const COLLECT_EACH = 2;
/** Where the search looks only for the earliest impacts: those up to this many times as late as the first. */
export const EARLIEST_WITHIN = 1.03125;
