/**
 * Objects as `clashes` judges them: as given, and where they are placed by matrices that leave less of them than rounding does, as placed.
 *
 * Where an object meets itself, and which way it faces, is told by the coordinates it was given in, so that no rounding opens its joints.
 * But a matrix that flattens it, or that puts it so far away that rounding may turn it inside out (placed-volume.ts), makes another
 * surface of it. Then the coordinates in which it is placed take the place of those given.
 */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { SceneObject } from '../../backend/wasm/scene-object.ts';
import { checkMesh } from '../../mesh/check-mesh.ts';
import { cornersOf } from '../open-mesh.ts';
import { keepsVolume } from './placed-volume.ts';
import type { Surface } from './surface.ts';

/** Objects made for one query; `free` gives them up. */
export class JudgedObjects {
  readonly objects: ReadonlyMap<number, SceneObject>;
  readonly #made: readonly SceneObject[];

  private constructor(objects: ReadonlyMap<number, SceneObject>, made: readonly SceneObject[]) {
    this.objects = objects;
    this.#made = made;
  }

  /** Those of closed surfaces, by ids; exact coordinates must be up to date. */
  static of(
    runtime: WasmRuntime,
    objects: ReadonlyMap<number, SceneObject>,
    surfaces: ReadonlyMap<number, Surface>,
  ): JudgedObjects {
    const placed = new Map<number, SceneObject>();
    try {
      for (const [id, surface] of surfaces)
        if (!keepsVolume(runtime, surface.object)) placed.set(id, asPlaced(runtime, surface));
    } catch (error) {
      for (const object of placed.values()) object.free();
      throw error;
    }
    const judged = placed.size > 0 ? new Map([...objects, ...placed]) : objects;
    return new JudgedObjects(judged, [...placed.values()]);
  }

  /** Whether some are not those of the scene. */
  get areOthers(): boolean {
    return this.#made.length > 0;
  }

  free(): void {
    for (const object of this.#made) object.free();
  }
}

/** An object given in the coordinates in which another is placed. */
function asPlaced(runtime: WasmRuntime, { object, positions }: Surface): SceneObject {
  const indices = cornersOf(runtime, object).slice();
  const made = new SceneObject(runtime, checkMesh({ positions, indices, weld: false }));
  made.filter = object.filter;
  return made;
}
