/**
 * The query "is the way free?": objects move along rigid motions from t = 0 to t = 1; every pair of objects gets intervals of t that are proven free,
 * in which they meet, or that stay open.
 *
 * Promise: on an interval called free the objects keep the gap on the whole of the ideal motion, not only in sampled poses, with the rounding
 * of poses and coordinates accounted for. Not proven is not free. docs/motion.md says how.
 */
import type { LeftToWasm } from '../../backend/left-to-wasm.ts';
import type { Triple } from '../../mesh/bounds.ts';
import type { RunningOptions } from '../options.ts';
import type { PairSelection } from '../pair-selection.ts';

/** A turn about an axis with a shift along it: a hinge, a slide, a screw. */
export interface ScrewMotion {
  /** The axis and what happens about it, in the world at t = 0. */
  screw: {
    /** Its direction, of any length but 0. */
    axis: Triple;
    /** A point on it. */
    pivot: Triple;
    /** How far the object turns, in radians, by the right-hand rule; any number of turns. */
    angle: number;
    /**
     * How far it goes along the axis.
     * @defaultValue `0`
     */
    travel?: number;
  };
}

/** The shortest screw motion to a place: a matrix as `place` takes it, without scale, shear or mirror relative to where the object is. */
export interface MotionTo {
  /** Sixteen numbers, column by column. */
  to: ArrayLike<number>;
}

/** Keyframes as in glTF; the object goes from where it is by what they change since t = 0. */
export interface KeyedMotion {
  /** Times with the rotation and translation of each. Before the first and after the last, the pose is held. */
  keys: {
    /** Ascending, from 0 to 1. */
    times: ArrayLike<number>;
    /** Four numbers each, x y z w; with `cubic` three times four: in-tangent, value, out-tangent. */
    rotations?: ArrayLike<number>;
    /** Three numbers each; with `cubic` three times three. */
    translations?: ArrayLike<number>;
    /**
     * `linear` (slerp and lerp), `cubic` (glTF's cubic spline) or `step`.
     * @defaultValue `'linear'`
     */
    interpolation?: 'linear' | 'cubic' | 'step';
  };
}

/** How an object moves. Its pose is its carrier's motion · its own motion · where it is at t = 0. */
export type Motion = {
  /** The id of the object. */
  object: number;
  /** The id of the object that carries it, as a link of a robot carries the next. */
  carriedBy?: number;
} & (ScrewMotion | MotionTo | KeyedMotion);

/** Options of {@link Scene.sweep}. */
export interface SweepOptions extends PairSelection, RunningOptions {
  /**
   * Left out or `false`: no rigid motion changes what happens within an object, so `true` is refused.
   * @defaultValue `false`
   */
  self?: boolean;
  /**
   * The end of a meeting is found to within this part of the motion.
   * @defaultValue `1e-5`
   */
  tolerance?: number;
  /**
   * A length: where objects stay nearer than this without meeting, the interval is left open.
   * @defaultValue 1e-5 of the diagonal of the box around all objects at t = 0
   */
  accuracy?: number;
  /**
   * How far objects are to stay apart: above 0, they meet where they are nearer than this, at t = 0 as well. See `forgive` for objects that
   * touch at t = 0.
   * @defaultValue `0`
   */
  gap?: number;
  /**
   * How deep contact may be before it counts: a length, or `'rest'`, as deep as at t = 0 and the accuracy. Objects that touch or overlap at
   * t = 0 then need not keep the gap either; of objects that are apart at t = 0, however near, `'rest'` forgives nothing. A length is taken
   * off the gap.
   * @defaultValue `'rest'`
   */
  forgive?: number | 'rest';
  /**
   * Only what comes first: behind the first meeting of any pair, intervals stay open.
   * @defaultValue `false`
   */
  first?: boolean;
  /**
   * Intervals and poses to look at, at most; what is not settled by then stays open.
   * @defaultValue `100000`
   */
  effort?: number;
}

/** What {@link Scene.sweep} uses for options that you leave out. */
export const SWEEP_DEFAULTS = {
  self: false,
  between: true,
  tolerance: 1e-5,
  gap: 0,
  forgive: 'rest',
  first: false,
  effort: 100_000,
} as const satisfies SweepOptions;

/** What an interval is, in {@link Sweep.states}. */
export const SWEEP_STATE = {
  /** Proven for the ideal motion. */
  free: 0,
  /** From a pose in which they meet to another one. */
  meeting: 1,
  /** Neither. */
  open: 2,
} as const;

/** What a query of `sweep` cost. */
export interface SweepStats {
  /** Objects that move. */
  readonly movers: number;
  /** Triangles of all objects that were looked at. */
  readonly triangles: number;
  /** Intervals that were tried to be proven free. */
  readonly intervals: number;
  /** Poses in which a pair was looked at. */
  readonly poses: number;
  /** The accuracy that was used. */
  readonly accuracy: number;
  /** Whether the effort was used up. */
  readonly limited: boolean;
  /** Where the time went. */
  readonly milliseconds: {
    /** From call to answer. */
    readonly total: number;
  };
  /** Why a WebGPU engine left the query to wasm, when it did. */
  readonly leftToWasm?: LeftToWasm;
}

/** The answer of {@link Scene.sweep}. */
export interface Sweep {
  /** Two ids per pair of objects, ascending. */
  readonly objectPairs: Uint32Array;
  /** Where the intervals of each pair begin in `states`, and one more. */
  readonly offsets: Uint32Array;
  /** One per interval, see {@link SWEEP_STATE}. */
  readonly states: Uint8Array;
  /** Two per interval: from and to. A pair's intervals abut and cover 0 to 1. */
  readonly ends: Float64Array;
  /** Per interval: of a meeting, a t at which they are nearer than the gap, or meet, by more than is forgiven; else NaN. */
  readonly witnesses: Float64Array;
  /** Per pair, at t = 0: 0 apart, 1 touching, 2 overlapping. */
  readonly rest: Uint8Array;
  /** Per pair, how much was forgiven, the gap included: 0 for objects that are apart at t = 0, unless asked for. */
  readonly forgiven: Float64Array;
  /** All pairs are free from 0 up to here. */
  readonly proven: number;
  /** Intervals and poses that were looked at. */
  readonly evaluations: number;
  /**
   * What it cost.
   * @experimental What it holds may change in any version.
   */
  readonly stats: SweepStats;
}
