/** Pairs of objects that are too close: their least distance, and where. */
import type { Proximities } from '../queries/within/within.ts';

/** A clearance that was asked for. */
export interface Clearance {
  /** In the unit of the coordinates. */
  readonly distance: number;
  /** As written on the command line. */
  readonly given: string;
  /** Unit of the coordinates, if known. */
  readonly unit?: string;
}

export interface ObjectClearance {
  readonly a: number;
  readonly b: number;
  /** 0 when they share a point. */
  readonly distance: number;
  readonly triangleA: number;
  readonly triangleB: number;
  /** The nearest points, of `a` and of `b`. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** In ascending order of objects, which are numbered from `first`. */
export function listClearances(found: Proximities, first: number): ObjectClearance[] {
  const { trianglePairs, objectPairs, objectDistances, nearestPairs, points } = found;
  return Array.from(objectDistances, (distance, i): ObjectClearance => {
    const [a, b] = objectPairs.subarray(3 * i, 3 * i + 2);
    const pair = nearestPairs[i];
    const ends = Array.from(points!.subarray(6 * pair, 6 * pair + 6));
    return {
      a: a + first,
      b: b + first,
      distance,
      triangleA: trianglePairs[4 * pair + 1],
      triangleB: trianglePairs[4 * pair + 3],
      from: ends.slice(0, 3),
      to: ends.slice(3),
    };
  });
}

/** The least distance of all; undefined if nothing is too close. */
export function leastDistance({ objectDistances }: Proximities): number | undefined {
  return objectDistances.length > 0 ? objectDistances.reduce((p, q) => Math.min(p, q)) : undefined;
}
