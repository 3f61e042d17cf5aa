/**
 * One link of a chain of motions: where it brings things at a time, and how fast.
 *
 * A point at distance r from `line` moves at most `turn` · r + `shift` per unit of t, and its velocity changes by at most `turnRate` · r + `shiftRate`.
 * The line may move with the motion; r stays the same while nothing but this motion moves the point.
 */
import type { Vector } from './rigid.ts';

export interface MotionRates {
  readonly turn: number;
  readonly shift: number;
  readonly turnRate: number;
  readonly shiftRate: number;
  /** A point, and a unit direction; without one, distances are from the point. Where it is in the middle of the interval. */
  readonly point: Vector;
  readonly direction: Vector | undefined;
}

export interface ElementaryMotion {
  /** Times strictly between 0 and 1 at which velocities or poses jump, ascending, and 1 where the pose jumps at the end. */
  readonly breaks: readonly number[];
  /** The rigid transformation at a time, by the formula that holds at `near`: at a break, two do. */
  at(t: number, near: number): Float64Array;
  /** Bounds for an interval. */
  rates(from: number, to: number): MotionRates;
  /** What angles amount to in all: rounding of t · angle grows with it. */
  readonly turns: number;
}
