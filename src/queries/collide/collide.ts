/**
 * The question "which triangles collide?": its options, its answer and what both promise.
 *
 * Promise: the exact set of colliding pairs on the coordinates given, the same on every engine and thread count.
 */

import type { LeftToWasm } from '../../backend/left-to-wasm.ts';
import type { ErrorCode } from '../../error-codes.ts';
import type { GpuBuffer } from '../../platform.ts';
import type { ImageStats } from '../image-stats.ts';
import type { RunningOptions } from '../options.ts';
import type { PairSelection } from '../pair-selection.ts';

/** Which contacts count: all, or only those that are more than a touch. */
export type Contacts = 'all' | 'penetrating';

/** Options of {@link Scene.collide}. */
export interface CollideOptions extends RunningOptions, PairSelection {
  /**
   * Also report pairs of triangles within one object.
   * @defaultValue `false`
   */
  self?: boolean;
  /**
   * Report pairs of triangles of different objects.
   * @defaultValue `true`
   */
  between?: boolean;
  /**
   * `penetrating` leaves out pairs that only touch.
   * @defaultValue `'all'`
   */
  contacts?: Contacts;
  /**
   * Also compute where each pair meets.
   * @defaultValue `false`
   */
  segments?: boolean;
  /**
   * Stop after this many pairs; `limit: 1` is the yes/no question. Which pairs are found is then not promised.
   * @defaultValue `Infinity`
   */
  limit?: number;
  /**
   * Where to put the answer; see {@link GpuCollideOptions} for `gpu`.
   * @defaultValue `'cpu'`
   */
  output?: 'cpu';
  /**
   * Cull by visibility first; the pairs are the same. Culling that may lose pairs is not for an exact query: `collidescope/papers`
   * has it.
   * @defaultValue `false`
   */
  cull?: boolean | CollideCullOptions;
}

/**
 * Options of {@link Scene.collide} that leave the pairs in GPU buffers, for a pass of yours that comes next. Needs an
 * engine on your own device.
 *
 * Pairs that single precision cannot decide are included as `undecided`: they may be a contact or not, also of triangles
 * without area. Touching pairs are always among them, and so are coplanar ones other than duplicate triangles.
 */
export interface GpuCollideOptions extends Omit<CollideOptions, 'output' | 'segments' | 'contacts' | 'cull'> {
  /** Leave the pairs on the GPU. */
  output: 'gpu';
}

/** Options of culling before {@link Scene.collide}; those of `cull` in `collidescope/papers` that lose nothing. */
export interface CollideCullOptions {
  /**
   * `far`: culling as in the paper on reliable culling.
   * @defaultValue none
   */
  preset?: 'far';
  /**
   * Which pixels a triangle covers: all that it touches (`conservative`), or those that its grown box covers (`uobb`).
   * @defaultValue `'conservative'`; `'uobb'` with the preset
   */
  coverage?: 'conservative' | 'uobb';
  /**
   * Triangles of different objects hide each other only if their boxes overlap.
   * @defaultValue `true`; `false` with the preset
   */
  boxes?: boolean;
  /**
   * The directions to look along.
   * @defaultValue `'xyz'`
   */
  views?: string;
  /**
   * Pixels along each side of the image, 1 to 16384.
   * @defaultValue `1024`
   */
  resolution?: number;
  /**
   * Where to stop: at objects, at clusters of triangles, or at triangles.
   * @defaultValue `'triangle'`
   */
  level?: 'object' | 'cluster' | 'triangle';
  /**
   * Look at whole objects, and then at clusters, before the level to stop at.
   * @defaultValue `false`
   */
  hierarchy?: boolean;
}

/** What {@link Scene.collide} uses for options that you leave out. */
export const COLLIDE_DEFAULTS = {
  self: false,
  between: true,
  contacts: 'all',
  segments: false,
  limit: Number.POSITIVE_INFINITY,
  output: 'cpu',
  cull: false,
} as const satisfies CollideOptions;

/** Values of `Collisions.kinds`; `undecided` occurs in `GpuCollisions.kinds` only. */
export const CONTACT_KIND = { touching: 0, crossing: 1, coplanar: 2, undecided: 3 } as const;

/**
 * Milliseconds that each stage of a query took, by the clock of one thread. On WebGPU `walk` is all that the device did,
 * and `exact` what was left for the CPU.
 */
export interface CollideTimes {
  /** Placing, centring and bounding the objects that changed. */
  readonly bounds: number;
  /** Counting and filling the tile lists. */
  readonly image: number;
  /** Walking the tiles for pairs of overlapping boxes. */
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
  /** Bytes sent to the device. */
  readonly bytesUp: number;
  /** Bytes read back from it. */
  readonly bytesDown: number;
  /** Compute dispatches. */
  readonly dispatches: number;
  /** Submissions to the queue. */
  readonly submissions: number;
  /** Runs repeated because a list turned out too short; 0 when the scene is no larger than the last time. */
  readonly reruns: number;
  /** Candidates that single precision could not decide and the exact test on the CPU did. */
  readonly undecided: number;
  /** Bytes of GPU memory that the engine holds. */
  readonly bytes: number;
  /** Milliseconds of each stage by the clock of the GPU; empty where the device does not tell. */
  readonly stages: Readonly<Record<string, number>>;
}

