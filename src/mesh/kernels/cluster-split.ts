/**
 * Cuts a set of triangles in two, so that their boxes are small and overlap little: the middles of the triangles' boxes are
 * sorted into bins along the longest extent, and of the cuts between two bins the one is taken where area times number of
 * clusters, summed over both sides, is least.
 *
 * Source: Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies", RT 2007, for the bins. The longest extent
 * alone, instead of all three, leaves 1 % more triangles to examine, for a third of the bins to fill.
 *
 * Boxes are rounded to steps of the object's size, 16 bits each, so that one with its triangle's number is 16 bytes; what is much
 * smaller than the object gets steps of its own. They only choose: the boxes that count are made of what was given.
 */

import { ObjectRecord } from '../../memory/generated/kernels/records';
import { givenPoint } from '../../memory/kernels/objects';
import { reserveScratch } from '../../memory/kernels/scratch';

const BINS: u32 = 16;
/** Scales a place along the longest extent to a bin: a little less than BINS, so that the farthest falls into the last. */
const BINS_ACROSS: f32 = 15.999;
/** Sample size for choosing a cut: with twice as many triangles or more, only every second, third and so on is examined. */
const SAMPLE: u32 = 900;
/** How often a cut is searched for within one bin before the middle triangle is used. */
const ROUNDS: u32 = 8;
/** The largest step. Triangles whose centres span fewer than this get finer steps, if their boxes do not span many more. */
const LAST_STEP: i32 = 65535;
const FEW_STEPS: i32 = 256;
const STEPS_TO_REFINE: i32 = 4096;

let object: ObjectRecord = changetype<ObjectRecord>(0);
/**
 * Per triangle eight u16: low x y z of its box and the low half of its number, then LAST_STEP − high x y z and the high half. So the lower of
 * two in each lane is the box of both.
 */
let boxes: usize = 0;

/** Boxes of bins, and how many triangles each has. */
const bins = reserveScratch(16 * BINS);
const binCounts = reserveScratch(4 * BINS);
/** Cost of the bins behind each bin. */
const costs = reserveScratch(4 * BINS);
/** Three corners of a triangle, and a box: six f64. */
const corners = reserveScratch(72);
const bounds = reserveScratch(48);

// @inline
function boxAt(i: u32): usize {
  return boxes + ((<usize>i) << 4);
}

/** The triangle at a place of the order. */
// @inline
export function triangleAt(i: u32): u32 {
  return <u32>load<u16>(boxAt(i), 6) | ((<u32>load<u16>(boxAt(i), 14)) << 16);
}

function readCorners(triangle: u32): void {
  const index = object.indices + <usize>triangle * 12;
  givenPoint(object, load<u32>(index), corners);
  givenPoint(object, load<u32>(index, 4), corners + 24);
  givenPoint(object, load<u32>(index, 8), corners + 48);
}

/** A corner in steps. */
// @inline
function inSteps(corner: usize, x: f64, y: f64, z: f64, scale: f64): v128 {
  return f32x4(
    <f32>((load<f64>(corner) - x) * scale),
    <f32>((load<f64>(corner, 8) - y) * scale),
    <f32>((load<f64>(corner, 16) - z) * scale),
    0,
  );
}

/** Makes the boxes at from..to, whose triangles lie in a box of six f64; those of all triangles, in the order given, if they are `fresh`. */
export function makeBoxes(from: u32, to: u32, box: usize, fresh: bool): void {
  const x = load<f64>(box);
  const y = load<f64>(box, 8);
  const z = load<f64>(box, 16);
  const extent = max(load<f64>(box, 24) - x, max(load<f64>(box, 32) - y, load<f64>(box, 40) - z));
  const inverse: f64 = extent > 0 ? <f64>LAST_STEP / extent : 0;
  const scale: f64 = inverse < f64.MAX_VALUE ? inverse : 0;
  const last = i32x4.splat(LAST_STEP);
  for (let i = from; i < to; i++) {
    const triangle = fresh ? i : triangleAt(i);
    readCorners(triangle);
    const a = inSteps(corners, x, y, z, scale);
    const b = inSteps(corners + 24, x, y, z, scale);
    const c = inSteps(corners + 48, x, y, z, scale);
    const low = i32x4.trunc_sat_f32x4_s(f32x4.pmin(f32x4.pmin(a, b), c));
    const high = i32x4.trunc_sat_f32x4_s(f32x4.pmax(f32x4.pmax(a, b), c));
    v128.store(boxAt(i), i16x8.narrow_i32x4_u(low, i32x4.sub(last, high)));
    store<u16>(boxAt(i), <u16>triangle, 6);
    store<u16>(boxAt(i), <u16>(triangle >>> 16), 14);
  }
}

