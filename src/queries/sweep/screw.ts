/** Screw motions: given by their axis, or the shortest one to a place (Chasles). */
import { OptionError } from '../../errors.ts';
import type { ElementaryMotion, MotionRates } from './elementary-motion.ts';
import { cross, dot, IDENTITY, inverted, matrixOfPose, multiply, quaternionOf, turned, type Vector } from './rigid.ts';

/** A place whose axes differ from the object's by more than this, in length or angle, is not reached by a rigid motion. */
const RIGID = 1e-9;

const scaled = (v: Vector, factor: number): Vector => [v[0] * factor, v[1] * factor, v[2] * factor];
const sum = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

/** A unit vector; of numbers of any size. */
export function unit(v: Vector): Vector {
  const largest = Math.max(...v.map(Math.abs));
  const reduced = scaled(v, 1 / largest);
  return scaled(reduced, 1 / Math.hypot(...reduced));
}

/** By a unit axis, the part of a pivot across it, an angle, and a travel along the axis. */
export function screwMotion(axis: Vector, pivot: Vector, angle: number, travel: number): ElementaryMotion {
  const across = sum(pivot, scaled(axis, -dot(pivot, axis)));
  const perpendicular = cross(axis, across);
  const at = (t: number): Float64Array => {
    if (t === 0) return IDENTITY;
    const half = (angle * t) / 2;
    const [s, c] = [Math.sin(half), Math.cos(half)];
    // (1 − R) · pivot, by what stays accurate for small angles and far pivots: 1 − cos = 2 s², sin = 2 s c.
    const shift = sum(sum(scaled(across, 2 * s * s), scaled(perpendicular, -2 * s * c)), scaled(axis, travel * t));
    return matrixOfPose([axis[0] * s, axis[1] * s, axis[2] * s, c], shift);
  };
  const turn = Math.abs(angle);
  const rates: MotionRates = {
    turn,
    shift: Math.abs(travel),
    turnRate: turn * turn,
    shiftRate: 0,
    point: across,
    direction: axis,
  };
  return { breaks: [], at, rates: () => rates, turns: turn };
}

/** The largest difference between two sets of axes, as a part of the first's size. */
function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  let size = 0;
  for (let k = 0; k < 12; k++) {
    if (k % 4 === 3) continue;
    most = Math.max(most, Math.abs(a[k] - b[k]));
    size = Math.max(size, Math.abs(a[k]));
  }
  return most / size;
}

/** Gram–Schmidt on the first two columns; undefined when they do not span a plane. */
function frameOf(m: ArrayLike<number>): Float64Array | undefined {
  const x: Vector = [m[0], m[1], m[2]];
  const y: Vector = [m[4], m[5], m[6]];
  const z = cross(x, y);
  const isPlane = Math.hypot(...z) > 1e-6 * Math.hypot(...x) * Math.hypot(...y);
  if (!isPlane || !Number.isFinite(Math.hypot(...z))) return undefined;
  const e0 = unit(x);
  const e2 = unit(z);
  const e1 = cross(e2, e0);
  return Float64Array.of(...e0, 0, ...e1, 0, ...e2, 0, 0, 0, 0, 1);
}

function refuse(name: string, why: string): OptionError {
  return new OptionError(
    'motion-not-rigid',
    `${name}: ${why}. Objects move rigidly: expected a matrix that turns and shifts the object from where it is, without scale, shear or mirror.`,
  );
}

/** The shortest screw motion from one place to another. `name` is for messages. */
export function shortestScrew(from: ArrayLike<number>, to: ArrayLike<number>, name: string): ElementaryMotion {
  const frameFrom = frameOf(from);
  const frameTo = frameOf(to);
  if (!frameFrom || !frameTo)
    throw refuse(name, 'the matrix, or the one that places the object, is singular or nearly so');
  const rotation = multiply(frameTo, inverted(frameFrom));
  const reached = multiply(rotation, from);
  if (difference(to, reached) > RIGID)
    throw refuse(name, 'the matrix scales, shears or mirrors the object relative to where it is');
  const moved = turned(rotation, [from[12], from[13], from[14]]);
  const shift: Vector = [to[12] - moved[0], to[13] - moved[1], to[14] - moved[2]];
  const q = quaternionOf(rotation);
  const s = Math.hypot(q[0], q[1], q[2]);
  const angle = 2 * Math.atan2(s, q[3]);
  const length = Math.hypot(...shift);
  if (angle < 1e-12) {
    if (length === 0) return screwMotion([0, 0, 1], [0, 0, 0], 0, 0);
    return screwMotion(unit(shift), [0, 0, 0], 0, length);
  }
  const axis: Vector = [q[0] / s, q[1] / s, q[2] / s];
  const travel = dot(axis, shift);
  const across = sum(shift, scaled(axis, -travel));
  // (1 − R) · pivot = across, solved in the plane across the axis.
  const cotangent = q[3] / s;
  const pivot = scaled(sum(across, scaled(cross(axis, across), cotangent)), 0.5);
  return screwMotion(axis, pivot, angle, travel);
}
