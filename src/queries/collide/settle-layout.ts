/** Fields of the query that settles what the GPU found (settle-job.ts). Plain numbers only, as in layout.ts. */

export const QUERY_SETTLE = 9;
export const PHASE_SETTLE_AREAS = 145;
export const PHASE_SETTLE_PAIRS = 146;
export const PHASE_SETTLE_SEGMENTS = 147;

/**
 * Pairs that certainly collide: two u32 each, the lower triangle first, numbered through the scene. They cross; with the
 * highest bit of the second they are the same triangle twice.
 */
export const SETTLE_CROSSINGS = 1024;
export const SETTLE_CROSSING_COUNT = 1028;
/** Pairs to decide, in the same form. */
export const SETTLE_UNDECIDED = 1032;
export const SETTLE_UNDECIDED_COUNT = 1036;
/** Triangles that may have no area, u32, ascending. */
export const SETTLE_UNCERTAIN = 1040;
export const SETTLE_UNCERTAIN_COUNT = 1044;
/** One byte per triangle: 1 when it has no area. */
export const SETTLE_FLAT = 1048;
