/**
 * Where an object meets itself: pairs of its triangles, joined into regions.
 *
 * Two pairs belong together when they have a triangle in common and their other triangles share an edge or a vertex,
 * or are the same: so a curve in which two parts of a surface cross is one region, however finely they are divided.
 * Vertices of equal coordinates are one. An object with more than REGION_PAIRS_MOST pairs has no regions
 * listed; the caller says so.
 */
import type { Positions } from '../mesh/mesh-input.ts';
import { weld } from '../mesh/weld.ts';
import type { Collisions } from '../queries/collide/collide.ts';
import type { FileObject } from './objects.ts';
import { CONTACT_NAMES } from './places.ts';

export interface SelfRegion {
  readonly object: number;
  /** `penetrating` when some of its triangles cross or lie on each other, `touching` when they only meet. */
  readonly kind: 'penetrating' | 'touching';
  /** Pairs of triangles. */
  readonly pairs: number;
  /** The middle of one of its triangles. */
  readonly point: readonly number[];
  /** Around its triangles. */
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
}

/** More than there are vertices; products with numbers of triangles are exact. */
const KEYS_PER_TRIANGLE = 2 ** 26;
/** Of an object with more pairs than this, regions would say no more than that it is a heap. */
export const REGION_PAIRS_MOST = 200_000;

interface Pair {
  readonly low: number;
  readonly high: number;
  readonly crosses: boolean;
}

/** Numbers of the pairs that each has in its region, as one root number each. */
function joinPairs(pairs: readonly Pair[], corners: (triangle: number) => readonly number[]): Uint32Array {
  const parents = Uint32Array.from(pairs, (_, i) => i);
  const rootOf = (member: number): number => {
    let root = member;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]];
      root = parents[root];
    }
    return root;
  };
  // A pair is known by one of its triangles and a vertex of the other: pairs that agree in that belong together.
  const seen = new Map<number, number>();
  for (const [i, { low, high }] of pairs.entries()) {
    for (const [own, other] of [
      [low, high],
      [high, low],
    ]) {
      for (const vertex of corners(other)) {
        const key = own * KEYS_PER_TRIANGLE + vertex;
        const first = seen.get(key);
        if (first === undefined) seen.set(key, i);
        else parents[rootOf(i)] = rootOf(first);
      }
    }
  }
  return Uint32Array.from(pairs, (_, i) => rootOf(i));
}

function regionOf(object: number, members: readonly Pair[], place: (triangle: number) => number[][]): SelfRegion {
  const triangles = new Set(members.flatMap(({ low, high }) => [low, high]));
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const triangle of triangles) {
    for (const corner of place(triangle)) {
      for (let axis = 0; axis < 3; axis++) {
        min[axis] = Math.min(min[axis], corner[axis]);
        max[axis] = Math.max(max[axis], corner[axis]);
      }
    }
  }
  const corners = place(members[0].low);
  const point = [0, 1, 2].map((axis) => corners.reduce((sum, corner) => sum + corner[axis] / 3, 0));
  const kind = members.some(({ crosses }) => crosses) ? 'penetrating' : 'touching';
  return { object, kind, pairs: members.length, point, bounds: { min, max } };
}

/** Those that penetrate first, the largest first. */
export function compareRegions(p: SelfRegion, q: SelfRegion): number {
  const size = ({ bounds: { min, max } }: SelfRegion) => Math.hypot(...max.map((most, axis) => most - min[axis]));
  return (p.kind === q.kind ? 0 : p.kind === 'penetrating' ? -1 : 1) || size(q) - size(p) || p.object - q.object;
}

/** `positions` is where the vertices are now. */
export function findSelfRegions(
  objects: readonly FileObject[],
  positions: readonly Positions[],
  { trianglePairs, kinds }: Collisions,
): SelfRegion[] {
  const byObject = new Map<number, Pair[]>();
  for (let i = 0; i < kinds.length; i++) {
    const [object, low, other, high] = trianglePairs.subarray(4 * i, 4 * i + 4);
    if (object !== other) continue;
    const pairs = byObject.get(object) ?? [];
    byObject.set(object, pairs);
    pairs.push({ low, high, crosses: CONTACT_NAMES[kinds[i]] !== 'touching' });
  }
  const regions: SelfRegion[] = [];
  for (const [object, pairs] of byObject) {
    if (pairs.length > REGION_PAIRS_MOST) continue;
    const { indices } = objects[object].mesh;
    const { targets } = weld(positions[object]);
    const vertices = (triangle: number) => [0, 1, 2].map((k) => indices[3 * triangle + k]);
    const roots = joinPairs(pairs, (triangle) => vertices(triangle).map((vertex) => targets[vertex]));
    const place = (triangle: number) =>
      vertices(triangle).map((vertex) => Array.from(positions[object].subarray(3 * vertex, 3 * vertex + 3)));
    const groups = new Map<number, Pair[]>();
    for (const [i, pair] of pairs.entries()) {
      const group = groups.get(roots[i]);
      if (group) group.push(pair);
      else groups.set(roots[i], [pair]);
    }
    for (const group of groups.values()) regions.push(regionOf(object, group, place));
  }
  return regions.sort(compareRegions);
}
