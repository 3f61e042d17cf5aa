/**
 * The question "what may collide?": visibility culling to a potentially colliding set.
 *
 * Promise: with `conservative` or `uobb` coverage, at any resolution and from any views, every triangle of every pair that
 * `collide` would report is among the survivors, and the answer is the same on every engine: the lists of fragments are then made
 * on wasm, whatever the engine (`stats.backend`). With `sampled` coverage, as the papers' graphics cards had it, contacts
 * smaller than a pixel may be lost, and WebGPU may see a centre or a depth near an edge otherwise than wasm; so may the
 * hardware, with any coverage. `Culled.coverage` says which of the two an answer is.
 * Unless sampled, `self` prunes nothing that would be left without it, with the same options and the order `given`.
 * Sources: Govindaraju, Lin & Manocha, "Quick-CULLIDE" (2005) and "Fast and Reliable Collision Culling" (FAR, 2004);
 * Boldt & Meyer, "Self-intersections with Cullide" (2005).
 */
import type { RunningOptions } from '../options.ts';

export type CullPreset = 'cullide' | 'self-cullide' | 'quick-cullide' | 'far';
export type CullPasses = 'cullide' | 'quick';
export type CullCoverage = 'sampled' | 'uobb' | 'conservative';
export type CullOrder = 'given' | 'back-to-front' | 'front-to-back';
export type CullLevel = 'object' | 'cluster' | 'triangle';
export type CullGenerator = 'layered' | 'hardware';
export type CullView = 'x' | 'y' | 'z';

export interface CullOptions extends RunningOptions {
  /** A paper's method; any option given beside it takes precedence. */
  preset?: CullPreset;
  /** `cullide` looks at everything twice in each iteration; `quick` carries what was seen from pass to pass. */
  passes?: CullPasses;
  /** Which pixels a triangle covers: those whose centre it covers, those its grown box covers, or all that it touches. */
  coverage?: CullCoverage;
  /** Also look for collisions within objects. */
  self?: boolean;
  /**
   * Triangles of different objects hide each other only if their boxes overlap, as those of one object always do unless
   * sampled. On by default; off with a paper's preset, for no paper has it. Not with sampled coverage, nor with the hardware.
   */
  boxes?: boolean;
  /** The axes to look along, in order, such as `xz`; `auto` begins with the one that pruned best last time. */
  views?: string;
  /** Pixels along each side of the image, which shows the whole scene. */
  resolution?: number;
  /** Depth is rounded to so many bits: 16, 24 or 32. */
  depthBits?: number;
  /** The order in which objects are drawn, along the first view. */
  order?: CullOrder;
  /** Where to stop: at objects, at the smallest clusters of triangles, or at triangles. */
  level?: CullLevel;
  /** Triangles in the smallest clusters. */
  clusterSize?: number;
  /** Most iterations of two passes that a view is given at a time, at the last level; one at those before it. */
  iterations?: number;
  /** How often the views are gone through at the last level, at most; once at those before it. */
  rounds?: number;
  /** Keep whatever may be nearer to each other than this (FAR §4.3). Not with sampled coverage. */
  distance?: number;
  /** `hardware` uses depth buffers and occlusion queries as the papers did, and needs the WebGPU engine. */
  generator?: CullGenerator;
  /** Also tell what was left after every pass. */
  trace?: boolean;
}

export const CULL_DEFAULTS = {
  passes: 'quick',
  coverage: 'conservative',
  self: false,
  views: 'xyz',
  resolution: 1024,
  depthBits: 24,
  order: 'given',
  level: 'triangle',
  clusterSize: 64,
  iterations: Number.POSITIVE_INFINITY,
  rounds: 4,
  distance: 0,
  generator: 'layered',
  trace: false,
} as const satisfies CullOptions;

