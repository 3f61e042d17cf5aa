/**
 * Triangles of a surface that have the same three corners, as files of scans have them by the thousand.
 *
 * Two that face each other's way change no winding number: without them the surface winds as it does with them. Of three, one is
 * left.
 */
import { CONTACT_KIND } from '../collide/collide.ts';
import type { Surface } from './surface.ts';

export interface CoincidentFaces {
  /** Triangles that cancel each other, and meet nothing else. */
  readonly cancelled: Int32Array;
  /** The pairs that others are in. */
  readonly pairs: Uint32Array;
  /**
   * What counts of triangles in pairs that have the same corners as others: 0 for those that cancel each other and for those that
   * the first stands for; for the first, when one is left and they meet nothing else, 1 or −1, as that faces like it or the
   * other way.
   */
  readonly weights: ReadonlyMap<number, number>;
}

/** Triangles with the same corners, and what they meet besides each other. */
interface FaceSet {
  readonly first: number;
  /** What is left of it, as the first one faces. */
  sum: number;
  /** Whether others lie on it, or meet it otherwise. */
  isCovered: boolean;
  isMet: boolean;
}

/** `pairs` are all triangles of the surface that meet each other and the kinds, three numbers each. */
export function coincidentFaces({ corners }: Surface, pairs: Uint32Array): CoincidentFaces {
  const count = pairs.length / 3;
  const turns = new Int8Array(count);
  /** The first of the triangles with the same corners, for each that has any. */
  const firsts = new Map<number, number>();
  const take = (face: number, other: number) => firsts.set(face, Math.min(firsts.get(face) ?? face, other));
  for (let pair = 0; pair < count; pair++) {
    const [f, g, kind] = [pairs[3 * pair], pairs[3 * pair + 1], pairs[3 * pair + 2]];
    if (kind === CONTACT_KIND.coplanar) turns[pair] = turnBetween(corners, f, g);
    if (turns[pair] === 0) continue;
    take(f, g);
    take(g, f);
  }
  const sets = new Map<number, FaceSet>();
  for (const first of firsts.values())
    if (!sets.has(first)) sets.set(first, { first, sum: 1, isCovered: false, isMet: false });
  const setOf = (face: number) => sets.get(firsts.get(face) ?? -1);
  for (let pair = 0; pair < count; pair++) {
    const [f, g, kind] = [pairs[3 * pair], pairs[3 * pair + 1], pairs[3 * pair + 2]];
    for (const set of [setOf(f), setOf(g)]) {
      if (!set || turns[pair] !== 0) continue;
      set.isMet = true;
      if (kind === CONTACT_KIND.coplanar) set.isCovered = true;
    }
    const own = setOf(f);
    if (turns[pair] !== 0 && own && (f === own.first || g === own.first)) own.sum += turns[pair];
  }
  const cancelled = new Set<number>();
  const weights = new Map<number, number>();
  for (const [face, first] of firsts) {
    const { sum, isCovered, isMet } = sets.get(first)!;
    if (isCovered) continue;
    if (sum === 0 && !isMet) cancelled.add(face);
    else if (sum === 0 || face !== first) weights.set(face, 0);
    else if (!isMet && Math.abs(sum) === 1) weights.set(face, sum);
  }
  return { cancelled: Int32Array.from(cancelled), pairs: pairsWithout(pairs, cancelled), weights };
}

/** 1 when two triangles have the same corners in the same order, −1 when in the other, 0 when not the same. */
function turnBetween(corners: Uint32Array, f: number, g: number): number {
  const [p, q, r] = [corners[3 * f], corners[3 * f + 1], corners[3 * f + 2]];
  const at = [0, 1, 2].findIndex((k) => corners[3 * g + k] === p);
  if (at < 0) return 0;
  const [next, last] = [corners[3 * g + ((at + 1) % 3)], corners[3 * g + ((at + 2) % 3)]];
  if (next === q && last === r) return 1;
  return next === r && last === q ? -1 : 0;
}

/** The pairs that none of some triangles are in; such triangles meet only each other. */
function pairsWithout(pairs: Uint32Array, faces: ReadonlySet<number>): Uint32Array {
  if (faces.size === 0) return pairs;
  const kept: number[] = [];
  for (let at = 0; at < pairs.length; at += 3) {
    if (!faces.has(pairs[at])) kept.push(pairs[at], pairs[at + 1], pairs[at + 2]);
  }
  return Uint32Array.from(kept);
}
