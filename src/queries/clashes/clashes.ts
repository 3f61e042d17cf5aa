/**
 * The question "which objects clash, where and how deep?": its options, its answer and what both promise.
 *
 * Promise: kinds and regions are exact on the coordinates given and do not depend on how surfaces are cut into
 * triangles; `depth.least` and `depth.most` hold, rounding included. The same on every engine and thread count.
 */
import type { Collisions } from '../collide/collide.ts';
import type { ObjectPair, RunningOptions } from '../options.ts';
import type { Bounds } from '../volume/volume.ts';

/**
 * `penetrating`: their interiors overlap; of open surfaces, their sheets cross. `contained`: one lies wholly inside the
 * other, touching it from inside or not. `duplicate`: the same solid in the same place. `near`: they do not meet, but are
 * nearer than asked for. `touching`: they meet, and their interiors do not overlap.
 */
export type ClashKind = 'penetrating' | 'contained' | 'duplicate' | 'near' | 'touching';

/** In the order in which clashes are listed. */
export const CLASH_KINDS: readonly ClashKind[] = ['penetrating', 'contained', 'duplicate', 'near', 'touching'];

export interface ClashesOptions extends RunningOptions {
  /** Also report where objects meet themselves: regions without depth, `a` and `b` the same object. */
  self?: boolean;
  /** Report clashes between different objects. */
  between?: boolean;
  /** What reaches no deeper than this counts as touching. */
  tolerance?: number;
  /** Whether to find how deep clashes are. */
  depth?: boolean;
  /** Also compute the curves along which they meet, the area of flush contact, the volume of the overlap. */
  curve?: boolean;
  area?: boolean;
  volume?: boolean;
  /** Pairs of objects that may clash and are left out. */
  ignore?: readonly ObjectPair[];
}

export const CLASHES_DEFAULTS = {
  self: false,
  between: true,
  tolerance: 0,
  depth: true,
  curve: false,
  area: false,
  volume: false,
} as const satisfies ClashesOptions;

export type ClashPoint = readonly [number, number, number];

/**
 * How far one object reaches into the other: the largest distance from a point of its surface inside the other to the
 * other's surface; of the two objects, that of the one that reaches farther. It is no less than `least` and no more than
 * `most`.
 */
export interface ClashDepth {
  readonly least: number;
  readonly most: number;
  /** What it was decided by: both objects are closed. */
  readonly basis: 'solid';
}

/**
 * Why there is no depth: an object is open and has no inside (`open`), the objects are the same (`duplicate`), they only
 * touch (`touching`), it is one object that meets itself (`self`), it was not asked for (`not-asked`).
 */
export type NoDepthReason = 'open' | 'self' | 'duplicate' | 'touching' | 'near' | 'not-asked';

/** Part of the curve along which two objects meet: x y z after x y z. */
export interface ClashCurve {
  readonly points: Float64Array;
  /** Whether the last point is joined to the first. */
  readonly closed: boolean;
}

/**
 * The volume that two objects have in common in a clash, and what it may be off by. `exact`: to rounding, for solids that
 * do not meet themselves; `layers`: from layered depth images.
 */
export interface ClashVolume {
  readonly volume: number;
  readonly errorBound: number;
  readonly method: 'exact' | 'layers';
}

export interface Clash {
  /** Ids of the objects, a before b; the same for an object that meets itself. */
  readonly a: number;
  readonly b: number;
  readonly kind: ClashKind;
  /** Of a `contained` clash: the object that lies inside. */
  readonly inner?: number;
  /** How many pairs of triangles it has; none when one object lies in the other without touching it. */
  readonly pairCount: number;
  readonly depth: ClashDepth | null;
  /** Why `depth` is null. */
  readonly reason?: NoDepthReason;
  /** True when the depth could not be told from the tolerance; the clash then counts as touching. */
  readonly undecided: boolean;
  /** Where it is deepest: a point of each surface. */
  readonly deepest: { readonly a: ClashPoint; readonly b: ClashPoint } | null;
  /** Of length 1, from a to b: where moving a makes the overlap grow fastest, or the common normal of flush faces. */
  readonly normal: ClashPoint | null;
  /** A point of the contact; where there is none, of the object that lies inside. */
  readonly point: ClashPoint;
  /** A box around the contact and what lies inside. */
  readonly bounds: Bounds;
  /** When asked for. */
  readonly curve?: readonly ClashCurve[];
  /** When asked for: the area in which their faces lie on each other. */
  readonly area?: number;
  /**
   * When asked for: 0 where they touch; null when an object is open, or when objects that meet themselves clash in
   * several places, of which layered images cannot tell one from the other.
   */
  readonly volume?: ClashVolume | null;
}

export interface ClashStats {
  readonly backend: 'wasm' | 'webgpu';
  readonly threads: number;
  readonly objects: number;
  readonly triangles: number;
  /** Pairs of triangles, pairs of objects that meet, and points of their contacts. */
  readonly pairs: number;
  readonly objectPairs: number;
  readonly contactPoints: number;
  readonly milliseconds: {
    readonly collide: number;
    readonly regions: number;
    readonly depth: number;
    readonly volume: number;
    readonly total: number;
  };
}

export interface Clashes {
  /** Penetrating, contained, duplicate, near, touching; the deepest first. */
  readonly clashes: readonly Clash[];
  /** Numbers of pairs of `collisions`, those of the first clash first; each pair belongs to one clash. */
  readonly pairOrder: Uint32Array;
  /** Where each clash's pairs begin in `pairOrder`, and where the last end. */
  readonly offsets: Uint32Array;
  /** The pairs of triangles, as `collide` gives them. */
  readonly collisions: Collisions;
  readonly stats: ClashStats;
}
