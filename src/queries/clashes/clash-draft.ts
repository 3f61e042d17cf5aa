/** A clash of which only the depth is not known yet, and how exactly that is measured: depths are measured many at once. */
import type { Bounds } from '../../mesh/bounds.ts';
import type { Clash, ClashPoint, NoDepthReason } from './clashes.ts';
import type { DepthAim, DepthFound, DepthQuestion } from './depth.ts';
import type { FoundClash } from './order.ts';
import type { PairRegions, Region, RegionKind } from './regions.ts';
import type { Surface } from './surface.ts';

/** The interval of a depth is narrower than this part of it. */
const DEPTH_PART = 0.009;
/** Below this part of the extent a depth is not refined. */
export const DEPTH_WIDTH = 2 ** -40;
/** Rounding of a distance, as a part of the extent. */
const ROUNDING = 2 ** -45;
/** Rounding of a point that cutting in half has made, up to fifty times, as a part of its largest coordinate. */
const PLACE_ROUNDING = 48 * 2 ** -52;
/**
 * Where points of skins were rounded, a region only touches if it is no deeper than this many times the rounding of a distance,
 * plus DEPTH_WIDTH, because depths are not refined below that.
 */
const SKIN_ROUNDINGS = 4;

/** The two objects being compared. */
export interface Meeting {
  readonly ids: readonly [number, number];
  readonly surfaces: readonly [Surface, Surface];
  /** Undefined when no triangles meet. */
  readonly found: PairRegions | undefined;
  readonly extent: number;
  /** Regions no deeper than this only touch. */
  readonly tolerance: number;
  /** How far rounding has moved points of skins. */
  readonly error: number;
  /** Whether all triangles inside are known. */
  readonly isComplete: boolean;
}

export interface ClashDraft {
  readonly ids: readonly [number, number];
  readonly kind: RegionKind;
  /** For `contained`: which side lies in the other. */
  readonly inner: 0 | 1;
  /** Numbers of its pairs, as `collide` has them. */
  readonly pairs: readonly number[];
  /** What is to be measured, or why there is no depth. */
  readonly question: DepthQuestion | undefined;
  readonly reason: NoDepthReason | undefined;
  /** The tolerance: a region no deeper than it only touches; and the depth that rounding alone may have caused. */
  readonly tolerance: number;
  readonly rounding: number;
  readonly normal: ClashPoint | null;
  readonly point: ClashPoint;
  /** Whether the point is one of an object that touches nothing, for which the deepest is better. */
  readonly wantsDeepest: boolean;
  readonly bounds: Bounds;
  readonly onDemand: Partial<Clash>;
}

/** The clash, with the depth that was found, null for none. */
export function finishedClash(draft: ClashDraft, found: DepthFound | null): FoundClash {
  const { ids, inner, pairs, tolerance, rounding } = draft;
  const mayTouch = draft.kind === 'penetrating' && found !== null;
  const isForgiven = mayTouch && ((tolerance > 0 && found.least <= tolerance) || found.most <= rounding);
  const kind = isForgiven ? 'touching' : draft.kind;
  const reason = isForgiven ? 'touching' : (draft.reason ?? (found === null ? 'flush' : undefined));
  const depth = reason ? null : found;
  const clash: Clash = {
    a: ids[0],
    b: ids[1],
    kind,
    ...(kind === 'contained' && { inner: ids[inner] }),
    pairCount: pairs.length,
    depth: depth && { least: depth.least, most: depth.most, basis: 'solid' },
    ...(reason && { reason }),
    undecided: isForgiven && found.most > tolerance && found.most > rounding,
    deepest: depth && deepestOf(depth),
    normal: draft.normal,
    point: draft.wantsDeepest && found?.side === inner ? asPoint(found.inside) : draft.point,
    bounds: draft.bounds,
    ...draft.onDemand,
  };
  return { clash, pairs };
}

const asPoint = ([x, y, z]: readonly number[]): ClashPoint => [x, y, z];

function deepestOf({ side, inside, nearest }: DepthFound): { a: ClashPoint; b: ClashPoint } {
  const [own, other] = [asPoint(inside), asPoint(nearest)];
  return side === 0 ? { a: own, b: other } : { a: other, b: own };
}

/** A depth up to this may be due to the rounding of points of skins. */
export function shallowDepth({ error }: Meeting, { slack, width }: DepthAim): number {
  return error > 0 ? SKIN_ROUNDINGS * slack + width : 0;
}

/** How exactly the depth of a region is to be measured. */
export function aimOf({ surfaces, found, extent, tolerance, error }: Meeting, region: Region): DepthAim {
  const slack = error + roundingOf(surfaces, extent) + 4 * (found ? largestError(found, region) : 0);
  return { extent, part: DEPTH_PART, tolerance, width: DEPTH_WIDTH * extent, slack };
}

/** Error bound of the corners of small triangles inside. */
export function largestError({ contact, meshes }: PairRegions, { pieces }: Region): number {
  const { error } = contact.points;
  let most = 0;
  for (const side of [0, 1] as const) {
    if (!meshes) continue;
    const { corners, errorScale } = meshes[side];
    for (const { small } of pieces[side]) {
      for (let i = 0; i < small.length; i++) {
        for (let at = 3 * small[i]; at < 3 * small[i] + 3; at++) most = Math.max(most, errorScale * error[corners[at]]);
      }
    }
  }
  return most;
}

/** Error bound of a distance in a search. */
export function roundingOf([{ box: a }, { box: b }]: readonly [Surface, Surface], extent: number): number {
  let farthest = 0;
  for (let k = 0; k < 6; k++) farthest = Math.max(farthest, Math.abs(a[k]), Math.abs(b[k]));
  return ROUNDING * extent + PLACE_ROUNDING * farthest;
}
