/** Points with a radius: a union of balls. */
import { OptionError } from '../../../errors.ts';
import { boundsOfBox } from '../../../mesh/bounds.ts';
import { checkCoordinates, checkPositions, describe } from '../../../mesh/check-mesh.ts';
import type { Positions } from '../../../mesh/mesh-input.ts';
import { checkOptionNames } from '../../options.ts';
import type { VoxelPace, VoxelShape, VoxelSide } from './shape.ts';
import type { VoxelSheet } from './sheet.ts';

/** Points and their radius. */
export interface PointCloudInput {
  /** x, y, z of each point. */
  positions: Positions;
  /** One for all points, or one for each. 0 takes points as points. */
  radius: number | Float32Array | Float64Array;
}

/** Covers the rounding of squares and sums. */
const SLACK = 2 ** -48;

function checkRadii({ positions, radius }: PointCloudInput): (point: number) => number {
  const count = positions.length / 3;
  const isRadius = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 2 ** 250;
  if (isRadius(radius)) return () => radius as number;
  if (radius === undefined) {
    throw new OptionError(
      'no-radius',
      'pointCloudShape: the points have no radius, and so no surface. Pass radius, in the unit of the points; 0 is allowed.',
    );
  }
  const isList = radius instanceof Float32Array || radius instanceof Float64Array;
  if (!isList || radius.length !== count) {
    throw new OptionError(
      'option-type',
      `pointCloudShape: radius is ${isList ? `a list of ${radius.length}` : describe(radius)}; expected a number from 0, or ${count} of them in a Float32Array or a Float64Array, one per point.`,
    );
  }
  const bad = radius.findIndex((value) => !isRadius(value));
  if (bad < 0) return (point) => radius[point];
  throw new OptionError(
    'option-range',
    `pointCloudShape: the radius of point ${bad} is ${radius[bad]}; expected a number from 0.`,
    { point: bad },
  );
}

function ballRows(sheet: VoxelSheet, centre: readonly number[], radius: number, side: VoxelSide): void {
  const box = [...centre.map((value) => value - radius), ...centre.map((value) => value + radius)];
  // Rounding of the box itself: a unit in the last place outwards.
  const grown = box.map((value, k) => value + (k < 3 ? -1 : 1) * Math.abs(value) * SLACK);
  const range = sheet.rangeOf(boundsOfBox(grown));
  if (!range) return;
  const { origin, voxelSize } = sheet.grid;
  const touched = side === 'touched';
  const square = radius * radius * (touched ? 1 + SLACK : 1 - SLACK);
  /** Distance along axis k from the centre to voxel i: to its nearest point, or to its farthest. */
  const away = (k: number, i: number) => {
    const low = origin[k] + i * voxelSize - centre[k];
    const high = low + voxelSize;
    if (!touched) return Math.max(Math.abs(low), Math.abs(high));
    return low > 0 ? low : high < 0 ? -high : 0;
  };
  for (let z = range.first[2]; z <= range.last[2]; z++) {
    const dz = away(2, z);
    for (let y = range.first[1]; y <= range.last[1]; y++) {
      const dy = away(1, y);
      const left = square - dy * dy - dz * dz;
      if (left < 0) continue;
      let x0 = range.first[0];
      let x1 = range.last[0];
      while (x0 <= x1 && away(0, x0) ** 2 > left) x0++;
      while (x1 >= x0 && away(0, x1) ** 2 > left) x1--;
      sheet.setSpan(x0, x1, y, z);
    }
  }
}

/**
 * Points with a radius as a shape: a union of balls.
 * @throws {@link OptionError} `no-radius`, `option-type`, `option-range`
 * @throws {@link MeshError} `positions-type`, `positions-length`, `not-finite`, `out-of-range`
 * @example
 * ```ts
 * const scan = pointCloudShape({ positions, radius: 0.002 });
 * const { collides } = await collideShapes(meshShape(part), scan);
 * ```
 */
export function pointCloudShape(input: PointCloudInput): VoxelShape {
  checkOptionNames('pointCloudShape', input, ['positions', 'radius']);
  const positions = checkPositions(input.positions, 'pointCloudShape').slice();
  checkCoordinates(positions, 'pointCloudShape');
  const radiusOf = checkRadii(input);
  const count = positions.length / 3;
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let point = 0; point < count; point++) {
    const radius = radiusOf(point);
    for (let k = 0; k < 3; k++) {
      const value = positions[3 * point + k];
      const slack = (Math.abs(value) + radius) * SLACK;
      box[k] = Math.min(box[k], value - radius - (radius > 0 ? slack : 0));
      box[k + 3] = Math.max(box[k + 3], value + radius + (radius > 0 ? slack : 0));
    }
  }
  return {
    box: count > 0 ? boundsOfBox(box) : undefined,
    async voxelize(sheet, side, pace: VoxelPace) {
      for (let point = 0; point < count; point++) {
        const centre = [positions[3 * point], positions[3 * point + 1], positions[3 * point + 2]];
        ballRows(sheet, centre, radiusOf(point), side);
        const wait = pace.step(point / count);
        if (wait) await wait;
      }
    },
  };
}
