/** Parts of files as objects of a scene: a mesh that a file has in several places is given to the engine once. */
import { OptionError } from '../errors.ts';
import { describe } from '../mesh/describe.ts';
import type { MeshInput } from '../mesh/mesh-input.ts';
import type { ModelPart, PartInstance } from './model.ts';

/** What {@link addParts} needs of a scene; every scene has it. */
export interface PartScene {
  /**
   * Adds an object and returns its id.
   * @example
   * ```ts
   * const bolt = scene.add({ positions, indices });
   * ```
   */
  add(mesh: MeshInput): number;
  /**
   * Adds another object of the same mesh and returns its id.
   * @example
   * ```ts
   * const second = scene.addInstance(bolt);
   * ```
   */
  addInstance(object: number): number;
  /**
   * Places an object by a 4 × 4 matrix.
   * @example
   * ```ts
   * scene.place(second, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]);
   * ```
   */
  place(object: number, matrix: ArrayLike<number>): void;
}

/** Options of {@link addParts}. */
export interface AddPartsOptions {
  /**
   * Merges vertices with equal coordinates, as files without shared vertices require.
   * @defaultValue `true`
   */
  weld?: boolean;
}

/**
 * Adds the parts of a model to a scene, one object each. Parts that share a mesh (nodes of a glTF with the same mesh, instances of
 * EXT_mesh_gpu_instancing) become instances of it: its triangles, and what is kept of them, are in memory once.
 *
 * Pairs between objects are those of the parts as they are. Pairs within a part that is an instance are decided in the coordinates of
 * the mesh, as for any object that is placed. Returns the ids, in the order of the parts.
 * @example
 * ```ts
 * const { parts } = await readModel(await readFile('hall.glb'));
 * const ids = addParts(scene, parts);
 * ```
 */
export function addParts(scene: PartScene, parts: readonly ModelPart[], options: AddPartsOptions = {}): number[] {
  if (!Array.isArray(parts)) {
    throw new OptionError(
      'option-type',
      `addParts: parts is ${describe(parts)}; expected the parts of a model, as readModel gives them.`,
    );
  }
  const { weld = true } = options ?? {};
  const adder = new PartAdder(scene);
  return parts.map(({ name, positions, indices, instance }) =>
    adder.add({ name, positions, indices, weld, ...(instance && { instance }) }),
  );
}

/** Adds one mesh after another, keeping track of shared ones. */
export class PartAdder {
  readonly #scene: PartScene;
  /** The first object of each mesh that is shared, by its own positions: its id, and what it was added with. */
  readonly #first = new Map<PartInstance['positions'], { id: number; mesh: MeshInput }>();

  constructor(scene: PartScene) {
    this.#scene = scene;
  }

  add({ instance, ...mesh }: MeshInput & { readonly instance?: PartInstance }): number {
    if (!instance) return this.#scene.add(mesh);
    const first = this.#first.get(instance.positions);
    // A part changed since then, such as one made into a solid, is a mesh of its own.
    const isSame = first && first.mesh.indices === mesh.indices && first.mesh.weld === mesh.weld;
    if (first && !isSame) return this.#scene.add(mesh);
    const id = first ? this.#scene.addInstance(first.id) : this.#scene.add({ ...mesh, positions: instance.positions });
    if (!first) this.#first.set(instance.positions, { id, mesh });
    this.#scene.place(id, instance.matrix);
    return id;
  }
}
