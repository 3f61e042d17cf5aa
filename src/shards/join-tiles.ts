/**
 * Joins what the space tiles found into one answer: pairs in the order of one process, and for each object a small mesh of
 * just those of its triangles that are in pairs, numbered in the same order. Whatever a report makes of pairs (regions,
 * places, how neighbours share vertices) it makes of these meshes as of the whole ones, since it looks at nothing else.
 */
import type { Collisions } from '../queries/collide/collide.ts';
import type { Proximities } from '../queries/within/within.ts';
import type { ObjectClearance } from '../report/clearances.ts';
import type { FileObject } from '../report/objects.ts';
import type { FoundPairs } from './found-pairs.ts';
import { mergeSorted } from './merge-sorted.ts';
import { fileObjectOf, type PlannedObject } from './planned-model.ts';
import { meshOf } from './tile-mesh.ts';

export interface JoinedTiles {
  /** With the triangles that are in pairs. */
  readonly objects: readonly FileObject[];
  /** By object: which number each of those triangles has in it. */
  readonly triangleNumbers: readonly Uint32Array[];
  /** In the small numbers. */
  readonly trianglePairs: Uint32Array;
  readonly kinds: Uint8Array;
}

/** Of sorted lists of rows of `width` numbers: each list's place of every row of the joined one, doubles left out. */
function joinLists(
  lists: readonly Uint32Array[],
  width: number,
  isSet: boolean,
): { list: Uint32Array; row: Uint32Array } {
  const places = mergeSorted(lists, width);
  if (!isSet) return places;
  const keep: number[] = [];
  const same = (i: number, j: number) => {
    for (let k = 0; k < width; k++) {
      const p = lists[places.list[i]][width * places.row[i] + k];
      if (p !== lists[places.list[j]][width * places.row[j] + k]) return false;
    }
    return true;
  };
  for (let i = 0; i < places.list.length; i++) if (i === 0 || !same(i, i - 1)) keep.push(i);
  return {
    list: Uint32Array.from(keep, (i) => places.list[i]),
    row: Uint32Array.from(keep, (i) => places.row[i]),
  };
}

/** `planned`: all objects of the model. */
export function joinTiles(found: readonly FoundPairs[], planned: readonly PlannedObject[]): JoinedTiles {
  const triangles = joinLists(
    found.map((own) => own.triangles),
    2,
    true,
  );
  const counts = new Uint32Array(planned.length);
  const total = triangles.list.length;
  for (let i = 0; i < total; i++) counts[found[triangles.list[i]].triangles[2 * triangles.row[i]]]++;
  const triangleNumbers = Array.from(counts, (count) => new Uint32Array(count));
  const corners = planned.map(({ isSingle }, i) => new (isSingle ? Float32Array : Float64Array)(9 * counts[i]));
  const vertices = planned.map(({ weld }, i) => (weld ? undefined : new Uint32Array(3 * counts[i])));
  const next = new Uint32Array(planned.length);
  for (let i = 0; i < total; i++) {
    const own = found[triangles.list[i]];
    const row = triangles.row[i];
    const object = own.triangles[2 * row];
    const at = next[object]++;
    triangleNumbers[object][at] = own.triangles[2 * row + 1];
    corners[object].set(own.corners.subarray(9 * row, 9 * row + 9), 9 * at);
    vertices[object]?.set(own.vertices.subarray(3 * row, 3 * row + 3), 3 * at);
  }
  const objects = planned.map((object, i) =>
    fileObjectOf(object, { ...meshOf({ corners: corners[i], vertices: vertices[i] }), name: object.name }),
  );
  return { objects, triangleNumbers, ...joinPairs(found, triangleNumbers) };
}

