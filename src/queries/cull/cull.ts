/**
 * The question "what may collide?": visibility culling to a potentially colliding set.
 *
 * Promise: with `conservative` or `uobb` coverage, at any resolution and from any views, every triangle of every pair that
 * `collide` would report is among the survivors, on every engine; on WebGPU more may be kept than on wasm (`stats.backend`). With
 * `sampled` coverage, as the papers' graphics cards had it, contacts smaller than a pixel may be lost; sets are the same on every engine,
 * except with the hardware generator, which sees a centre or a depth near an edge as the driver rounds. `Culled.coverage` says which of
 * the two an answer is.
 * Unless sampled, `self` prunes nothing that would be left without it, with the same options and the order `given`.
 * Sources: Govindaraju, Lin & Manocha, "Quick-CULLIDE" (2005) and "Fast and Reliable Collision Culling" (FAR, 2004);
 * Boldt & Meyer, "Self-intersections with Cullide" (2005).
 */
import type { LeftToWasm } from '../../backend/left-to-wasm.ts';
import type { ErrorCode } from '../../error-codes.ts';
import type { CollideCullStats } from '../collide/collide.ts';
import type { RunningOptions } from '../options.ts';

/** A paper's method. */
export type CullPreset = 'cullide' | 'self-cullide' | 'quick-cullide' | 'far';
/** How passes are made: both afresh in each iteration, or each building on the one before. */
export type CullPasses = 'cullide' | 'quick';
/** Which pixels a triangle covers; see {@link CullOptions.coverage}. */
export type CullCoverage = 'sampled' | 'uobb' | 'conservative';
/** The order in which objects are drawn. */
export type CullOrder = 'given' | 'back-to-front' | 'front-to-back';
/** What is pruned: objects, clusters of triangles, or triangles. */
export type CullLevel = 'object' | 'cluster' | 'triangle';
/** What makes the images; see {@link CullOptions.generator}. */
export type CullGenerator = 'layered' | 'hardware';
/** Options of {@link cull}. */
export interface CullOptions extends RunningOptions {
  /**
   * A paper's method; options given beside it take precedence.
   * @defaultValue none
   */
  preset?: CullPreset;
  /**
   * `cullide` looks at everything twice in each iteration; `quick` carries what was seen from pass to pass.
   * @defaultValue `'quick'`
   */
  passes?: CullPasses;
  /**
   * Which pixels a triangle covers: those whose centre it covers (`sampled`), those that its grown box covers (`uobb`), or
   * all that it touches (`conservative`).
   * @defaultValue `'conservative'`
   */
  coverage?: CullCoverage;
  /**
   * Also look for collisions within objects.
   * @defaultValue `false`
   */
  self?: boolean;
  /**
   * Triangles of different objects hide each other only if their boxes overlap, as is always the case within one object
   * unless coverage is sampled. Not with sampled coverage or the hardware generator.
   * @defaultValue `true`; `false` with a preset, because no paper has it
   */
  boxes?: boolean;
  /**
   * First leave out what reaches into no other object's box, nor nearer to one than `distance`: sweep and prune of whole objects. What
   * is left is drawn into the same pixels. Not with `self`.
   * @defaultValue `false`
   */
  sweep?: boolean;
  /**
   * The directions to look along, in order: axes such as `xz`, axes from the other side such as `x-xz`, and any others, with
   * spaces between, such as `x -y 1,1,0`. `auto` begins with the axis that pruned best the last time.
   * @defaultValue `'xyz'`
   */
  views?: string;
  /**
   * Fit the frame to what is left before each view, so that pixels get smaller as things are pruned. Else it shows the whole
   * scene to the end, and one triangle far off makes every pixel large.
   * @defaultValue `false`
   */
  refit?: boolean;
  /**
   * Pixels along each side of the image, which shows the whole scene; 1 to 16384.
   * @defaultValue `1024`
   */
  resolution?: number;
  /**
   * Bits that depth is rounded to: 16, 24 or 32.
   * @defaultValue `24`
   */
  depthBits?: number;
  /**
   * The order in which objects are drawn, along the first view.
   * @defaultValue `'given'`
   */
  order?: CullOrder;
  /**
   * Where to stop: at objects, at the smallest clusters of triangles, or at triangles.
   * @defaultValue `'triangle'`
   */
  level?: CullLevel;
  /**
   * Look at whole objects, and then at clusters, before the level to stop at, as the papers do. Every level costs about as much
   * as the triangles themselves, and another round prunes more.
   * @defaultValue `false`
   */
  hierarchy?: boolean;
  /**
   * Triangles in the smallest clusters, 2 to 65536.
   * @defaultValue `64`
   */
  clusterSize?: number;
  /**
   * Iterations of two passes per visit of a view at the last level, at most; with `hierarchy`, coarser levels have one.
   * @defaultValue `Infinity`: until nothing changes
   */
  iterations?: number;
  /**
   * Rounds through all views at the last level, at most; with `hierarchy`, coarser levels have one.
   * @defaultValue `4`
   */
  rounds?: number;
  /**
   * Keep whatever may be closer to each other than this (FAR, section 4.3). Not with sampled coverage.
   * @defaultValue `0`
   */
  distance?: number;
  /**
   * `hardware` uses depth buffers and occlusion queries as the papers did, and needs the WebGPU engine.
   * @defaultValue `'layered'`
   */
  generator?: CullGenerator;
  /**
   * Also tell what was left after every pass.
   * @defaultValue `false`
   */
  trace?: boolean;
  /**
   * Also tell which pairs of survivors have boxes that overlap ({@link Culled.trianglePairs}).
   * @defaultValue `false`
   */
  pairs?: boolean;
}

