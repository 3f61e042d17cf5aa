/** The fields of `within` in QUERY_BLOCK. Plain numbers, read by two compilers, as layout.ts. */

/** f64: pairs nearer than this are wanted; may be infinite. */
export const WITHIN_DISTANCE = 1024;
/** Whether nearest points are wanted. */
export const WITHIN_WANTS_POINTS = 1032;
/** Where the answer is: an f64 for each hit, and six f64 for each hit or 0. */
export const WITHIN_DISTANCES = 1036;
export const WITHIN_POINTS = 1040;
/** Two f32: the distance in image coordinates, not below it; and what image coordinates are off by, not below it. */
export const WITHIN_IMAGE_DISTANCE = 1044;
export const WITHIN_IMAGE_ROUNDING = 1048;

/** What the two lowest bits of a hit say. */
export const HIT_APART = 0;
export const HIT_MEETING = 1;

export const PHASE_WITHIN_COUNT = 17;
export const PHASE_WITHIN_FILL = 18;
export const PHASE_WITHIN_WALK = 19;
export const PHASE_WITHIN_MEASURE = 20;
