/**
 * The roots of the cubic from 0 to 1, one after the other, each in an enclosure that certainly holds it and no other.
 *
 * The interval is cut near the places where the cubic turns, so that in each part it rises or falls. Cuts need not be
 * exact: a part counts only when its Bernstein coefficients change sign at most once whatever they are off by (Descartes'
 * rule), and its ends have certain signs. A part of which that is not certain counts as well when the features are apart
 * all the time (separation.ts), as they mostly are when they begin in one plane; if they are not, it is cut again, a few
 * times. What that cannot tell is left to whole numbers.
 */
import { reserveScratch } from '../../../memory/kernels/scratch';
import { b0, b1, b2, b3, cubicAt, slopeAt, valueBound } from './coplanarity';
import { areSeparated } from './separation';

/** The enclosure, the part of the interval that it was found in, and the sign of the cubic before the root. */
export let rootLow: f64 = 0;
export let rootHigh: f64 = 0;
export let partLow: f64 = 0;
export let partHigh: f64 = 0;
export let signBefore: f64 = 0;

export const ROOT_FOUND: i32 = 1;
export const ROOT_NONE: i32 = 0;
export const ROOT_UNKNOWN: i32 = -1;

const STEPS_MAX: i32 = 24;
const WIDENINGS_MAX: i32 = 8;
const ULP: f64 = 1.1102230246251565e-16;

/** How often parts may be cut again, and the most that wait: those, two cuts, and the end. */
const CUTS_MAX: i32 = 16;
const PARTS_MAX: i32 = CUTS_MAX + 3;
/** An end of uncertain sign is cut off with this share of the part. */
const END_SHARE: f64 = 0.0625;

let cut1: f64 = 1;
let cut2: f64 = 1;
/** Where the next part begins, and where that and those behind it end: f64, the next last. */
let position: f64 = 0;
const ends = reserveScratch(PARTS_MAX * 8);
let endCount: i32 = 0;
let cutsLeft: i32 = 0;

/** The features: their kind, and the differences over the whole motion; then over a part. */
let kind: u32 = 0;
let wholeU: usize = 0;
let wholeV: usize = 0;
let wholeW: usize = 0;
const partU = reserveScratch(48);
const partV = reserveScratch(48);
const partW = reserveScratch(48);

// @inline
function pushEnd(t: f64): void {
  store<f64>(ends + (usize(endCount++) << 3), t);
}

/** Readies the search, for the features whose cubic has been set. */
export function openRoots(kindOfPair: u32, u: usize, v: usize, w: usize): void {
  kind = kindOfPair;
  wholeU = u;
  wholeV = v;
  wholeW = w;
  cutsLeft = CUTS_MAX;
  cut1 = cut2 = 1;
  findCuts();
  position = 0;
  endCount = 0;
  pushEnd(1);
  if (cut2 < 1) pushEnd(cut2);
  if (cut1 < cut2) pushEnd(cut1);
}

/** Cuts the interval near the roots of the derivative. */
function findCuts(): void {
  // f' = p s² + 2 q s t + r t²
  const p = b1 - 3 * b0;
  const q = b2 - b1;
  const r = 3 * b3 - b2;
  const under = q * q - p * r;
  if (!(under > 0)) return;
  const root = Math.sqrt(under);
  // With t / s = x: p + 2 q x + r x² = 0; both solutions without cancellation.
  const sum = q >= 0 ? -(q + root) : -(q - root);
  noteCut(sum / r);
  noteCut(p / sum);
  if (cut1 > cut2) {
    const swap = cut1;
    cut1 = cut2;
    cut2 = swap;
  }
}

function noteCut(ratio: f64): void {
  if (!(ratio > 0) || !(ratio < Infinity)) return;
  const t = ratio / (1 + ratio);
  if (!(t > 0 && t < 1)) return;
  if (cut1 == 1) cut1 = t;
  else cut2 = t;
}

// @inline
function mix(x: f64, y: f64, t: f64): f64 {
  return x * (1 - t) + y * t;
}

// Bernstein coefficients over a part.
let c0: f64 = 0;
let c1: f64 = 0;
let c2: f64 = 0;
let c3: f64 = 0;

/** By blossoms: the coefficient with i factors `high` and 3 − i factors `low`. */
function blossom(x: f64, y: f64, z: f64): f64 {
  const a1 = b1 / 3;
  const a2 = b2 / 3;
  const p = mix(b0, a1, x);
  const q = mix(a1, a2, x);
  const r = mix(a2, b3, x);
  return mix(mix(p, q, y), mix(q, r, y), z);
}

