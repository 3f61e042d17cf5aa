/**
 * Slanted sweep directions for tiles full of long slivers, chosen to separate the members better than the axes do.
 *
 * The box of a long diagonal needle overlaps almost every other box, however thin the needle is; its projection along its own
 * direction is small. So the members' corners are projected onto two slanted directions, and the sweep runs along the first, with
 * the second as one more interval to compare (sweep.ts). The directions come from a sample of members: those in which centres are
 * far apart relative to edge lengths. A sample of pairs then shows whether the slanted sweep pays.
 *
 * Promise: intervals of triangles that share a point overlap, for any direction p with |p| ≤ 1 (rounded). Image coordinates have a
 * relative error of 2^-24, which changes a projection by up to √3 · 2^-24 of the largest coordinate; rounding three products and
 * two sums adds 3 · √3 · 2^-24 of it. Intervals grow by 16 · 2^-24 of the largest coordinate on each side, plus a term for underflow.
 */

import { reserveScratch } from '../../memory/kernels/scratch';
import { eigenDirections } from './eigen-directions';

/** Least number of members for which slanted directions are tried. */
export const SLANT_MEMBERS: u32 = 256;
/** Least number of box pairs per member for which they are tried, and the largest share of pairs that may remain. */
const CROWDED: u32 = 32;
const PART_LEFT: f32 = 0.6;
/** Members that are sampled for directions. */
const SAMPLE: u32 = 64;
/** Sizes of the sample of pairs: half a comparison per member. */
const FIRSTS: u32 = 8;
const SECOND_STEP: u32 = 16;

/** Two unit vectors of three f32 each. */
const directions = reserveScratch(24);
/** Nine sums each: products of edges, products of centres. */
const edges = reserveScratch(72);
const centres = reserveScratch(72);

/** Whether the members examined last have very many candidates each. */
export let areCrowded: bool = false;
/** The margin of the intervals, and the address of the two minima. */
export let slantMargin: f32 = 0;
export let slantLow: v128 = f32x4.splat(0);
export let slantHigh: v128 = f32x4.splat(0);

/** Number of sampled pairs that overlap, by boxes (32 bytes) or by intervals (16 bytes). */
function overlappingPairs(count: u32, boxes: usize, slants: usize, bySlants: bool): u32 {
  const firstStep = count / FIRSTS;
  let found: u32 = 0;
  for (let i: u32 = 0; i < FIRSTS; i++) {
    const first = <usize>(i * firstStep);
    const low = v128.load(boxes + (first << 5));
    const high = v128.load(boxes + (first << 5), 16);
    const lowP = load<f32>(slants + (first << 4)) - 2 * slantMargin;
    const lowQ = load<f32>(slants + (first << 4), 4) - 2 * slantMargin;
    const highP = load<f32>(slants + (first << 4), 8) + 2 * slantMargin;
    const highQ = load<f32>(slants + (first << 4), 12) + 2 * slantMargin;
    for (let j: u32 = SECOND_STEP / 2; j < count; j += SECOND_STEP) {
      const second = <usize>j;
      const box = boxes + (second << 5);
      const apart = v128.or(f32x4.gt(low, v128.load(box, 16)), f32x4.gt(v128.load(box), high));
      if (i32x4.bitmask(apart) & 7) continue;
      const slant = slants + (second << 4);
      if (bySlants && (lowP > load<f32>(slant, 8) || load<f32>(slant) > highP)) continue;
      if (bySlants && (lowQ > load<f32>(slant, 12) || load<f32>(slant, 4) > highQ)) continue;
      found++;
    }
  }
  return found;
}

/** Adds the products of a vector's components to nine sums. */
function addProducts(sums: usize, x: f64, y: f64, z: f64): void {
  store<f64>(sums, load<f64>(sums) + x * x);
  store<f64>(sums, load<f64>(sums, 8) + x * y, 8);
  store<f64>(sums, load<f64>(sums, 16) + x * z, 16);
  store<f64>(sums, load<f64>(sums, 32) + y * y, 32);
  store<f64>(sums, load<f64>(sums, 40) + y * z, 40);
  store<f64>(sums, load<f64>(sums, 64) + z * z, 64);
}

// @inline
function addEdge(a: usize, b: usize): void {
  const x = <f64>load<f32>(b) - <f64>load<f32>(a);
  const y = <f64>load<f32>(b, 4) - <f64>load<f32>(a, 4);
  const z = <f64>load<f32>(b, 8) - <f64>load<f32>(a, 8);
  addProducts(edges, x, y, z);
}

