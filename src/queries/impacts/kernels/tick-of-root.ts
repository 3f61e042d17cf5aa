/**
 * The tick of a root: the last multiple of 2^-52 that is not above it.
 *
 * The cubic is set up again from the points, in double-double arithmetic: 42 products of three exact differences. With
 * M the product of the largest components, each coefficient is a sum of 18 at most, off by less than 2^-94 M in all,
 * and a value by as much again; the bound taken is 2^-92 M. Signs at two neighbouring multiples then decide; the sign
 * of a value below the bound, as at a root that is itself a multiple, is found in whole numbers.
 */

import { reserveScratch } from '../../../memory/kernels/scratch';
import { TICKS, VERTEX_FACE } from '../constants';
import { coplanarity, slopeAt } from './coplanarity';
import { planeSignAtPlaces, SIGN_UNKNOWN } from './exact-places';
import { addProducts, differenceTails, plusPair, tail, timesDouble } from './pair-double';
import { roots } from './roots';
import { askPlaneSign } from './whole-numbers';

const BOUND: f64 = 2.0194839173657902e-28; // 2^-92
const SMALLEST: f64 = 1e-290;
const PAIR: usize = 32;

const U: usize = 0;
const V: usize = 3 * PAIR;
const W: usize = 6 * PAIR;
const N: usize = 9 * PAIR;
const MIXED: usize = 12 * PAIR;
const ENDS: usize = 15 * PAIR;
const CROSSED: usize = 16 * PAIR;
const MIDDLE: usize = 17 * PAIR;
const BYTES: usize = 18 * PAIR;

/** Pairs of u, v, w (three components each), of u × v, of the mixed products, and of the three sums that make up f. */
const pairs = reserveScratch(BYTES);

/** The coefficients of the current cubic in double-double arithmetic, and the features it belongs to. */
// @unmanaged
class CubicState {
  bound: f64;

  // Coefficients of the cubic.
  h0: f64;
  l0: f64;
  h1: f64;
  l1: f64;
  h2: f64;
  l2: f64;
  h3: f64;
  l3: f64;

  // The features whose root is sought.
  kind: u32;
  point0: usize;
  point1: usize;
  point2: usize;
  point3: usize;
}
const cubic = changetype<CubicState>(reserveScratch(offsetof<CubicState>()));

/** out = to − from, exactly. */
function setDifference(out: usize, from: usize, to: usize): void {
  for (let k: usize = 0; k < 3; k++) {
    const p = v128.load(to + 16 * k);
    const q = v128.load(from + 16 * k);
    const difference = f64x2.sub(p, q);
    v128.store(out + k * PAIR, difference);
    v128.store(out + k * PAIR, differenceTails(p, q, difference), 16);
  }
}

/** Adds the lanes of a pair, and puts the sum in both. */
function joinLanes(at: usize): void {
  const high = plusPair(load<f64>(at), load<f64>(at, 16), load<f64>(at, 8), load<f64>(at, 24));
  v128.store(at, f64x2.splat(high));
  v128.store(at, f64x2.splat(tail), 16);
}

/** Sets the cubic up for u = u1 − u0 and so on, from moving points. */
function setExactCubic(u0: usize, u1: usize, v0: usize, v1: usize, w0: usize, w1: usize): void {
  memory.fill(pairs + N, 0, BYTES - N);
  setDifference(pairs + U, u0, u1);
  setDifference(pairs + V, v0, v1);
  setDifference(pairs + W, w0, w1);
  for (let k: usize = 0; k < 3; k++) {
    const next = (k == 2 ? 0 : k + 1) * PAIR;
    const last = (k == 0 ? 2 : k - 1) * PAIR;
    addProducts(pairs + N + k * PAIR, pairs + U + next, pairs + V + last, false, false);
    addProducts(pairs + N + k * PAIR, pairs + U + last, pairs + V + next, true, false);
    addProducts(pairs + MIXED + k * PAIR, pairs + U + next, pairs + V + last, false, true);
    addProducts(pairs + MIXED + k * PAIR, pairs + U + last, pairs + V + next, true, true);
    joinLanes(pairs + MIXED + k * PAIR);
    addProducts(pairs + ENDS, pairs + N + k * PAIR, pairs + W + k * PAIR, false, false);
    addProducts(pairs + CROSSED, pairs + N + k * PAIR, pairs + W + k * PAIR, false, true);
    addProducts(pairs + MIDDLE, pairs + MIXED + k * PAIR, pairs + W + k * PAIR, false, false);
  }
  const ends = pairs + ENDS;
  const crossed = pairs + CROSSED;
  const middle = pairs + MIDDLE;
  cubic.h0 = load<f64>(ends);
  cubic.l0 = load<f64>(ends, 16);
  cubic.h3 = load<f64>(ends, 8);
  cubic.l3 = load<f64>(ends, 24);
  cubic.h1 = plusPair(load<f64>(crossed), load<f64>(crossed, 16), load<f64>(middle), load<f64>(middle, 16));
  cubic.l1 = tail;
  cubic.h2 = plusPair(load<f64>(crossed, 8), load<f64>(crossed, 24), load<f64>(middle, 8), load<f64>(middle, 24));
  cubic.l2 = tail;
  cubic.bound = BOUND * coplanarity.sizeU * coplanarity.sizeV * coplanarity.sizeW + SMALLEST;
}

