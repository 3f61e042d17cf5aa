/** What a culling left, held against what truly collides. */
import type { Collisions } from '../../src/index.ts';
import type { Culled } from '../../src/papers/index.ts';

/** Object and triangle as one number: objects are fewer than 2^26, triangles fewer than 2^27. */
function key(object: number, triangle: number): number {
  return object * 2 ** 27 + triangle;
}

function keys(places: Uint32Array): Set<number> {
  const found = new Set<number>();
  for (let at = 0; at < places.length; at += 2) found.add(key(places[at], places[at + 1]));
  return found;
}

/** How many different triangles are in pairs. */
export function collidingTriangles({ trianglePairs }: Pick<Collisions, 'trianglePairs'>): number {
  return keys(trianglePairs).size;
}

export interface Losses {
  /** Colliding triangles that were pruned, and colliding pairs of which at least one triangle was. */
  readonly triangles: number;
  readonly pairs: number;
}

export function lossesOf(
  { trianglePairs }: Pick<Collisions, 'trianglePairs'>,
  { survivorTriangles }: Pick<Culled, 'survivorTriangles'>,
): Losses {
  const left = keys(survivorTriangles);
  const lost = new Set<number>();
  let pairs = 0;
  for (let at = 0; at < trianglePairs.length; at += 4) {
    const both = [key(trianglePairs[at], trianglePairs[at + 1]), key(trianglePairs[at + 2], trianglePairs[at + 3])];
    const gone = both.filter((triangle) => !left.has(triangle));
    if (gone.length > 0) pairs++;
    for (const triangle of gone) lost.add(triangle);
  }
  return { triangles: lost.size, pairs };
}

export function survivorCount({ survivorTriangles }: Pick<Culled, 'survivorTriangles'>): number {
  return survivorTriangles.length / 2;
}

/** How many triangles are left by one culling and not by the other. */
export function survivorsApart(a: Pick<Culled, 'survivorTriangles'>, b: Pick<Culled, 'survivorTriangles'>): number {
  const [inA, inB] = [keys(a.survivorTriangles), keys(b.survivorTriangles)];
  const common = [...inA].filter((triangle) => inB.has(triangle)).length;
  return inA.size + inB.size - 2 * common;
}

/** Queries and renderings of all passes. */
export function workOf({ passes }: Pick<Culled, 'passes'>): { queries: number; renders: number } {
  return passes.reduce(
    (sum, { queries, renders }) => ({ queries: sum.queries + queries, renders: sum.renders + renders }),
    { queries: 0, renders: 0 },
  );
}
