/**
 * FAR's bounding offset of a triangle (§4.1): the tightest rectangle around it with a side along its longest edge, grown by a
 * cube of the same directions whose half width is cullJob.radius. As a view sees it: three pairs of faces, of which the ray
 * through a pixel's centre enters the last of the near ones and leaves at the first of the far ones.
 *
 * In single precision, four numbers at a time. Why nothing is missed: a point that two triangles share lies at most √2/2 pixels
 * beside the centre of its pixel, and in a ball of √3/2 pixels in both boxes. So the ray has 0.15 pixels to spare on each side of
 * a box and half a pixel along itself, where rounding takes 0.01 and tilting steep faces 0.03.
 */

import { cullJob } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { BOX_BITS_MOST } from './depth-steps';
import { cornersUVW, readPlaces } from './shape';

/**
 * The box that was made last, f32x4 each: its centre across and down in pixels, its depth in steps; of its three pairs of faces
 * the depth per pixel across, per pixel down, and half of what lies between the two; how far it reaches from its centre.
 */
export const box = reserveScratch(80);
export const BOX_BYTES: usize = 80;
export const SLOPES_ACROSS: usize = 16;
export const SLOPES_DOWN: usize = 32;
export const HALVES: usize = 48;
export const REACH: usize = 64;

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

let scale: v128 = f32x4.splat(0);
let perPixel: v128 = f32x4.splat(0);
let radius: f32 = 0;
let tilt: f32 = 0;

/** Depth steps of boxes: no more bits than single precision has. */
export function openBoxes(): void {
  const given = cullJob.radius * MARGIN;
  const half = given > 0 ? given : 1;
  // Where an extent is zero, all lies in the first pixel: one as wide as the others.
  const wide = HALF_DIAGONAL / half;
  const scaleU = load<f64>(cullJob.scale);
  const scaleV = load<f64>(cullJob.scale + 8);
  const scaleW = load<f64>(cullJob.scale + 16);
  const bits = min(cullJob.depthBits, BOX_BITS_MOST);
  const fewer = <f64>((<u64>1) << (cullJob.depthBits - bits));
  const u = <f32>(scaleU > 0 ? scaleU : wide);
  const v = <f32>(scaleV > 0 ? scaleV : wide);
  const w = <f32>(scaleW > 0 ? scaleW / fewer : wide);
  scale = f32x4(u, v, w, 0);
  perPixel = f32x4(1 / u, 1 / v, 1 / w, 0);
  radius = <f32>half;
  tilt = 1 / (STEEPEST * <f32>(1 << bits));
}

// @inline
function dot(a: v128, b: v128): f32 {
  const product = f32x4.mul(a, b);
  return f32x4.extract_lane(product, 0) + f32x4.extract_lane(product, 1) + f32x4.extract_lane(product, 2);
}

// @inline
function times(a: v128, factor: f32): v128 {
  return f32x4.mul(a, f32x4.splat(factor));
}

// @inline
function either(a: v128, b: v128, isFirst: bool): v128 {
  return v128.bitselect(a, b, i32x4.splat(-i32(isFirst)));
}

// @inline
function cross(a: v128, b: v128): v128 {
  const one = f32x4.mul(v128.shuffle<f32>(a, a, 1, 2, 0, 3), v128.shuffle<f32>(b, b, 2, 0, 1, 3));
  return f32x4.sub(one, f32x4.mul(v128.shuffle<f32>(a, a, 2, 0, 1, 3), v128.shuffle<f32>(b, b, 1, 2, 0, 3)));
}

/** Any direction across a line. */
function beside(e: v128): v128 {
  const upright = abs(f32x4.extract_lane(e, 2)) > 0.9;
  const other = upright ? f32x4(1, 0, 0, 0) : f32x4(0, 0, 1, 0);
  return f32x4.sub(other, times(e, upright ? f32x4.extract_lane(e, 0) : f32x4.extract_lane(e, 2)));
}

