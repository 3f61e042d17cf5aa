/** What a clause of a rules file says about two objects: whether both sides fit, and what they have in common. */
import type { FileObject } from '../objects.ts';
import type { IgnoreClause, Same } from './rules.ts';

/** Which objects a selector fits, and how many. */
export interface Side {
  readonly fits: Uint8Array;
  readonly count: number;
}

export interface ReadyClause<Clause extends IgnoreClause = IgnoreClause> {
  readonly clause: Clause;
  readonly a: Side;
  readonly b: Side;
}

export function fitsBoth({ a, b }: { a: Side; b: Side }, i: number, j: number): boolean {
  return (a.fits[i] === 1 && b.fits[j] === 1) || (a.fits[j] === 1 && b.fits[i] === 1);
}

function haveSame(same: Same, p: FileObject, q: FileObject): boolean {
  if (same === 'layer') return p.layers?.some((layer) => q.layers?.includes(layer)) ?? false;
  if (same === 'assembly') return p.assembly !== undefined && p.file === q.file && p.assembly === q.assembly;
  return p[same] !== undefined && p[same] === q[same];
}

function isHosted(p: FileObject, q: FileObject): boolean {
  const fills = (filling: FileObject, host: FileObject) =>
    filling.host !== undefined && filling.host === host.guid && filling.file === host.file;
  return fills(p, q) || fills(q, p);
}

/** Whether a clause is about two objects. */
export function concerns(ready: ReadyClause, objects: readonly FileObject[], i: number, j: number): boolean {
  const { clause } = ready;
  if ((clause.a || clause.b) && !fitsBoth(ready, i, j)) return false;
  if (clause.host && !isHosted(objects[i], objects[j])) return false;
  return clause.same?.every((same) => haveSame(same, objects[i], objects[j])) ?? true;
}
