/** The order in which elements are drawn (Quick-CULLIDE §5.1.3: culling works best from back to front). */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import { IDENTITY_MAP } from '../../tile-lists/image-map.ts';
import type { CullOrder } from './cull.ts';
import { type Elements, forTriangles, newElements, type TriangleOrders } from './elements.ts';
import type { Frame } from './frame.ts';
import type { View } from './views.ts';

/** The participants in the order in which they are drawn, by the middle of their boxes along the view. */
export function objectOrder(list: readonly Participant[], view: View, order: CullOrder): number[] {
  const indices = [...list.keys()];
  if (order === 'given') return indices;
  const [x, y, z] = view.rows[2];
  const middleOf = (box: ArrayLike<number>, k: number) => box[k] / 2 + box[k + 3] / 2;
  const middle = list.map(({ object: { box } }) => x * middleOf(box, 0) + y * middleOf(box, 1) + z * middleOf(box, 2));
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
  view: View,
  order: CullOrder,
): Elements {
  if (order === 'given') return elements;
  const { f32, u32 } = runtime.memory;
  const images = list.map(({ object }) => object.imageFor(frame.map, IDENTITY_MAP) >>> 2);
  const indices = list.map(({ object }) => object.indices >>> 2);
  const [x, y, z] = view.rows[2];
  const sums = new Float64Array(elements.count);
  forTriangles(elements, orders, (element, triangle) => {
    const object = elements.object[element];
    for (let corner = 0; corner < 3; corner++) {
      const at = images[object] + 4 * u32[indices[object] + 3 * triangle + corner];
      sums[element] += x * f32[at] + y * f32[at + 1] + z * f32[at + 2];
    }
  });
  const depths = sums.map((sum, i) => sum / (elements.to[i] - elements.from[i]));
  const sign = order === 'front-to-back' ? 1 : -1;
  const places = Uint32Array.from(depths.keys()).sort((a, b) => sign * (depths[a] - depths[b]) || a - b);
  const sorted = newElements(elements.count, elements.areTriangles);
  for (const [at, i] of places.entries()) {
    sorted.object[at] = elements.object[i];
    sorted.from[at] = elements.from[i];
    sorted.to[at] = elements.to[i];
    sorted.sets[at] = elements.sets[i];
  }
  return sorted;
}
