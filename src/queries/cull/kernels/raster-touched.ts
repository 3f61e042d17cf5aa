/**
 * Draws the triangle that was read (shape.ts) into the depth buffer of a pane, or asks whether something hides it there: in every
 * pixel that it touches; its least depth there when drawn, its most when asked (shown.ts). Four pixels at a time.
 *
 * Heights over edges and depths are whole numbers of 64 bits, made in double precision and stepped by additions: heights in
 * 2^-30 of a pixel, depths in 2^-32 of a step, so that the upper half of a number is its step and the uppermost bit tells
 * inside from outside. What steps round away is below 2^-21 of a pixel and 2^-23 of a step; both are widened by more. What does
 * not fit in 64 bits is done pixel by pixel (raster-exact.ts).
 */
import { take } from '../../../memory/kernels/memory';
import { deepest, EMPTY, heldDepth } from './depth-steps';
import { firstColumn, firstRow, lastColumn, lastRow } from './entry';
import { Ask, COLUMN_BYTES, countPixels, Draw, PANE } from './raster';
import { rasterSteepTouched } from './raster-exact';
import { growU, growV } from './shape';
import { depthOfColumn, openDepthRow, SHOWN_BYTES, Shown, takeShown } from './shown';

const PER_PIXEL: f64 = 1073741824; // 2^30
const PER_STEP: f64 = 4294967296; // 2^32
/** Depths must stay below this to fit. */
const LARGEST: f64 = 536870912; // 2^29
/** Added to heights: pays for 256 steps. */
const HEIGHT_SLACK: i64 = 512;
const DEPTH_SLACK: f64 = 9.5367431640625e-7; // 2^-20
const OUTSIDE: i64 = -0x2000000000000000;

// Heights over the three edges: at the first pixel, per pixel across, per pixel down.
let height0: i64 = 0;
let across0: i64 = 0;
let down0: i64 = 0;
let height1: i64 = 0;
let across1: i64 = 0;
let down1: i64 = 0;
let height2: i64 = 0;
let across2: i64 = 0;
let down2: i64 = 0;

/** What each row adds to the depth, i64 each; the bound of all depths; and the triangle itself. */
let rows: usize = 0;
let bound: i32 = 0;
let triangle: Shown = changetype<Shown>(0);

/** Takes what this thread needs. */
export function openTouchedRaster(): void {
  rows = take(8 * PANE);
  triangle = changetype<Shown>(take(SHOWN_BYTES));
}

// @inline
function touchedHeight(nU: f64, nV: f64, pU: f64, pV: f64, bound: f64, u: f64, v: f64): i64 {
  return <i64>nearest<f64>(PER_PIXEL * (nV * (v - pV) + nU * (u - pU) + bound)) + HEIGHT_SLACK;
}

/** Readies the triangle that was taken (`triangle`) for rows y0 to y1, from the pixel x on; false when it is too steep. */
function openTouched(x: i32, y0: i32, y1: i32, isDrawn: bool): bool {
  const s = triangle;
  const reach = abs(s.slopeU) * (s.maxU - s.minU + 2 * growU + 2) + abs(s.slopeV) * (s.maxV - s.minV + 2 * growV + 2);
  if (s.steep != 0 || !(reach + deepest + s.slack < LARGEST)) return false;
  const u = <f64>x + 0.5;
  const v = <f64>y0 + 0.5;
  height0 = touchedHeight(s.abU, s.abV, s.aU, s.aV, s.boundAB, u, v);
  height1 = touchedHeight(s.bcU, s.bcV, s.bU, s.bV, s.boundBC, u, v);
  height2 = touchedHeight(s.caU, s.caV, s.cU, s.cV, s.boundCA, u, v);
  across0 = <i64>nearest<f64>(PER_PIXEL * s.abU);
  across1 = <i64>nearest<f64>(PER_PIXEL * s.bcU);
  across2 = <i64>nearest<f64>(PER_PIXEL * s.caU);
  down0 = <i64>nearest<f64>(PER_PIXEL * s.abV);
  down1 = <i64>nearest<f64>(PER_PIXEL * s.bcV);
  down2 = <i64>nearest<f64>(PER_PIXEL * s.caV);
  const slack = s.slack + DEPTH_SLACK;
  for (let y = y0; y <= y1; y++) {
    openDepthRow(s, y);
    const row = isDrawn ? s.rowLeast - slack : s.rowMost + slack;
    store<i64>(rows + ((<usize>(y - y0)) << 3), <i64>(row * PER_STEP));
  }
  bound = isDrawn ? heldDepth(s.minW - slack) : heldDepth(s.maxW + slack);
  return true;
}

/** What four columns add to the depth, two numbers in each half. */
// @inline
function columnDepths(x: i32, isDrawn: bool): v128 {
  const one = <i64>(depthOfColumn(triangle, x, isDrawn) * PER_STEP);
  const other = <i64>(depthOfColumn(triangle, x + 1, isDrawn) * PER_STEP);
  return i64x2(one, other);
}

