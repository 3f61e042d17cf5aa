/**
 * Which features of two triangles may meet while they move: boxes in single precision, three features at a time. An axis keeps two
 * boxes apart when one is before the other at both ends, by the distance to keep: then it is so throughout the motion, because points
 * move on straight lines. Image coordinates are rounded, but keep their order.
 *
 * When only the earliest impact is wanted, boxes cover the motion only up to the earliest time found so far. Where each vertex may
 * go any fraction of its path, boxes over the whole paths are compared instead.
 */
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
  objectOf,
  sharedCorners,
  sideA,
  sideB,
  vertexAt,
} from './feature-sides';
import { SINGLE_SLACK, SINGLE_SMALLEST, wholeSwept } from './reach';

/** Where the answer has the corners of A, those of B, and the pairs of edges, 3 i + j. */
export const MAY_MEET_A: u32 = 0;
export const MAY_MEET_B: u32 = 3;
export const MAY_MEET_EDGES: u32 = 6;

/**
 * Boxes: low and high at the start, low and high at the end, four vectors; the high ones with what they must be apart from others. In
 * lanes, of three corners or of three edges, along x, then y, then z. Of the whole, the vectors have x, y, z.
 */
const BOX: usize = 64;
const LANES: usize = 3 * BOX;
const EDGES_AT: usize = LANES;
const WHOLE_AT: usize = 2 * LANES;
const BOXES: usize = WHOLE_AT + BOX;
const boxesA = reserveScratch(BOXES);
const boxesB = reserveScratch(BOXES);
/** The same over the whole paths: both ends have one box. */
const pathA = reserveScratch(BOXES);
const pathB = reserveScratch(BOXES);

/** How far apart boxes must be, and which part of the motion they cover. */
let apartBy: v128 = i32x4.splat(0);
let pathApartBy: v128 = i32x4.splat(0);
let isPart: bool = false;
let reach: v128 = i32x4.splat(0);

export function openMovingBoxes(gap: f32, pathGap: f32): void {
  apartBy = f32x4.splat(gap);
  pathApartBy = f32x4.splat(pathGap);
  isPart = false;
}

/** Boxes cover a part of the motion only. */
export function setBoxReach(part: f32): void {
  isPart = true;
  reach = f32x4.splat(part);
}

// @inline
function lowEnd(start: v128, end: v128): v128 {
  return isPart ? f32x4.sub(reached(start, end), slack(start, end)) : end;
}

// @inline
function highEnd(start: v128, end: v128): v128 {
  return isPart ? f32x4.add(reached(start, end), slack(start, end)) : end;
}

// @inline
function reached(start: v128, end: v128): v128 {
  return f32x4.add(start, f32x4.mul(f32x4.sub(end, start), reach));
}

/** For rounding the coordinates in between. */
// @inline
function slack(start: v128, end: v128): v128 {
  const size = f32x4.pmax(f32x4.abs(start), f32x4.abs(end));
  return f32x4.add(f32x4.mul(size, f32x4.splat(SINGLE_SLACK)), f32x4.splat(SINGLE_SMALLEST));
}

/** Corners of a side at the start, `swept` 0, or at the end. */
// @inline
function corner(side: usize, k: usize, swept: usize): v128 {
  return v128.load(<usize>vertexAt(side, k) + swept);
}

// @inline
function storeBox(at: usize, low0: v128, high0: v128, low1: v128, high1: v128, isPath: bool): void {
  if (isPath) {
    const low = f32x4.pmin(low0, low1);
    const high = f32x4.add(f32x4.pmax(high0, high1), pathApartBy);
    v128.store(at, low);
    v128.store(at, high, 16);
    v128.store(at, low, 32);
    v128.store(at, high, 48);
    return;
  }
  v128.store(at, low0);
  v128.store(at, f32x4.add(high0, apartBy), 16);
  v128.store(at, low1, 32);
  v128.store(at, f32x4.add(high1, apartBy), 48);
}

function setWhole(side: usize, boxes: usize, isPath: bool): void {
  const swept = wholeSwept(objectOf(side));
  const p0 = corner(side, 0, 0);
  const q0 = corner(side, 1, 0);
  const r0 = corner(side, 2, 0);
  const p1 = corner(side, 0, swept);
  const q1 = corner(side, 1, swept);
  const r1 = corner(side, 2, swept);
  storeBox(
    boxes + WHOLE_AT,
    f32x4.pmin(f32x4.pmin(p0, q0), r0),
    f32x4.pmax(f32x4.pmax(p0, q0), r0),
    f32x4.pmin(f32x4.pmin(lowEnd(p0, p1), lowEnd(q0, q1)), lowEnd(r0, r1)),
    f32x4.pmax(f32x4.pmax(highEnd(p0, p1), highEnd(q0, q1)), highEnd(r0, r1)),
    isPath,
  );
}

