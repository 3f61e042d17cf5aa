/**
 * The question "which points lie inside?": its options, its answer and what both promise.
 *
 * Promise: exact on the coordinates given. A point is on the surface (2) when it belongs to a triangle, its edges and
 * corners included; otherwise it is inside (1) when the surface winds round it, in whichever direction, and outside (0)
 * when it does not.
 */
import type { RunningOptions } from '../options.ts';

/** Options of {@link Scene.inside}. */
export interface InsideOptions extends RunningOptions {
  /**
   * Also answer for a mesh that is not closed. The answer is then what one ray per point meets, and a ray may leave through
   * a hole.
   * @defaultValue `false`
   */
  allowOpen?: boolean;
}

/** What {@link Scene.inside} uses for options that you leave out. */
export const INSIDE_DEFAULTS = { allowOpen: false } as const satisfies InsideOptions;

/** Values in the answer of {@link Scene.inside}. */
export const POINT_PLACE = { outside: 0, inside: 1, on: 2 } as const;
