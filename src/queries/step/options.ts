/** Checks the options of `safeStep` and `advance`, and fills in the defaults. */
import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import {
  type CheckedRunningOptions,
  checkChoice,
  checkOptionNames,
  checkRunningOptions,
  checkWhole,
} from '../options.ts';
import { type CheckedPairSelection, checkPairSelection } from '../pair-selection.ts';
import { ADVANCE_DEFAULTS, type AdvanceOptions, type InverseMasses } from './advance.ts';
import { SAFE_STEP_DEFAULTS, type SafeStepOptions } from './safe-step.ts';

export interface CheckedStepOptions extends CheckedRunningOptions, CheckedPairSelection {
  readonly gap: number | undefined;
  readonly keep: number;
}

export interface CheckedSafeStepOptions extends CheckedStepOptions {
  readonly gap: number;
  readonly each: 'scene' | 'object' | 'vertex';
}

export interface CheckedAdvanceOptions extends CheckedStepOptions {
  readonly friction: number;
  readonly rounds: number;
  readonly inverseMasses: readonly InverseMasses[];
}

const SAFE_STEP_NAMES = ['self', 'between', 'gap', 'keep', 'each', 'ignore', 'pairs', 'signal', 'onProgress'];
const ADVANCE_NAMES = [
  'self',
  'between',
  'gap',
  'friction',
  'rounds',
  'inverseMasses',
  'ignore',
  'pairs',
  'signal',
  'onProgress',
];

function checkFrom0(call: string, option: string, value: unknown, unit: string): number {
  if (typeof value === 'number' && value >= 0 && Number.isFinite(value)) return value;
  throw new OptionError('option-range', `${call}: ${option} is ${describe(value)}; expected a number from 0${unit}.`, {
    option,
  });
}

const LENGTH = ', in the unit of the coordinates';

export function checkSafeStepOptions(options: SafeStepOptions): CheckedSafeStepOptions {
  const call = 'safeStep';
  checkOptionNames(call, options, SAFE_STEP_NAMES);
  const keep = options.keep ?? SAFE_STEP_DEFAULTS.keep;
  if (!(typeof keep === 'number' && keep > 0 && keep < 1)) {
    throw new OptionError(
      'option-range',
      `${call}: keep is ${describe(keep)}; expected a number above 0 and below 1.`,
      {
        option: 'keep',
      },
    );
  }
  return {
    ...checkPairSelection(call, options, SAFE_STEP_DEFAULTS),
    gap: checkFrom0(call, 'gap', options.gap ?? SAFE_STEP_DEFAULTS.gap, LENGTH),
    keep,
    each: checkChoice(call, 'each', options.each ?? SAFE_STEP_DEFAULTS.each, ['scene', 'object', 'vertex']),
    ...checkRunningOptions(call, options),
  };
}

function checkInverseMasses(call: string, list: unknown): readonly InverseMasses[] {
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

export function checkAdvanceOptions(options: AdvanceOptions): CheckedAdvanceOptions {
  const call = 'advance';
  checkOptionNames(call, options, ADVANCE_NAMES);
  return {
    ...checkPairSelection(call, options, ADVANCE_DEFAULTS),
    gap: options.gap === undefined ? undefined : checkFrom0(call, 'gap', options.gap, LENGTH),
    keep: SAFE_STEP_DEFAULTS.keep,
    friction: checkFrom0(call, 'friction', options.friction ?? ADVANCE_DEFAULTS.friction, ''),
    rounds: checkWhole(call, 'rounds', options.rounds ?? ADVANCE_DEFAULTS.rounds, 0, 1000),
    inverseMasses: checkInverseMasses(call, options.inverseMasses ?? []),
    ...checkRunningOptions(call, options),
  };
}
