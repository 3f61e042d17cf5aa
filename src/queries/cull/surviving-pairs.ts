/**
 * Pairs of survivors whose boxes overlap: the sweep and prune of sub-objects that follows culling in the papers (FAR §4.2), by the
 * search that `collide` uses. Two of FFV, or two of SFV, do not collide (Quick-CULLIDE, lemma 2), but for one exception that
 * `Culled.sets` tells.
 */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import { totalTriangles } from '../../backend/wasm/scene-job.ts';
import { CULL_SET } from './cull.ts';
import { type Elements, forTriangles, type TriangleOrders } from './elements.ts';
import { type Frame, viewFrame } from './frame.ts';
import type { CheckedCullOptions } from './options.ts';
import { TrianglePairs } from './triangle-pairs.ts';
import { AXIS_VIEWS } from './views.ts';

const { FFV, SFV } = CULL_SET;

export async function survivingPairs(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedCullOptions,
  { elements, orders, frame }: { elements: Elements; orders: TriangleOrders; frame: Frame },
): Promise<Uint32Array> {
  const all = await new TrianglePairs(runtime, list, options, { between: true }).all(
    viewFrame(frame, AXIS_VIEWS[0], options).reach,
  );
  // One more than the set of every triangle that is left; 0 for the others.
  const states = new Uint8Array(totalTriangles(list));
  forTriangles(elements, orders, (element, triangle) => {
    states[list[elements.object[element]].triangleStart + triangle] = elements.sets[element] + 1;
  });
  const objectOf = new Uint32Array(states.length);
  for (const [index, { object, triangleStart }] of list.entries()) {
    objectOf.fill(index, triangleStart, triangleStart + object.triangleCount);
  }
  const saysNothing = (set: number, isOneObject: boolean) =>
    isOneObject && set === SFV && options.level !== 'triangle' ? true : set !== FFV && set !== SFV;
  const rows: (readonly [number, number, number, number])[] = [];
  for (let i = 0; i < all.length; i += 2) {
    const [a, b] = [all[i], all[i + 1]];
    if (states[a] === 0 || states[b] === 0) continue;
    const isOneObject = objectOf[a] === objectOf[b];
    if (states[a] === states[b] && !saysNothing(states[a] - 1, isOneObject)) continue;
    const first = list[objectOf[a]];
    const second = list[objectOf[b]];
    const row = [first.id, a - first.triangleStart, second.id, b - second.triangleStart] as const;
    const isTurned = row[0] > row[2] || (row[0] === row[2] && row[1] > row[3]);
    rows.push(isTurned ? [row[2], row[3], row[0], row[1]] : row);
  }
  rows.sort((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2] || p[3] - q[3]);
  return Uint32Array.from(rows.flat());
}
