/** Checks the options of `separate`, and fills in the defaults. */
import { OptionError } from '../../errors.ts';
import type { Triple } from '../../mesh/bounds.ts';
import { describe } from '../../mesh/check-mesh.ts';
import { type CheckedRunningOptions, checkOptionNames, checkRunningOptions } from '../options.ts';
import { SEPARATE_DEFAULTS, type SeparateOptions } from './separate.ts';

export interface CheckedSeparateOptions extends CheckedRunningOptions {
  /** From 0, finite. */
  readonly gap: number;
  /** Of length 1. */
  readonly directions: readonly Triple[];
}

const RANGE = 2 ** 250;

function checkDirections(given: unknown): readonly Triple[] {
  const length = (given as ArrayLike<number> | null)?.length;
  if (typeof given !== 'object' || !Number.isInteger(length) || (length as number) % 3 !== 0) {
    const found = Number.isInteger(length) ? `${length} numbers` : describe(given);
    throw new OptionError(
      'option-type',
      `separate: directions is ${found}; expected x, y, z for each direction, such as [0, 0, 1, 1, 0, 0].`,
      { option: 'directions' },
    );
  }
  const values = Array.from(given as ArrayLike<number>);
  const directions: Triple[] = [];
  for (let at = 0; at < values.length; at += 3) {
    const triple = values.slice(at, at + 3);
    // Scaled first, so that no square overflows or vanishes.
    const largest = Math.max(...triple.map(Math.abs));
    if (!(largest > 0 && largest < Number.POSITIVE_INFINITY)) {
      throw new OptionError(
        'option-value',
        `separate: direction ${at / 3} is ${triple.join(' ')}; expected three finite numbers that are not all 0.`,
        { option: 'directions' },
      );
    }
    const [x, y, z] = triple.map((value) => value / largest);
    const size = Math.hypot(x, y, z);
    directions.push([x / size, y / size, z / size]);
  }
  return directions;
}

export function checkSeparateOptions(options: SeparateOptions): CheckedSeparateOptions {
  checkOptionNames('separate', options, ['gap', 'directions', 'signal', 'onProgress']);
  const gap: unknown = options.gap ?? SEPARATE_DEFAULTS.gap;
  if (typeof gap !== 'number' || !(gap >= 0 && gap <= RANGE)) {
    throw new OptionError(
      'option-range',
      `separate: gap is ${describe(gap)}; expected a number from 0 to 2^250, in the unit of the coordinates.`,
      { option: 'gap' },
    );
  }
  return { gap, directions: checkDirections(options.directions ?? []), ...checkRunningOptions('separate', options) };
}
