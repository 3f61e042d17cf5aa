/** Changes that any scene may suffer: another scale, another place, last digits, zeros that are not quite. */
import type { Random } from '../../support/random.ts';
import { mapPoints, type Point, type Shape } from './shape.ts';
import { nearbyDouble, nearbySingle } from './ulps.ts';

type Change = (point: Point) => Point;
/** What is changed the same way in all objects; made anew for each scene. */
type Twist = (random: Random) => Change;

/** Axes in another order, some reversed. */
const turned: Twist = (random) => {
  const axes = random.shuffle([0, 1, 2]);
  const signs = random.times(3, () => random.pick([1, 1, -1]));
  return (point) => axes.map((axis, k) => signs[k] * point[axis]);
};

/** By a power of two, so that nothing is rounded but denormals. */
const scaled: Twist = (random) => {
  const factor = 2 ** random.pick([-120, -40, -3, 5, 40, 57, 100, random.integer(-900, 200)]);
  return (point) => point.map((value) => value * factor);
};

/** By a factor that is not a power of two, perhaps another one along each axis. */
const stretched: Twist = (random) => {
  const factors = random.times(3, () => random.pick([1, 1, 0.1, 1 / 3, 25.4, 1e-6, 1e6]));
  return (point) => point.map((value, axis) => value * factors[axis]);
};

/** Far from the origin, along some axes. */
const shifted: Twist = (random) => {
  const far = random.times(3, () => random.pick([0, 0, 1, -0.5, 2 ** 10, 1e5 / 3, -(2 ** 23), 1e12]));
  return (point) => point.map((value, axis) => value + far[axis]);
};

/** Zeros become tiny numbers of either sign, along some axes. */
const tinyZeros: Twist = (random) => {
  const tiny = random.times(3, () =>
    random.pick([0, -1e-43, 1e-43, -(2 ** -149), -1e-40, 1e-300, -1e-300, -(2 ** -1074), -1e-25]),
  );
  const always = random.chance(0.4);
  return (point) => point.map((value, axis) => (value === 0 && (always || random.chance(0.5)) ? tiny[axis] : value));
};

/** The lowest or highest numbers move by a last digit of single or double precision, some of them. */
const lastDigits: Twist = (random) => {
  const share = random.pick([0.03, 0.2, 1]);
  const nearby = random.pick([nearbyDouble, nearbySingle]);
  return (point) => point.map((value) => (random.chance(share) ? nearby(value, random.integer(-1, 1)) : value));
};

/** Small noise, so that what was flush crosses by little. */
const shaken: Twist = (random) => {
  const noise = 10 ** random.integer(-16, -3);
  return (point) => point.map((value) => (random.chance(0.3) ? value + noise * random.real(-1, 1) : value));
};

const TWISTS: readonly (readonly [Twist, number])[] = [
  [turned, 0.6],
  [lastDigits, 0.12],
  [shaken, 0.08],
  [stretched, 0.12],
  [shifted, 0.15],
  [scaled, 0.25],
  [tinyZeros, 0.2],
];

export function twisted(random: Random, shapes: readonly Shape[]): Shape[] {
  let result = [...shapes];
  for (const [twist, probability] of TWISTS) {
    if (!random.chance(probability)) continue;
    const change = twist(random);
    result = result.map((shape) => mapPoints(shape, change));
  }
  return result;
}
