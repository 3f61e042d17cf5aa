/** Corners of triangles that depths are measured at: what is known of each. */
import { DepthSurfaceRecord } from '../../../memory/generated/kernels/records';
import { squaredTo } from './depth-surfaces';
import { forget, newGrowable, reserve } from './growable';

/** Distances to other triangles that a corner remembers. */
const ASKED_MOST: u32 = 6;

/** A point of a surface, and how far it is from the other. */
// @unmanaged
export class Corner {
  x: f64 = 0;
  y: f64 = 0;
  z: f64 = 0;
  /** To the triangle `nearest` of the other surface: the nearest of all, or near enough. */
  distance: f64 = 0;
  nearest: i32 = 0;
  /** Distances that were asked for, since parts of a triangle share corners and have the same neighbours; the last ones. */
  askedCount: u32 = 0;
  asked0: u64 = 0;
  asked1: u64 = 0;
  asked2: u64 = 0;
  heights: f64 = 0;
}

const CORNER_BYTES: usize = offsetof<Corner>('heights') + ((<usize>ASKED_MOST) << 3);

const stored = newGrowable();
let count: u32 = 0;

export function forgetCorners(): void {
  forget(stored);
  count = 0;
}

/** Removes all corners. */
export function clearCorners(): void {
  count = 0;
}

/** The corner with a number; its address changes when corners are added. */
// @inline
export function cornerOf(number: u32): Corner {
  return changetype<Corner>(stored.at + <usize>number * CORNER_BYTES);
}

export function addCorner(x: f64, y: f64, z: f64, distance: f64, nearest: i32): u32 {
  const number = count++;
  reserve(stored, <u64>count * CORNER_BYTES, <u64>number * CORNER_BYTES);
  const corner = cornerOf(number);
  corner.x = x;
  corner.y = y;
  corner.z = z;
  corner.distance = distance;
  corner.nearest = nearest;
  corner.askedCount = 0;
  return number;
}

/** The distance of a corner to one triangle of the other surface. */
export function heightAt(surface: DepthSurfaceRecord, corner: Corner, triangle: i32): f64 {
  if (triangle == corner.nearest) return corner.distance;
  const asked = changetype<usize>(corner) + offsetof<Corner>('asked0');
  const heights = changetype<usize>(corner) + offsetof<Corner>('heights');
  const known = min(corner.askedCount, ASKED_MOST);
  for (let i: usize = 0; i < known; i++) {
    if (load<i32>(asked + (i << 2)) == triangle) return load<f64>(heights + (i << 3));
  }
  const height = sqrt<f64>(squaredTo(surface, <u32>triangle, corner.x, corner.y, corner.z, 0));
  const place: usize = corner.askedCount++ % ASKED_MOST;
  store<i32>(asked + (place << 2), triangle);
  store<f64>(heights + (place << 3), height);
  return height;
}

export function distanceBetween(p: Corner, q: Corner): f64 {
  const x = p.x - q.x;
  const y = p.y - q.y;
  const z = p.z - q.z;
  return sqrt<f64>(x * x + y * y + z * z);
}
