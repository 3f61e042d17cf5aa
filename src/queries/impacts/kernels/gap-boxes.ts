/**
 * With a gap, or a margin: boxes that are grown so that those of features nearer than the gap, at any time, overlap.
 *
 * Image coordinates are those of the world times a scale, each off by 2^-24 of itself at most. So a growth of half the gap
 * times the scale, and 2^-23 of the largest coordinate of the triangle, is enough on each side (as in `within`).
 */
import { grid, impactsJob, job } from '../../../memory/generated/kernels/records';
import { objectRecord } from '../../../memory/kernels/objects';
import { growthOf, readGrowth } from '../../../tile-lists/kernels/grown-box';

const SINGLE_ROUNDING: f64 = 1.1920928955078125e-7; // 2^-23
/** For coordinates next to 0. */
const SMALLEST: f64 = 1.1754943508222875e-38; // 2^-126

/** How far boxes that are not grown must be apart for a distance: the same on both sides, of the largest coordinate of all. */
function imageDistance(distance: f64, largest: f64): f32 {
  if (!(distance > 0)) return 0;
  return <f32>((2 * <f64>halfOf(distance, largest) + 4 * SINGLE_ROUNDING * largest) * (1 + 4 * SINGLE_ROUNDING));
}

/** Half of a distance in image coordinates, rounded up. */
function halfOf(distance: f64, largest: f64): f32 {
  // No two coordinates are farther apart than twice the largest: growing by more would change nothing.
  const half = min(0.5 * distance * load<f64>(job.map + 24), 2 * largest);
  return <f32>(half * (1 + 2 * SINGLE_ROUNDING) + SMALLEST);
}

/** Sets the growth and grows the boxes of the objects, which hold both ends. */
export function growForGap(): void {
  impactsJob.imageGap = 0;
  impactsJob.imageMargin = 0;
  impactsJob.imageGrowth = 0;
  const distance = impactsJob.gap + (impactsJob.collects != 0 ? 2 * impactsJob.margin : 0);
  if (!(distance > 0)) return;
  let sizes = f32x4.splat(0);
  for (let i: u32 = 0; i < job.objectCount; i++) {
    const object = objectRecord(i);
    sizes = f32x4.pmax(sizes, f32x4.pmax(f32x4.abs(v128.load(object.low)), f32x4.abs(v128.load(object.high))));
  }
  const x = <f64>f32x4.extract_lane(sizes, 0);
  const y = <f64>f32x4.extract_lane(sizes, 1);
  const largest = max(max(x, y), <f64>f32x4.extract_lane(sizes, 2));
  const growth = halfOf(distance, largest);
  impactsJob.imageGrowth = growth;
  v128.store(grid.growth, f32x4(growth, growth, growth, 0));
  grid.relativeGrowth = <f32>SINGLE_ROUNDING;
  impactsJob.imageGap = imageDistance(impactsJob.gap, largest);
  impactsJob.imageMargin = imageDistance(distance, largest);
  growBoxes();
}

/** Grows the boxes of the objects, which have just been found, by what the gap asks for. */
export function growBoxes(): void {
  if (!readGrowth()) return;
  for (let i: u32 = 0; i < job.objectCount; i++) {
    const object = objectRecord(i);
    const low = v128.load(object.low);
    const high = v128.load(object.high);
    const more = growthOf(low, high);
    // A box that holds everything stays one of numbers.
    v128.store(object.low, f32x4.pmax(f32x4.splat(-f32.MAX_VALUE), f32x4.sub(low, more)));
    v128.store(object.high, f32x4.pmin(f32x4.splat(f32.MAX_VALUE), f32x4.add(high, more)));
  }
}
