/**
 * Overlaps that are meant: a socket set into a wall, a bed whose legs stand in the floor finish, a shaft pressed into its bore. They are
 * listed apart and fail nothing.
 *
 * Promise: what a clause limits by depth, size or shape is recognised only where that is known, so nothing unmeasurable is
 * taken as intended.
 */
import { boxOf } from '../box.ts';
import type { Fit } from '../fits/fits.ts';
import type { FileObject } from '../objects.ts';
import { bearsIn } from './bearing.ts';
import { concerns, fitsBoth, type ReadyClause } from './pair-clause.ts';
import type { DesignClause, RuleLength } from './rules.ts';

/** What is asked of a clash. */
export interface DesignedClash {
  readonly a: number;
  readonly b: number;
  readonly depth: { readonly most: number } | null;
  readonly kind: string;
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
  readonly fit?: Fit;
}

/** Why a clash is meant to be; undefined when it is not. */
export type ByDesign = (clash: DesignedClash) => string | undefined;

interface MeasuredClause extends ReadyClause<DesignClause> {
  readonly depth: number;
  readonly size: number;
  readonly bearing: number | undefined;
}

export function byDesign(
  clauses: readonly ReadyClause<DesignClause>[],
  objects: readonly FileObject[],
  resolve: (length: RuleLength) => number,
): ByDesign {
  const measured = clauses.map((ready): MeasuredClause => {
    const { depth, size, bearing } = ready.clause;
    return {
      ...ready,
      depth: depth ? resolve(depth) : Infinity,
      size: size ? resolve(size) : Infinity,
      bearing: bearing && resolve(bearing),
    };
  });
  const fits = (ready: MeasuredClause, clash: DesignedClash): boolean => {
    const { a, b, depth, kind } = clash;
    if (!concerns(ready, objects, a, b)) return false;
    if (ready.depth < Infinity && !isShallow(kind, depth, ready.depth)) return false;
    if (ready.clause.fit && !(clash.fit && ready.clause.fit.includes(clash.fit.kind))) return false;
    const isSmall = (i: number) => ready.size === Infinity || longestSide(objects[i]) <= ready.size;
    const bears = (i: number, j: number) =>
      ready.bearing === undefined || (kind === 'penetrating' && bearsIn(objects, i, j, clash.bounds, ready.bearing));
    return isOneOf(ready, a, b, (i, j) => isSmall(i) && bears(i, j));
  };
  // Mere contacts need no reason.
  return (clash) =>
    clash.kind === 'touching' ? undefined : measured.find((ready) => fits(ready, clash))?.clause.reason;
}

/** What lies inside another as a whole is not shallow, however thin it is. */
function isShallow(kind: string, depth: DesignedClash['depth'], most: number): boolean {
  return kind === 'penetrating' && depth !== null && depth.most <= most;
}

/** Whether something holds of the object of side `a` and that of side `b`, in one of the assignments in which both fit. */
function isOneOf(ready: MeasuredClause, i: number, j: number, test: (a: number, b: number) => boolean): boolean {
  const { a, b, clause } = ready;
  // Without sides a clause is about both objects alike, and has no limits that tell them apart.
  if (!clause.a || !clause.b) return true;
  const isFirst = (p: number, q: number) => a.fits[p] === 1 && b.fits[q] === 1;
  return fitsBoth(ready, i, j) && ((isFirst(i, j) && test(i, j)) || (isFirst(j, i) && test(j, i)));
}

function longestSide(object: FileObject): number {
  const box = boxOf(object);
  return box ? Math.max(...box.max.map((high, axis) => high - box.min[axis])) : Infinity;
}
