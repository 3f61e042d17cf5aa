/**
 * FAR's bounding offset of a triangle (§4.1): the tightest rectangle around it with a side along its longest edge, grown by a
 * cube of the same directions whose half width is cullJob.radius. As a view sees it: three pairs of faces, of which the ray
 * through a pixel's centre enters the last of the near ones and leaves at the first of the far ones.
 *
 * In single precision, four triangles at a time, one in each lane. Why nothing is missed: a point that two triangles share lies at
 * most √2/2 pixels beside the centre of its pixel, and in a ball of √3/2 pixels in both boxes. So the ray has 0.15 pixels to spare
 * on each side of a box and half a pixel along itself, where rounding takes 0.01 and tilting steep faces 0.03.
 */

import { cullJob } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { openPlaces, pointX, pointY, pointZ, readPoint } from './box-corners';
import { BOX_BITS_MOST } from './depth-steps';

/**
 * The boxes that were made last, f32x4 each: their centres across and down in pixels, their depths in steps; how far they reach
 * from there; of the three pairs of faces of each the depth per pixel across, per pixel down, and half of what lies between the two.
 * What is said of a box lies at boxAt(lane).
 */
const boxes = reserveScratch(240);
export const BOXES_BYTES: usize = 240;
export const CENTRE: usize = 0;
export const REACH: usize = 48;
export const SLOPES_ACROSS: usize = 96;
export const SLOPES_DOWN: usize = 144;
export const HALVES: usize = 192;
/** From one coordinate, or pair of faces, to the next. */
export const NEXT: usize = 16;

// @inline
export function boxAt(lane: u32): usize {
  return boxes + ((<usize>lane) << 2);
}

/** Half a pixel's diagonal in space, and a number that pays for rounding its radius. */
const HALF_DIAGONAL: f64 = 0.8660254037844386;
const MARGIN: f64 = 1.00001;
/** Faces that rise by more than this many depth ranges per pixel are turned about the centre. */
const STEEPEST: f32 = 64;
/** Rows that errors add up over: those of a pane, and some for making the faces. */
const ROWS_MOST: f32 = 128;
const MORE_ROWS: f32 = 16;
const ROUNDING: f32 = 1.1920928955078125e-7; // 2^-23
const LINE: f32 = 1e-6;
/** Boxes that reach this many times the extent of the scene say nothing along that axis. */
const FARTHEST: f64 = 1048576; // 2^20

let scaleU: v128 = f32x4.splat(0);
let scaleV: v128 = f32x4.splat(0);
let scaleW: v128 = f32x4.splat(0);
let perU: v128 = f32x4.splat(0);
let perV: v128 = f32x4.splat(0);
let perW: v128 = f32x4.splat(0);
let radius: v128 = f32x4.splat(0);
let tilt: v128 = f32x4.splat(0);

/**
 * Pixels or steps per unit along an axis. Where an extent is zero, all lies in the first pixel: one as wide as the others. So it
 * does where all boxes reach far beyond the extent, and single precision cannot resolve pixels so small.
 */
function perUnit(given: f64, steps: f64, half: f64): f64 {
  return given > 0 && given * half < steps * FARTHEST ? given : HALF_DIAGONAL / half;
}

/** Depth steps of boxes: no more bits than single precision has. */
export function openBoxes(): void {
  const given = cullJob.radius * MARGIN;
  const half = given > 0 ? given : 1;
  const perPixelU = load<f64>(cullJob.scale);
  const perPixelV = load<f64>(cullJob.scale + 8);
  const perStep = load<f64>(cullJob.scale + 16);
  const bits = min(cullJob.depthBits, BOX_BITS_MOST);
  const fewer = <f64>((<u64>1) << (cullJob.depthBits - bits));
  const pixels = <f64>cullJob.resolution;
  const u = <f32>perUnit(perPixelU, pixels, half);
  const v = <f32>perUnit(perPixelV, pixels, half);
  const w = <f32>perUnit(perStep / fewer, <f64>(1 << bits), half);
  scaleU = f32x4.splat(u);
  scaleV = f32x4.splat(v);
  scaleW = f32x4.splat(w);
  perU = f32x4.splat(1 / u);
  perV = f32x4.splat(1 / v);
  perW = f32x4.splat(1 / w);
  radius = f32x4.splat(<f32>half);
  tilt = f32x4.splat(1 / (STEEPEST * <f32>(1 << bits)));
  openPlaces(f32x4(u, v, w, 0));
}

// The directions of the boxes: along the longest edge, and across it in the triangle's plane.
let edgeX: v128 = f32x4.splat(0);
let edgeY: v128 = f32x4.splat(0);
let edgeZ: v128 = f32x4.splat(0);
let upX: v128 = f32x4.splat(0);
let upY: v128 = f32x4.splat(0);
let upZ: v128 = f32x4.splat(0);

// @inline
function dot(aX: v128, aY: v128, aZ: v128, bX: v128, bY: v128, bZ: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(aX, bX), f32x4.mul(aY, bY)), f32x4.mul(aZ, bZ));
}

