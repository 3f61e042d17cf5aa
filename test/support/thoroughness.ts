/**
 * How much tests look at. `npm test` takes about a tenth of the seeds and sizes; `npm run test:long`, which sets
 * COLLIDESCOPE_SLOW=1, takes all of them, and runs what needs minutes or the network.
 */
export const isLong = !!process.env.COLLIDESCOPE_SLOW && process.env.COLLIDESCOPE_SLOW !== '0';

/**
 * How long a test, a hook, or a program that a test starts may take before it counts as hanging. Not a measure: on a machine that does
 * other things as well, tests take many times as long.
 */
export const PATIENCE = isLong ? 4 * 3_600_000 : 600_000;

/** How long one state of a page, or of a file, is waited for. */
export const PAGE_PATIENCE = 180_000;

/** A tenth of a number of seeds, at least one; all of them in a long run. */
export function seedsOf(all: number): number {
  return isLong ? all : Math.max(1, Math.ceil(all / 10));
}
