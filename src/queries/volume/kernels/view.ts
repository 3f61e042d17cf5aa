/**
 * The view of a layered depth image: the volume of interest, its pixels, and corners of triangles in view order.
 *
 * Pixels are exact parts of the box; their centres are rounded to doubles, and `offCentre` bounds the error. Sums and
 * differences below are off by a few rounding errors of the largest coordinate; in pixels that is the slack.
 */

import { FORMAT_F32 } from '../../../memory/constants';
import { layersJob, ObjectRecord } from '../../../memory/generated/kernels/records';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { LAYERS_IMAGE } from '../constants';

export const EPSILON: f64 = 1.1102230246251565e-16;
const CENTRE_MARGIN: f64 = 1e-6;

/** Corners in view order, three f64 each. */
export const a = reserveScratch(24);
export const b = reserveScratch(24);
export const c = reserveScratch(24);

/** The view of the running job: where its pixels lie, and the box of the current triangle. */
// @unmanaged
export class ViewState {
  lowAcross: f64;
  lowDown: f64;
  near: f64;
  far: f64;
  /** Sides of a pixel, and pixels per unit. */
  pixelAcross: f64;
  pixelDown: f64;
  perAcross: f64;
  /** How far off a pixel's centre may be, across and down. */
  offAcross: f64;
  offDown: f64;
  // Across and down in one: corners of the volume, pixels per unit, pixels by which a range must be wider on each side, and
  // the last pixel.
  lowCorner: v128;
  highCorner: v128;
  perUnit: v128;
  slack: v128;
  lastPixel: v128;

  // Byte offsets of the coordinates across, down and in depth within a vertex in double precision.
  offsetAcross: usize;
  offsetDown: usize;
  offsetDepth: usize;

  /** Lowest and highest coordinates of the triangle: across and down, and in depth. */
  lowSides: v128;
  highSides: v128;
  lowDepth: f64;
  highDepth: f64;
}
export const view = changetype<ViewState>(reserveScratch(offsetof<ViewState>()));

/** Takes over the view of the job. Called once per thread and job. */
export function openLayersView(): void {
  view.offsetAcross = (<usize>load<u32>(layersJob.axes)) << 3;
  view.offsetDown = (<usize>load<u32>(layersJob.axes + 4)) << 3;
  view.offsetDepth = (<usize>load<u32>(layersJob.axes + 8)) << 3;
  view.lowAcross = load<f64>(layersJob.box);
  view.lowDown = load<f64>(layersJob.box + 8);
  view.near = load<f64>(layersJob.box + 16);
  const highAcross = load<f64>(layersJob.box + 24);
  const highDown = load<f64>(layersJob.box + 32);
  view.far = load<f64>(layersJob.box + 40);
  if (layersJob.mode == LAYERS_IMAGE) {
    // All layers are computed; those outside the box are left out of the list.
    view.near = -f64.MAX_VALUE;
    view.far = f64.MAX_VALUE;
  }
  const across = <f64>layersJob.across;
  const down = <f64>layersJob.down;
  view.pixelAcross = (highAcross - view.lowAcross) / across;
  view.pixelDown = (highDown - view.lowDown) / down;
  view.perAcross = 1 / view.pixelAcross;
  const perDown = 1 / view.pixelDown;
  view.offAcross = 4 * EPSILON * max(abs(view.lowAcross), abs(highAcross));
  view.offDown = 4 * EPSILON * max(abs(view.lowDown), abs(highDown));
  view.lowCorner = f64x2(view.lowAcross, view.lowDown);
  view.highCorner = f64x2(highAcross, highDown);
  view.perUnit = f64x2(view.perAcross, perDown);
  view.slack = f64x2(1e-9 + 4 * view.offAcross * view.perAcross, 1e-9 + 4 * view.offDown * perDown);
  view.lastPixel = f64x2(across - 1, down - 1);
}

// @inline
export function centreAcross(pixel: i32): f64 {
  return view.lowAcross + (<f64>pixel + 0.5) * view.pixelAcross;
}

// @inline
export function centreDown(pixel: i32): f64 {
  return view.lowDown + (<f64>pixel + 0.5) * view.pixelDown;
}