/** What the papers' names stand for, where it differs from the defaults. */
export const CULL_PRESETS = {
  cullide: { passes: 'cullide', coverage: 'sampled', iterations: 1, rounds: 1 },
  'self-cullide': { passes: 'cullide', coverage: 'sampled', self: true, iterations: 1, rounds: 1 },
  'quick-cullide': { passes: 'quick', coverage: 'sampled', iterations: 1, rounds: 1 },
  far: { passes: 'cullide', coverage: 'uobb', iterations: 1, rounds: 1 },
} as const satisfies Record<CullPreset, CullOptions>;

/** Values of `Culled.sets`: fully visible in neither pass, in the first only, in the second only, in both (pruned). */
export const CULL_SET = { NFV: 0, FFV: 1, SFV: 2, BFV: 3 } as const;

export interface CullPass {
  readonly view: CullView;
  /** Counted from 1 within a visit of a view: odd ones draw in order, even ones against it. */
  readonly pass: number;
  readonly level: CullLevel;
  /** Elements (objects, clusters or triangles) in the potentially colliding set. */
  readonly before: number;
  readonly after: number;
  /** Elements that were asked whether they are fully visible, and elements that were drawn. */
  readonly queries: number;
  readonly renders: number;
  /** Triangles of the elements that were drawn. */
  readonly triangles: number;
  readonly milliseconds: number;
}

/** What was left after a pass: for each object, one of CULL_SET per triangle. */
export interface CullTrace {
  /** Index into `passes`. */
  readonly pass: number;
  readonly sets: ReadonlyMap<number, Uint8Array>;
}

/** What a level of the hierarchy removed. */
export interface CullLevelStats {
  readonly level: CullLevel;
  /** Triangles that an element has at most. */
  readonly elementTriangles: number;
  /** Elements, and triangles of them, that the level began and ended with. */
  readonly before: number;
  readonly after: number;
  readonly trianglesBefore: number;
  readonly trianglesAfter: number;
}

export interface CullStats {
  /** What the pictures were made on. */
  readonly backend: 'wasm' | 'webgpu';
  readonly threads: number;
  readonly objects: number;
  readonly triangles: number;
  readonly levels: readonly CullLevelStats[];
  /** Fragments (triangle and pixel) that were rasterized; pixels in which nothing can hide anything are left out. */
  readonly fragments: number;
  /** Triangles that collide with a neighbour of theirs, found exactly and kept whatever is seen of them. */
  readonly keptNeighbours: number;
  readonly milliseconds: {
    /** Ordering the triangles of new meshes into clusters. */
    readonly clusters: number;
    /** Deciding neighbours. */
    readonly neighbours: number;
    readonly prune: number;
    readonly total: number;
  };
  /** Bytes of working memory: what the scene holds, and the most that a step used on top. */
  readonly bytes: { readonly scene: number; readonly query: number };
  /** When it went on on a new device, or on wasm, because the GPU was lost or had no room: the code of that error. */
  readonly restartedAfter?: string;
}

export interface Culled {
  /** The preset, or passes and coverage. */
  readonly method: string;
  /** `sampled`: may lack what collides, and may differ from engine to engine. Else nothing that collides is lacking. */
  readonly coverage: CullCoverage;
  readonly passes: readonly CullPass[];
  /** Ids of the objects of which something is left, ascending. */
  readonly survivors: Uint32Array;
  /** Two per triangle that is left: object, triangle; ascending. */
  readonly survivorTriangles: Uint32Array;
  /**
   * One of CULL_SET per triangle that is left, BFV excepted. Unless sampled, two triangles that are both FFV, or both SFV, do
   * not collide with each other (Quick-CULLIDE, lemma 2). One exception: with `self`, SFV says nothing of two triangles of one
   * element, the object at level `object` and the cluster at level `cluster`, because the second pass does not test an
   * element against itself.
   */
  readonly sets: Uint8Array;
  /** Two per pair of objects whose survivors' boxes overlap (sweep and prune): a, b; a < b, ascending. */
  readonly objectPairs: Uint32Array;
  /** When asked for. */
  readonly trace?: readonly CullTrace[];
  readonly stats: CullStats;
}
