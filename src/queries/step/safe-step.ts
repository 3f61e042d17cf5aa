/**
 * The query "how far may all go towards where they are aimed?": options, answer and guarantees.
 *
 * Promise: going to `ends` and `places`, and only to those, nothing meets on the way that does not meet now. docs/steps.md says why.
 */
import type { Positions } from '../../mesh/mesh-input.ts';
import type { FeatureContacts } from '../contacts/contacts.ts';
import type { RunningOptions } from '../options.ts';
import type { PairSelection } from '../pair-selection.ts';

/** Options of {@link Scene.safeStep}. */
export interface SafeStepOptions extends RunningOptions, PairSelection {
  /**
   * How far apart things are kept on the way and at the end, in the unit of the coordinates: each pair keeps this distance or,
   * if that is less, the part `keep` of its distance at the start.
   * @defaultValue `0`
   */
  gap?: number;
  /**
   * The part of its distance that a pair keeps if that is less than the gap, above 0 and below 1.
   * @defaultValue `0.5`
   */
  keep?: number;
  /**
   * Whether one part of the way is found for all, one for each object, or one for each vertex.
   * @defaultValue `'scene'`
   */
  each?: 'scene' | 'object' | 'vertex';
}

/** What {@link Scene.safeStep} uses for options that you leave out. */
export const SAFE_STEP_DEFAULTS = {
  self: false,
  between: true,
  gap: 0,
  keep: 0.5,
  each: 'scene',
} as const satisfies SafeStepOptions;

/** The answer of {@link Scene.safeStep}. */
export interface SafeStep {
  /** The aimed objects, ascending. */
  readonly objects: Uint32Array;
  /** Parts of the way, 0 to 1: one for all, one per object, or one per vertex, those of object i from `offsets[i]` on. */
  readonly steps: Float64Array;
  /** Where the parts of each aimed object begin in `steps`, and one more: where the last ends. */
  readonly offsets: Uint32Array;
  /** What to `move` each to, in its own precision; undefined where only its place changes. Only these are proven. */
  readonly ends: readonly (Positions | undefined)[];
  /** What to `place` each by; undefined where its place stays. */
  readonly places: readonly (Float64Array | undefined)[];
  /** What stopped it, with distances at the start. */
  readonly blockers: FeatureContacts;
}
