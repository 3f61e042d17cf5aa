/** Checks the options of `impacts`, and fills in the defaults; and what an object is aimed at. */
import { OptionError } from '../../errors.ts';
import { checkPositions, describe } from '../../mesh/check-mesh.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import { checkMatrix } from '../../mesh/placement.ts';
import { type CheckedRunningOptions, checkFlag, checkOptionNames, checkRunningOptions } from '../options.ts';
import { type CheckedPairSelection, checkPairSelection } from '../pair-selection.ts';
import { IMPACTS_DEFAULTS, type ImpactsOptions } from './impacts.ts';

export interface CheckedImpactsOptions extends CheckedRunningOptions, CheckedPairSelection {
  readonly first: boolean;
  readonly points: boolean;
  readonly approaching: boolean;
  readonly gap: number;
  readonly keep: number;
}

/** The range of coordinates. */
export const GAP_MAX = 2 ** 250;

const NAMES = [
  'self',
  'between',
  'first',
  'points',
  'approaching',
  'gap',
  'keep',
  'ignore',
  'pairs',
  'signal',
  'onProgress',
];

export function checkImpactsOptions(options: ImpactsOptions): CheckedImpactsOptions {
  checkOptionNames('impacts', options, NAMES);
  const flag = (name: 'first' | 'points' | 'approaching') =>
    checkFlag('impacts', name, options[name] ?? IMPACTS_DEFAULTS[name]);
  return {
    ...checkPairSelection('impacts', options, IMPACTS_DEFAULTS),
    first: flag('first'),
    points: flag('points'),
    approaching: flag('approaching'),
    gap: checkGap('impacts', options.gap ?? IMPACTS_DEFAULTS.gap),
    keep: checkKeep('impacts', options.keep ?? IMPACTS_DEFAULTS.keep),
    ...checkRunningOptions('impacts', options),
  };
}

/** A distance that features keep. */
export function checkGap(call: string, gap: unknown): number {
  if (typeof gap === 'number' && gap >= 0 && gap <= GAP_MAX) return gap;
  throw new OptionError(
    'option-range',
    `${call}: gap is ${describe(gap)}; expected a distance from 0 to 2^250, in the unit of the scene.`,
    { option: 'gap' },
  );
}

/** The part of their distance that features keep which begin near. */
export function checkKeep(call: string, keep: unknown): number {
  if (typeof keep === 'number' && keep >= 0 && keep < 1) return keep;
  throw new OptionError(
    'option-range',
    `${call}: keep is ${describe(keep)}; expected a number from 0 to below 1, such as 0.5. With 1, what is near could not move.`,
    { option: 'keep' },
  );
}

/** What is known about the object to be aimed. */
interface Aimable {
  readonly givenVertexCount: number;
  readonly single: boolean;
  readonly label: string;
}

export type Aim = { readonly positions: Positions } | { readonly matrix: Float64Array };

/** Sixteen numbers are a matrix: positions are a multiple of three. */
export function checkAim(object: number, known: Aimable, end: unknown): Aim {
  const label = `aim: ${known.label}`;
  if ((end as ArrayLike<number> | undefined)?.length === 16) {
    return { matrix: checkMatrix(end as ArrayLike<number>, 'aim') };
  }
  if (!(end instanceof Float32Array) && !(end instanceof Float64Array)) {
    throw new OptionError(
      'aim-type',
      `${label} is given ${describe(end)}; expected end positions in a Float32Array or a Float64Array, or a matrix of 16 numbers.`,
      { object },
    );
  }
  const positions = checkPositions(end, label);
  if (positions.length !== 3 * known.givenVertexCount) {
    throw new OptionError(
      'aim-length',
      `${label} has ${known.givenVertexCount} vertices, so ${3 * known.givenVertexCount} numbers; found ${positions.length}. Expected the end of every vertex, or a matrix of 16 numbers.`,
      { object, expected: 3 * known.givenVertexCount, found: positions.length },
    );
  }
  if (positions instanceof Float32Array !== known.single) {
    const name = known.single ? 'Float32Array' : 'Float64Array';
    throw new OptionError(
      'aim-precision',
      `${label} was added with a ${name}; expected the same for its end. Use replace() to change precision.`,
      { object },
    );
  }
  return { positions };
}
