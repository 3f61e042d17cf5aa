/**
 * Motions one after the other, the outermost carrier's first, and how far they let a point be from its chord.
 *
 * Let y be where motions i+1, i+2, … bring a point, V and A bounds of its speed and of the change of its velocity, r the distance of what motion i makes of it from
 * that motion's line. Then behind motion i they are turn · r + shift + V, and turnRate · r + shiftRate + 2 · turn · V + A. During an interval, r
 * differs from what it is in the middle by V · Δ/2 at most. All of it is linear in the distances in the middle, so a bound is a number and a factor per motion.
 * A function whose second derivative is at most A is within A Δ² / 8 of its chord.
 */
import { BOUND_LINES } from './constants.ts';
import type { ElementaryMotion, MotionRates } from './elementary-motion.ts';
import { cross, dot, IDENTITY, multiply, transformed, turned, type Vector } from './rigid.ts';

export type Chain = readonly ElementaryMotion[];

/** `constant` + Σ factors[i] · distance from the line of motion i. */
export interface DeviationBound {
  constant: number;
  lines: { point: Vector; direction: Vector | undefined; factor: number }[];
}

export function poseOf(chain: Chain, place: Float64Array, t: number, near: number): Float64Array {
  let pose = place;
  for (let i = chain.length - 1; i >= 0; i--) pose = multiply(chain[i].at(t, near), pose);
  return pose;
}

/** A common beginning of both chains moves both objects alike, and is left out. */
export function withoutCommon(a: Chain, b: Chain): [Chain, Chain] {
  let common = 0;
  while (common < a.length && common < b.length && a[common] === b[common]) common++;
  return [a.slice(common), b.slice(common)];
}

/** Times at which the velocity of one of two objects jumps. */
export function breaksOf(a: Chain, b: Chain): number[] {
  return [...new Set([...a, ...b].flatMap(({ breaks }) => breaks))].sort((x, y) => x - y);
}

/** How much more than usual is rounded. */
export const roundingOf = (chain: Chain): number => chain.reduce((sum, { turns }) => sum + 1 + turns, 1);

/** A number for each motion's distance, and behind them one without. */
type Linear = number[];

function addTo(sum: Linear, terms: Linear, factor: number): void {
  for (const [k, term] of terms.entries()) if (term !== 0) sum[k] += factor * term;
}

/** Bounds of the deviation from the chord on an interval without breaks. */
export function deviationBound(chain: Chain, from: number, to: number): DeviationBound {
  const rates = chain.map((motion) => motion.rates(from, to));
  const count = chain.length;
  const half = (to - from) / 2;
  let speed: Linear = new Array(count + 1).fill(0);
  let change: Linear = new Array(count + 1).fill(0);
  for (let i = count - 1; i >= 0; i--) {
    const { turn, shift, turnRate, shiftRate } = rates[i];
    const distance: Linear = new Array(count + 1).fill(0);
    distance[i] = 1;
    addTo(distance, speed, half);
    const nextChange = change.slice();
    addTo(nextChange, distance, turnRate);
    addTo(nextChange, speed, 2 * turn);
    nextChange[count] += shiftRate;
    const nextSpeed = speed.slice();
    addTo(nextSpeed, distance, turn);
    nextSpeed[count] += shift;
    speed = nextSpeed;
    change = nextChange;
  }
  const factor = (half * half) / 2;
  return {
    constant: factor * change[count],
    lines: linesInMiddle(chain, rates, (from + to) / 2).map((line, i) => ({ ...line, factor: factor * change[i] })),
  };
}

/** Where the lines of all motions are in the middle of an interval: carried by those before them. */
function linesInMiddle(chain: Chain, rates: readonly MotionRates[], middle: number) {
  let carried = IDENTITY;
  return rates.map(({ point, direction }, i) => {
    const line = { point: transformed(carried, point), direction: direction && turned(carried, direction) };
    carried = multiply(carried, chain[i].at(middle, middle));
    return line;
  });
}

export function distanceFrom(line: { point: Vector; direction: Vector | undefined }, p: Vector): number {
  const d: Vector = [p[0] - line.point[0], p[1] - line.point[1], p[2] - line.point[2]];
  const across = line.direction ? cross(d, line.direction) : d;
  return Math.sqrt(dot(across, across));
}

/** The bound for all points of a set, given by corners around it in the middle of the interval. */
export function largestDeviation({ constant, lines }: DeviationBound, corners: readonly Vector[]): number {
  return lines.reduce(
    (sum, line) => sum + (line.factor > 0 ? line.factor * largestDistance(line, corners) : 0),
    constant,
  );
}

const largestDistance = (line: { point: Vector; direction: Vector | undefined }, corners: readonly Vector[]): number =>
  corners.reduce((most, corner) => Math.max(most, distanceFrom(line, corner)), 0);

/** The same bound with as many lines as the kernels take, the most important ones. */
export function withFewLines({ constant, lines }: DeviationBound, corners: readonly Vector[]): DeviationBound {
  const used = lines.filter(({ factor }) => factor > 0).sort((a, b) => b.factor - a.factor);
  const rest = { constant, lines: used.slice(BOUND_LINES) };
  return { constant: largestDeviation(rest, corners), lines: used.slice(0, BOUND_LINES) };
}
