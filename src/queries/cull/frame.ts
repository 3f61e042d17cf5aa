/**
 * What a view shows: the box of the whole scene, divided into pixels and depth steps (FAR §3.2).
 *
 * The frame stays the same from the first pass to the last, so that two methods look at the same pixels.
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

export interface Frame {
  readonly map: ImageMap;
  /** Image coordinates of the scene's box: low x y z, high x y z. */
  readonly box: Box;
  /** Most by which image coordinates differ from the ones given; 0 when they are the same. */
  readonly rounding: number;
}

/** A frame as seen along an axis. All triples are across, down, depth. */
export interface ViewFrame {
  readonly axis: 0 | 1 | 2;
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

export function viewFrame(frame: Frame, axis: 0 | 1 | 2, options: CheckedCullOptions): ViewFrame {
  const order = [(axis + 1) % 3, (axis + 2) % 3, axis];
  const low = order.map((k) => frame.box[k]);
  const extents = order.map((k) => frame.box[k + 3] - frame.box[k]);
  const steps = [options.resolution, options.resolution, 2 ** options.depthBits];
  const scale = extents.map((extent, k) => (extent > 0 ? steps[k] / extent : 0));
  const pixel = extents.map((extent, k) => extent / steps[k]);
  const reach = (options.distance / 2) * frame.map.scale;
  const grow = scale.map((perUnit, k) => (frame.rounding + reach) * perUnit + steps[k] * PIXEL_ROUNDING);
  // √3·p/2 with p = max(2dX, 2dY, 2dZ), halved because pixels are asked at their centres (FAR §3.3).
  const radius = ((Math.sqrt(3) * Math.max(...pixel)) / 2 + reach) * MARGIN + 2 * frame.rounding;
  // Image coordinates are rounded monotonically, so boxes of triangles that collide overlap as they are.
  const apart = options.distance > 0 ? (2 * reach + 2 * frame.rounding) * MARGIN : 0;
  return { axis, low, scale, pixel, grow, radius, reach: apart };
}

/** Whether a view has an area: a flat scene, seen edge-on, has none. */
export function seesArea({ scale }: ViewFrame): boolean {
  return scale[0] > 0 && scale[1] > 0;
}