/** What {@link cull} uses for options that you leave out. */
export const CULL_DEFAULTS = {
  passes: 'quick',
  coverage: 'conservative',
  self: false,
  sweep: false,
  views: 'xyz',
  resolution: 1024,
  depthBits: 24,
  order: 'given',
  level: 'triangle',
  hierarchy: false,
  clusterSize: 64,
  iterations: Number.POSITIVE_INFINITY,
  rounds: 4,
  distance: 0,
  generator: 'layered',
  trace: false,
  refit: false,
  pairs: false,
} as const satisfies CullOptions;

/** The options that the papers' names stand for, where they differ from the defaults. */
export const CULL_PRESETS = {
  cullide: { passes: 'cullide', coverage: 'sampled', iterations: 1, rounds: 1 },
  'self-cullide': { passes: 'cullide', coverage: 'sampled', self: true, iterations: 1, rounds: 1 },
  'quick-cullide': { passes: 'quick', coverage: 'sampled', iterations: 1, rounds: 1 },
  far: { passes: 'cullide', coverage: 'uobb', iterations: 1, rounds: 1 },
} as const satisfies Record<CullPreset, CullOptions>;

/** Values of `Culled.sets`: fully visible in neither pass, in the first only, in the second only, in both (pruned). */
export const CULL_SET = { NFV: 0, FFV: 1, SFV: 2, BFV: 3 } as const;

/** What one pass did. */
export interface CullPass {
  /** The direction that it looked along, as in the option `views`: `x`, `-x` or `1,1,0`. */
  readonly view: string;
  /** Counted from 1 within a visit of a view: odd passes draw in order, even ones in reverse. */
  readonly pass: number;
  /** What was drawn: objects, clusters or triangles. */
  readonly level: CullLevel;
  /** Elements (objects, clusters or triangles) in the potentially colliding set before the pass. */
  readonly before: number;
  /** Elements in it after the pass. */
  readonly after: number;
  /** Elements whose visibility was queried. */
  readonly queries: number;
  /** Elements that were drawn. */
  readonly renders: number;
  /** Triangles of the elements that were drawn. */
  readonly triangles: number;
  /** Time of the pass. */
  readonly milliseconds: number;
}

