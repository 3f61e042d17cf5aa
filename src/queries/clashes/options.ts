/** Checks the options of `clashes`, and fills in the defaults. */
import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import { type CheckedRunningOptions, checkFlag, checkOptionNames, checkRunningOptions } from '../options.ts';
import { type CheckedPairSelection, checkPairSelection } from '../pair-selection.ts';
import { CLASHES_DEFAULTS, type ClashesOptions } from './clashes.ts';

export interface CheckedClashesOptions extends CheckedRunningOptions, CheckedPairSelection {
  /** Of two objects, checked. */
  readonly toleranceOf: (a: number, b: number) => number;
  /** 0 for none. */
  readonly clearance: number;
  readonly depth: boolean;
  readonly curve: boolean;
  readonly area: boolean;
  readonly volume: boolean;
}

const NAMES = [
  'self',
  'between',
  'tolerance',
  'clearance',
  'depth',
  'curve',
  'area',
  'volume',
  'ignore',
  'pairs',
  'signal',
  'onProgress',
];

function checkLength(option: 'tolerance' | 'clearance', value: unknown, of = ''): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw new OptionError(
    'option-range',
    `clashes: ${option}${of} is ${describe(value)}; expected a number from 0, in the unit of the coordinates.`,
    { option },
  );
}

function checkedTolerance(tolerance: ClashesOptions['tolerance']): (a: number, b: number) => number {
  if (typeof tolerance === 'function')
    return (a, b) => checkLength('tolerance', tolerance(a, b), ` of objects ${a} and ${b}`);
  const value = checkLength('tolerance', tolerance);
  return () => value;
}

export function checkClashesOptions(options: ClashesOptions): CheckedClashesOptions {
  checkOptionNames('clashes', options, NAMES);
  const tolerance = options.tolerance ?? CLASHES_DEFAULTS.tolerance;
  const toleranceOf = checkedTolerance(tolerance);
  const flag = (name: 'depth' | 'curve' | 'area' | 'volume') =>
    checkFlag('clashes', name, options[name] ?? CLASHES_DEFAULTS[name]);
  const depth = flag('depth');
  if (!depth && tolerance !== 0) {
    throw new OptionError(
      'option-conflict',
      `clashes: tolerance is ${describe(tolerance)} and depth is false; a tolerance is compared with depths. Leave one of them out.`,
      { option: 'depth' },
    );
  }
  return {
    ...checkPairSelection('clashes', options, CLASHES_DEFAULTS),
    clearance: checkLength('clearance', options.clearance ?? CLASHES_DEFAULTS.clearance),
    toleranceOf,
    depth,
    curve: flag('curve'),
    area: flag('area'),
    volume: flag('volume'),
    ...checkRunningOptions('clashes', options),
  };
}
