/**
 * Which region each pair of triangles of two objects belongs to, where regions are those of their skins.
 *
 * A pair whose triangles meet on the skins belongs where its parts do; one that is connected with such a pair, where that
 * does. Others lie on walls inside an object, where several triangles cover the same place, or where an object winds round
 * nothing: they belong to the region that they lie in, or that is nearest.
 */
import type { Contact } from './contact.ts';
import { DirectRegions } from './direct-regions.ts';
import { joinRegions } from './join-regions.ts';
import { RegionPlaces } from './region-places.ts';
import type { PairRegions, Region } from './regions.ts';
import type { SkinnedPair } from './skins.ts';
import type { Surface } from './surface.ts';

/** The objects themselves, and where they meet. */
export interface WholeObjects {
  readonly surfaces: readonly [Surface, Surface];
  /** Two triangles per pair. */
  readonly pairs: Uint32Array;
  /** The contact of some pairs, given by ascending numbers, or of all; gone with the next. */
  readonly contactOf: (numbers?: Uint32Array) => Contact;
}

/** A region of two skins with the pairs of the objects that belong to it. */
export interface RegionWithPairs {
  readonly region: Region;
  /** Numbers of pairs of the objects, ascending. */
  readonly pairs: number[];
}

export interface AssignedPairs {
  readonly regions: readonly RegionWithPairs[];
  /** Where there are no regions: the contact of all pairs, and connected ones in one list each. There an object winds round nothing. */
  readonly loose?: { readonly contact: Contact; readonly lists: readonly number[][] };
}

/** `found` is the contact of the skins. */
export function assignPairs(
  objects: WholeObjects,
  found: PairRegions | undefined,
  regions: readonly Region[],
  { skins, surfaces, error }: SkinnedPair,
): AssignedPairs {
  if (regions.length === 0) {
    const contact = objects.contactOf();
    return { regions: [], loose: { contact, lists: componentsOf(contact) } };
  }
  const direct = new DirectRegions(objects, found, regions, skins);
  const places = new RegionPlaces(found, regions, surfaces);
  const joined = assignRest(objects, direct, regions, places, error > 0);
  const members = regions.map((): number[] => []);
  const { ofPair } = direct;
  for (let pair = 0; pair < ofPair.length; pair++) members[joined[ofPair[pair]]].push(pair);
  const isKept = (i: number) => joined[i] === i;
  return { regions: regions.flatMap((region, i) => (isKept(i) ? [{ region, pairs: members[i] }] : [])) };
}

/**
 * Notes the regions of the pairs that are not known to have one: that of a connected pair, the first of those that have one, or the
 * nearest. Returns the region that each has become part of.
 *
 * Pairs that are alike in the objects and in the skins need not be examined, except those that others may be connected with:
 * where they are connected in the objects they are in the skins, so they are all in one region. If more than one region takes
 * part in what is connected, all pairs are examined.
 */
function assignRest(
  { contactOf }: WholeObjects,
  direct: DirectRegions,
  regions: readonly Region[],
  places: RegionPlaces,
  areRounded: boolean,
): number[] {
  const joined = regions.map((_, i) => i);
  let numbers: Uint32Array | undefined = direct.toExamine();
  if (numbers.length === 0) return joined;
  let contact = contactOf(numbers);
  let components = componentsOf(contact);
  if (components.some((pairs) => direct.haveSeveral(pairs, numbers!))) {
    numbers = undefined;
    contact = contactOf();
    components = componentsOf(contact);
    if (areRounded) joinTouching(regions, joined, direct, components);
  }
  const apart: number[][] = [];
  for (const pairs of components) {
    const known = direct.firstOf(pairs, numbers);
    if (known < 0) apart.push(pairs);
    else direct.setAll(pairs, numbers, known);
  }
  const nearest = places.nearest(
    contact,
    apart.map(([first]) => first),
  );
  for (const [i, pairs] of apart.entries()) direct.setAll(pairs, numbers, nearest[i]);
  return joined;
}

/** The pairs of each component of a contact. */
function componentsOf({ starts, pairPoints, components }: Contact): number[][] {
  const lists: number[][] = [];
  const places = new Int32Array(components.count).fill(-1);
  for (let pair = 0; pair + 1 < starts.length; pair++) {
    const root = components.find(pairPoints[starts[pair]]);
    if (places[root] < 0) places[root] = lists.push([]) - 1;
    lists[places[root]].push(pair);
  }
  return lists;
}

/**
 * Joins regions in which the objects only touch, and that are connected by pairs of triangles: rounding of the points of
 * skins may have parted them. Notes in `joined` the region that each has become part of.
 */
function joinTouching(
  regions: readonly Region[],
  joined: number[],
  { ofPair }: DirectRegions,
  components: readonly (readonly number[])[],
): void {
  for (const component of components) {
    const touching = [...new Set(component.map((pair) => ofPair[pair]))]
      .filter((i) => i >= 0 && regions[i].kind === 'touching')
      .map((i) => joined[i]);
    for (const other of new Set(touching.slice(1))) {
      if (other === touching[0]) continue;
      joinRegions(regions[touching[0]], regions[other]);
      for (const [i, into] of joined.entries()) if (into === other) joined[i] = touching[0];
    }
  }
}
