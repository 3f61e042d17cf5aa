/** Constants that scripts/build-kernels.mjs gives to asc (--use). */

/** Whether this build has nothing but what `collide` needs. */
declare const COLLIDE_ONLY: bool;