function joinPairs(
  found: readonly FoundPairs[],
  numbers: readonly Uint32Array[],
): Pick<JoinedTiles, 'trianglePairs' | 'kinds'> {
  const pairs = joinLists(
    found.map((own) => own.trianglePairs),
    4,
    false,
  );
  const trianglePairs = new Uint32Array(4 * pairs.list.length);
  const kinds = new Uint8Array(pairs.list.length);
  for (let i = 0; i < pairs.list.length; i++) {
    const { trianglePairs: own, kinds: ownKinds } = found[pairs.list[i]];
    const at = 4 * pairs.row[i];
    kinds[i] = ownKinds[pairs.row[i]];
    for (const side of [0, 2]) {
      trianglePairs[4 * i + side] = own[at + side];
      trianglePairs[4 * i + side + 1] = placeOf(numbers[own[at + side]], own[at + side + 1]);
    }
  }
  return { trianglePairs, kinds };
}

/** Where a number stands in a sorted list that has it. */
function placeOf(sorted: Uint32Array, number: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The nearest of each pair of objects over all tiles; of equals the one with the lower triangles, as in one process. */
export function joinNear(tiles: readonly (readonly ObjectClearance[])[]): ObjectClearance[] {
  const nearest = new Map<string, ObjectClearance>();
  for (const row of tiles.flat()) {
    const key = `${row.a} ${row.b}`;
    const known = nearest.get(key);
    const order =
      known && (row.distance - known.distance || row.triangleA - known.triangleA || row.triangleB - known.triangleB);
    if (order === undefined || order < 0) nearest.set(key, row);
  }
  return [...nearest.values()].sort((p, q) => p.a - q.a || p.b - q.b);
}

const NO_STATS = {} as Collisions['stats'] & Proximities['stats'];

/** As `within` gives it. */
export function proximitiesOf(rows: readonly ObjectClearance[]): Proximities {
  return {
    trianglePairs: Uint32Array.from(rows.flatMap(({ a, triangleA, b, triangleB }) => [a, triangleA, b, triangleB])),
    distances: Float64Array.from(rows, ({ distance }) => distance),
    points: Float64Array.from(rows.flatMap(({ from, to }) => [...from, ...to])),
    objectPairs: Uint32Array.from(rows.flatMap(({ a, b }) => [a, b, 1])),
    objectDistances: Float64Array.from(rows, ({ distance }) => distance),
    nearestPairs: Uint32Array.from(rows, (_, i) => i),
    degenerateTriangles: new Uint32Array(0),
    limited: false,
    stats: NO_STATS,
  };
}

/** As `collide` gives it, for some objects in a row, numbered from 0. `degenerate` counts triangles by object. */
export function collisionsOf(
  { trianglePairs, kinds }: Pick<JoinedTiles, 'trianglePairs' | 'kinds'>,
  degenerate: readonly number[],
): Collisions {
  const counts = new Map<string, [number, number, number]>();
  for (let at = 0; at < trianglePairs.length; at += 4) {
    const [a, b] = [trianglePairs[at], trianglePairs[at + 2]];
    const known = counts.get(`${a} ${b}`);
    if (known) known[2]++;
    else counts.set(`${a} ${b}`, [a, b, 1]);
  }
  const objectPairs = [...counts.values()].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  return {
    trianglePairs,
    kinds,
    objectPairs: Uint32Array.from(objectPairs.flat()),
    degenerateTriangles: Uint32Array.from(degenerate.flatMap((count, object) => Array(count).fill([object, 0]).flat())),
    limited: false,
    stats: NO_STATS,
  };
}

/** The pairs of objects `first` to `end`, numbered from 0. Only pairs within that range must be there for each object. */
export function pairsOfRange(
  { trianglePairs, kinds }: JoinedTiles,
  first: number,
  end: number,
): Pick<JoinedTiles, 'trianglePairs' | 'kinds'> {
  let [from, to] = [0, kinds.length];
  while (from < to && trianglePairs[4 * from] < first) from++;
  while (to > from && trianglePairs[4 * (to - 1)] >= end) to--;
  const own = trianglePairs.slice(4 * from, 4 * to);
  for (let at = 0; at < own.length; at += 2) own[at] -= first;
  return { trianglePairs: own, kinds: kinds.slice(from, to) };
}
