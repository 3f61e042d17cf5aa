/**
 * A scene of an engine: its objects in the kernels' memory, and every query on them.
 *
 * A query works on the scene as it was when it was called: changes made while one runs are checked at once, copied, and
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
import { checkMatrix } from './mesh/placement.ts';
import type { Clashes, ClashesOptions } from './queries/clashes/clashes.ts';
import { checkClashesOptions } from './queries/clashes/options.ts';
import type { CollideOptions, Collisions, GpuCollideOptions, GpuCollisions } from './queries/collide/collide.ts';
import { forgetOn } from './queries/collide/gpu/opened.ts';
import { collideCulledKept, collideKept } from './queries/collide/kept.ts';
import { checkCollideOptions } from './queries/collide/options.ts';
import { collideInPlace } from './queries/collide/run.ts';
import type { EngineContext } from './queries/context.ts';
import type { Culled, CullOptions } from './queries/cull/cull.ts';
import { checkCullOptions } from './queries/cull/options.ts';
import { checkFilter } from './queries/filter.ts';
import type { Impacts, ImpactsOptions } from './queries/impacts/impacts.ts';
import { checkAim, checkImpactsOptions } from './queries/impacts/options.ts';
import type { InsideOptions } from './queries/inside/inside.ts';
import { checkInsideOptions, checkPoints } from './queries/inside/options.ts';
import {
  cull,
  exactOverlapVolume,
  findClashes,
  impactsWasm,
  insideWasm,
  layeredImage,
  measureVolume,
  voxelCollide,
  voxels,
  withinWasm,
} from './queries/on-demand.ts';
import { bringHere, takePositions } from './queries/resident.ts';
import type { LayeredImage, LayersOptions } from './queries/volume/layers.ts';
import { checkLayersOptions, checkVolumeOptions } from './queries/volume/options.ts';
import type { Volume, VolumeOptions } from './queries/volume/volume.ts';
import { checkVoxelCollideOptions, checkVoxelsOptions } from './queries/voxels/options.ts';
import type { VoxelCollideOptions, VoxelCollision, Voxels, VoxelsOptions } from './queries/voxels/voxels.ts';
import { checkWithinOptions } from './queries/within/options.ts';
import type { Proximities, WithinOptions } from './queries/within/within.ts';
import type { ObjectFilter, Scene } from './scene.ts';

/** What a query needs: objects that must exist, and positions in the kernels' memory unless it fetches them itself. */
interface QueryNeeds {
  readonly call?: string;
  readonly ids?: readonly number[];
  readonly positions?: 'here' | 'anywhere';
}

export class EngineScene implements Scene {
  readonly #context: EngineContext;
  readonly #runtime: WasmRuntime;
  readonly #onDispose: (scene: EngineScene) => void;
  readonly #objects = new Map<number, SceneObject>();
  /** The objects as of the latest call, changes that wait included. */
  readonly #known = new KnownObjects(this.#objects);
  #nextId = 0;
  #disposed = false;
  #failedChange: { readonly error: unknown } | undefined;

  constructor(context: EngineContext, onDispose: (scene: EngineScene) => void) {
    this.#context = context;
    this.#runtime = context.runtime;
    this.#onDispose = onDispose;
  }

  #check(): void {
    if (this.#disposed) throw sceneDisposed();
    if (this.#runtime.disposed) throw disposedError();
  }

  #find(call: string, object: number): ObjectFacts {
    this.#check();
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
    this.#check();
    const id = this.#nextId;
    withinMemory('add: the mesh', () => this.#make(id, checkMesh(input), (object) => this.#objects.set(id, object)));
    this.#nextId++;
    return id;
  }

  addInstance(object: number): number {
    const known = this.#find('addInstance', object);
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
    const known = this.#find('move', object);
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
    this.#find('place', object);
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
    this.#check();
    if (matrices.length !== 16 * objects.length) {
      throw new OptionError(
        'matrix-length',
        `placeMany: ${matrices.length} numbers for ${objects.length} objects; expected ${16 * objects.length}, sixteen for each.`,
      );
    }
    const checked = Array.from(objects, (object, i) => {
      const facts = this.#find('placeMany', object);
      const matrix = checkMatrix(numbersOf(matrices, 16 * i, 16), 'placeMany');
      factsAfterPlace(facts, matrix);
      return matrix;
    });
    for (let i = 0; i < checked.length; i++) this.#place(objects[i], checked[i]);
  }

  moveMany(objects: ArrayLike<number>, positions: readonly (Positions | GpuPositions)[]): void {
    this.#check();
    if (positions?.length !== objects.length) {
      throw new OptionError(
        'move-length',
        `moveMany: ${positions?.length} arrays of positions for ${objects.length} objects; expected one for each.`,
      );
    }
    for (let i = 0; i < positions.length; i++) this.move(objects[i], positions[i]);
  }

  filter(object: number, filter: ObjectFilter): void {
    this.#find('filter', object);
    const checked = checkFilter(filter);
    const change = () => {
      this.#present('filter', object).filter = checked;
    };
    this.#change(object, (before) => before, change);
  }

  aim(object: number, end: Positions | ArrayLike<number>): void {
    const known = this.#find('aim', object);
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
    this.#find('replace', object);
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
    this.#find('remove', object);
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
  #query<T>(
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

  collide(options: GpuCollideOptions): Promise<GpuCollisions>;
  collide(options?: CollideOptions): Promise<Collisions>;
  async collide(options: CollideOptions | GpuCollideOptions = {}): Promise<Collisions | GpuCollisions> {
    this.#check();
    const checked = checkCollideOptions(options);
    for (const id of checked.ignore.flat()) this.#find('collide: ignore', id);
    const { cull: culling } = checked;
    if (culling) {
      return this.#query((context, objects) => collideCulledKept(context, objects, { ...checked, cull: culling }));
    }
    const query = checked.output === 'gpu' ? collideInPlace : collideKept;
    return this.#query<Collisions | GpuCollisions>((context, objects) => query(context, objects, checked), {
      positions: 'anywhere',
    });
  }

