/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */
/** What an item asks: is the way free; how deep do the objects meet in one place? */
export const ITEM_PROVE = 0;
export const ITEM_MEET = 1;

/** Lines, or points, that a bound of an object's deviation names at most, and f64 of each: a point, a direction or 0, a factor. */
export const BOUND_LINES = 4;
export const LINE_NUMBERS = 7;

// --- phases ---
export const PHASE_SWEEP = 1;
