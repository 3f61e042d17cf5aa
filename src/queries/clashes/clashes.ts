/**
 * The question "which objects clash, where and how deep?": its options, its answer and what both promise.
 *
 * Promise: kinds and regions are exact on the coordinates given and do not depend on how surfaces are cut into
 * triangles; `depth.least` and `depth.most` hold, rounding included. The same on every engine and thread count.
 */
import type { LeftToWasm } from '../../backend/left-to-wasm.ts';
import type { Bounds, Triple } from '../../mesh/bounds.ts';
import type { Collisions } from '../collide/collide.ts';
import type { RunningOptions } from '../options.ts';
import type { PairSelection } from '../pair-selection.ts';

/**
 * `penetrating`: their interiors overlap; of open surfaces, their sheets cross. `contained`: one lies wholly inside the
 * other, touching it from inside or not. `duplicate`: the same solid in the same place. `near`: they do not meet, but are
 * nearer than asked for. `touching`: they meet, and their interiors do not overlap.
 */
export type ClashKind = 'penetrating' | 'contained' | 'duplicate' | 'near' | 'touching';

/** Every {@link ClashKind}, in the order in which clashes are listed. */
export const CLASH_KINDS: readonly ClashKind[] = ['penetrating', 'contained', 'duplicate', 'near', 'touching'];

/** Options of {@link Scene.clashes}. */
export interface ClashesOptions extends RunningOptions, PairSelection {
  /**
   * Also report where objects meet themselves: regions without depth, `a` and `b` the same object.
   * @defaultValue `false`
   */
  self?: boolean;
  /**
   * Report clashes between different objects.
   * @defaultValue `true`
   */
  between?: boolean;
  /**
   * Objects that reach no deeper into each other than this count as touching: a number for all, or a function that gives
   * that of two objects, by their ids.
   * @defaultValue `0`
   */
  tolerance?: number | ((a: number, b: number) => number);
  /**
   * Also report objects that do not meet and are strictly nearer than this: clashes of kind `near`, with `distance`.
   * @defaultValue `0`: none
   */
  clearance?: number;
  /**
   * Compute how deep clashes are.
   * @defaultValue `true`
   */
  depth?: boolean;
  /**
   * Also compute the curves along which the objects meet.
   * @defaultValue `false`
   */
  curve?: boolean;
  /**
   * Also compute the area in which faces lie on each other.
   * @defaultValue `false`
   */
  area?: boolean;
  /**
   * Also compute the volume of the overlap.
   * @defaultValue `false`
   */
  volume?: boolean;
}

/** What {@link Scene.clashes} uses for options that you leave out. */
export const CLASHES_DEFAULTS = {
  self: false,
  between: true,
  tolerance: 0,
  clearance: 0,
  depth: true,
  curve: false,
  area: false,
  volume: false,
} as const satisfies ClashesOptions;

/** A point or a direction: x, y, z. */
export type ClashPoint = Triple;

/**
 * How far one object reaches into the other: the largest distance from a point of its surface inside the other to the
 * other's surface; of the two objects, that of the one that reaches farther. It is no less than `least` and no more than
 * `most`.
 */
export interface ClashDepth {
  /** Lower bound. */
  readonly least: number;
  /** Upper bound. */
  readonly most: number;
  /** What decided it: both objects are closed. */
  readonly basis: 'solid';
}

/**
 * Why there is no depth: an object is open and has no inside (`open`), the objects are the same (`duplicate`), they only
 * touch (`touching`) or do not meet (`near`), they overlap and no surface of either lies inside the other, because where
 * they overlap their surfaces lie on each other (`flush`), it is one object that meets itself (`self`), it was not asked
 * for (`not-asked`).
 */
export type NoDepthReason = 'open' | 'self' | 'duplicate' | 'touching' | 'flush' | 'near' | 'not-asked';

/** Part of the curve along which two objects meet: x y z after x y z. */
export interface ClashCurve {
  /** Three per point: x, y, z. */
  readonly points: Float64Array;
  /** Whether the last point is joined to the first. */
  readonly closed: boolean;
}

