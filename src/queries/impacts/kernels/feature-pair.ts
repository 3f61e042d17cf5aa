/**
 * Do a vertex and a face, or two edges, meet while they move, and when first? Filters that reject most pairs, then roots in
 * double precision with bounds, then double-double arithmetic for the time; and whole numbers for whatever is not certain.
 */

import { isWide } from '../../../exact/kernels/predicates';
import { impactsJob } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { TICKS, VERTEX_FACE } from '../constants';
import { AXIS_IN_PLANE, tickAlongAxis } from './axis-motion';
import { latestTick } from './best-time';
import { mayStartInPlane, mayStayInPlane, setCubic } from './coplanarity';
import { meetAtStart } from './exact-start';
import { reachOfSearch } from './reach';
import { nextRoot, openRoots, ROOT_FOUND, ROOT_NONE, roots } from './roots';
import { areSeparated } from './separation';
import { SIDES_MEET, SIDES_MISS, sidesAtRoot } from './sides';
import { tickOfRoot } from './tick-of-root';
import { askImpact, openWholeNumbers } from './whole-numbers';

const u = reserveScratch(48);
const v = reserveScratch(48);
const w = reserveScratch(48);
let onlyFirst: bool = false;

export function openFeaturePairs(): void {
  openWholeNumbers();
  onlyFirst = impactsJob.prunes != 0;
}

// @inline
function setDifference(out: usize, from: usize, to: usize): void {
  v128.store(out, f64x2.sub(v128.load(to), v128.load(from)));
  v128.store(out, f64x2.sub(v128.load(to, 16), v128.load(from, 16)), 16);
  v128.store(out, f64x2.sub(v128.load(to, 32), v128.load(from, 32)), 32);
}

/** Whether an impact at or after this time is too late to be one of the earliest. */
// @inline
function isTooLate(time: f64): bool {
  return onlyFirst && Math.floor(time * TICKS) > latestTick();
}

/** The end becomes where the difference is at a time. */
// @inline
function shorten(vector: usize, time: f64): void {
  for (let k: usize = 0; k < 48; k += 16) {
    const start = load<f64>(vector + k);
    store<f64>(vector + k, start + time * (load<f64>(vector + k, 8) - start), 8);
  }
}

/** Whether the features certainly do not meet up to the latest time of interest. Overwrites the differences. */
function isApartSoFar(kind: u32): bool {
  const time = min((latestTick() + 1) / TICKS, reachOfSearch());
  shorten(u, time);
  shorten(v, time);
  shorten(w, time);
  return setCubic(u, v, w, 3) || areSeparated(kind, u, v, w);
}

/** The result in double precision: a tick, −1 for no impact, −2 when it is uncertain. */
function settle(kind: u32, q0: usize, q1: usize, q2: usize, q3: usize): f64 {
  const isFace = kind == VERTEX_FACE;
  const u0 = isFace ? q1 : q0;
  const u1 = isFace ? q2 : q1;
  const v0 = isFace ? q1 : q2;
  const w1 = isFace ? q0 : q2;
  setDifference(u, u0, u1);
  setDifference(v, v0, q3);
  setDifference(w, u0, w1);
  if (onlyFirst) {
    if (isApartSoFar(kind)) return -1;
    setDifference(u, u0, u1);
    setDifference(v, v0, q3);
    setDifference(w, u0, w1);
  }
  if (setCubic(u, v, w, 1) || areSeparated(kind, u, v, w)) return -1;
  if (mayStartInPlane() && meetAtStart(kind, q0, q1, q2, q3)) return 0;
  if (mayStayInPlane()) {
    const tick = tickAlongAxis(kind, q0, q1, q2, q3);
    if (tick >= -1) return tick;
  }
  openRoots(kind, u, v, w);
  while (true) {
    const found = nextRoot();
    if (found == ROOT_NONE) return -1;
    if (isTooLate(roots.rootLow)) return -1;
    if (found != ROOT_FOUND) return -2;
    const sides = sidesAtRoot(kind, u, v, w, roots.rootLow, roots.rootHigh, q0, q1, q2, q3);
    if (sides == SIDES_MISS) continue;
    if (sides != SIDES_MEET) {
      const along = tickAlongAxis(kind, q0, q1, q2, q3);
      if (along != AXIS_IN_PLANE) return along;
    }
    const tick = tickOfRoot(kind, q0, q1, q2, q3);
    return tick < 0 ? -2 : tick;
  }
}

/**
 * The first time at which the features meet, in ticks, or −1. Addresses of moving points: the vertex and the corners of
 * the face, or the ends of both edges. When only the earliest impact is wanted, later ones may or may not be reported.
 */
export function impactTick(kind: u32, q0: usize, q1: usize, q2: usize, q3: usize): f64 {
  const tick: f64 = isWide() ? -2 : settle(kind, q0, q1, q2, q3);
  return tick == -2 ? askImpact(kind, q0, q1, q2, q3) : tick;
}
