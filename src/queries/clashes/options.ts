/** Checks the options of `clashes`, and fills in the defaults. */
import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import {
  type CheckedRunningOptions,
  checkFlag,
  checkIgnore,
  checkOptionNames,
  checkRunningOptions,
  type ObjectPair,
} from '../options.ts';
import { CLASHES_DEFAULTS, type ClashesOptions } from './clashes.ts';

export interface CheckedClashesOptions extends CheckedRunningOptions {
  readonly tolerance: number;
  readonly depth: boolean;
  readonly ignore: readonly ObjectPair[];
}

const NAMES = ['tolerance', 'depth', 'ignore', 'signal', 'onProgress'];

function checkTolerance(value: unknown): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw new OptionError(
    'option-range',
    `clashes: tolerance is ${describe(value)}; expected a number from 0, in the unit of the coordinates.`,
    { option: 'tolerance' },
  );
}

export function checkClashesOptions(options: ClashesOptions): CheckedClashesOptions {
  checkOptionNames('clashes', options, NAMES);
  const tolerance = checkTolerance(options.tolerance ?? CLASHES_DEFAULTS.tolerance);
  const depth = checkFlag('clashes', 'depth', options.depth ?? CLASHES_DEFAULTS.depth);
  if (!depth && tolerance > 0) {
    throw new OptionError(
      'option-conflict',
      `clashes: tolerance is ${tolerance} and depth is false; a tolerance is compared with depths. Leave one of them out.`,
      { option: 'depth' },
    );
  }
  return {
    tolerance,
    depth,
    ignore: checkIgnore('clashes', options.ignore ?? []),
    ...checkRunningOptions('clashes', options),
  };
}
