/** Checks the options of `collide`, and fills in the defaults. */
import {
  type CheckedRunningOptions,
  checkChoice,
  checkFlag,
  checkIgnore,
  checkLimit,
  checkOptionNames,
  checkRunningOptions,
  type ObjectPair,
} from '../options.ts';
import { COLLIDE_DEFAULTS, type CollideOptions, type Contacts } from './collide.ts';

export interface CheckedCollideOptions extends CheckedRunningOptions {
  readonly self: boolean;
  readonly between: boolean;
  readonly contacts: Contacts;
  readonly segments: boolean;
  /** Infinity for all. */
  readonly limit: number;
  readonly ignore: readonly ObjectPair[];
}

const NAMES = ['self', 'between', 'contacts', 'segments', 'limit', 'ignore', 'signal', 'onProgress'];

export function checkCollideOptions(options: CollideOptions): CheckedCollideOptions {
  checkOptionNames('collide', options, NAMES);
  const flag = (name: 'self' | 'between' | 'segments') =>
    checkFlag('collide', name, options[name] ?? COLLIDE_DEFAULTS[name]);
  return {
    self: flag('self'),
    between: flag('between'),
    contacts: checkChoice('collide', 'contacts', options.contacts ?? COLLIDE_DEFAULTS.contacts, ['all', 'penetrating']),
    segments: flag('segments'),
    limit: checkLimit('collide', options.limit ?? COLLIDE_DEFAULTS.limit),
    ignore: checkIgnore('collide', options.ignore ?? []),
    ...checkRunningOptions('collide', options),
  };
}
