/** Bézier and B-spline patches as shapes, against points of the surface; and input that shapes refuse. */
import { describe, expect, it } from 'vitest';
import {
  type BsplinePatchInput,
  bezierPatchShape,
  bsplinePatchShape,
  differenceShape,
  implicitShape,
  pointCloudShape,
  rangeBySteepness,
  shapeVoxels,
  unionShape,
} from '../../../src/papers/index.ts';
import { Random } from '../../support/random.ts';
import { setVoxels } from '../../support/voxel-lists.ts';
import { ballShape } from '../../support/voxel-shapes.ts';

/** A point of a B-spline surface by the recursion of Cox and de Boor: slow, and shares no code with the shape. */
function splinePoint({ degrees, points, knots, weights }: BsplinePatchInput, u: number, v: number): number[] {
  const basis = (list: ArrayLike<number>, i: number, p: number, t: number): number => {
    if (p === 0) return list[i] <= t && t < list[i + 1] ? 1 : 0;
    const [a, b] = [list[i + p] - list[i], list[i + p + 1] - list[i + 1]];
    const low = a > 0 ? ((t - list[i]) / a) * basis(list, i, p - 1, t) : 0;
    return low + (b > 0 ? ((list[i + p + 1] - t) / b) * basis(list, i + 1, p - 1, t) : 0);
  };
  const [nu, nv] = [0, 1].map((k) => knots[k].length - degrees[k] - 1);
  const sum = [0, 0, 0, 0];
  for (let i = 0; i < nu; i++) {
    for (let j = 0; j < nv; j++) {
      const at = i * nv + j;
      const share = basis(knots[0], i, degrees[0], u) * basis(knots[1], j, degrees[1], v) * (weights?.[at] ?? 1);
      for (let k = 0; k < 3; k++) sum[k] += share * points[3 * at + k];
      sum[3] += share;
    }
  }
  return sum.slice(0, 3).map((value) => value / sum[3]);
}

