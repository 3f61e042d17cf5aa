/** A scene as a user sees it: its objects, and the door to every query. */
import type { GpuPositions } from './mesh/gpu-positions.ts';
import type { GpuMeshInput, MeshInput, Positions } from './mesh/mesh-input.ts';
import type { Clashes, ClashesOptions } from './queries/clashes/clashes.ts';
import type { Closest, ClosestOptions } from './queries/closest/closest.ts';
import type { CollideOptions, Collisions, GpuCollideOptions, GpuCollisions } from './queries/collide/collide.ts';
import type { ContactsOptions, FeatureContacts, FeatureContactsWithoutPoints } from './queries/contacts/contacts.ts';
import type { Impacts, ImpactsOptions } from './queries/impacts/impacts.ts';
import type { InsideOptions } from './queries/inside/inside.ts';
import type { SeparateOptions, Separation } from './queries/separate/separate.ts';
import type { Advance, AdvanceOptions } from './queries/step/advance.ts';
import type { SafeStep, SafeStepOptions } from './queries/step/safe-step.ts';
import type { Motion, Sweep, SweepOptions } from './queries/sweep/sweep.ts';
import type { Volume, VolumeOptions } from './queries/volume/volume.ts';
import type { Proximities, WithinOptions } from './queries/within/within.ts';

/** What an object is, and what it meets: two numbers of 32 bits. What is left out is as it is by default. */
export interface ObjectFilter {
  /**
   * What it is.
   * @defaultValue `1`
   */
  category?: number;
  /**
   * What it meets: objects that have one of these bits in their category.
   * @defaultValue `0xffffffff`, all
   */
  mask?: number;
}

/**
 * The objects of a scene, and every query on them.
 *
 * A query works on the scene as it was when it was called: changes made while it runs take effect after it. Where a change
 * that had to wait fails, the next query rejects with its error.
 */
