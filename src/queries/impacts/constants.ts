/** Numbers that TypeScript and the kernels agree on. Read by two compilers, tsc and asc, so it holds plain numbers only. */
export const CONTACT_STRIDE = 64;
/** Times are told in cells of this many to the whole motion: 2^52. */
export const CELLS = 4503599627370496.0;
export const VERTEX_FACE = 0;
export const EDGE_EDGE = 1;
export const PHASE_IMPACTS_COUNT = 193;
export const PHASE_IMPACTS_FILL = 194;
export const PHASE_IMPACTS_WALK = 195;
export const PHASE_IMPACTS_CONTACTS = 196;
export const PHASE_IMPACTS_REACH = 197;
