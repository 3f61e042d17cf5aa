/**
 * Objects of three.js in a scene of the engine, and what they collide with.
 *
 * Promise: after `update()` the scene holds what three.js draws: every mesh below the objects added, each instance, in
 * the pose and place of the moment. A query answers for the state of the last `add`, `remove` or `update` before it.
 */
import type { Mesh, Object3D, Vector3 } from 'three';
import { EngineError, OptionError } from '../errors.ts';
import { createEngine, type Engine, type SeparateOptions } from '../index.ts';
import { describe } from '../mesh/check-mesh.ts';
import { Bodies } from './bodies.ts';
import { ClashList } from './clash-list.ts';
import type { HitObject } from './face-pairs.ts';
import { Hits } from './hits.ts';
import { FeatureImpacts } from './impact-features.ts';
import type { Motion } from './motion.ts';
import { NearFaces } from './near-faces.ts';
import { NearFeatures } from './near-features.ts';
import {
  type CheckedColliderOptions,
  type ColliderAdvanceOptions,
  type ColliderClashesOptions,
  type ColliderCollideOptions,
  type ColliderContactsOptions,
  type ColliderImpactsOptions,
  type ColliderOptions,
  type ColliderSafeStepOptions,
  type ColliderWithinOptions,
  type CreateOptions,
  checkCollideNames,
  checkColliderOptions,
  checkObjects,
  checkSlide,
  type SelectedObjects,
  type SlideOptions,
  splitCreateOptions,
} from './options.ts';
import { RestPose } from './rest-pose.ts';
import { withIds } from './selected-ids.ts';
import { idOfObject, type ObjectSeparation, objectSeparation } from './separation.ts';
import { type SlideEnd, slideObject } from './slide-object.ts';
import {
  checkGeometries,
  massesOfBodies,
  type ObjectAdvance,
  type ObjectSteps,
  objectSteps,
  takeEnds,
} from './steps.ts';
import { TrackedObjects } from './tracked-objects.ts';

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
  readonly #tracked: TrackedObjects;
  #rest: RestPose | undefined;
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
    this.#tracked = new TrackedObjects(this.#bodies, this.#options);
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
    this.#tracked.add(checkObjects('add', objects));
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
    this.#tracked.remove(checkObjects('remove', objects));
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
    this.#tracked.update();
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
    const asked = this.#withIds('collide', options);
    const rest = this.#rest;
    if (!rest) return new Hits(await scene.collide(asked), table);
    // A limit counts new hits only.
    const { limit = Number.POSITIVE_INFINITY, ...unlimited } = asked;
    return new Hits(rest.news(await scene.collide(unlimited), table, limit), table);
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
    return new NearFaces(await scene.within(distance, this.#withIds('within', options)), table);
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
    return new ClashList(await scene.clashes(this.#withIds('clashes', options)), table);
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
   * Which vertices met faces, and which edges met, on straight paths from the previous update to the last one, and when. For
   * a collider with `motion: true`. Objects added in the last update do not move.
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
    const { table, scene } = this.#bodies;
    const motion = this.#motion('impacts');
    const checked = this.#withIds('impacts', options);
    return new FeatureImpacts(await this.#between(motion, () => scene.impacts(checked)), table);
  }

  /**
   * Finds the vertices and faces, and the edges, that are strictly nearer than a distance in the world, as of the last update.
   * @throws {@link OptionError} `unknown-option`, `option-type`, `option-range`
   * @example
   * ```ts
   * const contacts = await collider.update().contacts(0.01, { self: true });
   * for (const { kind, distance, normal } of contacts) console.log(kind, distance, normal);
   * ```
   */
  async contacts(distance: number, options: ColliderContactsOptions = {}): Promise<NearFeatures> {
    this.#check();
    const { table, scene } = this.#bodies;
    return new NearFeatures(await scene.contacts(distance, this.#withIds('contacts', options)), table);
  }

  /**
   * How far all objects may go from where they were at the previous update to where they are now without meeting anything. For a collider
   * with `motion: true`. Nothing is moved.
   * @throws {@link OptionError} `no-motion`, `unknown-option`, `option-type`, `option-range`
   * @example
   * ```ts
   * const { steps } = await collider.update().safeStep({ each: 'object' });
   * for (const { object, step } of steps) console.log(object.name, step);
   * ```
   */
  async safeStep(options: ColliderSafeStepOptions = {}): Promise<ObjectSteps> {
    this.#check();
    const { table, scene } = this.#bodies;
    const motion = this.#motion('safeStep');
    const checked = this.#withIds('safeStep', options);
    return objectSteps(await this.#between(motion, () => scene.safeStep(checked)), table, options.each);
  }

  /**
   * Moves all objects from where they were at the previous update to where they are, without passing through anything: vertices are
   * pushed apart, or held back, and the result is written into positions of geometries and into matrices. For a collider with
   * `motion: true`. Wait for it before the next update; if it fails, objects and collider are as before the call.
   * @throws {@link OptionError} `no-motion`, `unknown-option`, `option-type`, `option-range`, `option-value`, `option-conflict`
   * @example
   * ```ts
   * cloth.geometry.attributes.position.needsUpdate = true;
   * const { fallback } = await collider.update().advance({ self: true, gap: 0.01 });
   * ```
   */
  async advance(options: ColliderAdvanceOptions = {}): Promise<ObjectAdvance> {
    this.#check();
    const { table, scene } = this.#bodies;
    const motion = this.#motion('advance');
    const inverseMasses = massesOfBodies(options.inverseMasses ?? [], table);
    const checked = { ...this.#withIds('advance', options), inverseMasses };
    checkGeometries([...table.values()].filter((body) => motion.isDeformed(body)));
    const moved = [...table.values()].filter((body) => motion.rewind(scene, body));
    try {
      return takeEnds(await scene.advance(checked), table, this.#bodies);
    } catch (error) {
      for (const body of moved) motion.restore(scene, body);
      throw error;
    }
  }

  /**
   * Moves an object towards a position, in the coordinates of its parent, until it meets an obstacle, and then along that. It begins
   * where the last update or slide left it, and needs no update afterwards: objects and collider agree.
   * @throws {@link OptionError} `option-type`, `option-value`
   * @example
   * ```ts
   * controls.addEventListener('drag', ({ object }) => collider.slide(object, object.position.clone()));
   * ```
   */
  async slide(object: Object3D, target: Vector3, options: SlideOptions = {}): Promise<SlideEnd> {
    this.#check();
    checkObjects('slide', object);
    checkSlide(target, options);
    const placesAt = this.#tracked.placesBelow(object);
    return slideObject({ object, target: target.clone(), options, bodies: this.#bodies, placesAt });
  }

  /**
   * Makes the last update the rest pose: `collide` then leaves out hits whose faces both met the other object
   * at rest. Returns how many pairs of faces there are. Calling it again sets a new rest pose; `forgetRest` ends it.
   * @throws {@link EngineError} `out-of-memory`, `worker-failed`, `disposed`
   * @example
   * ```ts
   * await collider.update().rest();
   * const news = await collider.update().collide({ self: true });
   * ```
   */
  async rest(): Promise<number> {
    this.#check();
    const { table, scene } = this.#bodies;
    this.#rest = new RestPose(await scene.collide({ self: true }), table);
    return this.#rest.count;
  }

  /**
   * Makes `collide` report what meets at rest again.
   * @example
   * ```ts
   * const all = await collider.forgetRest().collide();
   * ```
   */
  forgetRest(): this {
    this.#rest = undefined;
    return this;
  }

  /** Frees the scene, and the engine if it was created for this collider. Objects and geometries are left alone. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#bodies.scene.dispose();
    if (this.#ownsEngine) this.engine.dispose();
    this.#tracked.clear();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #check(): void {
    if (this.#disposed) throw new EngineError('disposed', 'the collider has been disposed. Create a new one.');
  }

  #withIds<T extends SelectedObjects & { self?: boolean }>(call: string, options: T) {
    return withIds(call, options, this.#bodies.table, this.#options.joinPrimitives);
  }

  #motion(call: string): Motion {
    const { motion } = this.#bodies;
    if (motion) return motion;
    throw new OptionError(
      'no-motion',
      `${call}: the collider does not keep how its objects moved; expected one made with motion: true.`,
      { option: 'motion' },
    );
  }

  /** Asks about the motion from the previous update to the last one. */
  #between<T>(motion: Motion, ask: () => Promise<T>): Promise<T> {
    const { table, scene } = this.#bodies;
    const moved = [...table.values()].filter((body) => motion.rewind(scene, body));
    // Asked before they are moved back: the query answers for the scene as it is now, and the changes wait for it.
    const answer = ask();
    for (const body of moved) motion.restore(scene, body);
    return answer;
  }
}
