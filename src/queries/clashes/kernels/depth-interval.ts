/**
 * What a search for a depth knows so far: the deepest point that was measured, a bound for everything that was left out, and when that
 * is narrow enough. `depth-search.ts` searches.
 *
 * Promise: least ≤ the depth ≤ most, rounding included.
 */
import { DepthItemRecord, depthJob } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { topBound } from './depth-candidates';
import { sourceOf } from './depth-sources';
import { nearestSquared } from './nearest-triangle';
import { nearestX, nearestY, nearestZ } from './triangle-frames';

/** After this many distances the interval is returned as it is. */
const DISTANCES_MAX: u32 = 400_000;

/**
 * A corner is settled by any triangle within this part, squared, of what need not be examined: the triangles around it are mostly left out by
 * it. Farther corners need the nearest of all, which makes for better bounds.
 */
const SETTLED: f64 = 0.6;

/** The interval of the current search. */
// @unmanaged
class Interval {
  part: f64 = 0;
  tolerance: f64 = 0;
  width: f64 = 0;
  slack: f64 = 0;
  /** The deepest point so far, and the nearest of the other surface. */
  least: f64 = 0;
  insideX: f64 = 0;
  insideY: f64 = 0;
  insideZ: f64 = 0;
  nearestX: f64 = 0;
  nearestY: f64 = 0;
  nearestZ: f64 = 0;
  /** Nothing that was left out is deeper than this. */
  leftOut: f64 = 0;
  side: u32 = 0;
  distances: u32 = 0;
}

export const interval = changetype<Interval>(reserveScratch(offsetof<Interval>()));

/** Readies the interval for an item. */
export function openInterval(item: DepthItemRecord): void {
  const scale = depthJob.scale;
  interval.part = item.part;
  interval.tolerance = item.tolerance * scale;
  interval.width = item.width * scale;
  interval.slack = item.slack * scale;
  interval.least = -1;
  interval.leftOut = 0;
  interval.side = 0;
  interval.distances = 0;
}

/** Parts no deeper than this need not be examined: the answer is good enough without them. */
export function enough(): f64 {
  const near = interval.least * (1 + interval.part);
  const straddles = interval.least - interval.slack <= interval.tolerance && near + interval.slack > interval.tolerance;
  return straddles ? max<f64>(interval.least, interval.tolerance - 2 * interval.slack) : near;
}

/** Leaves something out that is no deeper than `bound`, if that is good enough. */
export function isDone(bound: f64): bool {
  if (bound > enough()) return false;
  interval.leftOut = max<f64>(interval.leftOut, bound);
  return true;
}

/**
 * The distance at a point of the surface, or that of some triangle that is near enough to leave out all within `radius`; the
 * triangle is `nearestTriangle`. If it is the least distance, it is a lower bound for the whole.
 */
export function measure(side: u32, x: f64, y: f64, z: f64, likely: i32, radius: f64): f64 {
  interval.distances++;
  const limit = enough() - radius;
  const near = limit > 0 ? limit * limit : -1;
  const ends = radius > 0 ? near : SETTLED * near;
  const squared = nearestSquared(sourceOf(side).surface, x, y, z, likely, near, ends);
  const distance = sqrt<f64>(squared);
  if (distance > interval.least && distance > limit) {
    interval.least = distance;
    interval.insideX = x;
    interval.insideY = y;
    interval.insideZ = z;
    interval.nearestX = nearestX;
    interval.nearestY = nearestY;
    interval.nearestZ = nearestZ;
    interval.side = side;
  }
  return distance;
}

// @inline
function boundOfAll(): f64 {
  return max<f64>(max<f64>(interval.least, interval.leftOut), topBound());
}

/** Whether the interval is as narrow as was asked for, or has cost enough. */
export function isNarrow(): bool {
  if (interval.distances > DISTANCES_MAX) return true;
  if (interval.least < 0) return false;
  const least = interval.least;
  const bound = boundOfAll();
  const width = bound - least;
  const straddles = least - interval.slack <= interval.tolerance && bound + interval.slack > interval.tolerance;
  return width <= interval.width || (width <= interval.part * bound && !straddles);
}

/** Writes the result. */
export function closeInterval(item: DepthItemRecord): void {
  if (interval.least < 0) return;
  const scale = depthJob.scale;
  item.isFound = 1;
  // Scaling back rounds what is smaller than the least normal number, by less than the least of all.
  item.least = max<f64>(0, max<f64>(0, interval.least - interval.slack) / scale - f64.MIN_VALUE);
  item.most = (boundOfAll() + interval.slack) / scale + f64.MIN_VALUE;
  item.side = interval.side;
  store<f64>(item.inside, interval.insideX / scale);
  store<f64>(item.inside, interval.insideY / scale, 8);
  store<f64>(item.inside, interval.insideZ / scale, 16);
  store<f64>(item.nearest, interval.nearestX / scale);
  store<f64>(item.nearest, interval.nearestY / scale, 8);
  store<f64>(item.nearest, interval.nearestZ / scale, 16);
}
