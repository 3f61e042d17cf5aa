/** How far what is left reaches in a view: the frame is fitted to it (`refit`). Image coordinates must be up to date. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import { IDENTITY_MAP } from '../../tile-lists/image-map.ts';
import { type Elements, forTriangles, type TriangleOrders } from './elements.ts';
import type { Extent, Frame } from './frame.ts';
import type { View } from './views.ts';

export function extentOfElements(
  runtime: WasmRuntime,
  list: readonly Participant[],
  elements: Elements,
  orders: TriangleOrders,
  frame: Frame,
  { rows }: View,
): Extent {
  const { f32, u32 } = runtime.memory;
  const images = list.map(({ object }) => object.imageFor(frame.map, IDENTITY_MAP) >>> 2);
  const indices = list.map(({ object }) => object.indices >>> 2);
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  forTriangles(elements, orders, (element, triangle) => {
    const object = elements.object[element];
    for (let corner = 0; corner < 3; corner++) {
      const at = images[object] + 4 * u32[indices[object] + 3 * triangle + corner];
      for (let k = 0; k < 3; k++) {
        const [x, y, z] = rows[k];
        const place = f32[at] * x + f32[at + 1] * y + f32[at + 2] * z;
        if (place < low[k]) low[k] = place;
        if (place > high[k]) high[k] = place;
      }
    }
  });
  return { low, high };
}