// @inline
function stepsBeside(a: v128, b: v128): v128 {
  return v128.shuffle<i32>(a, b, 1, 3, 5, 7);
}

/** Two numbers, one step across apart. */
// @inline
function ramp(first: i64, across: i64): v128 {
  return i64x2(first, first + across);
}

/** All ones for columns of four that begin with x and lie beside those from `first` to `last`. */
// @inline
function besideColumns(x: i32, first: i32, last: i32): i64 {
  return x < first || x > last ? OUTSIDE : 0;
}

/** Draws, or asks; whether it is hidden. Pixels are those of the pane, whose first is left, top. */
function run<M>(buffer: usize, left: i32, x0: i32, y0: i32, x1: i32, y1: i32): bool {
  const isDrawn = sizeof<M>() == sizeof<Draw>();
  const first = x0 & ~3;
  let c0a = ramp(height0, across0);
  let c0b = i64x2.add(c0a, i64x2.splat(across0 << 1));
  let c1a = ramp(height1, across1);
  let c1b = i64x2.add(c1a, i64x2.splat(across1 << 1));
  let c2a = ramp(height2, across2);
  let c2b = i64x2.add(c2a, i64x2.splat(across2 << 1));
  const d0 = i64x2.splat(down0);
  const d1 = i64x2.splat(down1);
  const d2 = i64x2.splat(down2);
  const limit = i32x4.splat(bound);
  let seen = i32x4.splat(-1);
  let column = buffer + <usize>(first >> 2) * COLUMN_BYTES + ((<usize>y0) << 4);
  const height = (<usize>(y1 - y0 + 1)) << 4;
  countPixels(((x1 >> 2) - (x0 >> 2) + 1) * (y1 - y0 + 1) * 4);
  for (let x = first; x <= x1; x += 4) {
    let f0a = c0a;
    let f0b = c0b;
    let f1a = c1a;
    let f1b = c1b;
    let f2a = c2a;
    let f2b = c2b;
    const za = columnDepths(left + x, isDrawn);
    const zb = columnDepths(left + x + 2, isDrawn);
    f0a = i64x2.add(f0a, i64x2(besideColumns(x, x0, x1), besideColumns(x + 1, x0, x1)));
    f0b = i64x2.add(f0b, i64x2(besideColumns(x + 2, x0, x1), besideColumns(x + 3, x0, x1)));
    let row = rows;
    for (let p = column, end = column + height; p < end; p += 16) {
      const sides = stepsBeside(v128.or(v128.or(f0a, f1a), f2a), v128.or(v128.or(f0b, f1b), f2b));
      const outside = i32x4.shr_s(sides, 31);
      const add = v128.load64_splat(row);
      const steps = stepsBeside(i64x2.add(za, add), i64x2.add(zb, add));
      const z = isDrawn ? i32x4.max_s(steps, limit) : i32x4.min_s(steps, limit);
      row += 8;
      const old = v128.load(p);
      if (isDrawn) v128.store(p, i32x4.min_s(old, v128.bitselect(i32x4.splat(EMPTY), z, outside)));
      else {
        const visible = sizeof<M>() == sizeof<Ask>() ? i32x4.gt_s(old, z) : i32x4.ge_s(old, z);
        seen = v128.and(seen, v128.or(visible, outside));
      }
      f0a = i64x2.add(f0a, d0);
      f0b = i64x2.add(f0b, d0);
      f1a = i64x2.add(f1a, d1);
      f1b = i64x2.add(f1b, d1);
      f2a = i64x2.add(f2a, d2);
      f2b = i64x2.add(f2b, d2);
    }
    if (!isDrawn && !i32x4.all_true(seen)) return true;
    column += COLUMN_BYTES;
    c0a = i64x2.add(c0a, i64x2.splat(across0 << 2));
    c0b = i64x2.add(c0b, i64x2.splat(across0 << 2));
    c1a = i64x2.add(c1a, i64x2.splat(across1 << 2));
    c1b = i64x2.add(c1b, i64x2.splat(across1 << 2));
    c2a = i64x2.add(c2a, i64x2.splat(across2 << 2));
    c2b = i64x2.add(c2b, i64x2.splat(across2 << 2));
  }
  return false;
}

/** Draws the triangle that was read in the pixels of an entry of the pane that begins with left, top; or asks whether it is hidden. */
export function rasterTouched<M>(buffer: usize, entry: usize, left: i32, top: i32): bool {
  const x0 = firstColumn(entry);
  const y0 = firstRow(entry);
  const y1 = lastRow(entry);
  takeShown(triangle);
  if (!openTouched(left + (x0 & ~3), top + y0, top + y1, sizeof<M>() == sizeof<Draw>()))
    return rasterSteepTouched<M>(buffer, entry, left, top, triangle);
  return run<M>(buffer, left, x0, y0, lastColumn(entry), y1);
}
