/**
 * Whether a triangle may hide another in a view: whether there is a pixel that both cover, in which the near bound of the one does
 * not lie behind the far bound of the other (shown.ts).
 *
 * Most pairs are told apart without a look at pixels: where an edge of one leaves all pixels of both on its outer side, where one
 * plane lies a step or more behind the other in all of them, or row by row. What is told in bulk keeps a distance from where rounding
 * could decide otherwise, so the answer is that of all pixels.
 */

import { COVER_BOXES } from '../constants';
import { deepest } from './depth-steps';
import { coverage, growU, growV, larger } from './shape';
import { openRow, Shown, showsAt } from './shown';

/** Margin of a height, relative to an edge's length: more than rounding and the widening of spans (shown.ts) change it. */
const HEIGHT_MARGIN: f64 = 1e-5;

/** Where lines are not exact enough to tell, in pixels; likewise for depths on planes, in steps, of which a whole one is needed. */
const PLACE_MARGIN: f64 = 1e-4;
const STEPS_MARGIN: f64 = 2;
/** Lines of what is grown by more pixels than this are not that exact. */
const GROWTH_MOST: f64 = 65536;

/** Pixels that were looked at since this was set to 0. */
export let looked: u64 = 0;

export function forgetLooked(): void {
  looked = 0;
}

// The rectangle of pixels that may show both: the centre of its middle, and how far the outermost centres lie from it.
let middleU: f64 = 0;
let middleV: f64 = 0;
let halfU: f64 = 0;
let halfV: f64 = 0;

/** Whether all centres of the rectangle lie below an edge by more than the bound. */
// @inline
function isBeyond(u: f64, v: f64, normalU: f64, normalV: f64, bound: f64): bool {
  const across = abs(normalU);
  const down = abs(normalV);
  const highest = normalU * (middleU - u) + normalV * (middleV - v) + across * halfU + down * halfV;
  return highest < -bound - HEIGHT_MARGIN * (across + down);
}

/** Whether a triangle covers none of the rectangle's pixels. */
// @inline
function missesRectangle(s: Shown): bool {
  return (
    isBeyond(s.aU, s.aV, s.abU, s.abV, s.boundAB) ||
    isBeyond(s.bU, s.bV, s.bcU, s.bcV, s.boundBC) ||
    isBeyond(s.cU, s.cV, s.caU, s.caV, s.boundCA)
  );
}

/** By how many steps the front one lies behind the other in the middle of the rectangle, at least; what pixels widen depths by is off. */
let planesApart: f64 = 0;

/** Whether the front one lies behind the other in all pixels of the rectangle. */
// @inline
function isWhollyBehind(front: Shown, behind: Shown): bool {
  // Steps end with the frame: there a difference of depths need not be one of steps.
  const isInFrame = front.minW - front.slack >= 1 && behind.maxW + behind.slack < deepest - 1;
  const near = front.aW + front.slopeU * (middleU - front.aU) + front.slopeV * (middleV - front.aV);
  const far = behind.aW + behind.slopeU * (middleU - behind.aU) + behind.slopeV * (middleV - behind.aV);
  const widening =
    (abs(front.slopeU) + abs(behind.slopeU)) * (0.5 + growU) + (abs(front.slopeV) + abs(behind.slopeV)) * (0.5 + growV);
  // Slack once for that of pixels, and once for rounding in this function.
  planesApart = isInFrame ? near - far - widening - 2 * (front.slack + behind.slack) : -Infinity;
  const most = abs(front.slopeU - behind.slopeU) * halfU + abs(front.slopeV - behind.slopeV) * halfV;
  return planesApart - most > STEPS_MARGIN;
}

/** Looks at a row, pixel by pixel. */
// @inline
function findInRow(front: Shown, behind: Shown, y: i32): bool {
  if (!openRow(front, y) || !openRow(behind, y)) return false;
  const to = min(front.to, behind.to);
  for (let x = max(front.from, behind.from); x <= to; x++) {
    looked++;
    if (showsAt(front, x) && showsAt(behind, x) && front.near <= behind.far) return true;
  }
  return false;
}

/** Looks at all rows, the middle one first: where triangles meet, that is seen soonest there. */
function findInRows(front: Shown, behind: Shown, y0: i32, y1: i32): bool {
  let y = (y0 + y1) >> 1;
  for (let left = y1 - y0; left >= 0; left--, y = y < y1 ? y + 1 : y0) {
    if (findInRow(front, behind, y)) return true;
  }
  return false;
}