/** Which object is cut, and where the boxes of its triangles lie: 16 bytes each. */
export function openSplitting(whose: ObjectRecord, at: usize): void {
  object = whose;
  boxes = at;
}

/** Makes the boxes at from..to anew, in steps of the size of what they hold. */
function refine(from: u32, to: u32): void {
  for (let k: usize = 0; k < 24; k += 8) {
    store<f64>(bounds + k, f64.MAX_VALUE);
    store<f64>(bounds + k, -f64.MAX_VALUE, 24);
  }
  for (let i = from; i < to; i++) {
    readCorners(triangleAt(i));
    for (let k: usize = 0; k < 72; k += 24) {
      for (let axis: usize = 0; axis < 24; axis += 8) {
        const value = load<f64>(corners + k + axis);
        store<f64>(bounds + axis, min(load<f64>(bounds + axis), value));
        store<f64>(bounds + axis, max(load<f64>(bounds + axis, 24), value), 24);
      }
    }
  }
  makeBoxes(from, to, bounds, false);
}

// The bins: lane and place of the first one, and how many there are per step.
let lane: usize = 0;
let first: i32 = 0;
let perStep: f32 = 0;
/** Steps that the middles of all are within, doubled, and those that their boxes are. */
let middleSteps: i32 = 0;
let boxSteps: i32 = 0;

/** Twice the middle of a box, in the lane of the bins, but for a constant. */
// @inline
function middleOf(box: usize): i32 {
  return <i32>load<u16>(box + lane) - <i32>load<u16>(box + lane, 8);
}

// @inline
function binOfMiddle(middle: i32): u32 {
  const bin = <i32>(<f32>(middle - first) * perStep);
  return <u32>min<i32>(max<i32>(bin, 0), <i32>BINS - 1);
}

// @inline
function binOf(box: usize): u32 {
  return binOfMiddle(middleOf(box));
}

/** The largest of x, y and z. */
// @inline
function largest(v: v128): i32 {
  return max(i32x4.extract_lane(v, 0), max(i32x4.extract_lane(v, 1), i32x4.extract_lane(v, 2)));
}

/** Sides of a box, in steps. */
// @inline
function extentOf(box: v128): v128 {
  const ends = i32x4.add(i32x4.extend_low_i16x8_u(box), i32x4.extend_high_i16x8_u(box));
  return i32x4.sub(i32x4.splat(LAST_STEP), ends);
}

/** Lays the bins over from..to, in the lane in which their middles are farthest apart. False when all coincide. */
function layBins(from: u32, to: u32, stride: u32): bool {
  let low = i32x4.splat(i32.MAX_VALUE);
  let high = i32x4.splat(i32.MIN_VALUE);
  let all = i32x4.splat(-1);
  for (let i = from; i < to; i += stride) {
    const box = v128.load(boxAt(i));
    const middle = i32x4.sub(i32x4.extend_low_i16x8_u(box), i32x4.extend_high_i16x8_u(box));
    low = i32x4.min_s(low, middle);
    high = i32x4.max_s(high, middle);
    all = i16x8.min_u(all, box);
  }
  const extent = i32x4.sub(high, low);
  const x = i32x4.extract_lane(extent, 0);
  const y = i32x4.extract_lane(extent, 1);
  const z = i32x4.extract_lane(extent, 2);
  lane = x >= y && x >= z ? 0 : y >= z ? 2 : 4;
  first = lane == 0 ? i32x4.extract_lane(low, 0) : lane == 2 ? i32x4.extract_lane(low, 1) : i32x4.extract_lane(low, 2);
  middleSteps = max(x, max(y, z));
  boxSteps = largest(extentOf(all));
  perStep = BINS_ACROSS / <f32>middleSteps;
  return middleSteps > 0;
}

function fillBins(from: u32, to: u32, stride: u32): void {
  memory.fill(bins, 0xff, 16 * BINS);
  memory.fill(binCounts, 0, 4 * BINS);
  for (let i = from; i < to; i += stride) {
    const box = boxAt(i);
    const b = <usize>binOf(box);
    const bin = bins + (b << 4);
    v128.store(bin, i16x8.min_u(v128.load(bin), v128.load(box)));
    store<u32>(binCounts + (b << 2), load<u32>(binCounts + (b << 2)) + 1);
  }
}

/** Half the surface of a box, times the clusters that `count` triangles make. */
// @inline
function cost(box: v128, count: u32, most: u32): f32 {
  const extent = f32x4.convert_i32x4_s(extentOf(box));
  const x = f32x4.extract_lane(extent, 0);
  const y = f32x4.extract_lane(extent, 1);
  const z = f32x4.extract_lane(extent, 2);
  return (x * y + y * z + z * x) * <f32>((count + most - 1) / most);
}

