/**
 * Finds objects that lie completely inside another, closed one: they overlap it although no triangles meet.
 *
 * Of two surfaces that do not touch, each connected part is either entirely inside the other or entirely outside it, so one
 * exact test of one vertex per part decides. If touching contacts are left out, parts may touch the other's surface; then
 * all their vertices are tested: none may be outside, and at least one must not be on the surface.
 */
import { MeshError } from '../errors.ts';
import type { Positions } from '../mesh/mesh-input.ts';
import { vertexOfEachPiece } from '../mesh/shells.ts';
import type { CollideOptions, Collisions } from '../queries/collide/collide.ts';
import { POINT_PLACE } from '../queries/inside/inside.ts';
import type { Scene } from '../scene.ts';
import { type Box, boxOf } from './box.ts';
import type { FileObject } from './objects.ts';

export interface Containment {
  readonly inner: number;
  readonly outer: number;
}

/** One vertex per connected part, or all vertices that triangles use. */
function vertexSample({ mesh: { indices } }: FileObject, vertexCount: number, all: boolean): number[] {
  return all ? [...new Set(indices)] : vertexOfEachPiece(indices, vertexCount);
}

/** Pairs, by outer object, where one box contains the other and no query has found the objects to meet. */
function candidates(
  boxes: readonly (Box | undefined)[],
  isKnown: (a: number, b: number) => boolean,
): Map<number, number[]> {
  const order = [...boxes.keys()].filter((object) => boxes[object]).sort((a, b) => boxes[a]!.min[0] - boxes[b]!.min[0]);
  const found = new Map<number, number[]>();
  for (const [place, outer] of order.entries()) {
    const around = boxes[outer]!;
    const contains = ({ min, max }: Box) =>
      min.every((value, axis) => value >= around.min[axis] && max[axis] <= around.max[axis]);
    // Boxes that start at the same x may come before it.
    let first = place;
    while (first > 0 && boxes[order[first - 1]]!.min[0] === around.min[0]) first--;
    const inner: number[] = [];
    for (let at = first; at < order.length && boxes[order[at]]!.min[0] <= around.max[0]; at++) {
      const object = order[at];
      if (object !== outer && contains(boxes[object]!) && !isKnown(object, outer)) inner.push(object);
    }
    if (inner.length > 0) found.set(outer, inner);
  }
  return found;
}

/** Where the points lie; undefined if the object is open and so has no inside. */
async function placesIn(scene: Scene, outer: number, points: Float64Array): Promise<Uint8Array | undefined> {
  try {
    return await scene.inside(outer, points);
  } catch (error) {
    if (error instanceof MeshError && error.code === 'open-mesh') return undefined;
    throw error;
  }
}

function liesInside(places: Uint8Array): boolean {
  return !places.includes(POINT_PLACE.outside) && places.includes(POINT_PLACE.inside);
}

/** Objects are numbered as in the scene; `positions` are their current vertices. */
export async function findContained(
  scene: Scene,
  objects: readonly FileObject[],
  positions: readonly Positions[],
  { objectPairs }: Collisions,
  { contacts, ignore = [] }: CollideOptions,
): Promise<Containment[]> {
  const key = (a: number, b: number) => Math.min(a, b) * objects.length + Math.max(a, b);
  const known = new Set(ignore.map(([a, b]) => key(a, b)));
  for (let at = 0; at < objectPairs.length; at += 3) known.add(key(objectPairs[at], objectPairs[at + 1]));
  const boxes = objects.map((object, i) => boxOf(object, positions[i]));
  const found: Containment[] = [];
  for (const [outer, inners] of candidates(boxes, (a, b) => known.has(key(a, b)))) {
    const samples = inners.map((inner) =>
      vertexSample(objects[inner], positions[inner].length / 3, contacts === 'penetrating').flatMap((vertex) =>
        Array.from(positions[inner].subarray(3 * vertex, 3 * vertex + 3)),
      ),
    );
    const places = await placesIn(scene, outer, Float64Array.from(samples.flat()));
    if (!places) continue;
    let at = 0;
    for (const [i, inner] of inners.entries()) {
      const count = samples[i].length / 3;
      if (liesInside(places.subarray(at, at + count))) found.push({ inner, outer });
      at += count;
    }
  }
  return found.sort((p, q) => p.inner - q.inner || p.outer - q.outer);
}
