/**
 * What drawing the samples of a triangle begins with: its heights over the three edges and its depth in the first pixel of its
 * rectangle, and by how much they change from pixel to pixel. The three edges at once, one in each lane.
 *
 * Corners are whole numbers (project.ts), so heights are exact: cut to whole pixels, because only their sign matters, and to 31
 * bits, of which a pane's steps use up less than half. Depths are whole numbers of 64 bits, made in double precision, in 2^-32 of a
 * step, so that the upper half of a number is its step. What steps round away is below 2^-23 of a step, and depths are raised by more.
 */
import { reserveScratch } from '../../../memory/kernels/scratch';
import { bias } from './depth-steps';
import { firstColumn, firstRow, rankOf } from './entry';
import { PLACE_BITS, projectedOf, VERTEX_BITS } from './project';
import { indicesOfRank } from './ranks';

/** i32x4 each: heights over the edges, what is taken off them from column to column, and what is added from row to row. */
export const setup = reserveScratch(48);
/** Offsets of the first pixel from the corners at which the edges begin, across and down. */
const beside = reserveScratch(32);
export const HEIGHTS: usize = 0;
export const FALLS: usize = 16;
export const RISES: usize = 32;
/** The depth in the first pixel, and per pixel across and down. */
export let depth: i64 = 0;
export let depthAcross: i64 = 0;
export let depthDown: i64 = 0;

const PER_STEP: f64 = 4294967296; // 2^32
/** Depths are raised by this, so that one that is a whole step does not round to the one before. */
export const RAISED: f64 = 0.0000152587890625; // 2^-16
/** Depths and slopes per pixel must stay below this to fit. */
const LARGEST: f64 = 536870912; // 2^29
const PLACES: f64 = 256;
const HEIGHT_MOST: i64 = 0x40000000;
/** Edges shorter than this, across and down in places, have heights whose products fit into 32 bits: 2 · 2^14 · (2^14 + 2^10). */
const SHORT: i32 = 0x4000;

/** Height of a centre over an edge on whose left the triangle lies, in pixels times places, rounded down. */
function heightOver(dx: i32, dy: i32, px: i32, py: i32): i32 {
  // A centre on an edge is in when dy < 0, or dy = 0 and dx < 0.
  const isOwn = dy < 0 || (dy == 0 && dx < 0);
  const height = (<i64>dx * <i64>py - <i64>dy * <i64>px - i64(!isOwn)) >> PLACE_BITS;
  return <i32>max<i64>(-HEIGHT_MOST, min<i64>(HEIGHT_MOST, height));
}

/** heightOver of all edges, where they are short. */
// @inline
function shortHeights(dx: v128, dy: v128, px: v128, py: v128): v128 {
  const zero = i32x4.splat(0);
  const isOwn = v128.or(i32x4.lt_s(dy, zero), v128.and(i32x4.eq(dy, zero), i32x4.lt_s(dx, zero)));
  const height = i32x4.sub(i32x4.mul(dx, py), i32x4.mul(dy, px));
  return i32x4.shr_s(i32x4.add(height, v128.not(isOwn)), PLACE_BITS);
}

/** The same where they are not: one by one, from where they were stored. */
function storeLongHeights(px: v128, py: v128): void {
  v128.store(beside, px);
  v128.store(beside, py, 16);
  for (let edge: usize = 0; edge < 12; edge += 4) {
    const dx = load<i32>(setup + edge, RISES);
    const dy = load<i32>(setup + edge, FALLS);
    store<i32>(setup + edge, heightOver(dx, dy, load<i32>(beside + edge), load<i32>(beside + edge, 16)), HEIGHTS);
  }
}

/** Sets up the triangle of an entry of the pane that begins with left, top; false when it is too steep for whole numbers. */
export function setUpSample(entry: usize, left: i32, top: i32): bool {
  const rank = rankOf(entry);
  const indices = indicesOfRank(rank);
  const vertices = projectedOf(rank);
  const a = vertices + ((<usize>load<u32>(indices)) << VERTEX_BITS);
  const p1 = vertices + ((<usize>load<u32>(indices, 4)) << VERTEX_BITS);
  const p2 = vertices + ((<usize>load<u32>(indices, 8)) << VERTEX_BITS);
  const ax = load<i32>(a);
  const ay = load<i32>(a, 4);
  const az = load<f64>(a, 8);
  const twice =
    <i64>(load<i32>(p1) - ax) * <i64>(load<i32>(p2, 4) - ay) - <i64>(load<i32>(p2) - ax) * <i64>(load<i32>(p1, 4) - ay);
  // The way round with the triangle on the left.
  const isTurned = twice < 0;
  const b = select<usize>(p2, p1, isTurned);
  const c = select<usize>(p1, p2, isTurned);
  const px = (((firstColumn(entry) & ~3) + left) << PLACE_BITS) + 128;
  const py = ((firstRow(entry) + top) << PLACE_BITS) + 128;
  const third = v128.load64_splat(c);
  const two = v128.shuffle<i32>(v128.load64_splat(a), v128.load64_splat(b), 0, 4, 1, 5);
  const xs = v128.shuffle<i32>(two, third, 0, 1, 4, 4);
  const ys = v128.shuffle<i32>(two, third, 2, 3, 5, 5);
  const dx = i32x4.sub(v128.shuffle<i32>(xs, xs, 1, 2, 0, 3), xs);
  const dy = i32x4.sub(v128.shuffle<i32>(ys, ys, 1, 2, 0, 3), ys);
  const besideX = i32x4.sub(i32x4.splat(px), xs);
  const besideY = i32x4.sub(i32x4.splat(py), ys);
  v128.store(setup, dy, FALLS);
  v128.store(setup, dx, RISES);
  if (v128.any_true(i32x4.ge_u(v128.or(i32x4.abs(dx), i32x4.abs(dy)), i32x4.splat(SHORT))))
    storeLongHeights(besideX, besideY);
  else v128.store(setup, shortHeights(dx, dy, besideX, besideY), HEIGHTS);
  // Depth per place, across and down at once.
  const abz = f64x2.splat(load<f64>(b, 8) - az);
  const acz = f64x2.splat(load<f64>(c, 8) - az);
  const turned = i32x4.neg(dy);
  const ofC = f64x2.convert_low_i32x4_s(v128.shuffle<i32>(turned, dx, 0, 4, 0, 4));
  const ofB = f64x2.convert_low_i32x4_s(v128.shuffle<i32>(turned, dx, 2, 6, 2, 6));
  const area = f64x2.splat(<f64>select<i64>(-twice, twice, isTurned));
  const slopes = f64x2.div(f64x2.add(f64x2.mul(acz, ofC), f64x2.mul(abz, ofB)), area);
  const slopeX = f64x2.extract_lane(slopes, 0);
  const slopeY = f64x2.extract_lane(slopes, 1);
  const at = az + slopeX * <f64>(px - ax) + slopeY * <f64>(py - ay) + (RAISED - bias);
  if (!(abs(slopeX) < LARGEST / PLACES && abs(slopeY) < LARGEST / PLACES && abs(at) < 4 * LARGEST - 1)) return false;
  depthAcross = <i64>(slopeX * (PLACES * PER_STEP));
  depth = <i64>(at * PER_STEP);
  depthDown = <i64>(slopeY * (PLACES * PER_STEP));
  return true;
}