/** The first bin behind the best cut that leaves `least` triangles on either side at least; 0 when there is none. */
function chooseBin(count: u32, least: i32, before: i32, behind: i32, most: u32): u32 {
  let box = i32x4.splat(-1);
  let n: u32 = 0;
  for (let b = <usize>BINS - 1; b > 0; b--) {
    box = i16x8.min_u(box, v128.load(bins + (b << 4)));
    n += load<u32>(binCounts + (b << 2));
    store<f32>(costs + (b << 2), n > 0 ? cost(box, n, most) : 0);
  }
  box = i32x4.splat(-1);
  n = 0;
  let best: f32 = f32.MAX_VALUE;
  let chosen: u32 = 0;
  for (let b: usize = 1; b < <usize>BINS; b++) {
    box = i16x8.min_u(box, v128.load(bins + ((b - 1) << 4)));
    n += load<u32>(binCounts + ((b - 1) << 2));
    if (before + <i32>n < least || behind + <i32>(count - n) < least) continue;
    const sum = (n > 0 ? cost(box, n, most) : 0) + load<f32>(costs + (b << 2));
    if (sum < best) {
      best = sum;
      chosen = <u32>b;
    }
  }
  return chosen;
}

/** The first middle that does not lie before a bin, so that parting triangles takes a comparison of integers each. */
function firstMiddle(bin: u32): i32 {
  if (bin == 0) return i32.MIN_VALUE;
  if (bin >= BINS) return i32.MAX_VALUE;
  let middle = first + <i32>(<f32>bin / perStep);
  while (binOfMiddle(middle) < bin) middle++;
  while (binOfMiddle(middle - 1) >= bin) middle--;
  return middle;
}

/** Moves those of from..to that lie before a bin to the front, without a branch per triangle. Returns where the others begin. */
function partition(from: u32, to: u32, bin: u32): u32 {
  const middle = firstMiddle(bin);
  let end = boxAt(from);
  const last = boxAt(to);
  const low = lane;
  for (let box = end; box < last; box += 16) {
    const moved = v128.load(box);
    const isBefore = <i32>load<u16>(box + low) - <i32>load<u16>(box + low, 8) < middle;
    v128.store(box, v128.load(end));
    v128.store(end, moved);
    end += usize(isBefore) << 4;
  }
  return <u32>((end - boxes) >>> 4);
}

/** Cost of a cut of `count` triangles, in the units of cluster-build.ts. */
export function workOfCut(count: u32): i64 {
  return <i64>count * (count >= 2 * SAMPLE ? 2 : 5);
}

/** A cut of many triangles, chosen by a sample of them; 0 when it does not leave `least` on either side. */
function cutBySample(from: u32, to: u32, least: u32, most: u32): u32 {
  const stride = (to - from) / SAMPLE;
  if (!layBins(from, to, stride)) return 0;
  fillBins(from, to, stride);
  const count = (to - from + stride - 1) / stride;
  // A little more than that, to allow for the error of a sample.
  const chosen = chooseBin(count, <i32>((least + (least >>> 3)) / stride), 0, 0, most);
  if (chosen == 0) return 0;
  const cut = partition(from, to, chosen);
  return cut - from < least || to - cut < least ? 0 : cut;
}

/**
 * Orders the triangles from..to and returns where to cut them: at least `least` on either side, which is half of them at most.
 * Clusters will have up to `most`.
 */
export function cutTriangles(from: u32, to: u32, least: u32, most: u32): u32 {
  if (to - from >= 2 * SAMPLE) {
    const cut = cutBySample(from, to, least, most);
    if (cut > 0) return cut;
  }
  const middle = (from + to) >>> 1;
  let low = from;
  let high = to;
  for (let round: u32 = 0; round < ROUNDS; round++) {
    let isLaid = layBins(low, high, 1);
    if (round == 0 && middleSteps < FEW_STEPS && boxSteps < STEPS_TO_REFINE) {
      refine(from, to);
      isLaid = layBins(from, to, 1);
    }
    if (!isLaid) break;
    fillBins(low, high, 1);
    const chosen = chooseBin(high - low, <i32>least, <i32>(low - from), <i32>(to - high), most);
    if (chosen > 0) return partition(low, high, chosen);
    // No cut between bins is valid, so the bin of the middle triangle holds most triangles: continue with that one.
    let bin: u32 = 0;
    let end = low + load<u32>(binCounts);
    while (end <= middle) end += load<u32>(binCounts + ((<usize>++bin) << 2));
    low = partition(low, high, bin);
    high = partition(low, high, bin + 1);
  }
  return middle;
}
