/** The objects of a scene in the kernels' memory: adding, moving and removing them, and letting queries at them. */

import { aimPlace, aimPositions } from './backend/wasm/motion-end.ts';
import {
  checkMove,
  factsAfterMove,
  factsAfterPlace,
  factsOfInstance,
  factsOfMesh,
  factsOfObject,
  type MoveShape,
  type ObjectFacts,
} from './backend/wasm/object-facts.ts';
import { ListedObjects } from './backend/wasm/participants.ts';
import { disposedError, type WasmRuntime } from './backend/wasm/runtime.ts';
import { type FactsChange, placedAtOnce, SceneChanges } from './backend/wasm/scene-changes.ts';
import { SceneObject } from './backend/wasm/scene-object.ts';
import { runSync, type Task } from './backend/wasm/task.ts';
import { EngineError, OptionError } from './errors.ts';
import { clearOfMemory, withinMemory } from './mesh/allocation-failure.ts';
import { type CheckedMesh, checkContents, checkCoordinates, checkMesh, checkPositions } from './mesh/check-mesh.ts';
import { describe } from './mesh/describe.ts';
import { checkGpuPositions, type GpuPositions, isGpuPositions } from './mesh/gpu-positions.ts';
import type { GpuMeshInput, MeshInput, Positions } from './mesh/mesh-input.ts';
import { checkMatrices, checkMatrix } from './mesh/placement.ts';
import { forgetOn } from './queries/collide/gpu/opened.ts';
import type { EngineContext } from './queries/context.ts';
import { checkAim } from './queries/impacts/options.ts';
import { checkFilter } from './queries/pair-selection.ts';
import { bringToCpu, takePositions } from './queries/resident.ts';
import type { ObjectFilter, Scene } from './scene.ts';

/** What a query needs: objects that must exist, and positions in the kernels' memory unless it fetches them itself. */
export interface QueryNeeds {
  readonly call?: string;
  readonly ids?: readonly number[];
  readonly positions?: 'cpu' | 'anywhere';
}

/** A move that was checked: made, or given up. */
interface PreparedMove {
  make(): void;
  cancel(): void;
}

function checkList(call: string, name: string, given: unknown): void {
  if (typeof (given as ArrayLike<unknown> | null | undefined)?.length === 'number') return;
  throw new OptionError('option-type', `${call}: ${name} is ${describe(given)}; expected an array.`, { option: name });
}

const NO_MOVE: PreparedMove = { make() {}, cancel() {} };

export class SceneObjects {
  readonly #context: EngineContext;
  readonly #runtime: WasmRuntime;
  readonly #objects = new ListedObjects();
  readonly #changes: SceneChanges;
  #nextId = 0;
  #disposed = false;

  constructor(context: EngineContext) {
    this.#context = context;
    this.#runtime = context.runtime;
    this.#changes = new SceneChanges(context.runtime, this.#objects);
  }

  /** Throws when the scene or its engine has been disposed. */
  check(): void {
    if (this.#disposed) throw sceneDisposed();
    if (this.#runtime.disposed) throw disposedError();
  }

  /** What is known of an object that a call names, changes that wait included. */
  find(call: string, object: number): ObjectFacts {
    this.check();
    const found = this.#changes.known.get(object);
    if (found) return found;
    throw this.#unknown(call, object);
  }

  /** Throws when there is no such object, changes that wait included. */
  #need(call: string, object: number): void {
    this.check();
    if (!this.#changes.known.has(object)) throw this.#unknown(call, object);
  }

  /** The object itself, when a change or query gets its turn; missing when adding it failed. */
  #present(call: string, object: number): SceneObject {
    const found = this.#objects.get(object);
    if (found) return found;
    throw this.#unknown(call, object);
  }

  #unknown(call: string, object: number): OptionError {
    const wasThere = Number.isInteger(object) && object >= 0 && object < this.#nextId;
    const { ids } = this.#changes.known;
    const known =
      ids.length === 0
        ? 'the scene is empty'
        : `the scene has ${ids.slice(0, 8).join(', ')}${ids.length > 8 ? ', …' : ''}`;
    return new OptionError(
      'unknown-object',
      `${call}: no object has the id ${String(object)}${wasThere ? ' any more' : ''}; ${known}.`,
      { object },
    );
  }

