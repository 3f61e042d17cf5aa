/** Checks the options of `separate`, and fills in the defaults. */
import { OptionError } from '../../errors.ts';
import type { Triple } from '../../mesh/bounds.ts';
import { describe } from '../../mesh/check-mesh.ts';
import { type CheckedBy, declareOptions, number } from '../options.ts';
import { SEPARATE_DEFAULTS, type SeparateOptions } from './separate.ts';

const RANGE = 2 ** 250;

/** Each of length 1. */
function checkDirections(call: string, _: string, value: unknown): readonly Triple[] {
  const given = value ?? [];
  const length = (given as ArrayLike<number> | null)?.length;
  if (typeof given !== 'object' || !Number.isInteger(length) || (length as number) % 3 !== 0) {
    const found = Number.isInteger(length) ? `${length} numbers` : describe(given);
    throw new OptionError(
      'option-type',
      `${call}: directions is ${found}; expected x, y, z for each direction, such as [0, 0, 1, 1, 0, 0].`,
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
        `${call}: direction ${at / 3} is ${triple.join(' ')}; expected three finite numbers that are not all 0.`,
        { option: 'directions' },
      );
    }
    const [x, y, z] = triple.map((value) => value / largest);
    const size = Math.hypot(x, y, z);
    directions.push([x / size, y / size, z / size]);
  }
  return directions;
}

export const SEPARATE_DECLARATION = declareOptions<SeparateOptions>(
  'separate',
  SEPARATE_DEFAULTS,
)({
  gap: number((gap) => gap >= 0 && gap <= RANGE, 'a number from 0 to 2^250, in the unit of the coordinates'),
  directions: checkDirections,
});

export type CheckedSeparateOptions = CheckedBy<typeof SEPARATE_DECLARATION>;

export function checkSeparateOptions(options: SeparateOptions): CheckedSeparateOptions {
  return SEPARATE_DECLARATION.check(options);
}
