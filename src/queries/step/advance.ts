/**
 * The query "go where you are aimed, and through nothing": options, answer and guarantees.
 *
 * Promise: triangle pairs that do not collide before do not after, because every end that is taken has passed exact `impacts`
 * from where the objects are to what is stored. docs/steps.md says how.
 */
import type { Positions } from '../../mesh/mesh-input.ts';
import type { FeatureContacts } from '../contacts/contacts.ts';
import type { RunningOptions } from '../options.ts';
import type { PairSelection } from '../pair-selection.ts';

/** How easily the vertices of an object are moved: one number for all, or one per vertex; 0 is fixed. */
export interface InverseMasses {
  /** The object that they belong to. */
  object: number;
  /** One for all vertices, or one per vertex; 0 holds a vertex where it is aimed. */
  values: number | Float64Array;
}

/** Options of {@link Scene.advance}. */
export interface AdvanceOptions extends RunningOptions, PairSelection {
  /**
   * How far apart contacts are kept, in the unit of the coordinates. 0 stands for the default: without any distance nothing could be
   * pushed before it meets.
   * @defaultValue 2^-10 of the extent of the scene as it is before the step
   */
  gap?: number;
  /**
   * The coefficient of friction: how much of the sliding a push takes away.
   * @defaultValue `0`
   */
  friction?: number;
  /**
   * How often pushes are tried before vertices are held back.
   * @defaultValue `8`
   */
  rounds?: number;
  /**
   * Inverse masses of the vertices of objects that are aimed by positions; those that are aimed by a matrix go their way.
   * @defaultValue 1 for each vertex
   */
  inverseMasses?: readonly InverseMasses[];
}

/** What {@link Scene.advance} uses for options that you leave out. */
export const ADVANCE_DEFAULTS = {
  self: false,
  between: true,
  friction: 0,
  rounds: 8,
} as const satisfies AdvanceOptions;

/** The answer of {@link Scene.advance}. */
export interface Advance {
  /** The aimed objects, ascending. */
  readonly objects: Uint32Array;
  /** Where each is now, as `move` takes it; undefined where only its place changed. */
  readonly ends: readonly (Positions | undefined)[];
  /** Where each is placed now; undefined where its place stayed. */
  readonly places: readonly (Float64Array | undefined)[];
  /** For each, three per vertex: end − aim, in the world. */
  readonly corrections: readonly Float64Array[];
  /** For each, one per vertex: the part of its way to where pushes bring it that it went; 1 where nothing held it back. */
  readonly steps: readonly Float64Array[];
  /** Features that were nearer than twice the gap at the start. */
  readonly contacts: FeatureContacts;
  /** How often impacts were asked for. */
  readonly rounds: number;
  /** What the end is: pushed as needed; vertices held back; all held back; or where it was. */
  readonly fallback: 'none' | 'vertex' | 'scene' | 'stay';
  /** Four per triangle pair that collided before: listed, and not part of the proof. */
  readonly before: Uint32Array;
}
