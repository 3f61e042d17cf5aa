/** Keyframes as in glTF: slerp and lerp, cubic Hermite splines, or steps. The motion is what they change since t = 0. */

import type { ElementaryMotion, MotionRates } from './elementary-motion.ts';
import { breaksOfKeys, segmentAt } from './key-times.ts';
import { IDENTITY, inverted, matrixOfPose, multiply, type Quaternion, type Vector } from './rigid.ts';

export interface CheckedKeys {
  readonly times: Float64Array;
  readonly rotations: Float64Array | undefined;
  readonly translations: Float64Array | undefined;
  readonly interpolation: 'linear' | 'cubic' | 'step';
}

const NO_TURN: Quaternion = [0, 0, 0, 1];
const NO_SHIFT: Vector = [0, 0, 0];
const length4 = (q: ArrayLike<number>): number => Math.hypot(q[0], q[1], q[2], q[3]);

function normalized(q: ArrayLike<number>): Quaternion {
  const length = length4(q);
  return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}

/** Bezier points of a cubic Hermite segment: four of `width` numbers. */
function bezierPoints(values: Float64Array, width: number, segment: number, duration: number): number[][] {
  const at = (key: number, part: number) =>
    Array.from(values.subarray((3 * key + part) * width, (3 * key + part + 1) * width));
  const [p0, out, into, p1] = [at(segment, 1), at(segment, 2), at(segment + 1, 0), at(segment + 1, 1)];
  return [
    p0,
    p0.map((value, k) => value + (duration * out[k]) / 3),
    p1.map((value, k) => value - (duration * into[k]) / 3),
    p1,
  ];
}

const between = (a: readonly number[], b: readonly number[], u: number): number[] =>
  a.map((value, k) => value + u * (b[k] - value));

/** The point at u, and the Bezier points of what lies before and behind it (de Casteljau). */
function casteljau([a, b, c, d]: readonly number[][], u: number): { before: number[][]; behind: number[][] } {
  const [ab, bc, cd] = [between(a, b, u), between(b, c, u), between(c, d, u)];
  const [abc, bcd] = [between(ab, bc, u), between(bc, cd, u)];
  const point = between(abc, bcd, u);
  return { before: [a, ab, abc, point], behind: [point, bcd, cd, d] };
}

/** The Bezier points of a part of a cubic, parameters 0 to 1. */
function partOf(points: readonly number[][], from: number, to: number): number[][] {
  const { before } = casteljau(points, to);
  return to > 0 ? casteljau(before, from / to).behind : before;
}

const difference = (a: readonly number[], b: readonly number[]): number[] => a.map((value, k) => b[k] - value);

/** Bounds of the first and second derivative of a cubic that takes `duration`. */
function derivatives(points: readonly number[][], duration: number): { first: number; second: number } {
  const steps = [0, 1, 2].map((i) => difference(points[i], points[i + 1]));
  const first = Math.max(...steps.map((step) => Math.hypot(...step)));
  const second = Math.max(...[0, 1].map((i) => Math.hypot(...difference(steps[i], steps[i + 1]))));
  return { first: (3 * first) / duration, second: (6 * second) / duration ** 2 };
}

class Keys {
  readonly keys: CheckedKeys;
  readonly #isCubic: boolean;

  constructor(keys: CheckedKeys) {
    this.keys = keys;
    this.#isCubic = keys.interpolation === 'cubic';
  }

  segment(near: number): number {
    return segmentAt(this.keys.times, near);
  }

  /** -1 before the first key, the last key behind it. */
  isHeld(segment: number): boolean {
    return segment < 0 || segment >= this.keys.times.length - 1 || this.keys.interpolation === 'step';
  }

