/** The order of clashes: by kind, then the deepest or nearest first; what is alike in that, by objects and place. Never by triangles. */
import { CLASH_KINDS, type Clash, type Clashes } from './clashes.ts';

/** A clash and the numbers of its pairs. */
export interface FoundClash {
  readonly clash: Clash;
  readonly pairs: readonly number[];
}

/** Positive when `p` comes after `q`. */
export function compareClashes(p: Clash, q: Clash): number {
  const byKind = CLASH_KINDS.indexOf(p.kind) - CLASH_KINDS.indexOf(q.kind);
  if (byKind !== 0) return byKind;
  const depth = (clash: Clash) => clash.depth?.most ?? -(clash.distance ?? 0);
  const byDepth = depth(q) - depth(p);
  if (byDepth !== 0) return byDepth;
  const byObjects = p.a - q.a || p.b - q.b;
  if (byObjects !== 0) return byObjects;
  for (let k = 0; k < 3; k++) {
    const byPlace = p.point[k] - q.point[k];
    if (byPlace !== 0) return byPlace;
  }
  return 0;
}

export function orderClashes(
  found: readonly FoundClash[],
  pairCount: number,
): Pick<Clashes, 'clashes' | 'pairOrder' | 'offsets'> {
  const sorted = found.toSorted((p, q) => compareClashes(p.clash, q.clash));
  const pairOrder = new Uint32Array(pairCount);
  const offsets = new Uint32Array(sorted.length + 1);
  let at = 0;
  for (const [i, { pairs }] of sorted.entries()) {
    for (const pair of pairs) pairOrder[at++] = pair;
    offsets[i + 1] = at;
  }
  return { clashes: sorted.map(({ clash }) => clash), pairOrder, offsets };
}
