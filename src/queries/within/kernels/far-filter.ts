/**
 * Are two triangles certainly farther apart than the distance asked for? A yes is certain, a no is inconclusive.
 *
 * For any vector v, the gap between two triangles along v, divided by |v|, is at most their distance. The vectors tried
 * are the normals of both triangles, and those in their planes perpendicular to their edges: four at a time, in single
 * precision, on image coordinates taken relative to a corner and scaled by a power of two to a magnitude between 1 and
 * 2. There, a difference of coordinates has an error of 2^-23 plus twice that of image coordinates, a gap over |v| one
 * of 2^-20 more, and the error of triangle-distance.ts is far below that. The margin covers all of these, so that no
 * pair is lost that triangle-distance.ts finds near.
 */
import { grid } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { growthFor } from '../../../tile-lists/kernels/growth';
import { corners } from '../../../tile-lists/kernels/tile-members';

const MARGIN: f32 = 1.52587890625e-5; // 2^-16
/** Shorter directions are not used: their products might underflow. */
const SHORTEST_SQUARED: f32 = 1e-20;

/** The distance of the running job, and the corners of the current pair. */
// @unmanaged
class FarFilterState {
  /**
   * The distance in image coordinates, and an allowance for the errors of both, as a fraction of the largest
   * coordinate.
   */
  imageDistance: f32;
  roundings: f32;

  // The first triangle's other corners and the second triangle, as differences to the first triangle's first corner.
  a1: v128;
  a2: v128;
  b0: v128;
  b1: v128;
  b2: v128;
}
const farFilter = changetype<FarFilterState>(reserveScratch(offsetof<FarFilterState>()));

/** The growth of boxes is known after the first phase, when threads have long been opened. */
export function readReach(): void {
  farFilter.imageDistance = grid.imageDistance;
  farFilter.roundings = 10 * grid.relativeGrowth;
}

/** A distance not above the one asked for, in image coordinates, rounded up. */
export function reachOf(distance: f64): f32 {
  return 2 * growthFor(distance);
}

// @inline
function cross(u: v128, v: v128): v128 {
  const p = f32x4.mul(u, v128.shuffle<f32>(v, v, 1, 2, 0, 3));
  const q = f32x4.mul(v128.shuffle<f32>(u, u, 1, 2, 0, 3), v);
  const r = f32x4.sub(p, q);
  return v128.shuffle<f32>(r, r, 1, 2, 0, 3);
}

/** How far a point lies along four vectors. */
// @inline
function along(p: v128, x: v128, y: v128, z: v128): v128 {
  const px = f32x4.mul(x, v128.shuffle<f32>(p, p, 0, 0, 0, 0));
  const py = f32x4.mul(y, v128.shuffle<f32>(p, p, 1, 1, 1, 1));
  const pz = f32x4.mul(z, v128.shuffle<f32>(p, p, 2, 2, 2, 2));
  return f32x4.add(f32x4.add(px, py), pz);
}

/** Along one of the four vectors that belong to a triangle with the edges u and v, is the gap wider than the reach? */
// @inline
function isFarAlong(u: v128, v: v128, reachSquared: f32): bool {
  const n = cross(u, v);
  const m0 = cross(u, n);
  const m1 = cross(v, n);
  const m2 = cross(f32x4.sub(v, u), n);
  // Four vectors become four numbers of each coordinate.
  const low = v128.shuffle<f32>(n, m0, 0, 4, 1, 5);
  const lowOther = v128.shuffle<f32>(m1, m2, 0, 4, 1, 5);
  const x = v128.shuffle<f32>(low, lowOther, 0, 1, 4, 5);
  const y = v128.shuffle<f32>(low, lowOther, 2, 3, 6, 7);
  const z = v128.shuffle<f32>(v128.shuffle<f32>(n, m0, 2, 6, 2, 6), v128.shuffle<f32>(m1, m2, 2, 6, 2, 6), 0, 1, 4, 5);
  const squared = f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z));
  const zero = f32x4.splat(0);
  const d1 = along(farFilter.a1, x, y, z);
  const d2 = along(farFilter.a2, x, y, z);
  const e0 = along(farFilter.b0, x, y, z);
  const e1 = along(farFilter.b1, x, y, z);
  const e2 = along(farFilter.b2, x, y, z);
  const lowA = f32x4.pmin(f32x4.pmin(d1, d2), zero);
  const highA = f32x4.pmax(f32x4.pmax(d1, d2), zero);
  const lowB = f32x4.pmin(f32x4.pmin(e0, e1), e2);
  const highB = f32x4.pmax(f32x4.pmax(e0, e1), e2);
  const gap = f32x4.pmax(f32x4.pmax(f32x4.sub(lowB, highA), f32x4.sub(lowA, highB)), zero);
  const wide = f32x4.gt(f32x4.mul(gap, gap), f32x4.mul(squared, f32x4.splat(reachSquared)));
  return v128.any_true(v128.and(wide, f32x4.gt(squared, f32x4.splat(SHORTEST_SQUARED))));
}