  #value(values: Float64Array, width: number, key: number): Float64Array {
    const place = this.#isCubic ? 3 * key + 1 : key;
    return values.subarray(place * width, place * width + width);
  }

  span(segment: number): [number, number] {
    return [this.keys.times[segment], this.keys.times[segment + 1]];
  }

  rotation(segment: number, t: number): Quaternion {
    const { rotations } = this.keys;
    if (!rotations) return NO_TURN;
    if (this.isHeld(segment)) return normalized(this.#value(rotations, 4, Math.max(0, segment)));
    const [from, to] = this.span(segment);
    const u = (t - from) / (to - from);
    if (this.#isCubic) return normalized(casteljau(bezierPoints(rotations, 4, segment, to - from), u).before[3]);
    const { a, b, angle } = this.slerp(segment);
    if (angle === 0) return a;
    const s = Math.sin(angle);
    const [fa, fb] = [Math.sin((1 - u) * angle) / s, Math.sin(u * angle) / s];
    return normalized(a.map((value, k) => fa * value + fb * b[k]));
  }

  /** The shorter arc of a segment: both ends, and the angle between them as quaternions, half of that of the rotation. */
  slerp(segment: number): { a: Quaternion; b: Quaternion; angle: number } {
    const a = normalized(this.#value(this.keys.rotations!, 4, segment));
    let b = normalized(this.#value(this.keys.rotations!, 4, segment + 1));
    if (a.reduce((total, value, k) => total + value * b[k], 0) < 0)
      b = b.map((value) => -value) as unknown as Quaternion;
    const apart = length4(a.map((value, k) => b[k] - value));
    const together = length4(a.map((value, k) => b[k] + value));
    return { a, b, angle: 2 * Math.atan2(apart, together) };
  }

  translation(segment: number, t: number): Vector {
    const { translations } = this.keys;
    if (!translations) return NO_SHIFT;
    if (this.isHeld(segment)) return [...this.#value(translations, 3, Math.max(0, segment))] as unknown as Vector;
    const [from, to] = this.span(segment);
    const u = (t - from) / (to - from);
    if (this.#isCubic)
      return casteljau(bezierPoints(translations, 3, segment, to - from), u).before[3] as unknown as Vector;
    const [a, b] = [this.#value(translations, 3, segment), this.#value(translations, 3, segment + 1)];
    return between([...a], [...b], u) as unknown as Vector;
  }

  /** A part of a cubic segment. */
  part(values: Float64Array, width: number, segment: number, from: number, to: number): number[][] {
    const [start, end] = this.span(segment);
    const duration = end - start;
    return partOf(bezierPoints(values, width, segment, duration), (from - start) / duration, (to - start) / duration);
  }
}

/** Rates of one segment, about a point: without the point. */
interface SegmentRates {
  turn: number;
  shift: number;
  turnRate: number;
  shiftRate: number;
  /** The axis of a segment that turns evenly. */
  axis: Vector | undefined;
}

function linearRates(keys: Keys, segment: number): SegmentRates {
  const [from, to] = keys.span(segment);
  const duration = to - from;
  const { rotations, translations } = keys.keys;
  let turn = 0;
  let axis: Vector | undefined = [0, 0, 1];
  if (rotations) {
    const { a, b, angle } = keys.slerp(segment);
    turn = (2 * angle) / duration;
    axis = angle > 1e-6 ? turnAxis(a, b) : undefined;
  }
  const shift = translations
    ? Math.hypot(...difference([...keys.translation(segment, from)], [...keys.translation(segment, to)])) / duration
    : 0;
  return { turn, shift, turnRate: turn * turn, shiftRate: 0, axis };
}

/** The axis, in the world, of b · a⁻¹. */
function turnAxis(a: Quaternion, b: Quaternion): Vector | undefined {
  const [x, y, z, w] = [-a[0], -a[1], -a[2], a[3]];
  const v = [
    b[3] * x + b[0] * w + b[1] * z - b[2] * y,
    b[3] * y - b[0] * z + b[1] * w + b[2] * x,
    b[3] * z + b[0] * y - b[1] * x + b[2] * w,
  ];
  const length = Math.hypot(...v);
  return length > 0 ? [v[0] / length, v[1] / length, v[2] / length] : undefined;
}

/**
 * With q = Q / |Q|: |q'| ≤ |Q'| / |Q| and |q''| ≤ |Q''| / |Q| + 3 |Q'|² / |Q|². A point at distance r turns with 2 |q'|, and its velocity changes by
 * (2 |q''| + 4 |q'|²) r at most. |Q| is at least the least of its Bezier points along any unit direction.
 */
function cubicRates(keys: Keys, segment: number, from: number, to: number): SegmentRates {
  const { rotations, translations } = keys.keys;
  const duration = to - from;
  let [turn, turnRate, shift, shiftRate] = [0, 0, 0, 0];
  if (rotations) {
    const points = keys.part(rotations, 4, segment, from, to);
    const { first, second } = derivatives(points, duration);
    const middle = normalized(casteljau(points, 0.5).before[3]);
    const least = Math.min(...points.map((point) => point.reduce((total, value, k) => total + value * middle[k], 0)));
    const [speed, change] =
      least > 0
        ? [first / least, second / least + (3 * first ** 2) / least ** 2]
        : [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    turn = 2 * speed;
    turnRate = 2 * change + 4 * speed * speed;
  }
  if (translations) {
    const bounds = derivatives(keys.part(translations, 3, segment, from, to), duration);
    shift = bounds.first;
    shiftRate = bounds.second;
  }
  return { turn, shift, turnRate, shiftRate, axis: undefined };
}

const NO_MOTION: SegmentRates = { turn: 0, shift: 0, turnRate: 0, shiftRate: 0, axis: undefined };

export function keyedMotion(checked: CheckedKeys): ElementaryMotion {
  const keys = new Keys(checked);
  const pose = (t: number, near: number): Float64Array => {
    const segment = keys.segment(near);
    return matrixOfPose(keys.rotation(segment, t), keys.translation(segment, t));
  };
  const before = inverted(pose(0, 0));
  const at = (t: number, near: number): Float64Array =>
    t === 0 && near === 0 ? IDENTITY : multiply(pose(t, near), before);
  const breaks = breaksOfKeys(checked.times, checked.interpolation === 'step');
  const ratesOf = (segment: number, from: number, to: number): SegmentRates => {
    if (keys.isHeld(segment)) return NO_MOTION;
    return checked.interpolation === 'cubic' ? cubicRates(keys, segment, from, to) : linearRates(keys, segment);
  };
  const rates = (from: number, to: number): MotionRates => {
    const middle = (from + to) / 2;
    const segment = keys.segment(middle);
    const { axis, ...found } = ratesOf(segment, from, to);
    // Turns about the point that the origin of the keys has been brought to; `at` brings the object there by what it is at t = 0.
    return { ...found, point: keys.translation(segment, middle), direction: axis };
  };
  return { breaks, at, rates, turns: 2 * Math.PI };
}
