/** Checks the options of `collide`, and fills in the defaults. */

import { OptionError } from '../../errors.ts';
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
import { COLLIDE_DEFAULTS, type CollideOptions, type Contacts, type GpuCollideOptions } from './collide.ts';

export interface CheckedCollideOptions extends CheckedRunningOptions {
  readonly self: boolean;
  readonly between: boolean;
  readonly contacts: Contacts;
  readonly segments: boolean;
  /** Infinity for all. */
  readonly limit: number;
  readonly ignore: readonly ObjectPair[];
  readonly output: 'cpu' | 'gpu';
}

const NAMES = ['self', 'between', 'contacts', 'segments', 'limit', 'ignore', 'output', 'signal', 'onProgress'];

/** What is left on the GPU has not been looked at exactly, which these would need. */
function checkOutput({ output, ...options }: CollideOptions | GpuCollideOptions): 'cpu' | 'gpu' {
  const checked = checkChoice('collide', 'output', output ?? COLLIDE_DEFAULTS.output, ['cpu', 'gpu']);
  const { segments, contacts } = options as CollideOptions;
  if (checked === 'cpu' || (segments !== true && contacts !== 'penetrating')) return checked;
  const option = segments === true ? 'segments' : 'contacts';
  throw new OptionError(
    'option-conflict',
    `collide: ${option} needs exact tests, which output "gpu" leaves to you; expected one or the other.`,
    { option },
  );
}

export function checkCollideOptions(given: CollideOptions | GpuCollideOptions): CheckedCollideOptions {
  checkOptionNames('collide', given, NAMES);
  const output = checkOutput(given);
  const options: Omit<CollideOptions, 'output'> = given;
  const flag = (name: 'self' | 'between' | 'segments') =>
    checkFlag('collide', name, options[name] ?? COLLIDE_DEFAULTS[name]);
  return {
    self: flag('self'),
    between: flag('between'),
    contacts: checkChoice('collide', 'contacts', options.contacts ?? COLLIDE_DEFAULTS.contacts, ['all', 'penetrating']),
    segments: flag('segments'),
    limit: checkLimit('collide', options.limit ?? COLLIDE_DEFAULTS.limit),
    ignore: checkIgnore('collide', options.ignore ?? []),
    output,
    ...checkRunningOptions('collide', options),
  };
}
