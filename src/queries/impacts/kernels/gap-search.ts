/**
 * With a gap: when do features come too near? They keep the gap, or, if they begin nearer than it allows, a
 * part of their distance at the start, so that a step that has brought them to the gap is not stuck there.
 *
 * The motion is cut into halves until each part is certainly free (gap-directions.ts), or begins so shortly before a time at which
 * the features are too near that its beginning is the answer. So the answer is never late. It is early by 2^-10 of the time at
 * most, and by then they are nearer than what they keep by no more than 2^-8 of that and 2^-43 of their size: a part that is not
 * free although the features are farther apart than this half-way is cut again.
 */

import { impactsJob } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { TICKS, VERTEX_FACE } from '../constants';
import { bestTick } from './best-time';
import { meetAtStart } from './exact-start';
import { impactTick } from './feature-pair';
import { areApartAlongAxis, areApartBy, setNearestAt, whole } from './gap-directions';
import { nearest } from './nearest-points';

const EPSILON: f64 = 1.1102230246251565e-16;
/**
 * How much may lie between the answer and a time at which the features are too near, as part of that time: so that features which
 * begin near to what they keep get as far as they can, and not 0.
 */
const EARLY: f64 = 0.0009765625; // 2^-10
/** By how much they may be farther apart than they must by then: a part of that, and of their size. */
const NEAR: f64 = 1.00390625; // 1 + 2^-8
const NEAR_SIZE: f64 = 1.1368683772161603e-13; // 2^-43
/** Error bound of the distance of two points, for differences whose components are at most 2. */
const DISTANCE_BOUND: f64 = 64 * EPSILON;
/** Shorter parts are not cut, nor is any after this many: rounding can prove no more, and what is not proven counts. */
const SHORTEST: f64 = 5.684341886080802e-14; // 2^-44
const PARTS_MAX: i32 = 1 << 20;
const DEPTH_MAX: i32 = 48;

/** Where the parts that wait end, the next last: f64. */
const ends = reserveScratch((DEPTH_MAX + 2) * 8);

// @inline
function setDifference(out: usize, from: usize, to: usize): void {
  for (let k: usize = 0; k < 48; k += 16)
    v128.store(whole + out + k, f64x2.sub(v128.load(to + k), v128.load(from + k)));
}

function setDifferences(kind: u32, q0: usize, q1: usize, q2: usize, q3: usize): void {
  const isFace = kind == VERTEX_FACE;
  const base = isFace ? q1 : q0;
  setDifference(0, base, isFace ? q2 : q1);
  setDifference(48, isFace ? q1 : q2, q3);
  setDifference(96, base, isFace ? q0 : q2);
}

/** Scales the differences by a power of two, so that the largest component is from 1 to 2; returns it, or 0 when all are 0. */
function scaleDifferences(): f64 {
  let largest = f64x2.splat(0);
  for (let k: usize = 0; k < 144; k += 16) largest = f64x2.pmax(largest, f64x2.abs(v128.load(whole + k)));
  const size = max(f64x2.extract_lane(largest, 0), f64x2.extract_lane(largest, 1));
  if (!(size > 0)) return 0;
  const exponent = (reinterpret<u64>(size) >>> 52) & 2047;
  const scale = reinterpret<f64>((2046 - exponent) << 52);
  for (let k: usize = 0; k < 144; k += 16) {
    v128.store(whole + k, f64x2.mul(v128.load(whole + k), f64x2.splat(scale)));
  }
  return scale;
}

/** Not below the distance of the points that were found last. */
// @inline
function nearestDistance(): f64 {
  return Math.sqrt(nearest.square) * (1 + 4 * EPSILON) + DISTANCE_BOUND;
}

/** The tick from which on the features may be nearer than `least`, or −1. */
function search(kind: u32, least: f64): f64 {
  const near = least * NEAR + NEAR_SIZE;
  const onlyFirst = impactsJob.first != 0;
  let low: f64 = 0;
  let count: u32 = 1;
  store<f64>(ends, 1);
  for (let parts = 0; count > 0; parts++) {
    if (onlyFirst && low * TICKS > <f64>bestTick()) return -1;
    const high = load<f64>(ends + ((<usize>(count - 1)) << 3));
    const middle = 0.5 * (low + high);
    setNearestAt(kind, middle);
    if (areApartBy(kind, low, high, least)) {
      low = high;
      count--;
      continue;
    }
    if (middle - low <= EARLY * middle && nearestDistance() < near) return low * TICKS;
    if (high - low <= SHORTEST || parts >= PARTS_MAX) return low * TICKS;
    store<f64>(ends + ((<usize>count) << 3), middle);
    count++;
  }
  return -1;
}

let isTouching: bool = true;

function meetingTick(kind: u32, q0: usize, q1: usize, q2: usize, q3: usize): f64 {
  isTouching = true;
  return impactTick(kind, q0, q1, q2, q3);
}

/** Whether features that were found at time 0 touch then; with a gap they may only be near. */
export function touchesAtStart(): bool {
  return isTouching;
}

/** As `impactTick`, for features that keep the gap of the job. */
export function gapTick(kind: u32, q0: usize, q1: usize, q2: usize, q3: usize): f64 {
  isTouching = true;
  setDifferences(kind, q0, q1, q2, q3);
  const scale = scaleDifferences();
  if (scale == 0) return 0;
  const gap = impactsJob.gap * scale;
  setNearestAt(kind, 0.5);
  if (areApartBy(kind, 0, 1, gap)) return -1;
  // What single precision finds apart along an axis is apart in double precision too: so the answer does not depend on which boxes came first.
  if (areApartAlongAxis(kind, gap)) return -1;
  setNearestAt(kind, 0);
  const start = nearestDistance();
  isTouching = start <= NEAR_SIZE && meetAtStart(kind, q0, q1, q2, q3);
  const least = min(gap, impactsJob.keep * start);
  if (isTouching || !(least > 0)) return meetingTick(kind, q0, q1, q2, q3);
  return search(kind, least);
}
