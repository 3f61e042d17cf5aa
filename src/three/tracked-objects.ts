/** The objects that were added to a collider, with all meshes below them, kept in step with its bodies. */
import type { Mesh, Object3D, Vector3 } from 'three';
import { OptionError } from '../errors.ts';
import type { Bodies } from './bodies.ts';
import type { Body } from './body.ts';
import { nameOf } from './object-label.ts';
import { type CheckedColliderOptions, isBelow } from './options.ts';
import { Shapes } from './shapes.ts';
import type { PlacesAt } from './slide.ts';
import { TrackedMesh } from './tracked-mesh.ts';
import { addMeshes, updateWorldMatrices } from './visible-meshes.ts';

export class TrackedObjects {
  readonly #options: CheckedColliderOptions;
  readonly #bodies: Bodies;
  readonly #shapes: Shapes;
  readonly #roots = new Set<Object3D>();
  readonly #meshes = new Map<Mesh, TrackedMesh>();

  constructor(bodies: Bodies, options: CheckedColliderOptions) {
    this.#bodies = bodies;
    this.#options = options;
    this.#shapes = new Shapes(options.weld);
  }

  add(objects: readonly Object3D[]): void {
    const fresh = objects.filter((object) => !this.#roots.has(object));
    for (const object of fresh) this.#roots.add(object);
    const meshes = new Set<Mesh>();
    let added: Mesh[] = [];
    try {
      for (const object of fresh) addMeshes(object, this.#options, meshes);
      added = [...meshes].filter((mesh) => !this.#meshes.has(mesh));
      this.#sync(fresh, meshes);
    } catch (error) {
      for (const object of fresh) this.#roots.delete(object);
      for (const mesh of added) this.#drop(mesh);
      throw error;
    }
  }

  remove(objects: readonly Object3D[]): void {
    for (const object of objects) {
      if (this.#roots.has(object)) continue;
      throw new OptionError(
        'unknown-object',
        `remove: ${object.type} "${nameOf(object)}" was not added. To exclude an object that was added with its parent, use the option filter.`,
      );
    }
    for (const object of objects) this.#roots.delete(object);
    this.#dropUnlisted(this.#listMeshes());
  }

  update(): void {
    const meshes = this.#listMeshes();
    this.#dropUnlisted(meshes);
    this.#sync(this.#roots, meshes);
    this.#shapes.end();
  }

  /** Where three.js places the bodies below an object when that is at a position, which it then is. */
  placesBelow(object: Object3D): PlacesAt {
    const tracked = [...this.#meshes].filter(([mesh]) => isBelow(mesh, object)).map(([, own]) => own);
    return (position: Vector3) => {
      object.position.copy(position);
      object.updateWorldMatrix(true, true);
      const places = new Map<Body, Float64Array>();
      for (const own of tracked) own.addPlaces(this.#options.invisible, places);
      return places;
    };
  }

  clear(): void {
    this.#roots.clear();
    this.#meshes.clear();
    this.#shapes.clear();
  }

  #listMeshes(): Set<Mesh> {
    const meshes = new Set<Mesh>();
    for (const root of this.#roots) addMeshes(root, this.#options, meshes);
    return meshes;
  }

  #dropUnlisted(meshes: ReadonlySet<Mesh>): void {
    for (const mesh of this.#meshes.keys()) if (!meshes.has(mesh)) this.#drop(mesh);
  }

  #drop(mesh: Mesh): void {
    this.#meshes.get(mesh)?.remove(this.#bodies);
    this.#meshes.delete(mesh);
  }

  #sync(roots: Iterable<Object3D>, meshes: ReadonlySet<Mesh>): void {
    if (this.#options.updateMatrices) updateWorldMatrices(roots, meshes);
    this.#shapes.begin();
    for (const mesh of meshes) {
      let tracked = this.#meshes.get(mesh);
      if (!tracked) this.#meshes.set(mesh, (tracked = new TrackedMesh(mesh)));
      tracked.sync(this.#bodies, this.#shapes, this.#options.invisible);
    }
  }
}
