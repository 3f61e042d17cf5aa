/**
 * The question "which triangles collide?": its options, its answer and what both promise.
 *
 * Promise: the exact set of colliding pairs on the coordinates given, the same on every engine and thread count.
 */

import type { CullOptions, CullPass, CullStats } from '../cull/cull.ts';
import type { ObjectPair, RunningOptions } from '../options.ts';

export type Contacts = 'all' | 'penetrating';

export interface CollideOptions extends RunningOptions {
  /** Also report pairs of triangles within one object. */
  self?: boolean;
  /** Report pairs of triangles of different objects. */
  between?: boolean;
  /** `penetrating` leaves out pairs that only touch. */
  contacts?: Contacts;
  /** Also compute where each pair meets. */
  segments?: boolean;
  /** Stop after this many pairs; `limit: 1` is the yes/no question. Which pairs are found is then not promised. */
  limit?: number;
  /** Pairs of objects that may touch and are left out. */
  ignore?: readonly ObjectPair[];
  /** Where the answer is wanted: see GpuCollideOptions for `gpu`. */
  output?: 'cpu';
  /**
   * Visibility culling first; `true` takes the defaults of `cull`. Same pairs, other work; but sampled coverage (most
   * presets) loses contacts smaller than a pixel.
   */
  cull?: boolean | CollideCullOptions;
}

/**
 * Leaves the pairs in GPU buffers, for a pass of the caller's that comes next. Needs an engine on the caller's own device.
 * What single precision cannot decide is among them as `undecided`; it may be a contact or not, also of triangles without
 * area. Touching pairs are always among those, and coplanar ones but for a triangle that is there twice.
 */
export interface GpuCollideOptions extends Omit<CollideOptions, 'output' | 'segments' | 'contacts' | 'cull'> {
  output: 'gpu';
}

/** What of culling can be chosen; whether to look within objects follows from the query. */
export type CollideCullOptions = Omit<CullOptions, 'self' | 'distance' | 'trace' | keyof RunningOptions>;

export const COLLIDE_DEFAULTS = {
  self: false,
  between: true,
  contacts: 'all',
  segments: false,
  limit: Number.POSITIVE_INFINITY,
  output: 'cpu',
  cull: false,
} as const satisfies CollideOptions;

/** Values of `Collisions.kinds`; `undecided` only of `GpuCollisions.kinds`. */
export const CONTACT_KIND = { touching: 0, crossing: 1, coplanar: 2, undecided: 3 } as const;

/**
 * Milliseconds spent in each stage of a query, as seen by the clock of one thread. On WebGPU `walk` is all that the device
 * did, and `exact` what was left for the CPU.
 */
export interface CollideTimes {
  /** Placing, centring and bounding the objects that changed. */
  readonly bounds: number;
  /** Counting and filling the tile lists. */
  readonly image: number;
  /** Walking its pixels for pairs of overlapping boxes. */
  readonly walk: number;
  /** Deciding pairs of triangles. */
  readonly exact: number;
  /** Visibility culling, when asked for. */
  readonly cull?: number;
  /** From call to answer. */
  readonly total: number;
}

/** What a query cost on the GPU. */
export interface GpuStats {
  /** Bytes moved to the device and from it. */
  readonly bytesUp: number;
  readonly bytesDown: number;
  readonly dispatches: number;
  readonly submissions: number;
  /** Runs that were repeated because a list turned out too short; none when the scene is as large as last time. */
  readonly reruns: number;
  /** Candidates that single precision could not decide and the exact test on the CPU did. */
  readonly undecided: number;
  /** Bytes of GPU memory that the engine holds. */
  readonly bytes: number;
  /** Milliseconds of each stage by the GPU's own clock; none where the device does not tell. */
  readonly stages: Readonly<Record<string, number>>;
}

/** What culling did before the walk. */
export interface CollideCullStats extends CullStats {
  readonly method: string;
  readonly passes: readonly CullPass[];
  /** Objects and triangles that it left for the walk. */
  readonly survivors: number;
  readonly survivorTriangles: number;
}

export interface CollideStats {
  /** What this query ran on. */
  readonly backend: 'wasm' | 'webgpu';
  readonly threads: number;
  readonly objects: number;
  readonly triangles: number;
  readonly milliseconds: CollideTimes;
  /** The view axis (0 x, 1 y, 2 z), the grid of tiles and the entries of the tile lists. */
  readonly image: {
    readonly axis: 0 | 1 | 2;
    readonly tilesAcross: number;
    readonly tilesDown: number;
    readonly entries: number;
  };
  /** Triangle pairs whose boxes overlap and that were decided one by one. */
  readonly candidates: number;
  /** Vertex fans whose triangles were shown free of collisions with each other all at once; not counted on WebGPU. */
  readonly certifiedFans: number;
  /** Pairs of neighbouring triangles that were decided one by one; on WebGPU they are among the candidates. */
  readonly neighbourTests: number;
  /** Signs that floating point could not decide and exact arithmetic did. */
  readonly exactFallbacks: number;
  /** Bytes of working memory: what the scene holds and what the query used on top. */
  readonly bytes: { readonly scene: number; readonly query: number };
  /** When it ran on WebGPU. */
  readonly gpu?: GpuStats;
  /** When the query was begun again, on a new device or on wasm: the code of the error that made it necessary. */
  readonly restartedAfter?: string;
  /** When asked for. */
  readonly cull?: CollideCullStats;
}

export interface Collisions {
  /** Four per pair: objectA, triangleA, objectB, triangleB; A before B, pairs in ascending order. */
  readonly trianglePairs: Uint32Array;
  /** One per pair: 0 touching, 1 crossing, 2 coplanar (see CONTACT_KIND). */
  readonly kinds: Uint8Array;
  /** When asked for, six per pair: the two ends of the segment in which the triangles meet. */
  readonly segments?: Float64Array;
  /** Three per pair of objects: a, b, number of triangle pairs. */
  readonly objectPairs: Uint32Array;
  /** Two per triangle without area: object, triangle. Such triangles are in no pair. */
  readonly degenerateTriangles: Uint32Array;
  /** True when `limit` stopped the search, so that there may be more pairs than these. */
  readonly limited: boolean;
  readonly stats: CollideStats;
}

/**
 * Pairs in buffers of the caller's device, made with the usages STORAGE and COPY_SRC. They belong to the engine: valid until
 * `dispose` is called or the engine disposed, and not changed by later queries.
 */
export interface GpuCollisions {
  /** Four u32 per pair: objectA, triangleA, objectB, triangleB; A before B, pairs in no order. */
  readonly pairs: GPUBuffer;
  /** One u32 per pair: 1 crossing, 2 coplanar (the same triangle twice), 3 undecided (see CONTACT_KIND). */
  readonly kinds: GPUBuffer;
  /** One u32: how many pairs there are. The buffers may be longer. */
  readonly count: GPUBuffer;
  /** The same number. */
  readonly pairCount: number;
  /** True when `limit` left pairs out. */
  readonly limited: boolean;
  readonly stats: CollideStats;
  /** Destroys the buffers. */
  dispose(): void;
  [Symbol.dispose](): void;
}