function setPart(low: f64, high: f64): void {
  c0 = blossom(low, low, low);
  c1 = blossom(low, low, high);
  c2 = blossom(low, high, high);
  c3 = blossom(high, high, high);
}

/** What the part holds. Coefficients are off by the bound of a value and a few roundings. */
function countInPart(): i32 {
  const bound = 2 * valueBound;
  if (!(abs(c0) > bound) || !(abs(c3) > bound)) return ROOT_UNKNOWN;
  const first: f64 = c0 > 0 ? 1 : -1;
  const x1 = c1 * first;
  const x2 = c2 * first;
  if (c3 * first > 0) return x1 > bound && x2 > bound ? ROOT_NONE : ROOT_UNKNOWN;
  // + ? ? −: more than one change only if the second may be negative while the third may be positive.
  return x1 < bound && x2 > -bound ? ROOT_UNKNOWN : ROOT_FOUND;
}

/** Narrows the enclosure of the only root between `low` and `high`. */
function enclose(low: f64, high: f64): void {
  partLow = low;
  partHigh = high;
  signBefore = c0 > 0 ? 1 : -1;
  let from = low;
  let to = high;
  let t = low + (high - low) * (c0 / (c0 - c3));
  for (let step = 0; step < STEPS_MAX; step++) {
    const value = cubicAt(t) * signBefore;
    if (value > 0) from = t;
    else to = t;
    const slope = slopeAt(t);
    let next = t - (value * signBefore) / slope;
    // As near as the bound lets one tell: a step would only follow the roundings.
    if (abs(next - t) <= 2 * ULP + valueBound / abs(slope)) break;
    if (!(next > from && next < to)) next = 0.5 * (from + to);
    t = next;
  }
  let reach = (3 * valueBound) / abs(slopeAt(t)) + 2 * ULP;
  for (let widening = 0; widening < WIDENINGS_MAX; widening++) {
    rootLow = max(low, t - reach);
    rootHigh = min(high, t + reach);
    const isBefore = rootLow == low || cubicAt(rootLow) * signBefore > valueBound;
    const isBehind = rootHigh == high || cubicAt(rootHigh) * signBefore < -valueBound;
    if (isBefore && isBehind) return;
    reach *= 4;
  }
  rootLow = low;
  rootHigh = high;
}

// @inline
function setPartOf(whole: usize, low: f64, high: f64, out: usize): void {
  const from = f64x2(low, high);
  for (let k: usize = 0; k < 48; k += 16) {
    const start = v128.load64_splat(whole + k);
    const way = f64x2.sub(v128.load64_splat(whole + k, 8), start);
    v128.store(out + k, f64x2.add(start, f64x2.mul(from, way)));
  }
}

/** Whether the features are certainly apart in a part of the motion. */
function areApartFrom(low: f64, high: f64): bool {
  setPartOf(wholeU, low, high, partU);
  setPartOf(wholeV, low, high, partV);
  setPartOf(wholeW, low, high, partW);
  return areSeparated(kind, partU, partV, partW);
}

/** Where a part that cannot be told is cut: near its end of uncertain sign, if it has one. */
function cutAt(): f64 {
  const low = abs(c0) > 2 * valueBound;
  const high = abs(c3) > 2 * valueBound;
  return low == high ? 0.5 : low ? 1 - END_SHARE : END_SHARE;
}

/** The next root: ROOT_FOUND with its enclosure, ROOT_NONE when there is no more, ROOT_UNKNOWN when there may be one. */
export function nextRoot(): i32 {
  while (endCount > 0) {
    const low = position;
    const high = load<f64>(ends + ((<usize>(endCount - 1)) << 3));
    setPart(low, high);
    const count = countInPart();
    const isApart = count == ROOT_UNKNOWN && areApartFrom(low, high);
    if (count == ROOT_UNKNOWN && !isApart && cutsLeft > 0) {
      cutsLeft--;
      pushEnd(low + (high - low) * cutAt());
      continue;
    }
    endCount--;
    position = high;
    if (count == ROOT_NONE || isApart) continue;
    if (count == ROOT_FOUND) {
      enclose(low, high);
      return ROOT_FOUND;
    }
    // There is nothing before the low end of a part that cannot be told.
    rootLow = low;
    return ROOT_UNKNOWN;
  }
  return ROOT_NONE;
}
