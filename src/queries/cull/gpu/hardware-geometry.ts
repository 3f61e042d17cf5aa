/** What the hardware generator draws, in clip space: triangles, or FAR's boxes. */
import { farBox } from '../far-box.ts';
import type { ViewFrame } from '../frame.ts';
import type { ViewTriangles } from '../view-triangles.ts';

/** The far plane lies so much behind the scene: what lies in it must not seem to be hidden by an empty buffer. */
const BEHIND = 2 ** -12;

/** Clip space of the frame: x and y from −1 to 1, depth from 0 to 1. */
export function trianglePlaces(
  { corners, count }: ViewTriangles,
  view: ViewFrame,
  resolution: number,
  depthBits: number,
): Float32Array<ArrayBuffer> {
  const extents = extentsOf(view, resolution, depthBits);
  const per = (whole: number, extent: number) => (extent > 0 ? whole / extent : 0);
  const scale = [per(2, extents[0]), per(2, extents[1]), per(1, extents[2] * (1 + BEHIND))];
  const shift = [-1, -1, 0];
  const places = new Float32Array(9 * count);
  for (let i = 0; i < places.length; i++) {
    const place = corners[i] * scale[i % 3] + shift[i % 3];
    places[i] = i % 3 === 2 ? Math.min(1, Math.max(0, place)) : place;
  }
  return places;
}

function extentsOf({ pixel }: ViewFrame, resolution: number, depthBits: number): number[] {
  return pixel.map((width, k) => width * (k < 2 ? resolution : 2 ** depthBits));
}

/** How boxes are shown: what the image spans across and down, the frame in its middle, and by how much triangles grow. */
export interface BoxView {
  /** Extents of the frame across and down. */
  readonly frame: readonly [number, number];
  /** Extents of the image across and down. */
  readonly shown: readonly [number, number];
  readonly radius: number;
}

/** Pixels are at most so many times as wide as high, or as high as wide. */
const NARROWEST = 16;
/** Boxes reach at most this many image widths beyond the image. */
const REACH_MOST = 8;
/** Bits of depth that interpolation in single precision leaves. */
const DEPTH_BITS = 20;
/** Drivers may round corners down to 1/16 of a pixel (four bits), across and down: √2/16 < 1/8. */
const SNAPPING = 1 / 8;
/** Rounding in clip space: numbers added up there are at most 8 and 8 radii in size, and a sum of four rounds seven times. */
const CLIP_ROUNDING = 2 ** -24 * 8 * 8;
/** In scenes narrower than this many radii, every box holds the whole scene. */
const RADII_MOST = 4;

/**
 * The view of boxes; nothing for a scene that is a single point. Why nothing is missed: docs/cull.md, "The hardware generator".
 *
 * A view in which the frame is flat, or nearly, shows more than the frame in that direction: its pixels would else be so small
 * that single precision cannot place boxes in it, or have no size at all.
 */
export function boxView(view: ViewFrame, resolution: number, depthBits: number): BoxView | undefined {
  const [across, down, deep] = extentsOf(view, resolution, depthBits);
  const largest = Math.max(across, down, deep);
  if (!(largest > 0)) return undefined;
  const given = Math.min(view.radius, RADII_MOST * largest);
  const least = Math.max(Math.max(across, down) / NARROWEST, given / REACH_MOST);
  const shown = [Math.max(across, least), Math.max(down, least)] as const;
  // A box's rectangle overhangs its triangle by no more than twice the frame; the cube's corners lie √3 radii away.
  const depthRange = 5 * deep + 4 * given;
  const pixel = Math.max(shown[0] / resolution, shown[1] / resolution, depthRange * 2 ** -DEPTH_BITS);
  const wider = (Math.sqrt(3) / 2) * Math.max(0, pixel - Math.max(...view.pixel));
  const grown = given + wider + SNAPPING * pixel;
  const rounding = CLIP_ROUNDING * (Math.max(...shown, depthRange) + grown);
  return { frame: [across, down], shown, radius: grown + Math.sqrt(3) * rounding };
}

/** Centre and three half axes of each box, four numbers each; the depth range holds all of them. */
export function boxPlaces(
  { corners, count }: ViewTriangles,
  { frame, shown, radius }: BoxView,
): Float32Array<ArrayBuffer> {
  const boxes = new Float64Array(12 * count);
  let [near, far] = [Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    const { centre, axes } = farBox(corners, 9 * i, radius);
    let reach = 0;
    for (let k = 0; k < 3; k++) boxes[12 * i + k] = centre[k];
    for (const [axis, { direction, half }] of axes.entries()) {
      for (let k = 0; k < 3; k++) boxes[12 * i + 3 * (axis + 1) + k] = direction[k] * half;
      reach += Math.abs(direction[2]) * half;
    }
    near = Math.min(near, centre[2] - reach);
    far = Math.max(far, centre[2] + reach);
  }
  const margin = BEHIND * (far - near);
  const scale = [2 / shown[0], 2 / shown[1], 1 / (far - near + 2 * margin)];
  const shift = [-frame[0] / shown[0], -frame[1] / shown[1], (margin - near) * scale[2]];
  const places = new Float32Array(16 * count);
  for (let i = 0; i < 4 * count; i++) {
    for (let k = 0; k < 3; k++) places[4 * i + k] = boxes[3 * i + k] * scale[k] + (i % 4 === 0 ? shift[k] : 0);
  }
  return places;
}
