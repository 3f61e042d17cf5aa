/** Checks the points and the options of `inside`. */
import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import { type CheckedBy, declareOptions, flag } from '../options.ts';
import { INSIDE_DEFAULTS, type InsideOptions } from './inside.ts';

export interface CheckedPoints {
  /** A copy, x y z after x y z. */
  readonly coordinates: Float64Array;
  readonly count: number;
  /** low x y z, high x y z. */
  readonly box: readonly number[];
  /** Whether some coordinates other than 0 are so small that exact arithmetic must guard against underflow. */
  readonly isWide: boolean;
}

export const INSIDE_DECLARATION = declareOptions<InsideOptions>('inside', INSIDE_DEFAULTS)({ allowOpen: flag });

export type CheckedInsideOptions = CheckedBy<typeof INSIDE_DECLARATION>;

const LARGEST = 2 ** 250;
const SMALLEST = 2 ** -250;

export function checkInsideOptions(options: InsideOptions): CheckedInsideOptions {
  return INSIDE_DECLARATION.check(options);
}

function badPoint(coordinates: Float64Array, at: number): OptionError {
  const point = Math.floor(at / 3);
  const axis = 'xyz'[at % 3];
  const value = coordinates[at];
  const where = `inside: point ${point}: ${axis} is ${value}`;
  if (!Number.isFinite(value)) {
    return new OptionError('not-finite', `${where}; expected a finite number. Remove the point or correct it.`, {
      point,
      axis,
      value,
    });
  }
  return new OptionError(
    'out-of-range',
    `${where}; beyond 2^250 answers would not be exact. Scale the mesh and the points down.`,
    { point, axis, value },
  );
}

export function checkPoints(points: Positions): CheckedPoints {
  if (!(points instanceof Float32Array) && !(points instanceof Float64Array)) {
    throw new OptionError(
      'points-type',
      `inside: points are ${describe(points)}; expected a Float32Array or a Float64Array with x, y, z of each point.`,
    );
  }
  if (points.length % 3 !== 0) {
    throw new OptionError(
      'points-length',
      `inside: points hold ${points.length} numbers; expected a multiple of three (x, y, z of each point).`,
      { length: points.length },
    );
  }
  const coordinates = new Float64Array(points);
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  let isWide = false;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let at = axis; at < coordinates.length; at += 3) {
      const value = coordinates[at];
      const size = Math.abs(value);
      // Negated, so that NaN is caught too.
      if (!(size <= LARGEST)) throw badPoint(coordinates, at);
      if (value < low) low = value;
      if (value > high) high = value;
      if (size < SMALLEST && size !== 0) isWide = true;
    }
    box[axis] = low;
    box[axis + 3] = high;
  }
  return { coordinates, count: coordinates.length / 3, box, isWide };
}
