/**
 * Which region each pair of triangles of two objects belongs to, where regions are those of their skins.
 *
 * A pair whose triangles meet on the skins belongs where its parts do; one that hangs together with such a pair, where that
 * does. Others lie on walls inside an object, where several triangles cover the same place, or where an object winds round
 * nothing: they belong to the region that they lie in, or that is nearest.
 */
import type { Contact } from './contact.ts';
import { InsideBlocks } from './inside-blocks.ts';
import type { InsideParts } from './inside-parts.ts';
import { joinRegions } from './join-regions.ts';
import { distanceToTriangle, isFarther } from './point-to-triangle.ts';
import type { PairRegions, Region } from './regions.ts';
import type { SkinnedPair } from './skins.ts';
import type { Parents } from './welded-triangles.ts';

/** A region of two skins with the pairs of the objects that belong to it. */
export interface RegionWithPairs {
  readonly region: Region;
  /** Numbers of pairs of `contact`. */
  readonly pairs: number[];
}

export interface AssignedPairs {
  readonly regions: readonly RegionWithPairs[];
  /** Where there are no regions: pairs that hang together, in one list each. There an object winds round nothing. */
  readonly loose: readonly number[][];
}

/** `contact` is that of the objects, `found` that of their skins, `partsOf` gives what lies inside. */
export function assignPairs(
  contact: Contact,
  found: PairRegions | undefined,
  regions: readonly Region[],
  { parents, error }: SkinnedPair,
  partsOf: (region: Region) => readonly InsideParts[],
): AssignedPairs {
  const byTriangles = new Map<string, number>();
  for (const [i, { pairs }] of regions.entries()) {
    for (const pair of pairs) {
      const [own, other] = ([0, 1] as const).map((side) =>
        parentsOf(parents[side], found!.contact.pairs[2 * pair + side]),
      );
      for (const f of own) {
        for (const g of other) if (!byTriangles.has(`${f} ${g}`)) byTriangles.set(`${f} ${g}`, i);
      }
    }
  }
  const components = componentsOf(contact);
  const direct = components.map((pairs) =>
    pairs.map((pair) => byTriangles.get(`${contact.pairs[2 * pair]} ${contact.pairs[2 * pair + 1]}`) ?? -1),
  );
  const joined = joinTouching(regions, error > 0 ? direct : []);
  const members: number[][] = regions.map(() => []);
  const loose: number[][] = [];
  const places = new RegionPlaces(found, regions, partsOf);
  for (const [c, pairs] of components.entries()) {
    const known = direct[c].find((region) => region >= 0) ?? places.nearest(contact, pairs[0]);
    if (known < 0) loose.push(pairs);
    else for (const [i, pair] of pairs.entries()) members[joined[direct[c][i] < 0 ? known : direct[c][i]]].push(pair);
  }
  for (const pairs of members) pairs.sort((p, q) => p - q);
  const isKept = (i: number) => joined[i] === i;
  return { regions: regions.flatMap((region, i) => (isKept(i) ? [{ region, pairs: members[i] }] : [])), loose };
}

/** The triangles of an object that a triangle of its skin is part of; the triangle itself, if the object is its own skin. */
function parentsOf(parents: Parents | undefined, triangle: number): Iterable<number> {
  return parents ? parents.list.subarray(parents.starts[triangle], parents.starts[triangle + 1]) : [triangle];
}

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
 * Joins regions in which the objects only touch, and that hang together by pairs of triangles: rounding of the points of
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

/** Where regions are, for pairs that no name tells the region of. */
class RegionPlaces {
  readonly #found: PairRegions | undefined;
  readonly #regions: readonly Region[];
  readonly #partsOf: (region: Region) => readonly InsideParts[];
  readonly #blocks = new Map<Region, readonly InsideBlocks[]>();

  constructor(
    found: PairRegions | undefined,
    regions: readonly Region[],
    partsOf: (region: Region) => readonly InsideParts[],
  ) {
    this.#found = found;
    this.#regions = regions;
    this.#partsOf = partsOf;
  }

  /** The region nearest to a pair, −1 when there is none. */
  nearest({ points: { x, y, z }, starts, pairPoints }: Contact, pair: number): number {
    if (this.#regions.length < 2) return this.#regions.length - 1;
    const node = pairPoints[starts[pair]];
    const at = [x[node], y[node], z[node]];
    let [best, least] = [-1, Infinity];
    for (const [i, region] of this.#regions.entries()) {
      const distance = this.#distance(at, region, least);
      if (best < 0 || distance < least) [best, least] = [i, distance];
    }
    return best;
  }

  /** Or `most`, where it is larger. */
  #distance(at: readonly number[], region: Region, most: number): number {
    let least = this.#found ? distanceToContact(this.#found.contact, region, at, most) : most;
    for (const blocks of this.#blocksOf(region)) least = blocks.distance(at, least);
    return least;
  }

  #blocksOf(region: Region): readonly InsideBlocks[] {
    const known = this.#blocks.get(region);
    if (known) return known;
    const blocks = this.#partsOf(region).map((parts) => new InsideBlocks(parts));
    this.#blocks.set(region, blocks);
    return blocks;
  }
}

/** The distance to where triangles meet, points, segments and convex polygons; or `most`, where it is larger. */
function distanceToContact(contact: Contact, { pairs }: Region, at: readonly number[], most: number): number {
  const { points, starts, pairPoints } = contact;
  const triangle = new Float64Array(9);
  const take = (k: number, i: number) => {
    const node = pairPoints[i];
    triangle.set([points.x[node], points.y[node], points.z[node]], 3 * k);
  };
  let least = most;
  for (const pair of pairs) {
    const [from, to] = [starts[pair], starts[pair + 1]];
    take(0, from);
    // Corners come in any order: all triangles with the first corner cover the polygon.
    for (let i = Math.min(from + 1, to - 1); i < to; i++) {
      for (let j = i; j < to; j++) {
        take(1, i);
        take(2, j);
        if (!isFarther(at, triangle, 0, least)) least = Math.min(least, distanceToTriangle(at, triangle, 0));
      }
    }
  }
  return least;
}
