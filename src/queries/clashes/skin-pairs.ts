/**
 * Which region each pair of triangles of two objects belongs to, where regions are those of their skins.
 *
 * A pair whose triangles meet on the skins belongs where its parts do; one that is connected with such a pair, where that
 * does. Others lie on walls inside an object, where several triangles cover the same place, or where an object winds round
 * nothing: they belong to the region that they lie in, or that is nearest.
 */
import type { Contact } from './contact.ts';
import { joinRegions, sortPairs } from './join-regions.ts';
import { RegionPlaces } from './region-places.ts';
import type { PairRegions, Region } from './regions.ts';
import type { SkinnedPair } from './skins.ts';
import type { Surface } from './surface.ts';
import type { Parents } from './welded-triangles.ts';

/** A region of two skins with the pairs of the objects that belong to it. */
export interface RegionWithPairs {
  readonly region: Region;
  /** Numbers of pairs of `contact`. */
  readonly pairs: number[];
}

export interface AssignedPairs {
  readonly regions: readonly RegionWithPairs[];
  /** Where there are no regions: connected pairs, in one list each. There an object winds round nothing. */
  readonly loose: readonly number[][];
}

/** `contact` is that of the objects, `found` that of their skins, which are `surfaces`. */
export function assignPairs(
  contact: Contact,
  found: PairRegions | undefined,
  regions: readonly Region[],
  { parents, error }: SkinnedPair,
  surfaces: readonly [Surface, Surface],
): AssignedPairs {
  const byTriangles = regionsByTriangles(contact, found, regions, parents);
  const regionOf = (pair: number) => byTriangles.get(contact.pairs[2 * pair], contact.pairs[2 * pair + 1]);
  const components = componentsOf(contact);
  const direct = components.map((pairs) => pairs.map(regionOf));
  const joined = joinTouching(regions, error > 0 ? direct : []);
  const members: number[][] = regions.map(() => []);
  const loose: number[][] = [];
  const places = new RegionPlaces(found, regions, surfaces);
  for (const [c, pairs] of components.entries()) {
    const known = direct[c].find((region) => region >= 0) ?? places.nearest(contact, pairs[0]);
    if (known < 0) loose.push(pairs);
    else for (const [i, pair] of pairs.entries()) members[joined[direct[c][i] < 0 ? known : direct[c][i]]].push(pair);
  }
  for (const pairs of members) sortPairs(pairs);
  const isKept = (i: number) => joined[i] === i;
  return { regions: regions.flatMap((region, i) => (isKept(i) ? [{ region, pairs: members[i] }] : [])), loose };
}

/** Numbers of regions by two triangles. */
class ByTriangles {
  readonly #count: number;
  readonly #regions = new Map<number, number>();

  /** `count` is how many triangles the second object has. */
  constructor(count: number) {
    this.#count = count;
  }

  /** −1 for none. */
  get(f: number, g: number): number {
    return this.#regions.get(f * this.#count + g) ?? -1;
  }

  add(f: number, g: number, region: number): void {
    const key = f * this.#count + g;
    if (!this.#regions.has(key)) this.#regions.set(key, region);
  }
}

/** The region of the skins that two triangles of the objects are in. */
function regionsByTriangles(
  { points }: Contact,
  found: PairRegions | undefined,
  regions: readonly Region[],
  [a, b]: SkinnedPair['parents'],
): ByTriangles {
  const byTriangles = new ByTriangles(points.surfaces[1].triangleCount);
  for (const [i, { pairs }] of regions.entries()) {
    for (const pair of pairs) {
      const f = found!.contact.pairs[2 * pair];
      const g = found!.contact.pairs[2 * pair + 1];
      for (let own = firstParent(a, f); own < endParent(a, f); own++)
        for (let other = firstParent(b, g); other < endParent(b, g); other++)
          byTriangles.add(a ? a.list[own] : f, b ? b.list[other] : g, i);
    }
  }
  return byTriangles;
}

/** Where the triangles of an object are listed that a triangle of its skin is part of: one if the object is its own skin. */
const firstParent = (parents: Parents | undefined, triangle: number): number =>
  parents ? parents.starts[triangle] : 0;
const endParent = (parents: Parents | undefined, triangle: number): number =>
  parents ? parents.starts[triangle + 1] : 1;

/** The pairs of each component of a contact. */
function componentsOf({ starts, pairPoints, components }: Contact): number[][] {
  const lists = new Map<number, number[]>();
  for (let pair = 0; pair + 1 < starts.length; pair++) {
    const root = components.find(pairPoints[starts[pair]]);
    const list = lists.get(root);
    if (list) list.push(pair);
    else lists.set(root, [pair]);
  }
  return [...lists.values()];
}

/**
 * Joins regions in which the objects only touch, and that are connected by pairs of triangles: rounding of the points of
 * skins may have parted them. Returns the region that each has become part of.
 */
function joinTouching(regions: readonly Region[], components: readonly (readonly number[])[]): number[] {
  const joined = regions.map((_, i) => i);
  for (const component of components) {
    const touching = [...new Set(component)]
      .filter((i) => i >= 0 && regions[i].kind === 'touching')
      .map((i) => joined[i]);
    for (const other of new Set(touching.slice(1))) {
      if (other === touching[0]) continue;
      joinRegions(regions[touching[0]], regions[other]);
      for (const [i, into] of joined.entries()) if (into === other) joined[i] = touching[0];
    }
  }
  return joined;
}