describe('patches', () => {
  const random = new Random(11);
  const clamped = (count: number, degree: number) => [
    ...Array.from({ length: degree + 1 }, () => 0),
    ...Array.from({ length: count - degree - 1 }, (_, i) => i + 1),
    ...Array.from({ length: degree + 1 }, () => count - degree),
  ];
  const splines: Record<string, BsplinePatchInput> = {
    'bicubic Bézier': {
      degrees: [3, 3],
      points: random.times(48, (i) =>
        i % 3 === 0 ? Math.floor(i / 12) : i % 3 === 1 ? Math.floor(i / 3) % 4 : 2 * random.next(),
      ),
      knots: [clamped(4, 3), clamped(4, 3)],
    },
    'rational, degrees 2 and 1': {
      degrees: [2, 1],
      points: [1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 1, 0, 0, 1, 1],
      weights: [1, 1, Math.SQRT1_2, Math.SQRT1_2, 1, 1],
      knots: [clamped(3, 2), clamped(2, 1)],
    },
    'B-spline with a double knot': {
      degrees: [2, 3],
      points: random.times(3 * 6 * 7, () => random.real(0, 3)),
      knots: [
        [0, 0, 0, 1, 1, 2, 3, 3, 3],
        [-1, 0, 0.5, 1, 2, 3.5, 4, 5, 5, 6, 7],
      ],
    },
  };

  it.each(Object.keys(splines))('%s: every point is in a set voxel, and no voxel is far from it', async (name) => {
    const input = splines[name];
    const [u0, u1] = [input.knots[0][input.degrees[0]], input.knots[0][input.knots[0].length - 1 - input.degrees[0]]];
    const [v0, v1] = [input.knots[1][input.degrees[1]], input.knots[1][input.knots[1].length - 1 - input.degrees[1]]];
    const isBezier = input.knots.every((list, k) => list.length === 2 * input.degrees[k] + 2);
    const { degrees, points, weights } = input;
    const shape = isBezier
      ? bezierPatchShape({ degrees, points, ...(weights && { weights }) })
      : bsplinePatchShape(input);
    const voxels = await shapeVoxels(shape, { resolution: 24 });
    const near = new Set<string>();
    const steps = 160;
    for (let i = 0; i < steps; i++) {
      for (let j = 0; j < steps; j++) {
        const point = splinePoint(input, u0 + ((u1 - u0) * (i + 0.5)) / steps, v0 + ((v1 - v0) * (j + 0.5)) / steps);
        const [x, y, z] = point.map((value, k) => Math.floor((value - voxels.origin[k]) / voxels.voxelSize));
        expect(voxels.has(x, y, z)).toBe(true);
        for (let d = 0; d < 27; d++)
          near.add(`${x + (d % 3) - 1} ${y + (Math.floor(d / 3) % 3) - 1} ${z + Math.floor(d / 9) - 1}`);
      }
    }
    for (const voxel of setVoxels(voxels)) expect(near.has(voxel.join(' '))).toBe(true);
  });

  it('a Bézier patch is the B-spline without inner knots', async () => {
    const input = splines['bicubic Bézier'];
    const bezier = await shapeVoxels(bezierPatchShape({ degrees: [3, 3], points: input.points }), { resolution: 20 });
    const spline = await shapeVoxels(bsplinePatchShape(input), { grid: bezier });
    expect(spline.bits).toEqual(bezier.bits);
  });

  it.each([
    [
      () => bezierPatchShape({ degrees: [0, 1], points: [] }),
      /degrees are \[0, 1\]; expected two whole numbers from 1/,
    ],
    [() => bezierPatchShape({ degrees: [1, 1], points: [1, 2, 3] }), /points hold 3 numbers; expected 12/],
    [() => bezierPatchShape({ degrees: [1, 1], points: Array(12).fill(Number.NaN) }), /x of control point 0 is NaN/],
    [
      () => bezierPatchShape({ degrees: [1, 1], points: Array(12).fill(0), weights: [1, 1, 0, 1] }),
      /weight 2 is 0; expected a positive/,
    ],
    [() => bezierPatchShape({ degrees: [1, 1], points: Array(12).fill(0), weights: [1] }), /1 weights; expected 4/],
    [
      () =>
        bsplinePatchShape({
          degrees: [1, 1],
          points: [],
          knots: [
            [0, 1],
            [0, 0, 1, 1],
          ],
        }),
      /2 knots along u leave nothing/,
    ],
    [
      () =>
        bsplinePatchShape({
          degrees: [1, 1],
          points: [],
          knots: [
            [0, 0, 1, 1],
            [0, 2, 1, 3],
          ],
        }),
      /knot 2 along v is 1, after 2/,
    ],
    [() => pointCloudShape({ positions: new Float32Array(3) } as never), /the points have no radius/],
    [() => pointCloudShape({ positions: new Float32Array(3), radius: -1 }), /radius is number -1/],
    [
      () => pointCloudShape({ positions: new Float32Array(3), radius: new Float32Array(2) }),
      /a list of 2; expected a number from 0, or 1/,
    ],
    [() => pointCloudShape({ positions: Float32Array.of(0, Number.NaN, 0), radius: 1 }), /vertex 0: y is NaN/],
    [
      () => implicitShape({ box: { min: [0, 0, 0], max: [1, 1, 1] } } as never),
      /range is missing; expected a function/,
    ],
    [() => implicitShape({ box: [0, 0], range: () => [0, 1] } as never), /box is of type Array; expected \{ min/],
    [() => rangeBySteepness(() => 0, -1), /steepness/],
    [() => unionShape(), /unionShape expects at least one shape/],
    [() => differenceShape(ballShape(1), 7 as never), /shape 1 is number 7/],
  ])('refuses %s', (make, message) => {
    expect(make).toThrow(message);
  });
});
