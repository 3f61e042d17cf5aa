/** Checks the distance and the options of `within`, and fills in the defaults. */
import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import {
  type CheckedRunningOptions,
  checkFlag,
  checkLimit,
  checkOptionNames,
  checkRunningOptions,
} from '../options.ts';
import { type CheckedPairSelection, checkPairSelection } from '../pair-selection.ts';
import { WITHIN_DEFAULTS, type WithinOptions } from './within.ts';

export interface CheckedWithinOptions extends CheckedRunningOptions, CheckedPairSelection {
  /** Above 0, and Infinity for all pairs. */
  readonly distance: number;
  readonly points: boolean;
  readonly objects: boolean;
  /** Infinity for all. */
  readonly limit: number;
}

const NAMES = ['self', 'between', 'points', 'objects', 'limit', 'ignore', 'pairs', 'signal', 'onProgress'];

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
  const checked = checkDistance(distance);
  checkOptionNames('within', options, NAMES);
  const flag = (name: 'points' | 'objects') => checkFlag('within', name, options[name] ?? WITHIN_DEFAULTS[name]);
  const objects = flag('objects');
  if (objects && options.limit !== undefined) {
    throw new OptionError(
      'option-conflict',
      'within: objects and limit exclude each other, because the nearest pair is known only after all pairs were tested. Leave out one of them.',
      { option: 'limit' },
    );
  }
  return {
    distance: checked,
    ...checkPairSelection('within', options, WITHIN_DEFAULTS),
    points: flag('points'),
    objects,
    limit: checkLimit('within', options.limit ?? WITHIN_DEFAULTS.limit),
    ...checkRunningOptions('within', options),
  };
}
