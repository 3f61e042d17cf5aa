/** A clash of which only the depth is not known yet: depths are measured many at once. */
import type { Bounds } from '../../mesh/bounds.ts';
import type { Clash, ClashPoint, NoDepthReason } from './clashes.ts';
import type { DepthFound, DepthQuestion } from './depth.ts';
import type { FoundClash } from './order.ts';
import type { RegionKind } from './regions.ts';

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
