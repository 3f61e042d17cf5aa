/**
 * The objects of a scene in the kernels' memory: adding, moving and removing them, and letting queries at them.
 *
 * A query works on the objects as they were when it was called: changes made while one runs are checked at once, copied, and
 * carried out when it is done, in the order in which they were made.
 */

import { type FactsChange, KnownObjects } from './backend/wasm/known-objects.ts';
import { aimPlace, aimPositions } from './backend/wasm/motion-end.ts';
import {
  checkMove,
  factsAfterMove,
  factsAfterPlace,
  factsOfMesh,
  factsOfObject,
  type MoveShape,
  type ObjectFacts,
} from './backend/wasm/object-facts.ts';
import { disposedError, type WasmRuntime } from './backend/wasm/runtime.ts';
import { SceneObject } from './backend/wasm/scene-object.ts';
import { EngineError, OptionError } from './errors.ts';
import { clearOfMemory, withinMemory } from './mesh/allocation-failure.ts';
import { type CheckedMesh, checkContents, checkCoordinates, checkMesh, checkPositions } from './mesh/check-mesh.ts';
import { checkGpuPositions, type GpuPositions, isGpuPositions } from './mesh/gpu-positions.ts';
import type { GpuMeshInput, MeshInput, Positions } from './mesh/mesh-input.ts';
import { checkMatrices, checkMatrix, isIdentity, tryPlacedBox } from './mesh/placement.ts';
import { forgetOn } from './queries/collide/gpu/opened.ts';
import type { EngineContext } from './queries/context.ts';
import { checkFilter } from './queries/filter.ts';
import { checkAim } from './queries/impacts/options.ts';
import { bringHere, takePositions } from './queries/resident.ts';
import type { ObjectFilter } from './scene.ts';

/** What a query needs: objects that must exist, and positions in the kernels' memory unless it fetches them itself. */
export interface QueryNeeds {
  readonly call?: string;
  readonly ids?: readonly number[];
  readonly positions?: 'here' | 'anywhere';
}

/** An object, and where it goes at once; without a matrix to where it was given. */
interface CheckedPlace {
  readonly object: SceneObject;
  readonly matrix: Float64Array | undefined;
  readonly box: readonly number[] | undefined;
}

export class SceneObjects {
  readonly #context: EngineContext;
  readonly #runtime: WasmRuntime;
  readonly #objects = new Map<number, SceneObject>();
  /** The objects as of the latest call, changes that wait included. */
  readonly #known = new KnownObjects(this.#objects);
  #nextId = 0;
  #disposed = false;
  #failedChange: { readonly error: unknown } | undefined;

  constructor(context: EngineContext) {
    this.#context = context;
    this.#runtime = context.runtime;
  }

  /** Throws when the scene or its engine has been disposed. */
  check(): void {
    if (this.#disposed) throw sceneDisposed();
    if (this.#runtime.disposed) throw disposedError();
  }

  /** What is known of an object that a call names, changes that wait included. */
  find(call: string, object: number): ObjectFacts {
    this.check();
    const found = this.#known.get(object);
    if (found) return found;
    throw this.#unknown(call, object);
  }

  /** The object itself, when a change or query gets its turn; missing when adding it failed. */
  #present(call: string, object: number): SceneObject {
    const found = this.#objects.get(object);
    if (found) return found;
    throw this.#unknown(call, object);
  }

  #unknown(call: string, object: number): OptionError {
    const wasThere = Number.isInteger(object) && object >= 0 && object < this.#nextId;
    const { ids } = this.#known;
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

  /**
   * Changes an object now, or after the queries that came before it. Whether it can be done is checked now, by `facts`. If it
   * still fails then (memory), the scene is as if the change had been refused at once, and the next query rejects with the
   * error: otherwise it would answer for a scene that nobody asked about.
   */
  #change(object: number, facts: FactsChange, change: () => void, undo?: () => void): void {
    if (!this.#runtime.busy) {
      change();
      this.#known.renew(object);
      return;
    }
    this.#known.wait(object, facts);
    const carryOut = () => {
      if (this.#disposed) return;
      let hasFailed = false;
      try {
        change();
      } catch (error) {
        hasFailed = true;
        undo?.();
        this.#failedChange ??= { error };
      }
      this.#known.settle(object, hasFailed);
    };
    // Rejects only when the engine has been disposed; nobody is left to tell.
    this.#runtime.exclusive(carryOut).catch(() => {});
  }

  #throwFailedChange(): void {
    const failed = this.#failedChange;
    this.#failedChange = undefined;
    if (failed) throw failed.error;
  }

