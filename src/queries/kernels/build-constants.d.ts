/** Constants that scripts/build-kernels.mjs gives to asc (--use). */

/** Queries with lower numbers are in this build (src/queries/registry.ts). */
declare const QUERIES_BUILT: u32;
