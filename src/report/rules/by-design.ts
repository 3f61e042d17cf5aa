/**
 * Overlaps that are meant: a socket set into a wall, a bed whose legs stand in the floor finish. They are listed apart and fail nothing.
 *
 * Promise: what a clause limits by depth or size is recognised only where that is known, so nothing that cannot be measured is taken
 * for intended.
 */
import { boxOf } from '../box.ts';
import type { FileObject } from '../objects.ts';
import { concerns, fitsBoth, type ReadyClause } from './pair-clause.ts';
import type { DesignClause, RuleLength } from './rules.ts';

/** What is asked of a clash. */
export interface DesignedClash {
  readonly a: number;
  readonly b: number;
  readonly depth: { readonly most: number } | null;
  readonly kind: string;
}

/** Why a clash is meant to be; undefined when it is not. */
export type ByDesign = (clash: DesignedClash) => string | undefined;

interface MeasuredClause extends ReadyClause<DesignClause> {
  readonly depth: number;
  readonly size: number;
}

export function byDesign(
  clauses: readonly ReadyClause<DesignClause>[],
  objects: readonly FileObject[],
  resolve: (length: RuleLength) => number,
): ByDesign {
  const measured = clauses.map((ready): MeasuredClause => {
    const { depth, size } = ready.clause;
    return { ...ready, depth: depth ? resolve(depth) : Infinity, size: size ? resolve(size) : Infinity };
  });
  const fits = (ready: MeasuredClause, { a, b, depth, kind }: DesignedClash): boolean => {
    if (!concerns(ready, objects, a, b)) return false;
    if (ready.depth < Infinity && !isShallow(kind, depth, ready.depth)) return false;
    return ready.size === Infinity || isSmall(ready, objects, a, b);
  };
  // What only touches needs no excuse.
  return (clash) =>
    clash.kind === 'touching' ? undefined : measured.find((ready) => fits(ready, clash))?.clause.reason;
}

/** What lies inside another as a whole is not shallow, however thin it is. */
function isShallow(kind: string, depth: DesignedClash['depth'], most: number): boolean {
  return kind === 'penetrating' && depth !== null && depth.most <= most;
}

/** Whether the object of side `a`, or either of them where both sides fit it, is no longer than the clause allows. */
function isSmall(ready: MeasuredClause, objects: readonly FileObject[], i: number, j: number): boolean {
  const { a, b, size } = ready;
  const isFirst = (p: number, q: number) => a.fits[p] === 1 && b.fits[q] === 1;
  return (
    fitsBoth(ready, i, j) &&
    ((isFirst(i, j) && longestSide(objects[i]) <= size) || (isFirst(j, i) && longestSide(objects[j]) <= size))
  );
}

function longestSide(object: FileObject): number {
  const box = boxOf(object);
  return box ? Math.max(...box.max.map((high, axis) => high - box.min[axis])) : Infinity;
}
