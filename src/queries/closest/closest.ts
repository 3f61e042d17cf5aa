/**
 * The query "how far are two objects apart?": options, answer and guarantees.
 *
 * Promise: 0 exactly when the surfaces share a point; otherwise the least distance between their triangles, off by less than 2^-48 of the
 * extent of the two triangles that have it (docs/within.md says how that is derived). The same bits whatever the number of threads.
 */
import type { LeftToWasm } from '../../backend/left-to-wasm.ts';
import type { Triple } from '../../mesh/bounds.ts';
import type { RunningOptions } from '../options.ts';

/** Options of {@link Scene.closest}. */
export interface ClosestOptions extends RunningOptions {
  /**
   * Only a distance below this is of interest; the search ends sooner where there is none.
   * @defaultValue `Infinity`
   */
  below?: number;
}

/** What {@link Scene.closest} uses for options that you leave out. */
export const CLOSEST_DEFAULTS = { below: Number.POSITIVE_INFINITY } as const satisfies ClosestOptions;

/** What a query of `closest` cost. */
export interface ClosestStats {
  /** Triangles of both objects. */
  readonly triangles: number;
  /** Pairs of nodes of the two trees that were looked at. */
  readonly nodePairs: number;
  /** Pairs of triangles that were measured. */
  readonly trianglePairs: number;
  /** Where the time went. */
  readonly milliseconds: {
    /** Making trees that were not there yet. */
    readonly trees: number;
    /** From call to answer. */
    readonly total: number;
  };
  /** Why a WebGPU engine left the query to wasm, when it did. */
  readonly leftToWasm?: LeftToWasm;
}

/** The answer of {@link Scene.closest}. */
export interface Closest {
  /** Of the surfaces: 0 exactly when they meet, `Infinity` when it is not below what was asked for or there is no surface. */
  readonly distance: number;
  /** The triangle of the first object that has it, numbered within the object; -1 when there is none. */
  readonly triangleA: number;
  /** That of the second. */
  readonly triangleB: number;
  /** The nearest point of the first object; where they meet, a common point, rounded. */
  readonly pointA: Triple | undefined;
  /** That of the second. */
  readonly pointB: Triple | undefined;
  /**
   * What it cost.
   * @experimental What it holds may change in any version.
   */
  readonly stats: ClosestStats;
}
