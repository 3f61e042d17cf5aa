/** Checks the distance and the options of `contacts`, and fills in the defaults. */
import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import { type CheckedBy, declareOptions, flag, limit } from '../options.ts';
import { CONTACTS_DEFAULTS, type ContactsOptions } from './contacts.ts';

export const CONTACTS_DECLARATION = declareOptions<ContactsOptions>(
  'contacts',
  CONTACTS_DEFAULTS,
)({ points: flag, limit });

export type CheckedContactsOptions = CheckedBy<typeof CONTACTS_DECLARATION> & {
  /** Above 0, and Infinity for all pairs. */
  readonly distance: number;
};

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
  return { distance: checkDistance(distance), ...CONTACTS_DECLARATION.check(options) };
}
