/** The triangles of a visit as a view sees them, for generators on the GPU; image coordinates must be up to date. */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import { IDENTITY_MAP, type ImageMap } from '../../tile-lists/image-map.ts';
import { forTriangles, triangleTotal } from './elements.ts';
import type { Visit } from './prune.ts';

export interface ViewTriangles {
  readonly count: number;
  /** Nine per triangle: across, down and depth of each corner, in image units from the low corner of the frame. */
  readonly corners: Float64Array;
  /** One per triangle: its element. */
  readonly elementOf: Uint32Array;
  /** One per element and one more: its first triangle. */
  readonly firstOf: Uint32Array;
}

export function viewTriangles(
  runtime: WasmRuntime,
  list: readonly Participant[],
  visit: Visit,
  map: ImageMap,
): ViewTriangles {
  const { elements, orders, view } = visit;
  const count = triangleTotal(elements);
  const { f32, u32 } = runtime.memory;
  const images = list.map(({ object }) => object.imageFor(map, IDENTITY_MAP) >>> 2);
  const indices = list.map(({ object }) => object.indices >>> 2);
  const { rows } = view.view;
  const corners = new Float64Array(9 * count);
  const elementOf = new Uint32Array(count);
  const firstOf = new Uint32Array(elements.count + 1);
  let rank = 0;
  forTriangles(elements, orders, (element, triangle) => {
    const object = elements.object[element];
    for (let corner = 0; corner < 3; corner++) {
      const vertex = u32[indices[object] + 3 * triangle + corner];
      const at = images[object] + 4 * vertex;
      for (let k = 0; k < 3; k++) {
        const [x, y, z] = rows[k];
        corners[9 * rank + 3 * corner + k] = f32[at] * x + f32[at + 1] * y + f32[at + 2] * z - view.low[k];
      }
    }
    elementOf[rank++] = element;
    firstOf[element + 1] = rank;
  });
  return { count, corners, elementOf, firstOf };
}
