/**
 * By how much boxes are grown so that triangles nearer than a distance have overlapping boxes.
 *
 * If the computed distance of two triangles is below D, then in each coordinate low(a) − high(b) < D + e, where e is what
 * the distance may be off by. Image coordinates are that times the scale, each off by r at most. So with a growth g of
 * half of (D + e) · scale, plus r, low(a) − g ≤ high(b) + g holds before these are rounded, and rounding keeps the order.
 */

import { grid, job, withinJob } from '../../../memory/generated/kernels/records';
import { objectRecord } from '../../../memory/kernels/objects';
import { imageIsExact } from '../../../tile-lists/kernels/normal-signs';

/** Of the largest image coordinate: what rounding to single precision is off by at most, twice over. */
const SINGLE_ROUNDING: f64 = 1.1920928955078125e-7; // 2^-23
/** The same for the distance, many times over: it is off by 2^-48 of an extent, and that is twice the largest at most. */
const DISTANCE_ROUNDING: f64 = 9.094947017729282e-13; // 2^-40
/** Image coordinates that are not exact are of magnitude 1; this is for those of them that are next to 0. */
const SMALLEST: f64 = 1.1754943508222875e-38; // 2^-126

/** The growth for a distance up to the one asked for; known once boxes have been grown. */
export function growthFor(distance: f64): f32 {
  // No two coordinates are farther apart than twice the largest: growing by more would change nothing.
  const half = min(0.5 * distance * load<f64>(job.map + 24), 2 * withinJob.imageLargest);
  // Rounding the sum to single precision must not make it smaller.
  return <f32>((half + withinJob.imageSlack) * (1 + SINGLE_ROUNDING) + <f64>f32.MIN_VALUE);
}

/** Sets the growth for a distance, and grows the boxes of the objects, which have just been found. */
export function growBoxes(distance: f64): void {
  const objects = job.objectCount;
  let sizes = f32x4.splat(0);
  let exact: bool = true;
  for (let i: u32 = 0; i < objects; i++) {
    const object = objectRecord(i);
    sizes = f32x4.pmax(sizes, f32x4.abs(v128.load(object.low)));
    sizes = f32x4.pmax(sizes, f32x4.abs(v128.load(object.high)));
    exact = exact && imageIsExact(object, object.image);
  }
  const x = <f64>f32x4.extract_lane(sizes, 0);
  const y = <f64>f32x4.extract_lane(sizes, 1);
  const z = <f64>f32x4.extract_lane(sizes, 2);
  const largest = max(max(x, y), z);
  withinJob.imageLargest = largest;
  withinJob.imageSlack = exact ? largest * DISTANCE_ROUNDING : largest * SINGLE_ROUNDING + SMALLEST;
  const growth = growthFor(distance);
  v128.store(grid.growth, f32x4(growth, growth, growth, 0));
  withinJob.imageDistance = 2 * growth;
  withinJob.imageRounding = exact ? 0 : <f32>(largest * SINGLE_ROUNDING + SMALLEST);
  for (let i: u32 = 0; i < objects; i++) {
    const object = objectRecord(i);
    v128.store(object.low, f32x4.sub(v128.load(object.low), f32x4.splat(growth)));
    v128.store(object.high, f32x4.add(v128.load(object.high), f32x4.splat(growth)));
  }
}
