/**
 * The surfaces of the objects of a scene, made when they are first asked for, and their degenerate triangles; and the exact
 * coordinates that they are made of, brought into the kernels' memory.
 */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { chooseImageMap, unionBox } from '../../tile-lists/image-map.ts';
import type { Collisions } from '../collide/collide.ts';
import { prepareObjects } from '../collide/gpu/settle.ts';
import type { EngineContext } from '../context.ts';
import { bringToCpu } from '../resident.ts';
import { type Surface, surfaceOf } from './surface.ts';

const NONE: ReadonlySet<number> = new Set();

export class Surfaces {
  readonly #runtime: WasmRuntime;
  readonly #objects: ReadonlyMap<number, SceneObject>;
  readonly #withoutArea = new Map<number, Set<number>>();
  readonly collisions: Collisions;

  /** The triangles without area are those of the collisions, unless the objects have others. */
  constructor(
    runtime: WasmRuntime,
    objects: ReadonlyMap<number, SceneObject>,
    collisions: Collisions,
    degenerateTriangles = collisions.degenerateTriangles,
  ) {
    this.#runtime = runtime;
    this.#objects = objects;
    this.collisions = collisions;
    for (let at = 0; at < degenerateTriangles.length; at += 2) {
      const [object, triangle] = degenerateTriangles.subarray(at, at + 2);
      const known = this.#withoutArea.get(object);
      if (known) known.add(triangle);
      else this.#withoutArea.set(object, new Set([triangle]));
    }
  }

  of(id: number): Surface {
    return surfaceOf(this.#runtime, this.#objects.get(id)!, this.#withoutArea.get(id) ?? NONE);
  }
}

/** Makes sure that the coordinates that the exact tests use are in the kernels' memory. */
export async function bringExactCoordinates(
  { runtime }: EngineContext,
  list: readonly Participant[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const objects = list.map(({ object }) => object);
  await bringToCpu(objects);
  if (!objects.some((object) => object.needsPlacing())) return;
  const map = chooseImageMap(
    unionBox(objects.map(({ box }) => box)),
    objects.every(({ isSingle }) => isSingle),
  );
  await prepareObjects(runtime, list, map, { signal });
}
