/** Checks the distance and the options of `within`, and fills in the defaults. */
import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import { type CheckedBy, declareOptions, flag, limit } from '../options.ts';
import { WITHIN_DEFAULTS, type WithinOptions } from './within.ts';

export const WITHIN_DECLARATION = declareOptions<WithinOptions>(
  'within',
  WITHIN_DEFAULTS,
)({ points: flag, objects: flag, limit });

export type CheckedWithinOptions = CheckedBy<typeof WITHIN_DECLARATION> & {
  /** Above 0, and Infinity for all pairs. */
  readonly distance: number;
};

function checkDistance(distance: unknown): number {
  if (typeof distance === 'number' && distance > 0) return distance;
  const zero = distance === 0 ? ' Nothing is strictly closer than 0; use collide() to find what touches.' : '';
  throw new OptionError(
    'option-range',
    `within: the distance is ${describe(distance)}; expected a number above 0, in the unit of the coordinates.${zero}`,
    { option: 'distance', distance },
  );
}

export function checkWithinOptions(distance: unknown, options: WithinOptions): CheckedWithinOptions {
  const checked = { distance: checkDistance(distance), ...WITHIN_DECLARATION.check(options) };
  if (checked.objects && options.limit !== undefined) {
    throw new OptionError(
      'option-conflict',
      'within: objects and limit exclude each other, because the nearest pair is known only after all pairs were tested. Leave out one of them.',
      { option: 'limit' },
    );
  }
  return checked;
}
