/** Upper bounds for the distance of a triangle's points to a surface. */
import { DepthSurfaceRecord } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { NEAR_MOST } from './depth-candidates';
import { cornerOf, distanceBetween, heightAt } from './depth-corners';
import { mostOfLeast } from './least-of-linear';

/** Distances of the corners of the current triangle to triangles of the other surface, three for each. */
const heights = reserveScratch(<usize>NEAR_MOST * 24);

/**
 * The least of the upper bounds of a triangle that is known at its corners, or one that is no more than `enough`; `near`
 * are triangles that are likely near.
 *
 * The distance to one triangle of the other surface is convex, so it is nowhere more than what its values at the corners
 * give by linear interpolation; and the distance to the surface is nowhere more than the least of several of these.
 */
export function upperBound(
  surface: DepthSurfaceRecord,
  corner0: u32,
  corner1: u32,
  corner2: u32,
  near: usize,
  nearCount: u32,
  enough: f64,
): f64 {
  const a = cornerOf(corner0);
  const b = cornerOf(corner1);
  const c = cornerOf(corner2);
  const ab = distanceBetween(a, b);
  const bc = distanceBetween(b, c);
  const ca = distanceBetween(c, a);
  const bound = min<f64>(
    min<f64>(a.distance + max<f64>(ab, ca), b.distance + max<f64>(ab, bc)),
    c.distance + max<f64>(bc, ca),
  );
  if (bound <= enough) return bound;
  for (let i: u32 = 0; i < nearCount; i++) {
    const triangle = load<i32>(near + ((<usize>i) << 2));
    const at = heights + <usize>i * 24;
    const p = heightAt(surface, a, triangle);
    const q = heightAt(surface, b, triangle);
    const r = heightAt(surface, c, triangle);
    store<f64>(at, p);
    store<f64>(at, q, 8);
    store<f64>(at, r, 16);
    const most = max<f64>(max<f64>(p, q), r);
    if (most <= enough) return min<f64>(bound, most);
  }
  return min<f64>(bound, mostOfLeast(heights, nearCount, enough));
}

// @inline
function includes(near: usize, count: u32, triangle: i32): bool {
  for (let i: usize = 0; i < count; i++) if (load<i32>(near + (i << 2)) == triangle) return true;
  return false;
}

/**
 * Lists what is nearest to the corners of a triangle, then others that are likely near, each once; at most NEAR_MOST.
 * Returns how many there are.
 */
export function listNear(corner0: u32, corner1: u32, corner2: u32, others: usize, otherCount: u32, near: usize): u32 {
  let count: u32 = 0;
  for (let k = 0; k < 3; k++) {
    const nearest = cornerOf(k == 0 ? corner0 : k == 1 ? corner1 : corner2).nearest;
    if (includes(near, count, nearest)) continue;
    store<i32>(near + ((<usize>count) << 2), nearest);
    count++;
  }
  for (let i: u32 = 0; i < otherCount && count < NEAR_MOST; i++) {
    const other = load<i32>(others + ((<usize>i) << 2));
    if (includes(near, count, other)) continue;
    store<i32>(near + ((<usize>count) << 2), other);
    count++;
  }
  return count;
}

/** The ball that `ballOf` found: which of the points is its centre, and its radius. */
export let ballCorner: u32 = 0;
export let ballRadius: f64 = 0;

// @inline
function squaredDistance(p: usize, x: f64, y: f64, z: f64): f64 {
  const dx = load<f64>(p) - x;
  const dy = load<f64>(p, 8) - y;
  const dz = load<f64>(p, 16) - z;
  return dx * dx + dy * dy + dz * dz;
}

/** A ball around points, x y z each: the one of them nearest to the middle of their box, and the largest distance from it. */
export function ballOf(from: usize, to: usize): void {
  let lowX: f64 = Infinity;
  let lowY: f64 = Infinity;
  let lowZ: f64 = Infinity;
  let highX: f64 = -Infinity;
  let highY: f64 = -Infinity;
  let highZ: f64 = -Infinity;
  for (let at = from; at < to; at += 24) {
    const x = load<f64>(at);
    const y = load<f64>(at, 8);
    const z = load<f64>(at, 16);
    lowX = min<f64>(lowX, x);
    lowY = min<f64>(lowY, y);
    lowZ = min<f64>(lowZ, z);
    highX = max<f64>(highX, x);
    highY = max<f64>(highY, y);
    highZ = max<f64>(highZ, z);
  }
  const middleX = lowX / 2 + highX / 2;
  const middleY = lowY / 2 + highY / 2;
  const middleZ = lowZ / 2 + highZ / 2;
  let chosen = from;
  let least: f64 = Infinity;
  for (let at = from; at < to; at += 24) {
    const squared = squaredDistance(at, middleX, middleY, middleZ);
    if (squared >= least) continue;
    least = squared;
    chosen = at;
  }
  ballCorner = <u32>((chosen - from) / 24);
  const x = load<f64>(chosen);
  const y = load<f64>(chosen, 8);
  const z = load<f64>(chosen, 16);
  let most: f64 = 0;
  for (let at = from; at < to; at += 24) most = max<f64>(most, squaredDistance(at, x, y, z));
  ballRadius = sqrt<f64>(most);
}
