/**
 * Whether regions certainly reach deeper than a small distance, told from a few points that lie inside: without a tree,
 * and without knowing all that lies inside.
 */
import type { Contact } from './contact.ts';
import type { ContactSide } from './contact-side.ts';
import { copyFace } from './measures.ts';
import { distanceToTriangle } from './point-to-triangle.ts';
import type { PairRegions, Region } from './regions.ts';
import { boxAround } from './surface.ts';

/** Small triangles of each piece of which points are tried. */
const TRIES = 4;

interface Place {
  readonly side: 0 | 1;
  readonly at: readonly [number, number, number];
}

/** A region, how deep it must reach, and the points of it that are still to be tried. */
interface Question {
  readonly distance: number;
  readonly places: Iterator<Place>;
}

/**
 * Whether all of the regions do; false when one may not: then it has to be measured. The distances are well above what contact
 * points may be off by.
 */
export function allReachDeeper(
  { contact, meshes }: PairRegions,
  regions: readonly Region[],
  distanceOf: (region: Region) => number,
): boolean {
  if (regions.length === 0) return true;
  if (!meshes) return false;
  let left = regions.map(
    (region): Question => ({ distance: distanceOf(region), places: somePlaces(contact, meshes, region) }),
  );
  while (left.length > 0) {
    // One point of each region at a time: most often the first tells.
    const tried: (Place & Question)[] = [];
    for (const question of left) {
      const { done, value } = question.places.next();
      if (done) return false;
      tried.push({ ...question, ...value });
    }
    left = [0, 1].flatMap((side) =>
      nearOnes(
        tried.filter((place) => place.side === side),
        meshes[1 - side],
      ),
    );
  }
  return true;
}

/** Vertices of small triangles that are not on the other surface, and middles of such triangles. */
function* somePlaces(
  { points: { x, y, z } }: Contact,
  meshes: readonly [ContactSide, ContactSide],
  { pieces }: Region,
): Generator<Place, undefined> {
  for (const side of [0, 1] as const) {
    const mesh = meshes[side];
    for (const { small } of pieces[side]) {
      const step = Math.max(1, Math.floor(small.length / TRIES));
      for (let i = 0; i < small.length; i += step) {
        const [p, q, r] = [0, 1, 2].map((k) => mesh.corners[3 * small[i] + k]);
        for (const point of [p, q, r])
          if (mesh.freeVertex(point) >= 0) yield { side, at: [x[point], y[point], z[point]] };
        const middle = (of: Float64Array) => of[p] / 3 + of[q] / 3 + of[r] / 3;
        yield { side, at: [middle(x), middle(y), middle(z)] };
      }
    }
  }
  return undefined;
}

/** Those of the points that some triangle of the other surface is not farther from than their distance. */
function nearOnes<T extends Place & Question>(tried: readonly T[], { surface }: ContactSide): T[] {
  if (tried.length === 0) return [];
  const corners = new Float64Array(9);
  const isNear = new Uint8Array(tried.length);
  const boxes = tried.map(({ at, distance }) => boxAround(at, distance));
  surface.eachNearAny(boxes, (triangle, place) => {
    if (isNear[place]) return;
    copyFace(surface, triangle, corners, 0);
    if (!(distanceToTriangle(tried[place].at, corners, 0) > tried[place].distance)) isNear[place] = 1;
  });
  return tried.filter((_, place) => isNear[place] === 1);
}
