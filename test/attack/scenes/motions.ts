/** Random rigid motions as docs/motion.md describes them, with where they put an object at any time, computed plainly. */
import type { Motion } from '../../../src/index.ts';
import type { Random } from '../../support/random.ts';

export type Matrix = readonly number[];
type Triple = [number, number, number];

const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export function product(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, i) => {
    const [row, column] = [i % 4, Math.floor(i / 4)];
    return [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * k + row] * b[4 * column + k], 0);
  });
}

/** The matrix of a unit quaternion x, y, z, w and a shift. */
function rigid([x, y, z, w]: readonly number[], [p, q, r]: readonly number[]): Matrix {
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0],
    ...[2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0],
    ...[2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0],
    ...[p, q, r, 1],
  ];
}

function inverse(m: Matrix): Matrix {
  const turned = [0, 1, 2].map((k) => -(m[4 * k] * m[12] + m[4 * k + 1] * m[13] + m[4 * k + 2] * m[14]));
  return [m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0, ...turned, 1];
}

const unit = (v: readonly number[]): number[] => v.map((x) => x / Math.hypot(...v));

function direction(random: Random): Triple {
  const v: Triple = [random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)];
  return Math.hypot(...v) > 0.1 ? v : [0, 0, 1];
}

const vector = (random: Random, size: number): Triple => [
  random.real(-size, size),
  random.real(-size, size),
  random.real(-size, size),
];

export interface Way {
  readonly motion: { readonly screw: unknown } | { readonly keys: unknown };
  /** How it moves what is at t = 0. */
  at(t: number): Matrix;
}

function screwAt(axis: Triple, pivot: Triple, angle: number, travel: number): Matrix {
  const u = unit(axis);
  const turn = rigid([...u.map((x) => x * Math.sin(angle / 2)), Math.cos(angle / 2)], [0, 0, 0]);
  const moved = [0, 1, 2].map((k) => turn[k] * pivot[0] + turn[4 + k] * pivot[1] + turn[8 + k] * pivot[2]);
  return [...turn.slice(0, 12), ...pivot.map((x, k) => x - moved[k] + travel * u[k]), 1];
}

export function randomScrew(random: Random): Way {
  const [axis, pivot] = [direction(random), vector(random, 3)];
  const turns = random.pick([0.1, 0.5, 1, 1, 3, 12]);
  const angle = random.chance(0.15) ? 0 : 2 * Math.PI * turns * random.real(-1, 1);
  const travel = random.chance(0.4) ? 0 : random.real(-4, 4);
  return {
    motion: { screw: { axis, pivot, angle, travel } },
    at: (t) => screwAt(axis, pivot, t * angle, t * travel),
  };
}

function slerp(p: readonly number[], q: readonly number[], t: number): number[] {
  const cosine = p.reduce((sum, x, i) => sum + x * q[i], 0);
  const other = cosine < 0 ? q.map((x) => -x) : [...q];
  const angle = Math.acos(Math.min(1, Math.abs(cosine)));
  if (angle < 1e-9) return unit(p.map((x, i) => x + t * (other[i] - x)));
  return unit(p.map((x, i) => (Math.sin((1 - t) * angle) * x + Math.sin(t * angle) * other[i]) / Math.sin(angle)));
}

export function randomKeys(random: Random): Way {
  const count = random.integer(2, 5);
  const times = Array.from({ length: count }, () => random.real(0, 1)).sort((a, b) => a - b);
  times[0] = 0;
  times[count - 1] = 1;
  const rotations = times.map(() =>
    unit([random.real(-1, 1), random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)]),
  );
  const translations = times.map(() => vector(random, 2));
  const isStep = random.chance(0.2);
  const poseAt = (t: number): Matrix => {
    const i = Math.min(
      count - 2,
      times.findLastIndex((time) => time <= t),
    );
    const part = (t - times[i]) / (times[i + 1] - times[i]);
    if (isStep) return rigid(rotations[part >= 1 ? i + 1 : i], translations[part >= 1 ? i + 1 : i]);
    const shift = translations[i].map((x, k) => x + part * (translations[i + 1][k] - x));
    return rigid(slerp(rotations[i], rotations[i + 1], part), shift);
  };
  const back = inverse(poseAt(0));
  const interpolation = isStep ? 'step' : 'linear';
  return {
    motion: { keys: { times, rotations: rotations.flat(), translations: translations.flat(), interpolation } },
    at: (t) => product(poseAt(t), back),
  };
}

/** A chain of motions: each object is carried by the one before it. */
export function chainOf(objects: readonly number[], ways: readonly Way[]): Motion[] {
  return objects.map((object, i) => ({
    object,
    ...(i > 0 && { carriedBy: objects[i - 1] }),
    ...ways[i].motion,
  })) as Motion[];
}

/** Where the chain puts each of its objects. */
export function posesOf(ways: readonly Way[], t: number): Matrix[] {
  let carrier = IDENTITY;
  return ways.map((way) => (carrier = product(carrier, way.at(t))));
}
