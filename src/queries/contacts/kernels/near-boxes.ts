/**
 * Which features of two triangles may be near: boxes in single precision, three features at a time. Farther apart than the distance,
 * with the allowances of growth.ts, they are certainly not.
 */
import { grid } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import {
  addressLanes,
  cornersOf,
  edgesOf,
  edgesSharing,
  lanesX,
  lanesY,
  lanesZ,
  nextLanes,
  sharedCorners,
  sideA,
  sideB,
  vertexAt,
} from '../../impacts/kernels/feature-sides';

/** Where the answer has the corners of A, those of B, and the pairs of edges, 3 i + j. */
export const NEAR_A: u32 = 0;
export const NEAR_B: u32 = 3;
export const NEAR_EDGES: u32 = 6;

/** Twice the relative rounding error of the squared distance of two boxes. */
const BOX_MARGIN: f32 = 1.0000152587890625; // 1 + 2^-16
/** Squares below this might have lost digits to underflow. */
const SQUARE_LEAST: f32 = 1e-30;
/** Allowance for rounding of both boxes, in growths. */
const ROUNDINGS: f32 = 10;

/** Data of side A: corners in lanes (x, y, z), low and high of the edges in lanes, low and high of the whole, the largest coordinate. */
const EDGES_AT: usize = 48;
const WHOLE_AT: usize = EDGES_AT + 96;
const SIZE_AT: usize = WHOLE_AT + 32;
const kept = reserveScratch(SIZE_AT + 16);

let reachLeast: v128 = i32x4.splat(0);
let reachGrowth: v128 = i32x4.splat(0);

/** Reads what boxes are grown by, which is known once they have been. */
export function openNearBoxes(): void {
  reachLeast = f32x4.splat(grid.imageDistance);
  reachGrowth = f32x4.splat(ROUNDINGS * grid.relativeGrowth);
}

// @inline
function corner(side: usize, k: usize): v128 {
  return v128.load(<usize>vertexAt(side, k));
}

/** The largest coordinate of three corners, in the first three lanes. */
// @inline
function largest(x: v128, y: v128, z: v128): v128 {
  const sizes = f32x4.pmax(f32x4.pmax(f32x4.abs(x), f32x4.abs(y)), f32x4.abs(z));
  const next = nextLanes(sizes);
  return f32x4.pmax(f32x4.pmax(sizes, next), nextLanes(next));
}

/** Stores the data of side A. */
export function setNearBoxes(): void {
  const p = corner(sideA, 0);
  const q = corner(sideA, 1);
  const r = corner(sideA, 2);
  const x = lanesX(p, q, r);
  const y = lanesY(p, q, r);
  const z = lanesZ(p, q, r);
  v128.store(kept, x);
  v128.store(kept, y, 16);
  v128.store(kept, z, 32);
  storeEdges(x, 0);
  storeEdges(y, 32);
  storeEdges(z, 64);
  v128.store(kept, f32x4.pmin(f32x4.pmin(p, q), r), WHOLE_AT);
  v128.store(kept, f32x4.pmax(f32x4.pmax(p, q), r), WHOLE_AT + 16);
  v128.store(kept, largest(x, y, z), SIZE_AT);
}

// @inline
function storeEdges(lanes: v128, at: usize): void {
  const next = nextLanes(lanes);
  v128.store(kept + EDGES_AT + at, f32x4.pmin(lanes, next));
  v128.store(kept + EDGES_AT + at, f32x4.pmax(lanes, next), 16);
}

/** The square of how far intervals are apart. */
// @inline
function squareOfGap(lowP: v128, highP: v128, lowQ: v128, highQ: v128): v128 {
  const gap = f32x4.pmax(f32x4.pmax(f32x4.sub(lowQ, highP), f32x4.sub(lowP, highQ)), f32x4.splat(0));
  return f32x4.mul(gap, gap);
}

/** Bits of the lanes whose squares add up to the reach at most. */
// @inline
function within(x: v128, y: v128, z: v128, reach: v128): i32 {
  return i32x4.bitmask(f32x4.le(f32x4.add(f32x4.add(x, y), z), reach));
}

/** One coordinate of the whole of side A. */
// @inline
function wholeOfA(at: usize): v128 {
  return v128.load32_splat(kept + at, WHOLE_AT);
}

