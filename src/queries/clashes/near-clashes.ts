/** Objects that do not meet, but are nearer than a clearance: the nearest pair of triangles of each pair of objects. */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Triple } from '../../mesh/bounds.ts';
import { selectionOf } from '../pair-selection.ts';
import { checkWithinOptions } from '../within/options.ts';
import { withinWasm } from '../within/wasm.ts';
import type { Clash } from './clashes.ts';
import type { CheckedClashesOptions } from './options.ts';
import type { FoundClash } from './order.ts';

/** Those of objects that are not among the clashes already. */
export async function findNear(
  runtime: WasmRuntime,
  objects: ReadonlyMap<number, SceneObject>,
  known: readonly FoundClash[],
  asked: CheckedClashesOptions,
): Promise<FoundClash[]> {
  const { clearance, tolerance, between, curve, area, volume, signal } = asked;
  if (clearance === 0 || !between) return [];
  const options = { ...checkWithinOptions(clearance, { objects: true }), ...selectionOf(asked), self: false, signal };
  const { objectPairs, objectDistances, nearestPairs, points } = await withinWasm(runtime, objects, options);
  const met = new Set(known.map(({ clash: { a, b } }) => `${a} ${b}`));
  const near: FoundClash[] = [];
  for (const [i, distance] of objectDistances.entries()) {
    const [a, b] = objectPairs.subarray(3 * i, 3 * i + 2);
    if (distance === 0 || met.has(`${a} ${b}`)) continue;
    const [from, to] = [0, 3].map((k): Triple => {
      const at = 6 * nearestPairs[i] + k;
      return [points![at], points![at + 1], points![at + 2]];
    });
    const onDemand = {
      ...(curve && { curve: [] }),
      ...(area && { area: 0 }),
      ...(volume && { volume: { volume: 0, errorBound: 0, method: 'exact' as const } }),
    };
    const kind = distance <= tolerance(a, b) ? 'touching' : 'near';
    near.push({ clash: { ...nearClash(a, b, kind, distance, from, to), ...onDemand }, pairs: [] });
  }
  return near;
}

/** Objects no farther apart than the tolerance touch, as do those that overlap no deeper than it. */
function nearClash(a: number, b: number, kind: 'near' | 'touching', distance: number, from: Triple, to: Triple): Clash {
  const each = (of: (k: 0 | 1 | 2) => number): Triple => [of(0), of(1), of(2)];
  const offset = each((k) => to[k] - from[k]);
  const length = Math.hypot(...offset);
  return {
    a,
    b,
    kind,
    pairCount: 0,
    depth: null,
    reason: kind,
    distance,
    undecided: false,
    deepest: { a: from, b: to },
    normal: length > 0 ? each((k) => offset[k] / length) : null,
    point: from,
    bounds: { min: each((k) => Math.min(from[k], to[k])), max: each((k) => Math.max(from[k], to[k])) },
  };
}
