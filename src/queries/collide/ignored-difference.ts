/** Where two lists of pairs of objects to ignore differ. */
import type { ObjectPair } from '../options.ts';

type Partners = ReadonlyMap<number, ReadonlySet<number>>;

/** Partners with a higher id, for each object. */
function partnersOf(pairs: readonly ObjectPair[]): Partners {
  const partners = new Map<number, Set<number>>();
  for (const [a, b] of pairs) {
    const low = Math.min(a, b);
    const row = partners.get(low);
    if (row) row.add(Math.max(a, b));
    else partners.set(low, new Set([Math.max(a, b)]));
  }
  return partners;
}

const isSameList = (before: readonly ObjectPair[], now: readonly ObjectPair[]): boolean =>
  before.length === now.length && before.every(([a, b], i) => a === now[i][0] && b === now[i][1]);

/** One object of every pair that is in one of the lists only. */
export function ignoredDifference(before: readonly ObjectPair[], now: readonly ObjectPair[]): ReadonlySet<number> {
  const differing = new Set<number>();
  if (isSameList(before, now)) return differing;
  const [first, second] = [partnersOf(before), partnersOf(now)];
  for (const [some, others] of [
    [first, second],
    [second, first],
  ]) {
    for (const [a, row] of some) for (const b of row) if (!others.get(a)?.has(b)) differing.add(a);
  }
  return differing;
}
