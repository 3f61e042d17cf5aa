/** Checks the options of `closest`, and fills in the defaults. */
import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import { type CheckedRunningOptions, checkOptionNames, checkRunningOptions } from '../options.ts';
import { CLOSEST_DEFAULTS, type ClosestOptions } from './closest.ts';

export interface CheckedClosestOptions extends CheckedRunningOptions {
  /** Above 0. */
  readonly below: number;
}

export function checkClosestOptions(options: ClosestOptions): CheckedClosestOptions {
  checkOptionNames('closest', options, ['below', 'signal', 'onProgress']);
  const below: unknown = options.below ?? CLOSEST_DEFAULTS.below;
  if (typeof below !== 'number' || !(below > 0)) {
    throw new OptionError(
      'option-range',
      `closest: below is ${describe(below)}; expected a number above 0, in the unit of the coordinates, or Infinity.`,
      { option: 'below' },
    );
  }
  return { below, ...checkRunningOptions('closest', options) };
}