/** The largest image coordinate of the two triangles that were compared last. */
export let nearSize: f32 = 0;

/** Bits of the features that may be near; of those that share no vertex. */
export function nearBoxes(): u32 {
  const p = corner(sideB, 0);
  const q = corner(sideB, 1);
  const r = corner(sideB, 2);
  const x = lanesX(p, q, r);
  const y = lanesY(p, q, r);
  const z = lanesZ(p, q, r);
  const size = f32x4.pmax(v128.load(kept, SIZE_AT), largest(x, y, z));
  nearSize = f32x4.extract_lane(size, 0);
  const far = f32x4.add(reachLeast, f32x4.mul(reachGrowth, size));
  const reach = f32x4.pmax(f32x4.mul(f32x4.mul(far, far), f32x4.splat(BOX_MARGIN)), f32x4.splat(SQUARE_LEAST));
  let bits: i32 = 0;
  const cornersB = cornersOf(sideB);
  if (cornersB != 0) {
    const dx = squareOfGap(x, x, wholeOfA(0), wholeOfA(16));
    const dy = squareOfGap(y, y, wholeOfA(4), wholeOfA(20));
    const dz = squareOfGap(z, z, wholeOfA(8), wholeOfA(24));
    const near = within(dx, dy, dz, reach) & cornersB;
    if (near != 0) bits |= (near & ~sharedCorners(addressLanes(sideB), sideA)) << NEAR_B;
  }
  const cornersA = cornersOf(sideA);
  if (cornersA != 0) {
    const low = f32x4.pmin(f32x4.pmin(p, q), r);
    const high = f32x4.pmax(f32x4.pmax(p, q), r);
    const ax = v128.load(kept);
    const ay = v128.load(kept, 16);
    const az = v128.load(kept, 32);
    const dx = squareOfGap(ax, ax, v128.shuffle<i32>(low, low, 0, 0, 0, 0), v128.shuffle<i32>(high, high, 0, 0, 0, 0));
    const dy = squareOfGap(ay, ay, v128.shuffle<i32>(low, low, 1, 1, 1, 1), v128.shuffle<i32>(high, high, 1, 1, 1, 1));
    const dz = squareOfGap(az, az, v128.shuffle<i32>(low, low, 2, 2, 2, 2), v128.shuffle<i32>(high, high, 2, 2, 2, 2));
    const near = within(dx, dy, dz, reach) & cornersA;
    if (near != 0) bits |= (near & ~sharedCorners(addressLanes(sideA), sideB)) << NEAR_A;
  }
  return <u32>bits | (nearEdges(x, y, z, reach) << NEAR_EDGES);
}

/** Bits 3 i + j of the edges that may be near; `x`, `y`, `z` are the corners of B in lanes. */
// @inline
function nearEdges(x: v128, y: v128, z: v128, reach: v128): u32 {
  const edgesB = edgesOf(sideB);
  let left = <u32>edgesOf(sideA);
  if (edgesB == 0 || left == 0) return 0;
  const nextX = nextLanes(x);
  const nextY = nextLanes(y);
  const nextZ = nextLanes(z);
  const lowX = f32x4.pmin(x, nextX);
  const lowY = f32x4.pmin(y, nextY);
  const lowZ = f32x4.pmin(z, nextZ);
  const highX = f32x4.pmax(x, nextX);
  const highY = f32x4.pmax(y, nextY);
  const highZ = f32x4.pmax(z, nextZ);
  let bits: u32 = 0;
  for (; left != 0; left &= left - 1) {
    const i = <usize>ctz(left);
    const edge = kept + EDGES_AT + 4 * i;
    const dx = squareOfGap(lowX, highX, v128.load32_splat(edge), v128.load32_splat(edge, 16));
    const dy = squareOfGap(lowY, highY, v128.load32_splat(edge, 32), v128.load32_splat(edge, 48));
    const dz = squareOfGap(lowZ, highZ, v128.load32_splat(edge, 64), v128.load32_splat(edge, 80));
    const near = within(dx, dy, dz, reach) & edgesB;
    if (near != 0) bits |= (<u32>(near & ~edgesSharing(addressLanes(sideB), sideA, i))) << (3 * <u32>i);
  }
  return bits;
}
