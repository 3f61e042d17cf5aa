/**
 * The query "which vertices and faces, and which edges, are nearer than a distance?": options, answer and guarantees.
 *
 * Promise: exactly the pairs of closed features without a common vertex that are strictly nearer than the distance, each once;
 * the same answer on every engine and thread count. docs/contacts.md says what counts.
 */
import type { LeftToWasm } from '../../backend/left-to-wasm.ts';
import type { ImageStats } from '../image-stats.ts';
import type { RunningOptions } from '../options.ts';
import type { PairSelection } from '../pair-selection.ts';

/** Options of {@link Scene.contacts}. */
export interface ContactsOptions extends RunningOptions, PairSelection {
  /**
   * Also give the nearest points.
   * @defaultValue `true`
   */
  points?: boolean;
  /**
   * Stop after this many contacts; `limit: 1` is the yes/no question. Which are found is then not promised.
   * @defaultValue `Infinity`
   */
  limit?: number;
}

/** What {@link Scene.contacts} uses for options that you leave out. */
export const CONTACTS_DEFAULTS = {
  self: false,
  between: true,
  points: true,
  limit: Number.POSITIVE_INFINITY,
} as const satisfies ContactsOptions;

/** Milliseconds that each stage of a query took, by the clock of one thread. */
export interface ContactsTimes {
  /** Placing, centring and bounding the objects that changed. */
  readonly bounds: number;
  /** Counting and filling the tile lists. */
  readonly image: number;
  /** Walking the tiles for pairs of overlapping boxes. */
  readonly walk: number;
  /** Deciding which features are near. */
  readonly exact: number;
  /** Distances, points, normals and sides of those that are. */
  readonly measure: number;
  /** From call to answer. */
  readonly total: number;
}

/** What a query of `contacts` cost. */
export interface ContactsStats {
  /** What this query ran on: the kernels, also on a WebGPU engine. */
  readonly backend: 'wasm';
  /** Worker threads of the engine. */
  readonly threads: number;
  /** Objects with triangles. */
  readonly objects: number;
  /** Triangles of all of them. */
  readonly triangles: number;
  /** Time of each stage. */
  readonly milliseconds: ContactsTimes;
  /** The image of lists per tile. */
  readonly image: ImageStats;
  /** Triangles that were placed and compared; fewer than all where objects stay as they were given (docs/kept-parts.md). */
  readonly trianglesLookedAt: number;
  /** Triangle pairs whose grown boxes overlap. */
  readonly candidates: number;
  /** Pairs of features whose boxes are near and that were measured. */
  readonly featurePairs: number;
  /** Distances that floating point could not compare and whole-number arithmetic did. */
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

/** The answer of {@link Scene.contacts} with `points: false`. */
export interface FeatureContactsWithoutPoints {
  /** One per contact: see {@link IMPACT_KIND}. */
  readonly kinds: Uint8Array;
  /**
   * Six per contact, as in {@link Impacts}: objectA, a0, a1, objectB, b0, b1. For a vertex and a face a0 = a1 is the vertex and
   * b0 = b1 the triangle; for edges a0 < a1 and b0 < b1 are their vertices, and A is the first of the two. Sorted by kind, then by
   * these six.
   */
  readonly features: Uint32Array;
  /** Four per contact: the vertex and the corners of the face, or the ends of both edges; see {@link impactVertices}. */
  readonly vertices: Uint32Array;
  /** One per contact: off by less than 2^-48 of the extent of the scene; 0 exactly when the features meet. */
  readonly distances: Float64Array;
  /** One per contact: 1 for the first of those whose nearest points are held by the same two vertices, edges or faces, else 0. */
  readonly leads: Uint8Array;
  /**
   * One per contact, exact: on which side A is, −1, 0 or 1. For a vertex and a face, of the normal of the face where it is placed;
   * for edges, the sign of (a1 − a0) × (b1 − b0) · (a0 − b0).
   */
  readonly sides: Int8Array;
  /**
   * Three per contact, of length 1, from B to A. Where they are nearer than 2^-40 of the extent of the scene, the normal of the
   * face, or of both edges, on A's side.
   */
  readonly normals: Float64Array;
  /**
   * Two per contact, x and y: where the nearest points are. For a vertex and a face that of B is
   * (1 − x − y) · corner 0 + x · corner 1 + y · corner 2; for edges they are (1 − x) · a0 + x · a1 and (1 − y) · b0 + y · b1.
   */
  readonly coordinates: Float64Array;
  /** Three per pair of objects: a, b, number of contacts; a is not above b. */
  readonly objectPairs: Uint32Array;
  /** Two per triangle without area: object, triangle. Such triangles take no part. */
  readonly degenerateTriangles: Uint32Array;
  /** Whether the query stopped at `limit`, so that there may be more. */
  readonly limited: boolean;
  /**
   * What the query cost.
   * @experimental What it holds may change in any version.
   */
  readonly stats: ContactsStats;
}

/** The answer of {@link Scene.contacts}. */
export interface FeatureContacts extends FeatureContactsWithoutPoints {
  /** Six per contact: the nearest point on A, then on B; the same where they meet. */
  readonly points: Float64Array;
}
