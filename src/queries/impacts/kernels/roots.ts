/**
 * The roots of the cubic from 0 to 1, one after the other, each in an enclosure that certainly holds it and no other.
 *
 * The interval is cut near the places where the cubic turns, so that in each part it rises or falls. Cuts need not be
 * exact: a part is accepted only when its Bernstein coefficients, within their error bounds, change sign at most once
 * (Descartes' rule), and its ends have certain signs. A part of which that is not certain counts as well when the
 * features are apart all the time (separation.ts), as they mostly are when they begin in one plane; if they are not, it
 * is cut again, a few times. What remains undecided is left to whole numbers.
 */
import { reserveScratch } from '../../../memory/kernels/scratch';
import { coplanarity, cubicAt, slopeAt } from './coplanarity';
import { areSeparated } from './separation';

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
const ends = reserveScratch(PARTS_MAX * 8);
const partU = reserveScratch(48);
const partV = reserveScratch(48);
const partW = reserveScratch(48);

/** The current cubic: the intervals in which it is monotone, and the root found last. */
// @unmanaged
export class RootsState {
  /** The enclosure, the part of the interval that it was found in, and the sign of the cubic before the root. */
  rootLow: f64;
  rootHigh: f64;
  partLow: f64;
  partHigh: f64;
  signBefore: f64;
  cut1: f64;
  cut2: f64;
  /** Where the next part begins, and where that and those behind it end: f64, the next last. */
  position: f64;
  endCount: i32;
  cutsLeft: i32;

  /** The features: their kind, and the differences over the whole motion; then over a part. */
  kind: u32;
  wholeU: usize;
  wholeV: usize;
  wholeW: usize;

  // Bernstein coefficients over a part.
  c0: f64;
  c1: f64;
  c2: f64;
  c3: f64;
}
export const roots = changetype<RootsState>(reserveScratch(offsetof<RootsState>()));
roots.cut1 = 1;
roots.cut2 = 1;

// @inline
function pushEnd(t: f64): void {
  store<f64>(ends + (usize(roots.endCount++) << 3), t);
}

/** Readies the search, for the features whose cubic has been set. */
export function openRoots(kindOfPair: u32, u: usize, v: usize, w: usize): void {
  roots.kind = kindOfPair;
  roots.wholeU = u;
  roots.wholeV = v;
  roots.wholeW = w;
  roots.cutsLeft = CUTS_MAX;
  roots.cut1 = roots.cut2 = 1;
  findCuts();
  roots.position = 0;
  roots.endCount = 0;
  pushEnd(1);
  if (roots.cut2 < 1) pushEnd(roots.cut2);
  if (roots.cut1 < roots.cut2) pushEnd(roots.cut1);
}

/** Cuts the interval near the roots of the derivative. */
function findCuts(): void {
  // f' = p s² + 2 q s t + r t²
  const p = coplanarity.b1 - 3 * coplanarity.b0;
  const q = coplanarity.b2 - coplanarity.b1;
  const r = 3 * coplanarity.b3 - coplanarity.b2;
  const under = q * q - p * r;
  if (!(under > 0)) return;
  const root = Math.sqrt(under);
  // With t / s = x: p + 2 q x + r x² = 0; both solutions without cancellation.
  const sum = q >= 0 ? -(q + root) : -(q - root);
  noteCut(sum / r);
  noteCut(p / sum);
  if (roots.cut1 > roots.cut2) {
    const swap = roots.cut1;
    roots.cut1 = roots.cut2;
    roots.cut2 = swap;
  }
}

function noteCut(ratio: f64): void {
  if (!(ratio > 0) || !(ratio < Infinity)) return;
  const t = ratio / (1 + ratio);
  if (!(t > 0 && t < 1)) return;
  if (roots.cut1 == 1) roots.cut1 = t;
  else roots.cut2 = t;
}

// @inline
function mix(x: f64, y: f64, t: f64): f64 {
  return x * (1 - t) + y * t;
}

/** By blossoms: the coefficient with i factors `high` and 3 − i factors `low`. */
function blossom(x: f64, y: f64, z: f64): f64 {
  const a1 = coplanarity.b1 / 3;
  const a2 = coplanarity.b2 / 3;
  const p = mix(coplanarity.b0, a1, x);
  const q = mix(a1, a2, x);
  const r = mix(a2, coplanarity.b3, x);
  return mix(mix(p, q, y), mix(q, r, y), z);
}

function setPart(low: f64, high: f64): void {
  roots.c0 = blossom(low, low, low);
  roots.c1 = blossom(low, low, high);
  roots.c2 = blossom(low, high, high);
  roots.c3 = blossom(high, high, high);
}