/** The largest of three numbers. */
// @inline
function largest(sizes: v128): f32 {
  return max(max(f32x4.extract_lane(sizes, 0), f32x4.extract_lane(sizes, 1)), f32x4.extract_lane(sizes, 2));
}

// @inline
function cornerAt(record: usize, corner: usize): v128 {
  return v128.and(v128.load(load<u32>(record + (corner << 2))), i32x4(-1, -1, -1, 0));
}

/** For two members of the current tile, by rank. */
export function isFar(a: u32, b: u32): bool {
  return isBeyond(a, b, farFilter.imageDistance);
}

/** Twice the relative rounding error of the squared distance of two boxes. */
const BOX_MARGIN: f32 = 1.0000152587890625; // 1 + 2^-16

/** Are the boxes of two members farther apart than a distance in image coordinates? Cheaper than `isBeyond`, and weaker. */
export function boxesAreBeyond(a: u32, b: u32, apart: f32): bool {
  const recordA = corners + ((<usize>a) << 4);
  const recordB = corners + ((<usize>b) << 4);
  const p0 = v128.load(load<u32>(recordA));
  const p1 = v128.load(load<u32>(recordA, 4));
  const p2 = v128.load(load<u32>(recordA, 8));
  const q0 = v128.load(load<u32>(recordB));
  const q1 = v128.load(load<u32>(recordB, 4));
  const q2 = v128.load(load<u32>(recordB, 8));
  const lowA = f32x4.pmin(f32x4.pmin(p0, p1), p2);
  const highA = f32x4.pmax(f32x4.pmax(p0, p1), p2);
  const lowB = f32x4.pmin(f32x4.pmin(q0, q1), q2);
  const highB = f32x4.pmax(f32x4.pmax(q0, q1), q2);
  const gap = f32x4.pmax(f32x4.pmax(f32x4.sub(lowB, highA), f32x4.sub(lowA, highB)), f32x4.splat(0));
  const squares = f32x4.mul(gap, gap);
  const x = f32x4.extract_lane(squares, 0);
  const y = f32x4.extract_lane(squares, 1);
  const z = f32x4.extract_lane(squares, 2);
  const sizes = f32x4.pmax(
    f32x4.pmax(f32x4.abs(lowA), f32x4.abs(highA)),
    f32x4.pmax(f32x4.abs(lowB), f32x4.abs(highB)),
  );
  const reach = apart + farFilter.roundings * largest(sizes);
  return x + y + z > reach * reach * BOX_MARGIN;
}

/** For two members and a distance in image coordinates. */
export function isBeyond(a: u32, b: u32, apart: f32): bool {
  const recordA = corners + ((<usize>a) << 4);
  const recordB = corners + ((<usize>b) << 4);
  const origin = cornerAt(recordA, 0);
  farFilter.a1 = f32x4.sub(cornerAt(recordA, 1), origin);
  farFilter.a2 = f32x4.sub(cornerAt(recordA, 2), origin);
  farFilter.b0 = f32x4.sub(cornerAt(recordB, 0), origin);
  farFilter.b1 = f32x4.sub(cornerAt(recordB, 1), origin);
  farFilter.b2 = f32x4.sub(cornerAt(recordB, 2), origin);
  const sizeA = f32x4.pmax(f32x4.abs(farFilter.a1), f32x4.abs(farFilter.a2));
  const sizeB = f32x4.pmax(f32x4.pmax(f32x4.abs(farFilter.b0), f32x4.abs(farFilter.b1)), f32x4.abs(farFilter.b2));
  const size = largest(f32x4.pmax(sizeA, sizeB));
  // The power of two that brings the size to between 1 and 2; of nothing, something finite.
  const scale = reinterpret<f32>((254 - (reinterpret<u32>(size) >>> 23)) << 23);
  const factor = f32x4.splat(scale);
  farFilter.a1 = f32x4.mul(farFilter.a1, factor);
  farFilter.a2 = f32x4.mul(farFilter.a2, factor);
  farFilter.b0 = f32x4.mul(farFilter.b0, factor);
  farFilter.b1 = f32x4.mul(farFilter.b1, factor);
  farFilter.b2 = f32x4.mul(farFilter.b2, factor);
  const reach = (apart + farFilter.roundings * (largest(f32x4.abs(origin)) + size)) * scale + MARGIN;
  const reachSquared = reach * reach;
  return (
    isFarAlong(farFilter.a1, farFilter.a2, reachSquared) ||
    isFarAlong(f32x4.sub(farFilter.b1, farFilter.b0), f32x4.sub(farFilter.b2, farFilter.b0), reachSquared)
  );
}
