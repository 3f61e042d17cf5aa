/**
 * The view of a layered depth image: the volume of interest, its pixels, and corners of triangles in view order.
 *
 * Pixels are exact parts of the box; their centres are rounded to doubles, and `offCentre` bounds what they are off.
 * Sums and differences below are off by a few rounding errors of the largest coordinate; in pixels that is the slack.
 */
import { LAYERS_ACROSS, LAYERS_AXES, LAYERS_BOX, LAYERS_DOWN, LAYERS_IMAGE, LAYERS_MODE } from './layers-layout';
import { FORMAT_F32, OBJECT_EXACT, OBJECT_EXACT_FORMAT } from './layout';
import { control } from './memory';
import { reserveScratch } from './scratch';

export const EPSILON: f64 = 1.1102230246251565e-16;

export let lowAcross: f64 = 0;
export let lowDown: f64 = 0;
let highAcross: f64 = 0;
let highDown: f64 = 0;
export let near: f64 = 0;
export let far: f64 = 0;
/** Sides of a pixel, and pixels per unit. */
export let pixelAcross: f64 = 0;
export let pixelDown: f64 = 0;
export let perAcross: f64 = 0;
let perDown: f64 = 0;
/** How far off a pixel's centre may be, across and down. */
export let offAcross: f64 = 0;
export let offDown: f64 = 0;
/** Pixels by which a range must be wider on each side. */
let slackAcross: f64 = 0;
let slackDown: f64 = 0;
let lastAcross: f64 = 0;
let lastDown: f64 = 0;

// Byte offsets of the coordinates across, down and in depth within a vertex in double precision.
let offsetAcross: usize = 0;
let offsetDown: usize = 0;
let offsetDepth: usize = 0;

/** Corners in view order, three f64 each. */
export let a: usize = 0;
export let b: usize = 0;
export let c: usize = 0;

export function bindLayersView(): void {
  a = reserveScratch(24);
  b = reserveScratch(24);
  c = reserveScratch(24);
}

/** Takes over the view of the job. Called once per thread and job. */
export function openLayersView(): void {
  offsetAcross = <usize>control(LAYERS_AXES) << 3;
  offsetDown = <usize>control(LAYERS_AXES + 4) << 3;
  offsetDepth = <usize>control(LAYERS_AXES + 8) << 3;
  lowAcross = load<f64>(LAYERS_BOX);
  lowDown = load<f64>(LAYERS_BOX + 8);
  near = load<f64>(LAYERS_BOX + 16);
  highAcross = load<f64>(LAYERS_BOX + 24);
  highDown = load<f64>(LAYERS_BOX + 32);
  far = load<f64>(LAYERS_BOX + 40);
  if (control(LAYERS_MODE) == LAYERS_IMAGE) {
    // All layers are looked at; those outside the box are left out when they are listed.
    near = -f64.MAX_VALUE;
    far = f64.MAX_VALUE;
  }
  const across = <f64>control(LAYERS_ACROSS);
  const down = <f64>control(LAYERS_DOWN);
  pixelAcross = (highAcross - lowAcross) / across;
  pixelDown = (highDown - lowDown) / down;
  perAcross = 1 / pixelAcross;
  perDown = 1 / pixelDown;
  offAcross = 4 * EPSILON * max(abs(lowAcross), abs(highAcross));
  offDown = 4 * EPSILON * max(abs(lowDown), abs(highDown));
  slackAcross = 1e-9 + 4 * offAcross * perAcross;
  slackDown = 1e-9 + 4 * offDown * perDown;
  lastAcross = across - 1;
  lastDown = down - 1;
}

// @ts-ignore: decorator
@inline
export function centreAcross(pixel: i32): f64 {
  return lowAcross + (<f64>pixel + 0.5) * pixelAcross;
}

// @ts-ignore: decorator
@inline
export function centreDown(pixel: i32): f64 {
  return lowDown + (<f64>pixel + 0.5) * pixelDown;
}

/** First and last pixel that a range of coordinates may touch; last < first when there is none. */
// @ts-ignore: decorator
@inline
export function firstPixelAcross(low: f64): i32 {
  return <i32>max<f64>(0, min<f64>(lastAcross + 1, floor((low - lowAcross) * perAcross - slackAcross)));
}
// @ts-ignore: decorator
@inline
export function lastPixelAcross(high: f64): i32 {
  return <i32>max<f64>(-1, min<f64>(lastAcross, floor((high - lowAcross) * perAcross + slackAcross)));
}
// @ts-ignore: decorator
@inline
export function firstPixelDown(low: f64): i32 {
  return <i32>max<f64>(0, min<f64>(lastDown + 1, floor((low - lowDown) * perDown - slackDown)));
}
// @ts-ignore: decorator
@inline
export function lastPixelDown(high: f64): i32 {
  return <i32>max<f64>(-1, min<f64>(lastDown, floor((high - lowDown) * perDown + slackDown)));
}

// @ts-ignore: decorator
@inline
function setSingleCorner(base: usize, vertex: u32, out: usize): void {
  const p = base + (<usize>vertex << 4);
  store<f64>(out, <f64>load<f32>(p + (offsetAcross >> 1)));
  store<f64>(out, <f64>load<f32>(p + (offsetDown >> 1)), 8);
  store<f64>(out, <f64>load<f32>(p + (offsetDepth >> 1)), 16);
}

// @ts-ignore: decorator
@inline
function setDoubleCorner(base: usize, vertex: u32, out: usize): void {
  const p = base + <usize>vertex * 24;
  store<f64>(out, load<f64>(p + offsetAcross));
  store<f64>(out, load<f64>(p + offsetDown), 8);
  store<f64>(out, load<f64>(p + offsetDepth), 16);
}

/** Brings the corners of a triangle, whose three vertex numbers are at `corner`, to a, b and c. */
export function setCorners(object: usize, corner: usize): void {
  const base = <usize>load<u32>(object, OBJECT_EXACT);
  if (load<u32>(object, OBJECT_EXACT_FORMAT) == FORMAT_F32) {
    setSingleCorner(base, load<u32>(corner), a);
    setSingleCorner(base, load<u32>(corner, 4), b);
    setSingleCorner(base, load<u32>(corner, 8), c);
  } else {
    setDoubleCorner(base, load<u32>(corner), a);
    setDoubleCorner(base, load<u32>(corner, 4), b);
    setDoubleCorner(base, load<u32>(corner, 8), c);
  }
}

// @ts-ignore: decorator
@inline
export function lowest(offset: usize): f64 {
  return min(load<f64>(a + offset), min(load<f64>(b + offset), load<f64>(c + offset)));
}

// @ts-ignore: decorator
@inline
export function highest(offset: usize): f64 {
  return max(load<f64>(a + offset), max(load<f64>(b + offset), load<f64>(c + offset)));
}

/** Whether the triangle lies beside the volume of interest, seen along the depth; on its very border is beside. */
export function isBesideVolume(): bool {
  return highest(0) <= lowAcross || lowest(0) >= highAcross || highest(8) <= lowDown || lowest(8) >= highDown;
}