/** The cubic at a tick's beginning. Both the time and what is left of 1 are doubles there. */
function valueAt(tick: f64): f64 {
  const t = tick / TICKS;
  const s = 1 - t;
  let x = timesDouble(cubic.h0, cubic.l0, s);
  let xLow = tail;
  let y = timesDouble(cubic.h1, cubic.l1, t);
  x = plusPair(x, xLow, y, tail);
  x = timesDouble(x, tail, s);
  xLow = tail;
  y = timesDouble(cubic.h2, cubic.l2, t);
  y = timesDouble(y, tail, t);
  x = plusPair(x, xLow, y, tail);
  x = timesDouble(x, tail, s);
  xLow = tail;
  y = timesDouble(cubic.h3, cubic.l3, t);
  y = timesDouble(y, tail, t);
  y = timesDouble(y, tail, t);
  return plusPair(x, xLow, y, tail);
}

/** 1 when the root comes after the beginning of a tick, −1 when before it, 0 when exactly there. */
function sideAt(tick: f64): i32 {
  const before = valueAt(tick) * roots.signBefore;
  if (before > cubic.bound) return 1;
  if (before < -cubic.bound) return -1;
  const known = planeSignAtPlaces(cubic.kind, cubic.point0, cubic.point1, cubic.point2, cubic.point3, tick / TICKS);
  const sign =
    known == SIGN_UNKNOWN
      ? askPlaneSign(cubic.kind, cubic.point0, cubic.point1, cubic.point2, cubic.point3, tick)
      : known;
  return sign * <i32>roots.signBefore;
}

/** Bisects the ticks of the enclosure. */
function searchTicks(): f64 {
  let low = Math.floor(roots.rootLow * TICKS);
  let high = Math.ceil(roots.rootHigh * TICKS);
  if (low < roots.partLow * TICKS || high > roots.partHigh * TICKS) return -1;
  if (sideAt(low) == 0) return low;
  while (high - low > 1) {
    const middle = Math.floor(0.5 * (low + high));
    const side = sideAt(middle);
    if (side == 0) return middle;
    if (side > 0) low = middle;
    else high = middle;
  }
  return sideAt(high) == 0 ? high : low;
}

/**
 * The tick of the root that was found last, for features given by the addresses of moving points; −1 when another root may
 * be in the same tick.
 */
export function tickOfRoot(kindOfPair: u32, q0: usize, q1: usize, q2: usize, q3: usize): f64 {
  cubic.kind = kindOfPair;
  cubic.point0 = q0;
  cubic.point1 = q1;
  cubic.point2 = q2;
  cubic.point3 = q3;
  if (cubic.kind == VERTEX_FACE) setExactCubic(q1, q2, q1, q3, q1, q0);
  else setExactCubic(q0, q1, q2, q3, q0, q2);
  const t = 0.5 * (roots.rootLow + roots.rootHigh);
  const guess = Math.floor(t * TICKS);
  const tick = guess + Math.floor((-valueAt(guess) / slopeAt(t)) * TICKS);
  if (!(tick >= roots.partLow * TICKS) || !(tick + 1 <= roots.partHigh * TICKS)) return searchTicks();
  const side = sideAt(tick);
  if (side == 0) return tick;
  const next = sideAt(tick + 1);
  if (next == 0) return tick + 1;
  return side > 0 && next < 0 ? tick : searchTicks();
}
