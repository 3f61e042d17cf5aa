/** Checks the distance and the options of `contacts`, and fills in the defaults. */
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
import { CONTACTS_DEFAULTS, type ContactsOptions } from './contacts.ts';

export interface CheckedContactsOptions extends CheckedRunningOptions, CheckedPairSelection {
  /** Above 0, and Infinity for all pairs. */
  readonly distance: number;
  readonly points: boolean;
  /** Infinity for all. */
  readonly limit: number;
}

const NAMES = ['self', 'between', 'points', 'limit', 'ignore', 'pairs', 'signal', 'onProgress'];

function checkDistance(distance: unknown): number {
  if (typeof distance === 'number' && distance > 0) return distance;
  const zero = distance === 0 ? ' Nothing is strictly nearer than 0; use collide() to find what touches.' : '';
  throw new OptionError(
    'option-range',
    `contacts: the distance is ${describe(distance)}; expected a number above 0, in the unit of the coordinates.${zero}`,
    { option: 'distance', distance },
  );
}

export function checkContactsOptions(distance: unknown, options: ContactsOptions): CheckedContactsOptions {
  const checked = checkDistance(distance);
  checkOptionNames('contacts', options, NAMES);
  return {
    distance: checked,
    ...checkPairSelection('contacts', options, CONTACTS_DEFAULTS),
    points: checkFlag('contacts', 'points', options.points ?? CONTACTS_DEFAULTS.points),
    limit: checkLimit('contacts', options.limit ?? CONTACTS_DEFAULTS.limit),
    ...checkRunningOptions('contacts', options),
  };
}
