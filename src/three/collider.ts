/**
 * Objects of three.js in a scene of the engine, and what they collide with.
 *
 * Promise: after `update()` the scene holds what three.js draws: every mesh below the objects added, each instance, in
 * the pose and place of the moment. A query answers for the state of the last `add`, `remove` or `update` before it.
 */
import type { Mesh, Object3D } from 'three';
import { EngineError, OptionError } from '../errors.ts';
import { createEngine, type Engine, type SeparateOptions } from '../index.ts';
import { describe } from '../mesh/check-mesh.ts';
import { Bodies, type BodyTable } from './bodies.ts';
import { ClashList } from './clash-list.ts';
import type { HitObject } from './face-pairs.ts';
import { Hits } from './hits.ts';
import { FeatureImpacts } from './impact-features.ts';
import { NearFaces } from './near-faces.ts';
import { nameOf } from './object-label.ts';
import {
  type CheckedColliderOptions,
  type ColliderClashesOptions,
  type ColliderCollideOptions,
  type ColliderImpactsOptions,
  type ColliderOptions,
  type ColliderWithinOptions,
  type CreateOptions,
  checkCollideNames,
  checkColliderOptions,
  checkObjects,
  type IgnoredObjects,
  pairsOfIds,
  splitCreateOptions,
} from './options.ts';
import { idOfObject, type ObjectSeparation, objectSeparation } from './separation.ts';
import { Shapes } from './shapes.ts';
import { TrackedMesh } from './tracked-mesh.ts';
import { addMeshes, updateWorldMatrices } from './visible-meshes.ts';

/**
 * Keeps a scene of the engine in step with objects of three.js, and tells what they collide with.
 *
 * After `update` the scene holds what three.js draws: every mesh below the objects added, each instance, in its current
 * pose and place. A query answers for the state of the last `add`, `remove` or `update` before it.
 */
export class Collider {
  /** The engine that answers. */
  readonly engine: Engine;
  readonly #options: CheckedColliderOptions;
  readonly #bodies: Bodies;
  readonly #shapes: Shapes;
  readonly #roots = new Set<Object3D>();
  readonly #meshes = new Map<Mesh, TrackedMesh>();
  #ownsEngine = false;
  #disposed = false;

  constructor(engine: Engine, options: ColliderOptions = {}) {
    if (typeof engine?.createScene !== 'function') {
      throw new OptionError(
        'option-type',
        `Collider: the engine is ${describe(engine)}; expected one from createEngine(). Collider.create() makes its own.`,
        { option: 'engine' },
      );
    }
    this.#options = checkColliderOptions(options);
    this.engine = engine;
    this.#bodies = new Bodies(engine.createScene(), this.#options.motion);
    this.#shapes = new Shapes(this.#options.weld);
  }

  /**
   * Creates a collider with the engine you pass, or with a new engine that is disposed with it.
   * @throws {@link OptionError} `unknown-option`, `option-type`, `option-value`
   * @throws {@link EngineError} as `createEngine` does
   * @example
   * ```ts
   * const collider = await Collider.create();
   * collider.add(scene);
   * ```
   */
  static async create(options: CreateOptions = {}): Promise<Collider> {
    const { engine, forCollider, forEngine } = splitCreateOptions(options);
    if (engine) return new Collider(engine, forCollider);
    const collider = new Collider(await createEngine(forEngine), forCollider);
    collider.#ownsEngine = true;
    return collider;
  }

