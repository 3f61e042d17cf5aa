/** Models from files, placed by the files and by the user. */
import type { Engine, Scene } from '../../../src/index.ts';
import type { ModelPart } from '../../../src/io/index.ts';
import type { Vector } from './matrices.ts';
import { boxAround, newKey, placeOf, type World, type WorldObject } from './world.ts';

export class FileWorld implements World {
  readonly scene: Scene;
  readonly #dragged = new Set<WorldObject>();
  #objects: readonly WorldObject[] = [];
  #origin: Vector | undefined;

  constructor(engine: Engine) {
    this.scene = engine.createScene();
  }

  get objects(): readonly WorldObject[] {
    return this.#objects;
  }

  /** The centre of what was opened first. It stays, so that nothing jumps when more is added. */
  get origin(): Vector {
    return (this.#origin ??= boxAround(this.#objects).middle);
  }

  /** Throws a MeshError if the part cannot be used; the others stay. */
  add(file: string, { name, positions, indices }: ModelPart): void {
    const id = this.scene.add({ name, positions, indices, weld: true });
    const object = { key: newKey(), name, file, positions, indices, deforming: false, weld: true, id };
    this.#objects = [...this.#objects, object];
  }

  /** Takes over an object from another engine's world. */
  adopt(object: WorldObject): void {
    const { name, positions, indices, weld } = object;
    const taken = { ...object, id: this.scene.add({ name, positions, indices, weld }) };
    this.#objects = [...this.#objects, taken];
    if (taken.drag) this.drag(taken, taken.drag);
  }

  remove(object: WorldObject): void {
    this.scene.remove(object.id);
    this.#dragged.delete(object);
    this.#objects = this.#objects.filter((other) => other !== object);
  }

  drag(object: WorldObject, matrix: Float64Array): void {
    object.drag = matrix;
    this.#dragged.add(object);
  }

  step(): void {}

  update(): void {
    for (const object of this.#dragged) this.scene.place(object.id, placeOf(object)!);
    this.#dragged.clear();
  }

  dispose(): void {
    this.scene.dispose();
  }
}
