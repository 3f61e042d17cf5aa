/** Checks the options of `clashes`, and fills in the defaults. */
import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import { type Check, type CheckedBy, declareOptions, flag } from '../options.ts';
import { CLASHES_DEFAULTS, type ClashesOptions } from './clashes.ts';

function checkLength(call: string, option: string, value: unknown, of = ''): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw new OptionError(
    'option-range',
    `${call}: ${option}${of} is ${describe(value)}; expected a number from 0, in the unit of the coordinates.`,
    { option },
  );
}

const length: Check<number> = (call, option, value) => checkLength(call, option, value);

/** The tolerance for two objects. */
const tolerance: Check<(a: number, b: number) => number> = (call, option, value) => {
  if (typeof value === 'function') {
    return (a, b) => checkLength(call, option, value(a, b), ` of objects ${a} and ${b}`);
  }
  const same = checkLength(call, option, value);
  return () => same;
};

export const CLASHES_DECLARATION = declareOptions<ClashesOptions>(
  'clashes',
  CLASHES_DEFAULTS,
)({
  tolerance,
  clearance: length,
  depth: flag,
  curve: flag,
  area: flag,
  volume: flag,
});

export type CheckedClashesOptions = CheckedBy<typeof CLASHES_DECLARATION>;

export function checkClashesOptions(options: ClashesOptions): CheckedClashesOptions {
  const checked = CLASHES_DECLARATION.check(options);
  if (!checked.depth && (options.tolerance ?? CLASHES_DEFAULTS.tolerance) !== 0) {
    throw new OptionError(
      'option-conflict',
      `clashes: tolerance is ${describe(options.tolerance)} and depth is false; a tolerance is compared with depths. Leave one of them out.`,
      { option: 'depth' },
    );
  }
  return checked;
}
