/**
 * The query "how must an object be moved so that it no longer clashes with another?": options, answer and guarantees.
 *
 * Promise: with `move` added to the last column of its matrix, `clashes` finds the two touching at most: it was asked, in that place,
 * rounding included. No translation shorter than `least` does the same.
 */
import type { Triple } from '../../mesh/bounds.ts';
import type { RunningOptions } from '../options.ts';

/** Options of {@link Scene.separate}. */
export interface SeparateOptions extends RunningOptions {
  /**
   * How far the two must be apart afterwards, in the unit of the coordinates.
   * @defaultValue `0`: they may touch
   */
  gap?: number;
  /**
   * Directions to try besides the query's own, three numbers each, of any length: where the object came from, for instance.
   * @defaultValue none
   */
  directions?: ArrayLike<number>;
}

/** What {@link Scene.separate} uses for options that you leave out. */
export const SEPARATE_DEFAULTS = { gap: 0 } as const satisfies SeparateOptions;

/** The answer of {@link Scene.separate}. */
export interface Separation {
  /** Translation of the first object, in the world; 0 0 0 when there is nothing to end. */
  readonly move: Triple;
  /** Its length. */
  readonly length: number;
  /**
   * No translation shorter than this does it; 0 where nothing is proven. Of two convex objects, within 1 % of `length`.
   */
  readonly least: number;
  /** Ids of other objects that the first would clash with there, ascending; those that it only touches are left out. */
  readonly meets: Uint32Array;
}
