/**
 * Where an object meets itself: pairs of its triangles, joined into regions.
 *
 * Two pairs belong together when they have a triangle in common and their other triangles share an edge or a vertex,
 * or are the same: so a curve in which two parts of a surface cross is one region, however finely they are divided.
 * Vertices of equal coordinates are one.
 */
import { DisjointSets } from '../mesh/disjoint-sets.ts';
import type { Positions } from '../mesh/mesh-input.ts';
import { weld } from '../mesh/weld.ts';
import type { Collisions } from '../queries/collide/collide.ts';
import { clashIds } from './clash-id.ts';
import type { KnownObjects } from './clash-list.ts';
import { pairCentre } from './contact-centre.ts';
import { meetingPoint } from './meeting-point.ts';
import type { FileObject } from './objects.ts';
import { CONTACT_NAMES } from './places.ts';

export interface SelfRegion {
  /** Of the object's key and the rank of the region, as for clashes. */
  readonly id: string;
  readonly object: number;
  /** `penetrating` when some of its triangles cross or lie on each other, `touching` when they only meet. */
  readonly kind: 'penetrating' | 'touching';
  /** Pairs of triangles. */
  readonly pairs: number;
  /** A point in which the object meets itself there. */
  readonly point: readonly number[];
  /** Around its triangles. */
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
}

/** The pairs of one object: lists of equal length, sorted by `lows`, then `highs`. */
interface SelfPairs {
  readonly lows: Uint32Array;
  readonly highs: Uint32Array;
  /** 1 where the two triangles cross or lie on each other. */
  readonly crosses: Uint8Array;
}

function concatenate(first: Uint32Array, second: Uint32Array): Uint32Array {
  const joined = new Uint32Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** Places in `keys`, in ascending order of the keys, which are below `keyCount`; equal keys keep their order. */
function orderBy(keys: Uint32Array, keyCount: number): Uint32Array {
  const starts = new Uint32Array(keyCount + 1);
  for (const key of keys) starts[key + 1]++;
  for (let key = 0; key < keyCount; key++) starts[key + 1] += starts[key];
  const order = new Uint32Array(keys.length);
  for (let i = 0; i < keys.length; i++) order[starts[keys[i]]++] = i;
  return order;
}

/**
 * For each pair the lowest number of a pair in its region.
 *
 * Pairs that have a triangle in common are visited one after the other, and each vertex remembers the last pair whose
 * other triangle has it: so the cost is linear in the number of pairs.
 */
function joinPairs({ lows, highs }: SelfPairs, corners: Uint32Array, vertexCount: number): Uint32Array {
  const sets = new DisjointSets(lows.length);
  const seenWith = new Int32Array(vertexCount).fill(-1);
  const seenIn = new Uint32Array(vertexCount);
  // Each pair is visited twice, with either of its triangles as the one that pairs have in common.
  const owns = concatenate(lows, highs);
  const others = concatenate(highs, lows);
  for (const visit of orderBy(owns, corners.length / 3)) {
    const pair = visit % lows.length;
    for (let corner = 3 * others[visit]; corner < 3 * others[visit] + 3; corner++) {
      const vertex = corners[corner];
      if (seenWith[vertex] === owns[visit]) sets.union(pair, seenIn[vertex]);
      seenWith[vertex] = owns[visit];
      seenIn[vertex] = pair;
    }
  }
  return lows.map((_, i) => sets.find(i));
}

type WithoutId = Omit<SelfRegion, 'id'>;

/** A region, and which pairs of the answer it is made of. */
export interface RegionPairs<Region = SelfRegion> {
  readonly region: Region;
  readonly pairs: readonly number[];
}

/** The regions of one object, in the order of their first pairs. `numbers` are those of the pairs in the answer. */
function regionsOf(
  object: number,
  pairs: SelfPairs,
  numbers: readonly number[],
  { indices }: FileObject['mesh'],
  positions: Positions,
): RegionPairs<WithoutId>[] {
  const { targets } = weld(positions);
  const corners = Uint32Array.from(indices, (vertex) => targets[vertex]);
  const roots = joinPairs(pairs, corners, positions.length / 3);
  const regions = new Map<number, { kind: SelfRegion['kind']; pairs: number[]; min: number[]; max: number[] }>();
  for (let i = 0; i < roots.length; i++) {
    let region = regions.get(roots[i]);
    if (!region) {
      region = { kind: 'touching', pairs: [], min: Array(3).fill(Infinity), max: Array(3).fill(-Infinity) };
      regions.set(roots[i], region);
    }
    region.pairs.push(numbers[i]);
    if (pairs.crosses[i]) region.kind = 'penetrating';
    for (const triangle of [pairs.lows[i], pairs.highs[i]]) {
      for (let k = 0; k < 9; k++) {
        const value = positions[3 * indices[3 * triangle + Math.floor(k / 3)] + (k % 3)];
        if (value < region.min[k % 3]) region.min[k % 3] = value;
        if (value > region.max[k % 3]) region.max[k % 3] = value;
      }
    }
  }
  return Array.from(regions, ([first, { kind, pairs: own, min, max }]) => {
    const cornerOf = (at: number) => [positions[at], positions[at + 1], positions[at + 2]];
    const cornersOf = (triangle: number) => [0, 1, 2].map((k) => cornerOf(3 * indices[3 * triangle + k]));
    const point = meetingPoint(cornersOf(pairs.lows[first]), cornersOf(pairs.highs[first]));
    return { region: { object, kind, pairs: own.length, point, bounds: { min, max } }, pairs: own };
  });
}

/** Those that penetrate first, the largest first. */
export function sortRegions(regions: readonly SelfRegion[]): SelfRegion[] {
  const sizes = Float64Array.from(regions, ({ bounds: { min, max } }) =>
    Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]),
  );
  const ranks = Uint8Array.from(regions, ({ kind }) => Number(kind !== 'penetrating'));
  const order = Uint32Array.from(regions, (_, i) => i);
  order.sort((p, q) => ranks[p] - ranks[q] || sizes[q] - sizes[p] || regions[p].object - regions[q].object || p - q);
  return Array.from(order, (i) => regions[i]);
}

