/**
 * Where most of a scene lies: the box of its triangles without strays, from a sample of points.
 *
 * The map to image coordinates has the precision of single numbers around its centre. With the centre half-way to a stray
 * far off, everything else would come to lie on one spot.
 */
import type { Box } from './image-map.ts';

/** The part of the sample that may lie outside, at each end of each axis. */
const STRAY_SHARE = 1 / 64;
/** A bulk counts when it is so much smaller than the box; otherwise single precision tells enough of it anyway. */
const SMALL_PART = 2 ** -8;
/** Bins along an axis: enough to see at a glance that a scene fills its box. */
const BINS = 1024;
const bins = new Uint32Array(BINS);

/** Whether it is certain, without sorting, that what is left without strays spans more than a small part of the box. */
function fillsAxis(points: Float64Array, axis: number, low: number, extent: number, strays: number): boolean {
  bins.fill(0);
  const scale = BINS / extent;
  for (let i = axis; i < points.length; i += 3) {
    bins[Math.max(0, Math.min(BINS - 1, Math.floor((points[i] - low) * scale)))]++;
  }
  let first = 0;
  for (let seen = bins[0]; seen <= strays && first < BINS - 1; seen += bins[first]) first++;
  let last = BINS - 1;
  for (let seen = bins[last]; seen <= strays && last > 0; seen += bins[last]) last--;
  // Points may lie anywhere in their bins, and rounding may have put them into the next.
  return last - first - 3 > SMALL_PART * BINS;
}

/**
 * `points` are x, y, z of each. Undefined when the scene fills its box well enough. The corners of the box found are rounded to
 * a coarse grid, so that the answer stays the same while things move a little.
 */
export function findBulk(points: Float64Array, box: Box): Box | undefined {
  const count = points.length / 3;
  const extent = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  const strays = Math.floor(count * STRAY_SHARE);
  if (!(extent > 0 && extent < Infinity)) return undefined;
  for (let k = 0; k < 3; k++) if (fillsAxis(points, k, box[k], extent, strays)) return undefined;
  const low: number[] = [];
  const high: number[] = [];
  for (let k = 0; k < 3; k++) {
    const values = Float64Array.from({ length: count }, (_, i) => points[3 * i + k]).sort();
    low.push(values[strays]);
    high.push(values[count - 1 - strays]);
  }
  const size = Math.max(...high.map((value, k) => value - low[k]));
  if (!(size <= extent * SMALL_PART)) return undefined;
  if (size === 0) return [...low, ...high];
  const step = 2 ** Math.floor(Math.log2(size));
  const rounded = [
    ...low.map((value) => Math.floor(value / step) * step),
    ...high.map((value) => Math.ceil(value / step) * step),
  ];
  return rounded.every(Number.isFinite) ? rounded : [...low, ...high];
}
