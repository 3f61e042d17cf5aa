/**
 * Cuts a set of triangles in two, so that their boxes are small and overlap little: the middles of the triangles' boxes are
 * sorted into bins along the longest extent, and of the cuts between two bins the one is taken where area times number of
 * clusters, summed over both sides, is least.
 *
 * Source: Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies", RT 2007, for the bins. The longest extent
 * alone, instead of all three, leaves 1 % more triangles to look at, for a third of the bins to fill.
 *
 * Coordinates here are rounded to parts of the object's size, and only choose: the boxes that count are made of what was given.
 */

import { ObjectRecord } from '../../memory/generated/kernels/records';
import { take } from '../../memory/kernels/memory';
import { givenPoint } from '../../memory/kernels/objects';
import { reserveScratch } from '../../memory/kernels/scratch';

const BINS: u32 = 16;
/** Scales a place along the longest extent to a bin: a little less than BINS, so that the farthest falls into the last. */
const BINS_ACROSS: f32 = 15.999;
/** Of so many triangles, twice or more, every second, third and so on is looked at to choose a cut. */
const SAMPLE: u32 = 1024;
/** How often a cut is looked for within one bin before the middle triangle must do. */
const ROUNDS: u32 = 8;

/** Per triangle two v128 of f32: low, with the triangle's number in the last lane, and high. */
let boxes: usize = 0;

/** Boxes of bins, and how many triangles each has. */
const bins = reserveScratch(32 * BINS);
const binCounts = reserveScratch(4 * BINS);
/** Cost of what lies behind each bin. */
const costs = reserveScratch(4 * BINS);
const corner = reserveScratch(24);

// @inline
function boxAt(i: u32): usize {
  return boxes + ((<usize>i) << 5);
}

/** The triangle at a place of the order. */
// @inline
export function triangleAt(i: u32): u32 {
  return load<u32>(boxAt(i), 12);
}

/** Readies the triangles of an object, whose box is six f64, in the order in which they were given. */
export function openSplitting(object: ObjectRecord, box: usize): void {
  const count = object.triangleCount;
  boxes = take((<u64>count) << 5);
  const x = load<f64>(box) * 0.5 + load<f64>(box, 24) * 0.5;
  const y = load<f64>(box, 8) * 0.5 + load<f64>(box, 32) * 0.5;
  const z = load<f64>(box, 16) * 0.5 + load<f64>(box, 40) * 0.5;
  const extent = max(
    load<f64>(box, 24) - load<f64>(box),
    max(load<f64>(box, 32) - load<f64>(box, 8), load<f64>(box, 40) - load<f64>(box, 16)),
  );
  const inverse: f64 = extent > 0 ? 1 / extent : 0;
  const scale: f64 = inverse < f64.MAX_VALUE ? inverse : 0;
  for (let t: u32 = 0; t < count; t++) {
    const index = object.indices + <usize>t * 12;
    let low = f32x4.splat(f32.MAX_VALUE);
    let high = f32x4.splat(-f32.MAX_VALUE);
    for (let k: usize = 0; k < 12; k += 4) {
      givenPoint(object, load<u32>(index + k), corner);
      const point = f32x4(
        <f32>((load<f64>(corner) - x) * scale),
        <f32>((load<f64>(corner, 8) - y) * scale),
        <f32>((load<f64>(corner, 16) - z) * scale),
        0,
      );
      low = f32x4.pmin(low, point);
      high = f32x4.pmax(high, point);
    }
    v128.store(boxAt(t), i32x4.replace_lane(low, 3, <i32>t));
    v128.store(boxAt(t), high, 16);
  }
}

// The bins: lane and place of the first one, and how many there are per unit.
let lane: usize = 0;
let first: f32 = 0;
let perUnit: f32 = 0;

/** Twice the middle of a box, in the lane of the bins. */
// @inline
function middleOf(box: usize): f32 {
  return load<f32>(box + lane) + load<f32>(box + lane, 16);
}

// @inline
function binOf(box: usize): u32 {
  return <u32>min<f32>(max<f32>((middleOf(box) - first) * perUnit, 0), <f32>(BINS - 1));
}

/** Lays the bins over from..to, in the lane in which their middles are farthest apart. False when all are in one place. */
function layBins(from: u32, to: u32, stride: u32): bool {
  let low = f32x4.splat(f32.MAX_VALUE);
  let high = f32x4.splat(-f32.MAX_VALUE);
  for (let i = from; i < to; i += stride) {
    const middle = f32x4.add(v128.load(boxAt(i)), v128.load(boxAt(i), 16));
    low = f32x4.pmin(low, middle);
    high = f32x4.pmax(high, middle);
  }
  const extent = f32x4.sub(high, low);
  const x = f32x4.extract_lane(extent, 0);
  const y = f32x4.extract_lane(extent, 1);
  const z = f32x4.extract_lane(extent, 2);
  lane = x >= y && x >= z ? 0 : y >= z ? 4 : 8;
  first = lane == 0 ? f32x4.extract_lane(low, 0) : lane == 4 ? f32x4.extract_lane(low, 1) : f32x4.extract_lane(low, 2);
  perUnit = BINS_ACROSS / max(x, max(y, z));
  return perUnit < f32.MAX_VALUE;
}

