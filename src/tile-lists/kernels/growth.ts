/**
 * By how much boxes are grown so that triangles nearer than a distance have overlapping boxes.
 *
 * If the computed distance of two triangles is below D, then in each coordinate low(a) − high(b) < D + e, where e is
 * the error of the distance: 2^-48 of the extent of the two together, which is twice the larger of their largest
 * coordinates, M(a) and M(b), at most. Image coordinates are that times the scale, each off by 2^-24 of itself at most.
 * So with a growth g(t) of half of D · scale, plus 2^-23 of M(t), low(a) − g(a) ≤ high(b) + g(b) holds before these are
 * rounded, and rounding keeps the order. M is that of each triangle alone: with that of the whole scene, one stray
 * object far away would make all other boxes overlap.
 */

import { grid, job } from '../../memory/generated/kernels/records';
import { objectRecord } from '../../memory/kernels/objects';
import { growthOf, readGrowth } from './grown-box';
import { imageIsExact } from './normal-signs';

/** Twice the largest relative error of rounding to single precision. */
const SINGLE_ROUNDING: f32 = 1.1920928955078125e-7; // 2^-23
/** The same for the distance, with ample reserve, where image coordinates are exact. */
const DISTANCE_ROUNDING: f32 = 9.094947017729282e-13; // 2^-40
/** Image coordinates that are not exact are of magnitude 1; this is for those of them that are next to 0. */
const SMALLEST: f64 = 1.1754943508222875e-38; // 2^-126

/** Half of a distance up to the one asked for, in image coordinates and not below it; known once boxes have been grown. */
export function growthFor(distance: f64): f32 {
  // No two coordinates are farther apart than twice the largest: growing by more would change nothing.
  const half = min(0.5 * distance * load<f64>(job.map + 24), 2 * grid.imageLargest);
  // Neither rounding this to single precision nor adding to it must make the sum too small.
  return <f32>(half * (1 + 2 * <f64>SINGLE_ROUNDING) + grid.imageSlack);
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
  grid.imageLargest = max(max(x, y), z);
  grid.imageSlack = <f64>f32.MIN_VALUE + (exact ? 0 : SMALLEST);
  const growth = growthFor(distance);
  v128.store(grid.growth, f32x4(growth, growth, growth, 0));
  grid.relativeGrowth = exact ? DISTANCE_ROUNDING : SINGLE_ROUNDING;
  grid.imageDistance = 2 * growth;
  readGrowth();
  for (let i: u32 = 0; i < objects; i++) {
    const object = objectRecord(i);
    const low = v128.load(object.low);
    const high = v128.load(object.high);
    const more = growthOf(low, high);
    // A box that holds everything stays one of numbers.
    v128.store(object.low, f32x4.pmax(f32x4.splat(-f32.MAX_VALUE), f32x4.sub(low, more)));
    v128.store(object.high, f32x4.pmin(f32x4.splat(f32.MAX_VALUE), f32x4.add(high, more)));
  }
}