// @inline
function choose(a: v128, b: v128, c: v128, isB: v128, isC: v128): v128 {
  return v128.bitselect(b, v128.bitselect(c, a, isC), isB);
}

/** Makes the boxes of the triangles that were placed; a bit for each that is turned away from the viewer. */
export function makeBoxes(): u32 {
  readPoint(0);
  const aX = pointX;
  const aY = pointY;
  const aZ = pointZ;
  readPoint(1);
  const bX = pointX;
  const bY = pointY;
  const bZ = pointZ;
  readPoint(2);
  const cX = pointX;
  const cY = pointY;
  const cZ = pointZ;
  const abX = f32x4.sub(bX, aX);
  const abY = f32x4.sub(bY, aY);
  const abZ = f32x4.sub(bZ, aZ);
  const bcX = f32x4.sub(cX, bX);
  const bcY = f32x4.sub(cY, bY);
  const bcZ = f32x4.sub(cZ, bZ);
  const caX = f32x4.sub(aX, cX);
  const caY = f32x4.sub(aY, cY);
  const caZ = f32x4.sub(aZ, cZ);
  const l = dot(abX, abY, abZ, abX, abY, abZ);
  const m = dot(bcX, bcY, bcZ, bcX, bcY, bcZ);
  const n = dot(caX, caY, caZ, caX, caY, caZ);
  // The longest edge begins in p; the corner opposite lies at s from there.
  const isB = v128.and(f32x4.gt(m, l), f32x4.ge(m, n));
  const isC = v128.and(f32x4.gt(n, l), f32x4.gt(n, m));
  const pX = choose(aX, bX, cX, isB, isC);
  const pY = choose(aY, bY, cY, isB, isC);
  const pZ = choose(aZ, bZ, cZ, isB, isC);
  edgeX = choose(abX, bcX, caX, isB, isC);
  edgeY = choose(abY, bcY, caY, isB, isC);
  edgeZ = choose(abZ, bcZ, caZ, isB, isC);
  const length = f32x4.sqrt(choose(l, m, n, isB, isC));
  upX = f32x4.sub(choose(cX, aX, bX, isB, isC), pX);
  upY = f32x4.sub(choose(cY, aY, bY, isB, isC), pY);
  upZ = f32x4.sub(choose(cZ, aZ, bZ, isB, isC), pZ);
  const half = f32x4.splat(0.5);
  const middleX = f32x4.add(pX, f32x4.mul(edgeX, half));
  const middleY = f32x4.add(pY, f32x4.mul(edgeY, half));
  const middleZ = f32x4.add(pZ, f32x4.mul(edgeZ, half));
  const height = findDirections(length);
  const halfHeight = f32x4.mul(height, half);
  v128.store(boxes, f32x4.mul(f32x4.add(middleX, f32x4.mul(upX, halfHeight)), scaleU));
  v128.store(boxes, f32x4.mul(f32x4.add(middleY, f32x4.mul(upY, halfHeight)), scaleV), NEXT);
  v128.store(boxes, f32x4.mul(f32x4.add(middleZ, f32x4.mul(upZ, halfHeight)), scaleW), 2 * NEXT);
  return storeFaces(f32x4.add(f32x4.mul(length, half), radius), f32x4.add(halfHeight, radius));
}

/** Turns the longest edges and what leads from them to the corners opposite into the boxes' directions; returns their heights. */
// @inline
function findDirections(length: v128): v128 {
  const one = f32x4.splat(1);
  const isPoint = f32x4.eq(length, f32x4.splat(0));
  const perLength = f32x4.div(one, length);
  edgeX = v128.bitselect(one, f32x4.mul(edgeX, perLength), isPoint);
  edgeY = v128.andnot(f32x4.mul(edgeY, perLength), isPoint);
  edgeZ = v128.andnot(f32x4.mul(edgeZ, perLength), isPoint);
  const along = dot(upX, upY, upZ, edgeX, edgeY, edgeZ);
  upX = f32x4.sub(upX, f32x4.mul(edgeX, along));
  upY = f32x4.sub(upY, f32x4.mul(edgeY, along));
  upZ = f32x4.sub(upZ, f32x4.mul(edgeZ, along));
  let height = f32x4.sqrt(dot(upX, upY, upZ, upX, upY, upZ));
  let perHeight = f32x4.div(one, height);
  const isPlane = f32x4.gt(height, f32x4.mul(length, f32x4.splat(LINE)));
  if (!i32x4.all_true(isPlane)) {
    // The corners lie on a line, or nearly: what they stick out is in the radius, and any direction across it will do.
    const isUpright = f32x4.gt(f32x4.abs(edgeZ), f32x4.splat(0.9));
    const share = v128.bitselect(edgeX, edgeZ, isUpright);
    upX = v128.bitselect(upX, f32x4.sub(v128.and(one, isUpright), f32x4.mul(edgeX, share)), isPlane);
    upY = v128.bitselect(upY, f32x4.neg(f32x4.mul(edgeY, share)), isPlane);
    upZ = v128.bitselect(upZ, f32x4.sub(v128.andnot(one, isUpright), f32x4.mul(edgeZ, share)), isPlane);
    perHeight = f32x4.div(one, f32x4.sqrt(dot(upX, upY, upZ, upX, upY, upZ)));
    height = v128.and(height, isPlane);
  }
  upX = f32x4.mul(upX, perHeight);
  upY = f32x4.mul(upY, perHeight);
  upZ = f32x4.mul(upZ, perHeight);
  return height;
}

