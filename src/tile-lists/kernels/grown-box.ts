/**
 * Boxes of triangles as they are put into the image: grown for a query that looks for what is near, else as they are.
 *
 * Every step takes the box from here, so that all see the same one.
 */
import { COLLIDE_SET_QUERIES } from '../../memory/constants';
import { grid } from '../../memory/generated/kernels/records';

/** Whether this build has queries whose boxes are grown or swept. */
export const CHANGES_BOXES: bool = QUERIES_BUILT > COLLIDE_SET_QUERIES;

let growth: v128 = i32x4.splat(0);
let part: f32 = 0;

/**
 * Whether boxes are grown in this job at all. To be called before they are: what was set when the first phase was closed is not
 * known to the other threads.
 */
export function readGrowth(): bool {
  growth = v128.load(grid.growth);
  part = grid.relativeGrowth;
  return v128.any_true(growth);
}

/**
 * By how much a box is grown on each side: a fixed amount, and a part of its own largest coordinate. Not inlined, for most
 * jobs grow nothing.
 */
export function growthOf(low: v128, high: v128): v128 {
  const sizes = f32x4.pmax(f32x4.abs(low), f32x4.abs(high));
  const size = max(max(f32x4.extract_lane(sizes, 0), f32x4.extract_lane(sizes, 1)), f32x4.extract_lane(sizes, 2));
  const more: f32 = size * part;
  return f32x4.add(growth, f32x4(more, more, more, 0));
}
