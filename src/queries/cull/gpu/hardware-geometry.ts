/** What the hardware generator draws, in clip space: triangles, or FAR's boxes. */
import { farBox } from '../far-box.ts';
import type { ViewFrame } from '../frame.ts';
import type { ViewTriangles } from '../view-triangles.ts';

/** Places in clip space: x and y from −1 to 1 over the frame, depth from 0 to 1. */
interface ClipMap {
  readonly scale: readonly number[];
  readonly shift: readonly number[];
}

/** The far plane lies so much behind the scene: what lies in it must not seem to be hidden by an empty buffer. */
const BEHIND = 2 ** -12;

/** Boxes stick out of the frame, in depth too, where they would be cut off: the depth range is wider for them. */
export function clipMap(view: ViewFrame, resolution: number, depthBits: number, margin: number): ClipMap {
  const extents = view.pixel.map((width, k) => width * (k < 2 ? resolution : 2 ** depthBits));
  const across = extents.slice(0, 2).map((extent) => (extent > 0 ? 2 / extent : 0));
  const deep = (extents[2] + 2 * margin) * (1 + BEHIND);
  return { scale: [...across, deep > 0 ? 1 / deep : 0], shift: [-1, -1, deep > 0 ? margin / deep : 0] };
}

export function trianglePlaces(
  { corners, count }: ViewTriangles,
  { scale, shift }: ClipMap,
): Float32Array<ArrayBuffer> {
  const places = new Float32Array(9 * count);
  for (let i = 0; i < places.length; i++) {
    const place = corners[i] * scale[i % 3] + shift[i % 3];
    places[i] = i % 3 === 2 ? Math.min(1, Math.max(0, place)) : place;
  }
  return places;
}

export function boxPlaces(
  { corners, count }: ViewTriangles,
  { scale, shift }: ClipMap,
  radius: number,
): Float32Array<ArrayBuffer> {
  const places = new Float32Array(16 * count);
  for (let i = 0; i < count; i++) {
    const { centre, axes } = farBox(corners, 9 * i, radius);
    for (let k = 0; k < 3; k++) {
      places[16 * i + k] = centre[k] * scale[k] + shift[k];
      for (const [axis, { direction, half }] of axes.entries()) {
        places[16 * i + 4 * (axis + 1) + k] = direction[k] * half * scale[k];
      }
    }
  }
  return places;
}