  /** Makes an object now; or, while queries run, checks it now and makes it from a copy later. */
  #make(id: number, mesh: CheckedMesh, then: (object: SceneObject) => void): void {
    const taken = mesh.inBuffer && takePositions(this.#context, mesh.inBuffer);
    const release = () => taken?.release();
    const make = (from: CheckedMesh) => {
      const object = new SceneObject(this.#runtime, from, this.#objects.tally);
      if (taken) object.moveElsewhere(taken);
      try {
        then(object);
      } catch (error) {
        object.free();
        throw error;
      }
    };
    const isNew = id === this.#nextId;
    try {
      const kept = this.#changes.mustWait ? checkedCopy(mesh) : mesh;
      const facts: FactsChange = (before) => (isNew || before ? factsOfMesh(id, kept, before) : undefined);
      this.#changes.make(id, facts, () => make(kept), release);
    } catch (error) {
      release();
      throw error;
    }
  }

  add(input: MeshInput | GpuMeshInput): number {
    this.check();
    const id = this.#nextId;
    withinMemory('add: the mesh', () => this.#make(id, checkMesh(input), (object) => this.#objects.set(id, object)));
    this.#nextId++;
    return id;
  }

  addInstance(object: number): number {
    const known = this.find('addInstance', object);
    if (known.box === undefined) {
      throw new OptionError(
        'option-conflict',
        `addInstance: the positions of ${known.label} are in a GPU buffer, which instances cannot share. Use add() with the same buffer.`,
      );
    }
    const id = this.#nextId;
    const make = () => {
      this.#objects.set(id, new SceneObject(this.#runtime, this.#present('addInstance', object), this.#objects.tally));
    };
    this.#changes.make(id, () => factsOfInstance(known), make);
    this.#nextId++;
    return id;
  }

  move(object: number, positions: Positions | GpuPositions): void {
    this.#preparedMove(object, positions, false).make();
  }

  /** Checks a move, and takes what it needs. With `isComplete`, all that can refuse it is looked at before it is made. */
  #preparedMove(object: number, positions: Positions | GpuPositions, isComplete: boolean): PreparedMove {
    const known = this.find('move', object);
    const label = `move: ${known.label}`;
    const inBuffer = isGpuPositions(positions) ? checkGpuPositions(positions, label) : undefined;
    const shape: MoveShape = inBuffer
      ? { length: 3 * inBuffer.vertexCount, single: true }
      : { length: checkPositions(positions, label).length, single: positions instanceof Float32Array };
    checkMove(object, known, shape);
    // Checked again when its turn comes: replacing the mesh may have failed.
    const target = () => {
      const present = this.#present('move', object);
      checkMove(object, factsOfObject(object, present), shape);
      return present;
    };
    const factsWith = (kept?: Positions) => (before?: ObjectFacts) =>
      before && factsAfterMove(object, before, shape, kept);
    if (inBuffer) {
      const taken = takePositions(this.#context, inBuffer);
      if (!taken) return NO_MOVE;
      const release = () => taken.release();
      const move = () => target().moveElsewhere(taken);
      return { make: () => this.#changes.make(object, factsWith(), move, release), cancel: release };
    }
    const given = positions as Positions;
    if (!this.#changes.mustWait) {
      const present = this.#present('move', object);
      if (isComplete) {
        checkCoordinates(given, known.label);
        factsAfterMove(object, known, shape, given);
        present.reserveWrite(given);
      }
      return { ...NO_MOVE, make: () => present.write(given) };
    }
    checkCoordinates(given, known.label);
    const kept = given.slice();
    if (isComplete) factsAfterMove(object, known, shape, kept);
    return { ...NO_MOVE, make: () => this.#changes.make(object, factsWith(kept), () => target().write(kept)) };
  }

  place(object: number, matrix: ArrayLike<number>): void {
    this.#need('place', object);
    this.#place(object, checkMatrix(matrix));
  }

  #place(object: number, checked: Float64Array): void {
    this.#changes.make(
      object,
      (before) => before && factsAfterPlace(before, checked),
      () => this.#present('place', object).place(checked),
    );
  }

  placeMany(objects: ArrayLike<number>, matrices: ArrayLike<number>): void {
    this.check();
    checkList('placeMany', 'objects', objects);
    checkList('placeMany', 'matrices', matrices);
    if (matrices.length !== 16 * objects.length) {
      throw new OptionError(
        'matrix-length',
        `placeMany: ${matrices.length} numbers for ${objects.length} objects; expected ${16 * objects.length}, sixteen for each.`,
      );
    }
    if (!this.#changes.mustWait && placedAtOnce(this.#runtime, this.#objects, objects, matrices)) return;
    const checked = checkMatrices(matrices, 'placeMany');
    // All are checked before the first is placed.
    for (let i = 0; i < checked.length; i++) factsAfterPlace(this.find('placeMany', objects[i]), checked[i]);
    for (let i = 0; i < checked.length; i++) this.#place(objects[i], checked[i]);
  }

  moveMany(objects: ArrayLike<number>, positions: readonly (Positions | GpuPositions)[]): void {
    this.check();
    checkList('moveMany', 'objects', objects);
    checkList('moveMany', 'positions', positions);
    if (positions.length !== objects.length) {
      throw new OptionError(
        'move-length',
        `moveMany: ${positions.length} arrays of positions for ${objects.length} objects; expected one for each.`,
      );
    }
    const prepared: PreparedMove[] = [];
    try {
      for (let i = 0; i < positions.length; i++) prepared.push(this.#preparedMove(objects[i], positions[i], true));
    } catch (error) {
      for (const { cancel } of prepared) cancel();
      throw error;
    }
    for (const { make } of prepared) make();
  }

  filter(object: number, filter: ObjectFilter): void {
    this.#need('filter', object);
    const checked = checkFilter(filter);
    const change = () => {
      this.#present('filter', object).filter = checked;
    };
    this.#changes.make(object, (before) => before, change);
  }

  aim(object: number, end: Positions | ArrayLike<number>): void {
    const known = this.find('aim', object);
    const aim = checkAim(object, known, end);
    const waits = this.#changes.mustWait;
    const target = () => this.#present('aim', object);
    const sameFacts: FactsChange = (before) => before;
    if ('matrix' in aim) {
      this.#changes.make(object, sameFacts, () => aimPlace(this.#runtime, target(), aim.matrix));
      return;
    }
    if (waits) checkCoordinates(aim.positions, known.label);
    const kept = waits ? aim.positions.slice() : aim.positions;
    this.#changes.make(object, sameFacts, () => aimPositions(this.#runtime, target(), kept));
  }

  replace(object: number, input: MeshInput | GpuMeshInput): void {
    this.#need('replace', object);
    const swap = (made: SceneObject) => {
      const old = this.#present('replace', object);
      if (old.placement) made.place(old.placement, 'replace');
      made.filter = old.filter;
      this.#objects.set(object, made);
      old.free();
    };
    withinMemory('replace: the mesh', () => this.#make(object, checkMesh(input), swap));
  }

  remove(object: number): void {
    this.#need('remove', object);
    const remove = () => {
      this.#objects.get(object)?.free();
      this.#objects.delete(object);
    };
    this.#changes.make(object, () => undefined, remove);
  }

  /**
   * Runs a query on the scene as it is now, after the queries and changes that came before. Positions on the GPU are read
   * back first, unless the query does so itself.
   */
  query<T>(
    query: (context: EngineContext, objects: ReadonlyMap<number, SceneObject>) => Promise<T>,
    { call = '', ids = [], positions = 'cpu' }: QueryNeeds = {},
  ): Promise<T> {
    return this.#runtime.exclusive(async () => {
      if (this.#disposed) throw sceneDisposed();
      this.#changes.throwFailed();
      for (const id of ids) this.#present(call, id);
      try {
        // Where none can be taken from a GPU, all positions are here.
        if (positions === 'cpu' && this.#context.gpus?.taker) await bringToCpu(this.#objects.values());
        return await query(this.#context, this.#objects);
      } catch (error) {
        throw clearOfMemory(error, 'the query');
      }
    });
  }

  /** Does a query before it returns, on the calling thread. Throws `busy` when others run or wait. */
  queryNow<T>(call: string, query: (runtime: WasmRuntime, objects: ReadonlyMap<number, SceneObject>) => Task<T>): T {
    return this.#runtime.exclusiveNow(call, () => {
      this.#changes.throwFailed();
      for (const object of this.#objects.values()) {
        if (object.elsewhere) {
          throw new EngineError(
            'not-ready',
            `${call}: the positions of ${object.label} are in a GPU buffer and cannot be read without waiting. Use ${call.replace('Sync', '')}() and its promise.`,
          );
        }
      }
      try {
        return runSync(query(this.#runtime, this.#objects));
      } catch (error) {
        throw clearOfMemory(error, 'the query');
      }
    });
  }

  /** Frees the objects, after the queries that run. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#changes.end();
    if (this.#runtime.disposed) this.#objects.clear();
    else if (this.#runtime.busy) void this.#runtime.exclusive(() => this.#free()).catch(() => {});
    else this.#free();
  }

  #free(): void {
    forgetOn(this.#context.gpu, this.#objects);
    for (const object of this.#objects.values()) object.free();
    this.#objects.clear();
  }
}

/** A mesh that the caller may change from now on, looked at in every part. */
function checkedCopy(mesh: CheckedMesh): CheckedMesh {
  checkContents(mesh);
  return { ...mesh, positions: mesh.positions.slice(), indices: mesh.indices?.slice() };
}

function sceneDisposed(): EngineError {
  return new EngineError('disposed', 'the scene has been disposed. Create a new one with engine.createScene().');
}

/** The objects of every scene, for queries that are functions of a scene (src/papers). */
const byScene = new WeakMap<object, SceneObjects>();

export function registerScene(scene: Scene, objects: SceneObjects): void {
  byScene.set(scene, objects);
}

/** The objects of a scene that a function is given. */
export function objectsOfScene(call: string, scene: Scene): SceneObjects {
  const found = typeof scene === 'object' && scene !== null ? byScene.get(scene) : undefined;
  if (found) return found;
  throw new OptionError(
    'option-type',
    `${call}: the first argument is ${describe(scene)}; expected a scene, as engine.createScene() gives it.`,
    { option: 'scene' },
  );
}