  /**
   * Adds objects with all meshes below them, as they are now. Meshes that are put below them later are added by `update`.
   * @throws {@link OptionError} `option-type`, `no-triangles`
   * @throws {@link MeshError} `missing-attribute`, `attribute-count`, `index-range`, `not-finite` and others that name the
   * mesh
   * @example
   * ```ts
   * collider.add([robot, shelf]);
   * const hits = await collider.collide();
   * ```
   */
  add(objects: Object3D | readonly Object3D[]): this {
    this.#check();
    const fresh = checkObjects('add', objects).filter((object) => !this.#roots.has(object));
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
    return this;
  }

  /**
   * Removes objects that were added.
   * @throws {@link OptionError} `option-type`, `unknown-object`
   * @example
   * ```ts
   * collider.remove(shelf);
   * const hits = await collider.collide();
   * ```
   */
  remove(objects: Object3D | readonly Object3D[]): this {
    this.#check();
    const list = checkObjects('remove', objects);
    for (const object of list) {
      if (this.#roots.has(object)) continue;
      throw new OptionError(
        'unknown-object',
        `remove: ${object.type} "${nameOf(object)}" was not added. To exclude an object that was added with its parent, use the option filter.`,
      );
    }
    for (const object of list) this.#roots.delete(object);
    this.#dropUnlisted(this.#listMeshes());
    return this;
  }

  /**
   * Brings the engine's scene up to date with the objects. Call it once per frame, before queries.
   * @throws {@link MeshError} as `add` does
   * @example
   * ```ts
   * mixer.update(seconds);
   * const hits = await collider.update().collide();
   * ```
   */
  update(): this {
    this.#check();
    this.#bodies.motion?.nextUpdate();
    const meshes = this.#listMeshes();
    this.#dropUnlisted(meshes);
    this.#sync(this.#roots, meshes);
    this.#shapes.end();
    return this;
  }

  /**
   * Finds which faces collide, as of the last update. Changes made while it runs do not show in its answer.
   * @throws {@link OptionError} `unknown-option`, `option-type`, `option-value`, `option-range`
   * @example
   * ```ts
   * const hits = await collider.update().collide({ self: true });
   * for (const { a, b, kind } of hits) console.log(a.object.name, b.object.name, kind);
   * ```
   */
  async collide(options: ColliderCollideOptions = {}): Promise<Hits> {
    this.#check();
    checkCollideNames(options);
    const { table, scene } = this.#bodies;
    return new Hits(await scene.collide(withIds('collide', options, table)), table);
  }

  /**
   * Finds which faces are strictly closer than a distance in the world, and where, as of the last update.
   * @throws {@link OptionError} `unknown-option`, `option-type`, `option-range`
   * @example
   * ```ts
   * const near = await collider.update().within(0.05);
   * for (const { a, b, distance } of near.pairs) console.log(a.object.name, b.object.name, distance);
   * ```
   */
  async within(distance: number, options: ColliderWithinOptions = {}): Promise<NearFaces> {
    this.#check();
    const { table, scene } = this.#bodies;
    return new NearFaces(await scene.within(distance, withIds('within', options, table)), table);
  }

  /**
   * Finds which objects clash, how deep and where, as of the last update; the worst first.
   * @throws {@link OptionError} `unknown-option`, `option-type`, `option-range`, `option-conflict`
   * @example
   * ```ts
   * const clashes = await collider.update().clashes({ tolerance: 1e-5 });
   * for (const { a, b, kind, depth } of clashes) console.log(a.object.name, b.object.name, kind, depth?.most);
   * ```
   */
  async clashes(options: ColliderClashesOptions = {}): Promise<ClashList> {
    this.#check();
    const { table, scene } = this.#bodies;
    return new ClashList(await scene.clashes(withIds('clashes', options, table)), table);
  }

  /**
   * Finds a translation of one mesh, or one instance, after which it no longer clashes with another, as of the last update. Nothing is
   * moved: `move` is in the world, so turn it into the parent's coordinates where the parent is turned or scaled.
   * @throws {@link OptionError} `unknown-object`, `same-object`, `unknown-option`, `option-type`, `option-range`, `option-value`
   * @example
   * ```ts
   * const { move, meets } = await collider.update().separate(crate, shelf, { gap: 1e-4 });
   * if (meets.length === 0) crate.position.add(move);
   * ```
   */
  async separate(a: Mesh | HitObject, b: Mesh | HitObject, options: SeparateOptions = {}): Promise<ObjectSeparation> {
    this.#check();
    const { table, scene } = this.#bodies;
    const [idA, idB] = [a, b].map((object) => idOfObject('separate', object, table));
    return objectSeparation(await scene.separate(idA, idB, options), table);
  }

  /**
   * Which vertices met faces, and which edges met, on the straight ways from the update before to the last one, and when. For
   * a collider with `motion: true`. What was added in the last update stands still.
   * @throws {@link OptionError} `no-motion`, `unknown-option`, `option-type`, `option-value`, `unknown-object`
   * @throws {@link EngineError} `out-of-memory`, `worker-failed`, `disposed`
   * @example
   * ```ts
   * const impacts = await collider.update().impacts({ first: true });
   * for (const { time, point } of impacts) console.log(time, point);
   * ```
   */
  async impacts(options: ColliderImpactsOptions = {}): Promise<FeatureImpacts> {
    this.#check();
    const { table, scene, motion } = this.#bodies;
    if (!motion) {
      throw new OptionError(
        'no-motion',
        'impacts: the collider does not keep how its objects moved; expected one made with motion: true.',
        { option: 'motion' },
      );
    }
    const checked = withIds('impacts', options, table);
    const moved = [...table.values()].filter((body) => motion.rewind(scene, body));
    // Asked before they are moved back: the query answers for the scene as it is now, and the changes wait for it.
    const answer = scene.impacts(checked);
    for (const body of moved) motion.restore(scene, body);
    return new FeatureImpacts(await answer, table);
  }

  /** Frees the scene, and the engine if it was created for this collider. Objects and geometries are left alone. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#bodies.scene.dispose();
    if (this.#ownsEngine) this.engine.dispose();
    this.#roots.clear();
    this.#meshes.clear();
    this.#shapes.clear();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #check(): void {
    if (this.#disposed) throw new EngineError('disposed', 'the collider has been disposed. Create a new one.');
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

/** The options with ids in place of objects. */
function withIds<T extends { ignore?: readonly IgnoredObjects[]; pairs?: readonly IgnoredObjects[] }>(
  call: string,
  options: T,
  table: BodyTable,
) {
  const { ignore, pairs, ...rest } = options;
  return {
    ...rest,
    // What is left out of a list of an object with itself is pairs of its parts, not what happens within each.
    ...(ignore !== undefined && { ignore: pairsOfIds(call, 'ignore', ignore, table).filter(([a, b]) => a !== b) }),
    ...(pairs !== undefined && { pairs: pairsOfIds(call, 'pairs', pairs, table) }),
  };
}
