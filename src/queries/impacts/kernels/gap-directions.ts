/**
 * How far apart two features certainly are over a part of the motion: along a fixed direction, what lies between their points
 * changes linearly with time, so that its least value at both ends of the part holds for all of it (as in separation.ts). The
 * directions are those in which the nearest points lie half-way: any direction is sound, these prove most.
 *
 * Differences are scaled so that the largest component is between 1 and 2. With ε = 2^-53, a component at a time is off by less
 * than 16 ε: 2 ε for the difference, the rest for three roundings of numbers up to 4. A product with a direction d is off by
 * 32 ε |d|₁ at most, and the sum of up to three of them by 128 ε |d|₁.
 *
 * A direction should be at right angles to the edges that it is measured against up to a few ε of it, because its error is
 * multiplied by their length: it is made so by taking away, twice, what it has along them.
 */
import { reserveScratch } from '../../../memory/kernels/scratch';
import { VERTEX_FACE } from '../constants';
import { findNearest, nearest, SIDE_NONE, SIDE_U, SIDE_V, vectors } from './nearest-points';

const EPSILON: f64 = 1.1102230246251565e-16;
const ROUNDING: f64 = 128 * EPSILON;

/** u, v and w over the whole motion: three f64x2 each, start and end, scaled. */
export const whole = reserveScratch(144);
/** The same over the part. */
const part = reserveScratch(144);
/** The direction that is tried, and one that others are made at right angles to. */
const direction = reserveScratch(24);
const edge = reserveScratch(24);

// @inline
function component(vector: usize, k: usize): f64 {
  return load<f64>(vector + 8 * k);
}

// @inline
function dot(p: usize, q: usize): f64 {
  return component(p, 0) * component(q, 0) + component(p, 1) * component(q, 1) + component(p, 2) * component(q, 2);
}

function setPart(low: f64, high: f64): void {
  const times = f64x2(low, high);
  for (let k: usize = 0; k < 144; k += 16) {
    const start = v128.load64_splat(whole + k);
    const motion = f64x2.sub(v128.load64_splat(whole + k, 8), start);
    v128.store(part + k, f64x2.add(start, f64x2.mul(times, motion)));
  }
}

/** Finds the nearest points at a time. */
export function setNearestAt(kind: u32, time: f64): void {
  for (let k: usize = 0; k < 9; k++) {
    const start = load<f64>(whole + 16 * k);
    store<f64>(vectors + 8 * k, start + time * (load<f64>(whole + 16 * k, 8) - start));
  }
  findNearest(kind);
}

// @inline
function along(vector: usize): v128 {
  const x = f64x2.mul(f64x2.splat(component(direction, 0)), v128.load(part + vector));
  const y = f64x2.mul(f64x2.splat(component(direction, 1)), v128.load(part + vector, 16));
  return f64x2.add(f64x2.add(x, y), f64x2.mul(f64x2.splat(component(direction, 2)), v128.load(part + vector, 32)));
}

/** A lower bound, along the direction, of the distance of the features over the part; not above zero when it tells nothing. */
function boundAlong(kind: u32): f64 {
  const square = dot(direction, direction);
  if (!(square > 1e-280)) return 0;
  const alongU = along(0);
  const alongV = along(48);
  const alongW = along(96);
  const second = f64x2.sub(alongW, alongU);
  const third = kind == VERTEX_FACE ? f64x2.sub(alongW, alongV) : f64x2.add(alongW, alongV);
  const fourth = kind == VERTEX_FACE ? third : f64x2.sub(third, alongU);
  const lows = f64x2.pmin(f64x2.pmin(alongW, second), f64x2.pmin(third, fourth));
  const highs = f64x2.pmax(f64x2.pmax(alongW, second), f64x2.pmax(third, fourth));
  const low = min(f64x2.extract_lane(lows, 0), f64x2.extract_lane(lows, 1));
  const high = max(f64x2.extract_lane(highs, 0), f64x2.extract_lane(highs, 1));
  const size = abs(component(direction, 0)) + abs(component(direction, 1)) + abs(component(direction, 2));
  return ((max(low, -high) - ROUNDING * size) / Math.sqrt(square)) * (1 - 8 * EPSILON);
}