/**
 * The volume that two objects have in common in a clash, and what it may be off by. `exact`: to rounding; `layers`: from
 * layered depth images.
 */
export interface ClashVolume {
  /** In cubes of the unit of the coordinates. */
  readonly volume: number;
  /** The true volume differs from `volume` by no more than this. */
  readonly errorBound: number;
  /** How it was computed. */
  readonly method: 'exact' | 'layers';
}

/** One place where two objects clash. */
export interface Clash {
  /** Id of the first object. */
  readonly a: number;
  /** Id of the second object, above a; the same for an object that meets itself. */
  readonly b: number;
  /** What kind of clash it is. */
  readonly kind: ClashKind;
  /** Of a `contained` clash: the object that lies inside. */
  readonly inner?: number;
  /** How many pairs of triangles it has; none when one object lies in the other without touching it. */
  readonly pairCount: number;
  /** How deep it is; null where there is no depth, see `reason`. */
  readonly depth: ClashDepth | null;
  /** Why `depth` is null. */
  readonly reason?: NoDepthReason;
  /** Of a `near` clash: how far the objects are apart. */
  readonly distance?: number;
  /** True when the depth could not be told from the tolerance; the clash then counts as touching, and has no depth. */
  readonly undecided: boolean;
  /** Where it is deepest, or nearest: a point of each surface. */
  readonly deepest: {
    /** On the surface of a. */
    readonly a: ClashPoint;
    /** On the surface of b. */
    readonly b: ClashPoint;
  } | null;
  /**
   * Of length 1, from a to b: where moving a makes the overlap grow fastest, the common normal of flush faces, or the
   * shortest way between objects that are near.
   */
  readonly normal: ClashPoint | null;
  /** A point of the contact; where there is none, of the object that lies inside, or of a. */
  readonly point: ClashPoint;
  /** A box around the contact, and around what lies inside; with neither depth nor volume, around the contact alone. */
  readonly bounds: Bounds;
  /** When asked for: the curves along which the objects meet. */
  readonly curve?: readonly ClashCurve[];
  /** When asked for: the area in which their faces lie on each other. */
  readonly area?: number;
  /** When asked for: 0 where they touch; null when an object is open. */
  readonly volume?: ClashVolume | null;
}

/** What a query of `clashes` cost. */
export interface ClashStats {
  /** What the search for pairs of triangles ran on. */
  readonly backend: 'wasm' | 'webgpu';
  /** Worker threads of the engine. */
  readonly threads: number;
  /** Objects with triangles. */
  readonly objects: number;
  /** Triangles of all of them. */
  readonly triangles: number;
  /** Pairs of triangles that collide. */
  readonly pairs: number;
  /** Pairs of objects that meet. */
  readonly objectPairs: number;
  /** Points of their contacts. */
  readonly contactPoints: number;
  /** Time of each stage. */
  readonly milliseconds: ClashTimes;
  /** Why a WebGPU engine left the search for pairs to wasm, when it did. */
  readonly leftToWasm?: LeftToWasm;
}

/** Milliseconds that each stage of a query of `clashes` took. */
export interface ClashTimes {
  /** Finding the pairs of triangles. */
  readonly collide: number;
  /** Joining them into clashes. */
  readonly regions: number;
  /** Finding how deep they are, and what is near. */
  readonly depth: number;
  /** Measuring volumes. */
  readonly volume: number;
  /** From call to answer. */
  readonly total: number;
}

/** The answer of {@link Scene.clashes}. */
export interface Clashes {
  /** Penetrating, contained, duplicate, near, touching; the deepest first. */
  readonly clashes: readonly Clash[];
  /** Numbers of pairs of `collisions`, those of the first clash first; each pair belongs to one clash. */
  readonly pairOrder: Uint32Array;
  /** Where each clash's pairs begin in `pairOrder`, and where the last end. */
  readonly offsets: Uint32Array;
  /** The pairs of triangles, as `collide` gives them. */
  readonly collisions: Collisions;
  /**
   * What the query cost.
   * @experimental What it holds may change in any version.
   */
  readonly stats: ClashStats;
}