/** What the part holds. Coefficients are off by the bound of a value and a few roundings. */
function countInPart(): i32 {
  const bound = 2 * coplanarity.valueBound;
  if (!(abs(roots.c0) > bound) || !(abs(roots.c3) > bound)) return ROOT_UNKNOWN;
  const first: f64 = roots.c0 > 0 ? 1 : -1;
  const x1 = roots.c1 * first;
  const x2 = roots.c2 * first;
  if (roots.c3 * first > 0) return x1 > bound && x2 > bound ? ROOT_NONE : ROOT_UNKNOWN;
  // + ? ? −: more than one change only if the second may be negative while the third may be positive.
  return x1 < bound && x2 > -bound ? ROOT_UNKNOWN : ROOT_FOUND;
}

/** Narrows the enclosure of the only root between `low` and `high`. */
function enclose(low: f64, high: f64): void {
  roots.partLow = low;
  roots.partHigh = high;
  roots.signBefore = roots.c0 > 0 ? 1 : -1;
  let from = low;
  let to = high;
  let t = low + (high - low) * (roots.c0 / (roots.c0 - roots.c3));
  for (let step = 0; step < STEPS_MAX; step++) {
    const value = cubicAt(t) * roots.signBefore;
    if (value > 0) from = t;
    else to = t;
    const slope = slopeAt(t);
    let next = t - (value * roots.signBefore) / slope;
    // As close as the bound allows: a further step would only follow rounding errors.
    if (abs(next - t) <= 2 * ULP + coplanarity.valueBound / abs(slope)) break;
    if (!(next > from && next < to)) next = 0.5 * (from + to);
    t = next;
  }
  let reach = (3 * coplanarity.valueBound) / abs(slopeAt(t)) + 2 * ULP;
  for (let widening = 0; widening < WIDENINGS_MAX; widening++) {
    roots.rootLow = max(low, t - reach);
    roots.rootHigh = min(high, t + reach);
    const isBefore = roots.rootLow == low || cubicAt(roots.rootLow) * roots.signBefore > coplanarity.valueBound;
    const isBehind = roots.rootHigh == high || cubicAt(roots.rootHigh) * roots.signBefore < -coplanarity.valueBound;
    if (isBefore && isBehind) return;
    reach *= 4;
  }
  roots.rootLow = low;
  roots.rootHigh = high;
}

// @inline
function setPartOf(whole: usize, low: f64, high: f64, out: usize): void {
  const from = f64x2(low, high);
  for (let k: usize = 0; k < 48; k += 16) {
    const start = v128.load64_splat(whole + k);
    const motion = f64x2.sub(v128.load64_splat(whole + k, 8), start);
    v128.store(out + k, f64x2.add(start, f64x2.mul(from, motion)));
  }
}

/** Whether the features are certainly apart in a part of the motion. */
function areApartFrom(low: f64, high: f64): bool {
  setPartOf(roots.wholeU, low, high, partU);
  setPartOf(roots.wholeV, low, high, partV);
  setPartOf(roots.wholeW, low, high, partW);
  return areSeparated(roots.kind, partU, partV, partW);
}

/** Where a part that cannot be told is cut: near its end of uncertain sign, if it has one. */
function cutAt(): f64 {
  const low = abs(roots.c0) > 2 * coplanarity.valueBound;
  const high = abs(roots.c3) > 2 * coplanarity.valueBound;
  return low == high ? 0.5 : low ? 1 - END_SHARE : END_SHARE;
}

/** The next root: ROOT_FOUND with its enclosure, ROOT_NONE when there is no more, ROOT_UNKNOWN when there may be one. */
export function nextRoot(): i32 {
  while (roots.endCount > 0) {
    const low = roots.position;
    const high = load<f64>(ends + ((<usize>(roots.endCount - 1)) << 3));
    setPart(low, high);
    const count = countInPart();
    const isApart = count == ROOT_UNKNOWN && areApartFrom(low, high);
    if (count == ROOT_UNKNOWN && !isApart && roots.cutsLeft > 0) {
      roots.cutsLeft--;
      pushEnd(low + (high - low) * cutAt());
      continue;
    }
    roots.endCount--;
    roots.position = high;
    if (count == ROOT_NONE || isApart) continue;
    if (count == ROOT_FOUND) {
      enclose(low, high);
      return ROOT_FOUND;
    }
    // There is nothing before the low end of a part that cannot be told.
    roots.rootLow = low;
    return ROOT_UNKNOWN;
  }
  return ROOT_NONE;
}