export interface Scene {
  /**
   * Adds an object and returns its id, which is never used again. The mesh is copied.
   * @throws {@link MeshError} `positions-type`, `positions-length`, `indices-type`, `indices-length`, `index-range`,
   * `soup-length`, `not-finite`, `out-of-range`, `unknown-field` and those of GPU buffers
   * @example
   * ```ts
   * const id = scene.add({ name: 'sleeve', positions, indices });
   * const soup = scene.add({ positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]) });
   * ```
   */
  add(mesh: MeshInput | GpuMeshInput): number;
  /**
   * Adds another object of the same mesh, where that was given: it has no place yet, and the filter that the other one has now.
   * Instances share triangles and what is kept of them (docs/kept-parts.md) until one of them is moved or replaced, which changes
   * that one alone. Returns the new object's id.
   * @throws {@link OptionError} `unknown-object`, `option-conflict` when its positions are in a GPU buffer
   * @example
   * ```ts
   * const bolts = matrices.map(() => scene.addInstance(bolt));
   * scene.placeMany(bolts, matrices.flat());
   * ```
   */
  addInstance(object: number): number;
  /**
   * Gives the vertices of an object new positions: as many, and of the same precision, as it was added with.
   * @throws {@link OptionError} `unknown-object`, `move-length`, `move-precision`
   * @throws {@link MeshError} `not-finite`, `out-of-range`
   * @example
   * ```ts
   * cloth.step(positions);
   * scene.move(id, positions);
   * ```
   */
  move(object: number, positions: Positions | GpuPositions): void;
  /**
   * Places an object by a 4 × 4 matrix (column-major, last row 0 0 0 1), applied to its positions in double precision. It
   * replaces the placement before, and survives `move` and `replace`.
   * @throws {@link OptionError} `unknown-object`, `matrix-length`, `matrix-projective`, `not-finite`, `out-of-range`
   * @example
   * ```ts
   * mesh.updateWorldMatrix(true, false);
   * scene.place(id, mesh.matrixWorld.elements);
   * ```
   */
  place(object: number, matrix: ArrayLike<number>): void;
  /**
   * Places many objects at once: `matrices` holds sixteen numbers for each, as `place` takes them, one after the other. If one
   * of them is refused, none is placed.
   * @throws {@link OptionError} those of `place`; `matrix-length` when there are not sixteen numbers per object
   * @example
   * ```ts
   * scene.placeMany(bolts, matrices);
   * const { objectPairs } = await scene.collide();
   * ```
   */
  placeMany(objects: ArrayLike<number>, matrices: ArrayLike<number>): void;
  /**
   * Gives the vertices of many objects new positions, an array for each, as `move` does. If one of them is refused, none is
   * moved.
   * @throws {@link OptionError} those of `move`; `move-length` when there is not one array per object
   * @throws {@link MeshError} `not-finite`, `out-of-range`
   * @example
   * ```ts
   * scene.moveMany([shirt, trousers], [shirtPositions, trouserPositions]);
   * ```
   */
  moveMany(objects: ArrayLike<number>, positions: readonly (Positions | GpuPositions)[]): void;
  /**
   * Says what an object is and what it meets, as bits: two objects are compared when each has a bit of its `category` in the
   * other's `mask`. Decided before any triangle is looked at, by `collide`, `within` and `impacts`. Pairs within an object are
   * not affected.
   * @throws {@link OptionError} `unknown-object`, `unknown-option`, `option-type`, `option-range`
   * @example
   * ```ts
   * scene.filter(bullet, { category: 0b10, mask: 0b01 }); // bullets meet walls, and not each other
   * ```
   */
  filter(object: number, filter: ObjectFilter): void;
  /**
   * Says where an object will be, for `impacts`: every vertex moves on the straight line from where it is. `end` are positions
   * as `move` takes them, or a matrix as `place` does. The object stands still again when it is moved, placed or replaced.
   * @throws {@link OptionError} `unknown-object`, `aim-type`, `aim-length`, `aim-precision`, `aim-gpu`, `matrix-projective`,
   * `not-finite`, `out-of-range`
   * @throws {@link MeshError} `not-finite`, `out-of-range`
   * @example
   * ```ts
   * scene.aim(cloth, nextPositions);
   * const { times } = await scene.impacts({ self: true });
   * ```
   */
  aim(object: number, end: Positions | ArrayLike<number>): void;
  /**
   * Gives an object a new mesh; its id and its placement stay.
   * @throws {@link OptionError} `unknown-object`
   * @throws {@link MeshError} as `add` does
   * @example
   * ```ts
   * const torn = tear(mesh);
   * scene.replace(id, torn);
   * ```
   */
  replace(object: number, mesh: MeshInput | GpuMeshInput): void;
  /**
   * Removes an object. Its id is not used again.
   * @throws {@link OptionError} `unknown-object`
   * @example
   * ```ts
   * const id = scene.add(mesh);
   * scene.remove(id);
   * ```
   */
  remove(object: number): void;
  /**
   * Finds every pair of triangles that collide and leaves the pairs in buffers of the device that the engine was created
   * with.
   * @throws {@link OptionError} `needs-device`, `option-conflict` and those of option checks
   * @throws {@link EngineError} `out-of-memory`, `device-lost`, `worker-failed`, `disposed`
   * @example
   * ```ts
   * const found = await scene.collide({ output: 'gpu' });
   * resolveContacts(found.pairs, found.count);
   * ```
   */
  collide(options: GpuCollideOptions): Promise<GpuCollisions>;
  /**
   * Finds every pair of triangles that collide, between objects and, with `self`, within one. Exact, and the same on every
   * engine.
   * @throws {@link OptionError} `unknown-option`, `option-type`, `option-value`, `option-range`, `option-conflict`,
   * `unknown-object`
   * @throws {@link MeshError} `extent-too-small`
   * @throws {@link EngineError} `out-of-memory`, `device-lost`, `worker-failed`, `disposed`
   * @example
   * ```ts
   * const { trianglePairs, kinds } = await scene.collide({ self: true });
   * const isFree = (await scene.collide({ limit: 1 })).kinds.length === 0;
   * ```
   */
  collide(options?: CollideOptions): Promise<Collisions>;
  /**
   * `collide` without a promise, for solvers, event handlers and callbacks of other engines: it is done on the calling thread, without
   * threads or GPU, before it returns. Not with `cull`.
   * @throws {@link OptionError} as `collide` rejects
   * @throws {@link EngineError} `busy` while another query of the engine runs or waits, `not-ready` where positions are on a GPU
   * @example
   * ```ts
   * const { kinds } = scene.collideSync({ limit: 1 });
   * ```
   */
  collideSync(options?: CollideOptions): Collisions;
  /**
   * Finds which objects clash, where and how deep: pairs of triangles joined into clashes, the worst first.
   * @throws {@link OptionError} `unknown-option`, `option-type`, `option-range`, `option-conflict`, `unknown-object`
   * @throws {@link MeshError} `extent-too-small`
   * @throws {@link EngineError} `out-of-memory`, `device-lost`, `worker-failed`, `disposed`
   * @example
   * ```ts
   * const { clashes } = await scene.clashes({ tolerance: 0.001 });
   * for (const { a, b, kind, depth } of clashes) console.log(a, b, kind, depth?.most);
   * ```
   */
  clashes(options?: ClashesOptions): Promise<Clashes>;
  /**
   * Tells which of the points (x y z after x y z) lie inside an object: one number each, see {@link POINT_PLACE}.
   * @throws {@link OptionError} `unknown-object`, `points-type`, `points-length`, `not-finite`, `out-of-range`
   * @throws {@link MeshError} `open-mesh`
   * @throws {@link EngineError} `out-of-memory`, `device-lost`, `worker-failed`, `disposed`
   * @example
   * ```ts
   * const places = await scene.inside(id, new Float64Array([0, 0, 0]));
   * if (places[0] === POINT_PLACE.inside) console.log("inside");
   * ```
   */
  inside(object: number, points: Positions, options?: InsideOptions): Promise<Uint8Array>;
  /**
   * Finds every pair of triangles strictly closer than a distance, with their distances and nearest points.
   * @throws {@link OptionError} `unknown-option`, `option-type`, `option-value`, `option-range`, `unknown-object`
   * @throws {@link MeshError} `extent-too-small`
   * @throws {@link EngineError} `out-of-memory`, `device-lost`, `worker-failed`, `disposed`
   * @example
   * ```ts
   * const { objectPairs, objectDistances } = await scene.within(5);
   * console.log(objectDistances[0], "between", objectPairs[0], objectPairs[1]);
   * ```
   */
  within(distance: number, options?: WithinOptions): Promise<Proximities>;
  /**
   * As below, without points.
   * @example
   * ```ts
   * const { features, distances } = await scene.contacts(0.01, { points: false });
   * ```
   */
  contacts(distance: number, options: ContactsOptions & { points: false }): Promise<FeatureContactsWithoutPoints>;
  /**
   * Finds every vertex and face, and every two edges, that are strictly nearer than a distance and share no vertex, with their
   * distances, sides, nearest points and normals.
   * @throws {@link OptionError} `unknown-option`, `option-type`, `option-range`, `option-conflict`, `unknown-object`
   * @throws {@link MeshError} `extent-too-small`
   * @throws {@link EngineError} `out-of-memory`, `worker-failed`, `disposed`
   * @example
   * ```ts
   * const { features, distances, normals } = await scene.contacts(0.01, { self: true });
   * console.log(distances.length, "pairs of features are nearer than 0.01");
   * ```
   */
  contacts(distance: number, options?: ContactsOptions): Promise<FeatureContacts>;
  /**
   * `contacts` without a promise and without points, as the next.
   * @throws {@link EngineError} `not-ready`, `busy`
   * @example
   * ```ts
   * await engine.prepare(['contacts']);
   * const { features } = scene.contactsSync(0.01, { points: false });
   * ```
   */
  contactsSync(distance: number, options: ContactsOptions & { points: false }): FeatureContactsWithoutPoints;
  /**
   * `contacts` without a promise: done on the calling thread before it returns. Wait for `engine.prepare(['contacts'])` once before.
   * @throws {@link OptionError} as `contacts` rejects
   * @throws {@link EngineError} `not-ready` before it has been prepared, `busy` while another query of the engine runs or waits
   * @example
   * ```ts
   * await engine.prepare(['contacts']);
   * const { features, distances, normals } = scene.contactsSync(0.01, { self: true });
   * ```
   */
  contactsSync(distance: number, options?: ContactsOptions): FeatureContacts;
  /**
   * Tells how far the surfaces of two objects are apart, and where: by trees that are kept while objects are placed anew.
   * @throws {@link OptionError} `unknown-option`, `option-type`, `option-range`, `unknown-object`, `same-object`
   * @throws {@link MeshError} `extent-too-small`, `out-of-range`
   * @throws {@link EngineError} `out-of-memory`, `worker-failed`, `disposed`
   * @example
   * ```ts
   * const { distance, pointA, pointB } = await scene.closest(door, frame);
   * console.log(distance === 0 ? 'they meet' : `${distance} apart, at ${pointA} and ${pointB}`);
   * ```
   */
  closest(a: number, b: number, options?: ClosestOptions): Promise<Closest>;
  /**
   * Finds a translation of one object after which it no longer clashes with another: they touch at most, or are a gap apart. The scene
   * stays as it is; add `move` to the last column of the object's matrix, and `place` it.
   * @throws {@link OptionError} `unknown-option`, `option-type`, `option-range`, `option-value`, `unknown-object`, `same-object`
   * @throws {@link MeshError} `extent-too-small`, `out-of-range`
   * @throws {@link EngineError} `out-of-memory`, `worker-failed`, `disposed`
   * @example
   * ```ts
   * const { move, meets } = await scene.separate(crate, shelf, { gap: 0.001 });
   * for (let k = 0; k < 3; k++) matrix[12 + k] += move[k];
   * if (meets.length === 0) scene.place(crate, matrix);
   * ```
   */
  separate(a: number, b: number, options?: SeparateOptions): Promise<Separation>;
  /**
   * Tells where on their way moving objects are free, and where they meet: proven for whole intervals, not sampled.
   * @throws {@link OptionError} `no-motion`, `motion-value`, `motion-loop`, `motion-not-rigid`, `unknown-option`, `option-type`, `option-range`,
   * `option-value`, `option-conflict`, `unknown-object`, `matrix-length`, `matrix-projective`, `not-finite`
   * @throws {@link MeshError} `extent-too-small`, `out-of-range`
   * @throws {@link EngineError} `out-of-memory`, `worker-failed`, `disposed`
   * @example
   * ```ts
   * const swing = { axis: [0, 0, 1], pivot: [0, 0, 0], angle: Math.PI / 2 } as const;
   * const { proven } = await scene.sweep([{ object: door, screw: swing }]);
   * console.log(proven === 1 ? 'it opens' : `it opens up to ${90 * proven} degrees`);
   * ```
   */
  sweep(motions: readonly Motion[], options?: SweepOptions): Promise<Sweep>;
  /**
   * Finds every vertex and face, and every two edges, that meet on the way to where the objects have been aimed, and when they
   * first do.
   * @throws {@link OptionError} `unknown-option`, `option-type`, `option-value`, `unknown-object`
   * @throws {@link MeshError} `extent-too-small`
   * @throws {@link EngineError} `out-of-memory`, `worker-failed`, `disposed`
   * @example
   * ```ts
   * scene.aim(bullet, endPositions);
   * const { times } = await scene.impacts({ first: true });
   * console.log(times.length > 0 ? `hits at ${times[0]}` : 'passes');
   * ```
   */
  impacts(options?: ImpactsOptions): Promise<Impacts>;
  /**
   * `impacts` without a promise: done on the calling thread before it returns. Wait for `engine.prepare(['impacts'])` once before.
   * @throws {@link OptionError} as `impacts` rejects
   * @throws {@link EngineError} `not-ready` before it has been prepared, `busy` while another query of the engine runs or waits
   * @example
   * ```ts
   * await engine.prepare(['impacts']);
   * const { times } = scene.impactsSync({ first: true });
   * ```
   */
  impactsSync(options?: ImpactsOptions): Impacts;
  /**
   * Finds how far all may go towards where they are aimed so that nothing meets on the way: one part of the way for the scene, one
   * per object or one per vertex, and where that ends as it will be stored. The scene stays as it is.
   * @throws {@link OptionError} `unknown-option`, `option-type`, `option-value`, `option-range`, `option-conflict`,
   * `unknown-object`
   * @throws {@link MeshError} `extent-too-small`
   * @throws {@link EngineError} `out-of-memory`, `worker-failed`, `disposed`
   * @example
   * ```ts
   * scene.aim(cloth, nextPositions);
   * const { ends } = await scene.safeStep({ self: true, each: 'vertex' });
   * scene.move(cloth, ends[0]!);
   * ```
   */
  safeStep(options?: SafeStepOptions): Promise<SafeStep>;
  /**
   * Moves all to where they are aimed as far as nothing passes through anything: pushes at contacts, and holds back what pushes
   * cannot save. Triangle pairs that do not collide before do not after. All objects are moved, or when it fails, none.
   * @throws {@link OptionError} `unknown-option`, `option-type`, `option-value`, `option-range`, `option-conflict`,
   * `unknown-object`
   * @throws {@link MeshError} `extent-too-small`
   * @throws {@link EngineError} `out-of-memory`, `worker-failed`, `disposed`
   * @example
   * ```ts
   * scene.aim(cloth, nextPositions);
   * const { ends, corrections } = await scene.advance({ self: true, friction: 0.3 });
   * ```
   */
  advance(options?: AdvanceOptions): Promise<Advance>;
  /**
   * Measures the volume that two closed objects share, with a bound on the error.
   * @throws {@link OptionError} `unknown-option`, `option-type`, `option-value`, `option-range`, `unknown-object`,
   * `same-object`
   * @throws {@link MeshError} `open-mesh`
   * @throws {@link EngineError} `no-webgpu` for a generator that needs it
   * @throws {@link EngineError} `out-of-memory`, `device-lost`, `worker-failed`, `disposed`
   * @example
   * ```ts
   * const { volume, errorBound } = await scene.overlapVolume(a, b);
   * console.log(`${volume} ± ${errorBound}`);
   * ```
   */
  overlapVolume(a: number, b: number, options?: VolumeOptions): Promise<Volume>;
  /**
   * Measures the volume in which a closed object overlaps itself, with a bound on the error. Where the winding
   * number is w, the volume counts w − 1 times; where it is negative, −w times.
   * @throws {@link OptionError} `unknown-option`, `option-type`, `option-value`, `option-range`, `unknown-object`
   * @throws {@link MeshError} `open-mesh`
   * @throws {@link EngineError} `out-of-memory`, `device-lost`, `worker-failed`, `disposed`
   * @example
   * ```ts
   * const { volume } = await scene.selfOverlapVolume(id, { tolerance: 0.01 });
   * console.log(volume > 0 ? "overlaps itself" : "does not");
   * ```
   */
  selfOverlapVolume(object: number, options?: VolumeOptions): Promise<Volume>;
  /** Frees the memory of the scene. A query that is running finishes; queries that wait reject with `disposed`. */
  dispose(): void;
  [Symbol.dispose](): void;
}
