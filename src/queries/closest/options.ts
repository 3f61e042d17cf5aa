/** Checks the options of `closest`, and fills in the defaults. */
import { type CheckedBy, declareOptions, number } from '../options.ts';
import { CLOSEST_DEFAULTS, type ClosestOptions } from './closest.ts';

export const CLOSEST_DECLARATION = declareOptions<ClosestOptions>(
  'closest',
  CLOSEST_DEFAULTS,
)({
  below: number((below) => below > 0, 'a number above 0, in the unit of the coordinates, or Infinity'),
});

export type CheckedClosestOptions = CheckedBy<typeof CLOSEST_DECLARATION>;

export function checkClosestOptions(options: ClosestOptions): CheckedClosestOptions {
  return CLOSEST_DECLARATION.check(options);
}
