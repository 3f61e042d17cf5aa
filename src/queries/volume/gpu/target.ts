/** What is drawn by the hardware generators: the triangles of one object in the view, as the rasterizer wants them. */

import type { WasmRuntime } from '../../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../../backend/wasm/scene-object.ts';
import { placedPositions } from '../../open-mesh.ts';
import { sidesOf, type View } from '../view.ts';

export interface DrawnObject {
  /** x, y, z of each corner in clip space: −1 to 1 over the image, depth 0 to 1 over the object. */
  readonly corners: Float32Array<ArrayBuffer>;
  readonly triangleCount: number;
  /** Coordinate along the axis of a depth. */
  depthOf(depth: number): number;
}

/** Depths keep clear of 0 and 1, so that nothing is clipped and an empty pixel (1) differs from a surface. */
const DEPTH_LOW = 0.001;
const DEPTH_RANGE = 0.998;

export function drawnObject(runtime: WasmRuntime, object: SceneObject, view: View): DrawnObject {
  const positions = placedPositions(runtime, object);
  const { indices, triangleCount } = object;
  const vertices = runtime.memory.u32.subarray(indices >>> 2, (indices >>> 2) + 3 * triangleCount);
  const [across, down, depth] = view.order;
  const sides = sidesOf(view.box);
  let [low, high] = [Infinity, -Infinity];
  for (let at = depth; at < positions.length; at += 3) {
    if (positions[at] < low) low = positions[at];
    if (positions[at] > high) high = positions[at];
  }
  const range = high > low ? high - low : 1;
  const corners = new Float32Array(9 * triangleCount);
  for (let corner = 0; corner < vertices.length; corner++) {
    const at = 3 * vertices[corner];
    corners[3 * corner] = (2 * (positions[at + across] - view.box[across])) / sides[across] - 1;
    // Rows go down, clip space goes up.
    corners[3 * corner + 1] = 1 - (2 * (positions[at + down] - view.box[down])) / sides[down];
    corners[3 * corner + 2] = DEPTH_LOW + (DEPTH_RANGE * (positions[at + depth] - low)) / range;
  }
  return { corners, triangleCount, depthOf: (value) => low + ((value - DEPTH_LOW) / DEPTH_RANGE) * range };
}