// @inline
function cornerSum(corner: usize, offset: usize): f64 {
  const a = <f64>load<f32>(<usize>load<u32>(corner) + offset);
  return (
    a + <f64>load<f32>(<usize>load<u32>(corner, 4) + offset) + <f64>load<f32>(<usize>load<u32>(corner, 8) + offset)
  );
}

/** The two directions with the largest spread of centres relative to edge lengths. False when there are none. */
function chooseDirections(count: u32, corners: usize): bool {
  memory.fill(edges, 0, 72);
  memory.fill(centres, 0, 72);
  let meanX: f64 = 0;
  let meanY: f64 = 0;
  let meanZ: f64 = 0;
  const step = count / SAMPLE;
  for (let i: u32 = 0; i < SAMPLE; i++) {
    const corner = corners + ((<usize>(i * step)) << 4);
    meanX += cornerSum(corner, 0) / SAMPLE;
    meanY += cornerSum(corner, 4) / SAMPLE;
    meanZ += cornerSum(corner, 8) / SAMPLE;
  }
  for (let i: u32 = 0; i < SAMPLE; i++) {
    const corner = corners + ((<usize>(i * step)) << 4);
    const a = <usize>load<u32>(corner);
    const b = <usize>load<u32>(corner, 4);
    const c = <usize>load<u32>(corner, 8);
    addEdge(a, b);
    addEdge(b, c);
    addEdge(c, a);
    addProducts(centres, cornerSum(corner, 0) - meanX, cornerSum(corner, 4) - meanY, cornerSum(corner, 8) - meanZ);
  }
  return eigenDirections(centres, edges, directions);
}

/** Projects the corners of all members: lower ends on both directions, then upper ends. */
function project(count: u32, corners: usize, slants: usize): void {
  const px = load<f32>(directions);
  const py = load<f32>(directions, 4);
  const pz = load<f32>(directions, 8);
  const qx = load<f32>(directions, 12);
  const qy = load<f32>(directions, 16);
  const qz = load<f32>(directions, 20);
  let largest = f32x4.splat(0);
  let least = f32x4.splat(f32.MAX_VALUE);
  let most = f32x4.splat(-f32.MAX_VALUE);
  for (let k: usize = 0; k < <usize>count; k++) {
    let low = f32x4.splat(f32.MAX_VALUE);
    let high = f32x4.splat(-f32.MAX_VALUE);
    for (let c: usize = 0; c < 12; c += 4) {
      const at = <usize>load<u32>(corners + (k << 4) + c);
      const x = load<f32>(at);
      const y = load<f32>(at, 4);
      const z = load<f32>(at, 8);
      const on = f32x4(px * x + py * y + pz * z, qx * x + qy * y + qz * z, 0, 0);
      low = f32x4.pmin(low, on);
      high = f32x4.pmax(high, on);
      largest = f32x4.pmax(largest, f32x4.abs(f32x4(x, y, z, 0)));
    }
    least = f32x4.pmin(least, low);
    most = f32x4.pmax(most, high);
    v128.store(slants + (k << 4), v128.shuffle<f32>(low, high, 0, 1, 4, 5));
  }
  const size = max(max(f32x4.extract_lane(largest, 0), f32x4.extract_lane(largest, 1)), f32x4.extract_lane(largest, 2));
  slantMargin = size * (16.0 / 16777216.0) + 1e-40;
  slantLow = v128.shuffle<f32>(least, least, 0, 1, 0, 1);
  slantHigh = v128.shuffle<f32>(most, most, 0, 1, 0, 1);
}

/**
 * Looks for directions for `count` (at least SLANT_MEMBERS) members with view boxes (32 bytes) and corners (addresses in 16 bytes).
 * Returns whether they pay; `slants` then holds the projections of all members, 16 bytes each.
 */
export function findSlants(count: u32, boxes: usize, corners: usize, slants: usize): bool {
  const before = overlappingPairs(count, boxes, slants, false);
  areCrowded = before * SECOND_STEP >= CROWDED * FIRSTS;
  if (!areCrowded || !chooseDirections(count, corners)) return false;
  project(count, corners, slants);
  return <f32>overlappingPairs(count, boxes, slants, true) <= PART_LEFT * <f32>before;
}
