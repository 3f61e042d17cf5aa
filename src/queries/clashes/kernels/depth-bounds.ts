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

/** Squared distances of two points, one behind the other, from one that is given as x y, z x, y z. */
// @inline
function squaredDistances(at: usize, xy: v128, zx: v128, yz: v128): v128 {
  const a = f64x2.sub(v128.load(at), xy);
  const b = f64x2.sub(v128.load(at, 16), zx);
  const c = f64x2.sub(v128.load(at, 32), yz);
  const first = f64x2.mul(a, a);
  const second = f64x2.mul(c, c);
  const sums = f64x2.add(v128.shuffle<f64>(first, second, 0, 2), v128.shuffle<f64>(first, second, 1, 3));
  return f64x2.add(sums, f64x2.mul(b, b));
}

/** x, y or z of the middle of a box, from the bounds of two points' coordinates. */
// @inline
function middleOf(low0: f64, low1: f64, high0: f64, high1: f64): f64 {
  return min<f64>(low0, low1) / 2 + max<f64>(high0, high1) / 2;
}

/**
 * A ball around points, x y z each, two at least: the one of them nearest to the middle of their box, and the largest distance from it. Two
 * points are looked at together; where their number is odd, the last but one is looked at twice.
 */
export function ballOf(from: usize, to: usize): void {
  const last = to - 48;
  let lowXY = v128.load(from);
  let lowZX = v128.load(from, 16);
  let lowYZ = v128.load(from, 32);
  let highXY = lowXY;
  let highZX = lowZX;
  let highYZ = lowYZ;
  for (let at = from; at < to; at += 48) {
    const pair = min(at, last);
    const xy = v128.load(pair);
    const zx = v128.load(pair, 16);
    const yz = v128.load(pair, 32);
    lowXY = f64x2.pmin(lowXY, xy);
    lowZX = f64x2.pmin(lowZX, zx);
    lowYZ = f64x2.pmin(lowYZ, yz);
    highXY = f64x2.pmax(highXY, xy);
    highZX = f64x2.pmax(highZX, zx);
    highYZ = f64x2.pmax(highYZ, yz);
  }
  const x = middleOf(
    f64x2.extract_lane(lowXY, 0),
    f64x2.extract_lane(lowZX, 1),
    f64x2.extract_lane(highXY, 0),
    f64x2.extract_lane(highZX, 1),
  );
  const y = middleOf(
    f64x2.extract_lane(lowXY, 1),
    f64x2.extract_lane(lowYZ, 0),
    f64x2.extract_lane(highXY, 1),
    f64x2.extract_lane(highYZ, 0),
  );
  const z = middleOf(
    f64x2.extract_lane(lowZX, 0),
    f64x2.extract_lane(lowYZ, 1),
    f64x2.extract_lane(highZX, 0),
    f64x2.extract_lane(highYZ, 1),
  );
  const chosen = nearestPoint(from, to, x, y, z);
  ballCorner = <u32>((chosen - from) / 24);
  ballRadius = sqrt<f64>(mostFrom(from, to, chosen));
}

/** The first of the points that are nearest to one. */
function nearestPoint(from: usize, to: usize, x: f64, y: f64, z: f64): usize {
  const xy = f64x2.replace_lane(f64x2.splat(x), 1, y);
  const zx = f64x2.replace_lane(f64x2.splat(z), 1, x);
  const yz = f64x2.replace_lane(f64x2.splat(y), 1, z);
  const last = to - 48;
  let chosen = from;
  let least: f64 = Infinity;
  for (let at = from; at < to; at += 48) {
    const pair = min(at, last);
    const squares = squaredDistances(pair, xy, zx, yz);
    const first = f64x2.extract_lane(squares, 0);
    const second = f64x2.extract_lane(squares, 1);
    if (first < least) {
      least = first;
      chosen = pair;
    }
    if (second < least) {
      least = second;
      chosen = pair + 24;
    }
  }
  return chosen;
}

/** The square of the largest distance of points from one of them. */
function mostFrom(from: usize, to: usize, chosen: usize): f64 {
  const x = load<f64>(chosen);
  const y = load<f64>(chosen, 8);
  const z = load<f64>(chosen, 16);
  const xy = f64x2.replace_lane(f64x2.splat(x), 1, y);
  const zx = f64x2.replace_lane(f64x2.splat(z), 1, x);
  const yz = f64x2.replace_lane(f64x2.splat(y), 1, z);
  const last = to - 48;
  let most = f64x2.splat(0);
  for (let at = from; at < to; at += 48) most = f64x2.pmax(most, squaredDistances(min(at, last), xy, zx, yz));
  return max<f64>(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1));
}