function fillBins(from: u32, to: u32, stride: u32): void {
  for (let b: usize = 0; b < <usize>BINS; b++) {
    v128.store(bins + (b << 5), f32x4.splat(f32.MAX_VALUE));
    v128.store(bins + (b << 5), f32x4.splat(-f32.MAX_VALUE), 16);
  }
  memory.fill(binCounts, 0, 4 * BINS);
  for (let i = from; i < to; i += stride) {
    const box = boxAt(i);
    const b = <usize>binOf(box);
    const bin = bins + (b << 5);
    v128.store(bin, f32x4.pmin(v128.load(bin), v128.load(box)));
    v128.store(bin, f32x4.pmax(v128.load(bin, 16), v128.load(box, 16)), 16);
    store<u32>(binCounts + (b << 2), load<u32>(binCounts + (b << 2)) + 1);
  }
}

/** Half the surface of a box, times the clusters that `count` triangles make. */
// @inline
function cost(low: v128, high: v128, count: u32, most: u32): f32 {
  const extent = f32x4.sub(high, low);
  const x = f32x4.extract_lane(extent, 0);
  const y = f32x4.extract_lane(extent, 1);
  const z = f32x4.extract_lane(extent, 2);
  return (x * y + y * z + z * x) * <f32>((count + most - 1) / most);
}

/** The first bin behind the best cut that leaves `least` triangles on either side at least; 0 when there is none. */
function chooseBin(count: u32, least: i32, before: i32, behind: i32, most: u32): u32 {
  let low = f32x4.splat(f32.MAX_VALUE);
  let high = f32x4.splat(-f32.MAX_VALUE);
  let n: u32 = 0;
  for (let b = <usize>BINS - 1; b > 0; b--) {
    low = f32x4.pmin(low, v128.load(bins + (b << 5)));
    high = f32x4.pmax(high, v128.load(bins + (b << 5), 16));
    n += load<u32>(binCounts + (b << 2));
    store<f32>(costs + (b << 2), n > 0 ? cost(low, high, n, most) : 0);
  }
  low = f32x4.splat(f32.MAX_VALUE);
  high = f32x4.splat(-f32.MAX_VALUE);
  n = 0;
  let best: f32 = f32.MAX_VALUE;
  let chosen: u32 = 0;
  for (let b: usize = 1; b < <usize>BINS; b++) {
    low = f32x4.pmin(low, v128.load(bins + ((b - 1) << 5)));
    high = f32x4.pmax(high, v128.load(bins + ((b - 1) << 5), 16));
    n += load<u32>(binCounts + ((b - 1) << 2));
    if (before + <i32>n < least || behind + <i32>(count - n) < least) continue;
    const sum = cost(low, high, n, most) + load<f32>(costs + (b << 2));
    if (sum < best) {
      best = sum;
      chosen = <u32>b;
    }
  }
  return chosen;
}

/** Brings those of from..to that lie before a bin to the front, without a branch per triangle. Returns where the others begin. */
function partition(from: u32, to: u32, bin: u32): u32 {
  let end = boxAt(from);
  const last = boxAt(to);
  for (let box = end; box < last; box += 32) {
    const low = v128.load(box);
    const high = v128.load(box, 16);
    const isBefore = binOf(box) < bin;
    v128.store(box, v128.load(end));
    v128.store(box, v128.load(end, 16), 16);
    v128.store(end, low);
    v128.store(end, high, 16);
    end += usize(isBefore) << 5;
  }
  return <u32>((end - boxes) >>> 5);
}

/** A cut of many triangles, chosen by a sample of them; 0 when it does not leave `least` on either side. */
function cutBySample(from: u32, to: u32, least: u32, most: u32): u32 {
  const stride = (to - from) / SAMPLE;
  if (!layBins(from, to, stride)) return 0;
  fillBins(from, to, stride);
  const count = (to - from + stride - 1) / stride;
  // A little more than that, for what a sample may be off by.
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
  for (let round: u32 = 0; round < ROUNDS && layBins(low, high, 1); round++) {
    fillBins(low, high, 1);
    const chosen = chooseBin(high - low, <i32>least, <i32>(low - from), <i32>(to - high), most);
    if (chosen > 0) return partition(low, high, chosen);
    // No cut between bins will do, so the one that the middle falls into has most triangles: on with that.
    let bin: u32 = 0;
    let end = low + load<u32>(binCounts);
    while (end <= middle) end += load<u32>(binCounts + ((<usize>++bin) << 2));
    low = partition(low, high, bin);
    high = partition(low, high, bin + 1);
  }
  return middle;
}