  /** Makes an object now; or, while queries run, checks it now and makes it from a copy later. */
  #make(id: number, mesh: CheckedMesh, then: (object: SceneObject) => void): void {
    const taken = mesh.inBuffer && takePositions(this.#context, mesh.inBuffer);
    const release = () => taken?.release();
    const make = (from: CheckedMesh) => {
      const object = new SceneObject(this.#runtime, from);
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
      const kept = this.#runtime.busy ? checkedCopy(mesh) : mesh;
      const facts: FactsChange = (before) => (isNew || before ? factsOfMesh(id, kept, before) : undefined);
      this.#change(id, facts, () => make(kept), release);
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
      this.#objects.set(id, new SceneObject(this.#runtime, this.#present('addInstance', object)));
    };
    this.#change(id, () => ({ ...known, placement: undefined }), make);
    this.#nextId++;
    return id;
  }

  move(object: number, positions: Positions | GpuPositions): void {
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
      if (!taken) return;
      const move = () => target().moveElsewhere(taken);
      this.#change(object, factsWith(), move, () => taken.release());
      return;
    }
    const given = positions as Positions;
    const waits = this.#runtime.busy;
    if (waits) checkCoordinates(given, known.label);
    const kept = waits ? given.slice() : given;
    this.#change(object, factsWith(kept), () => target().write(kept));
  }

  place(object: number, matrix: ArrayLike<number>): void {
    this.find('place', object);
    this.#place(object, checkMatrix(matrix));
  }

  #place(object: number, checked: Float64Array): void {
    this.#change(
      object,
      (before) => before && factsAfterPlace(before, checked),
      () => this.#present('place', object).place(checked),
    );
  }

  placeMany(objects: ArrayLike<number>, matrices: ArrayLike<number>): void {
    this.check();
    if (matrices.length !== 16 * objects.length) {
      throw new OptionError(
        'matrix-length',
        `placeMany: ${matrices.length} numbers for ${objects.length} objects; expected ${16 * objects.length}, sixteen for each.`,
      );
    }
    const checked = checkMatrices(matrices, 'placeMany');
    // All are checked before the first is placed.
    const places = checked.map((matrix, i) => this.#checkPlace(objects[i], matrix));
    for (let i = 0; i < places.length; i++) {
      const place = places[i];
      if (!place) this.#place(objects[i], checked[i]);
      else {
        place.object.placeAt(place.matrix, place.box);
        this.#known.renew(objects[i]);
      }
    }
  }

  /** Checks a place of `placeMany`; returns what is needed to go there, unless that has to wait. */
  #checkPlace(id: number, matrix: Float64Array): CheckedPlace | undefined {
    const object = this.#runtime.busy ? undefined : this.#objects.get(id);
    if (object && !object.isAway) {
      if (isIdentity(matrix)) return { object, matrix: undefined, box: undefined };
      const box = tryPlacedBox(object.restBox, matrix);
      if (typeof box !== 'number') return { object, matrix, box };
    }
    factsAfterPlace(this.find('placeMany', id), matrix);
    return undefined;
  }

  moveMany(objects: ArrayLike<number>, positions: readonly (Positions | GpuPositions)[]): void {
    this.check();
    if (positions?.length !== objects.length) {
      throw new OptionError(
        'move-length',
        `moveMany: ${positions?.length} arrays of positions for ${objects.length} objects; expected one for each.`,
      );
    }
    for (let i = 0; i < positions.length; i++) this.move(objects[i], positions[i]);
  }

  filter(object: number, filter: ObjectFilter): void {
    this.find('filter', object);
    const checked = checkFilter(filter);
    const change = () => {
      this.#present('filter', object).filter = checked;
    };
    this.#change(object, (before) => before, change);
  }

  aim(object: number, end: Positions | ArrayLike<number>): void {
    const known = this.find('aim', object);
    const aim = checkAim(object, known, end);
    const waits = this.#runtime.busy;
    const target = () => this.#present('aim', object);
    const sameFacts: FactsChange = (before) => before;
    if ('matrix' in aim) {
      this.#change(object, sameFacts, () => aimPlace(this.#runtime, target(), aim.matrix));
      return;
    }
    if (waits) checkCoordinates(aim.positions, known.label);
    const kept = waits ? aim.positions.slice() : aim.positions;
    this.#change(object, sameFacts, () => aimPositions(this.#runtime, target(), kept));
  }

  replace(object: number, input: MeshInput | GpuMeshInput): void {
    this.find('replace', object);
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
    this.find('remove', object);
    const remove = () => {
      this.#objects.get(object)?.free();
      this.#objects.delete(object);
    };
    this.#change(object, () => undefined, remove);
  }

  /**
   * Runs a query on the scene as it is now, after the queries and changes that came before. Positions on the GPU are read
   * back first, unless the query does so itself.
   */
  query<T>(
    query: (context: EngineContext, objects: ReadonlyMap<number, SceneObject>) => Promise<T>,
    { call = '', ids = [], positions = 'here' }: QueryNeeds = {},
  ): Promise<T> {
    return this.#runtime.exclusive(async () => {
      if (this.#disposed) throw sceneDisposed();
      this.#throwFailedChange();
      for (const id of ids) this.#present(call, id);
      try {
        if (positions === 'here') await bringHere(this.#objects.values());
        return await query(this.#context, this.#objects);
      } catch (error) {
        throw clearOfMemory(error, 'the query');
      }
    });
  }

  /** Frees the objects, after the queries that run. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#known.clear();
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
  return { ...mesh, positions: mesh.positions.slice(), indices: mesh.indices.slice() };
}

function sceneDisposed(): EngineError {
  return new EngineError('disposed', 'the scene has been disposed. Create a new one with engine.createScene().');
}
