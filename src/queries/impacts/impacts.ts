/**
 * The query "what meets between two frames, and when?": options, answer and guarantees.
 *
 * Promise: exactly the pairs of features that meet while all vertices move on straight lines, each with the first time at
 * which they do, exact to 2^-52; the same answer on every engine and thread count. docs/impacts.md says what counts.
 */
import type { LeftToWasm } from '../../backend/left-to-wasm.ts';
import type { ImageStats } from '../image-stats.ts';
import type { RunningOptions } from '../options.ts';
import type { PairSelection } from '../pair-selection.ts';

/** Options of {@link Scene.impacts}. */
export interface ImpactsOptions extends RunningOptions, PairSelection {
  /**
   * Also report impacts within one object; features that share a vertex are left out.
   * @defaultValue `false`
   */
  self?: boolean;
  /**
   * Report impacts between different objects.
   * @defaultValue `true`
   */
  between?: boolean;
  /**
   * Report only the earliest impact; of several at the same time, the first in the order of the answer.
   * @defaultValue `false`
   */
  first?: boolean;
  /**
   * Also compute points, normals and coordinates.
   * @defaultValue `true`
   */
  points?: boolean;
  /**
   * Report when features first come nearer than this, not only when they meet. Each pair keeps this distance or, if it is less, `keep`
   * times its distance at the start, so that a step to the gap is never stuck there. Times are never late; see docs/impacts.md for how
   * early they can be. 0: when they meet, exactly.
   * @defaultValue `0`
   */
  gap?: number;
  /**
   * With a `gap`: the part of its distance at the start that a pair keeps that begins near. From 0 to below 1.
   * @defaultValue `0.5`
   */
  keep?: number;
  /**
   * Leave out what touches at time 0 and then parts; it is reported if it meets again. What rests on a face and moves away from it, on
   * the side where its object is, parts; what moves on, or through, does not. Proves nothing about the rest of the motion by itself.
   * @defaultValue `false`
   */
  approaching?: boolean;
}

/** What {@link Scene.impacts} uses for options that you leave out. */
export const IMPACTS_DEFAULTS = {
  self: false,
  between: true,
  first: false,
  points: true,
  approaching: false,
  gap: 0,
  keep: 0.5,
} as const satisfies ImpactsOptions;

/** What {@link Impacts.kinds} says: a vertex met a face, or two edges met. */
export const IMPACT_KIND = { vertexFace: 0, edgeEdge: 1 } as const;

/** Milliseconds that each stage of a query took, by the clock of one thread. */
export interface ImpactsTimes {
  /** Placing, centring and bounding the objects that changed, at both ends. */
  readonly bounds: number;
  /** Counting and filling the tile lists. */
  readonly image: number;
  /** Walking the tiles for pairs of overlapping swept boxes. */
  readonly walk: number;
  /** Deciding which features meet, and when. */
  readonly exact: number;
  /** Points, normals and coordinates of those that do. */
  readonly contacts: number;
  /** From call to answer. */
  readonly total: number;
}

/** What a query of `impacts` cost. */
export interface ImpactsStats {
  /** What this query ran on: the kernels, also on a WebGPU engine. */
  readonly backend: 'wasm';
  /** Worker threads of the engine. */
  readonly threads: number;
  /** Objects with triangles. */
  readonly objects: number;
  /** Those of them that have been aimed; of the others, only what touches is found. */
  readonly moving: number;
  /** Triangles of all of them. */
  readonly triangles: number;
  /**
   * Those that were placed and compared: less than all where objects come near no other, or have kept clusters of which only some come
   * near another object.
   */
  readonly trianglesLookedAt: number;
  /** Time of each stage. */
  readonly milliseconds: ImpactsTimes;
  /** The image of lists per tile. */
  readonly image: ImageStats;
  /** Triangle pairs whose swept boxes overlap. */
  readonly candidates: number;
  /** Pairs of features whose swept boxes overlap and that were decided one by one. */
  readonly featurePairs: number;
  /** Those that floating point could not decide and whole-number arithmetic did. */
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

/** The answer of {@link Scene.impacts}. */
export interface Impacts {
  /** One per impact: see {@link IMPACT_KIND}. */
  readonly kinds: Uint8Array;
  /**
   * Six per impact: objectA, a0, a1, objectB, b0, b1. For a vertex and a face a0 = a1 is the vertex and b0 = b1 the triangle;
   * for edges a0 < a1 and b0 < b1 are their vertices, and A is the first of the two. Welded vertices go by the lowest of
   * their numbers. Sorted by kind, then by these six.
   */
  readonly features: Uint32Array;
  /**
   * Four per impact: the vertices of both features. For a vertex and a face, the vertex and the three corners; for edges, a0, a1, b0,
   * b1. {@link impactVertices} gives them with objects and weights.
   */
  readonly vertices: Uint32Array;
  /**
   * One per impact, from 0 to 1: a multiple of 2^-52 that is not after the first time t* of contact; t* < t + 2^-52. With a `gap`, the
   * pair keeps what it must before this time, and comes nearer than 1 + 2^-7 of it, and 2^-40 of the extent, within 2^-7 after.
   */
  readonly times: Float64Array;
  /** Unless `points` is false, three per impact: where it happens; with a `gap`, the nearest point of A. */
  readonly points?: Float64Array;
  /**
   * One per impact: on which side A is at time 0, exactly. Of a face, the sign of the side of its normal (as it is placed); of edges,
   * the sign of (a1 − a0) × (b1 − b0) · (a0 − b0). 0 when all four vertices are in one plane then.
   */
  readonly sides: Int8Array;
  /**
   * Three per impact, of length 1: the normal of the plane of contact, on the side of `sides`, whatever the motion; where that is 0,
   * against the motion of A relative to B. Zero when there is none.
   */
  readonly normals?: Float64Array;
  /**
   * Two per impact, x and y. For a vertex and a face the point is (1 − x − y) · corner 0 + x · corner 1 + y · corner 2; for
   * edges it is (1 − x) · a0 + x · a1, and (1 − y) · b0 + y · b1.
   */
  readonly coordinates?: Float64Array;
  /** Three per pair of objects: a, b, number of impacts; a is not above b. */
  readonly objectPairs: Uint32Array;
  /** One per pair of objects: the index of its earliest impact, the first of equals. */
  readonly earliest: Uint32Array;
  /**
   * How much nearer two objects can be on the shortest screw motions to aimed matrices than on the straight paths that were searched:
   * the two largest deviations of objects together. 0 when nothing rotates; Infinity where a matrix mirrors or flattens.
   */
  readonly deviation: number;
  /** Two per triangle without area at both ends: object, triangle. Such triangles take no part. */
  readonly degenerateTriangles: Uint32Array;
  /**
   * What the query cost.
   * @experimental What it holds may change in any version.
   */
  readonly stats: ImpactsStats;
}
