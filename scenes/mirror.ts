/** Keeps a scene of the engine equal to an animated scene, reusing its memory. */
import type { Engine, Scene } from '../src/index.ts';
import type { AnimatedObject, AnimatedScene } from './animated-scene.ts';

export class SceneMirror {
  readonly scene: Scene;
  readonly #animated: AnimatedScene;
  readonly #ids = new Map<AnimatedObject, number>();
  readonly #placed = new WeakMap<AnimatedObject, Float64Array>();

  constructor(engine: Engine, animated: AnimatedScene) {
    this.scene = engine.createScene();
    this.#animated = animated;
    this.update();
  }

  /** The object's id in the engine's scene. */
  id(object: AnimatedObject): number | undefined {
    return this.#ids.get(object);
  }

  /** Takes over what `step` has changed. */
  update(): void {
    const { objects } = this.#animated;
    const present = new Set(objects);
    for (const [object, id] of this.#ids) {
      if (present.has(object)) continue;
      this.scene.remove(id);
      this.#ids.delete(object);
    }
    for (const object of objects) this.#write(object);
  }

  /**
   * Takes over what `step` has changed, and gives the scene all positions anew, as if everything deformed: a query after it can use
   * nothing that was kept of an earlier one. For measurements that ask the same frame again.
   */
  updateAll(): void {
    this.update();
    for (const [object, id] of this.#ids) if (!object.deforming) this.scene.move(id, object.positions);
  }

  #write(object: AnimatedObject): void {
    let id = this.#ids.get(object);
    if (id === undefined) {
      const { name, positions, indices } = object;
      id = this.scene.add({ name, positions, indices });
      this.#ids.set(object, id);
    } else if (object.deforming) this.scene.move(id, object.positions);
    if (object.matrix && this.#hasMoved(object, object.matrix)) this.scene.place(id, object.matrix);
  }

  /** Whether a rigid object has moved since it was last placed; unchanged objects cost nothing. */
  #hasMoved(object: AnimatedObject, matrix: Float64Array): boolean {
    const last = this.#placed.get(object);
    if (last?.every((value, at) => value === matrix[at])) return false;
    this.#placed.set(object, matrix.slice());
    return true;
  }

  dispose(): void {
    this.scene.dispose();
  }
}
