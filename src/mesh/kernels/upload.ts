/** Bringing a caller's arrays into the engine's memory: copying, checking and bounding in one pass. */
import { isTiny } from '../../exact/kernels/predicates';
import { reserveScratch } from '../../memory/kernels/scratch';

const LARGEST: f64 = 1.8092513943330656e75; // 2^250

/** The box of the positions checked last: low x y z, high x y z as f64. */
const positionBox = reserveScratch(48);

function storeBox(low: v128, high: v128): void {
  store<f64>(positionBox, <f64>f32x4.extract_lane(low, 0));
  store<f64>(positionBox, <f64>f32x4.extract_lane(low, 1), 8);
  store<f64>(positionBox, <f64>f32x4.extract_lane(low, 2), 16);
  store<f64>(positionBox, <f64>f32x4.extract_lane(high, 0), 24);
  store<f64>(positionBox, <f64>f32x4.extract_lane(high, 1), 32);
  store<f64>(positionBox, <f64>f32x4.extract_lane(high, 2), 40);
}

export function positionBoxAt(): usize {
  return positionBox;
}

/**
 * Spreads packed single-precision positions (12 bytes a vertex, with 4 readable bytes behind the last) to 16 bytes a
 * vertex. `sources` (or 0) says which packed vertex each vertex takes. Returns the first vertex with a coordinate that
 * is not finite, or −1.
 */
export function spreadSingle(packed: usize, sources: usize, count: u32, out: usize): i32 {
  let low = f32x4.splat(f32.MAX_VALUE);
  let high = f32x4.splat(-f32.MAX_VALUE);
  const xyz = i32x4(-1, -1, -1, 0);
  const largest = f32x4.splat(f32.MAX_VALUE);
  let good = i32x4.splat(-1);
  foundTiny = false;
  for (let i: u32 = 0; i < count; i++) {
    const source = sources != 0 ? load<u32>(sources + ((<usize>i) << 2)) : i;
    const v = v128.and(v128.load(packed + <usize>source * 12), xyz);
    // False for NaN as well as for infinity.
    good = v128.and(good, f32x4.le(f32x4.abs(v), largest));
    low = f32x4.pmin(low, v);
    high = f32x4.pmax(high, v);
    v128.store(out + ((<usize>i) << 4), v);
  }
  storeBox(low, high);
  if (i32x4.all_true(good)) return -1;
  for (let i: u32 = 0; i < count; i++) {
    const v = v128.load(out + ((<usize>i) << 4));
    if (!i32x4.all_true(f32x4.le(f32x4.abs(v), largest))) return <i32>i;
  }
  return -1;
}

/** Whether the positions checked last hold numbers so small that products of them underflow. */
let foundTiny: bool = false;

export function hasTiny(): bool {
  return foundTiny;
}

/** Whether the positions checked last, given in double precision, are all numbers of single precision. */
let foundSingle: bool = false;

export function hasSingleValues(): bool {
  return foundSingle;
}

// @inline
function isSingle(x: f64): bool {
  return <f64>(<f32>x) == x;
}

/** Copies double-precision positions, 24 bytes a vertex. Returns the first vertex that is out of range, or −1. */
export function copyDouble(packed: usize, sources: usize, count: u32, out: usize): i32 {
  let lowX = f64.MAX_VALUE;
  let lowY = f64.MAX_VALUE;
  let lowZ = f64.MAX_VALUE;
  let highX = -f64.MAX_VALUE;
  let highY = -f64.MAX_VALUE;
  let highZ = -f64.MAX_VALUE;
  foundTiny = false;
  foundSingle = true;
  for (let i: u32 = 0; i < count; i++) {
    const source = sources != 0 ? load<u32>(sources + ((<usize>i) << 2)) : i;
    const p = packed + <usize>source * 24;
    const x = load<f64>(p);
    const y = load<f64>(p, 8);
    const z = load<f64>(p, 16);
    // False for NaN as well as for what is too large.
    if (!(abs(x) <= LARGEST && abs(y) <= LARGEST && abs(z) <= LARGEST)) return <i32>i;
    foundTiny = foundTiny || isTiny(x) || isTiny(y) || isTiny(z);
    foundSingle = foundSingle && isSingle(x) && isSingle(y) && isSingle(z);
    const q = out + <usize>i * 24;
    store<f64>(q, x);
    store<f64>(q, y, 8);
    store<f64>(q, z, 16);
    lowX = min(lowX, x);
    lowY = min(lowY, y);
    lowZ = min(lowZ, z);
    highX = max(highX, x);
    highY = max(highY, y);
    highZ = max(highZ, z);
  }
  store<f64>(positionBox, lowX);
  store<f64>(positionBox, lowY, 8);
  store<f64>(positionBox, lowZ, 16);
  store<f64>(positionBox, highX, 24);
  store<f64>(positionBox, highY, 32);
  store<f64>(positionBox, highZ, 40);
  return -1;
}

/** The first of `count` numbers that is not finite, or −1. */
export function firstBadSingle(numbers: usize, count: u32): i32 {
  const largest = f32x4.splat(f32.MAX_VALUE);
  let i: u32 = 0;
  // False for NaN as well as for infinity.
  while (i + 4 <= count && i32x4.all_true(f32x4.le(f32x4.abs(v128.load(numbers + ((<usize>i) << 2))), largest))) i += 4;
  for (; i < count; i++) if (!(abs(load<f32>(numbers + ((<usize>i) << 2))) <= f32.MAX_VALUE)) return <i32>i;
  return -1;
}

/** The first of `count` numbers that is out of range, or −1. */
export function firstBadDouble(numbers: usize, count: u32): i32 {
  for (let i: u32 = 0; i < count; i++) if (!(abs(load<f64>(numbers + ((<usize>i) << 3))) <= LARGEST)) return <i32>i;
  return -1;
}

/** The first of `count` indices that is not below `vertexCount`, or −1. */
export function firstBadIndex(indices: usize, count: u32, vertexCount: u32): i32 {
  let largest = i32x4.splat(0);
  let i: u32 = 0;
  for (; i + 4 <= count; i += 4) largest = i32x4.max_u(largest, v128.load(indices + ((<usize>i) << 2)));
  const bound = i32x4.splat(vertexCount - 1);
  let bad = vertexCount == 0 || v128.any_true(i32x4.gt_u(largest, bound));
  for (; i < count; i++) bad = bad || load<u32>(indices + ((<usize>i) << 2)) >= vertexCount;
  if (!bad) return -1;
  for (i = 0; i < count; i++) if (load<u32>(indices + ((<usize>i) << 2)) >= vertexCount) return <i32>i;
  return -1;
}

/** Sets a byte for each vertex: 1 if one of `count` indices names it, else 0. Returns the number of those that are named. */
export function markUsed(indices: usize, count: u32, marks: usize, vertexCount: u32): u32 {
  memory.fill(marks, 0, vertexCount);
  for (let at = indices, end = indices + ((<usize>count) << 2); at < end; at += 4) store<u8>(marks + load<u32>(at), 1);
  let used: u32 = 0;
  let vertex: u32 = 0;
  for (; vertex + 16 <= vertexCount; vertex += 16) used += popcnt(i8x16.bitmask(i8x16.neg(v128.load(marks + vertex))));
  for (; vertex < vertexCount; vertex++) used += load<u8>(marks + vertex);
  return used;
}