/** What culling did before the walk. */
export interface CollideCullStats {
  /** The preset, or passes and coverage. */
  readonly method: string;
  /** Objects left for the walk. */
  readonly survivors: number;
  /** Triangles left for the walk. */
  readonly survivorTriangles: number;
}

/** What was kept of objects that have stayed as they were given, however they are placed; see docs/kept-parts.md. */
export interface KeptStats {
  /** Objects of which only clusters that can meet another object were looked at. */
  readonly clusters: number;
  /** Objects whose pairs with themselves were known from an earlier query. */
  readonly self: number;
  /** Bytes of the clusters of all objects. */
  readonly bytes: number;
  /** Pairs of triangles between objects of which neither has changed, known from an earlier query. */
  readonly pairs: number;
  /** Bytes of the pairs between objects that are kept for the next query. */
  readonly pairBytes: number;
}

/** What a query of `collide` cost. */
export interface CollideStats {
  /** What the query ran on. */
  readonly backend: 'wasm' | 'webgpu';
  /** Worker threads of the engine. */
  readonly threads: number;
  /** Objects with triangles. */
  readonly objects: number;
  /** Triangles of all of them. */
  readonly triangles: number;
  /** Triangles that were looked at one by one: all of them, or those of clusters that can meet another object. */
  readonly trianglesLookedAt: number;
  /** What was kept, on wasm. */
  readonly kept?: KeptStats;
  /** Time of each stage. */
  readonly milliseconds: CollideTimes;
  /** The tile lists. */
  readonly image: ImageStats;
  /** Triangle pairs whose boxes overlap and that were decided one by one. */
  readonly candidates: number;
  /** Vertex fans whose triangles were shown free of collisions with each other all at once; absent on WebGPU, which has no fans. */
  readonly certifiedFans?: number;
  /** Pairs of neighbouring triangles that were decided one by one; absent on WebGPU, where they are among the candidates. */
  readonly neighbourTests?: number;
  /** Signs that floating point could not decide and exact arithmetic did. */
  readonly exactFallbacks: number;
  /** Bytes of working memory. */
  readonly bytes: {
    /** Held by the scene. */
    readonly scene: number;
    /** Used by the query on top. */
    readonly query: number;
  };
  /** What it cost on the GPU, when it ran there. */
  readonly gpu?: GpuStats;
  /** When the query was begun again, on a new device or on wasm: the code of the error that caused it. */
  readonly restartedAfter?: ErrorCode;
  /** Why a WebGPU engine left the query to wasm, when it did. */
  readonly leftToWasm?: LeftToWasm;
  /** What culling did, when asked for. */
  readonly cull?: CollideCullStats;
}

/** The answer of {@link Scene.collide}. */
export interface Collisions {
  /** Four per pair: objectA, triangleA, objectB, triangleB; A before B, pairs in ascending order. */
  readonly trianglePairs: Uint32Array;
  /** One per pair: 0 touching, 1 crossing, 2 coplanar (see {@link CONTACT_KIND}). */
  readonly kinds: Uint8Array;
  /** When asked for, six per pair: the two ends of the segment in which the triangles meet. */
  readonly segments?: Float64Array;
  /** Three per pair of objects: a, b, number of triangle pairs. */
  readonly objectPairs: Uint32Array;
  /**
   * Two per triangle without area: object, triangle. Such triangles are in no pair between objects. They are those where objects are
   * placed or, when pairs between objects are not asked for, as objects were given.
   */
  readonly degenerateTriangles: Uint32Array;
  /** True when `limit` stopped the search, so that there may be more pairs than these. */
  readonly limited: boolean;
  /**
   * What the query cost.
   * @experimental What it holds may change in any version.
   */
  readonly stats: CollideStats;
}

/**
 * Pairs in buffers of your device, created with the usages STORAGE and COPY_SRC. They belong to the engine: valid until
 * `dispose` is called or the engine is disposed, and not changed by later queries.
 */
export interface GpuCollisions {
  /** Four u32 per pair: objectA, triangleA, objectB, triangleB; A before B, pairs in no order. */
  readonly pairs: GpuBuffer;
  /** One u32 per pair: 1 crossing, 2 coplanar (duplicate triangles), 3 undecided (see {@link CONTACT_KIND}). */
  readonly kinds: GpuBuffer;
  /** One u32: the number of pairs. The buffers may be longer. */
  readonly count: GpuBuffer;
  /** The same number. */
  readonly pairCount: number;
  /** True when `limit` left pairs out. */
  readonly limited: boolean;
  /**
   * What the query cost.
   * @experimental What it holds may change in any version.
   */
  readonly stats: CollideStats;
  /** Destroys the buffers. */
  dispose(): void;
  [Symbol.dispose](): void;
}