/** What was left after a pass. */
export interface CullTrace {
  /** Index into `passes`. */
  readonly pass: number;
  /** For each object, one of {@link CULL_SET} per triangle. */
  readonly sets: ReadonlyMap<number, Uint8Array>;
}

/** What a level of the hierarchy removed. */
export interface CullLevelStats {
  /** What its elements are. */
  readonly level: CullLevel;
  /** Triangles in an element, at most. */
  readonly elementTriangles: number;
  /** Elements that the level began with. */
  readonly before: number;
  /** Elements that it left. */
  readonly after: number;
  /** Triangles that the level began with. */
  readonly trianglesBefore: number;
  /** Triangles that it left. */
  readonly trianglesAfter: number;
}

/** What a query of `cull` cost. */
export interface CullStats {
  /** What the images were made on. */
  readonly backend: 'wasm' | 'webgpu';
  /** Worker threads of the engine. */
  readonly threads: number;
  /** Objects with triangles. */
  readonly objects: number;
  /** Triangles of all of them. */
  readonly triangles: number;
  /** What each level removed, from coarse to fine. */
  readonly levels: readonly CullLevelStats[];
  /**
   * On wasm: pixels that triangles were drawn to or looked at in, over all passes, in groups of four. 0 where boxes of triangles
   * tell all there is to know. On WebGPU: pixels in the lists that one pass goes through.
   */
  readonly fragments: number;
  /** Triangles that reach into no other object's box: left out by `sweep` before anything was drawn. */
  readonly swept: number;
  /**
   * Triangles that collide with one of their neighbours or, in a placed object, with any other of it: found exactly and kept whatever
   * the images show.
   */
  readonly keptNeighbours: number;
  /**
   * With sampled coverage: objects that a view sees edge-on, less than a pixel wide or high. Few or none of their triangles show a
   * pixel's centre, so that view is blind to what collides with them.
   */
  readonly blind: readonly {
    /** As in {@link CullPass.view}. */
    readonly view: string;
    /** Ids of the objects, ascending. */
    readonly objects: Uint32Array;
  }[];
  /** Time of each stage. */
  readonly milliseconds: {
    /** Sorting the triangles of new meshes into clusters. */
    readonly clusters: number;
    /** Deciding neighbours. */
    readonly neighbours: number;
    /** All passes. */
    readonly prune: number;
    /** From call to answer. */
    readonly total: number;
  };
  /** Bytes of working memory. */
  readonly bytes: {
    /** Held by the scene. */
    readonly scene: number;
    /** The most that a step of the query used on top. */
    readonly query: number;
  };
  /** When it continued on a new device, or on wasm, because the GPU was lost or had no room: the code of that error. */
  readonly restartedAfter?: ErrorCode;
  /** Why a WebGPU engine left the query to wasm, when it did. */
  readonly leftToWasm?: LeftToWasm;
}

/** What culling did before exact tests. */
export interface CollideCulledStats extends CollideCullStats, CullStats {
  /** What each pass did. */
  readonly passes: readonly CullPass[];
}

/** The answer of {@link cull}. */
export interface Culled {
  /** The preset, or passes and coverage. */
  readonly method: string;
  /**
   * With `sampled`, triangles that collide may be missing. Otherwise nothing that collides is
   * missing.
   */
  readonly coverage: CullCoverage;
  /** What each pass did. */
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
  /**
   * When asked for: four per pair of survivors whose boxes overlap, or lie nearer than the distance, and which are not both FFV or
   * both SFV (sweep and prune of sub-objects): object, triangle, object, triangle; ascending. Within objects, which `self`
   * includes, pairs that share a vertex are left out.
   */
  readonly trianglePairs?: Uint32Array;
  /** What was left after every pass, when asked for. */
  readonly trace?: readonly CullTrace[];
  /**
   * What the query cost.
   * @experimental What it holds may change in any version.
   */
  readonly stats: CullStats;
}