/** Where the pixels of two rows begin that both may cover. */
// @inline
function firstOfRows(front: Shown, behind: Shown, rows: v128): v128 {
  const a = f64x2.pmax(lineAt(front.lower0, front.lowerPerRow0, rows), lineAt(front.lower1, front.lowerPerRow1, rows));
  const b = f64x2.pmax(
    lineAt(behind.lower0, behind.lowerPerRow0, rows),
    lineAt(behind.lower1, behind.lowerPerRow1, rows),
  );
  return f64x2.ceil(f64x2.sub(f64x2.pmax(a, b), f64x2.splat(PLACE_MARGIN)));
}

/** And where they end. */
// @inline
function lastOfRows(front: Shown, behind: Shown, rows: v128): v128 {
  const a = f64x2.pmin(lineAt(front.upper0, front.upperPerRow0, rows), lineAt(front.upper1, front.upperPerRow1, rows));
  const b = f64x2.pmin(
    lineAt(behind.upper0, behind.upperPerRow0, rows),
    lineAt(behind.upper1, behind.upperPerRow1, rows),
  );
  return f64x2.floor(f64x2.add(f64x2.pmin(a, b), f64x2.splat(PLACE_MARGIN)));
}

// @inline
function lineAt(start: f64, perRow: f64, rows: v128): v128 {
  return f64x2.add(f64x2.splat(start), f64x2.mul(f64x2.splat(perRow), rows));
}

/** Examines the rows in which the lines admit a pixel of both, and the planes one that is hidden. Two rows at a time. */
function findBetweenLines(front: Shown, behind: Shown, x0: i32, x1: i32, y0: i32, y1: i32): bool {
  const slopeU = front.slopeU - behind.slopeU;
  const slopeV = front.slopeV - behind.slopeV;
  const first = f64x2.splat(<f64>x0);
  const last = f64x2.splat(<f64>x1);
  const isNearerFirst = i64x2.splat(slopeU > 0 ? -1 : 0);
  const across = f64x2.splat(slopeU);
  const middleX = f64x2.splat(middleU - 0.5);
  const middleY = f64x2.splat(middleV - 0.5);
  for (let y = y0; y <= y1; y += 2) {
    const rows = f64x2(<f64>y, <f64>(y + 1));
    const from = f64x2.pmax(first, firstOfRows(front, behind, rows));
    const to = f64x2.pmin(last, lastOfRows(front, behind, rows));
    const nearest = v128.bitselect(from, to, isNearerFirst);
    const ofRow = f64x2.mul(f64x2.splat(slopeV), f64x2.sub(rows, middleY));
    const apart = f64x2.add(f64x2.add(f64x2.splat(planesApart), ofRow), f64x2.mul(across, f64x2.sub(nearest, middleX)));
    const isOpen = v128.and(f64x2.le(from, to), f64x2.lt(apart, f64x2.splat(STEPS_MARGIN)));
    const open = i64x2.bitmask(isOpen);
    if ((open & 1) != 0 && findInRow(front, behind, y)) return true;
    if ((open & 2) != 0 && y < y1 && findInRow(front, behind, y + 1)) return true;
  }
  return false;
}

export function hides(front: Shown, behind: Shown): bool {
  const y0 = max(front.firstY, behind.firstY);
  const y1 = min(front.lastY, behind.lastY);
  const x0 = max(front.firstX, behind.firstX);
  const x1 = min(front.lastX, behind.lastX);
  if (x0 > x1 || y0 > y1) return false;
  looked++;
  const isPlain =
    coverage != COVER_BOXES && front.steep == 0 && behind.steep == 0 && larger(growU, growV) < GROWTH_MOST;
  if (!isPlain) return findInRows(front, behind, y0, y1);
  middleU = <f64>(x0 + x1 + 1) * 0.5;
  middleV = <f64>(y0 + y1 + 1) * 0.5;
  halfU = <f64>(x1 - x0) * 0.5;
  halfV = <f64>(y1 - y0) * 0.5;
  if (isWhollyBehind(front, behind) || missesRectangle(front) || missesRectangle(behind)) return false;
  return findBetweenLines(front, behind, x0, x1, y0, y1);
}