/** Makes the box of the triangle of which the corners lie at `indices`; whether it is turned away from the viewer. */
export function makeBox(image: usize, indices: usize): bool {
  readPlaces(image, indices);
  const a = v128.load(cornersUVW);
  const b = v128.load(cornersUVW, 16);
  const c = v128.load(cornersUVW, 32);
  const ab = f32x4.sub(b, a);
  const bc = f32x4.sub(c, b);
  const ca = f32x4.sub(a, c);
  const l = dot(ab, ab);
  const m = dot(bc, bc);
  const n = dot(ca, ca);
  // The longest edge begins in p; r is the corner opposite.
  const second = m > l && m >= n;
  const third = n > l && n > m;
  const p = either(b, either(c, a, third), second);
  const r = either(a, either(b, c, third), second);
  const edge = either(bc, either(ca, ab, third), second);
  const squared = second ? m : third ? n : l;
  const length = sqrt<f32>(squared);
  const e = length > 0 ? times(edge, 1 / length) : f32x4(1, 0, 0, 0);
  const s = f32x4.sub(r, p);
  let h = f32x4.sub(s, times(e, dot(s, e)));
  let height = sqrt<f32>(dot(h, h));
  if (!(height > length * LINE)) {
    // The corners lie on a line, or nearly: what they stick out is in the radius.
    h = beside(e);
    height = 0;
    h = times(h, 1 / sqrt<f32>(dot(h, h)));
  } else h = times(h, 1 / height);
  const o = cross(e, h);
  const along = length * 0.5 + radius;
  const across = height * 0.5 + radius;
  const middle = f32x4.add(f32x4.add(p, times(edge, 0.5)), times(h, height * 0.5));
  const centre = f32x4.mul(middle, scale);
  const far = f32x4.add(times(f32x4.abs(e), along), times(f32x4.abs(h), across));
  const reach = f32x4.mul(f32x4.add(far, times(f32x4.abs(o), radius)), scale);
  v128.store(box, centre);
  v128.store(box, reach, REACH);
  storeFaces(e, h, o, f32x4(along, across, radius, 0), f32x4.extract_lane(centre, 2), reach);
  return f32x4.extract_lane(o, 2) * <f32>cullJob.sign > 0;
}

/** The faces across the directions e, h and o. */
// @inline
function storeFaces(e: v128, h: v128, o: v128, halves: v128, depth: f32, reach: v128): void {
  // The same coordinate of all three directions, per pixel and per step.
  const xy = v128.shuffle<f32>(e, h, 0, 4, 1, 5);
  const z = v128.shuffle<f32>(e, h, 2, 6, 2, 6);
  const x = times(v128.shuffle<f32>(xy, o, 0, 1, 4, 7), f32x4.extract_lane(perPixel, 0));
  const y = times(v128.shuffle<f32>(xy, o, 2, 3, 5, 7), f32x4.extract_lane(perPixel, 1));
  const w = times(v128.shuffle<f32>(z, o, 0, 1, 6, 7), f32x4.extract_lane(perPixel, 2));
  const flattest = times(f32x4.add(f32x4.abs(x), f32x4.abs(y)), tilt);
  const rise = f32x4.div(f32x4.splat(1), f32x4.pmax(f32x4.abs(w), flattest));
  const turned = v128.xor(rise, v128.andnot(i32x4.splat(0x80000000), w));
  const slopesAcross = f32x4.mul(x, turned);
  const slopesDown = f32x4.mul(y, turned);
  const between = f32x4.mul(halves, rise);
  // Faces are moved apart by more than rounding does to depths that are stepped from row to row.
  const wide = f32x4.extract_lane(reach, 0) + 4;
  const high = f32x4.extract_lane(reach, 1) + 1;
  const range = f32x4.add(times(f32x4.abs(slopesAcross), 2 * wide), times(f32x4.abs(slopesDown), 2 * high));
  const largest = f32x4.add(f32x4.add(range, between), f32x4.splat(abs(depth) + 1));
  const rows = min<f32>(high + high, ROWS_MOST) + MORE_ROWS;
  v128.store(box, slopesAcross, SLOPES_ACROSS);
  v128.store(box, slopesDown, SLOPES_DOWN);
  v128.store(box, f32x4.add(between, times(largest, rows * ROUNDING)), HALVES);
}

/** How far the box reaches along a coordinate (0 across, 1 down, 2 depth). */
// @inline
export function boxLeast(coordinate: usize): f32 {
  return load<f32>(box + (coordinate << 2)) - load<f32>(box + REACH + (coordinate << 2));
}

// @inline
export function boxMost(coordinate: usize): f32 {
  return load<f32>(box + (coordinate << 2)) + load<f32>(box + REACH + (coordinate << 2));
}

/** What bounds of depth are wider by: rounding of the centre and of the reach. */
// @inline
export function boxSlack(): f32 {
  return 1 + (abs(load<f32>(box, 8)) + load<f32>(box + REACH, 8)) * (4 * ROUNDING);
}