  async clashes(options: ClashesOptions = {}): Promise<Clashes> {
    this.#check();
    const checked = checkClashesOptions(options);
    for (const id of checked.ignore.flat()) this.#find('clashes: ignore', id);
    return this.#query((context, objects) => findClashes(context, objects, checked), { positions: 'anywhere' });
  }

  async inside(object: number, points: Positions, options: InsideOptions = {}): Promise<Uint8Array> {
    const { label } = this.#find('inside', object);
    const checked = checkInsideOptions(options);
    const copied = checkPoints(points);
    return this.#query(({ runtime }, objects) => insideWasm(runtime, objects, { id: object, label }, copied, checked), {
      call: 'inside',
      ids: [object],
    });
  }

  async voxels(object: number, options: VoxelsOptions = {}): Promise<Voxels> {
    this.#find('voxels', object);
    const checked = checkVoxelsOptions(options);
    return this.#query((context, objects) => voxels(context, entryOf(objects, object), checked), {
      call: 'voxels',
      ids: [object],
    });
  }

  async voxelCollide(a: number, b: number, options: VoxelCollideOptions = {}): Promise<VoxelCollision> {
    this.#find('voxelCollide', a);
    this.#find('voxelCollide', b);
    if (a === b) {
      throw new OptionError('same-object', `voxelCollide: both objects are ${a}. Pass two different ones.`, {
        object: a,
      });
    }
    const checked = checkVoxelCollideOptions(options);
    return this.#query(
      (context, objects) => voxelCollide(context, [entryOf(objects, a), entryOf(objects, b)], checked),
      { call: 'voxelCollide', ids: [a, b] },
    );
  }

  async cull(options: CullOptions = {}): Promise<Culled> {
    this.#check();
    const checked = checkCullOptions(options);
    return this.#query((context, objects) => cull(context, objects, checked));
  }

  async within(distance: number, options: WithinOptions = {}): Promise<Proximities> {
    this.#check();
    const checked = checkWithinOptions(distance, options);
    for (const id of checked.ignore.flat()) this.#find('within: ignore', id);
    return this.#query(({ runtime }, objects) => withinWasm(runtime, objects, checked));
  }

  async impacts(options: ImpactsOptions = {}): Promise<Impacts> {
    this.#check();
    const checked = checkImpactsOptions(options);
    for (const id of checked.ignore.flat()) this.#find('impacts: ignore', id);
    return this.#query(({ runtime }, objects) => impactsWasm(runtime, objects, checked));
  }

  async overlapVolume(a: number, b: number, options: VolumeOptions = {}): Promise<Volume> {
    const call = 'overlapVolume';
    const asked = [a, b].map((id) => ({ id, label: this.#find(call, id).label }));
    if (a === b) {
      throw new OptionError(
        'same-object',
        `${call}: both objects are ${a}. Use selfOverlapVolume(${a}) for one object.`,
        {
          object: a,
        },
      );
    }
    const checked = checkVolumeOptions(call, options);
    return this.#query(
      async (context, objects) => {
        const both = new Map([a, b].sort((p, q) => p - q).map((id) => [id, objects.get(id)!]));
        const exact = checked.mayBeExact ? await exactOverlapVolume(context, both, checked) : null;
        return exact ?? (await measureVolume(context, objects, { call, asked, options: checked }));
      },
      { call, ids: [a, b] },
    );
  }

  async selfOverlapVolume(object: number, options: VolumeOptions = {}): Promise<Volume> {
    const call = 'selfOverlapVolume';
    const asked = [{ id: object, label: this.#find(call, object).label }];
    const checked = checkVolumeOptions(call, options);
    return this.#query((context, objects) => measureVolume(context, objects, { call, asked, options: checked }), {
      call,
      ids: [object],
    });
  }

  async layers(object: number, options: LayersOptions = {}): Promise<LayeredImage> {
    this.#find('layers', object);
    const checked = checkLayersOptions(options);
    const { with: other } = checked;
    if (other !== undefined) this.#find('layers', other);
    const ask = (context: EngineContext, objects: ReadonlyMap<number, SceneObject>) =>
      layeredImage(context, objects.get(object), other === undefined ? undefined : objects.get(other), checked);
    return this.#query(ask, { call: 'layers', ids: other === undefined ? [object] : [object, other] });
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#onDispose(this);
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

  [Symbol.dispose](): void {
    this.dispose();
  }
}

function numbersOf(numbers: ArrayLike<number>, from: number, count: number): ArrayLike<number> {
  if (numbers instanceof Float64Array || numbers instanceof Float32Array) return numbers.subarray(from, from + count);
  return Array.from({ length: count }, (_, i) => numbers[from + i]);
}

/** A mesh that the caller may change from now on, looked at in every part. */
function checkedCopy(mesh: CheckedMesh): CheckedMesh {
  checkContents(mesh);
  return { ...mesh, positions: mesh.positions.slice(), indices: mesh.indices.slice() };
}

function sceneDisposed(): EngineError {
  return new EngineError('disposed', 'the scene has been disposed. Create a new one with engine.createScene().');
}

/** An object that existed when the query was called; later changes wait for the query. */
function entryOf(objects: ReadonlyMap<number, SceneObject>, id: number): [number, SceneObject] {
  return [id, objects.get(id)!];
}
