/** The surfaces of the objects of a scene, made when they are first asked for, and their degenerate triangles. */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import type { Collisions } from '../collide/collide.ts';
import { type Surface, surfaceOf } from './surface.ts';

const NONE: ReadonlySet<number> = new Set();

export class Surfaces {
  readonly #runtime: WasmRuntime;
  readonly #objects: ReadonlyMap<number, SceneObject>;
  readonly #withoutArea = new Map<number, Set<number>>();
  readonly collisions: Collisions;

  constructor(runtime: WasmRuntime, objects: ReadonlyMap<number, SceneObject>, collisions: Collisions) {
    this.#runtime = runtime;
    this.#objects = objects;
    this.collisions = collisions;
    const { degenerateTriangles } = collisions;
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
