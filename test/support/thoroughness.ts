/**
 * How much tests look at. `npm test` takes about a tenth of the seeds and sizes; `npm run test:long`, which sets
 * COLLIDESCOPE_SLOW=1, takes all of them, and runs what needs minutes or the network.
 */
export const isLong = !!process.env.COLLIDESCOPE_SLOW && process.env.COLLIDESCOPE_SLOW !== '0';

/** A tenth of a number of seeds, at least one; all of them in a long run. */
export function seedsOf(all: number): number {
  return isLong ? all : Math.max(1, Math.ceil(all / 10));
}