/** First and last pixel that the triangle may touch, across and down in the first two lanes; last < first when there is none. */
// @inline
export function firstPixels(): v128 {
  const place = f64x2.floor(f64x2.sub(f64x2.mul(f64x2.sub(view.lowSides, view.lowCorner), view.perUnit), view.slack));
  return clampedPixels(place, f64x2.splat(0), f64x2.add(view.lastPixel, f64x2.splat(1)));
}
// @inline
export function lastPixels(): v128 {
  const place = f64x2.floor(f64x2.add(f64x2.mul(f64x2.sub(view.highSides, view.lowCorner), view.perUnit), view.slack));
  return clampedPixels(place, f64x2.splat(-1), view.lastPixel);
}

/** The same for pixels whose centres the triangle may cover. */
// @inline
export function firstCentres(): v128 {
  const margin = f64x2.add(view.slack, f64x2.splat(0.5 + CENTRE_MARGIN));
  const place = f64x2.ceil(f64x2.sub(f64x2.mul(f64x2.sub(view.lowSides, view.lowCorner), view.perUnit), margin));
  return clampedPixels(place, f64x2.splat(0), f64x2.add(view.lastPixel, f64x2.splat(1)));
}
// @inline
export function lastCentres(): v128 {
  const margin = f64x2.sub(view.slack, f64x2.splat(0.5 - CENTRE_MARGIN));
  const place = f64x2.floor(f64x2.add(f64x2.mul(f64x2.sub(view.highSides, view.lowCorner), view.perUnit), margin));
  return clampedPixels(place, f64x2.splat(-1), view.lastPixel);
}

// @inline
function clampedPixels(place: v128, least: v128, most: v128): v128 {
  return i32x4.trunc_sat_f64x2_s_zero(f64x2.pmax(least, f64x2.pmin(most, place)));
}

function boundCorners(): void {
  const sidesA = v128.load(a);
  const sidesB = v128.load(b);
  const sidesC = v128.load(c);
  view.lowSides = f64x2.pmin(sidesA, f64x2.pmin(sidesB, sidesC));
  view.highSides = f64x2.pmax(sidesA, f64x2.pmax(sidesB, sidesC));
  const depthA = f64x2.splat(load<f64>(a, 16));
  const depthB = f64x2.splat(load<f64>(b, 16));
  const depthC = f64x2.splat(load<f64>(c, 16));
  view.lowDepth = f64x2.extract_lane(f64x2.pmin(depthA, f64x2.pmin(depthB, depthC)), 0);
  view.highDepth = f64x2.extract_lane(f64x2.pmax(depthA, f64x2.pmax(depthB, depthC)), 0);
}

// @inline
function setSingleCorner(base: usize, vertex: u32, out: usize): void {
  const p = base + ((<usize>vertex) << 4);
  store<f64>(out, <f64>load<f32>(p + (view.offsetAcross >> 1)));
  store<f64>(out, <f64>load<f32>(p + (view.offsetDown >> 1)), 8);
  store<f64>(out, <f64>load<f32>(p + (view.offsetDepth >> 1)), 16);
}

// @inline
function setDoubleCorner(base: usize, vertex: u32, out: usize): void {
  const p = base + <usize>vertex * 24;
  store<f64>(out, load<f64>(p + view.offsetAcross));
  store<f64>(out, load<f64>(p + view.offsetDown), 8);
  store<f64>(out, load<f64>(p + view.offsetDepth), 16);
}

/** Brings the corners of a triangle, whose three vertex numbers are at `corner`, to a, b and c, and bounds them. */
export function setCorners(object: ObjectRecord, corner: usize): void {
  const base = object.exact;
  if (object.exactFormat == FORMAT_F32) {
    setSingleCorner(base, load<u32>(corner), a);
    setSingleCorner(base, load<u32>(corner, 4), b);
    setSingleCorner(base, load<u32>(corner, 8), c);
  } else {
    setDoubleCorner(base, load<u32>(corner), a);
    setDoubleCorner(base, load<u32>(corner, 4), b);
    setDoubleCorner(base, load<u32>(corner, 8), c);
  }
  boundCorners();
}

/** Whether the triangle lies beside the volume of interest, seen along the depth; on its very border is beside. */
// @inline
export function isBesideVolume(): bool {
  return v128.any_true(v128.or(f64x2.le(view.highSides, view.lowCorner), f64x2.ge(view.lowSides, view.highCorner)));
}
