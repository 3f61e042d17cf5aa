/**
 * Where the worst pairs of objects meet: their first few triangle pairs, with coordinates.
 *
 * Only those few are queried again, in a small scene of two triangles per pair, rather than computing the segments of
 * millions of pairs to show five.
 */
import type { Engine } from '../engine.ts';
import type { Positions } from '../mesh/mesh-input.ts';
import type { Collisions } from '../queries/collide/collide.ts';
import type { Answer } from './ask.ts';
import type { FileObject } from './objects.ts';

export type ContactName = 'touching' | 'crossing' | 'coplanar';

/** By the values of `Collisions.kinds`. */
export const CONTACT_NAMES: readonly ContactName[] = ['touching', 'crossing', 'coplanar'];

export interface Place {
  readonly a: number;
  readonly triangleA: number;
  readonly b: number;
  readonly triangleB: number;
  readonly contact: ContactName;
  /** Ends of the segment in which they meet; of coplanar triangles, the two points of the overlap farthest apart. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

export const PLACES_MOST = 5;

/** How many of the first pairs of each of the worst pairs of objects, so that there are at most PLACES_MOST. */
export function chosenPairs({ trianglePairs, objectPairs }: Collisions): number[] {
  const rows = Array.from({ length: objectPairs.length / 3 }, (_, i) => objectPairs.subarray(3 * i, 3 * i + 3));
  const worst = rows.sort((p, q) => q[2] - p[2]).slice(0, PLACES_MOST);
  const each = Math.ceil(PLACES_MOST / Math.max(1, worst.length));
  const chosen = worst.flatMap(([a, b, count]) => {
    const found: number[] = [];
    const wanted = Math.min(each, count);
    for (let at = 0; found.length < wanted; at += 4) {
      if (trianglePairs[at] === a && trianglePairs[at + 2] === b) found.push(at / 4);
    }
    return found;
  });
  return chosen.slice(0, PLACES_MOST);
}

function cornersOf({ mesh }: FileObject, positions: Positions, triangle: number): Positions {
  const corners = positions.slice(0, 9);
  for (let corner = 0; corner < 3; corner++) {
    const vertex = mesh.indices[3 * triangle + corner];
    corners.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * corner);
  }
  return corners;
}

export async function findPlaces(
  engine: Engine,
  objects: readonly FileObject[],
  answer: Pick<Answer, 'collisions' | 'positions' | 'triangleNumbers'>,
): Promise<Place[]> {
  const { trianglePairs, kinds } = answer.collisions;
  const chosen = chosenPairs(answer.collisions);
  if (chosen.length === 0) return [];
  const scene = engine.createScene();
  try {
    for (const pair of chosen) {
      for (const at of [4 * pair, 4 * pair + 2]) {
        const [object, triangle] = trianglePairs.subarray(at, at + 2);
        scene.add({ positions: cornersOf(objects[object], answer.positions[object], triangle) });
      }
    }
    const found = await scene.collide({ segments: true });
    return chosen.map((pair, i): Place => {
      const [a, triangleA, b, triangleB] = trianglePairs.subarray(4 * pair, 4 * pair + 4);
      const ends = segmentOf(found, 2 * i);
      const contact = CONTACT_NAMES[kinds[pair]];
      const numberOf = (object: number, triangle: number) => answer.triangleNumbers?.[object][triangle] ?? triangle;
      const numbers = { a, triangleA: numberOf(a, triangleA), b, triangleB: numberOf(b, triangleB) };
      return { ...numbers, contact, from: ends.slice(0, 3), to: ends.slice(3) };
    });
  } finally {
    scene.dispose();
  }
}

/** The segment of the pair that objects `first` and `first + 1` of the small scene are. */
function segmentOf({ trianglePairs, segments }: Collisions, first: number): number[] {
  for (let at = 0; at < trianglePairs.length; at += 4) {
    if (trianglePairs[at] === first && trianglePairs[at + 2] === first + 1) {
      return Array.from(segments!.subarray(1.5 * at, 1.5 * at + 6));
    }
  }
  return [];
}
