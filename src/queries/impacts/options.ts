/** Checks the options of `impacts`, and fills in the defaults; and what an object is aimed at. */
import { OptionError } from '../../errors.ts';
import { checkPositions, describe } from '../../mesh/check-mesh.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import { checkMatrix } from '../../mesh/placement.ts';
import { type CheckedBy, declareOptions, flag, number } from '../options.ts';
import { IMPACTS_DEFAULTS, type ImpactsOptions } from './impacts.ts';

/** The range of coordinates. */
export const GAP_MAX = 2 ** 250;

export const IMPACTS_DECLARATION = declareOptions<ImpactsOptions>(
  'impacts',
  IMPACTS_DEFAULTS,
)({
  first: flag,
  points: flag,
  approaching: flag,
  gap: number((gap) => gap >= 0 && gap <= GAP_MAX, 'a distance from 0 to 2^250, in the unit of the scene'),
  keep: number(
    (keep) => keep >= 0 && keep < 1,
    'a number from 0 to below 1, such as 0.5. With 1, what is near could not move',
  ),
});

export type CheckedImpactsOptions = CheckedBy<typeof IMPACTS_DECLARATION>;

export function checkImpactsOptions(options: ImpactsOptions): CheckedImpactsOptions {
  return IMPACTS_DECLARATION.check(options);
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
