/**
 * What a view shows: the box of the whole scene, divided into pixels and depth steps (FAR §3.2).
 *
 * The frame stays the same from the first pass to the last, so that two methods look at the same pixels, unless it is to be
 * fitted to what is left.
 */

import type { Participant } from '../../backend/wasm/scene-job.ts';
import {
  type Box,
  chooseImageMap,
  IDENTITY_MAP,
  type ImageMap,
  sameMap,
  unionBox,
} from '../../tile-lists/image-map.ts';
import type { CheckedCullOptions } from './options.ts';
import type { View } from './views.ts';

export interface Frame {
  readonly map: ImageMap;
  /** Image coordinates of the scene's box: low x y z, high x y z. */
  readonly box: Box;
  /** Most by which image coordinates differ from the ones given; 0 when they are the same. */
  readonly rounding: number;
}

/** A frame as a view sees it. All triples are across, down, depth. */
export interface ViewFrame {
  readonly view: View;
  readonly low: readonly number[];
  /** Pixels per unit across and down, depth steps per unit. */
  readonly scale: readonly number[];
  /** Width of a pixel, height of a pixel, depth of a step. */
  readonly pixel: readonly number[];
  /** By how much triangles are enlarged: in pixels, pixels and steps. */
  readonly grow: readonly number[];
  /** Half width of the cube by which FAR's boxes grow, in image units. */
  readonly radius: number;
  /** Boxes of triangles that collide, or are near enough, lie no farther apart than this, in image units. */
  readonly reach: number;
}

const SINGLE_ROUNDING = 2 ** -23;
const TINIEST = 2 ** -140;
/** Rounding of a coordinate in pixels, in parts of the image. */
const PIXEL_ROUNDING = 2 ** -48;
/** Pays for computing the radius itself. */
const MARGIN = 1 + 2 ** -20;

export function frameOf(list: readonly Participant[]): Frame {
  const world = unionBox(list.map(({ object }) => object.box));
  const map = chooseImageMap(
    world,
    list.every(({ object }) => object.isSingle),
  );
  const box = world.map((value, k) => Math.fround((value - map.centre[k % 3]) * map.scale));
  const largest = Math.max(...box.map(Math.abs));
  const rounding = sameMap(map, IDENTITY_MAP) ? 0 : largest * SINGLE_ROUNDING + TINIEST;
  return { map, box, rounding };
}

/** Low and high of what is shown, across, down and depth. */
export interface Extent {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** How far a box, low x y z then high x y z, reaches in a view. */
export function extentOfBox(box: ArrayLike<number>, { rows }: View): Extent {
  // A coordinate that a row does not look at must not turn the sum into something that is not exact.
  const reach = (row: readonly number[], side: 1 | -1) =>
    row.reduce((sum, factor, k) => (factor === 0 ? sum : sum + factor * box[factor * side > 0 ? k + 3 : k]), 0);
  return { low: rows.map((row) => reach(row, -1)), high: rows.map((row) => reach(row, 1)) };
}

/** Rounding of a sum of three products, in parts of the largest coordinate. */
const TURN_ROUNDING = 2 ** -49;

export function viewFrame(
  frame: Frame,
  view: View,
  options: CheckedCullOptions,
  shown: Extent = extentOfBox(frame.box, view),
): ViewFrame {
  const { low, high } = shown;
  const extents = low.map((value, k) => high[k] - value);
  const steps = [options.resolution, options.resolution, 2 ** options.depthBits];
  const scale = extents.map((extent, k) => (extent > 0 ? steps[k] / extent : 0));
  const pixel = extents.map((extent, k) => extent / steps[k]);
  // Along an axis a coordinate is taken as it is; elsewhere three are multiplied and added up.
  const largest = Math.max(...frame.box.map(Math.abs));
  const isAxis = view.axis !== undefined;
  const rounding = isAxis ? frame.rounding : Math.sqrt(3) * MARGIN * frame.rounding + largest * TURN_ROUNDING;
  const reach = (options.distance / 2) * frame.map.scale;
  const grow = scale.map((perUnit, k) => (rounding + reach) * perUnit + steps[k] * PIXEL_ROUNDING);
  // √3·p/2 with p = max(2dX, 2dY, 2dZ), halved because pixels are asked at their centres (FAR §3.3).
  const radius = ((Math.sqrt(3) * Math.max(...pixel)) / 2 + reach) * MARGIN + 2 * rounding;
  // Image coordinates are rounded monotonically, so boxes of triangles that collide overlap as they are.
  const apart = options.distance > 0 ? (2 * reach + 2 * frame.rounding) * MARGIN : 0;
  return { view, low, scale, pixel, grow, radius, reach: apart };
}

/** Whether a view has an area: a flat scene, seen edge-on, has none. */
export function seesArea({ scale }: ViewFrame): boolean {
  return scale[0] > 0 && scale[1] > 0;
}
