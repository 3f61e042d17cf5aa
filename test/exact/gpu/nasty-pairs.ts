/** Pairs of triangles that single precision finds hard, with their exact coordinates and their image. */

import { toIntegers } from '../../../oracle/exact-coordinates.ts';
import { type ExactTriangle, exactTriangle, type Point } from '../../../oracle/triangle-meeting.ts';
import type { TriangleCorners, Vector } from '../../../src/exact/gpu/certain-signs.ts';
import { type Random, stepDouble, stepSingle } from '../../support/random.ts';

export interface NastyPair {
  readonly name: string;
  /** Image coordinates. */
  readonly a: TriangleCorners;
  readonly b: TriangleCorners;
  readonly rounding: number;
  /** Null for a triangle without area. */
  readonly exactA: ExactTriangle | null;
  readonly exactB: ExactTriangle | null;
}

/** How many of the first corners the two have in common. */
export type SharedCorners = 0 | 1 | 2;

type Corners = number[][];
type Maker = (random: Random) => Corners;

function inBox(random: Random, size = 1): number[] {
  return random.times(3, () => random.real(-size, size));
}

function combine(points: readonly number[][], weights: readonly number[]): number[] {
  return [0, 1, 2].map((k) => points.reduce((sum, point, i) => sum + point[k] * weights[i], 0));
}

/** A point in the plane of a triangle, often on its border. */
function inPlane(random: Random, triangle: readonly number[][]): number[] {
  const choices = [0, 0, 1, 0.5, random.real(-1, 2), random.real(0, 1)];
  const [s, t] = [random.pick(choices), random.pick(choices)];
  return combine(triangle, [1 - s - t, s, t]);
}

const makers: Record<string, Maker> = {
  random: (random) => random.times(6, () => inBox(random)),
  coplanar(random) {
    const a = random.times(3, () => inBox(random));
    return [...a, ...random.times(3, () => inPlane(random, a))];
  },
  touching(random) {
    const a = random.times(3, () => inBox(random));
    return [...a, inPlane(random, a), random.chance(0.5) ? inPlane(random, a) : inBox(random), inBox(random)];
  },
  // The edge b0 b1 passes through a point of a's border.
  'edge on edge'(random) {
    const a = random.times(3, () => inBox(random));
    const s = random.pick([0, 0.5, random.next()]);
    const hit = combine(a, [1 - s, s, 0]);
    const from = inBox(random);
    const to = combine([hit, from], [2, -1]);
    return [...a, from, to, inBox(random)];
  },
  sliver(random) {
    const thin = 2 ** -random.integer(5, 30);
    const [p, q] = [inBox(random), inBox(random)];
    const a = [p, q, combine([p, q, inBox(random)], [0.5 - thin, 0.5, thin])];
    return [...a, ...random.times(3, () => (random.chance(0.5) ? inPlane(random, a) : inBox(random)))];
  },
  'large and small'(random) {
    const a = random.times(3, () => inBox(random));
    const centre = inPlane(random, a);
    const size = 2 ** -random.integer(2, 20);
    return [...a, ...random.times(3, () => combine([centre, inBox(random)], [1, size]))];
  },
  tiny(random) {
    const size = 2 ** -random.integer(20, 60);
    return makers.touching(random).map((point) => point.map((x) => x * size));
  },
  subnormal(random) {
    const size = 2 ** -random.integer(60, 140);
    return makers.touching(random).map((point, corner) => (corner % 3 === 0 ? point : point.map((x) => x * size)));
  },
  'whole numbers': (random) => random.times(6, () => random.times(3, () => random.integer(-3, 3) / 4)),
};

const DOUBLE = 'double';
const formats = ['single', DOUBLE, 'off the exact ones'] as const;

/** Moves some coordinates a few steps, in the precision they have. */
function shaken(random: Random, corners: Corners, double: boolean): Corners {
  const step = double ? stepDouble : stepSingle;
  const often = random.pick([0, 0.1, 0.6]);
  return corners.map((point) =>
    point.map((x) => {
      const rounded = double ? x : Math.fround(x);
      return random.chance(often) ? step(rounded, random.integer(-3, 3)) : rounded;
    }),
  );
}

function largest(corners: Corners): number {
  return Math.max(...corners.flat().map(Math.abs));
}

/** Image coordinates of exact ones, and how far they may be off. */
function imageOf(random: Random, exact: Corners, format: (typeof formats)[number], centre: number[]) {
  if (format === 'single') return { image: exact, rounding: 0 };
  if (format === DOUBLE) {
    const image = exact.map((point) => point.map((x, k) => Math.fround(x - centre[k])));
    return { image, rounding: Math.fround(6e-8 * largest(image)) };
  }
  const rounding = 2 ** -random.integer(8, 30);
  const off = () => random.pick([-1, 1, random.real(-1, 1)]) * rounding * 0.999;
  const image = exact.map((point) => point.map((x) => Math.fround(x + off())));
  return { image, rounding: rounding + 2 ** -24 };
}

function exactTriangles(exact: Corners): (ExactTriangle | null)[] {
  const whole = toIntegers([exact.flat()])[0];
  const points = [0, 1, 2, 3, 4, 5].map((i): Point => [whole[3 * i], whole[3 * i + 1], whole[3 * i + 2]]);
  return [exactTriangle(points[0], points[1], points[2]), exactTriangle(points[3], points[4], points[5])];
}

export function nastyPair(random: Random, shared: SharedCorners): NastyPair {
  const maker = random.pick(Object.keys(makers));
  const format = random.pick(formats);
  const made = makers[maker](random);
  const corners = random.chance(0.5) ? made : [...made.slice(3), ...made.slice(0, 3)];
  for (let corner = 0; corner < shared; corner++) corners[3 + corner] = corners[corner];
  const centre = format === DOUBLE && random.chance(0.5) ? inBox(random, 5e6) : [0, 0, 0];
  const far = corners.map((point) => combine([point, centre], [1, 1]));
  const exact = shaken(random, far, format === DOUBLE);
  for (let corner = 0; corner < shared; corner++) exact[3 + corner] = exact[corner];
  const { image, rounding } = imageOf(random, exact, format, centre);
  for (let corner = 0; corner < shared; corner++) image[3 + corner] = image[corner];
  // A scale by a power of two changes nothing but keeps the coordinates in range.
  const scale = largest(image) > 2 ? 2 ** -2 : 1;
  const scaled = image.map((point) => point.map((x) => Math.fround(x * scale)) as unknown as Vector);
  const [exactA, exactB] = exactTriangles(exact);
  return {
    name: `${maker}, ${format}`,
    a: [scaled[0], scaled[1], scaled[2]],
    b: [scaled[3], scaled[4], scaled[5]],
    rounding: rounding * scale,
    exactA,
    exactB,
  };
}