/** The boxes of corners and edges along one axis, from the corners at both ends. */
// @inline
function storeLanes(at: usize, start: v128, end: v128, isPath: bool): void {
  const low = lowEnd(start, end);
  const high = highEnd(start, end);
  storeBox(at, start, start, low, high, isPath);
  const next = nextLanes(start);
  storeBox(
    at + EDGES_AT,
    f32x4.pmin(start, next),
    f32x4.pmax(start, next),
    f32x4.pmin(low, nextLanes(low)),
    f32x4.pmax(high, nextLanes(high)),
    isPath,
  );
}

function setLanes(side: usize, boxes: usize, isPath: bool): void {
  const swept = wholeSwept(objectOf(side));
  const p0 = corner(side, 0, 0);
  const q0 = corner(side, 1, 0);
  const r0 = corner(side, 2, 0);
  const p1 = corner(side, 0, swept);
  const q1 = corner(side, 1, swept);
  const r1 = corner(side, 2, swept);
  storeLanes(boxes, lanesX(p0, q0, r0), lanesX(p1, q1, r1), isPath);
  storeLanes(boxes + BOX, lanesY(p0, q0, r0), lanesY(p1, q1, r1), isPath);
  storeLanes(boxes + 2 * BOX, lanesZ(p0, q0, r0), lanesZ(p1, q1, r1), isPath);
}

/** Keeps the boxes of side A. */
export function setMovingBoxes(): void {
  setWhole(sideA, boxesA, false);
  setLanes(sideA, boxesA, false);
}

/** The same over its whole path. */
export function setPathBoxes(): void {
  setWhole(sideA, pathA, true);
  setLanes(sideA, pathA, true);
}

/** Whether an axis keeps the two sides apart as a whole. */
// @inline
function areWholeApart(a: usize, b: usize): bool {
  const before = v128.and(f32x4.lt(v128.load(a, 16), v128.load(b)), f32x4.lt(v128.load(a, 48), v128.load(b, 32)));
  const behind = v128.and(f32x4.lt(v128.load(b, 16), v128.load(a)), f32x4.lt(v128.load(b, 48), v128.load(a, 32)));
  return (i32x4.bitmask(v128.or(before, behind)) & 7) != 0;
}

/** Lanes that are apart from one box along one axis. Its numbers are 16 bytes apart. */
// @inline
function apartAlong(lanes: usize, box: usize): v128 {
  const before = v128.and(
    f32x4.lt(v128.load(lanes, 16), v128.load32_splat(box)),
    f32x4.lt(v128.load(lanes, 48), v128.load32_splat(box, 32)),
  );
  const behind = v128.and(
    f32x4.lt(v128.load32_splat(box, 16), v128.load(lanes)),
    f32x4.lt(v128.load32_splat(box, 48), v128.load(lanes, 32)),
  );
  return v128.or(before, behind);
}

/** Bits of the lanes that no axis keeps apart from a box, whose axes are `axis` bytes apart. */
// @inline
function mayMeet(lanes: usize, box: usize, axis: usize): i32 {
  const x = apartAlong(lanes, box);
  const y = apartAlong(lanes + BOX, box + axis);
  const z = apartAlong(lanes + 2 * BOX, box + 2 * axis);
  return ~i32x4.bitmask(v128.or(v128.or(x, y), z));
}

/** Bits of the features that may meet; of those that share no vertex. */
export function movingBoxes(): u32 {
  setWhole(sideB, boxesB, false);
  if (areWholeApart(boxesA + WHOLE_AT, boxesB + WHOLE_AT)) return 0;
  setLanes(sideB, boxesB, false);
  return bitsOf(boxesA, boxesB);
}

/** Bits of the features whose paths may meet. */
export function pathBoxes(): u32 {
  setWhole(sideB, pathB, true);
  if (areWholeApart(pathA + WHOLE_AT, pathB + WHOLE_AT)) return 0;
  setLanes(sideB, pathB, true);
  return bitsOf(pathA, pathB);
}

function bitsOf(a: usize, b: usize): u32 {
  let bits: i32 = 0;
  const cornersA = cornersOf(sideA);
  if (cornersA != 0) {
    const near = mayMeet(a, b + WHOLE_AT, 4) & cornersA;
    if (near != 0) bits |= (near & ~sharedCorners(addressLanes(sideA), sideB)) << MAY_MEET_A;
  }
  const cornersB = cornersOf(sideB);
  if (cornersB != 0) {
    const near = mayMeet(b, a + WHOLE_AT, 4) & cornersB;
    if (near != 0) bits |= (near & ~sharedCorners(addressLanes(sideB), sideA)) << MAY_MEET_B;
  }
  const edgesB = edgesOf(sideB);
  if (edgesB == 0) return <u32>bits;
  for (let left = <u32>edgesOf(sideA); left != 0; left &= left - 1) {
    const i = <usize>ctz(left);
    const near = mayMeet(b + EDGES_AT, a + EDGES_AT + 4 * i, BOX) & edgesB;
    if (near != 0) bits |= (near & ~edgesSharing(addressLanes(sideB), sideA, i)) << (MAY_MEET_EDGES + 3 * <u32>i);
  }
  return <u32>bits;
}