/** In no particular order. `positions` is where the vertices are now. */
export function findRegionPairs(
  objects: readonly FileObject[],
  positions: readonly Positions[],
  { trianglePairs, kinds }: Collisions,
  { idKeys, shapes, middleOf }: KnownObjects,
): RegionPairs[] {
  const members: number[][] = objects.map(() => []);
  for (let i = 0; i < kinds.length; i++) {
    if (trianglePairs[4 * i] === trianglePairs[4 * i + 2]) members[trianglePairs[4 * i]].push(i);
  }
  const regions = members.flatMap((numbers, object) => {
    if (numbers.length === 0) return [];
    const pairs = {
      lows: Uint32Array.from(numbers, (i) => trianglePairs[4 * i + 1]),
      highs: Uint32Array.from(numbers, (i) => trianglePairs[4 * i + 3]),
      crosses: Uint8Array.from(numbers, (i) => Number(CONTACT_NAMES[kinds[i]] !== 'touching')),
    };
    return regionsOf(object, pairs, numbers, objects[object].mesh, positions[object]);
  });
  const ranked = regions.map(({ region: { object, point }, pairs }) => ({
    a: object,
    b: object,
    centre: pairCentre(trianglePairs, pairs, middleOf) ?? point,
  }));
  const { ids } = clashIds(ranked, idKeys, shapes);
  return regions.map(({ region, pairs }, i) => ({ region: { id: ids[i], ...region }, pairs }));
}

/** The worst first. `positions` is where the vertices are now. */
export function findSelfRegions(
  objects: readonly FileObject[],
  positions: readonly Positions[],
  collisions: Collisions,
  known: KnownObjects,
): SelfRegion[] {
  return sortRegions(findRegionPairs(objects, positions, collisions, known).map(({ region }) => region));
}
