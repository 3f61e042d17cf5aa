/** The order in which elements are drawn (Quick-CULLIDE §5.1.3: culling works best from back to front). */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import { IDENTITY_MAP } from '../../tile-lists/image-map.ts';
import type { CullOrder } from './cull.ts';
import { type Elements, forTriangles, newElements, type TriangleOrders } from './elements.ts';
import type { Frame } from './frame.ts';

/** The participants in the order in which they are drawn, by the middle of their boxes along the axis. */
export function objectOrder(list: readonly Participant[], axis: number, order: CullOrder): number[] {
  const indices = [...list.keys()];
  if (order === 'given') return indices;
  const middle = list.map(({ object: { box } }) => box[axis] / 2 + box[axis + 3] / 2);
  const sign = order === 'front-to-back' ? 1 : -1;
  return indices.sort((a, b) => sign * (middle[a] - middle[b]) || a - b);
}

/** The same elements, by the mean depth of their triangles. Image coordinates must be up to date. */
export function sortedElements(
  runtime: WasmRuntime,
  list: readonly Participant[],
  elements: Elements,
  orders: TriangleOrders,
  frame: Frame,
  axis: number,
  order: CullOrder,
): Elements {
  if (order === 'given') return elements;
  const { f32, u32 } = runtime.memory;
  const images = list.map(({ object }) => object.imageFor(frame.map, IDENTITY_MAP) >>> 2);
  const indices = list.map(({ object }) => object.indices >>> 2);
  const sums = new Float64Array(elements.count);
  forTriangles(elements, orders, (element, triangle) => {
    const object = elements.object[element];
    for (let corner = 0; corner < 3; corner++) {
      sums[element] += f32[images[object] + 4 * u32[indices[object] + 3 * triangle + corner] + axis];
    }
  });
  const depths = sums.map((sum, i) => sum / (elements.to[i] - elements.from[i]));
  const sign = order === 'front-to-back' ? 1 : -1;
  const places = Uint32Array.from(depths.keys()).sort((a, b) => sign * (depths[a] - depths[b]) || a - b);
  const sorted = newElements(elements.count);
  for (const [at, i] of places.entries()) {
    sorted.object[at] = elements.object[i];
    sorted.from[at] = elements.from[i];
    sorted.to[at] = elements.to[i];
    sorted.sets[at] = elements.sets[i];
  }
  return sorted;
}
