/** Whether two objects are one and the same, within a tolerance or in most of their surface. */
import { triangleNormal } from '../../mesh/triangle-normal.ts';
import { flushArea } from './curve.ts';
import type { PairRegions, Region } from './regions.ts';
import type { Surface } from './surface.ts';

/** Objects can be the same within a tolerance up to this part of the shortest side of their boxes. */
const SAME_PART = 0.25;
/** Open surfaces are the same when this part of the area of each lies on the other. */
const COINCIDENT_PART = 0.9;

type Both = readonly [Surface, Surface];

function shortestSide({ box }: Surface): number {
  return Math.min(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
}

/** A tolerance that is large for the objects says nothing about whether they are the same; then the part of them counts. */
export function sameTolerance([a, b]: Both, tolerance: number): number {
  return Math.min(tolerance, SAME_PART * shortestSide(a), SAME_PART * shortestSide(b));
}

/** Whether it has to be measured if two closed objects are the same within a tolerance. */
export function mayBeTheSame([a, b]: Both, tolerance: number, regions: readonly Region[]): boolean {
  if (tolerance === 0 || a === b || !a.isClosed || !b.isClosed) return false;
  if (!a.box.every((value, k) => Math.abs(value - b.box[k]) <= tolerance)) return false;
  // What is the same without a tolerance is the same with one.
  return regions.some(({ kind }) => kind !== 'touching') && regions.some(({ kind }) => kind !== 'duplicate');
}

/** Whether two surfaces, of which one is open at least, lie on each other nearly everywhere. */
export function coincide([a, b]: Both, found: PairRegions | undefined): boolean {
  if (!found || a === b || (a.isClosed && b.isClosed) || !found.contact.coplanar.includes(1)) return false;
  const flush = found.regions.reduce((sum, region) => sum + flushArea(found.contact, region), 0);
  return flush >= COINCIDENT_PART * areaOf(a) && flush >= COINCIDENT_PART * areaOf(b);
}

const areas = new WeakMap<Surface, number>();

function areaOf(surface: Surface): number {
  const known = areas.get(surface);
  if (known !== undefined) return known;
  const { positions, corners, topology } = surface;
  let area = 0;
  for (const face of topology.triangles) {
    const [p, q, r] = [0, 1, 2].map((k) => 3 * corners[3 * face + k]);
    area += Math.hypot(...triangleNormal(positions, p, q, r)) / 2;
  }
  areas.set(surface, area);
  return area;
}
