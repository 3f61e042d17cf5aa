/** Checks the options of `safeStep` and `advance`, and fills in the defaults. */
import { OptionError } from '../../errors.ts';
import { type CheckedBy, choice, declareOptions, number, optional, whole } from '../options.ts';
import { ADVANCE_DEFAULTS, type AdvanceOptions, type InverseMasses } from './advance.ts';
import { SAFE_STEP_DEFAULTS, type SafeStepOptions } from './safe-step.ts';

const from0 = (unit: string) => number((value) => value >= 0 && Number.isFinite(value), `a number from 0${unit}`);
const length = from0(', in the unit of the coordinates');

export const SAFE_STEP_DECLARATION = declareOptions<SafeStepOptions>(
  'safeStep',
  SAFE_STEP_DEFAULTS,
)({
  gap: length,
  keep: number((keep) => keep > 0 && keep < 1, 'a number above 0 and below 1'),
  each: choice(['scene', 'object', 'vertex']),
});

export const ADVANCE_DECLARATION = declareOptions<AdvanceOptions>(
  'advance',
  ADVANCE_DEFAULTS,
)({
  gap: optional(length),
  friction: from0(''),
  rounds: whole(0, 1000),
  inverseMasses: checkInverseMasses,
});

export type CheckedSafeStepOptions = CheckedBy<typeof SAFE_STEP_DECLARATION>;
export type CheckedAdvanceOptions = CheckedBy<typeof ADVANCE_DECLARATION> & { readonly keep: number };
/** What both have. */
export type CheckedStepOptions = Omit<CheckedAdvanceOptions, 'friction' | 'rounds' | 'inverseMasses'>;

function checkInverseMasses(call: string, _: string, value: unknown): readonly InverseMasses[] {
  const list = value ?? [];
  const isMass = (value: unknown) => typeof value === 'number' && value >= 0 && Number.isFinite(value);
  const isEntry = (entry: unknown) => {
    const { object, values } = (entry ?? {}) as Partial<InverseMasses>;
    return Number.isInteger(object) && (values instanceof Float64Array ? values.every(isMass) : isMass(values));
  };
  if (Array.isArray(list) && list.every(isEntry)) return list.map(({ object, values }) => ({ object, values }));
  throw new OptionError(
    'option-value',
    `${call}: inverseMasses must be a list such as [{ object: 0, values: 1 }], values a number from 0 or a Float64Array of them, one per vertex; 0 is fixed.`,
    { option: 'inverseMasses' },
  );
}

export function checkSafeStepOptions(options: SafeStepOptions): CheckedSafeStepOptions {
  return SAFE_STEP_DECLARATION.check(options);
}

export function checkAdvanceOptions(options: AdvanceOptions): CheckedAdvanceOptions {
  return { ...ADVANCE_DECLARATION.check(options), keep: SAFE_STEP_DEFAULTS.keep };
}
