/**
 * The query "which triangles are closer than a distance?": options, answer and guarantees.
 *
 * Promise: exactly the pairs whose distance, as one routine computes it in double precision, is below the distance asked
 * for; the same pairs and the same bits on every engine and thread count. docs/within.md says how exact the routine is.
 */

import type { LeftToWasm } from '../../backend/left-to-wasm.ts';
import type { ImageStats } from '../image-stats.ts';
import type { RunningOptions } from '../options.ts';
import type { PairSelection } from '../pair-selection.ts';

/** Options of {@link Scene.within}. */
export interface WithinOptions extends RunningOptions, PairSelection {
  /**
   * Also report pairs of triangles within one object; pairs that share a vertex are left out.
   * @defaultValue `false`
   */
  self?: boolean;
  /**
   * Report pairs of triangles of different objects.
   * @defaultValue `true`
   */
  between?: boolean;
  /**
   * Also compute the nearest points of each pair.
   * @defaultValue `true`
   */
  points?: boolean;
  /**
   * Only the nearest pair of each pair of objects: much faster where many triangles are near.
   * @defaultValue `false`
   */
  objects?: boolean;
  /**
   * Stop after this many pairs; `limit: 1` is the yes/no question. Which pairs are found is then not promised.
   * @defaultValue `Infinity`
   */
  limit?: number;
}

/** What {@link Scene.within} uses for options that you leave out. */
export const WITHIN_DEFAULTS = {
  self: false,
  between: true,
  points: true,
  objects: false,
  limit: Number.POSITIVE_INFINITY,
} as const satisfies WithinOptions;

/** Milliseconds that each stage of a query took, by the clock of one thread. */
export interface WithinTimes {
  /** Placing, centring and bounding the objects that changed. */
  readonly bounds: number;
  /** Counting and filling the tile lists. */
  readonly image: number;
  /** Walking the tiles for pairs of overlapping boxes. */
  readonly walk: number;
  /** Deciding which of them are near. */
  readonly exact: number;
  /** Distances and nearest points of those that are. */
  readonly measure: number;
  /** From call to answer. */
  readonly total: number;
}

/** What a query of `within` cost. */
export interface WithinStats {
  /** What the query ran on. */
  readonly backend: 'wasm' | 'webgpu';
  /** Worker threads of the engine. */
  readonly threads: number;
  /** Objects with triangles. */
  readonly objects: number;
  /** Triangles of all of them. */
  readonly triangles: number;
  /** Time of each stage. */
  readonly milliseconds: WithinTimes;
  /** The image of lists per tile. */
  readonly image: ImageStats;
  /** Triangles that were placed and compared; fewer than all where objects stay as they were given (docs/kept-parts.md). */
  readonly trianglesLookedAt: number;
  /** Triangle pairs whose grown boxes overlap and that were decided one by one. */
  readonly candidates: number;
  /** Signs that floating point could not decide and exact arithmetic did. */
  readonly exactFallbacks: number;
  /** Bytes of working memory. */
  readonly bytes: {
    /** Held by the scene. */
    readonly scene: number;
    /** Used by the query on top. */
    readonly query: number;
  };
  /** Why a WebGPU engine left the query to wasm, when it did. */
  readonly leftToWasm?: LeftToWasm;
}

/** The answer of {@link Scene.within}. */
export interface Proximities {
  /** Four per pair: objectA, triangleA, objectB, triangleB; A before B, pairs in ascending order. */
  readonly trianglePairs: Uint32Array;
  /** One per pair, 0 exactly when the triangles share a point. */
  readonly distances: Float64Array;
  /** Unless `points` is false, six per pair: the nearest point of triangle A, then that of B. */
  readonly points?: Float64Array;
  /** Three per pair of objects: a, b, number of triangle pairs listed. */
  readonly objectPairs: Uint32Array;
  /** One per pair of objects: the least distance of its triangle pairs. */
  readonly objectDistances: Float64Array;
  /** One per pair of objects: which triangle pair has that distance, the first of equals. */
  readonly nearestPairs: Uint32Array;
  /** Two per triangle without area: object, triangle. Such triangles are in no pair. */
  readonly degenerateTriangles: Uint32Array;
  /** True when `limit` stopped the search, so that there may be more pairs than these, and nearer ones. */
  readonly limited: boolean;
  /**
   * What the query cost.
   * @experimental What it holds may change in any version.
   */
  readonly stats: WithinStats;
}