/** Stores how far the boxes reach, and their faces; a bit for each that is turned away. */
// @inline
function storeFaces(along: v128, across: v128): u32 {
  const outX = f32x4.sub(f32x4.mul(edgeY, upZ), f32x4.mul(edgeZ, upY));
  const outY = f32x4.sub(f32x4.mul(edgeZ, upX), f32x4.mul(edgeX, upZ));
  const outZ = f32x4.sub(f32x4.mul(edgeX, upY), f32x4.mul(edgeY, upX));
  const reachU = f32x4.mul(reachOf(edgeX, upX, outX, along, across), scaleU);
  const reachV = f32x4.mul(reachOf(edgeY, upY, outY, along, across), scaleV);
  v128.store(boxes, reachU, REACH);
  v128.store(boxes, reachV, REACH + NEXT);
  v128.store(boxes, f32x4.mul(reachOf(edgeZ, upZ, outZ, along, across), scaleW), REACH + 2 * NEXT);
  const wide = f32x4.add(reachU, f32x4.splat(4));
  const high = f32x4.add(reachV, f32x4.splat(1));
  storeFace(0, edgeX, edgeY, edgeZ, along, wide, high);
  storeFace(NEXT, upX, upY, upZ, across, wide, high);
  storeFace(2 * NEXT, outX, outY, outZ, radius, wide, high);
  return i32x4.bitmask(f32x4.gt(f32x4.mul(outZ, f32x4.splat(<f32>cullJob.sign)), f32x4.splat(0)));
}

// @inline
function reachOf(edge: v128, up: v128, out: v128, along: v128, across: v128): v128 {
  const inPlane = f32x4.add(f32x4.mul(f32x4.abs(edge), along), f32x4.mul(f32x4.abs(up), across));
  return f32x4.add(inPlane, f32x4.mul(f32x4.abs(out), radius));
}

/** Stores the pair of faces across a direction. */
// @inline
function storeFace(pair: usize, dirX: v128, dirY: v128, dirZ: v128, half: v128, wide: v128, high: v128): void {
  const x = f32x4.mul(dirX, perU);
  const y = f32x4.mul(dirY, perV);
  const w = f32x4.mul(dirZ, perW);
  const flattest = f32x4.mul(f32x4.add(f32x4.abs(x), f32x4.abs(y)), tilt);
  const rise = f32x4.div(f32x4.splat(1), f32x4.pmax(f32x4.abs(w), flattest));
  const turned = v128.xor(rise, v128.andnot(i32x4.splat(0x80000000), w));
  const slopeAcross = f32x4.mul(x, turned);
  const slopeDown = f32x4.mul(y, turned);
  const between = f32x4.mul(half, rise);
  // Faces are moved apart by more than rounding does to depths that are stepped from row to row.
  const two = f32x4.splat(2);
  const range = f32x4.add(
    f32x4.mul(f32x4.abs(slopeAcross), f32x4.mul(two, wide)),
    f32x4.mul(f32x4.abs(slopeDown), f32x4.mul(two, high)),
  );
  const depth = f32x4.add(f32x4.abs(v128.load(boxes, 2 * NEXT)), f32x4.splat(1));
  const largest = f32x4.add(f32x4.add(range, between), depth);
  const rows = f32x4.add(f32x4.pmin(f32x4.add(high, high), f32x4.splat(ROWS_MOST)), f32x4.splat(MORE_ROWS));
  v128.store(boxes + pair, slopeAcross, SLOPES_ACROSS);
  v128.store(boxes + pair, slopeDown, SLOPES_DOWN);
  v128.store(boxes + pair, f32x4.add(between, f32x4.mul(largest, f32x4.mul(rows, f32x4.splat(ROUNDING)))), HALVES);
}

/** First and last pixels, and bounds of depth, that may show the four boxes: f32x4, one coordinate (CENTRE, NEXT…) of each. */
// @inline
export function boxLeasts(coordinate: usize): v128 {
  return f32x4.sub(v128.load(boxes + coordinate), v128.load(boxes + coordinate, REACH));
}

// @inline
export function boxMosts(coordinate: usize): v128 {
  return f32x4.add(v128.load(boxes + coordinate), v128.load(boxes + coordinate, REACH));
}

/** What bounds of depth are wider by: rounding of the centre and of the reach. */
// @inline
export function boxSlack(depth: f32, reach: f32): f32 {
  return 1 + (abs(depth) + reach) * (4 * ROUNDING);
}

/** Takes a copy of the boxes. */
export function copyBoxes(into: usize): void {
  memory.copy(into, boxes, BOXES_BYTES);
}
