/** Regions of two objects that are one clash though they are not connected. */
import type { Region } from './regions.ts';

/** All regions of two objects as one. */
export function asOneDuplicate(regions: readonly Region[]): Region {
  const [first, ...others] = regions.toSorted((p, q) => q.shells.length - p.shells.length);
  const all: Region = { ...first, kind: 'duplicate' };
  for (const region of others) addTo(all, region);
  sortPairs(all.pairs);
  return all;
}

/** Duplicates of two objects are one clash, and so is all of one that lies in the other. */
export function joinAlike(regions: readonly Region[]): Region[] {
  const joined: Region[] = [];
  for (const region of regions) {
    const whole = region.kind === 'duplicate' || region.kind === 'contained';
    const same = whole && joined.find(({ kind, inner }) => kind === region.kind && inner === region.inner);
    if (!same) {
      joined.push({ ...region, shells: [...region.shells] });
      continue;
    }
    addTo(same, region);
  }
  for (const { pairs } of joined) sortPairs(pairs);
  return joined;
}

/** Makes one region part of another of the same kind. */
export function joinRegions(all: Region, other: Region): void {
  addTo(all, other);
  sortPairs(all.pairs);
}

function addTo(all: Region, { pairs, pieces, on, shells, inner }: Region): void {
  append(all.pairs, pairs);
  for (const side of [0, 1] as const) {
    append(all.pieces[side], pieces[side]);
    append(all.on[side], on[side]);
  }
  if (inner === all.inner) append(all.shells, shells);
}

/** Most are in order already. */
export function sortPairs(pairs: number[]): void {
  for (let i = 1; i < pairs.length; i++) {
    if (pairs[i] > pairs[i - 1]) continue;
    pairs.sort((p, q) => p - q);
    return;
  }
}

/** Not by `push(...from)`, which fails for lists longer than the stack. */
function append<T>(to: T[], from: readonly T[]): void {
  for (const item of from) to.push(item);
}