// @inline
function takeDirection(x: f64, y: f64, z: f64): void {
  // Scaled to a size near 1, so that squares neither underflow nor overflow.
  const size = max(max(abs(x), abs(y)), abs(z));
  const scale: f64 = size > 0 ? 1 / size : 0;
  const held: f64 = scale < Infinity ? scale : 0;
  store<f64>(direction, x * held);
  store<f64>(direction, y * held, 8);
  store<f64>(direction, z * held, 16);
}

/** Removes the component of the direction along `edge`. */
function straighten(): void {
  const square = dot(edge, edge);
  if (!(square > 0)) return;
  for (let time = 0; time < 2; time++) {
    const share = dot(direction, edge) / square;
    if (!(abs(share) < Infinity)) return;
    for (let k: usize = 0; k < 3; k++) {
      store<f64>(direction + 8 * k, component(direction, k) - share * component(edge, k));
    }
  }
}

/** One of u, v and v − u, half-way. */
function setEdge(side: u32): void {
  for (let k: usize = 0; k < 3; k++) {
    const u = component(vectors, k);
    const v = component(vectors + 24, k);
    store<f64>(edge + 8 * k, side == SIDE_U ? u : side == SIDE_V ? v : v - u);
  }
}

/** At right angles to u and v, however thin the face or nearly parallel the edges are (Gram and Schmidt). */
function takeNormal(): void {
  const u = vectors;
  const v = vectors + 24;
  const uIsLonger = dot(u, u) >= dot(v, v);
  setEdge(uIsLonger ? SIDE_U : SIDE_V);
  const other = uIsLonger ? v : u;
  takeDirection(component(other, 0), component(other, 1), component(other, 2));
  straighten();
  takeDirection(
    component(edge, 1) * component(direction, 2) - component(edge, 2) * component(direction, 1),
    component(edge, 2) * component(direction, 0) - component(edge, 0) * component(direction, 2),
    component(edge, 0) * component(direction, 1) - component(edge, 1) * component(direction, 0),
  );
}

/** Between the nearest points, at right angles to an edge. */
function takeBetween(side: u32): void {
  takeDirection(nearest.x, nearest.y, nearest.z);
  if (side == SIDE_NONE) return;
  setEdge(side);
  straighten();
}

/** Whether the features are certainly at least `least` apart all the way, seen along x, y or z. */
export function areApartAlongAxis(kind: u32, least: f64): bool {
  setPart(0, 1);
  for (let k: usize = 0; k < 24; k += 8) {
    memory.fill(direction, 0, 24);
    store<f64>(direction + k, 1);
    if (boundAlong(kind) >= least) return true;
  }
  return false;
}

/**
 * Whether the features are certainly at least `least` apart from `low` to `high`; the nearest points half-way have been found.
 * First the direction that should show it, then the others: next to a border between two of them, rounding decides which is taken.
 */
export function areApartBy(kind: u32, low: f64, high: f64, least: f64): bool {
  setPart(low, high);
  if (nearest.isWithin) takeNormal();
  else takeBetween(nearest.side);
  if (boundAlong(kind) >= least) return true;
  // Features that are nearer than that half-way cannot be shown to be apart.
  if (nearest.square < least * least) return false;
  if (!nearest.isWithin) {
    takeNormal();
    if (boundAlong(kind) >= least) return true;
  }
  const sides: u32 = kind == VERTEX_FACE ? 3 : 2;
  for (let side: u32 = 0; side <= sides; side++) {
    if (!nearest.isWithin && side == nearest.side) continue;
    takeBetween(side);
    if (boundAlong(kind) >= least) return true;
  }
  return false;
}
