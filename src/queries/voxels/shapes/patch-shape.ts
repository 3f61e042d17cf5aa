/** Parametric surfaces as shapes: Bézier patches, and B-spline surfaces taken apart into such. */
import { OptionError } from '../../../errors.ts';
import { boundsOfBox } from '../../../mesh/bounds.ts';
import { describe } from '../../../mesh/check-mesh.ts';
import { unionBox } from '../../../tile-lists/image-map.ts';
import { checkOptionNames } from '../../options.ts';
import { bezierSpans, checkKnots } from './b-spline.ts';
import { type HomogeneousPatch, patchBox, touchPatch } from './bezier.ts';
import type { VoxelShape } from './shape.ts';

/** A Bézier patch, polynomial or rational. */
export interface BezierPatchInput {
  /** Degrees along u and v. */
  degrees: readonly [number, number];
  /** x, y, z of the (degree u + 1) · (degree v + 1) control points, v fastest. */
  points: ArrayLike<number>;
  /**
   * A positive weight per control point makes the patch rational.
   * @defaultValue none: a polynomial patch
   */
  weights?: ArrayLike<number>;
}

/** A B-spline surface, polynomial or rational (NURBS). */
export interface BsplinePatchInput extends BezierPatchInput {
  /** Knots along u and along v, ascending; the number of control points along each is that of the knots − degree − 1. */
  knots: readonly [ArrayLike<number>, ArrayLike<number>];
}

const DEGREE_MOST = 24;

function checkDegrees(call: string, degrees: unknown): readonly [number, number] {
  const isDegree = (value: unknown) =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= DEGREE_MOST;
  if (Array.isArray(degrees) && degrees.length === 2 && degrees.every(isDegree))
    return degrees as unknown as [number, number];
  throw new OptionError(
    'option-range',
    `${call}: degrees are ${Array.isArray(degrees) ? `[${degrees.join(', ')}]` : describe(degrees)}; expected two whole numbers from 1 to ${DEGREE_MOST}.`,
    { option: 'degrees' },
  );
}

/** The control net, checked, with coordinates multiplied by weights. */
function checkNet(call: string, input: BezierPatchInput, acrossU: number, acrossV: number): HomogeneousPatch {
  const count = acrossU * acrossV;
  if (input.points?.length !== 3 * count) {
    throw new OptionError(
      'points-length',
      `${call}: points hold ${input.points?.length ?? 'no'} numbers; expected ${3 * count}: x, y, z of ${acrossU} × ${acrossV} control points.`,
      { expected: 3 * count, found: input.points?.length },
    );
  }
  if (input.weights !== undefined && input.weights.length !== count) {
    throw new OptionError(
      'weights-length',
      `${call}: ${input.weights.length} weights; expected ${count}, one per control point.`,
    );
  }
  const points = new Float64Array(4 * count);
  for (let i = 0; i < count; i++) {
    const weight = input.weights?.[i] ?? 1;
    if (!(weight > 0 && weight < 2 ** 100)) {
      throw new OptionError(
        'option-range',
        `${call}: weight ${i} is ${weight}; expected a positive number; otherwise the patch may leave its control hull.`,
      );
    }
    for (let k = 0; k < 3; k++) {
      const value = input.points[3 * i + k];
      if (!(Math.abs(value) <= 2 ** 250)) {
        throw new OptionError(
          'not-finite',
          `${call}: ${'xyz'[k]} of control point ${i} is ${value}; expected a finite number up to 2^250.`,
        );
      }
      points[4 * i + k] = value * weight;
    }
    points[4 * i + 3] = weight;
  }
  return { acrossU, acrossV, points };
}

function patchesShape(patches: readonly HomogeneousPatch[]): VoxelShape {
  return {
    box: boundsOfBox(unionBox(patches.map(patchBox))),
    async voxelize(sheet, side, pace) {
      // A surface has no inside.
      if (side === 'inside') return;
      for (const [i, patch] of patches.entries()) {
        await touchPatch(sheet, patch, pace.part(i / patches.length, (i + 1) / patches.length));
      }
    },
  };
}

/**
 * A Bézier patch as a shape.
 * @throws {@link OptionError} `option-range`, `points-length`, `weights-length`, `not-finite`
 * @example
 * ```ts
 * const flat = bezierPatchShape({ degrees: [1, 1], points: [0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0] });
 * const { count } = await shapeVoxels(flat);
 * ```
 */
export function bezierPatchShape(input: BezierPatchInput): VoxelShape {
  checkOptionNames('bezierPatchShape', input, ['degrees', 'points', 'weights']);
  const [u, v] = checkDegrees('bezierPatchShape', input.degrees);
  return patchesShape([checkNet('bezierPatchShape', input, u + 1, v + 1)]);
}

/**
 * A B-spline surface as a shape.
 * @throws {@link OptionError} `option-range`, `points-length`, `weights-length`, `bad-knots`, `not-finite`
 * @example
 * ```ts
 * const knots = [[0, 0, 1, 1], [0, 0, 1, 1]] as const;
 * const surface = bsplinePatchShape({ degrees: [1, 1], points, knots });
 * ```
 */
export function bsplinePatchShape(input: BsplinePatchInput): VoxelShape {
  const call = 'bsplinePatchShape';
  checkOptionNames(call, input, ['degrees', 'points', 'weights', 'knots']);
  const [u, v] = checkDegrees(call, input.degrees);
  if (!Array.isArray(input.knots) || input.knots.length !== 2) {
    throw new OptionError(
      'option-type',
      `${call}: knots are ${describe(input.knots)}; expected two lists, along u and along v.`,
      { option: 'knots' },
    );
  }
  const knotsU = checkKnots(call, 'u', input.knots[0], u);
  const knotsV = checkKnots(call, 'v', input.knots[1], v);
  const net = checkNet(call, input, knotsU.length - u - 1, knotsV.length - v - 1);
  return patchesShape(bezierSpans(net, [u, v], [knotsU, knotsV]));
}
